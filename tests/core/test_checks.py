"""Arguments that are refused in one sentence of the package, wherever they are given."""

import warnings
from decimal import Decimal

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pytest

import prplot as prp
from prplot.core.checks import check_kind

LABELS, SCORES = [1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]
TASKS = pd.DataFrame({"task": ["a", "b"], "prevalence": [0.1, 0.2], "aucpr": [0.4, 0.5]})
LONG = np.longdouble
HUGE = [10**400, 10**30, -(10**30), 1e300, float("inf"), pd.NA, pd.NaT]
KINDS = ["f2", "f4", "f8", "i1", "u1", "i8", "?", "m8[s]", "M8[s]", "O", "U"]
has_long_floats = pytest.mark.skipif(
    np.finfo(LONG).max <= np.finfo(float).max, reason="long doubles are floats here"
)


@pytest.mark.parametrize("value", ["no", "", None, np.array([1, 0]), [], 2, 0.5, pd.NA])
def test_words_and_arrays_are_no_flags(value):
    table = pd.DataFrame({"y": LABELS, "s": SCORES})
    with pytest.raises(TypeError, match="clip must be True or False, found"):
        prp.auprg(LABELS, SCORES, clip=value)
    with pytest.raises(TypeError, match="show_hull must be True or False, found"):
        prp.plot_pr(LABELS, SCORES, show_hull=value)
    with pytest.raises(TypeError, match="progress must be True or False, found"):
        prp.scan(table, y_true="y", y_score="s", progress=value)
    assert not plt.get_fignums()


def test_flags_of_numpy_and_1_and_0_are_flags():
    plain = prp.auprg(LABELS, SCORES, clip=True)
    assert plain == prp.auprg(LABELS, SCORES, clip=np.True_) == prp.auprg(LABELS, SCORES, clip=1)
    with pytest.raises(ValueError, match="show_points must be 'auto', True or False"):
        prp.plot_pr(LABELS, SCORES, show_points=np.array([1, 0]))


@pytest.mark.parametrize(
    ("function", "arguments", "words"),
    [
        (prp.min_precision, ([0.1, 0.2], [0.1, 0.2, 0.3]), r"recall \(2,\), prevalence \(3,\)"),
        (prp.max_recall, ([0.1, 0.2], [0.1, 0.2, 0.3]), r"precision \(2,\), prevalence \(3,\)"),
        (prp.is_achievable, ([0.1, 0.2], [0.1, 0.2, 0.3], 0.5), r"precision \(2,\), recall \(3,\)"),
        (prp.average_precision_min, ([1, 2], [1, 2, 3]), r"pos \(2,\), neg \(3,\)"),
        (prp.precision_gain, ([0.1, 0.2], [0.1, 0.2, 0.3]), r"precision \(2,\), prevalence \(3,\)"),
        (prp.recall_gain, ([0.1, 0.2], [0.1, 0.2, 0.3]), r"recall \(2,\), prevalence \(3,\)"),
    ],
)
def test_arrays_that_do_not_broadcast_are_named(function, arguments, words):
    with pytest.raises(
        ValueError, match=f"shapes must broadcast against each other, found {words}"
    ):
        function(*arguments)


@pytest.mark.parametrize("label", HUGE)
@pytest.mark.parametrize("kind", KINDS)
def test_a_positive_label_that_the_type_of_the_labels_cannot_hold(kind, label):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=r"pos_label .* is not in y_true"):
            prp.aucpr(np.array(LABELS).astype(kind), SCORES, pos_label=label)


def test_a_label_that_rounds_to_infinity_is_not_infinity():
    labels = np.array([np.inf, 0, 0], np.float16)
    assert prp.aucpr(labels, [3, 2, 1], pos_label=float("inf")) == 1
    with pytest.raises(ValueError, match="pos_label 1e\\+300 is not in y_true"):
        prp.aucpr(labels, [3, 2, 1], pos_label=1e300)


