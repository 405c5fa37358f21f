"""Which label is positive, on figures and in tables."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.draw.tex import verbatim
from prplot.inputs.rows import Rows

WORDS = "Recall (positive: cancer)"


@pytest.fixture
def words(labels):
    return np.where(labels, "cancer", "healthy")


@pytest.mark.parametrize(
    ("plot", "axis", "name"),
    [
        (prp.plot_pr, "x", WORDS),
        (prp.plot_roc, "x", "False positive rate (positive: cancer)"),
        (prp.plot_npr, "x", "Normalised recall (positive: cancer)"),
        (prp.plot_prg, "x", "Recall gain (positive: cancer)"),
        (prp.plot_f_gain, "y", "F gain (positive: cancer)"),
        (prp.plot_thresholds, "y", "Metric (positive: cancer)"),
        (prp.plot_downsampling, "x", "Positives : negatives (positive: cancer)"),
    ],
)
def test_an_axis_says_which_label_is_positive(words, models, plot, axis, name):
    ax = plot(words, models["good"], pos_label="cancer")
    assert getattr(ax, f"get_{axis}label")() == name


def test_figures_of_several_panels_and_models_say_it(words, models):
    roc, pr = prp.plot_hull(words, models, pos_label="cancer", legend=False)
    assert (pr.get_xlabel(), pr.get_ylabel()) == (WORDS, "Precision")
    assert roc.get_xlabel() == "False positive rate (positive: cancer)"
    panels = prp.plot_spaces(words, models, pos_label="cancer", legend=False)
    assert panels[1].get_xlabel() == WORDS
    _, ax = plt.subplots()
    prp.plot_difference(words, models, errorbar=None, pos_label="cancer", ax=ax)
    assert ax.get_xlabel() == WORDS
    assert ax.get_ylabel() == "Precision minus that of good"


def test_comparisons_say_it_on_as_many_lines_as_they_need(words, models):
    found = prp.compare(words, models, pos_label="cancer", n_boot=400, seed=0)
    assert found.positive == "cancer"
    names = []
    for width in (6.4, 3.25):
        _, ax = plt.subplots(figsize=(width, 3), layout="constrained")
        names.append(prp.plot_comparison(found, ax=ax).get_xlabel())
    assert names == [
        "AUCPR minus that of good (positive: cancer), with 95 % intervals",
        "AUCPR minus that of good (positive:\ncancer), with 95 % intervals",
    ]


def test_facets_say_it(words, models):
    table = pd.DataFrame({"y": words, "s": models["good"], "site": np.arange(300) // 100})
    names = {"y_true": "y", "y_score": "s"}
    grid = prp.curveplot(table, **names, col="site", pos_label="cancer", legend=False)
    assert [ax.get_xlabel() for ax in grid.axes.flat] == [WORDS] * 3
    ax = prp.plot_pr(data=table, **names, hue="site", pos_label="cancer", ax=plt.subplots()[1])
    assert ax.get_xlabel() == WORDS


@pytest.mark.parametrize("values", [(False, True), (0, 1), (0.0, 1.0), (-1, 1)])
def test_usual_labels_say_nothing(labels, models, values):
    y_true = np.where(labels, *values[::-1])
    for pos_label in (None, 1, True):
        ax = prp.plot_pr(y_true, models["good"], pos_label=pos_label, ax=plt.subplots()[1])
        assert ax.get_xlabel() == "Recall"


@pytest.mark.parametrize(("values", "pos_label"), [((1, 2), 2), ((1, 2), 1), ((0, 1), 0)])
def test_numbers_that_are_no_usual_labels_are_named(labels, models, values, pos_label):
    y_true = np.where(labels, values[1], values[0])
    ax = prp.plot_pr(y_true, models["good"], pos_label=pos_label)
    assert ax.get_xlabel() == f"Recall (positive: {pos_label})"


def test_rows_of_weight_zero_do_not_count():
    y_true, weights = [1, 0, 5], [1, 1, 0]
    assert Rows(labels=np.array(y_true), pos_label=1, weights=np.array(weights)).positive is None
    assert Rows(labels=np.array(y_true), pos_label=1).positive == "1"


def test_classes_and_ready_curves_say_nothing(curve):
    assert prp.plot_pr(curve).get_xlabel() == "Recall"
    rng = np.random.default_rng(0)
    ax = prp.plot_pr(rng.choice(["a", "b", "c"], 60), rng.random((60, 3)), ax=plt.subplots()[1])
    assert ax.get_xlabel() == "Recall"


def test_narrow_panels_keep_the_short_name(words, models):
    _, axes = plt.subplots(1, 3, figsize=(7, 2.6))
    prp.plot_spaces(words, models, pos_label="cancer", axes=axes, legend=False)
    assert axes[0].get_xlabel() == "False positive rate"
    ax = plt.subplots(figsize=(3.25, 2.8))[1]
    assert prp.plot_pr(words, models, pos_label="cancer", ax=ax).get_xlabel() == WORDS


def test_curves_with_different_positive_labels_name_none(words, models, curve):
    ax = prp.plot_pr(words, models["good"], pos_label="cancer")
    prp.plot_pr(curve, ax=ax)
    assert ax.get_xlabel() == WORDS
    for pos_label in ("healthy", "cancer"):
        prp.plot_pr(words, models["good"], pos_label=pos_label, ax=ax)
        assert ax.get_xlabel() == "Recall"


@pytest.mark.parametrize("label", ["$a_1$", "$5 to $10", "a_b^c", r"\$x$", "50 % & {more}"])
def test_labels_are_shown_as_they_are_written(labels, models, label):
    y_true = np.where(labels, label, "other")
    ax = prp.plot_pr(y_true, models["good"], pos_label=label)
    shown, is_math = ax.xaxis.label._preprocess_math(ax.get_xlabel())
    assert (shown, is_math) == (f"Recall (positive: {label})", False)


def test_tex_reads_labels_as_they_are_written():
    with plt.rc_context({"text.usetex": True}):
        assert verbatim(r"$a_1$ & 5 % \x^{2}~#") == (
            r"\$a\_1\$ \& 5 \% \textbackslash{}x\textasciicircum{}\{2\}\textasciitilde{}\#"
        )


def test_summary_has_a_column_for_it(words, labels, models):
    table = prp.summary(words, models, pos_label="cancer")
    assert list(table.columns[:2]) == ["positive", "n"]
    assert list(table["positive"]) == ["cancer"] * 3
    plain = prp.summary(labels, models)
    assert "positive" not in plain
    pd.testing.assert_frame_equal(table.drop(columns="positive"), plain)
    numbers = prp.summary(np.where(labels, 2, 1), models["good"], pos_label=2)
    assert numbers["positive"].dtype.kind == "i"
