"""Calls as other libraries have them, swapped or mistyped: each is answered with what to type."""

import inspect
import re
import traceback
import warnings
from functools import partial
from operator import attrgetter
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pytest

import prplot as prp
from prplot.core.calls import FOREIGN as RENAMED
from prplot.core.calls import FOREIGN_NAMES, INSTEAD, answered, refusal

N = 60
Y = (np.arange(N) % 3 == 0).astype(int)
WORDS = np.where(Y, "ill", "well")
S = np.random.default_rng(1).normal(size=N) + Y
T = np.random.default_rng(2).normal(size=N) + Y
P = np.column_stack([1 - S, S])
TABLE = pd.DataFrame({"y": Y, "s": S, "t": T, "site": np.where(np.arange(N) % 2, "a", "b")})
CURVE = prp.ConfusionCurve.from_scores(Y, S)
COLUMNS = {"y_true": "y", "y_score": "s"}


class Classifier:
    """What prplot knows of a classifier of scikit-learn."""

    def predict_proba(self, rows):
        return P[: len(rows)]


FITTED = Classifier()
X = np.zeros((N, 2))
PASS_SCORES = "pass labels and the scores of the classifier, prp.scores(classifier, X)"
IS_CLASSIFIER = "is a Classifier, a classifier; pass labels and its scores, y_true and prp.scor"

# Keywords that a function does not have, with the end of the sentence.
FOREIGN = [
    (prp.plot_pr, {"plot_chance_level": True}, "type show_chance=True"),
    (
        prp.plot_roc,
        {"plot_chance_level": False, "chance_level_kw": {"lw": 1}},
        "type show_chance=False; type chance_kws={'lw': 1}",
    ),
    (prp.plot_roc, {"drop_intermediate": True}, "leave it out: curves are exact"),
    (
        prp.plot_pr,
        {"figsize": (4, 3)},
        "make the axes first, with plt.subplots(figsize=(4, 3))",
    ),
    (
        prp.plot_pr,
        {"col": "site"},
        "prp.curveplot(data, y_true=..., y_score=..., col='site') draws panels",
    ),
    (prp.plot_pr, {"response_method": "predict_proba"}, PASS_SCORES),
    (prp.plot_pr, {"curve_kwargs": {"lw": 2}}, "type curve_kws={'lw': 2}"),
    (prp.aucpr, {"estimator": FITTED}, PASS_SCORES),
    (prp.plot_pr, {"clf": FITTED, "X": X}, PASS_SCORES),
    (prp.average_precision, {"y_pred": S}, "type y_score=..."),
    (prp.auroc, {"max_fpr": 0.1}, "type fpr_range=(0, 0.1)"),
    (prp.plot_pr, {"weights": None}, "type sample_weight=None"),
    (prp.interval, {"random_state": 0}, "type seed=0"),
    (prp.plot_pr, {"metric": "auroc"}, "type score='auroc'"),
    (prp.plot_pr, {"lw": 2}, "type curve_kws={'lw': 2}"),
    (prp.plot_pr, {"marker": "o"}, "type point_kws={'marker': 'o'}"),
    (prp.plot_pr, {"c": "red"}, "type color='red'"),
    (prp.plot_downsampling, {"c": "red"}, "type curve_kws={'c': 'red'}"),
    (prp.plot_comparison, {"lw": 2}, "type err_kws={'lw': 2}"),
    (prp.plot_hull, {"ls": ":"}, "type curve_kws={'ls': ':'}"),
    (prp.plot_pr, {"cmap": "viridis"}, "type palette='viridis'"),
    (
        prp.plot_pr,
        {"title": "Test", "xlim": (0, 1)},
        "call ax.set(title='Test') on the axes that it returns; call ax.set(xlim=(0, 1)) on the "
        "axes that it returns",
    ),
    (
        prp.plot_pr,
        {"loc": "upper left"},
        "call sns.move_legend(ax, ..., loc='upper left') afterwards",
    ),
    (prp.plot_pr, {"axes": None}, "type ax=None"),
    (prp.plot_spaces, {"ax": None}, "type axes=None"),
    (prp.plot_pr, {"ci": 95}, "type errorbar=('ci', 95)"),
    (prp.interval, {"ci": 0.9}, "type level=0.9"),
    (prp.plot_pr, {"show_mim": False}, "did you mean show_min?"),
    (prp.plot_pr, {"treshold": [1]}, "did you mean thresholds?"),
    (prp.plot_roc, {"polabel": 1}, "did you mean pos_label?"),
    (prp.plot_pr, {"nonsense": 1}, "help(prp.plot_pr) lists those that it has"),
    (prp.f_score, {"nonsense": 1}, "it has precision, recall and beta"),
    (
        prp.ConfusionCurve.from_scores,
        {"lw": 1},
        "it has y_true, y_score, pos_label, sample_weight, ",
    ),
    (prp.operating_point, {"tpr": 0.8}, "type recall=0.8"),
    (prp.operating_point, {"sensitivity": 0.8}, "type recall=0.8"),
    (prp.operating_point, {"k": 10}, "type predicted_positives=10"),
    (prp.plot_pr, {"threshold": 0.5}, "type thresholds=0.5"),
    (prp.aucpr_min, {"dropna": True}, "it has prevalence and recall_range"),
]

