"""Legends, texts and insets of users: ours work as matplotlib's do, and keep off theirs."""

import copy
import io
import logging
import pickle

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import SubFigure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.offsetbox import AnchoredText
from matplotlib.patheffects import Normal
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import prplot as prp
from prplot.draw.placement import annotations
from prplot.draw.scene import CURVE
from tests.cases import sampled, slowly
from tests.plots.artists import lay_out, marked, shown_texts, words_of

LAYOUTS = ["none", "constrained", "tight"]


def in_axes(labels, models, *, size=(6.4, 4.8), layout="none", **options):
    figure, ax = plt.subplots(figsize=size, layout=layout)
    prp.plot_pr(labels, models, ax=ax, **options)
    return figure, ax


@pytest.fixture
def entries(labels, models):
    """Return the legend entries of the three models."""
    return [f"{name} (AUCPR {prp.aucpr(labels, score):.3f})" for name, score in models.items()]


@pytest.fixture(scope="module")
def table(labels, models):
    held = pd.DataFrame({"y": labels, "s": models["good"]})
    held["site"] = np.arange(300) % 3
    held["kind"] = np.where(np.arange(300) % 2 == 0, "a", "b")
    return held


def pixels(figure):
    figure.canvas.draw()
    return np.array(figure.canvas.buffer_rgba())


def test_a_shaded_mesh_of_the_user_keeps_words_off_its_ground(labels, models):
    _, ax = plt.subplots()
    ax.tripcolor([0, 1, 0.5], [0, 0, 0.3], [0, 1, 2], shading="gouraud")
    prp.plot_pr(labels, models, show_min=True, ax=ax)
    ax.figure.draw_without_rendering()
    box = ax.get_legend().get_window_extent().transformed(ax.transData.inverted())
    assert box.y0 > 0.3 or box.x1 < 0 or not box.overlaps(Bbox([[0.3, 0], [0.7, 0.15]]))


def test_rows_with_path_effects_of_their_own_are_drawn_once(labels, models, monkeypatch):
    figure, ax = in_axes(labels, models)
    ax.grid()
    figure.draw_without_rendering()
    text = ax.get_legend().get_texts()[0]
    text.set(path_effects=[Normal()], alpha=0.4)
    drawn = []
    draw = Text.draw

    def noted(one, renderer):
        if one.get_visible() and one.get_alpha() == 0.4:
            drawn.append(one.get_text())
        draw(one, renderer)

    monkeypatch.setattr(Text, "draw", noted)
    figure.draw_without_rendering()
    name, number = text.get_text().removesuffix(")").split(" (AUCPR ")
    assert sorted(drawn) == sorted([name, number])


# Legends are matplotlib's


def check_entries(legend, entries):
    assert words_of(legend) == entries
    check_handles(legend, entries)


def check_moved(legend, entries):
    """Assert that a copy of a legend has the names and areas of its rows."""
    parts = [entry.rstrip(")").replace("(", "").split() for entry in entries]
    assert len(legend.get_texts()) == len(entries)
    for said, (name, _, number) in zip(words_of(legend), parts, strict=True):
        assert said.startswith(name)
        assert number in said
    check_handles(legend, entries)


def check_handles(legend, entries):
    assert len(legend.legend_handles) == len(entries)
    assert all(isinstance(handle, Line2D) for handle in legend.legend_handles)


def test_seaborn_moves_the_legend_with_its_names_and_numbers(labels, models, entries):
    _, ax = in_axes(labels, models)
    curves = [line.get_color() for line in marked(ax)]
    for drawn_before in (False, True):
        if drawn_before:
            ax.figure.draw_without_rendering()
        sns.move_legend(ax, "upper left", bbox_to_anchor=(1, 1))
        check_moved(ax.get_legend(), entries)
        assert [one.get_color() for one in ax.get_legend().legend_handles] == curves
    ax.figure.draw_without_rendering()
    check_moved(ax.get_legend(), entries)
    left = ax.get_legend().get_window_extent().x0
    assert left == pytest.approx(ax.get_window_extent().x1, abs=20)


def test_handles_and_labels_are_those_of_the_curves(labels, models, entries):
    _, ax = in_axes(labels, models)
    for _ in range(2):
        handles, found = ax.get_legend_handles_labels()
        assert found == entries
        assert handles == marked(ax)
        ax.figure.draw_without_rendering()