@pytest.mark.parametrize("label", [[1, [2]], (1, (2, 3)), {1}, {}, np.array([1])])
def test_several_positive_labels_in_uneven_rows(label):
    table = pd.DataFrame({"y": LABELS, "s": SCORES})
    with pytest.raises(TypeError, match="pos_label must be a single label, found"):
        prp.aucpr(LABELS, SCORES, pos_label=label)
    with pytest.raises(TypeError, match="pos_label must be a single label, found"):
        prp.scan(table, y_true="y", y_score="s", pos_label=label)


def test_dicts_are_no_labels():
    with pytest.raises(
        TypeError, match="y_true must hold texts, numbers or other labels, found dict"
    ):
        prp.aucpr([{}, {1: 2}, {}], [1, 2, 3], pos_label="a")


def test_weights_of_two_columns_beside_groups():
    for function in (prp.summary, prp.plot_pr):
        with pytest.raises(
            ValueError, match=r"sample_weight must be one-dimensional, found .*\(6, 2\)"
        ):
            function(LABELS, SCORES, sample_weight=np.ones((6, 2)), hue=list("aabbab"))


class Unreadable:
    """An array that NumPy can't read, as those of other libraries on other devices."""

    shape = (6,)

    def __init__(self, error):
        self.error = error

    def __array__(self, *_, **__):
        raise self.error