# All other calls, with the beginning of the sentence or a part that tells it from others.
MISTAKEN = {
    # Other calls that don't fit.
    "x and y": (
        lambda: prp.plot_pr(data=TABLE, x="s", y="y"),
        "type y_score='s'; type y_true='y'",
    ),
    "isometrics lw": (
        lambda: prp.plot_isometrics(0.3, lw=2),
        "plot_isometrics has no argument 'lw'; type isometric_kws={'lw': 2}",
    ),
    "heatmap": (
        lambda: prp.plot_rank_agreement(TABLE, cmap="viridis"),
        "plot_rank_agreement has no argument 'cmap'; type heatmap_kws={'cmap': 'viridis'}",
    ),
    "scores third": (
        lambda: prp.plot_pr(Y, S, T),
        "found 3 arguments; the others have names, such as data=, hue= and hue_order=; several "
        "models are a dict of name to scores",
    ),
    "table first": (
        lambda: prp.plot_pr(TABLE, "y", "s"),
        "of a table, type plot_pr(data=table, y_true='...', y_score='...')",
    ),
    "lazy table first": (
        lambda: prp.plot_pr(pl.LazyFrame({"y": [1, 0], "s": [1, 0]}), "y", "s"),
        "of a table, type plot_pr(data=table, y_true='...', y_score='...')",
    ),
    "scores of a summary": (
        lambda: prp.summary(Y, S, scores=["max_f1"]),
        "summary has no argument 'scores'; type score=['max_f1']",
    ),
    "several models for a point": (
        lambda: prp.operating_point(Y, {"a": S, "b": T}, recall=0.8),
        "found several, ['a', 'b']; prp.summary and prp.operating_points take all",
    ),
    "predicted labels": (
        lambda: prp.plot_pr(WORDS, WORDS, pos_label="ill"),
        "y_score holds labels such as 'ill', as classifiers predict them; pass scores, prp.scores(",
    ),
    "predicted labels beside numbers": (
        lambda: prp.plot_pr(Y, WORDS),
        "y_score holds labels such as 'ill', as classifiers predict them; pass scores, prp.scores(",
    ),
    "best thresholds": (
        lambda: prp.plot_pr(Y, S, thresholds="best"),
        "thresholds must be numbers, or one dict of conditions such as {'recall': [0.8, 0.9], ",
    ),
    "the threshold of the best F1": (
        lambda: prp.plot_pr(Y, S, thresholds={"f1": True}),
        "a condition must be one of 'threshold', 'recall'",
    ),
    "a list of conditions": (
        lambda: prp.plot_pr(Y, S, thresholds=[{"recall": 0.8}, {"precision": 0.5}]),
        "or one dict of conditions such as {'recall': [0.8, 0.9], 'beta': 1}, where",
    ),
    "several curves for a point": (
        lambda: prp.operating_point({"a": CURVE, "b": CURVE}, recall=0.8),
        "y_true must be labels or one ConfusionCurve here, found a dict",
    ),
    "arrays in panels": (
        lambda: prp.curveplot(y_true=Y, y_score={"a": S, "b": T}),
        "those of two classes a table, or prp.plot_pr",
    ),
    "panels of two classes": (
        lambda: prp.curveplot(y_true=Y, y_score={"a": S, "b": T}, col="class"),
        "for two classes, use prp.plot_pr(y_true, y_score)",
    ),
    "panels of models": (
        lambda: prp.curveplot(
            y_true=np.arange(N) % 3, y_score=np.column_stack([P, S]), col="class", row="model"
        ),
        "'model' names a column, but data is missing; arrays have a panel for each class",
    ),
    "a list of classifiers": (
        lambda: prp.scores([FITTED, FITTED], X),
        "estimator must be a fitted classifier with predict_proba or decision_function, found [",
    ),
    "a classifier to cross-validate": (
        lambda: prp.cv_scores(FITTED, X, Y),
        "cv_results must be the result of cross_validate(classifier, X, y, return_estimator=True",
    ),
    "columns third": (
        lambda: prp.curveplot(TABLE, "y", "s"),
        "found 3 arguments; the others have names, such as kind=, y_true= and y_score=",
    ),
    "table in a metric": (
        lambda: prp.aucpr(TABLE, "y", "s"),
        "aucpr takes labels first; of a table, type aucpr(table['...'], table['...'])",
    ),
    "classifier first": (
        lambda: prp.plot_pr(FITTED, X, Y),
        "plot_pr takes labels and scores, no classifier; type plot_pr(y_true, prp.scores(classi",
    ),
    # Labels and scores.
    "swapped": (lambda: prp.plot_pr(S, Y), "pass labels first, then scores"),
    "swapped words": (lambda: prp.plot_pr(S, WORDS), "pass labels first, then scores"),
    "swapped columns": (
        lambda: prp.plot_pr("s", "y", data=TABLE),
        "pass labels first, then scores",
    ),
    "swapped in a metric": (lambda: prp.aucpr(S, Y == 1), "pass labels first, then scores"),
    "swapped models": (
        lambda: prp.plot_pr({"a": S, "b": T}, Y),
        "y_true is a dict; pass labels first, and then the dict of scores",
    ),
    "pairs": (
        lambda: prp.plot_pr({"a": (Y, S)}),
        "y_true['a'] must be a ConfusionCurve",
    ),
    "points": (
        lambda: prp.plot_pr(np.linspace(1, 0.3, 9), np.linspace(0, 1, 9)),
        "y_true holds 9 labels",
    ),
    "rows": (
        lambda: prp.plot_pr(Y, np.array([S, T])),
        "has 60 columns, but y_true has 2 labels",
    ),
    "lists of folds": (
        lambda: prp.plot_pr([Y, Y], [S, T]),
        "y_true is a list of 2 arrays; join them, with units= for",
    ),
    "two columns": (
        lambda: prp.plot_pr(Y, P),
        "if they are predict_proba's, pass y_score[:, 1]; several models are a dict of name",
    ),
    "two columns, first": (
        lambda: prp.plot_pr(WORDS, P, pos_label="ill"),
        "or y_score[:, 0] if pos_label is the first class",
    ),
    "two columns, groups": (lambda: prp.plot_pr(Y, P, hue=TABLE.site), "pass y_score[:, 1]"),
    "two columns, models": (
        lambda: prp.compare(Y, {"a": P, "b": P}),
        "y_score['a'] has two columns, shape (60, 2); if they are predict_proba's, pass y_score['a",
    ),
    "columns of models": (
        lambda: prp.plot_pr(Y, np.column_stack([S, T, S])),
        "has 3 columns, but y_true has 2 labels",
    ),
    "two hues": (
        lambda: prp.plot_pr("y", "s", hue=["site", "t"], data=TABLE),
        "y_true and hue must have the same length, found 60 and 2",
    ),
    "hue of two columns": (
        lambda: prp.plot_pr(Y, S, hue=TABLE[["site", "t"]]),
        "hue must be one-dimensional, found shape (60, 2)",
    ),
    "classifier": (lambda: prp.plot_pr(Y, FITTED), f"y_score {IS_CLASSIFIER}"),
    "classifier as labels": (lambda: prp.plot_pr(FITTED, X), f"y_true {IS_CLASSIFIER}"),
    "classifiers": (lambda: prp.compare(Y, {"a": FITTED}), f"y_score['a'] {IS_CLASSIFIER}"),
    "class": (lambda: prp.aucpr(Y, Classifier), f"y_score {IS_CLASSIFIER}"),
    "classifier in groups": (
        lambda: prp.plot_pr(Y, FITTED, hue=TABLE.site),
        f"y_score {IS_CLASSIFIER}",
    ),
    "classifier as estimator": (
        lambda: prp.plot_pr(Y, S, estimator=FITTED),
        "estimator is how folds are averaged, found a classifier; pass its scores, prp.scores(",
    ),
    "method": (
        lambda: prp.aucpr(Y, FITTED.predict_proba),
        "y_score must be a column or an array, found ",
    ),
    "scores swapped": (
        lambda: prp.scores(X, FITTED),
        "estimator must be a fitted classifier with predict_proba or decision_function, found arr",
    ),
    "table": (
        lambda: prp.plot_pr(TABLE),
        "y_true is a table; pass one column of labels, or data=table, y_true=",
    ),
    "table and column": (
        lambda: prp.plot_pr(TABLE, "s"),
        "or data=table, y_true='...', y_score='...'",
    ),
    "labels only": (
        lambda: prp.plot_pr(Y),
        "y_score is missing; pass labels and scores, or one Conf",
    ),
    "no labels": (
        lambda: prp.plot_pr(None, S),
        "y_true is missing; pass labels and scores, or one",
    ),
    "words": (
        lambda: prp.plot_pr(WORDS, S),
        "y_true holds 2 labels ('ill', 'well'); pass pos_label='ill' or pos_label='well', to say",
    ),
    "three labels": (
        lambda: prp.aucpr(np.arange(N) % 3, S),
        "y_true holds 3 labels (0, 1, 2); pass pos_label, such as pos_label=2 against the others",
    ),
    "columns without data": (
        lambda: prp.plot_pr("y", "s"),
        "'y' names a column, but data is missing; pass data=table, or arrays",
    ),
    "a column of scores without data": (
        lambda: prp.plot_pr(Y, "s"),
        "'s' names a column, but data is missing; pass data=table, or arrays",
    ),
    "several labels": (
        lambda: prp.plot_pr(Y, S, label=["a", "b"]),
        "label must be one text, found ['a', 'b']; several models are a dict of name to scores",
    ),
    "file": (
        lambda: prp.plot_pr("scores.csv"),
        "'scores.csv' names a column, but data is missing; pass data=table, or arrays",
    ),
    "path": (
        lambda: prp.plot_pr(Path("a.csv"), S),
        "y_true must be a column or an array, found ",
    ),
    "file as data": (
        lambda: prp.plot_pr(data="a.csv", **COLUMNS),
        "found str; read 'a.csv' first, or pass it to prp.scan",
    ),
    "generator": (lambda: prp.aucpr(Y, iter(S)), "y_score must be a column or an array, found"),
    "texts": (lambda: prp.aucpr(Y, WORDS), "y_score holds labels such as 'ill', as classifiers"),
    "curve as scores": (
        lambda: prp.plot_pr(Y, CURVE),
        "y_score must be a column or an array, found ConfusionCurve(",
    ),
    "AUC": (
        lambda: prp.plot_pr(Y, S, score="AUC"),
        "'auroc' and 'aucpr'",
    ),
    "legend": (
        lambda: prp.plot_pr(Y, S, legend="lower left"),
        "sns.move_legend(ax, 'lower left') moves it afterwards",
    ),
}


