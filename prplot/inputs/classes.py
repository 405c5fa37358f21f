"""One class against the rest: a column of scores for each class."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from prplot.core.counts import ConfusionCurve
from prplot.core.observations import as_array, refuse_missing
from prplot.core.paths import Thresholds
from prplot.inputs.curves import Curves

Array = NDArray[Any]


def has_classes(y_true: Any, y_score: Any) -> bool:
    """Tell whether scores have columns for three classes or more, or labels have columns."""
    if isinstance(y_score, dict | str) or y_score is None:
        return False
    shapes = [np.shape(values) for values in (y_true, y_score) if _is_even(values)]
    return len(shapes) == 2 and len(shapes[1]) == 2 and (len(shapes[0]) == 2 or shapes[1][1] > 2)


def _is_even(values: Any) -> bool:
    try:
        np.shape(values)
    except ValueError:
        return False
    return True


def class_curves(
    y_true: Any, y_score: Any, sample_weight: Any = None, *, thresholds: Thresholds | None = None
) -> Curves:
    """Return the curve of each class against the rest.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes)
        Labels of the classes, or an indicator matrix: which of the classes an example has.
    y_score : array_like of numbers, shape (n, n_classes)
        Scores, columns in the sorted order of the labels.
    sample_weight : array_like of numbers, shape (n,), optional
    thresholds : array_like of numbers, or function of scores, optional
        As in `ConfusionCurve.from_scores`.

    Returns
    -------
    dict of str to ConfusionCurve
        Named after the labels; of an indicator matrix, "class 0", "class 1", ...

    Raises
    ------
    ValueError
        Another number of columns than of classes; wrong data, with the class named.
    """
    names, belongs = _indicators(as_array(y_true, "y_true"), as_array(y_score, "y_score"))
    columns = as_array(y_score, "y_score").T
    options: dict[str, Any] = {"sample_weight": sample_weight, "thresholds": thresholds}
    curves: Curves = {}
    for name, labels, scores in zip(names, belongs, columns, strict=True):
        try:
            curves[name] = ConfusionCurve.from_scores(labels, scores, **options)
        except (TypeError, ValueError) as error:
            raise type(error)(f"class {name!r}: {error}") from None
    return curves


def pooled_curve(
    y_true: Any, y_score: Any, sample_weight: Any = None, *, thresholds: Thresholds | None = None
) -> ConfusionCurve:
    """Return the micro average: one curve of the decisions on each class of each example."""
    _, belongs = _indicators(as_array(y_true, "y_true"), as_array(y_score, "y_score"))
    scores = as_array(y_score, "y_score")
    weights = None
    if sample_weight is not None:
        weights = np.tile(as_array(sample_weight, "sample_weight"), len(belongs))
    return ConfusionCurve.from_scores(
        np.concatenate(belongs), scores.T.ravel(), sample_weight=weights, thresholds=thresholds
    )


def _indicators(labels: Array, scores: Array) -> tuple[list[str], list[NDArray[np.bool_]]]:
    """Return the names of the classes, and for each which examples belong to it."""
    count = scores.shape[1]
    if labels.ndim == 2:
        if labels.shape != scores.shape:
            raise ValueError(
                f"y_true and y_score must have the same shape, found {labels.shape} and "
                f"{scores.shape}"
            )
        if not np.isin(labels, (0, 1)).all():
            raise ValueError("y_true with columns must be an indicator matrix of 0 and 1")
        return [f"class {i}" for i in range(count)], list(labels.T.astype(bool))
    refuse_missing(labels)
    try:
        classes = np.unique(labels)
    except TypeError:
        raise TypeError("y_true holds labels of several kinds, which have no order") from None
    if len(classes) != count:
        raise ValueError(
            f"y_score must have a column for each of the {len(classes)} labels in y_true, "
            f"found {count}"
        )
    return [str(one) for one in classes.tolist()], [labels == one for one in classes]
