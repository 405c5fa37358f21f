"""The numbers that pages and tutorials of the site quote are those that their code computes.

`page_code` checks the comments that quote results. Here, every number between 0 and 1 in the words
of a page must stand in its code, as something given or as a result; and the calls in the table of
"Which number should I report?" run.
"""

import re
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from page_code import Block, Page, PageCodeError, blocks

import prplot as prp

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "index.md", DOCS / "why.md", DOCS / "which_number.md", *DOCS.glob("concepts/*.md")]
TUTORIALS = sorted(DOCS.glob("tutorials/plot_*.py"))
_SHARE = re.compile(r"(?<![\w.])0\.\d+(?!\w|\.\d)")


def words_and_code(page):
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".py":
        comment = re.compile(r'^(?:# .*|"""[^"]*""")', re.MULTILINE)
        return "\n".join(comment.findall(text)), comment.sub("", text)
    captions = re.findall(r"^:caption: (.*)", text, re.MULTILINE)
    words = re.sub(r"```(?:\{example\}|python)\n.*?```", "", text, flags=re.DOTALL)
    return "\n".join([words, *captions]), "\n".join(block.code for block in blocks(text))


@pytest.mark.parametrize("page", [*PAGES, *TUTORIALS], ids=lambda page: page.stem)
def test_numbers_in_the_words_of_a_page_stand_in_its_code(page):
    words, code = words_and_code(page)
    words = re.sub(r"`[^`\n]+`", "", words)
    assert set(_SHARE.findall(words)) - set(_SHARE.findall(code)) == set()


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_the_code_of_each_tutorial_runs(path, monkeypatch):
    monkeypatch.setattr(plt, "show", lambda: plt.close("all"))
    with plt.rc_context():
        plt.rcdefaults()
        Page(path, []).run(Block(path.read_text(encoding="utf-8"), 1, "python"))


def table_calls():
    text = (DOCS / "which_number.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!you want|---).*", text, re.MULTILINE)
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


@pytest.mark.parametrize(
    "code", ["2 / 3  # 0.667", "1 / 4, 1 / 8  # 0.250, 0.12", "1 < 2  # True: ok"]
)
def test_values_may_be_quoted_as_rounded(tmp_path, code):
    Page(tmp_path / "page.md", []).run(Block(code, 1, "python"))


@pytest.mark.parametrize(
    "code", ["2 / 3  # 0.666", "x = 2 / 3  # 0.666", "1 / 4, 1 / 8  # 0.250", "1 < 2  # False"]
)
def test_wrong_quotations_are_errors(tmp_path, code):
    with pytest.raises(PageCodeError, match=r"page\.md, line 2: the value is .*, and not "):
        Page(tmp_path / "page.md", []).run(Block(f"\n{code}", 1, "python"))