@pytest.mark.parametrize("whose", ["axes", "figure"])
def test_a_legend_made_anew_has_one_entry_for_each_curve(labels, models, entries, whose):
    figure, ax = in_axes(labels, models)
    for _ in range(2):
        legend = ax.legend(loc="lower left") if whose == "axes" else figure.legend(loc="lower left")
        check_entries(legend, entries)
        figure.draw_without_rendering()
        check_entries(legend, entries)
    if whose == "axes":
        assert ax.get_legend() is legend
        corner = ax.get_window_extent().p0
        np.testing.assert_allclose(legend.get_window_extent().p0, corner, atol=12)


@pytest.mark.parametrize("layout", sampled(LAYOUTS, every=2))
def test_a_legend_stays_where_the_user_put_it(labels, models, layout):
    figure, ax = in_axes(labels, models, layout=layout)
    figure.draw_without_rendering()
    ax.get_legend().set_loc("upper right")
    for size in ((6.4, 4.8), (5, 5)):
        figure.set_size_inches(size)
        figure.draw_without_rendering()
        corner = ax.get_window_extent().p1
        np.testing.assert_allclose(ax.get_legend().get_window_extent().p1, corner, atol=12)


@pytest.mark.parametrize("place", ["lower left", "upper right", "center"])
def test_a_legend_that_was_moved_before_the_first_drawing_stays_there(labels, models, place):
    _, ax = in_axes(labels, models)
    ax.get_legend().set_loc(place)
    ax.figure.draw_without_rendering()
    middle, frame = ax.get_legend().get_window_extent(), ax.get_window_extent()
    at = ((middle.p0 + middle.p1) / 2 - frame.p0) / frame.size
    below = {"lower left": [0.5, 0.5], "upper right": [2, 2], "center": [0.51, 0.51]}[place]
    assert (at < below).all()
    assert place != "center" or (at > 0.49).all()


@pytest.mark.parametrize("second", ["without a legend", "with another legend"])
def test_a_legend_of_an_earlier_call_is_placed(labels, models, second):
    _, ax = in_axes(labels, models)
    if second == "without a legend":
        prp.plot_pr(labels, models["poor"], ax=ax, legend=False)
    else:
        first = ax.get_legend()
        ax.legend([Line2D([], [])], ["other"], loc="upper right")
        ax.add_artist(first)
    ax.figure.draw_without_rendering()
    held = [one for one in ax.get_children() if isinstance(one, Legend)]
    assert len(held) == (1 if second == "without a legend" else 2)
    corners = [one.get_window_extent().p0 - ax.get_window_extent().p0 for one in held]
    assert min(map(np.max, corners)) > 2


def change_handles(legend):
    for handle in legend.legend_handles:
        handle.set_linewidth(6)


def change_texts(legend):
    plt.setp(legend.get_texts(), family="serif", style="italic")


def hide_a_row(legend):
    legend.get_texts()[1].set_visible(False)


def frame(legend):
    legend.set_frame_on(True)
    legend.get_frame().set(facecolor="yellow", edgecolor="red")


@pytest.mark.parametrize(
    ("when", "change"),
    sampled(["before", "after"], [change_handles, change_texts, hide_a_row, frame], every=3),
)
def test_the_look_that_the_user_gives_to_a_legend_is_kept(labels, models, plain, change, when):
    # It gets the size, and so the form of the legend, after the change.
    other, ax = in_axes(labels, models, size=(6.4, 4.8) if when == "after" else (3.25, 2.8))
    if when == "after":
        other.draw_without_rendering()
    change(ax.get_legend())
    other.set_size_inches(3.25, 2.8)
    found = pixels(other)
    assert (found != plain).any(axis=-1).sum() > 60


@pytest.fixture(scope="module")
def plain(labels, models):
    """Return the pixels of a small figure with its legend as we made it."""
    return pixels(in_axes(labels, models, size=(3.25, 2.8))[0])


def test_words_that_the_user_renames_are_placed(labels, models):
    figure, ax = in_axes(labels, models)
    (text,) = (one for one in ax.texts if one.get_text() == "unachievable")
    text.set_text("impossible")
    figure.draw_without_rendering()
    (shown,) = shown_texts(ax)
    assert shown is text
    assert shown.get_text() == "impossible"
    assert shown.get_position()[1] < 0.3


