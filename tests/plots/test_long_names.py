"""Long names: over several lines, on the figure, in one row with their numbers."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
import seaborn as sns
from matplotlib.text import Text

import prplot as prp
from prplot.draw.placement.table import broken
from prplot.draw.scene import CURVE, NAMED
from tests.cases import sampled, slowly
from tests.plots.artists import legend_texts

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
        fig.canvas.draw()
    return fig, ax


def squeezed(text):
    return text.get_text().replace("\n", "").replace(" ", "")


def test_lines_end_where_a_reader_would_end_them():
    assert broken_at("a name of words", 8) == ["a name", "of words"]
    assert broken_at("with_lines-and hyphens", 11) == ["with_lines-", "and hyphens"]
    assert broken_at("x" * 7, 3) == ["xxx", "xxx", "x"]
    assert broken_at("short", 8) == ["short"]
    assert broken_at("two\nlines", 8) == ["two", "lines"]


def test_lines_are_even():
    assert broken_at("one two three four", 16) == ["one two", "three four"]


def test_formulas_and_numbers_stay_whole():
    assert broken_at(r"model $\alpha + \beta$", 8) == ["model", r"$\alpha + \beta$"]
    assert broken_at("some model (AUCPR 0.922)", 14) == ["some model", "(AUCPR 0.922)"]


@pytest.mark.parametrize(
    ("names", "layout", "context"),
    sampled(
        [[SPACES], [LINES, SPACES], [SPACES, LINES, NOWHERE]],
        ["constrained", None],
        ["paper", "talk"],
        every=8,
    ),
)
def test_a_legend_never_leaves_the_figure(labels, models, names, layout, context):
    fig, ax = drawn(models, labels, names=names, layout=layout, context=context)
    legend, canvas = ax.get_legend().get_window_extent(), fig.bbox.padded(1)
    assert canvas.x0 <= legend.x0 < legend.x1 <= canvas.x1
    assert canvas.y0 <= legend.y0 < legend.y1 <= canvas.y1


@pytest.mark.parametrize(
    "names", [[SPACES], slowly([LINES, SPACES]), slowly([SPACES, LINES, NOWHERE])]
)
def test_long_names_cover_no_curve_and_keep_their_numbers(labels, models, names):
    _, ax = drawn(models, labels, names=names)
    legend = ax.get_legend().get_window_extent()
    for line in ax.lines:
        if line.get_gid() == CURVE.name:
            at = ax.transData.transform(line.get_xydata())
            assert not ((at > legend.p0) & (at < legend.p1)).all(axis=1).any()
    said = legend_texts(ax)
    assert sum(text.startswith("0.") for text in said) == len(names)
    for name in names:
        start, end = name[:3], name[-3:]
        assert any(text.startswith(start) and text.endswith(end) for text in said)


def test_a_name_says_all_where_there_is_room_with_its_number_and_swatch_in_the_first_line(
    labels, models
):
    _, ax = drawn(models, labels, names=[SPACES, LINES], size=6.4)
    legend = ax.get_legend()
    said = [squeezed(text) for text in legend.get_texts()]
    assert SPACES.replace(" ", "") in said
    assert LINES in said
    texts = legend.get_texts()
    names = [text for text in texts if "\n" in text.get_text() and text.get_text()[0].isalpha()]
    cells = [text for text in texts if text.get_text().startswith("0.")]
    assert len(names) == len(cells) == 2
    for name, cell in zip(names, cells, strict=True):
        # A number has as many lines as its name, all but the first of them empty.
        assert cell.get_text().count("\n") == name.get_text().count("\n")
        tops = [text.get_window_extent().y1 for text in (name, cell)]
        assert tops[0] == pytest.approx(tops[1], abs=3)
    swatches = dict(zip(texts, legend.legend_handles, strict=True))
    for text in names:
        box, lines = text.get_window_extent(), text.get_text().count("\n") + 1
        height = swatches[text].get_window_extent().y0
        assert box.y1 - box.height / lines <= height <= box.y1


def test_short_names_stay_on_one_line(labels, models):
    _, ax = drawn(models, labels, names=["good model", "tied", "poor"])
    assert not any("\n" in text.get_text() for text in ax.get_legend().get_texts())


def test_names_that_differ_in_the_middle_are_not_left_out_there(labels, models):
    names = [f"{'long ' * 8}{middle}{' name' * 8}" for middle in ("one", "two")]
    _, ax = drawn(models, labels, names=names, layout=None, size=4)
    # Their ends are alike, so what is said must go as far as where they differ.
    said = [text.get_text().replace("\n", " ") for text in ax.get_legend().get_texts()]
    told = [name for name in said if "long" in name]
    assert len(told) == 2
    assert len(set(told)) == 2


def test_a_long_name_in_one_slot_of_a_mosaic_does_not_shrink_the_others(labels, models):
    sizes = []
    for name in ("good", SPACES):
        fig, axes = plt.subplot_mosaic("AB;CC", figsize=(6.4, 6.4), layout="constrained")
        prp.plot_pr(labels, {name: models["good"], f"{name} too": models["tied"]}, ax=axes["A"])
        prp.plot_roc(labels, models["good"], legend=False, ax=axes["B"])
        prp.plot_prg(labels, models["good"], legend=False, ax=axes["C"])
        fig.canvas.draw()
        legend, slot = axes["A"].get_legend().get_window_extent(), axes["A"].get_window_extent()
        assert slot.x0 <= legend.x0 < legend.x1 <= slot.x1
        sizes.append([axes[key].get_window_extent().width for key in "ABC"])
    assert np.min(np.divide(*sizes[::-1])) > 0.9


@pytest.mark.parametrize("size", sampled([6.4, 4.5], every=2))
def test_long_names_stand_beside_their_curves(labels, models, size):
    names = [SPACES, LINES]
    _, ax = drawn(models, labels, names=names, size=size, legend="direct")
    frame = ax.get_window_extent()
    texts = [text for text in ax.texts if text.get_visible() and "\n" in text.get_text()]
    assert len(texts) == 2
    assert sum(line.get_gid() == NAMED.name for line in ax.lines) == 2
    for text in texts:
        box = Text.get_window_extent(text)
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1


def test_long_names_beside_curves_do_not_make_the_axes_small(labels, models):
    widths = []
    for name in ("good", NOWHERE + NOWHERE):
        _, ax = drawn(models, labels, names=[name], size=6.4, legend="direct")
        widths.append(ax.get_window_extent().width)
    assert widths[1] == pytest.approx(widths[0], rel=0.02)


def test_a_formula_is_left_out_whole():
    rng = np.random.default_rng(0)
    y = rng.random(200) < 0.4
    words = r"loss {} with $\lambda_{{reg}}=10^{{-3}}$ and dropout"
    models = {words.format(i): y + rng.normal(size=200) for i in range(4)}
    figure, ax = plt.subplots(figsize=(2.2, 1.8), layout="constrained")
    prp.plot_pr(y, models, ax=ax)
    figure.canvas.draw()
    said = "".join(text.get_text() for text in ax.get_legend().get_texts())
    assert "..." in said
    assert set(re.findall(r"\$.*?\$", said)) <= {r"$\lambda_{reg}=10^{-3}$"}
