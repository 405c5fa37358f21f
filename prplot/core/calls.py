"""Calls that don't fit a function: unknown arguments, too many or too few.

The error says what to type instead, for all public functions; this is worked out only when a call
does not fit. Flags, the arguments annotated as ``bool``, are checked, too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from prplot.core.checks import (
    ELSEWHERE,
    check_flag,
    closest_names,
    counted,
    has_columns,
    is_classifier,
    listed,
)
from prplot.core.signatures import completed, defaults_of, family_of

P = ParamSpec("P")
R = TypeVar("R")
Parameters = Mapping[str, inspect.Parameter]

# How similar a name must be for "did you mean".
SIMILAR = 0.7
# Most arguments that are listed, and most characters of a value that is repeated.
MOST_LISTED = 8
MOST_TYPED = 40

# What arguments are called elsewhere, and what they are called here: of several names the first one
# that a function has. A name with a dot is that of a dict of properties.
_LINE = dict.fromkeys(
    ("lw", "linewidth", "ls", "linestyle", "alpha"), "curve_kws. isometric_kws. err_kws. min_kws."
)
FOREIGN = {
    **dict.fromkeys(("y", "y_test"), "y_true"),
    **dict.fromkeys(("x", "y_pred", "y_prob"), "y_score"),
    "scores": "score y_score",
    "metric": "score metrics",
    "metrics": "score metric",
    "scoring": "score metric metrics",
    "df": "data table frame",
    "groups": "clusters hue",
    "weights": "sample_weight",
    "random_state": "seed",
    "n_resamples": "n_boot",
    "confidence_level": "level",
    "ci": "level",
    "c": "color curve_kws.",
    "cmap": "palette heatmap_kws.",
    "colors": "palette",
    "marker": "point_kws.",
    "threshold": "thresholds mark.",
    "k": "predicted_positives",
    "plot_chance_level": "show_chance",
    "chance_level_kw": "chance_kws",
    "curve_kwargs": "curve_kws",
    "ax": "axes",
    "axes": "ax",
    "dpi": "save_kws.",
    **_LINE,
}
# What to do instead, for functions with an argument ("" for all).
_SCORES = "pass labels and the scores of the classifier, prp.scores(classifier, X)"
_EXACT = "leave it out: curves are exact"
INSTEAD = {
    **dict.fromkeys(("estimator", "clf", "X", "response_method"), ("y_score", _SCORES)),
    "figsize": ("legend", "make the axes first, with plt.subplots({word}={value})"),
    **dict.fromkeys(
        ("title", "xlabel", "ylabel", "xlim", "ylim"),
        ("ax", "call ax.set({word}={value}) on the axes that it returns"),
    ),
    "loc": ("legend", "call sns.move_legend(ax, ..., {word}={value}) afterwards"),
    "drop_intermediate": ("", _EXACT),
    "ci": ("errorbar", "type errorbar=('ci', {value})"),
    "max_fpr": ("fpr_range", "type fpr_range=(0, {value})"),
    "col": ("data", "prp.curveplot(data, y_true=..., y_score=..., {word}={value}) draws panels"),
}
# What does the same here as functions and classes of scikit-learn and seaborn.
FOREIGN_NAMES = {
    "PrecisionRecallDisplay": "plot_pr",
    "lineplot": "plot_pr",
    "RocCurveDisplay": "plot_roc",
    "relplot": "curveplot",
    "precision_recall_curve": "ConfusionCurve.from_scores",
    "roc_curve": "ConfusionCurve.from_scores",
    "cross_val_predict": "cv_scores",
    "roc_auc_score": "auroc",
    "average_precision_score": "average_precision",
    "auc": "aucpr or auroc",
    "auprc": "aucpr",
    "ap": "average_precision",
    "f1_score": "f_score",
    "calibration_curve": "calibrate",
    "confusion_matrix": "operating_point",
}


def answered(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function whose errors about wrong calls say what to type instead.

    Its signature and docstring are those of the function, completed with shared options, which
    the function gets with their defaults.

    Raises
    ------
    TypeError
        One sentence, if an argument is unknown or has no place, or if a flag is neither True nor
        False.
    """
    signature, docstring = completed(function)
    known, flags = signature.parameters.keys(), _flags_of(signature.parameters)
    by_place, usual = _by_place(signature.parameters), defaults_of(family_of(function))
    needed = {name for name in known - set(by_place) if _is_needed(signature.parameters[name])}

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not needed <= kwargs.keys() <= known or len(args) > len(by_place):
            raise TypeError(refusal(call, args, kwargs))
        for name, value in kwargs.items():
            # Only by default may a flag be None.
            if name in flags and value is not signature.parameters[name].default:
                check_flag(value, name)
        return function(*args, **{**usual, **kwargs})

    call.__doc__ = docstring
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def _flags_of(parameters: Parameters) -> set[str]:
    """Return the names of flags."""
    # Annotations are texts or types, as the function's module has it.
    annotations = {name: one.annotation for name, one in parameters.items()}
    kinds = {name: getattr(a, "__name__", str(a)) for name, a in annotations.items()}
    return {name for name, kind in kinds.items() if kind in ("bool", "bool | None")}


