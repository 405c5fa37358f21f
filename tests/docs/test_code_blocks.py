"""Every code block of the documents runs, and prints what the page says that it prints.

A page is a notebook: its blocks share one namespace, from top to bottom, in an empty folder. What a
block prints stands in comments after ``print(...)``, or in a fence of text directly below.
"""

import contextlib
import doctest
import io
import re
import shlex
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from click.testing import CliRunner

import prplot as prp
from prplot.cli import main

ROOT = Path(__file__).parents[2]
BUILT = {"_build", "gallery", "tutorials", "api"}  # of docs: made by the build, from other sources
PAGES = [
    ROOT / "README.md",
    *sorted(
        path
        for path in (ROOT / "docs").rglob("*.md")
        if not BUILT & set(path.relative_to(ROOT / "docs").parts)
    ),
]
# Blocks that no test can run, by page and reason. A new one needs a row here.
NOT_RUN: set[tuple[str, str]] = set()

FENCE = re.compile(
    r"(?:^<!-- not run: (?P<why>[^\n]+) -->\n)?"
    r"^(?P<ticks>```+)(?P<kind>[^\n`]*)\n(?P<code>.*?)^(?P=ticks)$",
    re.MULTILINE | re.DOTALL,
)
# In the shell, `prplot` is that of this checkout.
SHELL = f'prplot() {{ {shlex.quote(sys.executable)} -c "from prplot.cli import main; main()" "$@"; }}'
SAME = doctest.OutputChecker()
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A fence: what it is, its text, the line before it, and why it isn't run."""

    kind: str
    code: str
    line: int
    why: str | None

    @property
    def is_python(self):
        return self.kind in {"python", "{example}"}


def blocks_of(text):
    """Return the fences of a page, the options of directives left out of their code."""
    blocks = []
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("code"))
        options = re.match(r"(?::[\w-]+:[^\n]*\n)*", found["code"]).end()
        code = "\n" * found["code"].count("\n", 0, options) + found["code"][options:]
        blocks.append(Block(found["kind"].strip(), code, line, found["why"]))
    return blocks


def check_output(wanted, printed, where):
    assert SAME.check_output(wanted, printed, LENIENT), f"{where} prints\n{printed}not\n{wanted}"


def run_python(page, block, below, namespace):
    """Run a block, compare what it prints, draw its figures and close them."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile("\n" * block.line + block.code, page, "exec"), namespace)
    where = f"{page}, line {block.line + 1}:"
    wanted = re.findall(r"^print\(.*\)  # (.*)$", block.code, re.MULTILINE)
    if wanted or below is not None:
        text = below.code if below is not None else "".join(f"{line}\n" for line in wanted)
        check_output(text, printed.getvalue(), where)
    if block.kind == "{example}":
        assert plt.get_fignums(), f"{where} an example without a figure"
        for number in plt.get_fignums():
            plt.figure(number).canvas.draw()
        plt.close("all")


def run_console(page, block):
    """Run the lines that start with prplot; in pipes and redirections by a shell."""
    code = block.code.replace("\\\n", " ")
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", code, re.MULTILINE):
        if re.search(r"\bprplot (?!gallery)", command) and not command.startswith(("eval", "python")):
            printed, failed = call(command)
            assert failed == wanted.startswith("Error:"), f"{page}: {command}\n{printed}"
            if wanted:
                check_output(wanted, printed, f"{page}: {command}")


def call(command):
    """Return what a command prints on both streams, and whether it fails."""
    if command.startswith("prplot ") and not re.search(r"[|<>*{]", command):
        result = CliRunner().invoke(main, shlex.split(command, comments=True)[1:])
        return result.output, result.exit_code != 0
    done = subprocess.run(
        ["bash", "-c", f"{SHELL}\n{command}"], capture_output=True, text=True, timeout=60
    )
    return done.stderr + done.stdout, done.returncode != 0


def write_tables(folder):
    """Write the files that the README's shell lines name."""
    pd = pytest.importorskip("pandas")
    y_true, y_score = prp.datasets.breast_cancer()
    forest = pd.DataFrame({"label": y_true, "score": y_score["Random forest"]})
    other = forest.assign(score=y_score["Logistic regression"])
    table = forest.assign(fold=forest.index % 5)
    table.to_csv(folder / "predictions.csv", index=False)
    table.to_csv(folder / "predictions.csv.gz", index=False)
    forest.to_csv(folder / "forest.csv", index=False)
    other.to_parquet(folder / "other.parquet")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_blocks_of_a_page_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if path.name == "README.md":
        write_tables(tmp_path)
    page = str(path.relative_to(ROOT))
    blocks = [block for block in blocks_of(path.read_text(encoding="utf-8")) if block.why is None]
    namespace = {"__name__": "__main__"}
    with mpl.rc_context():
        for block, after in zip_longest(blocks, blocks[1:]):
            below = after if after is not None and after.kind == "text" else None
            if block.is_python:
                run_python(page, block, below, namespace)
            elif block.kind == "console":
                run_console(page, block)


def test_no_block_escapes():
    found = {
        path.relative_to(ROOT).as_posix(): blocks_of(path.read_text(encoding="utf-8"))
        for path in PAGES
    }
    skipped = {(page, one.why) for page, blocks in found.items() for one in blocks if one.why}
    assert skipped == NOT_RUN
    near = {"py", "python3", "ipython", "pycon", "bash", "sh", "shell", "example"}
    odd = [
        page
        for page, blocks in found.items()
        for one in blocks
        if page != "README.md" and one.kind in near
    ]
    assert odd == []


def test_blocks_that_fail_print_otherwise_or_draw_nothing_are_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text):
        (block, *below) = blocks_of(text)
        run_python("page", block, below[0] if below else None, {})

    run("```python\nprint(1 + 1)  # 2\n```\n")
    run("```python\nprint('a   b')\n```\n\nIt prints:\n\n```text\na b\n```\n")
    with pytest.raises(ZeroDivisionError) as caught:
        run("text\n\n```python\n1 / 0\n```\n")
    assert caught.traceback[-1].lineno == 3  # counted from 0: the fourth line of the page
    with pytest.raises(AssertionError, match="prints\n2"):
        run("```python\nprint(1 + 1)  # 3\n```\n")
    with pytest.raises(AssertionError, match="without a figure"):
        run("```{example}\n:caption: words\nx = 1\n```\n")
    (block,) = blocks_of("```console\n$ prplot summary absent.csv\n```\n")
    with pytest.raises(AssertionError, match=r"absent\.csv"):
        run_console("page", block)
