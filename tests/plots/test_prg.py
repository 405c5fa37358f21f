from itertools import combinations
from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.core.measures.operating_point import accuracy_scores, precision_weights, squared_betas
from prplot.core.spaces import PRG, ROC
from prplot.draw.scene import (
    BASELINE,
    CHANCE,
    CURVE,
    HULL,
    ISOMETRIC,
    NEGATIVE,
    SEGMENT,
    ZERO,
)
from tests.plots.artists import colors, fresh_axes, legend_texts, marked, words


@pytest.fixture
def paper():
    """Flach & Kull (2015), Figure 3: counts with the calibrated scores that the text states."""
    return prp.ConfusionCurve.from_counts([1, 4, 8, 9, 28], [0, 1, 11, 16, 400], 28, 400)


def segment_words(ax):
    return [words(line) for line in marked(ax, SEGMENT)]


@pytest.fixture(scope="module")
def shown(curve):
    """The figure that several tests look at and leave as it is."""
    return prp.plot_prg(curve, ax=fresh_axes())


def test_draws_the_gains_of_the_operating_points(curve, shown):
    (line,) = marked(shown, CURVE)
    drawn = {tuple(point) for point in line.get_xydata()}
    inside = curve.recall_gain > -1
    assert drawn >= set(zip(curve.recall_gain[inside], curve.precision_gain[inside], strict=True))


def test_legend_names_the_signed_area(labels, models):
    ax = prp.plot_prg(labels, models["poor"], name="poor")
    area = prp.auprg(labels, models["poor"])
    assert area < 0
    written = f"poor (AUPRG \N{MINUS SIGN}{-area:.3f})"
    assert ax.get_legend().get_texts()[0].get_text() == written
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Recall gain", "Precision gain")


def test_an_area_that_rounds_to_0_has_no_sign():
    ax = prp.plot_prg([1, 0, 1, 0], [1, 1, 1, 1])
    assert ax.get_legend().get_texts()[0].get_text() == "AUPRG = 0.000"


def test_the_square_stays_closed_for_a_curve_inside():
    perfect = prp.ConfusionCurve.from_counts([10], [0], 10, 30)
    ax = prp.plot_prg(perfect)
    assert marked(ax, NEGATIVE) == []
    assert ax.get_ylim() == pytest.approx((-0.012, 1.012))
    # It comes from minus infinity: a hair left of the square it shows that.
    assert ax.get_xlim() == pytest.approx((-0.04, 1.012))
    (line,) = marked(ax, CURVE)
    assert line.get_xdata()[np.isfinite(line.get_xdata())].min() < -0.04


@pytest.mark.parametrize("late", [30, 5])
def test_a_strip_below_shows_negative_gain(late):
    # A single positive after many negatives: gains far below the strip, never cut silently.
    y_true = np.arange(31) == late
    ax = prp.plot_prg(y_true, -np.arange(31))
    (strip,) = marked(ax, NEGATIVE)
    floor = ax.get_ylim()[0]
    assert -0.4 < floor < -0.1
    (path,) = strip.get_paths()
    assert path.get_extents().y0 == floor
    assert path.get_extents().y1 == 0
    (line,) = marked(ax, CURVE)
    y = line.get_ydata()[line.get_xdata() > -1e-9]
    # The line runs on to where it really goes, out of the picture, beneath the veil.
    assert y.min() < floor
    assert words(strip) == f"negative gain, down to \N{MINUS SIGN}{-y.min():.2g}"
    assert line.get_zorder() < strip.get_zorder()


def test_a_second_curve_deepens_the_strip(labels, models):
    ax = prp.plot_prg(labels, models["good"], legend=False)
    high = ax.get_ylim()[0]
    prp.plot_prg(labels, models["poor"], legend=False, ax=ax)
    low = ax.get_ylim()[0]
    (strip,) = marked(ax, NEGATIVE)
    said = words(strip)
    assert "down to" in said
    prp.plot_prg(labels, models["tied"], legend=False, ax=ax)
    assert low == ax.get_ylim()[0] < high
    # It still says how low the second one reaches.
    assert [words(one) for one in marked(ax, NEGATIVE)] == [said]
    assert len(marked(ax, ZERO)) == 1


@pytest.mark.parametrize("given", [{"estimator": None}, {}])
def test_folds_have_a_strip_too_whatever_their_average(labels, models, given):
    names = ("poor", "good", "good", "good")
    folds = [prp.ConfusionCurve.from_scores(labels, models[name]) for name in names]
    ax = prp.plot_prg(folds, legend=False, **given)
    (strip,) = marked(ax, NEGATIVE)
    assert words(strip).startswith("negative gain")


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_the_baseline_is_as_good_as_always_positive(labels, models, beta):
    two = {"one": models["good"], "other": models["poor"]}
    (line,) = marked(prp.plot_prg(labels, two, beta=beta, legend=False), BASELINE)
    x, y = line.get_xydata().T
    b2 = beta**2
    np.testing.assert_allclose((y + b2 * x) / (1 + b2), b2 / (1 + b2), atol=1e-12)
    assert (x[-1], y[-1]) == pytest.approx((1, 0))
    said = "always positive" if beta == 1 else f"always positive, β = {beta:g}"
    assert words(line) == said


