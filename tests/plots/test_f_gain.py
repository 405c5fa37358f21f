import pickle

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgba

import prplot as prp
from prplot.core.tradeoffs import precision_weights, vertices_in_prg
from prplot.draw.labels import BASELINE, CURVE, HULL, ISOMETRIC, SEGMENT, VERTEX, words
from tests.plots.artists import fresh_axes, legend_texts, marked


def f_gains(curve, weight):
    """Return the F gain of every operating point with positives, from the definition."""
    kept = curve.tp > 0
    weight = np.asarray(weight)[:, None]
    return weight * curve.precision_gain[kept] + (1 - weight) * curve.recall_gain[kept]


def test_the_envelope_is_the_best_of_all_lines(labels, models):
    curve = prp.ConfusionCurve.from_scores(labels, models["good"])
    (line,) = marked(prp.plot_f_gain(curve), CURVE)
    weight = np.linspace(0, 1, 201)
    drawn = np.interp(weight, *line.get_xydata().T)
    np.testing.assert_allclose(drawn, f_gains(curve, weight).max(axis=1), atol=1e-12)


def test_corners_are_the_calibrated_scores_of_the_segments(labels, models):
    curve = prp.ConfusionCurve.from_scores(labels, models["tied"])
    ax = prp.plot_f_gain(curve)
    (corners,) = marked(ax, VERTEX)
    np.testing.assert_array_equal(corners.get_xdata(), precision_weights(curve.hull())[::-1])


def test_pieces_of_the_envelope_name_their_thresholds(labels, models):
    curve = prp.ConfusionCurve.from_scores(labels, models["tied"])
    hull = curve.hull()
    thresholds = hull.thresholds[vertices_in_prg(hull)][::-1]
    ax = prp.plot_f_gain(curve)
    assert [words(line) for line in marked(ax, SEGMENT)] == [
        f"threshold = {t:.3g}" for t in thresholds
    ]
    for line, threshold in zip(marked(ax, SEGMENT), thresholds, strict=True):
        middle = line.get_xdata().mean()
        beta = np.sqrt(1 / middle - 1)
        assert prp.best_threshold(curve, beta).threshold == threshold


def test_each_threshold_is_a_line_from_recall_gain_to_precision_gain(labels, models):
    curve = prp.ConfusionCurve.from_scores(labels, models["tied"])
    (lines,) = marked(prp.plot_f_gain(curve), ISOMETRIC)
    drawn = lines.get_xydata().reshape(-1, 3, 2)[:, :2]
    kept = curve.tp > 0
    np.testing.assert_allclose(drawn[:, 0, 1], curve.recall_gain[kept], atol=1e-12)
    np.testing.assert_allclose(drawn[:, 1, 1], curve.precision_gain[kept], atol=1e-12)
    assert (drawn[:, :, 0] == [0, 1]).all()
    assert marked(prp.plot_f_gain(curve, show_lines=False, ax=fresh_axes()), ISOMETRIC) == []


def test_many_thresholds_are_drawn_light():
    rng = np.random.default_rng(0)
    y_true = rng.random(100_000) < 0.2
    ax = prp.plot_f_gain(y_true, rng.normal(size=y_true.size) + y_true)
    (lines,) = marked(ax, ISOMETRIC)
    assert 30 < len(lines.get_xydata()) / 3 <= 60
    assert marked(ax, VERTEX) == []


def test_the_baseline_runs_from_1_to_0_and_is_never_above(labels, models):
    ax = prp.plot_f_gain(labels, models)
    (line,) = marked(ax, BASELINE)
    np.testing.assert_array_equal(line.get_xydata(), [[0, 1], [1, 0]])
    for envelope in marked(ax, CURVE):
        x, y = envelope.get_xydata().T
        assert (y >= 1 - x - 1e-12).all()
    assert (
        marked(prp.plot_f_gain(labels, models, show_baseline=False, ax=fresh_axes()), BASELINE)
        == []
    )


def test_models_are_compared_by_their_envelopes(labels, models):
    ax = prp.plot_f_gain(labels, models)
    assert legend_texts(ax) == list(models)
    assert len({line.get_color() for line in marked(ax, CURVE)}) == len(models)
    assert marked(ax, SEGMENT) == []


@pytest.mark.parametrize("threshold", [0.4, 1.0, 2.0])
def test_a_threshold_is_counted_exactly_and_its_loss_shaded(labels, models, threshold):
    scores = models["good"]
    ax = prp.plot_f_gain(labels, scores, threshold=threshold)
    predicted = scores >= threshold
    tp, fp = (predicted & labels).sum(), (predicted & ~labels).sum()
    pos, neg = labels.sum(), (~labels).sum()
    (line,) = marked(ax, HULL)
    ends = 1 - pos / neg * np.array([pos - tp, fp]) / tp
    np.testing.assert_allclose(line.get_ydata()[[0, -1]], ends, atol=1e-12)
    assert line.get_label() == f"threshold {threshold:.4g}"
    (loss,) = [fill for fill in ax.collections if fill.get_label() == "its loss"]
    top = loss.get_paths()[0].get_extents().y1
    assert top == pytest.approx(max(marked(ax, CURVE)[0].get_ydata().max(), ends.max()))


def test_a_threshold_is_counted_with_weights_at_the_prevalence(labels, models):
    scores, weights = models["good"], np.where(labels, 2.0, 0.5)
    options = {"sample_weight": weights, "prevalence": 0.1}
    ax = prp.plot_f_gain(labels, scores, threshold=1.0, **options)
    predicted = scores >= 1.0
    tp, pos = weights[predicted & labels].sum(), weights[labels].sum()
    # At prevalence .1 there are nine negatives for each positive.
    neg = 9 * pos
    fp = neg * (weights[predicted & ~labels].sum() / weights[~labels].sum())
    (line,) = marked(ax, HULL)
    ends = 1 - pos / neg * np.array([pos - tp, fp]) / tp
    np.testing.assert_allclose(line.get_ydata()[[0, -1]], ends, atol=1e-12)


