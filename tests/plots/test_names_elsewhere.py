"""Names in other views, on small figures and of references: each stands clear, or is listed."""

from itertools import chain

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns

import prplot as prp
from prplot.draw.scene import CHANCE
from tests.cases import sampled
from tests.plots.artists import (
    check_that_words_are_clear,
    leaders,
    legend_texts,
    marked,
    name_in,
    shown_texts,
    words,
)
from tests.plots.print_size import missing


def models(count, step=0.5):
    rng = np.random.default_rng(1)
    y = (rng.random(500) < 0.3).astype(int)
    return y, {f"model {i + 1}": rng.normal(size=500) + (i + 1) * step * y for i in range(count)}


def directly(count, size, step=0.5, legend="direct"):
    _, ax = plt.subplots(figsize=size)
    prp.plot_pr(*models(count, step), legend=legend, ax=ax)
    return ax


def groups():
    rng, count = np.random.default_rng(3), 600
    group = rng.choice(list("abc"), count, p=[0.5, 0.3, 0.2])
    share = np.select([group == "a", group == "b"], [0.2, 0.5], 0.35)
    y = (rng.random(count) < share).astype(int)
    return pd.DataFrame({"y": y, "s": rng.normal(size=count) + 1.3 * y, "g": group})


def named(ax):
    """Return the names beside curves and those in the legend."""
    beside = [name_in(text) for text in shown_texts(ax)]
    listed = [one.split(" (")[0] for one in legend_texts(ax)]
    return beside, listed


def numbered(*numbers):
    return {f"model {i}" for i in numbers}


@pytest.mark.parametrize(
    ("count", "view"), sampled([5, 8, 12], [((0.5, 1), (0.5, 1)), ((0.8, 1), (0, 0.6))], every=3)
)
def test_zooming_in_leaves_names_clear(count, view):
    ax = directly(count, (4.5, 4.5))
    ax.set(xlim=view[0], ylim=view[1])
    frame = ax.get_window_extent().padded(-2)
    low, high = ax.transData.inverted().transform(frame)
    paths = {line.get_label(): line.get_xydata() for line in marked(ax)}
    seen = {
        name.removeprefix("_").split(" (")[0]
        for name, at in paths.items()
        if ((at > low) & (at < high)).all(axis=1).any()
    }
    check_that_words_are_clear(ax.figure, seen)


def test_a_curve_out_of_view_is_not_named_until_it_is_back():
    ax = directly(5, (4.5, 4.5))
    limits = ax.get_xlim(), ax.get_ylim()
    ax.set(xlim=(0.5, 1), ylim=(0.5, 1))
    ax.figure.draw_without_rendering()
    assert {*chain(*named(ax))} & numbered(1, 2, 3, 4, 5) == numbered(2, 3, 4, 5)
    ax.set(xlim=limits[0], ylim=limits[1])
    check_that_words_are_clear(ax.figure, numbered(1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("legend", "count", "size"),
    sampled(["auto", "direct"], [4, 8], [(2.4, 2.4), (2.6, 2), (4.2, 4.2)], every=5),
)
def test_a_small_figure_shows_each_name_once(legend, count, size):
    ax = directly(count, size, 0.2, legend=legend)
    check_that_words_are_clear(ax.figure, numbered(*range(1, count + 1)))


def test_more_names_than_a_figure_has_room_for_are_no_silent_loss():
    with pytest.warns(UserWarning, match="the legend of 8 rows does not fit the figure"):
        directly(8, (2.2, 2.2), 0.2, legend="auto").figure.draw_without_rendering()


@pytest.mark.parametrize(("count", "step", "size"), [(2, 0.2, 3.3), (3, 0.2, 4.5)])
def test_names_that_can_touch_their_curves_have_no_leaders(count, step, size):
    ax = directly(count, (size, size), step)
    ax.figure.draw_without_rendering()
    assert numbered(*range(1, count + 1)) <= set(named(ax)[0])
    assert leaders(ax) == []


ROOMS = [("notebook", 6.4), ("notebook", 4.5), ("talk", 6.4), ("notebook", 3.3)]


@pytest.mark.parametrize(("room", "layout"), sampled(ROOMS, [None, "constrained"], every=5))
def test_every_chance_line_is_named(room, layout):
    context, size = room
    with sns.plotting_context(context):
        fig, ax = plt.subplots(figsize=(size, size), layout=layout)
        prp.plot_pr("y", "s", data=groups(), hue="g", show_chance=True, ax=ax)
    page = check_that_words_are_clear(fig)
    wanted = [words(line) for line in marked(ax, CHANCE)]
    assert len(wanted) == 3
    assert missing([*page.words, *page.legend_texts], wanted) == []
