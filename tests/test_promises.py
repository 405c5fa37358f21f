"""Every promise of the documents stands where it stood, and has a test; some have theirs here."""

import ast
import inspect
import tomllib
from functools import cache
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PROMISES = tomllib.loads((TESTS / "promises.toml").read_text(encoding="utf-8"))["promise"]


def words_at(where):
    """Return a document, or the docstring of a public name, with one space between words."""
    if where.endswith(".md"):
        text = (ROOT / where).read_text(encoding="utf-8")
    else:
        name, *attributes = where.removeprefix("prplot.").split(".")
        held = getattr(prp, name)
        for attribute in attributes:
            held = getattr(held, attribute)
        text = inspect.getdoc(held)
    return " ".join(text.split())


@cache
def names_in(path):
    """Return the names of the tests in a file."""
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise["words"][:40])
def test_a_promise_stands_where_it_stood_and_has_a_test(promise):
    assert promise["words"] in words_at(promise["where"])
    assert promise["tests"]
    for test in promise["tests"]:
        path, _, name = test.partition("::")
        assert any(one.startswith("test_") for one in names_in(path))
        assert not name or name in names_in(path), test


def test_promises_are_many_and_listed_once():
    assert len(PROMISES) >= 60
    assert len({promise["words"] for promise in PROMISES}) == len(PROMISES)


# Promises that are of no single module


def test_everything_after_labels_and_scores_is_passed_by_name():
    for name in prp.__all__:
        found = getattr(prp, name)
        if not inspect.isfunction(found):
            continue
        parameters = list(inspect.signature(found).parameters.values())
        named = [one.name for one in parameters]
        if named[:2] == ["y_true", "y_score"]:
            kinds = {one.kind for one in parameters[2:]}
            assert kinds <= {inspect.Parameter.KEYWORD_ONLY}, name


@pytest.mark.parametrize("prevalence", [0.001, 0.2, 0.5, 0.9])
def test_random_guessing_has_no_gain_at_any_prevalence(prevalence):
    # All scores are equal: one segment, the line of random guessing.
    curve = prp.ConfusionCurve.from_scores([1, 0], [0, 0]).at_prevalence(prevalence)
    assert prp.auprg(curve) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("prevalence", [0.05, 0.33, 0.8])
def test_the_modified_f_score_never_falls(prevalence):
    recall, precision = np.meshgrid(np.linspace(0.01, 1, 60), np.linspace(0, 1, 61))
    achievable = prp.is_achievable(recall, precision, prevalence)
    score = np.full(recall.shape, np.nan)
    score[achievable] = prp.modified_f_score(precision[achievable], recall[achievable], prevalence)
    for axis in (0, 1):
        steps = np.diff(score, axis=axis)
        assert (steps[np.isfinite(steps)] >= -1e-15).all()
    lowest = prp.min_precision(recall[0], prevalence)
    assert prp.modified_f_score(lowest, recall[0], prevalence) == pytest.approx(0, abs=1e-15)


def test_labels_and_the_legend_never_make_the_axes_smaller():
    y_true, scores = prp.datasets.digits()
    longer = {f"{name}, with a name that is long": score for name, score in scores.items()}
    boxes = []
    for models, options in ((scores, {"legend": False}), (longer, {"show_chance": True})):
        _, ax = plt.subplots(figsize=(3.25, 3.25), layout="constrained")
        prp.plot_pr(y_true, models, ax=ax, **options)
        ax.figure.canvas.draw()
        boxes.append(ax.get_window_extent())
    assert boxes[1].width >= boxes[0].width - 1
    assert boxes[1].height >= boxes[0].height - 1