NESTED = np.array([np.array([1, 2]), np.array([1])] * 3, dtype=object)
TWO_COLUMNS = np.column_stack([SCORES, SCORES])
GROUPED = {"y_true": LABELS, "y_score": SCORES, "hue": list("aabbab")}
# Calls whose values reach Python's or another library's own errors, with what is said instead.
IN_OUR_WORDS = {
    "y_score must be an array, found a Series that NumPy can't read: ": (
        lambda: prp.aucpr(LABELS, pl.Series(range(6), dtype=pl.Int128))
    ),
    "'y' must be an array, found a Series that NumPy can't read: ": (
        lambda: prp.summary(
            data=pl.DataFrame({"y": pl.Series(LABELS, dtype=pl.Int128), "s": SCORES}),
            y_true="y",
            y_score="s",
        )
    ),
    "found an Unreadable that NumPy can't read: it requires grad": (
        lambda: prp.aucpr(LABELS, Unreadable(RuntimeError("it requires grad")))
    ),
    "y_score holds 6 NaN or +inf values": lambda: prp.aucpr(LABELS, [Decimal("sNaN")] * 6),
    "y_true holds 6 missing values": lambda: prp.aucpr([Decimal("sNaN")] * 6, SCORES),
    "pos_label Decimal('sNaN') is not in y_true": (
        lambda: prp.aucpr(LABELS, SCORES, pos_label=Decimal("sNaN"))
    ),
    "y_score has two columns, shape (6, 2); if they are predict_proba's, pass y_score[:, 1]": (
        lambda: prp.aucpr(LABELS, TWO_COLUMNS, pos_label=pd.NA)
    ),
    "y_score has two columns, shape (6, 2)": (
        lambda: prp.aucpr(LABELS, TWO_COLUMNS, pos_label=pd.Series(LABELS))
    ),
    "pos_label <class 'numpy.ndarray'> is not in y_true": (
        lambda: prp.aucpr(LABELS, SCORES, pos_label=np.ndarray)
    ),
    "y_true must hold texts, numbers or other labels, found ndarray": (
        lambda: prp.aucpr(NESTED, SCORES)
    ),
    "y_score must hold numbers within the range of floats: float() argument must be": (
        lambda: prp.aucpr(LABELS, [{}] * 6)
    ),
    "y_score must hold numbers within the range of floats: float() argument must be a string": (
        lambda: prp.aucpr(LABELS, np.array([1j] * 6, object))
    ),
    "sample_weight must hold numbers within the range of floats: setting an array element": (
        lambda: prp.summary(**GROUPED, sample_weight=NESTED)
    ),
    "sample_weight holds 6 NaN or infinite values": (
        lambda: prp.summary(**GROUPED, sample_weight=[pd.NA] * 6)
    ),
    "y_score must be a column or an array, found <class 'pandas.Series'>": (
        lambda: prp.summary(**GROUPED | {"y_score": pd.Series})
    ),
    "y_score must be a column or an array, found <class 'numpy.ndarray'>": (
        lambda: prp.plot_pr(LABELS, np.ndarray)
    ),
    "y_true must be a column or an array, found array(None, dtype=object)": (
        lambda: prp.summary(np.array(None), SCORES)
    ),
    "threshold must be an array, found a list that NumPy can't read: setting an array element": (
        lambda: prp.plot_f_gain(LABELS, SCORES, threshold=[["a"], ["b", "c"]])
    ),
    "points['a'] must be an array, found a list that NumPy can't read: setting an array element": (
        lambda: prp.plot_isometrics(points={"a": [1, [2]]})
    ),
    "axes must be 2 matplotlib Axes or None, found ndarray": (
        lambda: prp.plot_spaces(LABELS, SCORES, spaces=("roc", "pr"), axes=np.array(0.5))
    ),
    "y_score must be a column or an array, found <": lambda: prp.aucpr(
        LABELS, iter(np.array(SCORES))
    ),
    "recall must be in [0, 1], found 1.0000001": (
        lambda: prp.operating_point(LABELS, SCORES, recall=1.0000001)
    ),
    "level 0.9999999 needs n_boot of at least": (
        lambda: prp.interval([1, 0] * 20, range(40), level=0.9999999)
    ),
    "recall must lie in [0, 1], found 1.0000001": lambda: prp.f_score(0.5, 1.0000001),
    "tp must lie between 0 and pos = 2.0000001, found 2.0000002 at index 1": (
        lambda: prp.ConfusionCurve.from_counts([1, 2.0000002], [1, 2], 2.0000001, 2)
    ),
    "threshold 0.90000001 finds no positives, so it has no F gain": (
        lambda: prp.plot_f_gain(LABELS, SCORES, threshold=0.90000001)
    ),
    "sample_weight holds 1 negative value (first at index 0)": (
        lambda: prp.aucpr(LABELS, SCORES, sample_weight=[-1, 1, 1, 1, 1, 1])
    ),
    "found 1 effective positive and 1 effective negative": (
        lambda: prp.interval(LABELS, SCORES, sample_weight=[1e9, 1e9, 1, 1, 1, 1])
    ),
    "found 1 cluster with positives and 1 cluster with negatives": (
        lambda: prp.interval(LABELS, SCORES, clusters=[1] * 6)
    ),
    "y_true is a table; pass one column of labels": (
        lambda: prp.aucpr(pl.LazyFrame({"y": LABELS}), "s")
    ),
    "y_score must be a column or an array, found <LazyFrame": (
        lambda: prp.aucpr(LABELS, pl.LazyFrame({"s": SCORES}))
    ),
    "y_true must hold texts, numbers or other labels, found LazyFrame": (
        lambda: prp.aucpr(pl.LazyFrame({"y": LABELS}), pd.DataFrame({"s": SCORES}))
    ),
    "y_score must hold numbers within the range of floats: Casting complex values": (
        lambda: prp.aucpr(LABELS, np.array([np.complex128(1j)] * 6, object))
    ),
    "y_true and sample_weight must have the same length, found 6 and 0": (
        lambda: prp.aucpr(LABELS, SCORES, sample_weight=[], missing="drop")
    ),
    "y_true and sample_weight must have the same length, found 6 and 2": (
        lambda: prp.summary("y", "s", data={"y": LABELS, "s": SCORES}, sample_weight=[1, 0])
    ),
    "curves must hold ConfusionCurves, found int": lambda: prp.average_curve(np.array(3)),
    "estimator must be one of 'normalized', 'vertical', 'roc', 'pooled', found ['roc']": (
        lambda: prp.plot_pr(LABELS, SCORES, estimator=["roc"])
    ),
    "min_kws: 3 can't be 4; matplotlib says: keywords must be strings": (
        lambda: prp.plot_pr(LABELS, SCORES, min_kws={3: 4})
    ),
    "score_kws: markevery='a' is iterable but not a valid": (
        lambda: prp.plot_tasks(TASKS, score_kws={"markevery": "a"})
    ),
    "table has no column ''": lambda: prp.plot_tasks(TASKS, task=""),
    "fig must be a figure or axes of matplotlib, found list": lambda: prp.savefig([[]], "a.png"),
}


