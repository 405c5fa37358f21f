"""Figures of the command line: what is drawn, what is written, and how a process ends."""

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib import pyplot as plt

import prplot
from prplot.cli import commands, main, shell
from prplot.core.signatures import described
from tests.cases import slowly
from tests.command_line import runner

TABLE = pd.DataFrame(
    {
        "y": [1, 0, 1, 0, 1, 0, 1, 0],
        "a": [0.9, 0.2, 0.8, 0.4, 0.3, 0.1, 0.6, 0.7],
        "b": [0.6, 0.3, 0.4, 0.2, 0.9, 0.5, 0.1, 0.8],
        "fold": [0, 0, 0, 0, 1, 1, 1, 1],
    }
)
GUESS = "y_true = y, y_score = a, b; use -t and -s to choose; not used: fold (--units fold)"


@pytest.fixture(autouse=True)
def backend():
    with mpl.rc_context():
        yield
    plt.close("all")


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    TABLE.to_csv("t.csv", index=False)
    return Path("t.csv")


@pytest.fixture
def calls(monkeypatch):
    """What functions of the library are called with, in place of calling them."""
    found = []
    for command in commands.FIGURE_COMMANDS:

        def record(*args, name=f"plot_{command}", **given):
            found.append((name, given))
            return plt.figure().gca()

        monkeypatch.setattr(prplot, f"plot_{command}", record, raising=False)
    return found


def run(*args):
    return runner().invoke(main, list(args))


