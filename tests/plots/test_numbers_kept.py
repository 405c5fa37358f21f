"""Legends keep the numbers of the curves, in small figures, too."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import seaborn as sns

import prplot as prp
from tests.cases import sampled
from tests.plots.artists import (
    check_that_curves_are_clear,
    check_that_words_are_clear,
    marked,
    page_of,
)
from tests.plots.print_size import missing

NAMES = ["gradient boosting", "logistic regression", "nearest neighbours"]
PLOTS = [prp.plot_pr, prp.plot_roc, prp.plot_npr, prp.plot_prg]


@pytest.fixture
def scores(models):
    found = list(models.values())
    noise = np.random.default_rng(4).normal(size=len(found[0]))
    return dict(zip(NAMES, [found[0], found[0] + noise, found[0] - 2 * noise], strict=True))


@pytest.mark.parametrize(
    ("plot", "size", "layout", "context"),
    sampled(PLOTS, [3.3, 5], [None, "constrained"], ["notebook", "talk"], every=13),
)
def test_legends_of_small_figures_keep_their_numbers(labels, scores, plot, size, layout, context):
    with sns.plotting_context(context):
        _, ax = plt.subplots(figsize=(size, size), layout=layout)
        plot(labels, dict(list(scores.items())[:2]), ax=ax)
        page = check_that_words_are_clear(ax.figure, list(scores)[:2])
    # Large type in a small figure has to cover something.
    if size == 5 or context == "notebook":
        check_that_curves_are_clear(page)
    numbers = [line.get_label()[-6:-1] for line in marked(ax)]
    assert missing(page.legend_texts, numbers) == []


def test_a_mean_of_classes_has_its_number_in_the_empty_half():
    y = np.arange(300) % 3
    given = np.random.default_rng(5).normal(size=(300, 3)) + np.eye(3)[y]
    _, ax = plt.subplots(figsize=(3.3, 3.3), layout="constrained")
    prp.plot_roc(y, given, average="macro", errorbar="sd", ax=ax)
    page = page_of(ax.figure)
    number = marked(ax)[0].get_label()[-6:-1]
    assert missing(page.legend_texts, ["macro mean", "AUROC", number]) == []
    check_that_curves_are_clear(page)
    extent, frame = ax.get_legend().get_window_extent(), ax.get_window_extent()
    assert frame.x0 < extent.x0 < extent.x1 < frame.x1
    assert frame.y0 < extent.y0 < extent.y1 < frame.y1
