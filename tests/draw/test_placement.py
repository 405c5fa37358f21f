"""Placement: what is where in axes, how large words are, and what gives way to what."""

from dataclasses import replace
from itertools import pairwise

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from prplot.draw.placement import ground as costs
from prplot.draw.placement.ground import Boxes, Ground, Ink, directions
from prplot.draw.placement.legend import OwnLegend, forms, inside, outside
from prplot.draw.placement.table import Entry, Ruler, Wish
from prplot.draw.scene import CURVE, Number
from tests.cases import sampled

# In points, which are the units of data, too.
SIDE = 288
IS_NEW = matplotlib.__version_info__ >= (3, 11)
SIZES = (10.0, 7.5)


@pytest.fixture
def ax():
    axes = plt.figure(figsize=(4, 4)).add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, SIDE), ylim=(0, SIDE))
    return axes


def survey(ax, layers=()):
    return Ground(ax, dict(layers), ax.figure.canvas.get_renderer())


def box(x, y, width, height, angle=None):
    turned = None if angle is None else np.array([angle])
    return Boxes(np.array([[x, y]], float), (width, height), turned)


def is_free(ground, boxes, margin=0.0):
    return bool(ground.cost(boxes, margin=margin)[0] == 0)


# What is where


def test_sums_over_boxes_are_those_of_their_cells(ax):
    rng = np.random.default_rng(1)
    ax.plot(*(SIDE * rng.random((2, 30))))
    ax.scatter(*(SIDE * rng.random((2, 9))))
    ground = survey(ax)
    mask, size, margin = ground.mask(Ink.DATA), (41.3, 17.9), 2.2
    boxes = Boxes(rng.uniform(-20, SIDE + 20, (200, 2)), size)
    found = ground.covered(mask, boxes, margin)
    at = [(np.arange(n) + 0.5) * ground.cell for n in mask.cells.shape]
    edge = (mask.cells.shape[0] * ground.cell - SIDE) / 2
    for x, y, count in zip(*boxes.centres.T, found, strict=True):
        inside = [
            np.abs(one - edge - middle) < side / 2 + margin
            for one, middle, side in zip(at, (y, x), size[::-1], strict=True)
        ]
        assert count == mask.cells[np.ix_(*inside)].sum()


def test_a_line_is_in_the_way_along_its_whole_length_and_of_turned_boxes_only_if_they_cover_it(ax):
    ax.plot([0, SIDE], [0, SIDE])
    ground = survey(ax)
    assert not any(is_free(ground, box(at, at, 4, 4)) for at in np.linspace(10, 278, 50))
    beside = 144 + 10, 144 - 10
    assert is_free(ground, box(*beside, 80, 14, 45), margin=3)
    assert not is_free(ground, box(*beside, 80, 14, 0))
    assert not is_free(ground, box(*beside, 14, 80, 45))


def test_fills_texts_markers_and_insets_are_in_the_way_and_what_is_hidden_is_not(ax):
    ax.fill_between([0, SIDE], 0, 60)
    ax.text(200, 200, "here")
    ax.scatter([70], [200])
    ax.inset_axes((0.4, 0.4, 0.1, 0.1))
    ax.plot([0, SIDE], [240, 240], visible=False)
    ground = survey(ax)
    for x, y in ((140, 40), (206, 204), (70, 200), (130, 130)):
        assert not is_free(ground, box(x, y, 16, 8)), (x, y)
    for y in (100, 240):
        assert is_free(ground, box(200, y, 16, 8))
    # The edge of the axes is the end of all places.
    assert ground.cost(box(4, 100, 16, 8)) == np.inf


def test_each_of_very_many_markers_is_in_the_way(ax):
    x, y = np.append(np.full(600, 50), 200), np.append(np.full(600, 50), 100)
    ax.scatter(x, y, s=144)
    ax.plot(x, y + 100, "o", markersize=12)
    ground = survey(ax)
    for height in (100, 200):
        assert not is_free(ground, box(208, height, 6, 6))
        assert is_free(ground, box(212, height, 6, 6))


