"""Named curves: arrays, dicts of models and ready curves as `ConfusionCurve` records."""

import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import (
    brief,
    check_kind,
    check_names,
    check_written,
    listed,
    named_in_errors,
    one_of,
    user_level,
)
from prplot.core.record import ConfusionCurve
from prplot.core.record.mistakes import mistakes_explained
from prplot.core.record.observations import CHOICES, has_usual_labels, is_one
from prplot.core.record.steps import Thresholds
from prplot.inputs.frames import refuse_text
from prplot.inputs.group_order import text_of

Curves = dict[str | None, ConfusionCurve]
# What errors call the names of models.
MODELS_NAMES = "the models' names"
# Scores of so many examples of each class are told to be reversed if AUROC is below this.
ENOUGH, LOW_AUROC = 10, 0.3
HARD = "are 0 and 1 only, as predicted labels are; pass scores, such as of predict_proba"
REVERSED = (
    "rank most negatives before positives (AUROC below 0.3); pass -y_score, or another pos_label"
)
# Most names that a warning lists.
MOST_NAMES = 5


class UndefinedMetricWarning(UserWarning):
    """The data contain only one class, so a score is undefined or set by convention."""


class UnequalPrevalenceWarning(UserWarning):
    """The prevalences of folds differ by more than a tenth of their mean."""


class SuspiciousScoresWarning(UserWarning):
    """Scores are 0 and 1 only, as predicted labels are, or rank most negatives before positives."""


def named_curves(
    y_true: Any,
    y_score: Any = None,
    *,
    name: str | None = None,
    **options: Any,
) -> Curves:
    """Return one curve for each model, by name.

    Parameters
    ----------
    y_true : array_like, ConfusionCurve, or dict of name to ConfusionCurve
    y_score : array_like, or dict of name to array_like, optional
    name : str, optional
        Name of a single curve.
    **options
        As in `one_curve`.

    Returns
    -------
    dict of str (or None) to ConfusionCurve
        In the order given; the key of a single curve without a name is None.

    Raises
    ------
    ValueError, TypeError
        As in `one_curve`; an empty dict; a name for several curves.
    """
    check_name(name, y_true, y_score)
    models = y_true if isinstance(y_true, Mapping) else y_score
    if not isinstance(models, Mapping):
        return {name: one_curve(y_true, y_score, **options)}
    if not models:
        raise ValueError("the dict of models is empty; at least one curve is needed")
    check_names(map(_name, models), MODELS_NAMES)
    if models is y_true:
        beside = {key: options.get(key) for key in ("pos_label", "sample_weight")}
        with mistakes_explained(y_true, y_score, beside["pos_label"]):
            refuse_beside_curve(y_score=y_score, **beside)
            for key, curve in models.items():
                check_kind(curve, f"y_true[{key!r}]", ConfusionCurve)
            return {_name(key): curve for key, curve in models.items()}
    if isinstance(y_true, ConfusionCurve):
        refuse_beside_curve(y_score=y_score)
    curves: Curves = {}
    for key, score in models.items():
        with named_in_errors(f"model {str(key)!r}"):
            curves[str(key)] = one_curve(y_true, score, **options)
    return curves


def check_name(name: Any, *given: Any) -> None:
    """Raise unless the name of a single curve is None, or a text without a dict of curves."""
    if name is None:
        return
    check_kind(name, "name", str)
    check_written(name, "name")
    if any(isinstance(one, Mapping) for one in given):
        raise TypeError("name goes with a single curve; the keys of the dict name its curves")