def test_the_baseline_can_be_left_out(curve):
    for plot, options in ((prp.plot_prg, {"show_baseline": False}), (prp.plot_pr, {})):
        assert marked(plot(curve, legend=False, ax=fresh_axes(), **options), BASELINE) == []


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_isometrics_have_the_slope_and_the_f_score_they_name_off_the_baseline(curve, beta):
    lines = marked(prp.plot_prg(curve, show_isometrics=True, beta=beta, legend=False), ISOMETRIC)
    assert len(lines) == 4
    gains = []
    for line in lines:
        x, y = line.get_xydata().T
        assert np.diff(y) / np.diff(x) == pytest.approx(-(beta**2))
        level = float(words(line).split(" = ")[1])
        gains += [(level - curve.prevalence) / ((1 - curve.prevalence) * level)]
        np.testing.assert_allclose((y + beta**2 * x) / (1 + beta**2), gains[-1], atol=1e-12)
    always = prp.f_gain(curve.prevalence, 1, curve.prevalence, beta)
    assert min(abs(gain - always) for gain in gains) > 0.02
    assert sum(gain > always for gain in gains) >= 2


def test_numbers_on_segments_leave_the_cycle_alone(labels, models):
    for plot in (prp.plot_prg, prp.plot_roc):
        options = {"legend": False, "ax": fresh_axes()}
        ax = plot(labels, models["good"], name="one", show_calibration=True, **options)
        plot(labels, models["tied"], name="other", **options)
        assert colors(ax) == ["#1f77b4", "#ff7f0e"]


def test_a_beta_too_large_for_lines_is_refused(curve):
    with pytest.raises(ValueError, match="finite square"):
        prp.plot_prg(curve, beta=1e155)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("prevalence", [1e-4, 0.05, 0.5, 0.9])
def test_isometrics_spread_over_the_square_at_every_prevalence(curve, prevalence):
    ax = prp.plot_prg(curve, prevalence=prevalence, show_isometrics=True, legend=False)
    middle = [line.get_xydata().mean() for line in marked(ax, ISOMETRIC)]
    assert len(middle) == 4
    assert np.ptp(middle) > 0.4


def test_isometrics_of_several_prevalences_are_refused(curve):
    with pytest.raises(ValueError, match="depend on prevalence"):
        prp.plot_prg({"a": curve, "b": curve.at_prevalence(0.5)}, show_isometrics=True)
    assert plt.get_fignums() == []


def test_calibration_writes_d_on_the_segments_as_in_the_paper(paper):
    ax = prp.plot_prg(paper, show_calibration=True)
    # d of .76 and .49, as printed in Figure 3.
    assert segment_words(ax) == ["d = 0.99", "d = 0.76", "d = 0.49", "d = 0.14"]
    assert marked(ax, HULL)[0].get_xydata()[-1] == pytest.approx([1, 0])
    ax = prp.plot_prg(paper, show_calibration="beta", ax=fresh_axes())
    hull = paper.hull()
    assert segment_words(ax) == [f"β = {np.sqrt(b2):.2f}" for b2 in squared_betas(hull)]
    np.testing.assert_allclose(precision_weights(hull), 1 / (1 + squared_betas(hull)))


def test_calibration_writes_c_in_roc_space_as_in_the_paper(paper):
    ax = prp.plot_roc(paper, show_hull=True, show_calibration=True)
    # The point two steps up from the origin is optimal for .29 < c < .75.
    assert segment_words(ax) == [f"c = {c}" for c in ("1.00", "0.75", "0.29", "0.17", "0.05")]
    assert segment_words(ax) == [f"c = {c:.2f}" for c in accuracy_scores(paper.hull())]


