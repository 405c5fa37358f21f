"""Markers at the operating points of published curves, and exact arcs between them."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot as prp
from prplot.draw.scene import CURVE, OPERATING_POINT
from tests.cases import sampled
from tests.plots.artists import marked, words_of

PREVALENCE = 0.2


def in_pr(tp, fp, pos, neg):
    return tp / pos, tp / (tp + fp)


def in_roc(tp, fp, pos, neg):
    return fp / neg, tp / pos


def in_npr(tp, fp, pos, neg):
    return np.log1p(tp / neg) / np.log1p(pos / neg), tp / (tp + fp) * (1 - fp / neg)


def in_prg(tp, fp, pos, neg):
    share = pos / (pos + neg)
    pair = tp / pos, tp / (tp + fp)
    return tuple((one - share) / ((1 - share) * one) for one in pair)


PLOTS = {prp.plot_pr: in_pr, prp.plot_npr: in_npr, prp.plot_roc: in_roc, prp.plot_prg: in_prg}
EACH = pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)


@pytest.fixture
def printed():
    """Return precision and recall of 15 points of one curve, rounded to three digits."""
    tp = np.array([4, 9, 15, 20, 27, 33, 41, 48, 55, 61, 68, 75, 82, 88, 95])
    fp = np.array([0, 1, 2, 4, 7, 11, 17, 25, 36, 50, 70, 98, 140, 200, 310])
    return np.round(tp / (tp + fp), 3), np.round(tp / 100, 3)


@pytest.fixture
def published(printed):
    options = {"prevalence": PREVALENCE, "tolerance": 0.0005}
    return prp.ConfusionCurve.from_precision_recall(*printed, **options)


@EACH
def test_points_of_a_published_curve_are_marked_where_they_were(printed, published, plot):
    precision, recall = printed
    tp, pos, neg = recall * PREVALENCE, PREVALENCE, 1 - PREVALENCE
    (points,) = marked(plot(published, legend=False), OPERATING_POINT)
    expected = np.column_stack(PLOTS[plot](tp, tp * (1 - precision) / precision, pos, neg))
    if plot is prp.plot_prg:
        expected = expected[(expected >= -1e-9).all(axis=1)]
    assert len(expected) >= 12
    # Where rounding put two of them out of order they were moved by no more than it.
    np.testing.assert_allclose(points.get_xydata(), expected, rtol=0, atol=0.003)
    assert points.get_marker() == "o"
    assert points.get_linestyle() == "None"


@EACH
def test_points_of_counts_are_marked_and_the_line_has_the_exact_arcs_between_them(plot):
    tp, fp = np.array([5.0, 10, 15, 20]), np.array([2.0, 5, 30, 60])
    ax = plot(prp.ConfusionCurve.from_counts(tp[:-1], fp[:-1], 20, 60), legend=False)
    (line,), (points,) = marked(ax, CURVE), marked(ax, OPERATING_POINT)
    expected = np.column_stack(PLOTS[plot](tp[:-1], fp[:-1], 20, 60))
    # At recall 1 / 4, which is the prevalence, recall gain is 0: on the border.
    assert plot is not prp.plot_prg or expected[0, 0] == 0
    np.testing.assert_allclose(points.get_xydata(), expected, atol=1e-12)
    share = np.linspace(0, 1, 9)[:, None]
    tp, fp = (one[:-1] + share * np.diff(one) for one in (tp, fp))
    x, y = (one.ravel() for one in PLOTS[plot](tp, fp, 20, 60))
    at, drawn = line.get_xydata().T
    assert (np.diff(at) >= 0).all()
    np.testing.assert_allclose(np.interp(x, at, drawn), y, rtol=0, atol=2e-4)
    # Not by chords: in PR space they would be far off.
    assert plot is not prp.plot_pr or len(at) > 20


@pytest.mark.parametrize("plot", sampled(PLOTS, every=4))
def test_nothing_is_marked_where_scores_are_known_or_averaged(labels, models, published, plot):
    curve = prp.ConfusionCurve.from_scores(labels[:40], models["good"][:40])
    few = prp.ConfusionCurve.from_scores(labels, models["good"], thresholds=[0.0, 1.0, 2.0])
    for args in [(labels[:40], models["good"][:40]), (curve,), (few,), ([published] * 3,)]:
        assert marked(plot(*args, legend=False), OPERATING_POINT) == []
        plt.close("all")


def test_too_many_points_are_not_marked_by_themselves():
    counts = np.arange(1.0, 101)
    dense = prp.ConfusionCurve.from_counts(counts, counts**2 / 100, 100, 100)
    assert marked(prp.plot_pr(dense), OPERATING_POINT) == []
    (points,) = marked(prp.plot_pr(dense, show_points=True), OPERATING_POINT)
    assert len(points.get_xdata()) >= 99


def test_points_are_shown_or_not_as_the_user_says(published, curve, labels, models):
    assert marked(prp.plot_pr(published, show_points=False), OPERATING_POINT) == []
    plt.figure()
    (points,) = marked(prp.plot_roc(labels, models["tied"], show_points=True), OPERATING_POINT)
    levels = np.unique(models["tied"])[::-1]
    counted = [[(models["tied"][labels == k] >= one).mean() for k in (0, 1)] for one in levels]
    inner = [point for point in counted if 0 < sum(point) < 2]
    found = {tuple(point) for point in np.round(points.get_xydata(), 9)}
    # The record leaves out what lies between negatives alone.
    assert found <= {tuple(point) for point in np.round(inner, 9)}
    assert len(found) >= 0.7 * len(inner)
    for wrong in ("yes", None, 2):
        with pytest.raises(ValueError, match=r"show_points must be 'auto', True or False"):
            prp.plot_pr(published, show_points=wrong)
    with pytest.raises(ValueError, match=r"not with means of folds"):
        prp.plot_pr([curve, curve], show_points=True)


def test_points_have_the_look_that_the_user_wants(published):
    kws = {"marker": "s", "ms": 9, "color": "red"}
    ax = prp.plot_pr({"published": published}, point_kws=kws)
    swatch = next(one for one in ax.get_legend().legend_handles if one.get_marker() == "s")
    assert to_hex(swatch.get_markerfacecolor()) == "#ff0000"
    (points,) = marked(ax, OPERATING_POINT)
    assert (points.get_marker(), points.get_markersize()) == ("s", 9)
    assert to_hex(points.get_color()) == "#ff0000"
    plt.close("all")
    with pytest.raises((TypeError, ValueError), match=r"point_kws"):
        prp.plot_pr(published, point_kws={"nonsense": 1})
    assert plt.get_fignums() == []


def test_the_legend_shows_the_marker_and_the_line_has_none(published, curve):
    ax = prp.plot_pr({"published": published, "ours": curve})
    legend = ax.get_legend()
    said = words_of(legend)
    assert [words.split(" (")[0] for words in said] == ["published", "ours"]
    shown, plain = legend.legend_handles
    assert shown.get_marker() == "o"
    assert plain.get_marker() in ("None", "", None)
    (line, _), (points,) = marked(ax, CURVE), marked(ax, OPERATING_POINT)
    assert list(line.get_markevery()) == []
    assert to_hex(points.get_color()) == to_hex(line.get_color())


def test_points_move_with_the_prevalence(published, printed):
    (points,) = marked(prp.plot_pr(published, prevalence=0.5, legend=False), OPERATING_POINT)
    precision, recall = printed
    fpr = recall * (1 - precision) / precision * PREVALENCE / (1 - PREVALENCE)
    expected = np.column_stack([recall, recall / (recall + fpr)])
    np.testing.assert_allclose(points.get_xydata(), expected, atol=0.002)


def test_spaces_have_the_points_of_each(published, printed):
    for ax, place in zip(
        prp.plot_spaces(published, legend=False), (in_roc, in_pr, in_prg), strict=True
    ):
        precision, recall = printed
        tp = recall * PREVALENCE
        fp = tp * (1 - precision) / precision
        x, y = place(tp, fp, PREVALENCE, 1 - PREVALENCE)
        (points,) = marked(ax, OPERATING_POINT)
        inside = (x >= -1e-9) & (y >= -1e-9)
        expected = np.column_stack([x, y])[inside]
        np.testing.assert_allclose(points.get_xydata(), expected, rtol=0, atol=0.003)


def test_points_on_the_border_of_what_is_achievable_are_marked_too():
    tp, fp = np.array([0.0, 3, 9, 14]), np.array([7.0, 60, 60, 60])
    curve = prp.ConfusionCurve.from_counts(tp, fp, 20, 60)
    for plot in (prp.plot_pr, prp.plot_npr, prp.plot_roc):
        (points,) = marked(plot(curve, legend=False), OPERATING_POINT)
        expected = np.column_stack(PLOTS[plot](tp, fp, 20, 60))
        np.testing.assert_allclose(points.get_xydata(), expected, atol=1e-12)
        plt.close("all")