def refusal(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return which arguments of a call a function does not have, and what to type."""
    parameters = dict(inspect.signature(function).parameters)
    if next(iter(parameters), None) == "cls":
        del parameters["cls"]
        args = args[1:]
    name = function.__qualname__
    unknown = {word: value for word, value in kwargs.items() if word not in parameters}
    by_place = _by_place(parameters)
    if not unknown and len(args) > len(by_place):
        return _too_many(name, args, parameters)
    if not unknown:
        missing = [key for key, one in parameters.items() if _is_needed(one)]
        missing = [f"{key}=" for key in missing if key not in (*by_place, *kwargs)]
        ready = "; prp.plot_pr draws ready curves" if "legend" in parameters else ""
        return f"{name} needs {listed(missing)}, of a table{ready}"
    found = [_advice(name, word, value, parameters) for word, value in unknown.items()]
    # Several words may have one answer.
    advice = "; ".join(dict.fromkeys(found))
    several = "s" * (len(unknown) > 1)
    return f"{name} has no argument{several} {listed(map(repr, unknown))}; {advice}"


def _is_needed(parameter: inspect.Parameter) -> bool:
    """Return whether an argument has no default."""
    return parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD


def _by_place(parameters: Parameters) -> list[str]:
    """Return the arguments that may be given by position."""
    return [key for key, one in parameters.items() if one.kind is not one.KEYWORD_ONLY]


def name_hint(name: str, known: Iterable[str]) -> str:
    """Return the equivalent of a function that does not exist, as the end of an error."""
    if name in FOREIGN_NAMES:
        return f"; type prp.{FOREIGN_NAMES[name]}"
    near = closest_names(name, known, most=1, least=SIMILAR)
    return f"; did you mean {near[0]}?" if near else ""


def _advice(name: str, word: str, value: Any, parameters: Parameters) -> str:
    """Return what to type for a word, or the most similar argument."""
    for target in FOREIGN.get(word, ELSEWHERE.get(word, "")).split():
        ours = target.removesuffix(".")
        if ours in parameters:
            typed = _typed(value) if ours == target else f"{{{word!r}: {_typed(value)}}}"
            return f"type {ours}={typed}"
    needed, text = INSTEAD.get(word, (None, ""))
    if needed in {"", *parameters}:
        return text.format(word=word, value=_typed(value))
    return _nearest(name, word, parameters)


def _nearest(name: str, word: str, parameters: Parameters) -> str:
    """Return the argument most similar to a word, or all if they are few."""
    near = closest_names(word, parameters, most=1, least=SIMILAR)
    if near:
        return f"did you mean {near[0]}?"
    if len(parameters) <= MOST_LISTED:
        return f"it has {listed(parameters or ['none'])}"
    return f"help(prp.{name}) lists those that it has"


def _too_many(name: str, args: Sequence[Any], parameters: Parameters) -> str:
    """Return which arguments may be positional, and how to type the others."""
    by_place = _by_place(parameters)
    if has_columns(args[0]) and "y_true" in by_place:
        how = "data=table, y_true='...', y_score='...'"
        if "data" not in parameters:
            how = "table['...'], table['...']"
        return f"{name} takes labels first; of a table, type {name}({how})"
    if is_classifier(args[0]) and "y_score" in by_place:
        scores = "prp.scores(classifier, X)"
        return f"{name} takes labels and scores, no classifier; type {name}(y_true, {scores})"
    named = [f"{key}=" for key in parameters if key not in by_place][:3]
    others = f"; the others have names, such as {listed(named)}" if named else ""
    models = "; several models are a dict of name to scores" if "y_score" in by_place else ""
    accepted, found = listed(by_place or ["nothing"]), counted(len(args), "argument")
    return f"{name} takes {accepted} by position, found {found}{others}{models}"


def _typed(value: Any) -> str:
    """Return a value as it is typed; "..." if it is long or no plain value."""
    plain = value is None or isinstance(value, str | int | float | list | tuple | dict)
    text = repr(value) if plain else ""
    return text if 0 < len(text) <= MOST_TYPED and "\n" not in text else "..."