@pytest.mark.parametrize(
    "add",
    [
        lambda ax: ax.imshow(np.eye(9), extent=(0, SIDE, 0, SIDE)),
        lambda ax: ax.pcolormesh(*2 * [np.linspace(0, SIDE, 101)], np.eye(100)),
        lambda ax: ax.pcolor(*2 * [np.linspace(0, SIDE, 10)], np.eye(9)),
        lambda ax: ax.contourf(*2 * [np.linspace(0, SIDE, 9)], np.eye(9)),
        lambda ax: ax.contour(*2 * [np.linspace(0, SIDE, 9)], np.eye(9)[::-1]),
        lambda ax: ax.axhspan(0, 200),
        lambda ax: ax.hexbin(*(SIDE * np.random.default_rng(2).random((2, 999))), gridsize=9),
    ],
    ids=["image", "mesh", "cells", "filled contours", "contours", "span", "hexagons"],
)
def test_a_background_of_most_of_the_axes_costs_nothing(ax, add):
    add(ax)
    ax.set(xlim=(0, SIDE), ylim=(0, SIDE), aspect="auto")
    assert is_free(survey(ax), box(60, 60, 30, 10))


def test_fills_of_the_user_are_no_regions_and_hidden_artists_are_nobodys(ax):
    fill, bar = ax.fill_between([0, SIDE], 0, 60), ax.axvspan(200, 240)
    region = ax.fill_between([0, 90], 60, 90)
    hidden = ax.plot([50], [50], "o", visible=False)[0]
    ground = survey(ax, {region: Ink.REGION, hidden: Ink.DATA})
    assert ground.artists(Ink.REGION) == [region]
    assert {*ground.artists(Ink.BAND)} == {fill, bar}
    assert ground.artists(Ink.DATA) == []


@pytest.mark.parametrize(
    ("ahead", "angle"), [((1, 0), 0), ((1, 1), 45), ((-1, -1), 45), ((1, -1), -45)]
)
def test_directions_are_upright_whatever_the_direction_of_the_line(ahead, angle):
    assert directions(np.linspace(0, 1, 20)[:, None] * np.array(ahead)) == pytest.approx(angle)


# How large words are


def test_words_are_measured_in_the_font_of_the_time():
    widths = []
    for family in ("DejaVu Sans Mono", "DejaVu Sans"):
        with plt.rc_context({"font.sans-serif": [family]}):
            widths.append(Ruler().width("iiiii", 10.0))
    assert widths[1] < 0.6 * widths[0]


@pytest.mark.parametrize(
    ("points", "words"),
    sampled([6, 11.5], ["model 1 (AUCPR 0.846)", "two\nlines of it", r"$F_\beta$ = 0.4"], every=2),
)
def test_words_are_as_large_as_they_are_measured(words, points):
    text = plt.figure(dpi=720).text(0.5, 0.5, words, fontsize=points)
    drawn = text.get_window_extent().size / 10
    width, height = Ruler().size(words, points)
    assert width == pytest.approx(drawn[0], rel=0.02)
    # Up to version 3.10 the height of letters is in whole pixels, and differs with the resolution.
    assert height == pytest.approx(drawn[1], rel=0.02 if IS_NEW else 0.1)


AREA = Number("AUCPR", 0.5)


def entries(*names, numbers=(AREA,)):
    lines = [Line2D([], [], color=f"C{i}") for i, _ in enumerate(names)]
    return tuple(
        Entry(line, name, CURVE, numbers, name) for line, name in zip(lines, names, strict=True)
    )


def wish(*names, **options):
    return Wish(entries(*names, **options), SIZES, Ruler())


LONG = "a name of quite a few words", "another name, which is longer still"