@pytest.mark.parametrize("remove", [False, True])
def test_axes_do_not_stay_where_they_made_room(labels, models, remove):
    figure, ax = in_axes(labels, twice(models), size=(6.4, 3))
    plain, bare = in_axes(labels, models, size=(6.4, 3), legend=False)
    plain.draw_without_rendering()
    usual = bare.get_window_extent().x0
    figure.draw_without_rendering()
    assert ax.get_window_extent().x0 < usual - 5
    if remove:
        ax.get_legend().remove()
    else:
        sns.move_legend(ax, "lower left")
    figure.draw_without_rendering()
    assert ax.get_window_extent().x0 == pytest.approx(usual, abs=1)


@pytest.mark.parametrize("panels", [slowly(1), 3])
def test_nothing_is_placed_again_while_nothing_changes(labels, models, panels, monkeypatch):
    if panels == 1:
        figure, _ = in_axes(labels, twice(models), size=(6.4, 3))
    else:
        figure, _ = spaces(labels, models, (7, 2.6), "constrained")
    figure.draw_without_rendering()
    figure.draw_without_rendering()
    monkeypatch.setattr(annotations, "arrange", None)
    figure.draw_without_rendering()


def test_where_one_panel_has_the_users_legend_the_others_keep_their_numbers(labels, models):
    models = {name: models[name] for name in ("good", "tied")}
    figure, axes = plt.subplots(1, 3, figsize=(12, 4.2), layout="constrained")
    prp.plot_spaces(labels, models, axes=axes)
    figure.draw_without_rendering()
    moved = next(i for i, ax in enumerate(axes) if ax.get_legend() is not None)
    sns.move_legend(axes[moved], "upper left")
    figure.draw_without_rendering()
    others = [i for i in range(3) if i != moved]
    for i in others:
        area = (prp.auroc, prp.aucpr, prp.auprg)[i]
        numbers = [f"{area(labels, scores):.3f}" for scores in models.values()]
        numbers = [number.replace("-", "\N{MINUS SIGN}") for number in numbers]
        shown = words_of(axes[i].get_legend())
        assert all(number in said for number, said in zip(numbers, shown, strict=True))
        inside = axes[i].get_window_extent().padded(1)
        assert inside.count_contains(axes[i].get_legend().get_window_extent().corners()) == 4


def test_an_entry_with_its_own_label_is_kept(labels, models, entries):
    _, ax = in_axes(labels, models)
    marked(ax)[0].set_label("mine")
    assert words_of(ax.legend()) == ["mine", *entries[1:]]


GRIDS = {
    "one panel": {},
    "three panels": {"col": "site"},
    "rows": {"row": "site"},
    "wrapped panels": {"col": "site", "col_wrap": 2},
}


@pytest.mark.parametrize(
    ("height", "panels", "hue"), sampled([2, 3.2], GRIDS, [None, "kind"], every=11)
)
def test_seaborn_moves_the_legend_of_a_grid(table, panels, hue, height):
    options = {"y_true": "y", "y_score": "s", "hue": hue, "height": height, **GRIDS[panels]}
    grid = prp.curveplot(table, **options)
    sns.move_legend(grid, "lower right")
    sns.move_legend(grid, "upper right", bbox_to_anchor=(1, 1))
    grid.figure.draw_without_rendering()
    assert grid.figure.legends == [grid.legend]
    corner = grid.figure.bbox.p1
    np.testing.assert_allclose(grid.legend.get_window_extent().p1, corner, atol=12)
    said = " ".join(words_of(grid.legend))
    assert all(name in said for name in (["a", "b"] if hue else []))
    check_numbers_of_panels(grid)


def check_numbers_of_panels(grid):
    """Assert that each panel, or a legend, shows the areas of the panel's curves."""
    everywhere = [text.get_text() for one in grid.figure.legends for text in one.get_texts()]
    for ax in grid.axes.flat:
        inside = [text.get_text() for text in shown_texts(ax)] + words_of(ax.get_legend())
        for line in marked(ax):
            number = line.get_label().rstrip(")")[-5:]
            assert any(number in said for said in inside + everywhere), number


# What users put into the axes


def add_text(ax, x, y):
    return ax.text(x, y, "a text", transform=ax.transAxes)


def add_annotation(ax, x, y):
    return ax.annotate("a note", (x, y), xycoords="axes fraction")


def add_inset(ax, x, y):
    inset = ax.inset_axes([x, y, 0.2, 0.15])
    inset.set(xticks=[], yticks=[])
    return inset


