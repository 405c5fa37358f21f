import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import same_color

import prplot as prp
from prplot.core.cells import Cells
from prplot.core.measures.calibration import best_f_gains
from prplot.core.scanned import ScannedCurve
from prplot.core.spaces import NPR, PR, PRG, ROC
from prplot.draw.scene import BAND
from prplot.plots.figure.layers import WORDS
from tests.cases import sampled
from tests.plots.artists import legend_texts

PLOTS = {"pr": prp.plot_pr, "roc": prp.plot_roc, "npr": prp.plot_npr, "prg": prp.plot_prg}
SPACES = {"pr": PR, "roc": ROC, "npr": NPR, "prg": PRG}


def curve_of(count, rows=100_000):
    """Return a curve of equally many rows in each cell, all open, positives mostly on top."""
    rows //= count
    share = np.linspace(0.1, 0.9, count)
    pos = np.maximum(np.rint(rows * share), 1).astype(int)
    edges = np.arange(count + 1) / count
    return ScannedCurve.from_cells(
        Cells.cumulated(edges[:-1], np.nextafter(edges[1:], 0), pos, rows - pos)
    )


def bands(ax):
    """Return the bands and whatever explains them."""
    return [artist for artist in ax.collections if artist.get_gid() == BAND.name]


@pytest.mark.parametrize("name", sampled(PLOTS, every=3))
def test_bounds_that_show_are_a_band_in_the_colour_of_the_curve(name):
    ax = PLOTS[name](curve_of(5))
    band, swatch = bands(ax)
    (line,) = [line for line in ax.lines if line.get_gid() == "prplot-curve"]
    assert same_color(band.get_facecolor()[0][:3], line.get_color())
    assert swatch.get_label() == WORDS
    assert WORDS in legend_texts(ax)


@pytest.mark.parametrize("name", sampled(PLOTS, every=3))
def test_bounds_that_do_not_show_are_not_drawn(name):
    assert bands(PLOTS[name](curve_of(20_000, 200_000), legend=False)) == []


@pytest.mark.parametrize("name", PLOTS)
def test_the_band_lies_between_the_lower_and_the_upper_curve(name):
    curve, space = curve_of(4), SPACES[name]
    band = bands(PLOTS[name](curve, legend=False))[0]
    path = band.get_paths()[0]
    cells = curve.cells
    tp, fp = cells.before()
    # The corners of the open cells, a little inwards: below, above, and in the middle.
    for share, inside in ((0.4, True), (0.6, True), (-0.2, False), (1.2, False)):
        k = 2
        at = tp[k] + 0.5 * (cells.tp[k] - tp[k]), fp[k] + share * (cells.fp[k] - fp[k])
        x, y = space.project(*(np.array([float(one)]) for one in at), curve.pos, curve.neg)
        assert path.contains_point((x[0], y[0])) == inside, share


def test_hulls_have_the_band_of_the_curve_in_both_panels():
    for ax in prp.plot_hull({"one": curve_of(5), "exact": curve_of(5).lower}):
        band, swatch = bands(ax)
        assert swatch.get_label() == WORDS
        assert band.get_paths()[0].vertices.shape[0] > 10
    assert all(bands(ax) == [] for ax in prp.plot_hull(curve_of(20_000, 200_000), legend=False))


def test_the_band_of_f_gains_lies_between_the_envelopes_of_both_bounds():
    curve = curve_of(4)
    path = bands(prp.plot_f_gain(curve))[0].get_paths()[0]
    lower, upper = (best_f_gains(one.hull()) for one in (curve.lower, curve.upper))
    for weight in (0.1, 0.5, 0.9):
        low, high = np.interp(weight, *lower), np.interp(weight, *upper)
        assert low < high
        for share, inside in ((0.1, True), (0.9, True), (-0.1, False), (1.1, False)):
            assert path.contains_point((weight, low + share * (high - low))) == inside
    plt.figure()
    assert bands(prp.plot_f_gain(curve.lower)) == []


def test_several_curves_share_one_explanation():
    ax = prp.plot_pr({"one": curve_of(5), "other": curve_of(7), "exact": curve_of(5).lower})
    assert len(bands(ax)) == 3
    assert [artist.get_label() for artist in bands(ax)].count(WORDS) == 1
    prp.plot_pr(curve_of(6), ax=ax)
    assert [artist.get_label() for artist in bands(ax)].count(WORDS) == 1


def test_curves_of_scores_have_no_band():
    assert bands(prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])) == []


def test_bounds_are_drawn_at_another_prevalence_too():
    curve = curve_of(5)
    ax = prp.plot_pr(curve, prevalence=0.01)
    assert len(bands(ax)) == 2
    _, again = plt.subplots()
    prp.plot_pr(curve.at_prevalence(0.01), ax=again)
    drawn = [artist[0].get_paths()[0].vertices for artist in (bands(ax), bands(again))]
    assert np.array_equal(*drawn)


@pytest.mark.parametrize(("count", "shows"), [(500, True), (2000, False)])
def test_a_band_shows_if_cells_are_larger_than_half_a_pixel(count, shows):
    assert bool(bands(prp.plot_roc(curve_of(count, 400_000), legend=False))) == shows


def test_summary_tells_the_bounds_of_scanned_curves():
    scanned, exact = curve_of(50), curve_of(50).lower
    table = prp.summary({"scanned": scanned, "exact": exact})
    low, high = table.loc["scanned", ["AUCPR low", "AUCPR high"]]
    assert (low, high) == scanned.bounds(prp.aucpr)
    assert low < table.loc["scanned", "AUCPR"] < high
    assert (table.loc["exact", ["AUCPR low", "AUCPR high"]] == table.loc["exact", "AUCPR"]).all()
    assert "AUCPR low" not in prp.summary(exact)


def test_a_scanned_curve_answers_as_a_curve():
    curve = curve_of(50)
    assert type(curve.hull()) is prp.ConfusionCurve
    assert curve.hull().dominates(curve)
    assert curve.upper.hull().dominates(curve.hull())
    other = curve.at_prevalence(0.1)
    assert isinstance(other, prp.ScannedCurve)
    assert other.prevalence == pytest.approx(0.1)
    assert other.upper.dominates(other)
    assert other.dominates(other.lower)
    low, high = other.bounds(prp.auroc)
    assert (low, high) == pytest.approx(curve.bounds(prp.auroc))
    assert prp.best_threshold(curve)[0] in curve.thresholds


def test_a_scanned_curve_is_made_by_scan_only():
    with pytest.raises(TypeError, match="ScannedCurve is made by scan"):
        prp.ScannedCurve.from_scores([1, 0], [0.2, 0.1])


def test_copies_keep_the_bounds():
    import pickle

    curve = curve_of(5)
    again = pickle.loads(pickle.dumps(curve))
    assert again.bounds(prp.aucpr) == curve.bounds(prp.aucpr)
    assert "AUCPR in [" in repr(again)
    with pytest.raises(ValueError, match="read-only"):
        again.cells.tp[0] = 1
