import pickle

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgba

import prplot as prp
from prplot.core.measures.calibration import precision_weights, vertices_in_prg
from prplot.draw.scene import BASELINE, CURVE, HULL, ISOMETRIC, SEGMENT, VERTEX
from tests.plots.artists import colors, fresh_axes, legend_texts, marked, words


def f_gains(curve, weight):
    """Return the F gain of every operating point with positives, from the definition."""
    kept = curve.tp > 0
    weight = np.asarray(weight)[:, None]
    return weight * curve.precision_gain[kept] + (1 - weight) * curve.recall_gain[kept]


@pytest.fixture(scope="module")
def tied(labels, models):
    return prp.ConfusionCurve.from_scores(labels, models["tied"])


@pytest.fixture(scope="module")
def drawn(tied):
    """The figure that several tests look at and leave as it is."""
    return prp.plot_f_gain(tied, ax=fresh_axes())


def test_the_envelope_is_the_best_of_all_lines(curve):
    (line,) = marked(prp.plot_f_gain(curve), CURVE)
    weight = np.linspace(0, 1, 201)
    drawn = np.interp(weight, *line.get_xydata().T)
    np.testing.assert_allclose(drawn, f_gains(curve, weight).max(axis=1), atol=1e-12)


def test_pieces_of_the_envelope_name_their_thresholds(tied, drawn):
    hull = tied.hull()
    (corners,) = marked(drawn, VERTEX)
    np.testing.assert_array_equal(corners.get_xdata(), precision_weights(hull)[::-1])
    thresholds = hull.thresholds[vertices_in_prg(hull)][::-1]
    assert [words(line) for line in marked(drawn, SEGMENT)] == [
        f"threshold = {t:.3g}".replace("-", "\N{MINUS SIGN}") for t in thresholds
    ]
    for line, threshold in zip(marked(drawn, SEGMENT), thresholds, strict=True):
        beta = np.sqrt(1 / line.get_xdata().mean() - 1)
        assert prp.best_threshold(tied, beta).threshold == threshold


def test_each_threshold_is_a_line_from_recall_gain_to_precision_gain(tied, drawn):
    (lines,) = marked(drawn, ISOMETRIC)
    ends = lines.get_xydata().reshape(-1, 3, 2)[:, :2]
    kept = tied.tp > 0
    np.testing.assert_allclose(ends[:, 0, 1], tied.recall_gain[kept], atol=1e-12)
    np.testing.assert_allclose(ends[:, 1, 1], tied.precision_gain[kept], atol=1e-12)
    assert (ends[:, :, 0] == [0, 1]).all()
    off = {"show_lines": False, "show_baseline": False, "legend": False}
    bare = prp.plot_f_gain(tied, **off, ax=fresh_axes())
    assert [marked(bare, gid) for gid in (ISOMETRIC, BASELINE)] == [[], []]


def test_a_single_model_says_what_its_line_is_and_axes_show_the_trade_off(tied, drawn):
    assert legend_texts(drawn) == ["best threshold"]
    (upper,) = drawn.child_axes
    betas = [float(text.get_text()) for text in upper.get_xticklabels()]
    np.testing.assert_allclose(upper.get_xticks(), [1 / (1 + b * b) for b in betas])
    assert len(pickle.loads(pickle.dumps(drawn.figure)).axes) == 1
    # A second call has the same upper axis, for which an inset of the user does not stand.
    ax = fresh_axes()
    ax.inset_axes([0.5, 0.5, 0.2, 0.2])
    for _ in range(2):
        assert len(prp.plot_f_gain(tied, legend=False, ax=ax).child_axes) == 2


def test_many_thresholds_are_drawn_light():
    rng = np.random.default_rng(0)
    y_true = rng.random(100_000) < 0.2
    ax = prp.plot_f_gain(y_true, rng.normal(size=y_true.size) + y_true)
    (lines,) = marked(ax, ISOMETRIC)
    assert 30 < len(lines.get_xydata()) / 3 <= 60
    assert marked(ax, VERTEX) == []


def test_models_are_compared_by_their_envelopes_above_the_baseline(labels, models):
    ax = prp.plot_f_gain(labels, models)
    (line,) = marked(ax, BASELINE)
    np.testing.assert_array_equal(line.get_xydata(), [[0, 1], [1, 0]])
    for envelope in marked(ax, CURVE):
        x, y = envelope.get_xydata().T
        assert (y >= 1 - x - 1e-12).all()
    assert legend_texts(ax) == list(models)
    assert colors(ax) == ["#1f77b4", "#ff7f0e", "#2ca02c"]
    assert marked(ax, SEGMENT) == []


@pytest.mark.parametrize("threshold", [0.4, 2.0])
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


def test_on_a_ready_curve_the_threshold_is_that_of_a_point(tied):
    ax = prp.plot_f_gain(tied, threshold=0.5, legend=False)
    (line,) = marked(ax, HULL)
    (at,) = np.flatnonzero(tied.thresholds[tied.tp > 0] == 1)
    np.testing.assert_allclose(line.get_ydata()[[0, -1]], f_gains(tied, [0, 1])[:, at])


def test_a_second_model_takes_the_next_colour(labels, models):
    ax = prp.plot_f_gain(labels, models["good"], name="one", legend=False)
    prp.plot_f_gain(labels, models["tied"], name="other", legend=False, ax=ax)
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
    with pytest.raises(ValueError, match="thresholds need a curve with a threshold"):
        prp.plot_f_gain(published, threshold=1)


def test_one_class_is_drawn_empty_with_one_warning():
    with pytest.warns(prp.UndefinedMetricWarning) as caught:
        ax = prp.plot_f_gain([1, 1], [0.1, 0.2])
    assert len(caught) == 1
    assert marked(ax, CURVE) == []


def test_rows_of_a_table_have_an_envelope_for_each_group_and_a_threshold(labels, models):
    table = pd.DataFrame({"y": labels, "s": models["good"], "site": np.arange(300) % 2})
    options = {"palette": ["red", "blue"], "legend": False}
    envelopes = marked(prp.plot_f_gain("y", "s", data=table, hue="site", **options), CURVE)
    assert [line.get_color() for line in envelopes] == ["red", "blue"]
    for site, rows in table.groupby("site"):
        (alone,) = marked(prp.plot_f_gain(rows.y, rows.s, legend=False, ax=fresh_axes()), CURVE)
        np.testing.assert_array_equal(alone.get_xydata(), envelopes[site].get_xydata())
    options = {"threshold": 1.0, "prevalence": 0.1, "legend": False}
    named = prp.plot_f_gain("y", "s", data=table, ax=fresh_axes(), **options)
    plain = prp.plot_f_gain(labels, models["good"], ax=fresh_axes(), **options)
    for one, other in zip(named.lines, plain.lines, strict=True):
        np.testing.assert_array_equal(one.get_xydata(), other.get_xydata())


@pytest.mark.parametrize("plot", [prp.plot_f_gain, prp.plot_thresholds])
def test_a_brief_legend_is_one_where_curves_are_few(plot):
    ax = plot([1, 0, 1, 0], {"a": [4, 3, 2, 1], "b": [1, 2, 3, 4]}, legend="brief")
    assert len(ax.get_legend().get_texts()) >= 2