def add_axes_on_top(ax, x, y):
    corner = ax.figure.transFigure.inverted().transform(ax.transAxes.transform((x, y)))
    top = ax.figure.add_axes([*corner, 0.12, 0.12])
    top.set(xticks=[], yticks=[])
    return top


def add_legend(ax, x, y):
    legend = Legend(ax, [Line2D([], [])], ["another"], loc="lower left", bbox_to_anchor=(x, y))
    ax.add_artist(legend)
    return legend


def add_anchored_text(ax, x, y):
    return ax.add_artist(
        AnchoredText("a text", "lower left", bbox_to_anchor=(x, y), bbox_transform=ax.transAxes)
    )


def add_table(ax, x, y):
    return ax.table([["a", "b"]], bbox=(x, y, 0.2, 0.1))


def add_image(ax, x, y):
    return ax.imshow(np.eye(2), extent=(x, x + 0.2, y, y + 0.1))


def add_mesh(ax, x, y):
    return ax.pcolormesh([x, x + 0.1, x + 0.2], [y, y + 0.05, y + 0.1], np.eye(2))


def add_text_with_much_padding(ax, x, y):
    return add_text(ax, x, y).set(bbox={"pad": 30}) and ax.texts[-1].get_bbox_patch()


ADDED = [
    add_text,
    add_annotation,
    add_inset,
    add_axes_on_top,
    add_legend,
    add_anchored_text,
    add_table,
    add_image,
    add_mesh,
    add_text_with_much_padding,
]


# There is no room for a legend beside such axes.
SQUARE = 4, 4


@pytest.fixture(scope="module")
def place(labels, models):
    """Return where our legend begins in axes without anything else, in shares of these."""
    figure, ax = in_axes(labels, models, size=SQUARE, show_chance=True, show_isometrics=True)
    figure.draw_without_rendering()
    box = ax.get_legend().get_window_extent()
    return ax.transAxes.inverted().transform(box.p0 + 0.2 * box.size)


@pytest.mark.parametrize(("add", "when"), sampled(ADDED, ["before", "after drawing"], every=11))
def test_what_the_user_puts_there_is_not_covered(labels, models, place, add, when):
    figure, ax = plt.subplots(figsize=SQUARE)
    # The limits are those of the later call.
    ax.set(xlim=(-0.012, 1.012), ylim=(-0.012, 1.012), aspect="equal")
    figure.draw_without_rendering()
    before = set(ax.texts)
    theirs = add(ax, *place) if when == "before" else None
    before |= set(ax.texts)
    prp.plot_pr(labels, models, show_chance=True, show_isometrics=True, ax=ax)
    if when == "after drawing":
        figure.draw_without_rendering()
        kept = set(ax.texts)
        theirs = add(ax, *place)
        before |= set(ax.texts) - kept
    figure.draw_without_rendering()
    box = theirs.get_window_extent().padded(-1)
    assert ax.get_legend() is not None
    assert not ax.get_legend().get_window_extent().overlaps(box)
    ours = [text for text in shown_texts(ax) if text not in before]
    covering = [one.get_text() for one in ours if Text.get_window_extent(one).overlaps(box)]
    assert covering == []


@pytest.mark.parametrize(
    "add",
    [
        lambda ax: ax.set_position((0.1, 0.1, 0, 0.5)),
        lambda ax: ax.text(np.nan, 0.5, "nowhere", bbox={}),
        lambda ax: ax.text(np.inf, 0.5, "nowhere"),
        lambda ax: ax.scatter([np.nan, 0.5], [0.5, np.nan]),
    ],
)
def test_what_has_no_place_is_in_nobodys_way(labels, models, add):
    figure, ax = in_axes(labels, models, show_isometrics=True)
    figure.draw_without_rendering()
    add(ax)
    figure.draw_without_rendering()


# Nothing depends on what was before


def spaces(labels, models, size, layout):
    figure, axes = plt.subplots(1, 3, figsize=size, layout=layout)
    prp.plot_spaces(labels, models, axes=axes)
    return figure, list(axes)


def one_panel(labels, models, size, layout):
    figure, ax = in_axes(labels, models, size=size, layout=layout, show_isometrics=True)
    return figure, [ax]


SMALL, LARGE = (4, 3), (8, 6)
# A tight layout starts from the margins that it made before, also with bare axes.
STEADY = ["none", "constrained"]


