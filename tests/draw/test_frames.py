import pickle

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.core.spaces import PR, ROC
from prplot.draw.axes import CursorReadout, checked_axes, dress, resolved_axes


def test_axes_of_the_users_are_taken_and_others_are_made():
    made = resolved_axes(None)
    assert made.get_figure().get_layout_engine() is not None
    assert resolved_axes(None) is made
    _, ax = plt.subplots()
    assert resolved_axes(made) is made
    assert resolved_axes(None) is ax


@pytest.mark.parametrize("projection", ["polar", "3d"])
def test_round_axes_are_refused(projection):
    ax = plt.figure().add_subplot(projection=projection)
    with pytest.raises(TypeError, match="ax must be rectilinear"):
        checked_axes(ax)


def test_the_readout_remembers_the_curves_of_one_picture_only():
    curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000, thresholds=[0.9, 0.4])
    _, ax = plt.subplots()
    prp.plot_pr(curve, name="one", ax=ax)
    prp.plot_pr(curve, name="two", ax=ax)
    assert [name for name, _ in ax.format_coord.curves] == ["one", "two"]
    ax.clear()
    prp.plot_roc(curve, name="three", ax=ax)
    assert [name for name, _ in ax.format_coord.curves] == ["three"]
    assert ax.format_coord.space == ROC


def test_the_readout_names_the_nearest_operating_point():
    curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000, thresholds=[0.9, 0.4])
    read = CursorReadout(PR, [(None, curve)])
    assert read(0.26, 0.5) == "recall 0.260  precision 0.500  F1 0.342  threshold 0.9  achievable"
    assert read(0.5, 0.26) == "recall 0.500  precision 0.260  F1 0.342  threshold 0.4  achievable"
    assert read(0.9, 0.001).endswith("unachievable")
    assert read(1.2, 0.5) == "Recall 1.200  Precision 0.500"


def test_dressing_twice_changes_nothing():
    _, ax = plt.subplots()
    dress(ax, PR)
    before = ax.get_xlim(), ax.get_ylim(), list(ax.get_xticks())
    dress(ax, PR)
    assert (ax.get_xlim(), ax.get_ylim(), list(ax.get_xticks())) == before


def test_figures_and_curves_survive_pickling():
    rng = np.random.default_rng(0)
    labels = rng.random(50) < 0.5
    ax = prp.plot_pr(labels, rng.normal(size=50), show_chance=True)
    copy = pickle.loads(pickle.dumps(ax.figure))
    copy.set_size_inches(3, 3)
    copy.draw_without_rendering()
    assert copy.axes[0].format_coord(0.5, 0.5) == ax.format_coord(0.5, 0.5)


def no_axes():
    """Return axes that can't be drawn into, each with what is wrong."""
    removed, cleared = (plt.subplots()[1] for _ in range(2))
    removed.remove()
    cleared.figure.clear()
    host = plt.subplots()[1]
    inset = host.inset_axes((0.1, 0.1, 0.3, 0.3))
    inset.remove()
    return [(ax, "must be in a figure, found axes that") for ax in (removed, cleared, inset)]


def test_axes_that_can_not_be_drawn_into_are_refused():
    good = plt.subplots(1, 2)[1]
    for ax, says in no_axes():
        with pytest.raises(ValueError, match=says):
            prp.plot_pr([1, 0, 1, 0], [4, 3, 2, 1], ax=ax)
        assert not ax.lines
        with pytest.raises(ValueError, match=says):
            prp.plot_spaces([1, 0, 1, 0], [4, 3, 2, 1], axes=[*good, ax])
        assert not good[0].lines


def test_insets_and_axes_of_subfigures_are_taken():
    parts = plt.figure().subfigures(1, 2)
    ax = parts[0].subplots()
    inset = ax.inset_axes((0.2, 0.2, 0.5, 0.5)).inset_axes((0.2, 0.2, 0.7, 0.7))
    for one in (ax, inset):
        checked_axes(one, PR)
