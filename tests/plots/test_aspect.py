"""Square axes keep their limits, and panels side by side have units of one size."""

import copy
import pickle
from io import BytesIO

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


def assert_alike(panels, within=0.5):
    zeros, sizes = zip(*map(units, panels), strict=True)
    np.testing.assert_allclose([zero[1] for zero in zeros], zeros[0][1], atol=within)
    np.testing.assert_allclose(sizes, np.full((len(panels), 2), sizes[0][0]), atol=within)


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


@pytest.mark.parametrize(("twin", "layout"), sampled(TWINS, LAYOUTS[:3], every=4))
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
    ("twin", "view"), sampled([lambda ax: None, lambda ax: ax.twinx()], PARTS, every=3)
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


@pytest.mark.parametrize(("size", "layout"), sampled([(7, 2.6), (14, 3), (6, 6)], LAYOUTS, every=4))
def test_panels_have_units_of_one_size(labels, worse, layout, size):
    figure, axes = plt.subplots(1, 4, figsize=size, layout=layout)
    panels = prp.plot_spaces(
        labels, worse, spaces=["roc", "pr", "npr", "prg"], axes=axes, legend=False
    )
    figure.draw_without_rendering()
    assert panels[3].get_ylim()[0] < -0.1
    assert_alike(panels)
    assert_inside(panels)


def test_panels_of_a_new_figure_are_alike_and_not_smaller_for_negative_gains(labels, worse, models):
    sizes = []
    for scores in (worse, models["good"]):
        panels = prp.plot_spaces(labels, scores)
        panels[0].figure.draw_without_rendering()
        assert_alike(panels)
        sizes.append(units(panels[0])[1][0])
    assert sizes[0] > 0.95 * sizes[1]


def test_panels_of_separate_calls_are_alike_and_those_of_another_size_are_not(labels, worse):
    figure, axes = plt.subplots(1, 4, figsize=(12, 2.6), width_ratios=(2, 2, 2, 1))
    for plot, ax in zip((prp.plot_roc, prp.plot_pr, prp.plot_prg, prp.plot_pr), axes, strict=True):
        plot(labels, worse, ax=ax, legend=False)
    twin = axes[0].twinx()
    figure.draw_without_rendering()
    assert_alike(axes[:3])
    assert_inside(axes)
    np.testing.assert_allclose(
        twin.get_window_extent().bounds, axes[0].get_window_extent().bounds, atol=1e-6
    )
    assert units(axes[3])[1][0] == pytest.approx(axes[3].get_window_extent().width / 1.024)


def test_panels_one_below_the_other_stay_in_their_places(labels, worse):
    figure, axes = plt.subplots(3, 1, figsize=(3.25, 9), layout="constrained")
    panels = prp.plot_spaces(labels, worse, axes=axes, legend=False)
    figure.draw_without_rendering()
    np.testing.assert_allclose([units(ax)[1] for ax in panels], units(panels[0])[1][0], atol=0.5)
    assert_inside(panels)


@pytest.mark.parametrize(
    "copied",
    [
        lambda figure: figure,
        slowly(copy.deepcopy),
        lambda figure: pickle.loads(pickle.dumps(figure)),
    ],
)
def test_panels_stay_alike_in_copies_and_other_sizes(labels, worse, copied):
    figure, axes = plt.subplots(1, 3, figsize=(9, 3), layout="constrained")
    prp.plot_spaces(labels, worse, axes=axes, legend=False)
    again = copied(figure)
    for size in ((5, 4), (12, 3)):
        again.set_size_inches(size)
        again.draw_without_rendering()
        assert_alike(again.axes[:3])
    again.savefig(BytesIO(), bbox_inches="tight", dpi=50)
    again.draw_without_rendering()
    assert_alike(again.axes[:3])


@pytest.mark.parametrize("limits", [((0.4, 0.6), (0.1, 0.3)), ((0.4, 5), (0, 1))])
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
    panels[1].remove()
    figure.draw_without_rendering()
    assert_alike(panels[[0, 2]])


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_panels_with_a_bar_of_thresholds_are_alike(labels, worse, layout):
    figure, axes = plt.subplots(1, 3, figsize=(9, 3), layout=layout)
    panels = prp.plot_spaces(labels, worse, axes=axes, legend=False, color="threshold")
    for _ in range(2):
        figure.draw_without_rendering()
        assert_alike(panels)
        assert_inside(panels)
        assert figure.get_tightbbox().x1 <= figure.get_figwidth() + 0.01
        prp.plot_spaces(labels, worse, axes=axes, legend=False)


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