def said(call):
    """Return the sentence of a call that must fail without a figure."""
    with pytest.raises((TypeError, ValueError)) as error:
        call()
    assert plt.get_fignums() == []
    sentence = str(error.value)
    assert "\n" not in sentence
    return sentence


def title(function, words):
    return f"{function.__name__} {' '.join(words)}"


@pytest.mark.parametrize(
    ("function", "words", "end"), FOREIGN, ids=[title(*one[:2]) for one in FOREIGN]
)
def test_a_foreign_word_is_answered_with_ours(function, words, end):
    known = inspect.signature(function).parameters
    listed = " and ".join(repr(word) for word in words if word not in known)
    plural = "s" if " and " in listed else ""
    expected = f"{function.__qualname__} has no argument{plural} {listed}; {end}"
    sentence = said(lambda: function(Y, {"a": S, "b": T}, **words))
    assert sentence == expected or (end.endswith(" ") and sentence.startswith(expected))


@pytest.mark.parametrize(("call", "part"), MISTAKEN.values(), ids=MISTAKEN)
def test_a_mistaken_call_is_answered_with_what_was_meant(call, part):
    assert part in said(call)


def test_the_list_is_long():
    assert len(FOREIGN) + len(MISTAKEN) >= 60


# Sentences that hold nothing but the arguments to type.
TYPED = [one for one in FOREIGN if re.fullmatch(r"type [^.;]*(?<!\.)", one[2])]


