"""Every code block of the documents runs, and prints what the page says that it prints.

A page is a notebook: its blocks share one namespace, from top to bottom, in an empty folder. What a
block of ``python`` prints stands in comments after ``print(...)``, unless they begin with a small
letter; what a line of ``console`` prints, in the lines below it, if there are any. ``...`` stands
for any text.
"""

import contextlib
import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from page_code import Page, PageCodeError

import prplot as prp
from prplot.cli import main
from tests.command_line import runner

ROOT = Path(__file__).parents[2]
BUILT = {"_build", "gallery", "tutorials", "api"}  # of docs: made by the build, from other sources
PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if not BUILT & set(path.relative_to(ROOT).parts[1:2])
}
# Blocks that no test can run, by page and reason. A new one needs a row here.
NOT_RUN: set[tuple[str, str]] = set()

# In the shell, `prplot` is that of this checkout.
MAIN = '-c "from prplot.cli import main; main()" "$@"'
SHELL = f"set -o pipefail\nprplot() {{ {shlex.quote(sys.executable)} {MAIN}; }}\n"
SAME = doctest.OutputChecker()
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Command(NamedTuple):
    """A line of a page for the shell, and what the page says that it prints."""

    text: str
    wanted: str
    line: int


def commands_of(text):
    """Return the lines that call prplot, those that a backslash continues joined."""
    found = []
    for fence in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for one in re.finditer(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", fence[1], re.MULTILINE):
            line = text.count("\n", 0, fence.start(1) + one.start()) + 1
            if re.search(r"(?:^|\| )prplot ", one[1]):
                found.append(Command(one[1].replace("\\\n", " "), one[2], line))
    return found


def check_output(wanted, printed, where):
    assert SAME.check_output(wanted, printed, LENIENT), f"{where} prints\n{printed}not\n{wanted}"


def run_block(page, block):
    """Run a block, compare what it prints, draw its figures and close them."""
    where = f"{page.path.name}, line {block.line}:"
    shown = page.run(block)
    if block.fence == "{example}":
        assert shown.figures or shown.printed or shown.html, f"{where} an example shows nothing"
    else:
        wanted = re.findall(r"^print\(.*\)  # (?![a-z])(.*)$", block.code, re.MULTILINE)
        if wanted:
            check_output("".join(f"{line}\n" for line in wanted), shown.printed, where)
    for figure in shown.figures:
        figure.canvas.draw()
    plt.close("all")


def run_command(page, command):
    """Run a line for the shell in this process, unless it needs a shell."""
    with contextlib.chdir(page.folder):
        if command.text.startswith("prplot ") and not re.search(r"[|<>*{]", command.text):
            result = runner().invoke(main, shlex.split(command.text, comments=True)[1:])
            printed, failed = result.stderr + result.stdout, result.exit_code != 0
        else:
            words = ["bash", "-c", SHELL + command.text]
            done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
            printed, failed = done.stderr + done.stdout, done.returncode != 0
    where = f"{page.path.name}, line {command.line}:"
    assert failed == command.wanted.startswith("Error:"), f"{where} prints\n{printed}"
    if command.wanted:
        check_output(command.wanted, printed, where)


def run(page):
    """Run all blocks and lines for the shell of a page in their order."""
    commands = commands_of(page.path.read_text(encoding="utf-8"))
    with mpl.rc_context():
        for one in sorted([*page.left, *commands], key=lambda one: one.line):
            run_command(page, one) if isinstance(one, Command) else run_block(page, one)


def write_predictions(folder):
    """Write the file that the README's lines for the shell name."""
    pd = pytest.importorskip("pandas")
    y_true, y_score = prp.datasets.breast_cancer()
    table = pd.DataFrame({"label": y_true, "score": y_score["Random forest"]})
    table.to_csv(folder / "predictions.csv", index=False)


@pytest.mark.parametrize("name", PAGES)
def test_the_blocks_of_a_page_run(name):
    page = Page.of(PAGES[name])
    if name == "README.md":
        write_predictions(Path(page.folder))
    run(page)


def test_no_block_escapes():
    texts = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}
    skipped = r"^<!-- not run: (.+) -->$"
    found = {(name, why) for name, text in texts.items() for why in re.findall(skipped, text, re.M)}
    assert found == NOT_RUN
    near = r"^ *```(py|python3|ipython|pycon|bash|sh|shell|zsh|example)\b"
    odd = [name for name, text in texts.items() if re.search(near, text, re.MULTILINE)]
    assert odd == []


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("\n```python\n\n1 / 0\n```\n", PageCodeError, "line 4: ZeroDivisionError"),
        ("```python\nprint(1 + 1)  # 3\n```\n", AssertionError, r"line 2: prints\s+2"),
        ("```{example}\nx = 1\n```\n", AssertionError, "line 2: an example shows nothing"),
        ("```console\n$ prplot summary absent\n```\n", AssertionError, "line 2: prints"),
        ("```console\n$ prplot --version\n1\n```\n", AssertionError, r"prints\s+prplot"),
        ("```console\n$ cat absent | prplot summary -\n```\n", AssertionError, "absent"),
        ("```console\n$ prplot --version\nError: any\n```\n", AssertionError, "line 2"),
    ],
)
def test_a_block_that_does_otherwise_is_found(text, error, words, tmp_path):
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(error, match=words):
        run(Page.of(path))


def test_what_a_page_says_is_printed_is_compared_line_by_line(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(
        "```python\nprint(1 / 3)  # 0.333...\nprint('a  b')  # a b\n```\n"
        "```console\n$ prplot \\\n    --version\nprplot, version ...\n```\n",
        encoding="utf-8",
    )
    run(Page.of(path))