@pytest.mark.parametrize("names", [LONG, ("one",)])
def test_every_form_shows_all_names_and_numbers_and_is_as_large_as_it_is_laid_out(ax, names):
    ax.figure.set_dpi(300)
    ax.axis("off")
    wanted = wish(*names)
    found = forms(wanted)
    assert [form.price for form in found] == sorted(form.price for form in found)
    ground, own = survey(ax), OwnLegend(ax, wanted.sheet(found[0]))
    for form in found:
        sheet = wanted.sheet(form, ground.width)
        place = box(144, 144, *wanted.size(sheet))
        own.put(ax, inside(ground, wanted)._replace(sheet=sheet, box=place))
        ax.figure.draw_without_rendering()
        texts = [text for text in own.legend.findobj(Text) if text.get_text()]
        said = " ".join(" ".join(text.get_text() for text in texts).split())
        assert all(name in said for name in names)
        assert said.count("0.500") == len(names)
        extents = [text.get_window_extent() for text in texts]
        drawn = Bbox.union(extents).transformed(ground.to_points)
        expected = place.upright()
        assert expected.x0 < drawn.x0
        assert drawn.x1 == pytest.approx(expected.x1, abs=6)
        assert [drawn.y0, drawn.y1] == pytest.approx([expected.y0, expected.y1], abs=4)


@pytest.mark.parametrize("room", [150.0, 180.0, 203.0, 240.0])
def test_names_are_wrapped_until_a_legend_is_no_wider_than_its_room(room):
    wanted = wish(*LONG)
    assert all(wanted.sheet(form, room).size[0] <= room + 1e-9 for form in forms(wanted))


@pytest.mark.parametrize(("width", "fits"), [(SIDE - 8, True), (SIDE - 7.9, False)])
def test_a_legend_as_wide_as_its_room_fits(ax, width, fits):
    places = survey(ax).sweep((width, 20.0), 4.0)
    assert (len(places.centres) > 0) == fits
    assert places.centres[:, 0] == pytest.approx(SIDE / 2)


def test_a_title_needs_its_height_and_the_gap_of_a_row():
    plain = wish("one")
    sheet = plain.sheet(forms(plain)[0], SIDE)
    titled = replace(plain, title=(0.0, 12.0))
    more = np.subtract(titled.size(sheet), plain.size(sheet))
    assert more.tolist() == pytest.approx([0, 12 + plain.spacing["labelspacing"] * SIZES[0]])
    assert plain.spacing["labelspacing"] == plt.rcParams["legend.labelspacing"]


# What gives way to what


def test_a_legend_is_on_free_ground_as_large_as_usual(ax):
    ax.plot([0, SIDE, SIDE], [180, 180, 0])
    ground = survey(ax)
    choice = inside(ground, wish(*LONG[:1], "b"))
    assert choice.covered == 0
    assert choice.sheet.form.points == SIZES[0]
    assert is_free(ground, choice.box, margin=costs.GAP)


ORDER = Ink.HAIRLINE, Ink.REGION, Ink.REFERENCE, Ink.DATA, Ink.OTHERS


@pytest.mark.parametrize(("cheap", "dear"), list(pairwise(ORDER)))
def test_a_legend_covers_what_matters_least(ax, cheap, dear):
    ground = survey(ax)
    for x in range(0, SIDE, 24):
        layer = dear if x < 144 else cheap
        width = 24 if layer in (Ink.REGION, Ink.OTHERS) else 1
        ground.stamp(Boxes.of(Bbox.from_bounds(x, 0, width, SIDE)), layer)
    choice = inside(ground, wish("a", "b"))
    assert choice.covered > 0
    assert choice.box.upright().x0 > 120


def test_small_type_and_lines_of_long_names_come_before_covered_data(ax):
    ax.plot([150, 150], [0, SIDE])
    ax.plot(np.linspace(155, SIDE, 60), np.tile([0, SIDE], 30))
    choice = inside(survey(ax), wish("a name of words", "another"))
    assert choice.covered == 0
    assert choice.sheet.form.points == SIZES[1]


@pytest.mark.parametrize(("size", "side"), [((6, 3), "right"), ((3, 5), "below")])
def test_a_legend_outside_stands_where_square_axes_remain_larger(size, side):
    axes = plt.figure(figsize=size).add_subplot()
    axes.set(aspect=1, xlim=(0, 1), ylim=(0, 1))
    choice = outside(axes, wish("one", "two"))
    assert choice.side == side
    assert choice.cost < costs.FREE
    # A third of the axes is worth more than to have data uncovered.
    assert outside(axes, wish(*map(str, range(20)))).cost > outside(axes, wish("one")).cost
