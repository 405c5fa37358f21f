import re
import warnings

import numpy as np
import pytest

from prplot import ConfusionCurve, UndefinedMetricWarning
from prplot.inputs.notices import warn_if_one_class
from prplot.inputs.resolve import curves_of, single_curve
from prplot.inputs.rows import Rows

LABELS, SCORES = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
OTHER = [0.1, 0.2, 0.3, 0.4]

no_positives = ConfusionCurve.from_counts([0], [3], 0, 3)
no_negatives = ConfusionCurve.from_counts([3], [0], 3, 0)
both = ConfusionCurve.from_counts([1], [1], 2, 2)


def same(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("tp", "fp", "thresholds")
    )


def one_curve(y_true, y_score=None, **options):
    curve, _ = single_curve(y_true, y_score, **options)
    return curve


def named_curves(y_true, y_score=None, **options):
    found = curves_of(Rows.of(y_true=y_true, y_score=y_score, **options))
    return {key: curve for key, (curve,) in found.groups.items()}


def test_one_curve_is_that_of_the_scores_or_the_ready_one():
    options = {"pos_label": 0, "sample_weight": [1, 2, 3, 4]}
    assert same(one_curve(LABELS, SCORES), ConfusionCurve.from_scores(LABELS, SCORES))
    assert same(
        one_curve(LABELS, SCORES, **options), ConfusionCurve.from_scores(LABELS, SCORES, **options)
    )
    assert one_curve(both) is both
    assert named_curves(both, name="a") == {"a": both}
    assert named_curves({"a": both, 3: no_positives}) == {"a": both, "3": no_positives}
    assert list(named_curves(LABELS, SCORES)) == [None]
    assert list(named_curves(LABELS, SCORES, name="model")) == ["model"]


def test_models_keep_their_names_order_and_options():
    models = {"b": SCORES, "a": OTHER, 3: SCORES}
    curves = named_curves(LABELS, models, sample_weight=[1, 2, 3, 4])
    assert list(curves) == ["b", "a", "3"]
    for curve, scores in zip(curves.values(), models.values(), strict=True):
        expected = ConfusionCurve.from_scores(LABELS, scores, sample_weight=[1, 2, 3, 4])
        assert same(curve, expected)


@pytest.mark.parametrize(
    ("args", "options", "error", "message"),
    [
        ((LABELS,), {}, TypeError, "y_score is missing"),
        ((both, SCORES), {}, TypeError, "y_score can't be given beside a ConfusionCurve"),
        ((both,), {"pos_label": 1}, TypeError, "pos_label can't be given"),
        ((both,), {"sample_weight": [1]}, TypeError, "sample_weight can't be given"),
        (
            (both, SCORES),
            {"pos_label": 1, "sample_weight": [1]},
            TypeError,
            "y_score and pos_label and sample_weight can't be given",
        ),
        (({"a": both}, SCORES), {}, TypeError, "y_score can't be given beside a ConfusionCurve"),
        (({"a": both},), {"pos_label": 0}, TypeError, "pos_label can't be given"),
        (({"a": SCORES},), {}, TypeError, r"y_true\['a'\] must be a ConfusionCurve"),
        (({},), {}, ValueError, "dict of models is empty"),
        ((LABELS, {}), {}, ValueError, "y_score is empty"),
        ((LABELS, {"a": SCORES}), {"name": "b"}, TypeError, "name goes with a single curve"),
        (({"a": both},), {"name": "b"}, TypeError, "name goes with a single curve"),
    ],
)
def test_what_makes_no_curves_is_refused(args, options, error, message):
    with pytest.raises(error, match=message):
        named_curves(*args, **options)


def test_the_model_with_bad_scores_is_refused():
    with pytest.raises(ValueError, match="model 'b': y_score holds 1 NaN"):
        named_curves(LABELS, {"a": SCORES, "b": [0.1, np.nan, 0.2, 0.3]})


@pytest.mark.parametrize(
    ("curves", "message"),
    [
        ([no_positives], r"one class only \(no positives\)"),
        ([both, no_negatives], r"one class only \(no negatives\)"),
        ([no_negatives, both, no_positives], r"one class only \(no positives or no negatives\)"),
    ],
)
def test_curves_of_one_class_give_one_warning_where_the_caller_stands(curves, message):
    with pytest.warns(UndefinedMetricWarning, match=message) as caught:
        warn_if_one_class((None, curve) for curve in curves)
    assert len(caught) == 1
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("curves", "of"),
    [
        ([("a", no_positives)], " of 'a' hold one class only (no positives)"),
        ([("a", both), ("b", no_negatives)], " of 'b' hold one class only (no negatives)"),
        ([("a", no_negatives), ("b", no_positives)], " of 'b' and 'a' hold one class only (no pos"),
        ([("a", no_positives), ("a", no_positives)], " of 'a' hold one"),
        ([(str(i), no_positives) for i in range(9)], " of '0', '1', '2', '3', '4' and 4 more hold"),
    ],
)
def test_the_warning_names_the_curves_of_one_class(curves, of):
    with pytest.warns(UndefinedMetricWarning, match=re.escape(f"the data{of}")):
        warn_if_one_class(curves)


def test_curves_of_two_classes_give_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_if_one_class([("a", both), (None, both)])
        warn_if_one_class([])


def test_the_warning_is_a_user_warning():
    assert issubclass(UndefinedMetricWarning, UserWarning)


def test_a_name_in_an_error_is_plain_text():
    with pytest.raises(TypeError, match=r"^y_score\['setosa'\] holds labels"):
        named_curves([1, 0], {np.str_("setosa"): ["a", "b"]})
