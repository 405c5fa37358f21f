"""The numbers that pages and tutorials of the site quote are those that their code computes.

After an expression, a comment that begins with numbers, True or False is its value, as rounded:
``prp.aucpr_min(0.5)  # 0.307``. Every number below 1 in the words of a page must stand in its code.
"""

import ast
import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "_ext"))
from page_code import blocks  # noqa: E402

PAGES = [DOCS / "index.md", DOCS / "why.md", DOCS / "which_number.md", *DOCS.glob("concepts/*.md")]
TUTORIALS = sorted(DOCS.glob("tutorials/plot_*.py"))
_VALUE = r"(?:-?\d+(?:\.\d+)?|True|False)"
_QUOTED = re.compile(rf"# ({_VALUE}(?:, {_VALUE})*)(?![\w.])")
_SHARE = re.compile(r"(?<![\w.])0\.\d+(?![\w.])")


def quoted_values(code, names):
    """Run code; yield each value that a comment quotes, and its quotation."""
    lines = code.splitlines()
    for statement in ast.parse(code).body:
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), "page", "exec"), names)
            continue
        value = eval(compile(ast.Expression(statement.value), "page", "eval"), names)
        quoted = _QUOTED.search(lines[statement.end_lineno - 1], statement.end_col_offset)
        if quoted:
            yield value, quoted[1].split(", ")


def as_quoted(value, quoted):
    """Return a value in the digits of its quotation."""
    if quoted in ("True", "False"):
        return str(value)
    digits = len(quoted.partition(".")[2])
    return f"{float(value):.{digits}f}"


def code_of(page):
    text = page.read_text(encoding="utf-8")
    return [text] if page.suffix == ".py" else [block.code for block in blocks(text)]


def words_of(page):
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".py":
        return "\n".join(re.findall(r'^(?:# .*|"""[^"]*""")', text, re.MULTILINE))
    captions = re.findall(r"^:caption: (.*)", text, re.MULTILINE)
    without_code = re.sub(r"```(?:\{example\}|python)\n.*?```", "", text, flags=re.DOTALL)
    return "\n".join([without_code, *captions])


@pytest.mark.parametrize("page", [*PAGES, *TUTORIALS], ids=lambda page: page.stem)
@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
def test_comments_quote_what_the_code_computes(page, monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: plt.close("all"))
    names = {}
    for code in code_of(page):
        for value, quoted in quoted_values(code, names):
            values = value if np.ndim(value) else [value]
            assert [as_quoted(v, q) for v, q in zip(values, quoted, strict=True)] == quoted
        plt.close("all")


@pytest.mark.parametrize("page", [*PAGES, *TUTORIALS], ids=lambda page: page.stem)
def test_numbers_in_the_words_of_a_page_stand_in_its_code(page):
    code = "\n".join(code_of(page))
    if page.suffix == ".py":
        code = re.sub(r"^# .*", "", code, flags=re.MULTILINE)
    words = re.sub(r"`[^`\n]+`", "", words_of(page))
    assert set(_SHARE.findall(words)) - set(_SHARE.findall(code)) == set()