@pytest.mark.parametrize(("plot", "space"), [(prp.plot_prg, PRG), (prp.plot_roc, ROC)])
def test_calibrated_segments_lie_on_the_hull_and_their_numbers_on_nothing(
    labels, models, plot, space
):
    ax = plot(labels, models["good"], show_calibration=True)
    hull = prp.ConfusionCurve.from_scores(labels, models["good"]).hull()
    places = np.column_stack(space.project_path(hull.tp, hull.fp, hull.pos, hull.neg))
    known = [tuple(place) for place in places]
    for line in marked(ax, SEGMENT):
        assert tuple(line.get_xydata()[1]) in known
    ax.figure.draw_without_rendering()
    shown = [text for text in ax.texts if text.get_visible()]
    said = [text.get_text() for text in shown]
    # What finds no room is left unsaid, not heaped into the legend.
    assert not set(segment_words(ax)) & set(legend_texts(ax))
    # One says what they all show.
    assert sum(text.startswith(("c = ", "d = ")) for text in said) == 1
    assert len({each.split(" = ")[1] for each in segment_words(ax)} & set(said)) >= 2
    boxes = [text.get_window_extent() for text in shown]
    boxes.append(ax.get_legend().get_window_extent())
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_the_cursor_reads_gains_too(curve, shown):
    i = int(np.argmax(curve.recall > 0.6))
    said = shown.format_coord(curve.recall_gain[i], curve.precision_gain[i])
    assert f"recall {curve.recall[i]:.3f}  precision {curve.precision[i]:.3f}" in said
    gains = curve.recall_gain[i], curve.precision_gain[i]
    assert "recall gain {:.3f}  precision gain {:.3f}".format(*gains) in said
    assert f"F1 {prp.f_score(curve.precision[i], curve.recall[i]):.3f}" in said


def test_one_class_is_drawn_empty_with_one_warning():
    with pytest.warns(prp.UndefinedMetricWarning, match="gains are undefined") as caught:
        ax = prp.plot_prg([1, 1], [0.1, 0.2], show_hull=True, show_calibration=True)
    assert len(caught) == 1
    assert legend_texts(ax)[0] == "PRG curve (AUPRG nan)"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"show_calibration": "c"}, "show_calibration"),
        ({"levels": [0]}, "levels"),
        ({"baseline_kws": {"a": 1}}, "baseline_kws"),
        ({"score": "auc"}, "score"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(curve, wrong, says):
    with pytest.raises(ValueError, match=says):
        prp.plot_prg(curve, **wrong)
    assert plt.get_fignums() == []


def test_prevalence_and_styles_reach_their_layers(curve):
    kws = {"hull_kws": {"color": "red"}, "baseline_kws": {"lw": 3}, "curve_kws": {"lw": 4}}
    ax = prp.plot_prg(curve, prevalence=0.02, show_hull=True, **kws)
    assert marked(ax, HULL)[0].get_color() == "red"
    assert marked(ax, BASELINE)[0].get_linewidth() == 3
    (line,) = marked(ax, CURVE)
    assert line.get_linewidth() == 4
    moved = curve.at_prevalence(0.02)
    drawn = {tuple(point) for point in line.get_xydata()}
    inside = moved.recall_gain > -1
    assert drawn >= set(zip(moved.recall_gain[inside], moved.precision_gain[inside], strict=True))


def test_words_on_very_many_segments_take_little_time():
    x = np.linspace(0, 1, 20_000)
    curve = prp.ConfusionCurve.from_rates(x, np.sqrt(x), 0.3, thresholds=1 - x)
    start = perf_counter()
    ax = prp.plot_prg(curve, show_calibration=True)
    prp.plot_f_gain(curve, ax=fresh_axes())
    assert perf_counter() - start < 10
    assert len(marked(ax, SEGMENT)) < 150


# The baseline in PR space


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_the_baseline_in_pr_space_has_the_f_score_of_always_positive(curve, beta):
    ax = prp.plot_pr(curve, show_baseline=True, beta=beta, legend=False)
    (line,) = marked(ax, BASELINE)
    recall, precision = line.get_xydata()[1:].T
    level = prp.f_score(curve.prevalence, 1, beta)
    np.testing.assert_allclose(prp.f_score(precision, recall, beta), level, rtol=1e-9)
    assert (recall[-1], precision[-1]) == pytest.approx((1, curve.prevalence))
    assert words(line) == f"always positive, F{beta:g} = {level:.2g}"


def test_every_prevalence_and_every_beta_has_its_baseline(curve):
    both = {"a": curve, "b": curve.at_prevalence(0.5)}
    ax = prp.plot_pr(both, show_baseline=True, show_chance=True, legend=False)
    assert colors(ax, BASELINE) == colors(ax)
    assert len(marked(ax, CHANCE)) == 2
    ax = fresh_axes()
    for beta in (1, 2):
        prp.plot_prg(curve, beta=beta, legend=False, ax=ax)
    said = [words(line) for line in marked(ax, BASELINE)]
    assert said == ["always positive", "always positive, β = 2"]


@pytest.mark.parametrize("wrong", [np.array([0, 1]), [1, [2]], "e"])
def test_kinds_of_calibration_are_words(wrong):
    with pytest.raises(ValueError, match=r"^show_calibration must be one of '"):
        prp.plot_prg([1, 0], [1, 0], show_hull=True, show_calibration=wrong)
    assert not plt.get_fignums()
