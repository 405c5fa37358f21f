"""Ticks: round shares as far as their labels have room, and usual ones for a part of a space."""

import copy
import pickle
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from tests.cases import sampled, slowly
from tests.plots.artists import lay_out

SIZES = [(1.5, 1.5), (2.4, 2.0), (3.25, 2.4), (3.25, 2.8), (6.4, 4.8), (7, 2)]


def shown(axis):
    """Return the labels of ticks in view, drawn if anything has changed."""
    lay_out(axis.get_figure(root=True))
    low, high = sorted(axis.get_view_interval())
    ticks = [t for t in axis.get_major_ticks() if low - 1e-9 <= t.get_loc() <= high + 1e-9]
    ticks.sort(key=lambda tick: tick.get_loc())
    found = [tick.label1 if tick.label1.get_visible() else tick.label2 for tick in ticks]
    return [label for label in found if label.get_text()]


def texts(axis):
    return [label.get_text() for label in shown(axis)]


def touching(axis):
    """Return the pairs of neighbouring labels whose extents overlap."""
    boxes = [label.get_window_extent() for label in shown(axis)]
    return [(a, b) for a, b in pairwise(boxes) if a.overlaps(b)]


def test_ticks_are_those_of_a_new_figure_after_a_change():
    def marked(draws_before):
        figure = plt.figure(figsize=(1.9, 1.9))
        ax = prp.plot_pr([0, 1, 1, 0], [1, 2, 3, 4], ax=figure.add_axes((0.3, 0.3, 0.6, 0.6)))
        if draws_before:
            figure.draw_without_rendering()
        ax.tick_params(pad=12)
        return texts(ax.yaxis)

    assert marked(True) == marked(False)


def drawn(labels, models, size=(6.4, 4.8), layout=None, plot=prp.plot_pr):
    _, ax = plt.subplots(figsize=size, layout=layout)
    plot(labels, models["good"], ax=ax)
    return ax


def test_there_are_five_ticks_without_needless_digits_where_there_is_room(labels, models):
    ax = drawn(labels, models)
    assert texts(ax.xaxis) == texts(ax.yaxis) == ["0", "0.25", "0.5", "0.75", "1"]


def test_a_part_of_a_space_has_the_usual_ticks(labels, models):
    ax = drawn(labels, models)
    ax.set_xlim(0.8, 0.95)
    ax.set_ylim(0.3, 0.45)
    assert len(texts(ax.xaxis)) >= 3
    assert len(texts(ax.yaxis)) >= 3
    assert texts(ax.yaxis)[0] == "0.3"
    assert touching(ax.xaxis) == touching(ax.yaxis) == []


@pytest.mark.parametrize(("font", "size"), sampled([6, 10], SIZES[1:], every=3))
def test_labels_never_touch(labels, models, size, font):
    with plt.rc_context({"font.size": font}):
        ax = drawn(labels, models, size)
        assert touching(ax.xaxis) == touching(ax.yaxis) == []
        assert texts(ax.xaxis)[0] == "0"
        assert texts(ax.xaxis)[-1] == "1"
        assert list(ax.get_xticks()) == list(ax.get_yticks())
        ax.set(xlim=(0.8, 0.81), ylim=(0.3, 0.35))
        assert touching(ax.xaxis) == touching(ax.yaxis) == []


@pytest.mark.parametrize(
    ("plot", "layout", "size"),
    sampled(
        [prp.plot_pr, prp.plot_prg, prp.plot_difference],
        [None, "constrained", "tight"],
        [(2.4, 2.4), (3.25, 2.4), (3.25, 3.25)],
        every=7,
    ),
)
def test_names_of_axes_are_never_cut(labels, models, size, layout, plot):
    figure, ax = plt.subplots(figsize=size, layout=layout)
    options = {"errorbar": None} if plot is prp.plot_difference else {}
    plot(labels, models, ax=ax, **options)
    figure.draw_without_rendering()
    for name in (ax.xaxis.label, ax.yaxis.label):
        box = name.get_window_extent()
        assert min(box.x0, box.y0) >= 0
        assert (box.p1 <= figure.bbox.p1).all()


def test_both_axes_have_fewer_ticks_where_one_has_no_room(labels, models):
    ax = drawn(labels, models, (1.5, 1.5))
    assert texts(ax.xaxis) == texts(ax.yaxis) == ["0", "0.5", "1"]


def test_ticks_depend_on_the_present_size_alone(labels, models):
    ax = drawn(labels, models)
    before = texts(ax.xaxis)
    ax.figure.set_size_inches(1.5, 1.5)
    assert texts(ax.xaxis) == ["0", "0.5", "1"]
    ax.figure.set_size_inches(6.4, 4.8)
    assert texts(ax.xaxis) == before


