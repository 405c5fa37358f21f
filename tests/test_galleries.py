"""The command that draws the gallery, on small galleries."""

import contextlib
import re
import runpy
from pathlib import Path

import matplotlib as mpl
import pytest

import prplot
from prplot.cli import commands as cli
from tests.command_line import runner

OWN = Path(prplot.__file__).parents[1] / "gallery"

DRAW = "import matplotlib.pyplot as plt\nplt.figure().gca().plot([0, 1], label='$x^2$')\n"
SCRIPTS = {
    "plot_1_wild.py": f"{DRAW}plt.rcParams['savefig.bbox'] = 'tight'\n"
    "plt.rcParams['figure.figsize'] = 2, 2\nplt.figure().gca()\nprint('not in the table')\n",
    "plot_3_fails.py": f"{DRAW}raise ValueError('no such thing')\n",
    "plot_4_gives_up.py": "raise SystemExit('no data')",
    "plot_5_long.py": "raise ValueError('in the\\nlabel')",
    "plot_6_good.py": f"{DRAW}plt.gca().fill_between([0, 1], [0, 1], hatch='/')\nplt.show()\n",
}
NAMES = ["davis_fig1", "davis_fig10", "davis_fig2", "boyd_fig2"]


def make_gallery(folder, scripts):
    for name, source in scripts.items():
        path = folder / "gallery" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return folder


def run(folder, *args):
    with contextlib.chdir(folder):
        return runner().invoke(cli.main, ["gallery", "--gallery", "gallery", *args])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    return make_gallery(tmp_path_factory.mktemp("checkout"), SCRIPTS)


@pytest.fixture(scope="module")
def everything(checkout):
    """All scripts, with the defaults."""
    return run(checkout)


def size(png):
    """Return width and height from the header of a png file."""
    header = png.read_bytes()
    return int.from_bytes(header[16:20]), int.from_bytes(header[20:24])


def test_the_others_are_drawn_when_some_fail(everything, checkout):
    figures = checkout / "gallery" / "_figures"
    names = {"plot_1_wild", "plot_1_wild_2", "plot_6_good"}
    assert {path.name for path in figures.iterdir()} == {
        *(f"{name}.png" for name in names),
        *(f"{name}.alt.txt" for name in names),
    }
    assert everything.exit_code == 1
    # Whole, at 200 dpi, and what one script sets does not leak into the others.
    assert size(figures / "plot_1_wild.png") == size(figures / "plot_6_good.png") == (1280, 960)
    assert size(figures / "plot_1_wild_2.png") == (400, 400)
    assert mpl.rcParams["savefig.bbox"] is None


def test_a_line_has_files_or_the_error(everything):
    patterns = [
        r"plot_1_wild: plot_1_wild\.png, plot_1_wild_2\.png",
        r"plot_3_fails: failed: ValueError: no such thing",
        r"plot_4_gives_up: failed: SystemExit: no data",
        r"plot_5_long: failed: ValueError: in the label",
        r"plot_6_good: plot_6_good\.png",
        r"5 scripts, 3 failed -> \S+_figures",
    ]
    for pattern, line in zip(patterns, everything.stdout.splitlines(), strict=True):
        assert re.fullmatch(pattern, line)


def test_a_rerun_gives_the_same_bytes(checkout, tmp_path):
    pictures = []
    for out in (tmp_path / "first", tmp_path / "second"):
        result = run(
            checkout, "--only", "6_good", "--formats", "png", "pdf", "svg", "--out", str(out)
        )
        assert result.exit_code == 0, result.output
        pictures.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert len(pictures[0]) == 3 + 1
    words = pictures[0]["plot_6_good.alt.txt"]
    assert words.startswith(b"A plot without labels. ")
    assert b"/Subject (" + words.strip() in pictures[0]["plot_6_good.pdf"]
    assert pictures[0] == pictures[1]


def test_only_the_warning_of_show_is_silenced(tmp_path):
    # matplotlib says this where there is a display; the script says it for the sake of the others.
    source = f"""{DRAW}import warnings
warnings.warn("FigureCanvasAgg is non-interactive, and thus cannot be shown")
warnings.warn("a word of the script")
"""
    with pytest.warns(UserWarning, match="a word") as warned:
        run(make_gallery(tmp_path, {"plot_1.py": source}))
    assert [str(one.message) for one in warned] == ["a word of the script"]


# How the options are read: the scripts draw nothing.


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], NAMES),
        (["gallery/some/plot_davis_fig1.py"], ["davis_fig1"]),
        (["davis_fig?"], ["davis_fig1", "davis_fig2"]),
        (["plot_*_fig2"], ["davis_fig2", "boyd_fig2"]),
        (["*fig1*"], ["davis_fig1", "davis_fig10"]),
    ],
)
def test_choosing_by_name_or_glob(tmp_path, names, expected):
    scripts = [f"some/plot_{name}.py" for name in NAMES]
    make_gallery(tmp_path, dict.fromkeys([*scripts, "make.py"], ""))
    result = run(tmp_path, *(["--only", *names] if names else []))
    assert result.exit_code == 0, result.output
    *lines, _ = result.stdout.splitlines()
    assert sorted(lines) == sorted(f"plot_{name}: no figure" for name in expected)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--formats", "png", "jpg"], "invalid choice: 'jpg' (choose from "),
        (["--formats"], "argument --formats: expected at least one argument"),
        (["good"], "unrecognized arguments: good"),
        (["--only", "god"], "no script plot_god.py is in "),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_sentence(checkout, args, message):
    result = run(checkout, *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout


def test_only_the_checkout_of_the_package_is_run_unasked(tmp_path):
    # A folder that looks like a checkout.
    make_gallery(tmp_path, {"plot_boyd_fig2.py": "raise ValueError('not this')"})
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "prplot-curves"\n')
    with contextlib.chdir(tmp_path):
        result = runner().invoke(cli.main, ["gallery", "--only", "boyd_fig2", "--out", "out"])
    # The folder is said before its scripts are run.
    assert result.stderr.splitlines()[0] == f"running scripts in {OWN}"
    assert result.stdout.splitlines()[0] == "plot_boyd_fig2: plot_boyd_fig2.png"


def test_elsewhere_it_says_that_there_are_no_scripts(tmp_path, monkeypatch):
    monkeypatch.setattr(prplot, "__path__", [str(tmp_path / "prplot")])
    result = runner().invoke(cli.main, ["gallery"])
    assert result.exit_code == 1
    assert "; the gallery is a part of the checkout" in result.stderr


def test_the_help_names_every_option(capsys):
    with pytest.raises(SystemExit):
        runpy.run_path(str(OWN / "__main__.py"))["main"](["--help"])
    text = capsys.readouterr().out
    for option in ("--only", "--formats", "--gallery", "--out"):
        assert option in text
