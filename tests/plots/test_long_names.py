"""Long names: over several lines, on the figure, in one row with their numbers."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import seaborn as sns
from matplotlib.text import Text

import prplot as prp
from prplot.draw.placement.table import broken
from tests.cases import sampled
from tests.plots.artists import (
    check_that_curves_are_clear,
    marked,
    page_of,
)
from tests.plots.print_size import UNSEEN, beyond

SPACES = "gradient boosted trees with calibrated probabilities and early stopping"
LINES = "sklearn_pipeline_standard_scaler_logistic_regression_elasticnet_balanced"
NOWHERE = "x" * 70


def broken_at(name, letters):
    return broken(name, letters, len).split("\n")


def drawn(models, labels, *, size=3.3, layout="constrained", context="notebook", **options):
    scores = [models["good"], models["tied"], models["poor"]]
    with sns.plotting_context(context):
        fig, ax = plt.subplots(figsize=(size, 0.9 * size), layout=layout)
        names = options.pop("names")
        prp.plot_pr(labels, dict(zip(names, scores, strict=False)), ax=ax, **options)
        fig.draw_without_rendering()
    return fig, ax


def shown_in(legend):
    """Return the texts of a legend as they are drawn: names, which may be wrapped, and numbers."""
    return [text for text in legend.findobj(Text) if text.get_text() and text.get_visible()]


def unwrapped(texts):
    # A line may end after "_", too.
    return "".join("".join(text.get_text() for text in texts).split())


def test_lines_end_where_a_reader_would_end_them():
    assert broken_at("a name of words", 8) == ["a name", "of words"]
    assert broken_at("with_lines-and hyphens", 11) == ["with_lines-", "and hyphens"]
    assert broken_at("x" * 7, 3) == ["x" * 7]
    assert broken_at("short", 8) == ["short"]
    assert broken_at("two\nlines", 8) == ["two", "lines"]


def test_formulas_and_numbers_stay_whole():
    assert broken_at(r"model $\alpha + \beta$", 8) == ["model", r"$\alpha + \beta$"]
    assert broken_at("some model (AUCPR 0.922)", 14) == ["some model", "(AUCPR 0.922)"]


@pytest.mark.parametrize(
    ("names", "layout", "context"),
    sampled([[SPACES], [LINES, SPACES]], ["constrained", None], ["paper", "notebook"], every=3),
)
def test_a_legend_is_on_the_figure_with_all_names_and_numbers(
    labels, models, names, layout, context
):
    _, ax = drawn(models, labels, names=names, layout=layout, context=context)
    page = page_of(ax.figure)
    assert beyond(page, page.legend_texts) < UNSEEN
    said = unwrapped(page.legend_texts)
    assert all(name.replace(" ", "") in said for name in names)
    numbers = [line.get_label()[-6:-1] for line in marked(ax)]
    assert all(number in said for number in numbers)


def test_long_names_in_the_type_of_a_talk_that_a_column_can_not_hold_are_no_silent_loss(
    labels, models
):
    with pytest.warns(UserWarning, match="the legend of 2 rows does not fit the figure"):
        drawn(models, labels, names=[LINES, SPACES], context="talk")


@pytest.mark.parametrize("names", [[SPACES], [LINES, SPACES]])
def test_long_names_cover_no_curve(labels, models, names):
    _, ax = drawn(models, labels, names=names, size=4.5)
    check_that_curves_are_clear(page_of(ax.figure))


def test_short_names_stay_on_one_line(labels, models):
    _, ax = drawn(models, labels, names=["good model", "tied", "poor"])
    assert not any("\n" in text.get_text() for text in shown_in(ax.get_legend()))


def test_a_long_name_in_one_slot_of_a_mosaic_does_not_shrink_the_others(labels, models):
    sizes = []
    for name in ("good", SPACES):
        fig, axes = plt.subplot_mosaic("AB;CC", figsize=(6.4, 6.4), layout="constrained")
        prp.plot_pr(labels, {name: models["good"]}, ax=axes["A"])
        prp.plot_roc(labels, models["good"], legend=False, ax=axes["B"])
        prp.plot_prg(labels, models["good"], legend=False, ax=axes["C"])
        fig.draw_without_rendering()
        legend, slot = axes["A"].get_legend().get_window_extent(), axes["A"].get_window_extent()
        assert slot.x0 <= legend.x0 < legend.x1 <= slot.x1
        sizes.append([axes[key].get_window_extent().width for key in "ABC"])
    assert np.min(np.divide(*sizes[::-1])) > 0.9


@pytest.mark.filterwarnings("ignore:the legend of 3 rows does not fit the figure")
def test_a_formula_is_not_broken():
    rng = np.random.default_rng(0)
    y = rng.random(200) < 0.4
    formula = r"$\lambda_{reg}=10^{-3}$"
    models = {f"loss {i} with {formula} and dropout": y + rng.normal(size=200) for i in range(3)}
    _, ax = plt.subplots(figsize=(2.2, 1.8), layout="constrained")
    prp.plot_pr(y, models, ax=ax)
    ax.figure.draw_without_rendering()
    said = [text.get_text() for text in shown_in(ax.get_legend())]
    assert sum(one.count(formula) for one in said) == 3
    assert any("\n" in one for one in said)
