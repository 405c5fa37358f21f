"""Square axes keep their limits, and panels of a new figure have units of one size."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from tests.cases import sampled, slowly

LAYOUTS = [None, "constrained", "tight", "compressed"]


@pytest.fixture(scope="module")
def worse(labels):
    """Scores of a model with negative gains."""
    return np.random.default_rng(5).normal(size=labels.size) - 0.5 * labels


def limits(ax):
    return (*ax.get_xlim(), *ax.get_ylim())


def units(ax):
    """Return the place of (0, 0) in pixels, and the pixels of a unit in x and in y."""
    ends = ax.transData.transform([(0, 0), (1, 1)])
    return ends[0], ends[1] - ends[0]


def assert_inside(panels):
    for ax in panels:
        frame, place = ax.get_window_extent(), ax.get_position(original=True)
        slot = place.transformed(ax.figure.transSubfigure)
        assert slot.x0 - 0.5 <= frame.x0
        assert frame.x1 <= slot.x1 + 0.5
        assert slot.y0 - 0.5 <= frame.y0
        assert frame.y1 <= slot.y1 + 0.5


TWINS = [
    lambda ax: ax.twinx(),
    lambda ax: ax.twiny(),
    lambda ax: ax.twinx().plot([0, 1], [3, 5]),
    lambda ax: ax.twiny().plot([3, 5], [0, 1]),
    lambda ax: ax.secondary_xaxis("top"),
    lambda ax: ax.secondary_yaxis("right", functions=(np.positive, np.positive)),
]


@pytest.mark.parametrize(("twin", "layout"), sampled(TWINS, LAYOUTS[:3], every=7))
def test_twins_leave_the_limits_and_the_square(labels, models, layout, twin):
    figure, ax = plt.subplots(layout=layout)
    prp.plot_pr(labels, models["good"], ax=ax)
    before = limits(ax)
    twin(ax)
    figure.draw_without_rendering()
    assert limits(ax) == before
    _, (width, height) = units(ax)
    assert width == pytest.approx(height)
    for other in figure.axes:
        np.testing.assert_allclose(
            other.get_window_extent().bounds, ax.get_window_extent().bounds, atol=1e-6
        )


def test_a_twin_of_axes_that_a_layout_has_moved_leaves_the_limits(labels, models):
    figure, ax = plt.subplots(figsize=(3.25, 2.4), layout="constrained")
    prp.plot_pr(labels, models["good"], ax=ax)
    before = limits(ax)
    ax.twinx().plot([0, 1], [0, 300])
    figure.draw_without_rendering()
    assert limits(ax) == before


def test_a_twin_that_is_there_before_the_curve_leaves_the_limits(labels, models):
    figure, ax = plt.subplots()
    ax.twinx()
    prp.plot_pr(labels, models["good"], ax=ax)
    before = limits(ax)
    figure.draw_without_rendering()
    assert limits(ax) == before


def test_a_twin_stays_where_its_host_was(labels, models):
    figure, ax = plt.subplots()
    prp.plot_pr(labels, models["good"], ax=ax)
    twin = ax.twinx()
    figure.draw_without_rendering()
    before = ax.get_window_extent().bounds
    ax.remove()
    figure.draw_without_rendering()
    np.testing.assert_allclose(twin.get_window_extent().bounds, before)


PARTS = [
    {"yscale": "log"},
    {"xscale": "symlog", "yscale": "log"},
    {"xlim": (0, 0.4)},
    {"xlim": (0.8, 0.95), "ylim": (0.3, 0.31)},
    {"yscale": "log", "xlim": (0, 0.4)},
]


@pytest.mark.parametrize(
    ("twin", "view"), sampled([lambda ax: None, lambda ax: ax.twinx()], PARTS, every=4)
)
def test_any_part_and_scale_is_shown_in_the_same_square(labels, models, view, twin):
    figure, ax = plt.subplots()
    prp.plot_pr(labels, models["good"], ax=ax)
    figure.draw_without_rendering()
    before = ax.get_window_extent().bounds
    other = twin(ax)
    ax.set(**view)
    figure.draw_without_rendering()
    wanted = limits(ax)
    figure.draw_without_rendering()
    assert limits(ax) == wanted
    for one in (ax, other or ax):
        np.testing.assert_allclose(one.get_window_extent().bounds, before, atol=1e-6)


def test_a_panel_on_another_scale_leaves_the_others_alone(labels, models):
    figure, axes = plt.subplots(1, 3, figsize=(9, 3))
    panels = prp.plot_spaces(labels, models["good"], axes=axes, legend=False)
    figure.draw_without_rendering()
    before = [ax.get_window_extent().bounds for ax in panels[[0, 2]]]
    panels[1].set(xscale="symlog", ylim=(-0.5, 1.5))
    figure.draw_without_rendering()
    np.testing.assert_allclose([ax.get_window_extent().bounds for ax in panels[[0, 2]]], before)


def test_who_wants_wider_axes_gets_them(labels, models):
    figure, ax = plt.subplots()
    prp.plot_pr(labels, models["good"], ax=ax)
    ax.set_box_aspect(None)
    figure.draw_without_rendering()
    assert ax.get_window_extent().width > 1.2 * ax.get_window_extent().height


@pytest.mark.parametrize("limits", [((0.4, 0.6), (0.1, 0.3)), slowly((((0.4, 5), (0, 1)),))])
def test_a_panel_that_is_zoomed_leaves_the_others_alone(labels, worse, limits):
    figure, axes = plt.subplots(1, 3, figsize=(9, 3))
    panels = prp.plot_spaces(labels, worse, axes=axes, legend=False)
    figure.draw_without_rendering()
    before = [ax.get_window_extent().bounds for ax in panels]
    panels[1].set(xlim=limits[0], ylim=limits[1])
    figure.draw_without_rendering()
    np.testing.assert_allclose(panels[0].get_window_extent().bounds, before[0])
    np.testing.assert_allclose(panels[2].get_window_extent().bounds, before[2])
    assert panels[1].get_xlim() == limits[0]
    assert_inside(panels)


def test_an_anchor_and_insets_are_respected(labels, models):
    figure, ax = plt.subplots()
    prp.plot_pr(labels, models["good"], ax=ax)
    ax.set_anchor("W")
    inset = ax.inset_axes((0.3, 0.3, 0.4, 0.4))
    prp.plot_pr(labels, models["good"], ax=inset)
    figure.tight_layout()
    figure.draw_without_rendering()
    slot = ax.get_position(original=True).transformed(figure.transFigure)
    assert ax.get_window_extent().x0 == pytest.approx(slot.x0)
    assert inset.get_window_extent().width == pytest.approx(0.4 * ax.get_window_extent().width)