@pytest.mark.parametrize(
    ("function", "words", "end"), TYPED, ids=[title(*one[:2]) for one in TYPED]
)
def test_what_is_to_be_typed_works(function, words, end):
    known = inspect.signature(function).parameters
    kept = {word: value for word, value in words.items() if word in known}
    typed = eval(f"dict({end.removeprefix('type ')})")
    function(Y, {"a": S, "b": T} if function is prp.plot_comparison else S, **{**kept, **typed})
    plt.close("all")


FUNCTIONS = {name: value for name in prp.__all__ if inspect.isfunction(value := getattr(prp, name))}


def test_every_public_function_answers():
    plain = {name for name, one in FUNCTIONS.items() if not hasattr(one, "__wrapped__")}
    # It has no arguments.
    assert plain == {"show_versions"}
    makers = [name for name in vars(prp.ConfusionCurve) if name.startswith("from_")]
    assert makers
    for name in makers:
        make = getattr(prp.ConfusionCurve, name)
        assert "has no argument 'lw'" in said(partial(make, lw=2))


@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - {"show_versions"}))
def test_too_many_arguments_are_answered(name):
    assert said(partial(FUNCTIONS[name], *[None] * 40)).startswith(f"{name} takes ")


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("roc_auc_score", "; type prp.auroc"),
        ("PrecisionRecallDisplay", "; type prp.plot_pr"),
        ("plot_rocc", "; did you mean plot_roc?"),
        ("nonsense", ""),
    ],
)
def test_a_function_that_is_not_here_is_answered_with_ours(name, end):
    with pytest.raises(AttributeError) as error:
        getattr(prp, name)
    assert str(error.value) == f"module 'prplot' has no attribute {name!r}{end}"


