"""Figures of several panels in axes, figures and subfigures that the user made."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import prplot as prp
from tests.cases import sampled

HUE = {"y_true": "y", "y_score": "s", "hue": "model"}


@pytest.fixture(scope="module")
def table(labels, models):
    columns = {"y": labels, "site": np.arange(300) % 3, **models}
    return pd.DataFrame(columns).melt(["y", "site"], var_name="model", value_name="s")


@pytest.fixture
def calls(labels, models, table):
    return {
        "spaces": lambda **to: prp.plot_spaces(labels, models, **to),
        "hull": lambda **to: prp.plot_hull(labels, models, **to),
        "curveplot": lambda **to: prp.curveplot(table, col="site", **HUE, **to).axes.ravel(),
    }


COUNTS = {"spaces": 3, "hull": 2, "curveplot": 3}


@pytest.mark.parametrize(("layout", "name"), sampled([None, "constrained"], COUNTS, every=7))
def test_subfigures_hold_panels_with_their_labels_and_legends(calls, name, layout):
    figure = plt.figure(figsize=(9, 6.4), layout=layout)
    above, below = figure.subfigures(2, 1)
    panels = calls[name](fig=above)
    other = calls[name](fig=below, legend="outside below")
    figure.draw_without_rendering()
    assert len(panels) == len(other) == COUNTS[name]
    assert tuple(figure.get_size_inches()) == (9, 6.4)
    assert plt.get_fignums() == [figure.number]
    for part, axes in ((above, panels), (below, other)):
        assert [ax.get_figure(root=False) for ax in axes] == [part] * len(axes)
        boxes = [ax.get_tightbbox() for ax in axes] + [
            legend.get_window_extent() for legend in part.legends
        ]
        for i, box in enumerate(boxes):
            assert part.bbox.padded(2).containsx(box.x0)
            assert part.bbox.padded(2).containsx(box.x1)
            assert part.bbox.padded(2).containsy(box.y0)
            assert part.bbox.padded(2).containsy(box.y1)
            assert not any(box.padded(-1).overlaps(one) for one in boxes[:i])
    assert len(below.legends) == 1
    assert not figure.legends


@pytest.mark.parametrize("name", sampled(COUNTS, every=2))
def test_a_figure_is_drawn_into_and_keeps_its_size(calls, name):
    figure = Figure(figsize=(8, 3))
    panels = calls[name](fig=figure)
    assert figure.axes[: COUNTS[name]] == list(panels)
    assert tuple(figure.get_size_inches()) == (8, 3)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("name", sampled(COUNTS, every=2))
def test_axes_are_drawn_into(calls, name):
    figure, axes = plt.subplots(2, 2, figsize=(7, 7), layout="constrained")
    given = axes.ravel()[: COUNTS[name]]
    panels = calls[name](axes=list(given))
    assert list(panels) == list(given)
    assert all(ax.lines for ax in given)
    assert not axes[1, 1].lines
    assert tuple(figure.get_size_inches()) == (7, 7)
    assert plt.get_fignums() == [figure.number]


@pytest.mark.parametrize("name", COUNTS)
def test_wrong_places_are_refused_in_one_sentence(calls, name):
    figure, axes = plt.subplots(1, 4)
    for to, message in (
        ({"fig": plt.figure(), "axes": axes[:3]}, r"fig and axes can't both be given"),
        ({"axes": axes}, rf"axes must be {COUNTS[name]} different Axes, .*, found 4"),
        ({"axes": "no"}, r"axes must be . matplotlib Axes or None, found str"),
        ({"fig": axes[0]}, r"fig must be a matplotlib Figure or SubFigure, found Axes"),
        ({"fig": figure}, r"fig must be empty, found 4 axes and 0 subfigures; pass axes="),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            calls[name](**to)
    assert not any(ax.lines for ax in axes)
    assert len(plt.get_fignums()) == 2


def test_options_without_effect_are_refused(table):
    _, axes = plt.subplots(1, 3)
    for options, message in (
        ({"fig": Figure(), "height": 2}, r"^height is for panels of a new .* go with fig"),
        ({"axes": axes, "aspect": 2}, r"^aspect is for panels of a new .* go with axes"),
        ({"axes": axes, "facet_kws": {"sharex": False}}, r"^sharex in facet_kws is for panels "),
        ({"fig": Figure(), "facet_kws": {"xlim": (0, 1)}}, r"^xlim in facet_kws is for panels "),
    ):
        with pytest.raises(TypeError, match=message):
            prp.curveplot(table, col="site", **HUE, **options)


def test_a_grid_in_a_given_figure_is_a_grid_of_seaborn(table):
    # One of pyplot's: with matplotlib 3.10 `refline` needs it.
    figure = plt.figure(figsize=(9, 3))
    grid = prp.curveplot(table, col="site", fig=figure, **HUE)
    assert grid.figure is figure
    assert list(grid.axes_dict) == [0, 1, 2]
    assert [ax.get_title() for ax in grid.axes.flat] == [f"site = {i}" for i in range(3)]
    assert [ax.yaxis.label.get_visible() for ax in grid.axes.flat] == [True, False, False]
    assert grid.legend in figure.legends
    grid.add_legend(title="which").tight_layout().refline(x=0.5)
    assert [legend.get_title().get_text() for legend in figure.legends] == ["which"]
    assert tuple(figure.get_size_inches()) == (9, 3)


@pytest.mark.parametrize(
    ("share", "groups"), sampled([("col", 2), (True, 1), ("row", 3), (False, 6)], every=4)
)
def test_panels_in_a_given_figure_share_their_limits_as_in_seaborn(table, share, groups):
    table = table.assign(half=np.arange(len(table)) % 2)
    shared = {"facet_kws": {"sharex": share}, "row": "site", "col": "half"}
    grid = prp.curveplot(table, y_true="y", y_score="s", fig=Figure(figsize=(6, 8)), **shared)
    joined = {frozenset(map(id, ax.get_shared_x_axes().get_siblings(ax))) for ax in grid.axes.flat}
    assert len(joined) == groups


def test_a_failed_call_leaves_a_given_figure_empty(table):
    figure = Figure()
    with pytest.raises(ValueError, match=r"palette"):
        prp.curveplot(table, col="site", fig=figure, palette=["no colour"] * 3, **HUE)
    assert figure.axes == []


@pytest.mark.parametrize(
    ("size", "layout"), sampled([(3.25, 2), (14, 3.5)], ["constrained", None], every=4)
)
def test_a_small_figure_has_its_legend_below(table, size, layout):
    figure = plt.figure(figsize=size, layout=layout)
    panels = prp.curveplot(table, col="site", **HUE, fig=figure).axes.ravel()
    figure.draw_without_rendering()
    (legend,) = figure.legends
    beside = legend.get_window_extent()
    assert [ax.get_title() for ax in panels] == ["site = 0", "site = 1", "site = 2"]
    assert (beside.y1 < min(ax.bbox.y0 for ax in panels)) == (size[0] < 4)
    assert (beside.x0 > max(ax.bbox.x1 for ax in panels)) == (size[0] > 4)