def test_negative_gains_have_ticks():
    rng = np.random.default_rng(0)
    y = rng.random(500) < 0.3
    ax = prp.plot_prg(y, rng.normal(size=500) - 0.5 * y)
    assert texts(ax.yaxis) == ["\N{MINUS SIGN}0.25", "0", "0.25", "0.5", "0.75", "1"]
    assert texts(ax.xaxis) == ["0", "0.25", "0.5", "0.75", "1"]
    ax.set_ylim(-20, 1)
    assert len(texts(ax.yaxis)) >= 3


def test_an_inset_has_its_own_ticks(labels, models):
    ax = drawn(labels, models, (3.25, 2.8))
    inset = ax.inset_axes((0.3, 0.3, 0.4, 0.4))
    prp.plot_pr(labels, models["good"], ax=inset)
    assert texts(inset.xaxis) == ["0", "1"] or texts(inset.xaxis) == ["0", "0.5", "1"]
    assert touching(inset.xaxis) == touching(inset.yaxis) == []
    inset.set(xlim=(0.8, 0.9), ylim=(0.8, 0.9))
    assert len(texts(inset.xaxis)) >= 1
    assert touching(inset.xaxis) == []


def test_a_twin_has_the_usual_ticks(labels, models):
    twin = drawn(labels, models).twinx()
    twin.set_ylim(0, 300)
    assert texts(twin.yaxis) == ["0", "50", "100", "150", "200", "250", "300"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda ax: pickle.loads(pickle.dumps(ax))])
def test_ticks_are_copied_with_their_figure(labels, models, copied):
    again = copied(drawn(labels, models).figure).axes[0]
    assert texts(again.xaxis) == ["0", "0.25", "0.5", "0.75", "1"]
    again.set(xlim=(0.8, 0.95), ylim=(0.8, 0.95))
    again.figure.draw_without_rendering()
    assert len(texts(again.xaxis)) >= 3


def test_ticks_of_the_user_stay(labels, models):
    ax = drawn(labels, models)
    ax.set_xticks([0.1, 0.9])
    ax.yaxis.set_major_formatter("{x:.0%}")
    assert texts(ax.xaxis) == ["0.1", "0.9"]
    assert texts(ax.yaxis) == ["0%", "25%", "50%", "75%", "100%"]


def test_f_gain_has_ticks_when_zoomed_and_betas_that_do_not_touch(labels, models):
    ax = drawn(labels, models, (3.25, 2.4), plot=prp.plot_f_gain)
    (betas,) = ax.child_axes
    assert texts(betas.xaxis) == ["4", "2", "1", "0.5", "0.25"]
    assert touching(betas.xaxis) == []
    ax.set(xlim=(0.3, 0.35), ylim=(0.3, 0.35))
    assert len(texts(ax.xaxis)) >= 3


@pytest.mark.parametrize("size", [*SIZES[1::2], *(slowly((size,)) for size in SIZES[2::2])])
def test_ratios_never_touch_and_remain_when_zoomed(labels, models, size):
    ax = drawn(labels, models, size, plot=prp.plot_downsampling)
    assert touching(ax.xaxis) == touching(ax.yaxis) == []
    assert texts(ax.xaxis) == ["1:1", "1:10", "1:100"]
    ax.set_xlim(1.2, 1.9)
    ax.figure.draw_without_rendering()
    assert any(tick.label1.get_text() for tick in ax.xaxis.get_minor_ticks())


@pytest.mark.parametrize("size", [SIZES[2], slowly((SIZES[3],))])
def test_ranks_never_touch(size):
    rng = np.random.default_rng(0)
    y = np.arange(40) % 4 == 0
    scores = {f"m{i}": rng.normal(size=40) + y for i in range(24)}
    table = prp.rank_table({f"t{i}": (y, scores) for i in range(3)}, progress=False)
    _, ax = plt.subplots(figsize=size)
    prp.plot_rank_agreement(table, ax=ax)
    assert touching(ax.xaxis) == touching(ax.yaxis) == []
    assert texts(ax.xaxis) == ["1", "5", "10", "15", "20"]


def test_tasks_have_ticks_when_zoomed():
    table = prp.rank_table({"a": ([1, 1, 0, 0], {"m": [0.9, 0.8, 0.1, 0.2]})}, progress=False)
    ax = prp.plot_tasks(table)
    assert texts(ax.xaxis) == ["0", "0.25", "0.5", "0.75", "1"]
    ax.set_xlim(0.8, 0.95)
    assert len(texts(ax.xaxis)) >= 3
