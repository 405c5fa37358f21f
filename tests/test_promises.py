"""Every promise of the documents stands where it stood, and has a test; some have theirs here."""

import inspect
import re
import tomllib
from functools import cache
from pathlib import Path
from time import process_time

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp

TESTS = Path(__file__).parent
ROOT = TESTS.parent
LISTED = tomllib.loads((TESTS / "promises.toml").read_text(encoding="utf-8"))
PROMISES, OTHERS = LISTED["promise"], LISTED["other"]
# What the strongest sentences hold, and fences of what is no prose.
STRONG = re.compile(
    r"\b(never|always|exact(ly)?|nothing|certain|whatever|at most|everything|anything|nowhere)\b",
    re.IGNORECASE,
)
CODE = re.compile(r"(`{3,})(python|console|latex|text|\{(example|thumbnails|toctree|hero)\})")
DEFINED = re.compile(r"^def (test_\w+)", re.MULTILINE)


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
def names_of_tests():
    """Return the names of all tests, which stay when a test moves to another file."""
    files = sorted(TESTS.rglob("test_*.py"))
    return {name for file in files for name in DEFINED.findall(file.read_text(encoding="utf-8"))}


def test_promises_stand_where_they_stood_and_have_tests():
    for promise in PROMISES:
        assert promise["words"] in words_at(promise["where"]), promise["words"]
        assert promise["tests"], promise["words"]
        assert set(promise["tests"]) <= names_of_tests(), promise["words"]


def test_promises_are_many_and_listed_once():
    assert len(PROMISES) >= 60
    listed = [(one["where"], one["words"]) for one in (*PROMISES, *OTHERS)]
    assert len(set(listed)) == len(listed)


def documents():
    """Return the documents that are searched for promises."""
    pages = [path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts]
    names = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")]
    found = [*names, *(path for path in pages if path.name != "changelog.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def sentences(text):
    """Return the sentences of a document outside of code, formulas and tables."""
    kept, fence = [], ""
    for line in text.splitlines():
        opened = CODE.match(line)
        if fence:
            fence = "" if line.strip() == fence else fence
        elif opened:
            fence = opened[1]
        elif not line.startswith(("|", "#", ":::", "```", "<")):
            # A point of a list is a paragraph.
            kept += ["", line] if line.startswith("- ") else [line]
    prose = re.sub(r"\$\$.*?\$\$", "", "\n".join(kept), flags=re.DOTALL)
    paragraphs = [" ".join(one.split()) for one in re.split(r"\n\s*\n", prose)]
    ends = re.compile(r"(?<=[.!?:])\**\s+(?=[A-Z\[`*\"(])")
    return [sentence for one in paragraphs for sentence in ends.split(one)]


def test_every_strong_sentence_is_listed():
    missing = []
    for document in documents():
        listed = [one["words"] for one in (*PROMISES, *OTHERS) if one["where"] == document]
        said = sentences((ROOT / document).read_text("utf-8"))
        strong = [one for one in said if STRONG.search(one)]
        missing += [one for one in strong if not any(words in one for words in listed)]
    # A promise needs a test in tests/promises.toml; other sentences are listed there, too.
    assert missing == []


def test_others_stand_where_they_stood():
    for one in OTHERS:
        assert one["words"] in words_at(one["where"]), one["words"]


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


def test_legends_never_make_axes_smaller_where_there_is_room():
    y_true, scores = prp.datasets.digits()
    boxes = []
    for models, options in ((scores, {"legend": False}), (scores, {"show_chance": True})):
        _, ax = plt.subplots(figsize=(3.25, 3.25), layout="constrained")
        prp.plot_pr(y_true, models, ax=ax, **options)
        ax.figure.draw_without_rendering()
        boxes.append(ax.get_window_extent())
    assert boxes[1].width >= boxes[0].width - 1
    assert boxes[1].height >= boxes[0].height - 1


def test_soft_labels_cannot_reach_the_lowest_area():
    rng = np.random.default_rng(0)
    share = rng.uniform(0.05, 0.95, 30)
    labels, weights = np.repeat([1, 0], 30), np.r_[share, 1 - share]
    prevalence = share.mean()
    # The worst order of rows, and others.
    for scores in (-share, rng.random(30), np.zeros(30)):
        area = prp.aucpr(labels, np.tile(scores, 2), sample_weight=weights)
        assert area > prp.aucpr_min(prevalence) + 1e-3


@pytest.mark.parametrize(("labels", "absent"), [([0, 0], ["tpr", "recall"]), ([1, 1], ["fpr"])])
def test_rates_of_an_absent_class_are_nan_at_every_point(labels, absent):
    curve = prp.ConfusionCurve.from_scores(labels, [1, 2])
    for name in (*absent, "recall_gain", "precision_gain"):
        assert np.isnan(getattr(curve, name)).all(), name


def test_no_p_value_is_less_than_the_draws_can_show():
    y_true = np.repeat([1, 0], 50)
    models = {"perfect": y_true, "random": np.random.default_rng(0).random(100)}
    (difference,) = prp.compare(y_true, models, n_boot=499, seed=0).differences
    assert difference.p == pytest.approx(2 / 500)


def test_what_memory_holds_is_faster_without_a_scan():
    rng = np.random.default_rng(0)
    labels = rng.random(100_000) < 0.1
    table = pd.DataFrame({"label": labels, "score": rng.normal(size=labels.size) + 2 * labels})

    def seconds(work):
        starts = [process_time()]
        for _ in range(3):
            work()
            starts.append(process_time())
        return min(np.diff(starts))

    own = seconds(lambda: prp.aucpr(table["label"], table["score"]))
    options = {"y_true": "label", "y_score": "score", "progress": False}
    assert own < seconds(lambda: prp.scan(table, **options))
