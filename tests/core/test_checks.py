"""Arguments that are refused in one sentence of the package, wherever they are given."""

import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.core.checks import check_kind

LABELS, SCORES = [1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1]
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


@pytest.mark.parametrize("name", [np.float16(0.3), 3, pd.NA, b"a", object()])
def test_a_name_is_a_text(name):
    for function in (prp.summary, prp.plot_pr):
        with pytest.raises(TypeError, match="name must be one text, found"):
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
        with pytest.raises(ValueError, match="sample_weight holds 6 out-of-range values"):
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
