"""Curves coloured by their thresholds, and the bar beside them."""

import pickle
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex

import prplot as prp
from prplot.core.spaces import NPR, PR, PRG, ROC
from prplot.draw.scene import BAR_OF_COLORS, CURVE
from prplot.plots.figure import thresholds
from tests.cases import sampled
from tests.plots.artists import contrast, legend_texts

PLOTS = {prp.plot_pr: PR, prp.plot_npr: NPR, prp.plot_roc: ROC, prp.plot_prg: PRG}
EACH = pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
# So many colours are told apart, by design.
SHADES = 96


@pytest.fixture
def ranking():
    """Return labels and scores of 60 rows: at each of ten levels there are both classes."""
    pos, neg = [5, 4, 4, 3, 3, 2, 2, 1, 1, 1], [1, 1, 2, 1, 3, 2, 4, 6, 6, 8]
    levels = np.array([9.0, 8.5, 7.0, 6.5, 5.0, 4.0, 2.5, 1.0, 0.5, -1.0])
    return np.repeat([True, False], [26, 34]), np.r_[np.repeat(levels, pos), np.repeat(levels, neg)]


@pytest.fixture
def gaps():
    """Return labels and scores of 60 rows, negatives alone at most levels, which bunch together."""
    rising = np.linspace(0, 1, 40) ** 3
    pos = np.r_[np.full(8, 1.0), np.full(8, 0.55), np.full(4, 0.0)]
    return np.repeat([True, False], [20, 40]), np.r_[pos, 0.9 * rising]


def colored(ax):
    (drawn,) = [one for one in ax.collections if isinstance(one, LineCollection)]
    return drawn


def base(ax):
    (line,) = [line for line in ax.lines if line.get_gid() == CURVE.name]
    return line


def bars(axes):
    return [
        bar for ax in np.ravel(axes) for bar in ax.child_axes if bar.get_gid() == BAR_OF_COLORS.name
    ]


def operating_points(y, scores):
    """Count true and false positives at every score, by hand."""
    levels = np.unique(scores)[::-1]
    lower = (np.searchsorted(np.sort(scores[rows]), levels) for rows in (y, ~y))
    tp, fp = (rows.sum() - below for rows, below in zip((y, ~y), lower, strict=True))
    return levels, tp.astype(float), fp.astype(float)


def expected_limits(y, scores):
    """Return the thresholds where 2 and 98 percent of a balanced sample are predicted positive."""
    levels, tp, fp = operating_points(y, scores)
    return np.interp([0.98, 0.02], (tp / y.sum() + fp / (~y).sum()) / 2, levels)


def distances(points, ways):
    """Return how far points are from each of some polylines, shape (n_points, n_ways)."""
    found = np.empty((len(points), len(ways)))
    for i, way in enumerate(ways):
        first, step = way[:-1], np.diff(way, axis=0)
        length = np.maximum((step**2).sum(axis=1), 1e-300)
        share = ((points[:, None] - first) * step).sum(axis=2) / length
        nearest = first + np.clip(share, 0, 1)[..., None] * step
        found[:, i] = np.hypot(*np.moveaxis(points[:, None] - nearest, 2, 0)).min(axis=1)
    return found


@pytest.mark.parametrize(("held", "plot"), sampled(["ranking", "gaps"], PLOTS, every=3))
def test_colours_are_those_of_the_thresholds(held, plot, request):
    y, scores = request.getfixturevalue(held)
    ax = plot(y, scores, color="threshold", palette="plasma", legend=False)
    levels, tp, fp = operating_points(y, scores)
    # Half-way between two points, where decisions are mixed, the threshold is half-way too.
    levels = np.concatenate([levels, (levels[1:] + levels[:-1]) / 2])
    tp, fp = (np.concatenate([one, (one[1:] + one[:-1]) / 2]) for one in (tp, fp))
    at = np.column_stack(PLOTS[plot].project(tp, fp, y.sum(), (~y).sum()))
    low, high = expected_limits(y, scores)
    wanted = np.clip((levels - low) / (high - low), 0, 1)
    inside = np.isfinite(at).all(axis=1) & (at >= -0.2).all(axis=1)
    drawn = colored(ax)
    cmap = mpl.colormaps["plasma"]
    ramp = cmap(np.linspace(0, 1, 2001))[:, :3]
    shown = np.abs(drawn.get_colors()[:, None, :3] - ramp).sum(axis=2).argmin(axis=1) / 2000
    near = distances(at[inside], [path.vertices for path in drawn.get_paths()]) < 2e-4
    assert near.any(axis=1).all()
    for touching, place in zip(near, wanted[inside], strict=True):
        # Where two colours meet both touch the point.
        assert np.abs(shown[touching] - place).min() <= 1.5 / SHADES
        assert np.ptp(shown[touching]) <= 0.05


