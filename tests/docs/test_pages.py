"""The code of pages runs, and pages say what it says.

A page is a notebook: its blocks share one namespace, from top to bottom, in an empty folder. What a
line of ``console`` prints stands in the lines below it, if there are any; ``...`` is any text.
"""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

import prplot as prp
from prplot.cli import main
from tests.cases import slowly
from tests.command_line import runner
from tests.docs.pages import FENCE, Block, blocks, run

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BUILT = {"_build", "gallery", "tutorials", "api"}  # of docs: made by the build, from other sources
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    if not BUILT & set(path.relative_to(ROOT).parts[1:2])
}
TUTORIALS = sorted(DOCS.glob("tutorials/plot_*.py"))
# These train models, or draw thousands of curves; the build of the site runs them, too.
LONG = ("docs/recipes/detection.md", "docs/recipes/study.md")

# Libraries that pages speak of but no test needs: without one, its block is left out.
OPTIONAL = {"mlflow", "wandb"}

# In the shell, `prplot` is that of this checkout.
MAIN = '-c "from prplot.cli import main; main()" "$@"'
SHELL = f"set -o pipefail\nprplot() {{ {shlex.quote(sys.executable)} {MAIN}; }}\n"
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run_commands(block):
    """Run the lines that call prplot, in this process unless they need a shell."""
    for said in re.finditer(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block.code, re.MULTILINE):
        line, wanted = said[1].replace("\\\n", " "), said[2]
        if not re.search(r"(?:^|\| )prplot ", line):
            continue
        if line.startswith("prplot ") and not re.search(r"[|<>*{]", line):
            result = runner().invoke(main, shlex.split(line, comments=True)[1:])
            printed, failed = result.stderr + result.stdout, result.exit_code != 0
        else:
            words = ["bash", "-c", SHELL + line]
            done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
            printed, failed = done.stderr + done.stdout, done.returncode != 0
        assert failed == wanted.startswith("Error:"), f"{line} prints\n{printed}"
        same = not wanted or doctest.OutputChecker().check_output(wanted, printed, LENIENT)
        assert same, f"{line} prints\n{printed}not\n{wanted}"


def run_if_present(block, names):
    try:
        run(block, names)
    except ModuleNotFoundError as error:
        if error.name not in OPTIONAL:
            raise


def run_page(text, *, drawn=False):
    names = {"__name__": "__main__"}
    with mpl.rc_context():
        for block in blocks(text):
            if block.fence == "console":
                run_commands(block)
            else:
                run_if_present(block, names)
            for number in plt.get_fignums() if drawn else ():
                plt.figure(number).draw_without_rendering()
            plt.close("all")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, in which the code runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        *((name, False) for name in PAGES if name not in LONG),
        *(slowly((name, True)) for name in PAGES),
    ],
)
def test_the_blocks_of_a_page_run(name, drawn, folder):
    if name == "README.md":
        pd = pytest.importorskip("pandas")
        y_true, y_score = prp.datasets.breast_cancer()
        table = pd.DataFrame({"label": y_true, "score": y_score["Random forest"]})
        table.to_csv(folder / "predictions.csv", index=False)
    run_page(PAGES[name], drawn=drawn)


def test_no_block_escapes():
    code = r"^[ >]*(?:`{3,}|~{3,}) *\{?(?:example|i?py|console|bash|sh|zsh)"
    for name, text in PAGES.items():
        assert len(re.findall(code, text, re.MULTILINE)) == len(blocks(text)), name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n```python\n\n2 / 3  # 0.666\n```\n", "line 4: the value is 0.66666"),
        ("```{example}\n:hide-code:\nx = 2 / 3  # 0.666\n```\n", "line 3: the value is"),
        ("```python\n1 / 4, 1 / 8  # 0.250, 0.13\n```\n", "the value is"),
        ("```python\n1 < 2  # False: no\n```\n", "the value is True"),
        ("```console\n$ prplot summary absent\n```\n", "prints"),
        ("```console\n$ prplot \\\n    --version\n1\n```\n", "version prints"),
        ("```console\n$ cat absent | prplot summary -\n```\n", "absent"),
        ("```console\n$ prplot --version\nError: any\n```\n", "prints"),
    ],
)
def test_a_block_that_does_otherwise_is_found(text, words, folder):
    with pytest.raises(AssertionError, match=words):
        run_page(text)


def test_numbers_are_quoted_as_rounded_and_dots_are_any_text(folder):
    run_page(
        "```python\nx, y = 1 / 4, 1 / 8  # 0.250, 0.12: two\n1 < 2  # True\n```\n"
        "```console\n$ prplot --version\nprplot, version ...\n```\n"
    )


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_the_code_of_each_tutorial_runs(path, folder, monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: plt.close("all"))
    run(Block("python", path.read_text(encoding="utf-8"), 1), {"__name__": "__main__"})


def words_and_code(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        comment = re.compile(r'^(?:# .*|"""[^"]*""")', re.MULTILINE)
        return "\n".join(comment.findall(text)), comment.sub("", text)
    captions = re.findall(r"^:caption: (.*)", text, re.MULTILINE)
    return "\n".join([FENCE.sub("", text), *captions]), "\n".join(b.code for b in blocks(text))


@pytest.mark.parametrize(
    "path",
    [
        *(DOCS / f"{name}.md" for name in ("index", "why", "which_number")),
        *DOCS.glob("concepts/*.md"),
        *TUTORIALS,
    ],
    ids=lambda path: path.stem,
)
def test_numbers_in_the_words_of_a_page_stand_in_its_code(path):
    share = re.compile(r"(?<![\w.])0\.\d+(?!\w|\.\d)")
    words, code = words_and_code(path)
    words = re.sub(r"`[^`\n]+`", "", words)
    assert set(share.findall(words)) - set(share.findall(code)) == set()


def table_calls():
    rows = re.findall(r"^\| (?!you want|---).*", PAGES["docs/which_number.md"], re.MULTILINE)
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row.split(" | ")[3])]


@pytest.mark.parametrize("call", table_calls())
def test_the_calls_of_the_table_of_numbers_run(call):
    y_true, scores = prp.datasets.breast_cancer()
    a, b = scores["Random forest"], scores["Decision tree"]
    names = {name: getattr(prp, name) for name in prp.__all__}
    names |= {"y": y_true, "y_tune": y_true, "s": a, "s_tune": a, "a": a, "b": b, "k": 200}
    names |= {"models": {"A": a, "B": b}}
    names["curve_a"], names["curve_b"] = (
        prp.ConfusionCurve.from_scores(y_true, score) for score in (a, b)
    )
    assert eval(call, names) is not None
    plt.close("all")
