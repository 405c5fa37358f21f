"""The command line, run in small galleries."""

import contextlib
import re

import pytest
from click.testing import CliRunner

import prplot
from prplot import cli, galleries

DRAW = "import matplotlib.pyplot as plt\nplt.figure().gca().plot([0, 1], label='$x^2$')\n"
SCRIPTS = {
    "plot_good.py": f"{DRAW}plt.gca().fill_between([0, 1], [0, 1], hatch='/')\nplt.show()\n",
    "plot_pair.py": DRAW + DRAW + "print('not in the table')\n",
    "plot_bad.py": "raise ValueError('no such thing')\n",
    "plot_deadly.py": "import os\nos._exit(3)\n",
}


def make_checkout(folder, names):
    (folder / "gallery" / "topic").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "prplot-curves"\n')
    for name in names:
        (folder / "gallery" / "topic" / name).write_text(SCRIPTS[name])
    return folder


def run(folder, *args):
    with contextlib.chdir(folder):
        return CliRunner().invoke(cli.main, ["gallery", *args])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    return make_checkout(tmp_path_factory.mktemp("checkout"), SCRIPTS)


@pytest.fixture(scope="module")
def everything(checkout):
    """All scripts, with the defaults."""
    return run(checkout)


def test_the_others_are_drawn_when_some_fail(everything, checkout):
    written = {path.name for path in (checkout / "gallery" / "_figures").iterdir()}
    assert written == {"plot_good.png", "plot_pair.png", "plot_pair_2.png"}
    assert everything.exit_code == 1


def test_the_table_has_files_sizes_seconds_and_status(everything):
    lines = everything.stdout.splitlines()
    patterns = [
        r"script +figures +seconds  status",
        r"plot_bad +none +\d+\.\d  failed: ValueError: no such thing",
        r"plot_deadly +none +\d+\.\d  failed: the worker process ended abruptly",
        r"plot_good +plot_good\.png \(\d+ kB\) +\d+\.\d  ok",
        r"plot_pair +plot_pair\.png \(\d+ kB\) +\d+\.\d  ok",
        r" +plot_pair_2\.png \(\d+ kB\)",
        r"4 scripts, 3 figures, 2 failed, \d+\.\d s -> \S+_figures",
    ]
    assert len(lines) == len(patterns)
    for pattern, line in zip(patterns, lines, strict=True):
        assert re.fullmatch(pattern, line)


def test_the_progress_bar_is_on_stderr_and_names_scripts(everything):
    assert "4/4" in everything.stderr
    assert "plot_good" in everything.stderr


def test_a_rerun_gives_the_same_bytes(checkout, tmp_path):
    pictures = []
    for out in (tmp_path / "first", tmp_path / "second"):
        args = ["--only", "good", "pair", "--formats", "png", "pdf", "svg", "--out", str(out)]
        result = run(checkout, *args)
        assert result.exit_code == 0, result.output
        assert "2 scripts, 3 figures, 0 failed" in result.stdout
        pictures.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert len(pictures[0]) == 9
    assert pictures[0] == pictures[1]


# How the options are read: the scripts are not run.


@pytest.fixture
def asked(checkout, monkeypatch):
    """Return a function that runs the command line and tells what it asked to be run."""

    def ask(*args):
        calls = []

        def record(scripts, out, formats, jobs, watch):
            calls.append(([path.stem for path in scripts], formats, jobs))
            return (galleries.Outcome(script, (), 0.0) for script in scripts)

        monkeypatch.setattr(galleries, "run_gallery", record)
        result = run(checkout, "--out", str(checkout / "out"), *args)
        assert result.exit_code == 0, result.output
        return calls[0]

    return ask


@pytest.mark.parametrize(
    "args",
    [
        ["--only", "good", "pair", "--formats", "png", "svg"],
        ["--formats", "png", "svg", "--only", "good", "pair"],
        ["--only", "good", "--formats", "png", "--only", "pair", "--formats", "svg"],
        ["--only", "good,pair", "--formats", "png, svg"],
        ["--only=good", "pair", "--formats=png,svg"],
        ["--only", "good", "good", "plot_pair", "--formats", "png", "svg", "png"],
    ],
)
def test_several_values_after_one_option(asked, args):
    scripts, formats, _ = asked(*args)
    assert (scripts, formats) == (["plot_good", "plot_pair"], ["png", "svg"])


def test_defaults(asked, monkeypatch):
    monkeypatch.setattr(cli.os, "cpu_count", lambda: 5)
    assert asked() == ([name.removesuffix(".py") for name in sorted(SCRIPTS)], ["png"], 5)


def test_jobs(asked):
    assert asked("--jobs", "3", "--only", "good") == (["plot_good"], ["png"], 3)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--formats", "png", "jpg"], "'jpg' is not one of 'png', 'pdf', 'svg'."),
        (["--formats", "png,"], "'' is not one of 'png', 'pdf', 'svg'."),
        (["--formats"], "Option '--formats' requires an argument."),
        (["--formats", "--only", "good"], "'--only' is not one of 'png', 'pdf', 'svg'."),
        (["--jobs", "0"], "Invalid value for '--jobs': 0 is not in the range x>=1."),
        (["--jobs", "-2"], "Invalid value for '--jobs': -2 is not in the range x>=1."),
        (["--jobs", "2", "3"], "Got unexpected extra argument (3)"),
        (["good"], "Got unexpected extra argument (good)"),
        (["--only", "god"], "no gallery script is called 'god'; the nearest: good, "),
        (["--only", ""], "no gallery script is called ''; the nearest: "),
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_sentence(checkout, args, message):
    result = run(checkout, *args)
    assert result.exit_code == 2
    assert message in result.stderr


def test_elsewhere_it_says_that_it_needs_a_checkout(tmp_path, monkeypatch):
    find = galleries.find_gallery
    outside = tmp_path / "site" / "prplot" / "galleries.py"
    monkeypatch.setattr(galleries, "find_gallery", lambda start: find(start, outside))
    result = run(tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: the gallery needs a checkout of the project with its")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_gallery_without_scripts(tmp_path):
    result = run(make_checkout(tmp_path, []))
    assert result.exit_code == 2
    assert "no scripts plot_*.py in" in result.stderr


# The rest of the command line


def test_version():
    result = CliRunner().invoke(cli.main, ["--version"])
    assert result.stdout == f"prplot, version {prplot.__version__}\n"


def test_help_names_every_option():
    text = CliRunner().invoke(cli.main, ["gallery", "--help"]).stdout
    for option in ("--only NAME ...", "--formats FORMAT ...", "--out DIR", "--jobs N"):
        assert option in text


@pytest.mark.parametrize(("size", "text"), [(1, "1 kB"), (41_000, "41 kB"), (41_001, "42 kB")])
def test_sizes_are_rounded_up(tmp_path, size, text):
    file = galleries.FigureFile(tmp_path / "plot_a.png", size)
    assert f"plot_a.png ({text})" in cli.table([galleries.Outcome(tmp_path, (file,), 1.0)])


def test_one_of_each_is_singular(tmp_path):
    files = tuple(galleries.FigureFile(tmp_path / f"plot_a.{kind}", 9) for kind in ("png", "pdf"))
    outcome = galleries.Outcome(tmp_path / "plot_a.py", files, 1.0)
    assert cli.summary([outcome], 8.06) == "1 script, 1 figure, 0 failed, 8.1 s"