def places(figure):
    """Return what is written where, in pixels, after drawing."""
    lay_out(figure)
    found = {text: text for text in figure.findobj(Text) if text.get_visible()}
    written = [text for text in found if text.get_text().strip()]
    boxes = [Text.get_window_extent(text).extents for text in written]
    boxes += [legend.get_window_extent().extents for legend in figure.findobj(Legend)]
    boxes += [ax.get_window_extent().extents for ax in figure.axes]
    return [text.get_text() for text in written], np.array(boxes)


def looks(figure):
    """Return the pixels of a figure, and what is written where.

    With a layout, pixels of bare axes differ too, by the rounding of its numbers.
    """
    seen = pixels(figure) if figure.get_layout_engine() is None else np.array([])
    return seen, *places(figure)


def check_same(figure, other):
    """Assert that a figure looks as another one, or as this one did."""
    (seen, said, boxes), (others, words, at) = looks(figure), other
    np.testing.assert_array_equal(seen, others)
    assert said == words
    np.testing.assert_allclose(boxes, at, atol=1)


@pytest.mark.parametrize(("draw", "layout"), sampled([one_panel, spaces], STEADY, every=3))
def test_drawing_again_and_other_sizes_and_limits_leave_no_trace(labels, models, draw, layout):
    figure, axes = draw(labels, models, SMALL, layout)
    first = looks(figure)
    for _ in range(2):
        figure.draw_without_rendering()
    check_same(figure, first)
    figure.set_size_inches(LARGE)
    assert not np.array_equal(places(figure)[1], first[2])
    figure.set_size_inches(SMALL)
    check_same(figure, first)
    limits = [(ax.get_xlim(), ax.get_ylim()) for ax in axes]
    for ax in axes:
        ax.set(xlim=(0.5, 0.9), ylim=(0.3, 0.7))
    assert places(figure)[0] != first[1]
    for ax, (xlim, ylim) in zip(axes, limits, strict=True):
        ax.set(xlim=xlim, ylim=ylim)
    check_same(figure, first)


# Legends outside

OUTSIDE = ["outside", "outside right", "outside below"]


def check_outside(figure, axes, legend, side):
    figure.draw_without_rendering()
    box = legend.get_window_extent()
    for ax in axes:
        labels = [axis.get_tightbbox(figure.canvas.get_renderer()) for axis in (ax.xaxis, ax.yaxis)]
        for taken in [ax.get_window_extent(), *(one for one in labels if one is not None)]:
            assert not box.padded(-1).overlaps(taken)
    if side == "outside right":
        assert box.x0 >= max(ax.get_window_extent().x1 for ax in axes)
    if side == "outside below":
        assert box.y1 <= min(ax.get_window_extent().y0 for ax in axes)
    sheet = figure.bbox.padded(1)
    assert sheet.x0 <= box.x0 < box.x1 <= sheet.x1
    assert sheet.y0 <= box.y0 < box.y1 <= sheet.y1


def the_legend(figure):
    figure.draw_without_rendering()
    held = [*figure.legends, *(ax.get_legend() for ax in figure.axes)]
    (legend,) = [legend for legend in held if legend is not None]
    return legend


@pytest.mark.parametrize(
    ("side", "layout", "size"), sampled(OUTSIDE, LAYOUTS, [(6.4, 4.8), (3.5, 3)], every=10)
)
def test_a_legend_outside_stands_beside_the_axes_and_on_the_figure(
    labels, models, side, layout, size
):
    figure, ax = in_axes(labels, models, size=size, layout=layout, legend=side)
    assert tuple(figure.get_size_inches()) == size
    check_outside(figure, [ax], the_legend(figure), side)
    said = " ".join(words_of(the_legend(figure)))
    for name, score in models.items():
        assert name in said
        assert f"{prp.aucpr(labels, score):.3f}" in said


@pytest.mark.parametrize(("side", "layout"), sampled(OUTSIDE, LAYOUTS, every=9))
def test_a_legend_of_panels_outside(labels, models, side, layout):
    figure, axes = plt.subplots(1, 3, figsize=(9, 4), layout=layout)
    prp.plot_spaces(labels, models, axes=axes, legend=side)
    check_outside(figure, axes, the_legend(figure), side)


