import inspect
import math
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as skm
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB

import prplot as prp
from prplot import ConfusionCurve
from prplot.core.traces import f_line

METRICS = [
    prp.auroc,
    prp.aucpr,
    prp.aucnpr,
    prp.average_precision,
    prp.normalized_average_precision,
    prp.auprg,
    prp.expected_f_gain,
]
LABELS, SCORES = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
WEIGHTS = [4, 3, 2, 1]
OF_CLASSES = {"classes": None, "average": "macro"}

each_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)


# Signatures


@each_metric
def test_metrics_have_the_signature_of_scikit_learn_and_return_plain_floats(metric):
    parameters = inspect.signature(metric).parameters
    assert list(parameters)[:4] == ["y_true", "y_score", "pos_label", "sample_weight"]
    kinds = [parameter.kind for parameter in parameters.values()]
    assert kinds[:2] == [inspect.Parameter.POSITIONAL_OR_KEYWORD] * 2
    assert set(kinds[2:]) == {inspect.Parameter.KEYWORD_ONLY}
    assert type(metric(LABELS, SCORES)) is float
    assert type(metric(LABELS, SCORES, sample_weight=WEIGHTS)) is float
    assert type(metric(ConfusionCurve.from_scores(LABELS, SCORES))) is float
    options = {"pos_label": 0, "sample_weight": WEIGHTS}
    curve = ConfusionCurve.from_scores(LABELS, SCORES, **options)
    assert metric(curve) == metric(LABELS, SCORES, **options)
    assert metric(curve) != metric(LABELS, SCORES)
    arrays = [np.array(LABELS), np.array(SCORES), np.array(WEIGHTS)]
    for array in arrays:
        array.flags.writeable = False
    assert metric(*arrays[:2], sample_weight=arrays[2]) == metric(
        LABELS, SCORES, sample_weight=WEIGHTS
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric(LABELS, SCORES)


@pytest.mark.parametrize(
    ("function", "signature"),
    [
        (prp.auroc, {**OF_CLASSES, "fpr_range": (0, 1)}),
        (prp.aucpr, {**OF_CLASSES, "recall_range": (0, 1), "interpolation": "exact"}),
        (prp.aucnpr, {**OF_CLASSES, "recall_range": (0, 1)}),
        (prp.average_precision, OF_CLASSES | {"interpolation": "step"}),
        (prp.normalized_average_precision, OF_CLASSES),
        (prp.auprg, {**OF_CLASSES, "clip": False}),
        (prp.expected_f_gain, {**OF_CLASSES, "beta": 1}),
        (prp.min_precision, ["recall", "prevalence"]),
        (prp.max_recall, ["precision", "prevalence"]),
        (prp.is_achievable, ["precision", "recall", "prevalence"]),
        (prp.aucpr_min, {"prevalence": None, "recall_range": (0, 1)}),
        (prp.average_precision_min, ["pos", "neg"]),
        (prp.f_score, {"precision": None, "recall": None, "beta": 1}),
        (prp.modified_f_score, {"precision": None, "recall": None, "prevalence": None, "beta": 1}),
        (prp.precision_gain, ["precision", "prevalence"]),
        (prp.recall_gain, ["recall", "prevalence"]),
        (prp.f_gain, {"precision": None, "recall": None, "prevalence": None, "beta": 1}),
        (
            prp.average_curve,
            {"curves": None, "how": "normalized", "prevalence": None, "weights": None},
        ),
        (
            prp.summary,
            [
                "y_true",
                "y_score",
                "data",
                "hue",
                "hue_order",
                "units",
                "estimator",
                "pos_label",
                "classes",
                "sample_weight",
                "missing",
                "name",
                "score",
                "errorbar",
                "n_boot",
                "seed",
                "clusters",
            ],
        ),
        (
            prp.best_threshold,
            dict.fromkeys(["y_true", "y_score"])
            | {"beta": 1}
            | dict.fromkeys(["pos_label", "sample_weight", "missing"]),
        ),
        *(
            (one, ["y_true", "y_score", "pos_label", "sample_weight", "missing"])
            for one in (prp.f_calibrate, prp.calibrate)
        ),
        (
            ConfusionCurve.from_scores,
            ["y_true", "y_score", "pos_label", "sample_weight", "thresholds", "missing", "n_jobs"],
        ),
        (ConfusionCurve.from_counts, ["tp", "fp", "pos", "neg", "thresholds"]),
        (ConfusionCurve.from_rates, ["fpr", "tpr", "prevalence", "thresholds"]),
        (
            ConfusionCurve.from_precision_recall,
            ["precision", "recall", "prevalence", "thresholds", "tolerance"],
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_arguments_are_those_of_the_contract(function, signature):
    parameters = inspect.signature(function).parameters
    found = list(parameters)
    if function in METRICS:
        found = found[5:]
    assert found == list(signature)
    for name, default in signature.items() if isinstance(signature, dict) else ():
        if default is not None:
            assert parameters[name].default == default


@each_metric
@pytest.mark.parametrize(
    "wrap",
    [
        tuple,
        np.array,
        lambda values: np.array(values)[:, None],
        lambda values: pd.Series(values, index=[7, 3, 3, 1]),
        lambda values: pd.DataFrame({"x": values}),
        lambda values: np.repeat(values, 2)[::2],
    ],
    ids=["tuple", "array", "column", "series", "frame", "strided"],
)
def test_columns_of_every_kind_are_taken(metric, wrap):
    assert metric(wrap(LABELS), wrap(SCORES), sample_weight=wrap(WEIGHTS)) == metric(
        LABELS, SCORES, sample_weight=WEIGHTS
    )


def test_nullable_columns_are_taken_if_nothing_is_missing():
    frame = pd.DataFrame({"y": LABELS, "s": SCORES}).convert_dtypes()
    assert prp.aucpr(frame["y"], frame["s"]) == prp.aucpr(LABELS, SCORES)


@each_metric
def test_metrics_make_scorers(metric):
    x, y = make_classification(200, weights=[0.8], random_state=0)
    model = GaussianNB().fit(x, y)
    scorer = skm.make_scorer(metric, response_method="predict_proba")
    expected = metric(y, model.predict_proba(x)[:, 1])
    assert scorer(model, x, y) == expected
    # Whole ones, as a lowest average precision needs.
    weights = np.arange(y.size) % 3
    assert scorer(model, x, y, sample_weight=weights) == metric(
        y, model.predict_proba(x)[:, 1], sample_weight=weights
    )
    assert (cross_val_score(model, x, y, scoring=scorer, cv=3) > 0.5).all()


def test_scorers_pass_options_on():
    x, y = make_classification(200, random_state=0)
    model = LogisticRegression().fit(x, y)
    scorer = skm.make_scorer(prp.aucpr, response_method="decision_function", recall_range=(0.5, 1))
    expected = prp.aucpr(y, model.decision_function(x), recall_range=(0.5, 1))
    assert scorer(model, x, y) == expected
    # A strictly increasing link between the two responses changes nothing.
    assert expected == prp.aucpr(y, model.predict_proba(x)[:, 1], recall_range=(0.5, 1))


# One class


@pytest.mark.parametrize(
    ("metric", "options", "labels", "expected"),
    [
        (prp.aucpr, {}, [0, 0, 0], 0),
        (prp.aucpr, {}, [1, 1, 1], 1),
        (prp.aucpr, {"recall_range": (0.25, 0.75)}, [0, 0, 0], 0),
        (prp.aucpr, {"recall_range": (0.25, 0.75)}, [1, 1, 1], 0.5),
        (prp.aucpr, {"interpolation": "integer"}, [1, 1, 1], 1),
        (prp.aucpr, {"interpolation": "linear"}, [0, 0, 0], 0),
        (prp.aucnpr, {}, [0, 0, 0], 0),
        (prp.aucnpr, {}, [1, 1, 1], 1),
        (prp.aucnpr, {"recall_range": (0.25, 0.75)}, [0, 0, 0], 0),
        (prp.aucnpr, {"recall_range": (0.25, 0.75)}, [1, 1, 1], 1),
        (prp.normalized_average_precision, {}, [0, 0, 0], 0),
        (prp.normalized_average_precision, {}, [1, 1, 1], 1),
        (prp.average_precision, {}, [0, 0, 0], 0),
        (prp.average_precision, {}, [1, 1, 1], 1),
        (prp.auroc, {}, [0, 0, 0], math.nan),
        (prp.auroc, {}, [1, 1, 1], math.nan),
        (prp.auroc, {"fpr_range": (0, 0.1)}, [1, 1, 1], math.nan),
        (prp.auprg, {}, [0, 0, 0], math.nan),
        (prp.auprg, {"clip": True}, [1, 1, 1], math.nan),
        (prp.expected_f_gain, {}, [0, 0, 0], math.nan),
        (prp.expected_f_gain, {"beta": 2}, [1, 1, 1], math.nan),
    ],
)
def test_one_class_has_its_documented_value_and_one_warning(metric, options, labels, expected):
    which = "no positives" if labels[0] == 0 else "no negatives"
    with pytest.warns(prp.UndefinedMetricWarning, match=which) as caught:
        found = metric(labels, [0.1, 0.2, 0.3], **options)
    assert len(caught) == 1
    # It points at the line that called the metric.
    assert caught[0].filename == __file__
    assert "\n" not in str(caught[0].message)
    np.testing.assert_equal(found, float(expected))
    assert type(found) is float


@each_metric
def test_a_curve_of_one_class_warns_too(metric):
    curve = ConfusionCurve.from_counts([0], [3], 0, 3)
    with pytest.warns(prp.UndefinedMetricWarning) as caught:
        metric(curve)
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_averages_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for how in ("normalized", "vertical", "roc"):
            prp.average_curve([scored, counts([0, 1], [2, 2], 3, 4)], how=how)


def test_weights_can_leave_one_class():
    for metric in (prp.aucpr, prp.aucnpr, prp.normalized_average_precision):
        with pytest.warns(prp.UndefinedMetricWarning, match="no positives"):
            assert metric(LABELS, SCORES, sample_weight=[0, 1, 0, 1]) == 0


def test_weights_move_prevalence_and_lowest_area_together():
    # A positive that weighs 9 beside three others that weigh 1 is as nine equal ones.
    labels, scores, weights = [1, 0, 0, 0], [3, 4, 2, 1], [9, 1, 1, 1]
    weighted = scored_with(labels, scores, weights)
    assert weighted.prevalence == 9 / 12
    found = prp.aucnpr(labels, scores, sample_weight=weights)
    least = prp.aucpr_min(9 / 12)
    area = prp.aucpr(labels, scores, sample_weight=weights)
    assert found == pytest.approx((area - least) / (1 - least), abs=1e-15)
    assert found == pytest.approx(
        prp.aucnpr(np.repeat(labels, weights), np.repeat(scores, weights))
    )
    assert found != pytest.approx(prp.aucnpr(labels, scores), abs=0.01)
    # The worst ranking stays the worst one, whatever it weighs.
    assert prp.aucnpr(labels, [0, 1, 1, 1], sample_weight=weights) == 0


# Errors

scores, counts, rates, points = (
    ConfusionCurve.from_scores,
    ConfusionCurve.from_counts,
    ConfusionCurve.from_rates,
    ConfusionCurve.from_precision_recall,
)
NAN, INF = math.nan, math.inf


def scored_with(labels, scores, weights):
    return ConfusionCurve.from_scores(labels, scores, sample_weight=weights)


curve, scored = counts([1], [1], 2, 2), scores(LABELS, SCORES)
grid = np.linspace(0, 1, 100)


def labelled(labels, **options):
    return scores(labels, range(len(labels)), **options)


def weighted(weights):
    return labelled([1, 0], sample_weight=weights)


def chosen(thresholds):
    return labelled([1, 0], thresholds=thresholds)


EITHER = (TypeError, ValueError)
ERRORS = [
    # Lengths and shapes
    (lambda: scores([1, 0], [1]), ValueError, "y_true and y_score .* same length, found 2 and 1"),
    (lambda: weighted([1]), ValueError, "y_true and sample_weight .* same length, found 2 and 1"),
    (lambda: scores([], []), ValueError, "y_true is empty"),
    (lambda: prp.aucpr([], []), ValueError, "y_score is empty"),
    (
        lambda: scores([1, 0], [[1, 2], [3, 4]]),
        ValueError,
        r"y_score .* shape \(2, 2\); .* pass y_score\[:, 1\]",
    ),
    (lambda: scores([[1, 0], [0, 1]], [1, 2]), ValueError, r"y_true .* found shape \(2, 2\)"),
    (lambda: scores(1, 0.5), TypeError, "y_true must be an array of one dimension, found 1"),
    (lambda: scores([1, 0], [[1, 2], [3]]), ValueError, "y_score"),
    (lambda: counts([1, 2], [1], 3, 3), ValueError, r"tp and fp .* shapes \(2,\) and \(1,\)"),
    (lambda: counts(1, 1, 3, 3), ValueError, r"tp and fp .* shapes \(\) and \(\)"),
    (lambda: counts([], [], 3, 3), ValueError, "tp and fp are empty"),
    (lambda: rates([0, 1], [1], 0.5), ValueError, r"fpr and tpr .* shapes"),
    (lambda: points([0, 1], [1], 0.5), ValueError, "precision and recall .* shapes"),
    # Values that are no numbers
    (lambda: scores([1, 0], [NAN, 1]), ValueError, r"y_score holds 1 NaN .* \(first at index 0\)"),
    (
        lambda: scores([1, 0, 1], [1, INF, -INF]),
        ValueError,
        r"y_score holds 1 NaN or \+inf value \(first at index 1\)",
    ),
    (lambda: scores([1, 0], [1, None]), ValueError, r"y_score holds 1 NaN .* \(first at index 1\)"),
    (lambda: scores([1, 0], ["a", "b"]), TypeError, "y_score holds labels such as 'a'"),
    (lambda: scores([1, 0], [1, "b"]), TypeError, "y_score must hold numbers"),
    (
        lambda: scores([1, 0], np.array([1, "b"], object)),
        TypeError,
        "y_score must hold numbers within the range of floats: could not convert string",
    ),
    (lambda: scores([1, 0], [1j, 2]), TypeError, "y_score must hold numbers, found dtype complex"),
    (
        lambda: scores([1, 0], np.ma.masked_equal([1, 2], 2)),
        ValueError,
        "y_score holds masked values",
    ),
    (
        lambda: scores([1, 1, 0], [1, 2, NAN], sample_weight=[0, 1, 1]),
        ValueError,
        r"y_score holds 1 NaN .* \(first at index 2\)",
    ),
    (lambda: counts([NAN], [1], 2, 2), ValueError, "tp holds 1 NaN"),
    (lambda: counts(["a"], [1], 2, 2), TypeError, "tp must hold numbers, found dtype"),
    (lambda: rates([0, NAN], [0, 1], 0.5), ValueError, r"fpr holds 1 NaN .* \(first at index 1\)"),
    (lambda: curve.precision_at([NAN]), ValueError, "recall holds 1 NaN"),
    (lambda: prp.min_precision("a", 0.5), TypeError, "recall must hold numbers, found dtype"),
    (lambda: prp.f_score(None, 0.5), TypeError, "precision must hold numbers, found dtype object"),
    # Labels
    (lambda: labelled([1, 0, 2]), ValueError, r"y_true holds 3 labels \(0, 1, 2\); pass pos_label"),
    (
        lambda: labelled(["a", "b"]),
        ValueError,
        r"y_true holds 2 labels \('a', 'b'\); pass pos_label",
    ),
    (lambda: labelled([1, 2]), ValueError, r"y_true holds 2 labels \(1, 2\); pass pos_label"),
    (lambda: labelled([0, -1, 1]), ValueError, "y_true holds 3 labels"),
    (lambda: labelled([2, 2]), ValueError, r"y_true holds 1 label \(2\); pass pos_label"),
    (lambda: labelled(range(9)), ValueError, r"9 labels \(0, 1, 2, 3, 4, \.\.\.\)"),
    (lambda: labelled([1, 0], pos_label=3), ValueError, r"pos_label 3 is not in y_true.*\(0, 1\)"),
    (lambda: labelled(["a"], pos_label="b"), ValueError, "pos_label 'b' is not in y_true"),
    (lambda: labelled([1, 0], pos_label="1"), ValueError, "pos_label '1' is not in y_true"),
    (lambda: labelled(["1", "0"], pos_label=1), ValueError, "pos_label 1 is not in y_true"),
    (lambda: labelled([1, 1], pos_label=0), ValueError, "pos_label 0 is not in y_true"),
    (lambda: labelled([2, 2], pos_label=1), ValueError, "pos_label 1 is not in y_true"),
    (lambda: labelled([1, 0], pos_label=[1, 0]), TypeError, "pos_label .* found"),
    (lambda: labelled([1, 0], pos_label=np.array([1, 0])), TypeError, "pos_label .* found"),
    (lambda: labelled([1, NAN, 0]), ValueError, r"y_true holds 1 missing .* \(first at index 1\)"),
    (lambda: labelled([1, 0, None]), ValueError, r"y_true holds 1 missing .* \(first at index 2\)"),
    (lambda: labelled([1, 0, pd.NA]), ValueError, "y_true holds 1 missing"),
    (
        lambda: labelled([1, 1, None], sample_weight=[0, 1, 1]),
        ValueError,
        r"y_true holds 1 missing .* \(first at index 2\)",
    ),
    # Weights
    (
        lambda: weighted([1, -1]),
        ValueError,
        r"sample_weight holds 1 negative value \(first at index 1\); weights must be 0 or more",
    ),
    (lambda: weighted([NAN, 1]), ValueError, "sample_weight holds 1 NaN"),
    (lambda: weighted([INF, 1]), ValueError, "sample_weight holds 1 NaN or inf"),
    (lambda: weighted([0, 0]), ValueError, "sample_weight is 0 everywhere"),
    (lambda: weighted(["a", "b"]), TypeError, "sample_weight must hold numbers"),
    (lambda: weighted(2), TypeError, "sample_weight must be an array of one dimension, found 2"),
    # Thresholds
    (lambda: chosen(["a"]), EITHER, "thresholds .* found"),
    (lambda: chosen(0.5), ValueError, "thresholds .* found"),
    (lambda: chosen([NAN]), ValueError, "thresholds holds 1 NaN"),
    (
        lambda: counts([1], [1], 2, 2, thresholds=[1, 2]),
        ValueError,
        r"thresholds .* shapes \(2,\) and \(1,\)",
    ),
    (
        lambda: counts([1, 2], [1, 2], 2, 2, thresholds=[1, 2]),
        ValueError,
        "thresholds must never increase",
    ),
    (lambda: counts([1], [1], 2, 2, thresholds=[NAN]), ValueError, "thresholds .* NaN"),
    (lambda: counts([1], [1], 2, 2, thresholds=["a"]), EITHER, "thresholds .* found"),
    (lambda: points([1], [0.5], 0.5, thresholds=["a"]), EITHER, "thresholds .* found"),
    # Counts that no confusion matrix has
    (
        lambda: counts([3], [1], 2, 2),
        ValueError,
        "tp must lie between 0 and pos = 2, found 3 at index 0",
    ),
    (
        lambda: counts([1, 2], [1, 3], 2, 2),
        ValueError,
        "fp .* neg = 2, found 3 at index 1; no confusion",
    ),
    (lambda: counts([-1], [1], 2, 2), ValueError, "tp must lie between 0 and pos = 2, found -1"),
    (lambda: counts([2.1], [1], 2, 2), ValueError, "tp must lie between 0 and pos = 2, found 2.1"),
    (lambda: counts([2, 1], [1, 1], 2, 2), ValueError, "tp must never decrease .* after index 0"),
    (
        lambda: counts([1, 1, 2], [0, 1, 0], 2, 2),
        ValueError,
        "fp must never decrease .* after index 1",
    ),
    (lambda: counts([0], [0], 0, 0), ValueError, "pos and neg are both 0"),
    (
        lambda: counts([0], [0], -1, 2),
        ValueError,
        "pos must be a finite number, 0 or more, found -1",
    ),
    (
        lambda: counts([0], [0], 1, NAN),
        ValueError,
        "neg must be a finite number, 0 or more, found nan",
    ),
    (
        lambda: counts([0], [0], "1", 2),
        ValueError,
        "pos must be a finite number, 0 or more, found '1'",
    ),
    (lambda: counts([0], [0], grid, 2), ValueError, "pos must be a finite number"),
    # Rates and points
    (lambda: rates([0, 1.5], [0, 1], 0.5), ValueError, r"fpr must lie in \[0, 1\], found 1\.5"),
    (lambda: rates([0, 1], [-0.5, 1], 0.5), ValueError, r"tpr must lie in \[0, 1\], found -0\.5"),
    (lambda: rates([0, 0.5, 0.2], [0, 0.5, 1], 0.5), ValueError, "fpr must never decrease"),
    (lambda: rates([0, 0.2, 0.5], [0, 0.5, 0.2], 0.5), ValueError, "tpr must never decrease"),
    (lambda: rates([], [], 0.5), ValueError, "fpr and tpr are empty"),
    (lambda: points([], [], 0.5), ValueError, "precision and recall are empty"),
    (
        lambda: points([0.1], [1], 0.5),
        ValueError,
        r"\(recall 1, precision 0.1\) is unachievable .* 0\.5",
    ),
    (lambda: points([0], [0.5], 0.5), ValueError, r"recall 0\.5, precision 0\) is unachievable"),
    (lambda: points([1.2], [1], 0.5), ValueError, r"precision must lie in \[0, 1\], found 1\.2"),
    (lambda: points([0.5, 0.9], [0.5, 0.6], 0.2), ValueError, "precision"),
    (lambda: points([0.5, 0.5, 0.5], [0.2, 0.6, 0.4], 0.2), ValueError, "recall"),
    # Numbers out of range
    *[
        (make, ValueError, f"prevalence must lie strictly between 0 and 1, found {found}")
        for make, found in [
            (lambda: rates([0, 1], [0, 1], 0), "0"),
            (lambda: rates([0, 1], [0, 1], 1.5), "1.5"),
            (lambda: points([1], [0.5], NAN), "nan"),
            (lambda: points([1], [0.5], "a"), "'a'"),
            (lambda: curve.at_prevalence(1), "1"),
            (lambda: curve.at_prevalence(None), "None"),
        ]
    ],
    (lambda: counts([1], [0], 1, 0).at_prevalence(0.5), ValueError, "one class only"),
    (lambda: curve.precision_at(1.5), ValueError, r"recall must lie in \[0, 1\], found 1\.5"),
    (lambda: curve.recall_at([-0.5]), ValueError, r"precision must lie in \[0, 1\], found -0\.5"),
    (lambda: prp.min_precision(2, 0.5), ValueError, r"recall must lie in \[0, 1\], found 2"),
    (
        lambda: prp.min_precision(0.5, [0.5, -1]),
        ValueError,
        r"prevalence must lie in \[0, 1\], found -1",
    ),
    (lambda: prp.max_recall(-1, 0.5), ValueError, r"precision must lie in \[0, 1\], found -1"),
    (
        lambda: prp.is_achievable(0.5, 0.5, 7),
        ValueError,
        r"prevalence must lie in \[0, 1\], found 7",
    ),
    (lambda: prp.aucpr_min(1.5), ValueError, r"prevalence must lie in \[0, 1\], found 1\.5"),
    (lambda: prp.f_score(1.5, 1), ValueError, r"precision must lie in \[0, 1\], found 1\.5"),
    (
        lambda: prp.f_score(0.5, 1, beta=-1),
        ValueError,
        "beta must be a finite number, 0 or more, found -1",
    ),
    (lambda: prp.f_score(0.5, 1, beta=grid), ValueError, "beta must be a finite number, 0 or more"),
    *[
        (make, ValueError, f"{name} must lie in \\[0, 1\\], found {found}")
        for make, name, found in [
            (lambda: prp.precision_gain(1.5, 0.5), "precision", "1.5"),
            (lambda: prp.precision_gain(0.5, -0.5), "prevalence", "-0.5"),
            (lambda: prp.recall_gain(-1, 0.5), "recall", "-1"),
            (lambda: prp.recall_gain(1, [0.5, 2]), "prevalence", "2"),
            (lambda: prp.modified_f_score(1.5, 1, 0.5), "precision", "1.5"),
            (lambda: prp.modified_f_score(1, -0.5, 0.5), "recall", "-0.5"),
            (lambda: prp.modified_f_score(1, 1, [0.5, 2]), "prevalence", "2"),
            (lambda: prp.f_gain(1.5, 1, 0.5), "precision", "1.5"),
            (lambda: prp.f_gain(0.5, 1, 7), "prevalence", "7"),
        ]
    ],
    *[
        (make, ValueError, "beta must be a finite number, 0 or more, found")
        for make in (
            lambda: prp.f_gain(0.5, 1, 0.5, beta=-1),
            lambda: prp.modified_f_score(0.5, 1, 0.5, beta=-1),
            lambda: prp.modified_f_score(0.5, 1, 0.5, beta=None),
            lambda: prp.expected_f_gain(LABELS, SCORES, beta=-1),
            lambda: prp.expected_f_gain(LABELS, SCORES, beta=None),
            lambda: prp.best_threshold(curve, -1),
            lambda: prp.best_threshold(curve, NAN),
        )
    ],
    # Thresholds of curves
    *[
        (make, (TypeError, ValueError), "y_(score|true)")
        for make in (
            lambda: prp.operating_conditions(LABELS),
            lambda: prp.best_threshold(None),
            lambda: prp.f_calibrate({"a": curve}, SCORES),
            lambda: prp.calibrate(SCORES, LABELS),
        )
    ],
    (lambda: prp.best_threshold(counts([0], [3], 0, 3)), ValueError, "data have no positives"),
    *[
        row
        for function in (prp.f_calibrate, prp.calibrate)
        for row in (
            (lambda f=function: f(curve, SCORES), ValueError, "curve has no thresholds"),
            (lambda f=function: f(counts([0], [3], 0, 3), 1), ValueError, "curve has no positives"),
            (lambda f=function: f(counts([3], [0], 3, 0), 1), ValueError, "curve has no negatives"),
            (
                lambda f=function: f(scored, [0.5, NAN]),
                ValueError,
                "y_score holds 1 NaN .* index 1",
            ),
            (lambda f=function: f(scored, INF), ValueError, "y_score holds 1 NaN or .inf"),
            (lambda f=function: f(scored, ["a"]), TypeError, "y_score must hold numbers"),
        )
    ],
    (lambda: f_line(0.0, 10), ValueError, r"levels must lie in \(0, 1\], found 0"),
    (
        lambda: prp.average_precision_min(2.5, 1),
        ValueError,
        "pos must hold whole numbers.* found 2.5",
    ),
    (
        lambda: prp.average_precision_min(2, -1),
        ValueError,
        "neg must hold whole numbers.* found -1",
    ),
    (lambda: prp.average_precision_min(grid, 1), ValueError, "pos must hold whole numbers"),
    *[
        (make, ValueError, f"{name} must be two numbers with 0 <= a < b <= 1")
        for make, name in [
            (lambda: prp.aucpr(curve, recall_range=(0.5, 0.5)), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=(0.5, 0.2)), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=(-0.1, 0.5)), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=(0, 1.1)), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=(0, NAN)), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=0.5), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=None), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range="ab"), "recall_range"),
            (lambda: prp.aucpr(curve, recall_range=grid), "recall_range"),
            (lambda: prp.aucnpr(curve, recall_range=(0.5, 0.5)), "recall_range"),
            (lambda: prp.aucnpr(curve, recall_range=(0, 1.1)), "recall_range"),
            (lambda: prp.aucnpr(curve, recall_range=None), "recall_range"),
            (lambda: prp.aucpr_min(0.5, (1, 0)), "recall_range"),
            (lambda: prp.auroc(curve, fpr_range=(0.5, 0.2)), "fpr_range"),
        ]
    ],
    (lambda: prp.aucpr(curve, recall_range=((0, 1), (1,))), ValueError, "recall_range .* found"),
    # Options
    (
        lambda: prp.aucpr(curve, interpolation="integral"),
        ValueError,
        "interpolation must be one of 'exact', 'integer', 'linear', found 'integral'; .* 'integer'",
    ),
    (
        lambda: prp.aucpr(curve, interpolation=None),
        ValueError,
        "interpolation must be one of .* found None",
    ),
    (
        lambda: prp.aucpr(LABELS, SCORES, sample_weight=[0.5, 1, 1, 1], interpolation="integer"),
        ValueError,
        "whole numbers of true positives",
    ),
    (
        lambda: prp.normalized_average_precision(LABELS, SCORES, sample_weight=[0.5, 1, 1, 1]),
        ValueError,
        r"pos must hold whole numbers.* \(weighted data have no lowest .* found 1\.5",
    ),
    # A curve in place of labels
    (lambda: prp.aucnpr(curve, SCORES), TypeError, "y_score can't be given beside a Conf"),
    (lambda: prp.normalized_average_precision(LABELS), TypeError, "y_score is missing"),
    (lambda: prp.aucpr(LABELS), TypeError, "y_score is missing"),
    (lambda: prp.aucpr(curve, SCORES), TypeError, "y_score can't be given beside a ConfusionCurve"),
    (lambda: prp.auroc(curve, pos_label=1), TypeError, "pos_label can't be given"),
    (lambda: prp.auroc(curve, sample_weight=[1]), TypeError, "sample_weight can't be given"),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS, ids=[row[2][:60] for row in ERRORS])