def test_foreign_functions_are_answered_with_public_ones():
    for ours in FOREIGN_NAMES.values():
        for name in ours.split(" or "):
            assert callable(attrgetter(name)(prp))
    assert not FOREIGN_NAMES.keys() & set(prp.__all__)


def test_only_arguments_that_a_function_has_are_named():
    foreign, answered_words = {*RENAMED, *INSTEAD}, set()
    for name, function in FUNCTIONS.items():
        known = inspect.signature(function).parameters
        for word in foreign - known.keys():
            sentence = refusal(function, (), {word: 1})
            assert sentence.startswith(f"{name} has no argument {word!r}; ")
            named = re.findall(r"type (\w+)=|did you mean (\w+)\?|pass (\w+)=", sentence)
            assert {one for some in named for one in some if one} <= known.keys(), sentence
            if "help(prp." not in sentence and "it has" not in sentence:
                answered_words.add(word)
    # No word is in the table in vain.
    assert foreign - answered_words == set()


def test_an_error_of_the_function_itself_is_left_as_it_is():
    @answered
    def broken(a, *, b=None):
        """Fail."""
        return a + b

    with pytest.raises(TypeError, match="unsupported operand") as error:
        broken(1)
    assert traceback.extract_tb(error.tb)[-1].name == "broken"
    assert (broken(1, b=2), broken.__doc__) == (3, "Fail.")


def test_an_answer_has_no_other_error_behind_it():
    with pytest.raises(TypeError) as error:
        prp.aucpr(Y, S, lw=2)
    assert error.value.__context__ is None
    assert len(traceback.extract_tb(error.tb)) == 2


ONES, FEW = np.ones(N, int), np.repeat([1, 0], [15, N - 15])
WARNING = {
    "plot_pr": lambda: prp.plot_pr(ONES, S),
    "plot_hull": lambda: prp.plot_hull(ONES, S),
    "plot_spaces": lambda: prp.plot_spaces(ONES, S),
    "curveplot": lambda: prp.curveplot(TABLE.assign(y=1), **COLUMNS),
    "aucpr": lambda: prp.aucpr(ONES, S),
    "summary": lambda: prp.summary(ONES, S),
    "operating_point": lambda: prp.operating_point(FEW, S, recall=0.5, errorbar="ci", n_boot=400),
    "interval": lambda: prp.interval(FEW, S, n_boot=1000),
    "compare": lambda: prp.compare(FEW, {"a": S, "b": T}, n_boot=400),
    "plot_comparison": lambda: prp.plot_comparison(FEW, {"a": S, "b": T}, n_boot=400),
    "plot_difference": lambda: prp.plot_difference(FEW, {"a": S, "b": T}, n_boot=400),
}


@pytest.mark.parametrize("call", WARNING.values(), ids=WARNING)
def test_a_warning_points_at_the_line_of_the_call(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    plt.close("all")
    line = call.__code__.co_firstlineno
    assert {(one.filename, one.lineno) for one in caught} == {(__file__, line)}
    assert {one.category for one in caught} <= {prp.UndefinedMetricWarning, prp.FewExamplesWarning}