@pytest.mark.parametrize(("side", "panels"), sampled(OUTSIDE, GRIDS, every=9))
def test_a_legend_of_a_grid_outside(table, side, panels):
    options = {"y_true": "y", "y_score": "s", "hue": "kind", **GRIDS[panels]}
    grid = prp.curveplot(table, **options, legend=side)
    check_outside(grid.figure, list(grid.axes.flat), grid.legend, side)
    check_numbers_of_panels(grid)


# Room that a figure has anyway


def add_row_below(labels, models):
    figure, axes = plt.subplots(2, 3, figsize=(9, 7))
    prp.plot_spaces(labels, models, axes=axes[0])
    return figure, list(axes[1])


def add_spaces_on_the_right(labels, models):
    figure, axes = plt.subplots(1, 6, figsize=(14, 4), gridspec_kw={"wspace": 0.7})
    prp.plot_spaces(labels, models, axes=axes[:3])
    return figure, list(axes[3:])


def add_subfigure(labels, models):
    figure = plt.figure(figsize=(12, 4))
    left, right = figure.subfigures(1, 2)
    prp.plot_spaces(labels, models, axes=left.subplots(1, 3))
    return figure, [right]


def add_subfigure_beside_one_panel(labels, models):
    figure = plt.figure(figsize=(8, 2.4))
    left, right = figure.subfigures(1, 2)
    prp.plot_pr(labels, models, ax=left.subplots())
    return figure, [right]


def add_texts_around_panels(labels, models):
    figure, axes = plt.subplots(1, 3, figsize=(7, 4), layout="constrained")
    prp.plot_spaces(labels, models, axes=axes)
    return figure, [figure.suptitle("above")]


def add_texts_beside(labels, models):
    figure, ax = in_axes(labels, models, size=(6.4, 2.4))
    note = ax.text(1.08, 0.6, "a note", transform=ax.transAxes)
    return figure, [note, figure.supylabel("left")]


def add_text_beside_figure(labels, models):
    figure, _ = in_axes(labels, models, size=(5, 2.4))
    return figure, [figure.text(0.99, 0.6, "a source", ha="right"), figure.supylabel("left")]


def add_caption(labels, models):
    figure, _ = in_axes(labels, models, size=(2.6, 4.6))
    return figure, [figure.text(0.5, 0.03, "a caption\nof some\nlines", ha="center")]


def add_text_above(labels, models):
    figure, _ = in_axes(labels, models, size=(2.6, 4.6))
    return figure, [figure.suptitle("above", y=0.88)]


AROUND = [
    add_row_below,
    add_spaces_on_the_right,
    add_subfigure,
    add_subfigure_beside_one_panel,
    add_texts_around_panels,
    add_texts_beside,
    add_text_beside_figure,
    add_caption,
    add_text_above,
]


def parts(artist):
    """Return the boxes of what is drawn of axes, of another figure or of a text."""
    if not isinstance(artist, Axes):
        return [artist.bbox if isinstance(artist, SubFigure) else artist.get_window_extent()]
    boxes = [artist.get_window_extent(), artist.title.get_window_extent()]
    boxes += [axis.get_tightbbox() for axis in (artist.xaxis, artist.yaxis)]
    return [box for box in boxes if box is not None and box.width > 0]


@pytest.mark.parametrize("add", sampled(AROUND, every=6), ids=lambda add: add.__name__[4:])
def test_what_is_around_axes_is_covered_neither_by_the_legend_nor_by_labels(labels, models, add):
    many = {f"{name} {i}": scores for name, scores in models.items() for i in (1, 2)}
    figure, others = add(labels, many)
    figure.draw_without_rendering()
    ours = [legend for legend in figure.findobj(Legend) if legend.get_visible()]
    assert ours
    ours += [ax for ax in figure.axes if ax not in others and marked(ax)]
    theirs = [box for one in others for box in parts(one)]
    assert not [one for one in ours for box in parts(one) if box.count_overlaps(theirs)]


def test_axes_are_as_large_as_before_when_a_legend_outside_is_gone(labels, models):
    figure, ax = in_axes(labels, models, size=(3.25, 2.8), legend=False)
    figure.draw_without_rendering()
    whole = ax.bbox.bounds
    prp.plot_pr(labels, models, ax=ax, legend="outside right")
    figure.draw_without_rendering()
    assert ax.bbox.width < whole[2] - 10
    ax.get_legend().remove()
    figure.draw_without_rendering()
    assert ax.bbox.bounds == pytest.approx(whole)


# Legends outside, and what the user does to them