def test_what_is_wrong_is_said_in_one_sentence(call, error, message):
    with pytest.raises(error, match=message) as caught:
        call()
    said = str(caught.value)
    assert "\n" not in said
    # One sentence, as long as one is: no array is printed into it, no type of numpy's either.
    assert len(said) < 250
    assert "np." not in said
    assert not said.endswith(".")


def test_masked_values_are_refused_everywhere():
    masked = np.ma.array([0.1, 0.9], mask=[True, False])
    for call in (
        lambda: prp.aucpr([0, 1], masked),
        lambda: prp.f_score(masked, [0.5, 0.5]),
        lambda: ConfusionCurve.from_counts(masked, [0, 1], 1, 1),
    ):
        with pytest.raises(ValueError, match="holds masked values"):
            call()


# Several classes


@pytest.fixture(scope="module")
def classes():
    rng = np.random.default_rng(5)
    labels = rng.choice(["ant", "bee", "cat", "dog"], 200, p=[0.4, 0.3, 0.2, 0.1])
    scores = rng.dirichlet(np.ones(4), 200) + (labels[:, None] == np.unique(labels)) / 3
    # Ties, and rows that add up to 1, as scikit-learn wants.
    scores = np.round(scores / scores.sum(axis=1, keepdims=True), 2)
    return labels, scores / scores.sum(axis=1, keepdims=True)


