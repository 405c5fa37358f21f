"""Names in other views, on small figures and of references: each stands clear, or is listed."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import CHANCE, NAMED
from tests.cases import sampled, slowly
from tests.plots.artists import legend_texts, shown_texts, words


def models(count, step=0.5):
    rng = np.random.default_rng(1)
    y = (rng.random(500) < 0.3).astype(int)
    return y, {f"model {i + 1}": rng.normal(size=500) + (i + 1) * step * y for i in range(count)}


def directly(count, size, step=0.5, plot=prp.plot_pr):
    y, scores = models(count, step)
    _, ax = plt.subplots(figsize=size)
    plot(y, scores, legend="direct", ax=ax)
    return ax


def groups():
    rng, count = np.random.default_rng(3), 600
    group = rng.choice(list("abc"), count, p=[0.5, 0.3, 0.2])
    share = np.select([group == "a", group == "b"], [0.2, 0.5], 0.35)
    y = (rng.random(count) < share).astype(int)
    return pd.DataFrame({"y": y, "s": rng.normal(size=count) + 1.3 * y, "g": group})


def name_of(said):
    # Names in a narrow legend go over several lines.
    return " ".join(said.split()).split(" (")[0]


def check_clear(ax):
    """Assert that words lie in the axes and overlap neither each other nor the legend."""
    frame = ax.get_window_extent().padded(1)
    boxes = [Text.get_window_extent(text) for text in shown_texts(ax)]
    for text, box in zip(shown_texts(ax), boxes, strict=True):
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1, text.get_text()
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1, text.get_text()
    boxes += [ax.get_legend().get_window_extent()] if ax.get_legend() else []
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:i])


def said(ax):
    return {
        name_of(one) for one in [*(text.get_text() for text in shown_texts(ax)), *legend_texts(ax)]
    }


@pytest.mark.parametrize(
    ("count", "view"), sampled([5, 8, 12], [((0.5, 1), (0.5, 1)), ((0.8, 1), (0, 0.6))], every=3)
)
def test_zooming_in_leaves_names_clear(count, view):
    ax = directly(count, (4.5, 4.5))
    ax.set(xlim=view[0], ylim=view[1])
    ax.figure.canvas.draw()
    check_clear(ax)
    x, y = ax.transData.inverted().transform(ax.get_window_extent().padded(-2)).T
    for line in (line for line in ax.lines if line.get_gid() == NAMED.name):
        at = line.get_xydata()
        if ((at > [x[0], y[0]]) & (at < [x[1], y[1]])).all(axis=1).any():
            assert name_of(words(line)) in said(ax)


def test_a_curve_out_of_view_is_not_named_until_it_is_back():
    ax = directly(5, (4.5, 4.5))
    limits = ax.get_xlim(), ax.get_ylim()
    ax.set(xlim=(0.5, 1), ylim=(0.5, 1))
    ax.figure.canvas.draw()
    assert said(ax) & {f"model {i}" for i in range(1, 6)} == {f"model {i}" for i in range(2, 6)}
    ax.set(xlim=limits[0], ylim=limits[1])
    ax.figure.canvas.draw()
    assert {f"model {i}" for i in range(1, 6)} <= said(ax)


def test_names_without_a_place_in_a_view_are_listed_at_once_and_only_there():
    ax = directly(5, (4.5, 4.5))
    assert ax.get_legend() is None
    limits = ax.get_xlim(), ax.get_ylim()
    ax.set(xlim=(0.93, 1), ylim=(0.3, 0.4))
    ax.figure.canvas.draw()
    first = np.asarray(ax.figure.canvas.buffer_rgba()).copy()
    assert legend_texts(ax)
    check_clear(ax)
    ax.figure.canvas.draw()
    # The first time too it is on the picture.
    np.testing.assert_array_equal(first, np.asarray(ax.figure.canvas.buffer_rgba()))
    ax.set(xlim=limits[0], ylim=limits[1])
    ax.figure.canvas.draw()
    assert ax.get_legend() is None
    assert {f"model {i}" for i in range(1, 6)} <= said(ax)


@pytest.mark.parametrize(
    ("count", "size"), sampled([(4, (2.2, 2.2)), (12, (2.6, 2)), (12, (4.2, 4.2))], every=3)
)
def test_what_is_listed_on_a_small_figure_stays_in_the_axes(count, size):
    ax = directly(count, size, 0.2)
    ax.figure.canvas.draw()
    assert {f"model {i + 1}" for i in range(count)} <= said(ax)
    if ax.get_legend() is not None:
        frame, extent = ax.get_window_extent(), ax.get_legend().get_window_extent()
        assert frame.x0 <= extent.x0 < extent.x1 <= frame.x1
        assert frame.y0 <= extent.y0 < extent.y1 <= frame.y1


@pytest.mark.parametrize("size", sampled([[2.6, 2], [2.6, 2.6]], every=2))
def test_many_rows_stand_side_by_side_before_they_leave_the_axes(size):
    y, scores = models(12, 0.2)
    _, ax = plt.subplots(figsize=size)
    prp.plot_pr(y, scores, ax=ax)
    ax.figure.canvas.draw()
    assert set(scores) <= said(ax)
    frame, extent = ax.get_window_extent(), ax.get_legend().get_window_extent()
    assert frame.x0 <= extent.x0 < extent.x1 <= frame.x1
    assert frame.y0 <= extent.y0 < extent.y1 <= frame.y1


LEADERS = [
    ("poster", 5, (6.4, 4.8), 0.5, prp.plot_pr),
    ("notebook", 8, (4.5, 4.5), 0.5, prp.plot_prg),
    ("notebook", 12, (6.4, 6.4), 0.2, prp.plot_prg),
    ("notebook", 12, (4.5, 4.5), 0.5, prp.plot_prg),
]


@pytest.mark.parametrize(
    ("context", "count", "size", "step", "plot"), [LEADERS[0], *map(slowly, LEADERS[1:])]
)
def test_no_leader_crosses_two_curves(context, count, size, step, plot):
    with sns.plotting_context(context):
        ax = directly(count, size, step, plot)
        ax.figure.canvas.draw()
    curves = {words(line): line for line in ax.lines if line.get_gid() == NAMED.name}
    for text in shown_texts(ax):
        if text.arrow_patch is None or not text.arrow_patch.get_visible():
            continue
        way = text.arrow_patch.get_path().transformed(text.arrow_patch.get_transform())
        others = [one for name, one in curves.items() if name_of(name) != name_of(text.get_text())]
        paths = [one.get_path().transformed(one.get_transform()) for one in others]
        assert sum(path.intersects_path(way, filled=False) for path in paths) <= 1


@pytest.mark.parametrize(("count", "step"), [(2, 0.2), (5, 0.5), slowly((5, 0.2))])
def test_names_that_can_touch_their_curves_have_no_leaders(count, step):
    ax = directly(count, (3.3, 3.3), step)
    ax.figure.canvas.draw()
    named = [text for text in shown_texts(ax) if text.get_text().startswith("model")]
    assert len(named) == count
    assert not any(text.arrow_patch.get_visible() for text in named)


ROOMS = [("notebook", 6.4), ("notebook", 4.5), ("notebook", 3.3), ("notebook", 2.6)]
ROOMS += [("talk", 6.4), ("talk", 4.5), ("talk", 3.3), ("poster", 6.4), ("poster", 4.5)]


@pytest.mark.parametrize(("room", "layout"), sampled(ROOMS, [None, "constrained"], every=9))
def test_every_chance_line_is_named(room, layout):
    context, size = room
    with sns.plotting_context(context):
        fig, ax = plt.subplots(figsize=(size, size), layout=layout)
        prp.plot_pr("y", "s", data=groups(), hue="g", show_chance=True, ax=ax)
        fig.canvas.draw()
    lines = [line for line in ax.lines if line.get_gid() == CHANCE.name]
    assert len(lines) == 3
    for line in lines:
        # Of words in a legend that is too wide for its axes the middle is left out.
        start, end = words(line)[:2], words(line)[-4:]
        assert any(one.startswith(start) and one.endswith(end) for one in said(ax))
