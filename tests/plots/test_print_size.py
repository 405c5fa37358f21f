"""Rules for figures at print size; `python -m tests.plots.contact_sheets` draws them for eyes."""

from dataclasses import fields, replace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.transforms import Bbox

from prplot.draw.axes import make_room_for_names
from prplot.draw.painting import paint
from prplot.draw.scene import CURVE, Mark, Polyline, Scene
from tests.cases import sampled
from tests.plots import print_size
from tests.plots.print_size import PROMISED, SMALLER, Findings, Rectangle, findings

# Rules that hold however small a figure is.
ALWAYS = ("type sizes", "missing")


def told(case, faults):
    """Return a message that names the case and what gave way."""
    return "\n".join([f"{case}:", *[f"- {sentence}" for sentence in faults.values()]])


@pytest.mark.parametrize("case", sampled(PROMISED, every=131), ids=str)
def test_nothing_gives_way_in_figures_of_usual_sizes(case):
    faults = findings(case).faults()
    assert not faults, told(case, faults)


@pytest.mark.parametrize("case", sampled(SMALLER, every=599), ids=str)
def test_data_names_and_numbers_keep_their_room_in_any_figure(case):
    gave_way = findings(case).gave_way()
    faults = {kind: gave_way[kind] for kind in ALWAYS if kind in gave_way}
    assert not faults, told(case, faults)


# The measures themselves


def test_the_length_of_a_line_in_a_rectangle():
    slack = 2 * print_size.SLACK
    box = Rectangle.of(Bbox.from_extents(0, 0, 10 + slack, 4 + slack))
    middle = 2 + slack / 2
    level = np.array([[[-5.0, middle], [50.0, middle]]])
    assert box.length_inside(level) == pytest.approx(10)
    upright = Rectangle(box.centre, box.size, 90)
    assert upright.length_inside(level) == pytest.approx(4)
    diagonal = Rectangle(box.centre, np.array([4 + slack, 4 + slack]), 45)
    assert diagonal.length_inside(level) == pytest.approx(4 * np.sqrt(2))
    assert box.length_inside(level + np.array([0, 10])) == 0


def test_rectangles_that_are_turned_overlap_only_if_nothing_is_between_them():
    size = np.array([10.0, 2.0])
    one, other = Rectangle(np.zeros(2), size, 45), Rectangle(np.array([3.0, -3.0]), size, 45)
    assert not one.overlaps(other)
    assert one.overlaps(Rectangle(np.array([3.0, -3.0]), size, -45))


@pytest.fixture
def plain():
    """Axes with one curve, drawn by hand."""
    figure, ax = plt.subplots(figsize=(3, 3))
    ax.set(xlim=(0, 1), ylim=(0, 1), box_aspect=1, xlabel="Recall", ylabel="Precision")
    level = Polyline(np.array([0, 1.0]), np.array([0.5, 0.5]))
    paint(Scene(None, (Mark(CURVE, level, "one (AUCPR 0.500)", is_listed=True),)), ax)
    make_room_for_names(ax)
    return figure, ax


def measured(figure, ax, *wanted):
    figure.draw_without_rendering()
    return print_size.measured(figure, [ax], wanted)


def test_bare_axes_have_no_faults(plain):
    found = measured(*plain)
    assert found.share == pytest.approx(1)
    assert found.faults() == {}


def cover(figure, ax):
    ax.legend(loc="center")


def write_on_curve(figure, ax):
    ax.text(0.5, 0.5, "word", va="center")


def write_small(figure, ax):
    ax.text(0.5, 0.8, "word", fontsize=5)


def write_in_sizes(figure, ax):
    for i, size in enumerate((8, 9, 10)):
        ax.text(0.1, 0.6 + i / 8, "word", fontsize=size)


def write_twice(figure, ax):
    ax.text(0.5, 0.8, "word")
    ax.text(0.51, 0.8, "other")


def write_beyond(figure, ax):
    figure.text(0.9, 0.95, "a long text beyond the figure")


def add_ticks(figure, ax):
    ax.set_xticks(np.linspace(0, 1, 21))


def shrink(figure, ax):
    ax.set_position([0.2, 0.2, 0.35, 0.35])


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (cover, "legend on data"),
        (write_on_curve, "words on data"),
        (write_small, "small type"),
        (write_in_sizes, "type sizes"),
        (write_twice, "overlaps"),
        (write_beyond, "off the figure"),
        (add_ticks, "ticks"),
        (shrink, "axes"),
    ],
)
def test_each_fault_is_found(plain, change, kind):
    change(*plain)
    assert kind in measured(*plain).faults()


def test_names_and_numbers_are_looked_for_in_all_texts(plain):
    figure, ax = plain
    assert measured(figure, ax, "one", "0.500").missing == ["one", "0.500"]
    ax.legend(loc="upper center")
    found = measured(figure, ax, "one", "0.500", "two")
    assert found.missing == ["two"]
    assert found.under_legends == 0
    ax.get_legend().get_texts()[0].set_text("one\n(AUCPR 0.500)")
    assert measured(figure, ax, "one (AUCPR 0.500)").missing == []


def test_a_covered_line_is_measured_in_points(plain):
    figure, ax = plain
    ax.set_position([0.1, 0.1, 0.8, 0.8])
    legend = ax.legend(loc="center")
    found = measured(figure, ax)
    width = legend.get_window_extent().width * 72 / figure.dpi
    assert found.under_legends == pytest.approx(width - 2 * print_size.SLACK, abs=0.01)


def test_all_that_is_measured_is_told():
    bad = Findings(0.5, ["0 | 1"], 9, 9, 9, True, ["a | b"], [5, 6, 7], 6)
    bad = replace(bad, missing=["a"], beyond=9, bare_levels=["0.2"], warned=["no"])
    # Sizes of type are measured against their number and against the smallest.
    assert len(bad.gave_way()) == len(fields(Findings))
    assert set(bad.gave_way()) - set(bad.faults()) == set(print_size.SOFT)