@pytest.fixture(scope="module")
def indicators():
    rng = np.random.default_rng(6)
    labels = (rng.random((150, 3)) < [0.5, 0.2, 0.1]).astype(int)
    return labels, np.round(rng.normal(size=(150, 3)) + labels, 1)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_averages_over_classes_are_those_of_scikit_learn(classes, indicators, average, is_weighted):
    for labels, scores in (classes, indicators):
        weight = np.random.default_rng(7).uniform(0.1, 2, len(labels)) if is_weighted else None
        options = {"average": average, "sample_weight": weight}
        for ours, theirs, own in [
            (prp.average_precision, skm.average_precision_score, {}),
            (prp.auroc, skm.roc_auc_score, {"multi_class": "ovr"}),
        ]:
            found = ours(labels, scores, **options)
            expected = theirs(labels, scores, **options, **own)
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@each_metric
def test_the_average_is_that_of_the_classes_one_by_one(metric, classes):
    labels, scores = classes
    names = np.unique(labels)
    each = [metric(labels == name, scores[:, i]) for i, name in enumerate(names)]
    found = metric(labels, scores, average=None)
    assert isinstance(found, np.ndarray)
    assert found.tolist() == each
    assert type(metric(labels, scores)) is float
    assert metric(labels, scores) == pytest.approx(np.mean(each))
    shares = [np.mean(labels == name) for name in names]
    assert metric(labels, scores, average="weighted") == pytest.approx(np.dot(shares, each))
    pooled = metric((labels[:, None] == names).ravel(), scores.ravel())
    assert metric(labels, scores, average="micro") == pooled
    assert metric(labels, scores[:, ::-1], classes=names[::-1], average=None).tolist() == each[::-1]
    assert metric(labels == "ant", scores[:, 0], average="micro") == each[0]