def named_folds(y_true: Any, **beside: Any) -> dict[str | None, list[ConfusionCurve]] | None:
    """Return the folds of each model, if lists of curves are given instead of `y_true`.

    Parameters
    ----------
    y_true : list of ConfusionCurve, dict of name to list of ConfusionCurve, or anything else
    **beside
        Arguments that must be None beside curves, except "name" beside a list.

    Returns
    -------
    dict of str (or None) to list of ConfusionCurve, or None
        None if `y_true` holds no lists of curves.

    Raises
    ------
    ValueError, TypeError
        Lists and single curves together; a fold that is not a curve or has only one class.
    """
    if not (is_folds(y_true) or isinstance(y_true, Mapping)):
        return None
    # Imported here: at the top it would double the time to import the package.
    from prplot.core.measures.averaging import checked_folds

    name = beside.pop("name", None)
    groups = dict(y_true) if isinstance(y_true, Mapping) else {name: y_true}
    are_folds = [is_folds(group) for group in groups.values()]
    if not any(are_folds):
        return None
    if not all(are_folds):
        raise TypeError("each model must be a list of folds, or each a single curve, found both")
    check_names([key if key is None else _name(key) for key in groups], MODELS_NAMES)
    refuse_beside_curve(**beside)
    return {None if key is None else _name(key): checked_folds(g) for key, g in groups.items()}


def _name(key: Any) -> str:
    """Return the name of a ready curve: its key in a dict, or the parts of that."""
    return text_of(key) if isinstance(key, tuple) else str(key)