def test_legends_beneath_two_rows_of_panels_keep_the_names_of_both(labels, models):
    figure, axes = plt.subplots(2, 2, figsize=(7, 7))
    later, two = {f"{name} later": scores for name, scores in models.items()}, ["roc", "pr"]
    for row, of_row in zip(axes, (models, later), strict=True):
        prp.plot_spaces(labels, of_row, spaces=two, axes=row, legend="outside")
    figure.draw_without_rendering()
    (legend,) = figure.legends
    said = [text.get_text().split(" (")[0] for text in legend.get_texts()]
    assert set(said) >= {*models, *later}
    prp.plot_spaces(labels, later, spaces=two, axes=axes[1], legend=False)
    (legend,) = figure.legends
    assert {*models} <= {text.get_text().split(" (")[0] for text in legend.get_texts()}


@pytest.mark.parametrize("layout", sampled([None, "tight", "constrained"], every=3))
def test_panels_lose_no_room_by_repeated_calls_and_get_it_back(labels, models, layout):
    figure, axes = plt.subplots(1, 3, figsize=(9, 4), layout=layout)

    def height(legend):
        prp.plot_spaces(labels, models["good"], axes=axes, legend=legend)
        # The layout approaches its end.
        for _ in range(2):
            figure.draw_without_rendering()
        return axes[0].get_position(original=True).height

    first = height("outside")
    # matplotlib lays out a figure that has no layout from then on.
    whole = height(False)
    assert first < whole
    assert height("outside") == pytest.approx(first, abs=0.02)
    assert height(False) == pytest.approx(whole, abs=0.02)


def test_what_an_argument_says_of_the_legend_goes_before_settings(labels, models):
    with plt.rc_context({"legend.loc": "upper right"}):
        _, ax = plt.subplots(figsize=(4, 4))
        prp.plot_pr(labels, models, ax=ax, legend="outside right")
    ax.figure.draw_without_rendering()
    assert ax.get_legend().get_window_extent().x0 > ax.get_window_extent().x1


@pytest.mark.parametrize(
    "change",
    [lambda legend: legend.set_visible(False), lambda legend: legend.set_loc("lower left")],
)
def test_axes_need_no_room_for_a_legend_that_is_hidden_or_moved_into_them(labels, models, change):
    _, ax = plt.subplots(figsize=(4, 4))
    prp.plot_pr(labels, models, ax=ax, legend=False)
    ax.figure.draw_without_rendering()
    whole = ax.bbox.width
    prp.plot_pr(labels, models, ax=ax, legend="outside right")
    ax.figure.draw_without_rendering()
    assert ax.bbox.width < whole - 10
    change(ax.get_legend())
    ax.figure.draw_without_rendering()
    assert ax.bbox.width == pytest.approx(whole, abs=2)
    if ax.get_legend().get_visible():
        assert ax.bbox.padded(1).contains(*ax.get_legend().get_window_extent().p0)


def test_a_type_size_of_the_user_is_that_of_one_legend(labels, models):
    _, axes = plt.subplots(1, 2, figsize=(12, 6))
    for ax in axes:
        prp.plot_pr(labels, models["good"], name="good", ax=ax)
    for text in axes[0].get_legend().get_texts():
        text.set_fontsize(12)
    axes[0].figure.draw_without_rendering()
    sizes = [ax.get_legend().get_texts()[0].get_fontsize() for ax in axes]
    assert sizes == [12, plt.rcParams["font.size"]]


def test_a_legend_of_which_rows_leave_the_figure_is_warned_of(labels, models):
    names = {f"a model with a long name {i}": models["good"] for i in range(12)}
    _, ax = plt.subplots(figsize=(2, 1.6))
    prp.plot_pr(labels, names, ax=ax)
    with pytest.warns(UserWarning, match="^the legend of 1[23] rows does not fit the figure"):
        ax.figure.draw_without_rendering()


# Fonts


class Counter(logging.Handler):
    def __init__(self):
        super().__init__()
        self.count = 0

    def emit(self, record):
        self.count += 1