def test_a_list_with_an_array_for_each_label_is_a_matrix(indicators):
    labels, scores = indicators
    listed = [np.column_stack([-column, column]) for column in scores.T]
    assert prp.aucpr(labels, listed) == prp.aucpr(labels, scores)
    assert prp.aucpr(labels[:, 0], listed[:1]) == prp.aucpr(labels[:, 0], scores[:, 0])
    table = prp.summary(labels, {"a": listed, "b": scores})
    assert table.loc["a, class 1"].equals(table.loc["b, class 1"])
    for wrong, says in [
        (
            [*listed[:2], scores],
            r"all outputs in y_score must have two classes .*; pass the scores of one",
        ),
        ([*listed[:2], listed[2][:10]], r"as many rows, found shapes"),
    ]:
        with pytest.raises(ValueError, match=says):
            prp.aucpr(labels, wrong)


def test_wrong_classes_are_refused_by_metrics(classes):
    labels, scores = classes
    for y_true, y_score, options, says in [
        (labels, scores, {"average": "samples"}, r"average must be one of 'micro', 'macro', 'weig"),
        (labels == "ant", scores[:, 0], {"average": "mean"}, r"average must be one of"),
        (labels, scores, {"pos_label": "ant"}, r"pos_label can't be given"),
        (
            labels == "ant",
            scores[:, 0],
            {"classes": ["ant"]},
            r"classes must be a list that names each column",
        ),
        (labels, {"a": scores}, {}, r"one model's scores here, found several"),
        (
            labels,
            {"a": scores},
            {"classes": list("abcd")},
            r"one model's scores here, found several",
        ),
        (labels, scores[:, :3], {}, r"shape \(200, 3\) and 4 labels; classes= names"),
    ]:
        with pytest.raises((TypeError, ValueError), match=says):
            prp.aucpr(y_true, y_score, **options)


def test_classes_without_examples_are_named_and_count_nothing_in_a_weighted_mean(classes):
    labels, scores = classes
    few = labels != "dog"
    names = np.unique(labels)
    with pytest.warns(prp.UndefinedMetricWarning, match="of 'dog' hold one class only") as told:
        found = prp.aucpr(labels[few], scores[few], classes=names, average="weighted")
    assert told[0].filename == __file__
    each = [prp.aucpr(labels[few] == name, scores[few, i]) for i, name in enumerate(names[:3])]
    shares = [np.mean(labels[few] == name) for name in names[:3]]
    assert found == pytest.approx(np.dot(shares, each))
    with pytest.warns(prp.UndefinedMetricWarning):
        none = prp.average_precision(np.zeros((5, 2)), np.ones((5, 2)), average="weighted")
    assert none == 0
