"""Legends keep the numbers of the curves, in small figures, too."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import seaborn as sns

import prplot as prp
from prplot.draw.scene import CURVE
from tests.cases import sampled
from tests.plots.artists import legend_texts

NAMES = ["gradient boosting", "logistic regression", "nearest neighbours"]
PLOTS = [prp.plot_pr, prp.plot_roc, prp.plot_npr, prp.plot_prg]


@pytest.fixture
def scores(models):
    found = list(models.values())
    noise = np.random.default_rng(4).normal(size=len(found[0]))
    return dict(zip(NAMES, [found[0], found[0] + noise, found[0] - 2 * noise], strict=True))


def assert_curves_are_free(ax):
    """Check that the legend is on the figure, and that no curve runs beneath its words."""
    ax.figure.canvas.draw()
    legend = ax.get_legend()
    for text in legend.get_texts():
        box = text.get_window_extent()
        assert 0 <= box.x0 <= box.x1 <= ax.figure.bbox.x1
        for line in ax.lines:
            if line.get_gid() == CURVE.name and len(line.get_xdata()):
                path = line.get_path().transformed(line.get_transform())
                assert not path.intersects_bbox(box, filled=False)


@pytest.mark.parametrize(
    ("plot", "size", "layout"), sampled(PLOTS, [3.3, 3.5, 5, 6.4], [None, "constrained"], every=7)
)
def test_legends_of_small_figures_keep_their_numbers(labels, scores, plot, size, layout):
    _, ax = plt.subplots(figsize=(size, size), layout=layout)
    plot(labels, dict(list(scores.items())[:2]), ax=ax)
    said = " ".join(legend_texts(ax))
    values = [line.get_label().split()[-1].rstrip(")") for line in ax.lines[:2]]
    assert all(value in said for value in values)
    assert_curves_are_free(ax)


def test_large_type_keeps_its_numbers(labels, scores):
    with plt.rc_context(sns.plotting_context("talk")):
        _, ax = plt.subplots(figsize=(5, 5))
        prp.plot_pr(labels, dict(list(scores.items())[:2]), ax=ax)
        assert "AUCPR" in legend_texts(ax)
        assert_curves_are_free(ax)


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.parametrize(("plot", "layout"), sampled(PLOTS[:2], [None, "constrained"], every=3))
def test_averages_leave_out_words_before_numbers(labels, scores, plot, layout):
    folds = np.arange(300) % 5
    for size, word in ((3.3, "mean of 5 folds"), (8, None)):
        _, ax = plt.subplots(figsize=(size, size), layout=layout)
        plot(labels, scores[NAMES[0]], units=folds, errorbar="sd", ax=ax)
        said = legend_texts(ax)
        assert {"AUCPR", "AUROC"} & set(said)
        if word is None:
            assert any(one.endswith(" mean of 5 folds") for one in said)
        else:
            assert any(" ".join(one.split()).endswith(word) for one in said)


def test_a_mean_of_classes_has_its_number_in_the_empty_half():
    y = np.arange(300) % 3
    given = np.random.default_rng(5).normal(size=(300, 3)) + np.eye(3)[y]
    _, ax = plt.subplots(figsize=(3.3, 3.3), layout="constrained")
    prp.plot_roc(y, given, average="macro", errorbar="sd", ax=ax)
    assert {"mean of 3 classes", "AUROC"} <= set(legend_texts(ax))
    extent, frame = ax.get_legend().get_window_extent(), ax.get_window_extent()
    assert frame.x0 < extent.x0 < extent.x1 < frame.x1
    assert frame.y0 < extent.y0
