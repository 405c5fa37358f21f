"""Letters touch no line and leave no canvas, in figures of many models with a chance line."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import seaborn as sns

import prplot as prp
from prplot.draw.scene import CHANCE, CURVE, MINIMUM
from tests.cases import sampled, slowly
from tests.plots.print_size import UNSEEN, Page, beyond, covered

# The share of positives and how noisy the labels are, in six data sets.
DATA = {"rare": (0.03, 0), "few": (0.1, 0), "some": (0.25, 0), "half": (0.5, 0)}
DATA |= {"most": (0.8, 0), "noisy": (0.4, 0.3)}
NAMES = ("forest", "logistic regression", "naive Bayes", "boosting", "neighbours", "tree")
MODELS = (2, 3, 4, 6, 8, 12)
SIZES = ((6.4, 4.8), (3.25, 3.25))
STYLES = ("default", "prplot.styles.paper")


def drawn(data, models, size):
    fig, ax = plt.subplots(figsize=size, layout="constrained")
    plot(data, models, ax)
    fig.draw_without_rendering()
    return fig, ax


def plot(data, models, ax, draw=prp.plot_pr):
    rng, (share, noise) = np.random.default_rng(models), DATA[data]
    y = rng.random(600) < share
    seen = y ^ (rng.random(600) < noise)
    names = [*NAMES, *(f"model {i}" for i in range(7, 13))][:models]
    strengths = np.linspace(3, 0.8, models)
    scores = {
        name: rng.normal(size=600) + k * seen for name, k in zip(names, strengths, strict=True)
    }
    draw(y, scores, show_chance=True, ax=ax)


@pytest.mark.parametrize(
    ("data", "models", "size", "style"), sampled(DATA, MODELS, SIZES, STYLES, every=29)
)
def test_letters_touch_no_line_and_leave_no_canvas(data, models, size, style):
    with plt.style.context(style):
        fig, ax = drawn(data, models, size)
        page = Page(fig, [ax])
    lines = page.segments(CURVE, MINIMUM, CHANCE)
    # A dozen rows stand on the minimum curve rather than halve small axes beside them.
    beneath = page.segments(CURVE, CHANCE) if models > 8 else lines
    assert covered(page.legend_boxes, beneath) <= UNSEEN
    assert covered(map(page.rectangle, page.words), lines) <= UNSEEN
    assert beyond(page, [*page.words, *page.legend_texts]) <= UNSEEN


@pytest.mark.parametrize("models", [slowly(3), 8])
def test_six_panels_of_six_calls_have_legends_of_one_form(models):
    fig, axes = plt.subplots(2, 3, figsize=(10, 6.5), layout="constrained")
    for data, ax in zip(DATA, axes.flat, strict=True):
        plot(data, models, ax)
    fig.draw_without_rendering()
    page = Page(fig, list(axes.flat))
    assert covered(page.legend_boxes, page.segments(CURVE, MINIMUM, CHANCE)) <= UNSEEN
    assert beyond(page, [*page.words, *page.legend_texts]) <= UNSEEN
    frames = [ax.get_window_extent() for ax in axes.flat]
    legends = [ax.get_legend().get_window_extent() for ax in axes.flat]
    sides = {(one.x0 > of.x1, one.y1 < of.y0) for one, of in zip(legends, frames, strict=True)}
    assert len(sides) == 1
    widths = [frame.width for frame in frames]
    assert min(widths) > 0.9 * max(widths)
    # More than half as wide as without any legend.
    assert min(widths) > 150


@pytest.mark.parametrize("layout", ["constrained", "tight", None])
@pytest.mark.parametrize(
    ("shape", "size", "models"),
    [((2, 3), (9, 6), 3), ((2, 2), (7, 5.5), 3), ((2, 1), (3.25, 6), 4)],
)
def test_legends_of_a_grid_keep_off_its_other_panels(shape, size, models, layout):
    fig, axes = plt.subplots(*shape, figsize=size, layout=layout)
    for (data, ax), name in zip(zip(DATA, axes.flat, strict=False), "abcdef", strict=False):
        plot(data, models, ax)
        ax.set_title(f"site {name}")
    for _ in range(2):
        fig.draw_without_rendering()
        for ax in axes.flat:
            legend = ax.get_legend().get_window_extent()
            for one in axes.flat:
                parts = (one.title, one.xaxis, one.yaxis, one.get_legend(), one.patch)
                for part in parts if one is not ax else parts[:3]:
                    box = getattr(part, "get_tightbbox", part.get_window_extent)()
                    assert not legend.padded(-3).overlaps(box), (ax.get_title(), part)
        widths = [ax.get_window_extent().width for ax in axes.flat]
        assert max(widths) - min(widths) <= 0.03 * max(widths)


def test_a_long_legend_begins_above_axes_that_it_makes_smaller():
    with sns.plotting_context("talk"):
        fig, ax = plt.subplots(figsize=(6.4, 3.6))
        plot("few", 12, ax)
        fig.draw_without_rendering()
    legend = ax.get_legend().get_window_extent()
    assert legend.y1 > ax.get_window_extent().y1
    assert fig.bbox.contains(*legend.p0)
    assert fig.bbox.contains(*legend.p1)


@pytest.mark.parametrize("layout", [None, "constrained", "tight"])
def test_a_legend_rather_leaves_the_figure_with_a_warning_than_cover_its_title(layout):
    rng = np.random.default_rng(0)
    fig, ax = plt.subplots(figsize=(4, 3), layout=layout)
    title = fig.suptitle("Curves of all the models at two sites")
    scores = {f"M{i}": rng.random(400) for i in range(20)}
    prp.plot_pr(np.arange(400) % 4 == 0, scores, legend="outside right", ax=ax)
    with pytest.warns(UserWarning, match="the legend of 20 rows does not fit"):
        fig.draw_without_rendering()
    assert not ax.get_legend().get_window_extent().overlaps(title.get_window_extent())


def test_neighbours_in_three_dimensions_do_no_harm():
    fig = plt.figure()
    ax = fig.add_subplot(121)
    fig.add_subplot(122, projection="3d")
    plot("few", 3, ax)
    fig.draw_without_rendering()
    assert fig.bbox.contains(*ax.get_legend().get_window_extent().p0)


@pytest.mark.parametrize("layout", ["constrained", "tight"])
def test_nothing_is_said_of_the_legend_of_invisible_axes(layout):
    fig, ax = plt.subplots(layout=layout)
    plot("few", 5, ax)
    fig.draw_without_rendering()
    ax.set_visible(False)
    # Warnings are errors here.
    fig.draw_without_rendering()


# Names of axes

CONTEXTS = ("notebook", "talk")
NAMED = {
    "roc": lambda ax: plot("few", 2, ax, prp.plot_roc),
    "npr": lambda ax: plot("few", 2, ax, prp.plot_npr),
    "pr": lambda ax: plot("few", 1, ax),
    "thresholds": lambda ax: prp.plot_thresholds([0, 1, 0, 1], [0.1, 0.4, 0.5, 0.9], ax=ax),
    "aucpr_min": lambda ax: prp.plot_aucpr_min(ax=ax),
}


def names_of(figure):
    return [axis.label for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)]


def assert_on_figure(figure):
    figure.draw_without_rendering()
    for text in names_of(figure):
        box = text.get_window_extent()
        assert figure.bbox.padded(1).contains(*box.p0), text
        assert figure.bbox.padded(1).contains(*box.p1), text


@pytest.mark.parametrize(
    ("what", "context", "layout", "side"),
    sampled(NAMED, CONTEXTS, [None, "constrained"], [3.25, 4.5], every=3),
)
def test_names_of_axes_stay_on_the_figure(what, context, layout, side):
    with sns.plotting_context(context):
        figure, ax = plt.subplots(figsize=(side, side), layout=layout)
        NAMED[what](ax)
        assert_on_figure(figure)


def test_names_of_panels_are_smaller_all_alike_while_the_figure_is():
    with sns.plotting_context("talk"):
        figure, axes = plt.subplots(1, 3, figsize=(7, 2.6), layout="constrained")
        prp.plot_spaces([0, 1, 0, 1, 1], [0.1, 0.4, 0.5, 0.3, 0.9], axes=axes)
        assert_on_figure(figure)
    (size,) = {text.get_fontsize() for text in names_of(figure)}
    assert 6 <= size < 18
    figure.set_size_inches(15, 6)
    figure.draw_without_rendering()
    assert {text.get_fontsize() for text in names_of(figure)} == {18}
    axes[0].yaxis.label.set_fontsize(20)
    figure.set_size_inches(7, 2.6)
    figure.draw_without_rendering()
    assert axes[0].yaxis.label.get_fontsize() == 20
    assert axes[1].yaxis.label.get_fontsize() < 18


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_what_users_do_to_names_and_texts_stays(layout):
    with sns.plotting_context("talk"):
        figure, ax = plt.subplots(figsize=(3.25, 3.25), layout=layout)
        ax.text(0.1, 0.5, "note").set_visible(False)
        plot("few", 1, ax, prp.plot_roc)
        # A constrained layout makes room for texts, wherever they are.
        ax.text(0.1, 0.5, "another").set_in_layout(layout is None)
        figure.draw_without_rendering()
        before = ax.get_position().width
        assert before > 0.3
        for left in (0.8, 0):
            ax.set_xlim(left, 1)
            figure.draw_without_rendering()
        assert ax.get_position().width == pytest.approx(before, abs=0.01)
        ax.set_xlabel("A name that is much longer than that of before")
        assert_on_figure(figure)
        ax.clear()
        plot("few", 1, ax, prp.plot_roc)
        assert_on_figure(figure)
        ax.xaxis.labelpad = 1.0
        figure.set_size_inches(8, 8)
        figure.draw_without_rendering()
        assert ax.xaxis.labelpad == 1.0
