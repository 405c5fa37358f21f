import itertools
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as skm

import prplot as prp
from prplot.core.measures.metric_steps import (
    GroupMetrics,
    MetricSteps,
    StepFunction,
    WantedMetrics,
    joined,
)
from prplot.core.measures.operating_point import METRICS
from tests.cases import sampled

AGAINST = ("threshold", "rate")
# Net benefit changes between scores, too.
STEPS = [key for key, metric in METRICS.items() if not metric.by_odds]


def case(seed, *, weighted=None):
    """Make labels of both classes, scores with ties, and weights or None."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 30))
    labels = rng.random(size) < rng.random()
    labels[:2] = True, False
    scores = rng.integers(0, rng.integers(1, 20), size) / 8
    is_weighted = rng.random() < 0.5 if weighted is None else weighted
    weights = rng.choice([0.5, 1.0, 2.5, 7.0], size) if is_weighted else None
    return labels, scores, weights


def steps_of(labels, scores, weights=None, against="threshold", thresholds=np.unique):
    curve = prp.ConfusionCurve.from_scores(
        labels, scores, sample_weight=weights, thresholds=thresholds
    )
    return MetricSteps.of(curve, against)


def theirs(labels, predicted, weights, beta):
    """Return what scikit-learn says of predictions at several thresholds, a column each."""
    several = {
        "precision": skm.precision_score,
        "recall": skm.recall_score,
        "f1": skm.f1_score,
        "f_beta": lambda *args, **options: skm.fbeta_score(*args, beta=beta, **options),
    }
    tiled = np.repeat(labels[:, None], predicted.shape[1], axis=1)
    # A single column would be taken for one label of two.
    both = [np.column_stack([one, one[:, :1]]).astype(int) for one in (tiled, predicted)]
    given = {"average": None, "zero_division": np.nan, "sample_weight": weights}
    found = {key: score(*both, **given)[:-1] for key, score in several.items()}
    alone = {
        "accuracy": skm.accuracy_score,
        "balanced_accuracy": skm.balanced_accuracy_score,
        "mcc": skm.matthews_corrcoef,
    }
    for key, score in alone.items():
        found[key] = [score(labels, one, sample_weight=weights) for one in predicted.T]
    return found


@pytest.mark.parametrize("start", sampled(range(0, 10_000, 10), every=1000))
def test_metrics_are_scikit_learns_at_every_distinct_score(start):
    for seed in range(start, start + 10):
        labels, scores, weights = case(seed)
        beta = [0.5, 1, 2][seed % 3]
        steps = steps_of(labels, scores, weights)
        distinct = np.unique(scores)
        np.testing.assert_array_equal(steps.x, distinct)
        predicted = scores[:, None] >= distinct
        for key, expected in theirs(labels, predicted, weights, beta).items():
            found = steps.function(key, beta)
            np.testing.assert_allclose(found.value_at(distinct), expected, atol=1e-12, err_msg=key)


@pytest.mark.parametrize("seed", range(20))
def test_between_scores_a_metric_is_that_of_the_score_above(seed):
    labels, scores, weights = case(seed)
    steps = steps_of(labels, scores, weights)
    x = steps.x
    between = np.concatenate([[x[0] - 1], (x[:-1] + x[1:]) / 2])
    for key in STEPS:
        function = steps.function(key)
        np.testing.assert_array_equal(function.value_at(between), function.value_at(x))
    above = np.array([x[-1] + 1])
    assert steps.function("recall").value_at(above) == 0
    assert np.isnan(steps.function("precision").value_at(above))


@pytest.mark.parametrize("seed", range(20))
def test_against_the_share_parts_of_ties_have_counts_in_proportion(seed):
    labels, scores, weights = case(seed)
    by_threshold, by_rate = (steps_of(labels, scores, weights, of) for of in AGAINST)
    masses = np.ones(labels.size) if weights is None else weights
    shares = np.array([masses[scores >= t].sum() for t in by_threshold.x]) / masses.sum()
    np.testing.assert_allclose(by_rate.x, np.unique(shares), rtol=1e-12)
    at, known, places = by_rate.counts, np.append(0, by_rate.x), np.linspace(0.01, 1, 300)
    tp, fp = (np.interp(places, known, counts) for counts in (at.tp, at.fp))
    for key in ("recall", "f1", "lift", "mcc"):
        found = by_rate.function(key)
        along = by_threshold.function(key).at_jumps[::-1]
        np.testing.assert_allclose(found.value_at(by_rate.x), along, atol=1e-12)
        exact = METRICS[key].of(at._replace(tp=tp, fp=fp), 1.0)
        error = 1e-12 if key == "recall" else 5e-3
        np.testing.assert_allclose(found.value_at(places), exact, atol=error, rtol=error)


def stepped(steps, key):
    """Return a metric that holds between the points of a curve."""
    found = METRICS[key].of(steps.counts, 1.0)
    return StepFunction(
        steps.x, np.where(np.isfinite(found), found, np.nan), holds_at=steps.holds_at
    )


@pytest.mark.parametrize("against", AGAINST)
@pytest.mark.parametrize("kind", ["runs", "few", "scan"])
def test_values_at_the_points_that_a_curve_lists_are_exact(kind, against):
    for seed in range(6 if kind == "scan" else 15):
        labels, scores, _ = case(seed, weighted=False)
        whole = steps_of(labels, scores, against=against)
        if kind == "scan":
            table = pd.DataFrame({"y": labels, "s": scores})
            curve = prp.scan(table, y_true="y", y_score="s", tolerance=0.3, progress=False)
            known = MetricSteps.of(curve, against)
        else:
            chosen = None if kind == "runs" else np.unique(scores)[::3]
            known = steps_of(labels, scores, against=against, thresholds=chosen)
        places = np.linspace(known.x[0], known.x[-1], 60)
        for key in METRICS if against == "threshold" else STEPS:
            is_joined = against == "rate" and known.is_known is None
            exact = stepped(whole, key) if against == "rate" else whole.function(key)
            exact = whole.function(key) if is_joined else exact
            own = known.function(key)
            np.testing.assert_allclose(own.value_at(known.x), exact.value_at(known.x), atol=1e-12)
            if known.is_known is None:
                between = exact.value_at(places)
                np.testing.assert_allclose(own.value_at(places), between, atol=1e-12)


def test_the_minimum_of_precision_is_that_of_boyd():
    labels, scores, weights = case(3, weighted=True)
    steps = steps_of(labels, scores, weights)
    recall = steps.function("recall").at_jumps
    expected = prp.min_precision(recall, steps.curve.prevalence)
    np.testing.assert_allclose(steps.minimum_precision().at_jumps, expected, atol=1e-12)


def test_columns_keep_all_that_a_function_reaches():
    rng = np.random.default_rng(0)
    x = np.unique(rng.random(40_000))
    y = 0.5 + 0.1 * rng.random(x.size + 1)
    # Spikes of one step, at a place of which no column begins or ends.
    y[[1234, 20_000]] = 1.0, 0.0
    function = StepFunction(x, y)
    borders = np.linspace(0.1, 0.9, 301)
    line = function.within(borders)
    assert line.x.size < 5 * borders.size
    assert (np.diff(line.x) >= 0).all()
    for low, high in itertools.pairwise(borders):
        pieces = slice(np.searchsorted(x, low, "right"), np.searchsorted(x, high, "left") + 1)
        inside = (line.x >= low) & (line.x <= high)
        ends = np.interp([low, high], line.x, line.y)
        heights = np.append(line.y[inside], ends)
        np.testing.assert_allclose(heights.max(), y[pieces].max(), atol=1e-12)
        np.testing.assert_allclose(heights.min(), y[pieces].min(), atol=1e-12)


@pytest.mark.parametrize("size", [3, 5000])
def test_a_line_ends_where_its_function_is_undefined(size):
    x = np.arange(size, dtype=float)
    y = np.linspace(0, 1, size + 1)
    y[-2:] = np.nan
    line = StepFunction(x, y).within(np.linspace(-1, size + 1, 50))
    assert (line.x[0], line.x[-1]) == (-1, size - 2)
    assert np.isfinite(line.y).all()
    begins = StepFunction(x, y[::-1]).within(np.linspace(-1, size + 1, 50))
    assert (begins.x[0], begins.x[-1]) == (1, size + 1)
    assert np.isfinite(begins.y).all()


@pytest.mark.parametrize("against", AGAINST)
def test_the_mean_of_folds_is_taken_at_each_threshold(against):
    rng = np.random.default_rng(2)
    curves = []
    for _ in range(4):
        labels, scores, weights = case(int(rng.integers(1000)))
        curves.append(
            prp.ConfusionCurve.from_scores(
                labels, scores, sample_weight=weights, thresholds=np.unique
            )
        )
    wanted = WantedMetrics.of(["precision", "recall"], 1, against, None)
    found = GroupMetrics.of(None, curves, wanted, SimpleNamespace(errorbar=("sd", 2)))
    places = np.linspace(-0.5, 3, 200) if against == "threshold" else np.linspace(0.01, 1, 200)
    for key in wanted.keys:
        each = np.array([MetricSteps.of(c, against).function(key).value_at(places) for c in curves])
        np.testing.assert_allclose(found.lines[key].value_at(places), each.mean(axis=0), atol=1e-12)
        spread = 2 * each.std(axis=0, ddof=1)
        expected = [np.clip(each.mean(axis=0) + s * spread, 0, 1) for s in (-1, 1)]
        for border, values in zip(found.bands[key], expected, strict=True):
            # Straight lines join the ends of bands against the share.
            error = 1e-9 if against == "threshold" else 5e-3
            np.testing.assert_allclose(border.value_at(places), values, atol=error)


def test_statistics_of_many_jumps_are_those_of_few(monkeypatch):
    functions = [steps_of(*case(seed)[:2]).function("f1") for seed in range(3)]
    (whole,) = joined(functions, lambda values: values.max(axis=0))
    monkeypatch.setattr("prplot.core.measures.metric_steps._BLOCK", 3)
    (parts,) = joined(functions, lambda values: values.max(axis=0))
    np.testing.assert_array_equal(whole.y, parts.y)
