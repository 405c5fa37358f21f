"""Words that say which curve, hull, threshold or average is meant."""

from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.draw.scene import CURVE
from tests.plots.artists import fresh, legend_texts, marked, rows_of, words


def labelled(ax):
    return [words(line) for line in marked(ax, CURVE)]


def written(ax):
    """Return the texts in axes that are shown when these are drawn."""
    ax.figure.draw_without_rendering()
    return [text for text in ax.texts if text.get_visible()]


def test_one_of_several_thresholds_is_named_in_full(labels, models):
    _, ax = plt.subplots(figsize=(6.4, 6.4))
    prp.plot_pr(labels, models, thresholds=[-1, 0.5, 1.5], ax=ax, legend=False)
    said = [text.get_text() for text in written(ax)]
    assert sum(one.startswith("threshold ") for one in said) == 1
    assert {"0.5", "-1"} & set(said)


def test_curves_without_names_are_numbered(labels, models):
    ax = prp.plot_pr(labels, models["good"])
    alone = labelled(ax)
    assert alone[0].startswith("AUCPR = ")
    for _ in range(2):
        prp.plot_pr(labels, models["poor"], ax=ax)
    shares = [text.removeprefix("AUCPR = ") for text in alone]
    poor = prp.aucpr(labels, models["poor"])
    assert labelled(ax) == [
        f"curve 1 (AUCPR {shares[0]})",
        f"curve 2 (AUCPR {poor:.3f})",
        f"curve 3 (AUCPR {poor:.3f})",
    ]


def test_the_legend_has_an_entry_for_each_curve_without_a_name(labels, models):
    _, ax = plt.subplots(figsize=(6.4, 6.4))
    prp.plot_pr(labels, models["good"], ax=ax)
    prp.plot_pr(labels, models["poor"], ax=ax)
    assert {"curve 1", "curve 2"} <= {text.split(" (")[0] for text in legend_texts(ax)}


def test_names_have_a_heading(labels, models):
    table = {"y": labels, "s": models["good"], "kind": np.arange(300) % 2}
    series = pd.Series(table["kind"], name="which")
    scores = np.eye(3)[np.arange(300) % 3] + models["good"][:, None] * [1, 2, 3]
    for call, heading in (
        (partial(prp.plot_roc, "y", "s", data=table, hue="kind"), ["kind"]),
        (partial(prp.plot_roc, "y", "s", data=table, style="kind", score=None), ["kind"]),
        (partial(prp.plot_roc, labels, models["good"], hue=series), ["which"]),
        (partial(prp.plot_roc, np.arange(300) % 3, scores), ["class"]),
        (partial(prp.plot_roc, np.arange(300) % 3, scores, average="macro"), []),
        (partial(prp.plot_roc, labels, models), []),
    ):
        ax = fresh(call)
        ax.figure.draw_without_rendering()
        said = [one for row in rows_of(ax.get_legend()) for one in row]
        assert [one for one in said if one in ("kind", "which", "class")] == heading
    # Names of other curves are no kinds.
    call = partial(prp.plot_roc, "y", "s", data=table)
    ax = fresh(call, hue="kind")
    call(name="all", ax=ax)
    ax.figure.draw_without_rendering()
    assert "kind" not in rows_of(ax.get_legend())[-1]


@pytest.mark.parametrize("size", [(3.25, 2.8), (6.4, 4.8)])
def test_names_beside_a_table_have_no_heading_of_numbers(labels, models, size):
    two = {name: models[name] for name in ("good", "tied")}
    _, ax = plt.subplots(figsize=size)
    folds = labels.argsort(kind="stable").argsort() % 3  # of nearly equal prevalence
    prp.plot_roc(labels, two, units=folds, errorbar="sd", legend="outside below", ax=ax)
    ax.figure.draw_without_rendering()
    *rows, headings = rows_of(ax.get_legend())
    assert [len(row) for row in rows] == [2, 2, 1, 1]
    assert headings == ["AUROC"]


def test_names_of_the_user_are_not_numbered(labels, models):
    ax = prp.plot_pr(labels, models["good"], name="a")
    prp.plot_pr(labels, models["poor"], ax=ax)
    prp.plot_pr(labels, models["tied"], ax=ax, label="b")
    named, unnamed, label = labelled(ax)
    assert named.startswith("a (")
    assert unnamed.startswith("AUCPR = ")
    assert label == "b"
    ax.lines[-1].set_label("c")
    prp.plot_pr(labels, models["tied"], ax=ax)
    assert [one.split(" (")[0] for one in labelled(ax)] == ["a", "curve 1", "c", "curve 2"]


def test_a_label_that_the_user_wrote_over_ours_stays(labels, models):
    ax = prp.plot_pr(labels, models["good"])
    marked(ax, CURVE)[0].set_label("mine")
    prp.plot_pr(labels, models["poor"], ax=ax)
    assert labelled(ax)[0] == "mine"
    assert labelled(ax)[1].startswith("curve 2 (")


def test_curves_without_entries_get_none(labels, models):
    ax = prp.plot_pr(labels, models["good"], score=None)
    prp.plot_pr(labels, models["poor"], score=None, ax=ax)
    assert labelled(ax) == ["", ""]


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_means_and_hulls_without_names_are_numbered(labels, models):
    folds = np.arange(300) % 4
    ax = prp.plot_pr(labels, models["good"], units=folds)
    prp.plot_pr(labels, models["poor"], units=folds, ax=ax)
    assert [one.split(" (")[0] for one in labelled(ax)] == [
        "normalised mean of 4 folds, model 1",
        "normalised mean of 4 folds, model 2",
    ]
    _, ax = plt.subplots()
    for name in ("good", "poor"):
        prp.plot_pr(labels, models[name], show_hull=True, ax=ax)
    shown = [str(line.get_label()).split(" (")[0] for line in ax.lines]
    assert {"curve 1", "hull 1", "curve 2", "hull 2"} <= set(shown)


def test_panels_and_envelopes_are_numbered(labels, models):
    panels = prp.plot_spaces(labels, models["good"], legend=False)
    prp.plot_spaces(labels, models["poor"], axes=panels, legend=False)
    for ax in panels:
        assert [one.split(" (")[0] for one in labelled(ax)] == ["curve 1", "curve 2"]
    _, ax = plt.subplots()
    for name in ("good", "poor"):
        prp.plot_f_gain(labels, models[name], ax=ax)
    assert labelled(ax) == ["best threshold, model 1", "best threshold, model 2"]


@pytest.mark.parametrize(
    ("estimator", "words"), [("normalized", "normalised"), ("roc", "ROC"), ("vertical", "vertical")]
)
def test_a_mean_of_classes_is_a_macro_mean(estimator, words):
    y = np.arange(90) % 3
    scores = np.random.default_rng(5).normal(size=(90, 3)) + np.eye(3)[y]
    ax = prp.plot_pr(y, scores, average="macro", estimator=estimator)
    assert labelled(ax)[0].startswith(f"{words} macro mean of 3 classes (")


def test_a_warning_names_the_group_of_one_class(labels, models):
    groups = np.where(labels, "all", "some")
    groups[:20] = "some"
    with pytest.warns(prp.UndefinedMetricWarning, match=r"^the data of 'all' hold one class only"):
        prp.plot_pr(labels, models["good"], hue=groups)