def one_curve(
    y_true: Any,
    y_score: ArrayLike | None = None,
    *,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | None = None,
    thresholds: Thresholds | None = None,
    missing: str = "raise",
) -> ConfusionCurve:
    """Return the curve of scores, or the curve given instead of `y_true`.

    Parameters
    ----------
    y_true : array_like, shape (n,), or ConfusionCurve
    y_score : array_like of numbers, shape (n,), optional
        Not with a `ConfusionCurve`.
    pos_label, sample_weight, thresholds, missing
        As in `ConfusionCurve.from_scores`.

    Returns
    -------
    ConfusionCurve

    Raises
    ------
    TypeError
        Scores are missing, or were given beside a curve.
    """
    if isinstance(y_true, ConfusionCurve):
        refuse_beside_curve(y_score=y_score, pos_label=pos_label, sample_weight=sample_weight)
        return y_true
    with mistakes_explained(y_true, y_score, pos_label):
        _check_one_model(y_true, y_score, pos_label, sample_weight)
    rows: dict[str, Any] = {"y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
    if one_of(missing, "missing", CHOICES) != "raise":
        # Imported here, as few need it.
        from prplot.inputs.rows import complete_rows

        # Left out of each column before it is an array, in which long whole numbers may be floats.
        complete = complete_rows({**rows, "missing": missing})
        rows = {key: complete[key] for key in rows}
    return ConfusionCurve.from_scores(**rows, pos_label=pos_label, thresholds=thresholds)


def _check_one_model(
    y_true: Any, y_score: Any, pos_label: Hashable | None, sample_weight: Any
) -> None:
    """Raise a TypeError unless there are scores, those of one model, and no names of columns."""
    refuse_text(y_true, y_score, sample_weight)
    if y_score is None:
        raise TypeError(
            "y_score is missing; pass labels and scores, or one ConfusionCurve instead of y_true"
        )
    if hasattr(y_score, "columns"):
        # Imported here, as few need it.
        from prplot.inputs.one_vs_rest import models_of

        y_score = models_of(y_true, y_score, pos_label)
    if isinstance(y_score, Mapping):
        raise TypeError(
            "y_score must hold one model's scores here, found several, "
            f"{brief(list(y_score))}; prp.summary and prp.operating_points take all"
        )


# What one class leaves undefined of a curve.
OF_AREAS = (
    "areas in PR space are 0 without positives and 1 without negatives by convention, AUROC and "
    "gains are undefined (nan)"
)


def warn_if_one_class(
    curves: Iterable[tuple[str | None, ConfusionCurve]], *, undefined: str = OF_AREAS
) -> None:
    """Issue one UndefinedMetricWarning if any curve has no positives or no negatives.

    It names these curves and says what is `undefined` for them.
    """
    found = list(curves)
    lacks = {
        "positives": [name for name, curve in found if curve.pos == 0],
        "negatives": [name for name, one in found if one.pos and not one.has_both_classes],
    }
    names = [name for some in lacks.values() for name in some]
    if names:
        which = " or ".join(f"no {kind}" for kind, some in lacks.items() if some)
        warnings.warn(
            f"the data{_of(names)} hold one class only ({which}): {undefined}",
            UndefinedMetricWarning,
            stacklevel=user_level(),
        )


def warn_if_suspicious(groups: Iterable[tuple[str | None, Sequence[ConfusionCurve]]]) -> None:
    """Issue one SuspiciousScoresWarning if all curves of any group are of hard or reversed scores.

    Parameters
    ----------
    groups : iterable of (name, curves)
        The curves are folds, or a single one.
    """
    found = list(groups)
    told = []
    for is_suspicious, sentence in ((_are_hard, HARD), (_are_reversed, REVERSED)):
        names = [name for name, curves in found if all(map(is_suspicious, curves))]
        if names:
            told.append(f"the scores{_of(names)} {sentence}")
    if told:
        warnings.warn("; ".join(told), SuspiciousScoresWarning, stacklevel=user_level())


def _are_hard(curve: ConfusionCurve) -> bool:
    """Return whether scores are 0 and 1 only; a perfect ranking may be that of other scores."""
    # Each step has positives of its own, so that most curves are known by the number of steps.
    is_short = curve.steps.tp.size <= 2 and curve.thresholds.tolist() == [np.inf, 1, 0]
    return is_short and not (curve.tp[1] == curve.pos and curve.fp[1] == 0)


def _are_reversed(curve: ConfusionCurve) -> bool:
    """Return whether a curve of enough examples is far below that of random guessing."""
    # Imported here: at the top it would double the time to import the package.
    from prplot.core.measures.areas import area_roc

    is_known = curve.knows_negatives and min(curve.pos, curve.neg) >= ENOUGH
    return is_known and area_roc(curve) < LOW_AUROC


def positive_name(
    y_true: Any, pos_label: Hashable | None, sample_weight: ArrayLike | None = None
) -> str | None:
    """Return the text of the positive label, or None if it is the usual one.

    Parameters
    ----------
    y_true, pos_label, sample_weight
        As in `ConfusionCurve.from_scores`, which accepted them; or ready curves.

    Returns
    -------
    str or None
        None if 1 or True is positive among 0/1, -1/1 or booleans; of ready curves it is not known.
    """
    # Curves have no positive label beside them, and without one labels are the usual ones.
    if pos_label is None:
        return None
    if is_one(pos_label) and has_usual_labels(y_true, sample_weight):
        return None
    return text_of(pos_label)


def _of(names: Iterable[str | None]) -> str:
    """Return a list of the names, some of them if they are many."""
    known = [repr(name) for name in dict.fromkeys(names) if name is not None]
    more = len(known) - MOST_NAMES
    shown = [*known[:MOST_NAMES], *([f"{more} more"] if more > 0 else [])]
    return f" of {listed(shown)}" if shown else ""


def holds_curves(y_true: Any) -> bool:
    """Return whether ready curves, or lists of them, are given instead of labels."""
    values = y_true.values() if isinstance(y_true, Mapping) else [y_true]
    return any(isinstance(one, ConfusionCurve) or is_folds(one) for one in values)


def is_folds(value: Any) -> bool:
    """Return whether a value is a list of curves."""
    is_array = isinstance(value, np.ndarray) and value.dtype == object and value.ndim > 0
    several = is_array or isinstance(value, list | tuple)
    return several and any(isinstance(one, ConfusionCurve) for one in value)


def refuse_beside_curve(**given: Any) -> None:
    """Raise a TypeError that names the arguments that are not None."""
    extra = [name for name, value in given.items() if value is not None]
    if extra:
        raise TypeError(f"{' and '.join(extra)} can't be given beside a ConfusionCurve")