def process(*args, **settings):
    source = str(Path(prplot.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": source, "MPLBACKEND": "Agg"}
    command = [sys.executable, "-c", "from prplot.cli import main; main()", *args]
    return subprocess.run(command, env=env, check=False, text=True, **settings)


# Arguments that no shell can hold, or that files and --title stand for.
NOT_TYPED = {"data", "hue_order", "classes", "name", "label", "ax", "axes", "fig"}


TABLES = {"summary": "summary", "threshold": "operating_points", "compare": "plot_comparison"}


@pytest.mark.parametrize("name", [*commands.FIGURE_COMMANDS, *TABLES])
def test_options_are_the_arguments_of_the_function_in_its_words(name):
    function = getattr(prplot, TABLES.get(name, f"plot_{name}"))
    known, words = inspect.signature(function).parameters, described(function.__doc__)
    typed = main.commands[name.replace("_", "-")].params
    found = {one.name: one for one in typed if one.name in known}
    assert found.keys() == {one for one in known if not one.endswith("_kws")} - NOT_TYPED
    # What is said in other words: a seed, a level, and the conditions of one point.
    other = {"y_true", "y_score", "seed", "level", *(shell.CONDITIONS * (name == "threshold"))}
    for argument in found.keys() - other:
        text = " ".join(" ".join(words[argument].lines).replace("`", "").split())
        assert found[argument].help[-20:] in text


def test_help_has_words_choices_and_defaults():
    lines = " ".join(run("pr", "--help").stdout.split())
    for part in (
        "--missing [raise|drop] Refuse rows that lack a label, score, weight or group, or drop",
        "[default: raise]",
        "--style-by COL A column that divides the rows into groups with different dashes. --units",
        "--errorbar sd|se|pi|ci|simultaneous[:SIZE]|none",
        "[normalized|vertical|roc|pooled|none]",
        "Theorem 1). [default: show-min]",
        "--legend [auto|direct|outside|outside right|outside below|brief|full|none]",
        "--seed N Random seed. [default: 0]",
        "--dpi N Resolution in dots per inch.",
    ):
        assert part in lines


@pytest.mark.parametrize("name", ["pr", slowly("hull")])
def test_a_figure_is_written_in_every_format_with_the_same_bytes(file, name, monkeypatch):
    beginnings = {"x.png": b"\x89PNG", "x.pdf": b"%PDF", "x.svg": b"<?xml"}
    found = []
    for time in ("0", "1000000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", time)
        result = run(name, str(file), *(part for out in beginnings for part in ("-o", out)))
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr.splitlines() == [GUESS, *(f"wrote {out}" for out in beginnings)]
        found.append([Path(out).read_bytes() for out in beginnings])
    assert found[0] == found[1]
    for held, beginning in zip(found[0], beginnings.values(), strict=True):
        assert held.startswith(beginning)
    assert sorted(os.listdir()) == sorted(["t.csv", *beginnings])


def test_a_command_of_two_words_has_a_hyphen(file, calls):
    assert run("net-benefit", str(file), "-s", "a", "--standardized").exit_code == 0
    ((name, given),) = calls
    assert (name, given["standardized"]) == ("plot_net_benefit", True)


def test_without_a_name_the_figure_is_called_like_the_file(file, calls):
    assert run("roc", str(file)).stderr.endswith("wrote t.png\n")
    assert Path("t.png").is_file()


def test_without_a_name_the_figure_has_the_format_that_was_asked_for(file, calls):
    assert run("roc", str(file), "--format", "svg").stderr.endswith("wrote t.svg\n")
    Path("t.alt.txt").write_text(file.read_text())
    assert "also an input" in run("roc", "t.csv", "t.alt.txt", "--format", "jpg").stderr


def test_columns_and_layers_are_arguments(file, calls):
    args = ["-t", "y", "-s", "a", "--units", "fold", "--errorbar", "ci:90", "--no-show-min"]
    args += ["--prevalence", "0.1,0.2", "--thresholds", "0.2,0.5", "--score", "none"]
    args += ["--n-boot", "50", "--show-points"]
    run("pr", str(file), *args, "--legend", "none", "-o", "x.png")
    ((name, given),) = calls
    assert given.pop("data").columns.tolist() == ["y", "a", "fold"]
    assert given.pop("missing") == "raise"
    assert name == "plot_pr"
    assert given == {
        "y_true": "y",
        "y_score": "a",
        "units": "fold",
        "errorbar": ("ci", 90.0),
        "seed": 0,
        "n_boot": 50,
        "show_min": False,
        "show_points": True,
        "prevalence": [0.1, 0.2],
        "thresholds": {"threshold": [0.2, 0.5]},
        "score": None,
        "legend": False,
    }


def test_thresholds_may_be_given_by_what_they_fulfil(file, calls):
    run("thresholds", str(file), "--mark", "recall=0.8,cost=1:20", "--metrics", "f1,mcc")
    run("thresholds", str(file), "--mark", "none")
    run("pr", str(file), "--thresholds", "recall=0.8,recall=0.9", "--estimator", "none")
    first, second, third = (given for _, given in calls)
    assert first["mark"] == {"recall": [0.8], "cost": [(1.0, 20.0)]}
    assert first["metrics"] == ["f1", "mcc"]
    assert second["mark"] is False
    assert third["thresholds"] == {"recall": [0.8, 0.9]}
    assert third["estimator"] is None


@pytest.mark.parametrize("name", ["pr", "thresholds", slowly("hull")])
def test_rows_that_lack_a_value_are_dropped_for_every_command(file, name):
    TABLE.assign(a=[None, *TABLE["a"][1:]]).to_csv(file, index=False)
    result = run(name, str(file), "-s", "a", "--missing", "drop")
    said = "Warning: t.csv: 1 of 8 rows left out because they lack values: 1 in 'a'"
    assert said in result.stderr


@pytest.mark.parametrize("width", ["3.25in", "8.255cm", "82.55mm", "234.8775pt"])
def test_a_figure_is_as_wide_as_was_asked(file, calls, monkeypatch, width):
    sizes = []
    monkeypatch.setattr(commands, "_saved", lambda figure, *_: sizes.append(figure) or {})
    run("pr", str(file), "--width", width, "--style", "paper", "--title", "T", "-o", "x.png")
    assert sizes[0].get_size_inches() == pytest.approx([3.25, 3.25], rel=1e-4)
    assert sizes[0].axes[0].get_title() == "T"


def test_styles_hold_for_one_figure_only(file):
    before = dict(mpl.rcParams)
    Path("my.mplstyle").write_text("lines.linewidth: 7\n")
    args = ["--style", "paper", "--style", "my.mplstyle", "--alt", "What it shows"]
    assert run("pr", str(file), *args, "-o", "x.svg").exit_code == 0
    assert "stroke-width: 7" in Path("x.svg").read_text()
    assert "What it shows" in Path("x.svg").read_text()
    del before["backend"], before["backend_fallback"]
    assert {key: mpl.rcParams[key] for key in before} == before


def test_figures_hold_their_description_or_have_it_beside(file):
    args = ["--title", "T", *(f"-o{name}" for name in ("x.svg", "x.png", "x.jpg"))]
    result = run("pr", str(file), *args)
    assert result.exit_code == 0, result.stderr
    words = Path("x.alt.txt").read_text(encoding="utf-8")
    assert words.startswith("Two PR curves of precision against recall, on 8 cases")
    assert words.endswith("Title: T.\n")
    assert "aria-label=" in Path("x.svg").read_text(encoding="utf-8")
    assert words.strip().encode() in Path("x.png").read_bytes()
    assert result.stderr.splitlines()[-1] == "wrote x.alt.txt"
    assert run("pr", str(file), "--alt", "Mine.", "-o", "x.jpg").exit_code == 0
    assert Path("x.alt.txt").read_text(encoding="utf-8") == "Mine.\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-o", "t.csv"], "the output t.csv needs --format, or must end in .png, .pdf, .svg"),
        (["-o", "x.xyz"], "the output x.xyz needs --format, or must end in .png"),
        (["-o", "none/x.png"], "the folder none of the output none/x.png does not exist"),
        (["-o", "-"], "the output - needs --format"),
        (["--width", "3"], "'3' must be like 3.25in, 8.25cm, 82mm or 234pt"),
        (["--missing", "keep"], "'keep' is not one of 'raise', 'drop'"),
        (["--thresholds", "x"], "'x' must be like 0.2,0.5 or recall=0.8"),
        (["--prevalence", "x"], "'x' must be like 0.2,0.5"),
        (["--errorbar", "ci:x"], "'ci:x' must be like sd, ci or ci:90"),
    ],
)
def test_what_cannot_be_meant_is_an_error_of_usage(file, calls, args, message):
    result = run("pr", str(file), *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 4
    assert calls == []


def test_an_unknown_style_is_told(file):
    result = run("pr", str(file), "--style", "papper", "-o", "x.png")
    assert result.exit_code == 2
    assert "Error: style 'papper' is none of aaai, " in result.stderr


def test_a_figure_that_is_no_file_is_told_without_arguments_of_python(file):
    result = run("pr", str(file), "--dpi", "1e7", "-o", "x.png")
    assert result.stderr.splitlines()[-1].startswith("Error: t.csv: Image size of ")


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_an_input_is_never_overwritten(file, calls, link):
    held = file.read_bytes()
    getattr(Path("x.png"), link)(file.absolute())
    result = run("pr", str(file), "-o", "x.png")
    assert result.exit_code == 2
    assert "the output x.png is also an input" in result.stderr
    assert run("summary", str(file), "-o", "./t.csv").exit_code == 2
    joined = ("--labels", str(file), "--on", "y", "-o", "t.csv")
    assert run("summary", str(shutil.copy(file, "u.csv")), *joined).exit_code == 2
    assert file.read_bytes() == held


def test_all_files_are_written_or_none(file, calls, monkeypatch):
    Path("x.png").write_text("old")

    savefig = prplot.savefig

    def fail_in_pdf(figure, path, **given):
        if path.suffix == ".pdf":
            raise OSError("the disk is full")
        savefig(figure, path, **given)

    monkeypatch.setattr(prplot, "savefig", fail_in_pdf, raising=False)
    result = run("pr", str(file), "-o", "x.png", "-o", "x.pdf")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "Error: t.csv: the disk is full"
    assert sorted(os.listdir()) == ["t.csv", "x.png"]
    assert Path("x.png").read_text() == "old"


# Descriptions.


def test_figures_are_written_with_a_description(file):
    run("pr", str(file), "-s", "a", "-o", "x.svg", "-o", "x.png")
    words = prplot.describe(prplot.plot_pr("y", "a", data=TABLE, label="a"))
    assert words.startswith("One PR curve")
    svg = Path("x.svg").read_text()
    assert 'role="img"' in svg
    assert f">{words.partition('. ')[0]}.</title>" in svg
    assert words.encode("latin-1") in Path("x.png").read_bytes()


def test_a_description_is_the_users_or_none(file):
    run("pr", str(file), "-o", "x.svg", "--alt", "What it <shows>")
    assert ">What it &lt;shows&gt;</title>" in Path("x.svg").read_text()
    run("pr", str(file), "-o", "x.svg", "--alt", "none")
    assert "<title" not in Path("x.svg").read_text()
    assert "alt is blank; type --alt None" in run("pr", str(file), "--alt", " ").stderr


def test_formats_without_a_place_have_their_description_beside_them(file, calls):
    result = run("pr", str(file), "-o", "x.jpg", "-o", "y.png", "--alt", "What it shows")
    assert result.stderr.splitlines()[1:] == ["wrote x.jpg", "wrote y.png", "wrote x.alt.txt"]
    assert Path("x.alt.txt").read_text() == "What it shows\n"
    run("pr", str(file), "-o", "z.jpg", "--alt", "none")
    assert not Path("z.alt.txt").exists()
    TABLE.to_csv("t.alt.txt", index=False, sep="\t")
    assert "also an input" in run("pr", "t.alt.txt", "-o", "t.jpg").stderr


# Processes: what only they can show.


def test_help_version_and_completion_load_no_library():
    code = (
        "import os, sys\nfrom prplot.cli import main\n"
        "for name in main.commands:\n"
        "    main([name, '--help'], standalone_mode=False)\n"
        "main(['--help'], standalone_mode=False)\n"
        "main(['--version'], standalone_mode=False)\n"
        "for instruction in ('bash_source', 'zsh_complete'):\n"
        "    os.environ['_PRPLOT_COMPLETE'] = instruction\n"
        "    try:\n"
        "        main(prog_name='prplot')\n"
        "    except SystemExit as done:\n"
        "        assert not done.code\n"
        "heavy = {'numpy', 'pandas', 'matplotlib', 'tqdm', 'narwhals', 'multiprocessing'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    words = {"COMP_WORDS": "prplot pr --thr", "COMP_CWORD": "2"}
    env = {**os.environ, "PYTHONPATH": str(Path(prplot.__file__).parents[1]), **words}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env, check=False, text=True, capture_output=True)
    assert done.stderr == "[]\n"
    assert f"prplot, version {prplot.__version__}" in done.stdout
    assert "--threshold" in done.stdout.splitlines()[-2]


def test_a_figure_and_a_table_go_through_pipes(file):
    with file.open() as stdin:
        done = process(
            "pr", "/dev/stdin", "-o", "-", "--format", "svg", stdin=stdin, capture_output=True
        )
    assert (done.returncode, done.stderr) == (0, f"{GUESS}\n")
    assert done.stdout.startswith("<?xml")
    assert done.stdout.endswith("</svg>\n")


def test_a_closed_pipe_is_silent(file):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stdout:
        done = process("summary", str(file), stdout=stdout, stderr=subprocess.PIPE)
    assert done.stderr.splitlines() == [GUESS]
    assert done.returncode == 1


# The list of styles.


def test_styles_are_listed_with_their_purpose():
    lines = run("styles").stdout.splitlines()
    assert "icml_wide     both columns of ICML" in lines
    assert "dark          a dark ground" in lines
    assert len(lines) == len(commands.styles_of_prplot())