@pytest.mark.parametrize("sentence", IN_OUR_WORDS)
def test_wrong_values_are_refused_in_our_words(sentence):
    with pytest.raises((TypeError, ValueError)) as caught:
        IN_OUR_WORDS[sentence]()
    said = str(caught.value)
    assert sentence in f"{said}."
    assert "\n" not in said
    assert not plt.get_fignums()


def test_types_that_numpy_lacks_are_read_if_they_are_numbers():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    scores = np.array(SCORES, ml_dtypes.bfloat16)
    found = prp.ConfusionCurve.from_scores(np.array(LABELS, ml_dtypes.bfloat16), scores)
    assert found.thresholds[1:].tolist() == scores.tolist()
    assert prp.aucpr(found) == prp.aucpr(LABELS, SCORES)


@pytest.mark.parametrize("name", [np.float16(0.3), 3, pd.NA, b"a", object()])
def test_a_name_is_a_text(name):
    for function in (prp.summary, prp.plot_pr):
        with pytest.raises(TypeError, match="name must be a str, found"):
            function(LABELS, SCORES, name=name)


def test_halves_of_characters_are_no_names():
    half = "a\ud800"
    calls = [
        lambda: prp.summary(LABELS, SCORES, name=half),
        lambda: prp.plot_pr(LABELS, SCORES, label=half),
        lambda: prp.plot_pr(LABELS, {half: SCORES, "b": SCORES}),
        lambda: prp.plot_pr(LABELS, SCORES, hue=[half, "b"] * 3),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="must be whole characters, found"):
            call()
    assert not plt.get_fignums()


@pytest.mark.parametrize("name", ["\x00", "a\x1b[3m", "a\ufffe"])
def test_control_characters_that_make_svg_files_unreadable_are_no_names(name):
    for function in (prp.summary, prp.plot_pr):
        with pytest.raises(ValueError, match=r"^name must hold no control characters, found"):
            function(LABELS, SCORES, name=name)
    assert not plt.get_fignums()


def test_tables_that_numpy_warns_about_are_shown_in_errors_without_a_warning():
    table = pd.DataFrame({"a": np.array([0.7, 0.3], np.float16)})
    with pytest.raises(TypeError, match=r"^x must be a dict, found a 0"):
        check_kind(table, "x", dict)


@has_long_floats
def test_long_doubles_that_floats_cannot_hold():
    huge, tiny = LONG("1e4000"), LONG("1e-4000")
    for weight in (huge, tiny):
        with pytest.raises(ValueError, match="sample_weight must be 0 or between"):
            prp.aucpr(LABELS, SCORES, sample_weight=np.full(6, weight))
    with pytest.raises(ValueError, match="tp holds 1 out-of-range value "):
        prp.ConfusionCurve.from_counts(np.array([0, huge]), [0, 1], 1, 1)
    with pytest.raises(ValueError, match="pos must be a finite number"):
        prp.ConfusionCurve.from_counts([0, 1], [0, 1], huge, 1)
    with pytest.raises(ValueError, match="beta must be a finite number"):
        prp.f_score(0.5, 0.5, beta=huge)
    scores = np.array(SCORES, LONG) * huge
    # Scores are compared only, unless they are drawn or handed out as floats.
    assert prp.aucpr(LABELS, scores) == prp.aucpr(LABELS, SCORES)
    calls = [
        lambda: prp.plot_thresholds(LABELS, scores),
        lambda: prp.plot_pr(LABELS, scores, color="threshold"),
        lambda: prp.operating_point(LABELS, scores, recall=0.5),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"y_score holds .* out-of-range value"):
            call()
    assert not plt.get_fignums()


def test_a_column_is_no_table():
    for column in (pd.Series(["a", "b"], dtype="category"), pd.Series([1, 2])):
        with pytest.raises(TypeError, match="table must be a data frame or a dict of columns"):
            prp.rank_agreement(column)