@EACH
def test_the_colours_cover_the_curve_and_nothing_else(ranking, plot):
    ax = plot(*ranking, color="threshold", legend=False)
    ways = [path.vertices for path in colored(ax).get_paths()]
    line = base(ax).get_xydata()
    line = line[np.isfinite(line).all(axis=1)]
    index = np.linspace(0, len(line) - 1, 3000)
    fine = np.column_stack([np.interp(index, np.arange(len(line)), one) for one in line.T])
    assert distances(fine, ways).min(axis=1).max() < 5e-4
    assert distances(np.concatenate(ways), [line]).max() < 5e-4
    # No seams: each stretch starts where the one before it ends.
    for before, after in pairwise(ways):
        np.testing.assert_array_equal(before[-1], after[0])


@EACH
def test_a_bar_beside_the_axes_says_which_colour_is_which(ranking, plot):
    y, scores = ranking
    ax = plot(y, scores, color="threshold", legend=False)
    ax.figure.draw_without_rendering()
    (bar,) = bars(ax)
    assert bar.get_ylabel() == "Threshold"
    assert bar.get_ylim() == pytest.approx(expected_limits(y, scores))
    frame, beside = ax.get_window_extent(), bar.get_window_extent()
    assert beside.x0 > frame.x1
    # Its tips are beyond the axes of a bar that goes on.
    assert frame.y0 - 1 <= beside.y0 < beside.y1 <= frame.y1 + 1
    assert beside.height > 0.85 * frame.height
    assert bar.get_tightbbox().x1 <= ax.figure.bbox.x1