@pytest.fixture
def complaints(monkeypatch):
    """Count what the search of fonts logs, without printing it."""
    logger, handler = logging.getLogger("matplotlib.font_manager"), Counter()
    monkeypatch.setattr(logger, "propagate", False)
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def bare(figure):
    """Draw the texts of a figure with matplotlib alone."""
    said = [text.get_text() for ax in figure.axes for text in shown_texts(ax)]
    entries = [text for legend in figure.findobj(Legend) for text in words_of(legend)]
    other, axes = plt.subplots(1, len(figure.axes), squeeze=False)
    for ax, ours in zip(axes.flat, figure.axes, strict=True):
        ax.set(xlabel=ours.get_xlabel(), ylabel=ours.get_ylabel(), xlim=(0, 1), ylim=(0, 1))
        ax.set(xticks=ours.get_xticks(), yticks=ours.get_yticks())
    for i, word in enumerate(said):
        ax.text(0.1, 0.1 * i, word)
    for entry in entries:
        ax.plot([0, 1], [0, 1], label=entry)
    ax.legend()
    other.draw_without_rendering()


@pytest.mark.parametrize("draw", [one_panel, slowly(spaces)])
def test_a_missing_font_is_looked_up_as_often_as_by_matplotlib(labels, models, complaints, draw):
    family = ["No Such Family", *mpl.rcParams["font.sans-serif"][:1]]
    with mpl.rc_context({"font.family": family}):
        figure, _ = draw(labels, models, LARGE, "none")
        figure.draw_without_rendering()
        ours, complaints.count = complaints.count, 0
        bare(figure)
    assert complaints.count > 0
    assert ours <= 1.5 * complaints.count


# Files and copies


@pytest.mark.parametrize(("legend", "layout"), sampled(["auto", "outside right"], LAYOUTS, every=4))
def test_a_tight_picture_has_the_whole_legend(labels, models, legend, layout):
    figure, ax = in_axes(labels, models, size=(3.5, 3), layout=layout, legend=legend)
    check_tight_picture(figure, the_legend(figure))
    sns.move_legend(ax, "upper left", bbox_to_anchor=(1.05, 1))
    check_tight_picture(figure, the_legend(figure))


def check_tight_picture(figure, legend):
    figure.draw_without_rendering()
    shown = figure.get_tightbbox()
    box = legend.get_window_extent().get_points() / figure.dpi
    assert (shown.p0 - 0.01 <= box[0]).all()
    assert (box[1] <= shown.p1 + 0.01).all()


def twice(models):
    return {f"{name} {i}": scores for i in range(2) for name, scores in models.items()}


def ink(figure, **options):
    """Return how dark a picture of a figure is in all."""
    file = io.BytesIO()
    figure.savefig(file, dpi=100, **options)
    file.seek(0)
    return (1 - plt.imread(file)[..., :3]).sum()


@pytest.mark.parametrize(("size", "layout"), sampled([(6.4, 3), (3, 5)], LAYOUTS, every=4))
def test_a_tight_picture_has_all_that_is_beside_the_axes(labels, models, size, layout):
    figure, ax = in_axes(labels, twice(models), size=size, layout=layout)
    whole = ink(figure)
    assert ax.get_legend().get_window_extent().y0 < ax.get_window_extent().y0 or (
        ax.get_legend().get_window_extent().x0 > ax.get_window_extent().x1
    )
    # It may also have what is cut off in the whole figure.
    assert ink(figure, bbox_inches="tight") > 0.98 * whole
    assert layout == "tight" or ink(figure) == pytest.approx(whole, rel=0.005)


def pickled(figure):
    return pickle.loads(pickle.dumps(figure))


@pytest.mark.parametrize(
    ("copied", "when", "draw"),
    sampled(
        [pickled, copy.deepcopy],
        ["before drawing", "after drawing"],
        [one_panel, spaces],
        every=6,
    ),
)
def test_copies_of_a_figure_look_the_same(labels, models, draw, copied, when):
    figure, _ = draw(labels, models, LARGE, "none")
    if when == "after drawing":
        figure.draw_without_rendering()
    other = copied(figure)
    before = looks(figure)
    check_same(other, before)
    # A copy changes alone.
    other.axes[0].set_xlim(0.5, 0.7)
    other.set_size_inches(SMALL)
    pixels(other)
    figure.stale = True
    check_same(figure, before)
    assert len(marked(other.axes[0], CURVE)) == len(models)


@pytest.mark.slow
def test_the_figure_of_a_grid_can_be_copied(table):
    grid = prp.curveplot(table, y_true="y", y_score="s", col="kind", hue="site", height=2)
    for _ in range(2):
        other = pickled(grid.figure)
        np.testing.assert_array_equal(pixels(other), pixels(grid.figure))