def test_an_inset_of_the_user_does_not_stand_for_the_upper_axis(curve):
    ax = fresh_axes()
    ax.inset_axes([0.5, 0.5, 0.2, 0.2])
    assert len(prp.plot_f_gain(curve, ax=ax).child_axes) == 2


def test_on_a_ready_curve_the_threshold_is_that_of_a_point(labels, models):
    curve = prp.ConfusionCurve.from_scores(labels, models["tied"])
    ax = prp.plot_f_gain(curve, threshold=0.5)
    assert marked(ax, HULL)[0].get_label() == "threshold 1"


def test_the_figure_can_be_pickled(curve):
    figure = prp.plot_f_gain(curve).figure
    assert len(pickle.loads(pickle.dumps(figure)).axes) == 1


def test_a_second_model_takes_the_next_colour(labels, models):
    ax = prp.plot_f_gain(labels, models["good"], name="one")
    prp.plot_f_gain(labels, models["tied"], name="other", ax=ax)
    assert [to_rgba(line.get_color()) for line in marked(ax, CURVE)] == [
        to_rgba("C0"),
        to_rgba("C1"),
    ]


def test_many_models_differ_in_dash_where_colours_repeat(labels):
    rng = np.random.default_rng(2)
    many = {f"m{i}": rng.normal(size=labels.size) + labels for i in range(12)}
    ax = prp.plot_f_gain(labels, many)
    looks = {(line.get_color(), str(line.get_linestyle())) for line in marked(ax, CURVE)}
    assert len(looks) == 12
    assert marked(ax, ISOMETRIC) == []


def test_a_single_model_says_what_its_line_is(curve):
    ax = prp.plot_f_gain(curve)
    assert legend_texts(ax) == ["best threshold"]


def test_the_cursor_reads_the_trade_off(curve):
    assert prp.plot_f_gain(curve).format_coord(0.5, 0.8) == "d 0.500  beta 1.000  F gain 0.800"


def test_axes_that_show_something_else_are_refused(curve):
    ax = prp.plot_f_gain(curve)
    for plot in (prp.plot_pr, prp.plot_prg):
        with pytest.raises(ValueError, match="ax shows F gains already"):
            plot(curve, ax=ax)
        with pytest.raises(ValueError, match="the current axes show F gains already; pass ax="):
            plot(curve)
    other = prp.plot_pr(curve, ax=fresh_axes())
    with pytest.raises(ValueError, match="ax shows PR space already"):
        prp.plot_f_gain(curve, ax=other)
    with pytest.raises(ValueError, match="ax shows PR space already"):
        prp.plot_aucpr_min(ax=other)


def test_the_upper_axis_reads_beta(curve):
    (upper,) = prp.plot_f_gain(curve).child_axes
    betas = [float(text.get_text()) for text in upper.get_xticklabels()]
    np.testing.assert_allclose(upper.get_xticks(), [1 / (1 + b * b) for b in betas])
    again = prp.plot_f_gain(curve, ax=plt.gca())
    assert len(again.child_axes) == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"threshold": "high"}, "threshold must be a number"),
        ({"threshold": np.nan}, "threshold must be a number"),
        ({"threshold": 1e9}, "finds no positives"),
        ({"line_kws": {"a": 1}}, "line_kws"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(curve, wrong, says):
    with pytest.raises(ValueError, match=says):
        prp.plot_f_gain(curve, **wrong)
    assert plt.get_fignums() == []


def test_a_threshold_needs_one_model_with_thresholds(labels, models):
    with pytest.raises(ValueError, match="single model, found 3"):
        prp.plot_f_gain(labels, models, threshold=1)
    published = prp.ConfusionCurve.from_counts([1], [1], 2, 2)
    with pytest.raises(ValueError, match="no thresholds"):
        prp.plot_f_gain(published, threshold=1)


def test_one_class_is_drawn_empty_with_one_warning():
    with pytest.warns(prp.UndefinedMetricWarning) as caught:
        ax = prp.plot_f_gain([1, 1], [0.1, 0.2])
    assert len(caught) == 1
    assert marked(ax, CURVE) == []


def test_rows_of_a_table_have_an_envelope_for_each_group(labels, models):
    table = pd.DataFrame({"y": labels, "s": models["good"], "site": np.arange(300) % 2})
    ax = prp.plot_f_gain("y", "s", data=table, hue="site", palette=["red", "blue"])
    envelopes = marked(ax, CURVE)
    assert [line.get_color() for line in envelopes] == ["red", "blue"]
    plt.figure()
    for site, rows in table.groupby("site"):
        (alone,) = marked(prp.plot_f_gain(rows.y, rows.s, ax=fresh_axes()), CURVE)
        np.testing.assert_array_equal(alone.get_xydata(), envelopes[site].get_xydata())


def test_a_threshold_is_counted_in_a_table_too(labels, models):
    table = pd.DataFrame({"y": labels, "s": models["good"]})
    options = {"threshold": 1.0, "prevalence": 0.1}
    named = prp.plot_f_gain("y", "s", data=table, ax=fresh_axes(), **options)
    plain = prp.plot_f_gain(labels, models["good"], ax=fresh_axes(), **options)
    for one, other in zip(named.lines, plain.lines, strict=True):
        np.testing.assert_array_equal(one.get_xydata(), other.get_xydata())