@pytest.mark.parametrize(
    ("scores", "extend"),
    [
        (np.arange(400.0) // 2, "both"),
        (np.r_[np.arange(360.0) // 2, np.full(40, 360)], "min"),
        (np.ones(400), "neither"),
    ],
)
def test_the_bar_points_to_thresholds_beyond_it(scores, extend):
    y = np.arange(400) % 2 == 0
    (bar,) = bars(prp.plot_roc(y, scores, color="threshold", legend=False))
    assert bar._colorbar.extend == extend


def test_one_threshold_has_one_colour():
    ax = prp.plot_roc([1, 0, 1, 0], [0.5] * 4, color="threshold", palette="plasma")
    found = {to_hex(color) for color in colored(ax).get_colors()}
    assert found == {to_hex(mpl.colormaps["plasma"](48.5 / 96))}
    low, high = bars(ax)[0].get_ylim()
    assert low < 0.5 < high


def test_the_legend_keeps_its_entry(ranking):
    y, scores = ranking
    ax = prp.plot_roc(y, scores, color="threshold", name="forest")
    said = legend_texts(ax)
    assert sum("forest" in one for one in said) == 1
    # Random guessing is a reference, and keeps the text's colour.
    assert base(ax).get_label().startswith("forest (AUROC ")


def test_spaces_have_one_bar_and_the_same_colours(ranking):
    axes = prp.plot_spaces(*ranking, color="threshold", spaces=["roc", "pr"], legend=False)
    assert len(bars(axes)) == len(bars(axes[-1])) == 1
    roc, pr = ({to_hex(one) for one in colored(ax).get_colors()} for ax in axes)
    # Precision starts where recall does: the first stretch is a point there.
    assert len(roc & pr) >= 0.9 * max(len(roc), len(pr))


def test_a_palette_may_be_a_colormap(ranking):
    options = {"color": "threshold", "legend": False}
    named = prp.plot_pr(*ranking, palette="magma", **options)
    plt.figure()
    given = prp.plot_pr(*ranking, palette=plt.get_cmap("magma"), **options)
    np.testing.assert_array_equal(colored(named).get_colors(), colored(given).get_colors())


def test_a_prevalence_moves_the_curve_and_no_colour(ranking):
    y, scores = ranking
    ax = prp.plot_pr(y, scores, color="threshold", prevalence=0.1)
    assert bars(ax)[0].get_ylim() == pytest.approx(expected_limits(y, scores))
    last = colored(ax).get_paths()[-1].vertices[-1]
    assert tuple(last) == pytest.approx((1, 0.1))


@pytest.mark.parametrize("plot", [prp.plot_pr, prp.plot_roc, prp.plot_spaces])
def test_what_has_no_single_row_of_thresholds_is_refused(ranking, plot):
    y, scores = ranking
    curve = prp.ConfusionCurve.from_scores(y, scores)
    published = prp.ConfusionCurve.from_counts([5, 10], [1, 8], 20, 30)
    for args, options, message in [
        ((y, {"a": scores, "b": -scores}), {}, r"single curve, found 2 curves"),
        ((y, scores), {"hue": np.arange(60) % 2}, r"single curve, found 2 curves"),
        (([curve, curve],), {}, r"single curve, found folds"),
        ((y, scores), {"units": np.arange(60) % 2, "estimator": None}, r"found folds"),
        ((published,), {}, r"a curve that knows its thresholds"),
        ((y, np.ldexp(scores, 1019)), {}, r"thresholds must be between -1e\+306 and 1e\+306 "),
        ((y, scores), {"palette": "virdis"}, r"the nearest: viridis"),
        ((y, scores), {"palette": ["red", "blue"]}, r"palette must be a colormap"),
    ]:
        with pytest.raises(ValueError, match=message):
            plot(*args, color="threshold", **options)
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    "scores", sampled([[-1e306, 1e306, 0, 5e305], [-1e306, -9e305, -5e305, -1e305]], every=2)
)
def test_the_largest_thresholds_that_are_accepted_can_be_drawn(scores):
    ax = prp.plot_pr([0, 1, 1, 0], scores, color="threshold")
    ax.figure.draw_without_rendering()
    (bar,) = bars(ax)
    assert "−1" in [label.get_text() for label in bar.get_yticklabels()]
    assert "306" in bar.yaxis.get_offset_text().get_text()


def counts_of_shades(ax, space, y):
    """Return for each stretch of one colour how many rows are predicted positive at its start."""
    starts = np.array([path.vertices[0] for path in colored(ax).get_paths()])
    tp, fp = space.invert(*starts.T, y.sum(), (~y).sum())
    return np.nan_to_num(tp + fp)


def shares(ax):
    """Return for each stretch the place of its colour in the default ramp, from 0 to 1."""
    ramp = bars(ax)[0]._colorbar.cmap(np.linspace(0, 1, 2001))[:, :3]
    colors = colored(ax).get_colors()[:, None, :3]
    return np.abs(colors - ramp).sum(axis=2).argmin(axis=1) / 2000


@pytest.mark.parametrize(
    "options", [{}, {"prevalence": 0.2}, {"weights": True}, {"table": True}, {"columns": True}]
)
def test_negatives_alone_have_their_colours_whatever_holds_them(gaps, options):
    y, scores = gaps
    given = {"y_true": y, "y_score": scores}
    if "table" in options:
        given = {"data": pd.DataFrame(given), "y_true": "y_true", "y_score": "y_score"}
    elif "columns" in options:
        given = {"y_true": y[:, None], "y_score": scores[:, None]}
    elif "weights" in options:
        given |= {"sample_weight": np.full(60, 0.5)}
    else:
        given |= options
    plot = prp.plot_roc if "prevalence" not in options else prp.plot_npr
    ax = plot(**given, color="threshold", legend=False)
    low, high = bars(ax)[0].get_ylim()
    assert (low, high) == pytest.approx(expected_limits(y, scores))
    levels, tp, fp = operating_points(y, scores)
    share = 0.2 / 0.8 * 2 if "prevalence" in options else 1.0
    total = 20, 40 / share
    starts = np.array([path.vertices[0] for path in colored(ax).get_paths()])
    at = np.nan_to_num(np.sum(PLOTS[plot].invert(*starts.T, *total), axis=0))
    wanted = np.interp(at, np.r_[0, tp + fp / share], np.r_[levels[0], levels])
    inside = (wanted > low) & (wanted < high)
    assert inside.sum() > 20
    np.testing.assert_allclose(
        shares(ax)[inside], ((wanted - low) / (high - low))[inside], atol=1.6 / SHADES
    )


@pytest.mark.parametrize("plot", sampled(PLOTS, every=4))
def test_of_many_scores_negatives_alone_have_their_colours(plot, monkeypatch):
    monkeypatch.setattr(thresholds, "MOST_LEVELS", 600)
    rng = np.random.default_rng(8)
    # Hardly any positives: nearly all levels are of negatives alone.
    y = np.arange(20_000) % 1000 == 0
    scores = rng.exponential(size=20_000) ** 2 + 3 * y
    ax = plot(y, scores, color="threshold", legend=False)
    low, high = bars(ax)[0].get_ylim()
    assert (low, high) == pytest.approx(expected_limits(y, scores), rel=0.02)
    levels, tp, fp = operating_points(y, scores)
    at = counts_of_shades(ax, PLOTS[plot], y)
    wanted = np.interp(at, tp + fp, levels)
    np.testing.assert_allclose(
        shares(ax), np.clip((wanted - low) / (high - low), 0, 1), atol=1.6 / SHADES
    )


def test_few_positives_among_many_scores_have_their_colours(monkeypatch):
    monkeypatch.setattr(thresholds, "MOST_LEVELS", 600)
    # All positives within 40 ranks of 20000, where scores fall from 10 to 0.
    scores = np.r_[np.linspace(11, 10, 9980), np.linspace(10, 0, 40), np.linspace(0, -1, 9980)]
    y = np.zeros(20_000, bool)
    y[9980:10020:2] = True
    ax = prp.plot_roc(y, scores, color="threshold", legend=False)
    low, high = bars(ax)[0].get_ylim()
    levels, tp, fp = operating_points(y, scores)
    wanted = np.interp(counts_of_shades(ax, ROC, y), tp + fp, levels)
    wanted = np.clip((wanted - low) / (high - low), 0, 1)
    np.testing.assert_allclose(shares(ax), wanted, atol=1.6 / SHADES)
    assert np.unique(shares(ax)).size > 60


def test_levels_of_very_many_scores_are_spread_over_all_decades_of_ranks():
    found = thresholds._spread(10**7)
    assert (found[0], found[-1]) == (0, 10**7 - 1)
    assert thresholds.MOST_LEVELS / 2 < found.size <= thresholds.MOST_LEVELS
    decades = np.histogram(found, 10 ** np.arange(8))[0]
    assert (decades[3:] > thresholds.MOST_LEVELS / 16).all(), decades


def test_a_ready_curve_has_the_colours_of_what_it_lists(gaps):
    y, scores = gaps
    limits = []
    for levels in (np.unique, None):
        curve = prp.ConfusionCurve.from_scores(y, scores, thresholds=levels)
        plt.figure()
        limits += [bars(prp.plot_roc(curve, color="threshold", legend=False))[0].get_ylim()]
    assert limits[0] == pytest.approx(expected_limits(y, scores))
    # Between the last positive and the lowest score of all it is a guess.
    assert limits[1] != pytest.approx(expected_limits(y, scores), rel=1e-3)


@pytest.mark.parametrize("plot", sampled(PLOTS, every=4))
def test_many_scores_stay_small(plot):
    rng = np.random.default_rng(6)
    y = rng.random(100_000) < 0.1
    ax = plot(y, rng.normal(size=100_000) + y, color="threshold", legend=False)
    paths = colored(ax).get_paths()
    assert len(paths) <= SHADES
    assert sum(len(path.vertices) for path in paths) < 10_000


def test_colours_are_seen_on_dark_ground(ranking):
    with plt.style.context("dark_background"):
        ax = prp.plot_pr(*ranking, color="threshold")
        (bar,) = bars(ax)
        assert min(contrast(one, "black") for one in colored(ax).get_colors()[:, :3]) >= 3
        assert contrast(bar.yaxis.label.get_color(), "black") >= 3
        shown = {to_hex(one) for one in colored(ax).get_colors()}
        ramp = {to_hex(one) for one in bar._colorbar.cmap(np.linspace(0, 1, 512))}
        assert shown <= ramp


def test_the_line_beneath_the_colours_shows_at_no_edge(ranking):
    ax = prp.plot_pr(*ranking, color="threshold")
    assert base(ax).get_linewidth() < 0.9 * colored(ax).get_linewidths()[0]
    assert base(ax).get_zorder() < colored(ax).get_zorder()


def test_the_colours_follow_a_resized_figure(ranking):
    ax = prp.plot_pr(*ranking, color="threshold", thresholds=[0, 4], legend="direct")
    for size in (3.2, 6):
        ax.figure.set_size_inches(size, size)
        ax.figure.draw_without_rendering()
        (bar,) = bars(ax)
        frame, beside = ax.get_window_extent(), bar.get_window_extent()
        assert beside.x0 > frame.x1
        assert beside.height == pytest.approx(frame.height, rel=0.1)


def test_bars_of_two_calls_stand_apart(ranking):
    y, scores = ranking
    ax = prp.plot_pr(y, scores, color="threshold", name="first")
    try:
        prp.plot_pr(y, -scores, color="threshold", name="second", ax=ax)
    except ValueError:
        # Refusing is as good.
        return
    ax.figure.draw_without_rendering()
    boxes = [bar.get_window_extent() for bar in bars(ax)]
    assert len(boxes) < 2 or not boxes[0].overlaps(boxes[1])


def test_a_colour_beside_thresholds_is_refused(ranking):
    with pytest.raises(TypeError, match=r"color is given twice"):
        prp.plot_pr(*ranking, color="threshold", curve_kws={"color": "red"})


@pytest.mark.filterwarnings("ignore::prplot.UndefinedMetricWarning")
@pytest.mark.parametrize(
    ("plot", "label"),
    [(prp.plot_pr, 1), *[(plot, label) for plot in list(PLOTS)[1:] for label in (0, 1)]],
)
def test_one_class_alone_breaks_nothing(plot, label):
    assert plot([label] * 5, [1, 2, 3, 4, 5], color="threshold").axison


def texts_of(bar):
    """Return the boxes of the numbers and the name of a bar."""
    shown = [bar.yaxis.label, *bar.get_yticklabels()]
    low, high = sorted(bar.get_ylim())
    inside = [one for one in shown[1:] if low <= one.get_position()[1] <= high]
    return [one.get_window_extent() for one in [shown[0], *inside]]


def assert_bars_are_free(figure):
    """Check that bars with their words are on the figure and on no other axes, nor their words."""
    figure.draw_without_rendering()
    for ax in figure.axes:
        others = [other for other in figure.axes if other is not ax]
        taken = [other.get_window_extent() for other in others]
        taken += [box for other in others for box in [other.yaxis.get_tightbbox()] if box]
        for bar in bars(ax):
            for box in [bar.get_window_extent(), *texts_of(bar)]:
                assert 0 <= box.x0 < box.x1 <= figure.bbox.x1
                assert box.x0 > ax.get_window_extent().x1
                assert not any(box.overlaps(one) for one in taken)


ROOMS = [((3.3, 3.3), 8), ((5, 5), 10), ((6.4, 4.8), 10), ((8, 8), 20)]


@pytest.mark.parametrize(
    ("room", "layout"), sampled(ROOMS, [None, "constrained", "tight"], every=7)
)
def test_a_bar_stays_on_the_figure(ranking, room, layout):
    size, font = room
    with plt.rc_context({"font.size": font}):
        figure, ax = plt.subplots(figsize=size, layout=layout)
        prp.plot_pr(*ranking, color="threshold", ax=ax)
        assert_bars_are_free(figure)
        frame = ax.get_window_extent()
        assert frame.width == pytest.approx(frame.height)
        assert frame.width > 0.5 * min(figure.bbox.size)


def test_axes_with_room_beside_them_keep_their_size(ranking):
    figure, ax = plt.subplots(figsize=(6.4, 4.8))
    ax.set_box_aspect(1)
    ax.apply_aspect()
    before = ax.get_window_extent().size
    prp.plot_pr(*ranking, color="threshold", ax=ax)
    figure.draw_without_rendering()
    assert ax.get_window_extent().size == pytest.approx(before)


@pytest.mark.parametrize("font", sampled([8, 10, 13], every=3))
def test_bars_between_panels_cover_nothing_and_panels_are_alike(ranking, font):
    with plt.rc_context({"font.size": font}):
        figure, axes = plt.subplots(1, 2, figsize=(7, 3.5))
        prp.plot_pr(*ranking, color="threshold", ax=axes[0])
        prp.plot_roc(*ranking, color="threshold", ax=axes[1])
        assert_bars_are_free(figure)
        first, second = (ax.get_window_extent().width for ax in axes)
        # Their bars may have numbers with more digits.
        assert first == pytest.approx(second, rel=0.12)
        figure.tight_layout()
        assert_bars_are_free(figure)


@pytest.mark.slow
def test_bars_follow_a_mosaic_and_another_size(ranking):
    figure, axes = plt.subplot_mosaic("AB;AC", figsize=(8, 6))
    for plot, ax in zip((prp.plot_pr, prp.plot_roc, prp.plot_prg), axes.values(), strict=True):
        plot(*ranking, color="threshold", ax=ax)
    assert_bars_are_free(figure)
    figure.set_size_inches(6, 7)
    assert_bars_are_free(figure)


def test_bars_of_several_calls_have_room(ranking):
    figure, ax = plt.subplots(figsize=(5, 5))
    for sign in (1, -1):
        prp.plot_roc(ranking[0], sign * ranking[1], color="threshold", ax=ax, legend=False)
    assert len(bars(ax)) == 2
    assert_bars_are_free(figure)


@pytest.mark.slow
def test_panels_of_seaborn_keep_their_bars(ranking):
    y, scores = ranking
    table = pd.DataFrame({"y": y, "s": scores, "g": np.arange(60) % 2})
    grid = sns.FacetGrid(table, col="g", height=2.8, aspect=0.8)
    grid.map_dataframe(prp.plot_pr, y_true="y", y_score="s", color="threshold")
    assert_bars_are_free(grid.figure)


def test_a_figure_with_a_bar_is_saved_tightly(ranking, tmp_path):
    figure, ax = plt.subplots(figsize=(4, 4))
    prp.plot_pr(*ranking, color="threshold", ax=ax)
    figure.draw_without_rendering()
    (bar,) = bars(ax)
    wanted = bar.get_window_extent().height
    figure.savefig(tmp_path / "a.png", bbox_inches="tight", pad_inches=0, dpi=figure.dpi)
    height, width = plt.imread(tmp_path / "a.png").shape[:2]
    assert height < figure.bbox.height
    # Its words are on it, and those of the y axis, which were a little off the figure.
    assert width < 1.05 * figure.bbox.width
    figure.draw_without_rendering()
    assert bar.get_window_extent().height == pytest.approx(wanted)


def test_a_figure_with_a_bar_can_be_pickled(ranking):
    figure, ax = plt.subplots(figsize=(4, 4))
    prp.plot_pr(*ranking, color="threshold", ax=ax)
    figure.draw_without_rendering()
    again = pickle.loads(pickle.dumps(figure))
    again.draw_without_rendering()
    assert again.axes[0].get_position().bounds == pytest.approx(ax.get_position().bounds)
