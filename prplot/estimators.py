"""Scores from fitted classifiers and from cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import (
    as_array,
    brief,
    check_names,
    checked_number,
    checked_range,
    dimensions,
    named_in_errors,
)
from prplot.core.measures.operating_point import METRICS
from prplot.core.measures.score_definitions import SCORES, PointScore, score_key
from prplot.core.record.observations import is_missing, is_one
from prplot.inputs.categories import joined_outputs
from prplot.metrics import value_of

if TYPE_CHECKING:
    import pandas as pd

METHODS = ("predict_proba", "decision_function")
# The columns of a table beside the scores, and that of the models' names.
OWN = ("row", "fold", "y_true")
MODEL = "model"
# The scores that are integrals over recall.
OF_RECALL = ("aucpr", "aucnpr")


@answered
def scores(estimator: Any, X: Any, *, pos_label: Hashable | None = None) -> Any:
    """Return the scores of examples from fitted classifiers.

    Parameters
    ----------
    estimator : classifier, or dict of name to classifier
        A fitted classifier with `predict_proba` (preferred) or `decision_function`, as in
        scikit-learn; also a pipeline or a search such as `GridSearchCV`. Several models are a dict.
    X
    pos_label : hashable, optional
        The class whose scores are returned; a higher score means more likely this class. Pass the
        same `pos_label` to plots and metrics.

    Returns
    -------
    ndarray of float, shape (n,) or (n, n_classes), or dict of name to ndarray
        With two classes, the scores of the second in ``classes_`` (for text, the last in
        alphabetical order); otherwise a column for each class, or for each label of a multilabel
        classifier. For a dict, the scores by model, as plots and `summary` take them.

    Raises
    ------
    TypeError
        The estimator has neither method; `pos_label` is given for an estimator without
        ``classes_``.
    ValueError
        The estimator is not fitted; `pos_label` is unknown; there are several outputs, one of which
        does not have two classes; models of a dict were fitted on different classes.

    Notes
    -----
    Columns of several classes are in the order of ``classes_``: the sorted labels, as plots expect.
    Pass ``classes=estimator.classes_`` to plots and metrics if the test set lacks a class or names
    its labels differently.

    Examples
    --------
    >>> import numpy as np
    >>> import prplot as prp
    >>> class Threshold:
    ...     classes_ = ["healthy", "ill"]
    ...     def decision_function(self, X):
    ...         return np.asarray(X)[:, 0] - 1
    >>> prp.scores(Threshold(), [[3.0], [0.5]]).tolist()
    [2.0, -0.5]
    >>> prp.scores(Threshold(), [[3.0], [0.5]], pos_label="healthy").tolist()
    [-2.0, 0.5]
    >>> list(prp.scores({"a": Threshold(), "b": Threshold()}, [[3.0], [0.5]]))
    ['a', 'b']
    """
    if not isinstance(estimator, Mapping):
        return _scores_of(estimator, X, pos_label)
    found = _of_each(estimator, lambda one: _scores_of(one, X, pos_label))
    _check_same_classes("model", estimator)
    return found


@answered
def scorer(
    score: str = "aucpr",
    *,
    unreachable: float | None = None,
    pos_label: Hashable | None = None,
    recall_range: tuple[float, float] | None = None,
) -> Any:
    """Return a scorer for scikit-learn's model selection, of any score.

    Parameters
    ----------
    score : str, default "aucpr"
        "aucpr", "aucnpr", "average_precision", "auroc", "auprg", or a score at one point: a metric
        under a condition, such as ``"recall@precision=0.9"``, ``"precision@k=100"`` or
        ``"net_benefit@threshold=0.1"``, or its best value, such as ``"max_f1"``. The conditions
        are "precision", "recall", "fpr", "rate", "k" (predicted positives) and "threshold", as in
        `operating_point`.
    unreachable : float, optional
        What the scorer returns for a fold in which no threshold meets the condition; by default 0,
        and -1 for an "fpr".
    pos_label : hashable, optional
        The positive label; by default 1 or True among 0/1, -1/1 or booleans.
    recall_range : (float, float), optional
        The range of recall to integrate over, ``0 <= a < b <= 1``; only for "aucpr" and "aucnpr".

    Returns
    -------
    callable
        ``scorer(estimator, X, y)``, made by `sklearn.metrics.make_scorer`: for `cross_val_score`,
        `cross_validate` and `GridSearchCV`. With metadata routing, ``set_score_request`` takes
        sample_weight. Higher is better: an "fpr" has a minus sign.

    Raises
    ------
    ValueError, TypeError
        An unknown score, a number out of range, or a `recall_range` for another score.

    See Also
    --------
    scores : The scores of a classifier on which it is evaluated.
    operating_point : The point of a condition, with its threshold.

    Notes
    -----
    It calls ``predict_proba``, or else ``decision_function``. Three or more classes are scored each
    against the rest, and averaged; a fold that lacks one of them is an error. In a fold that lacks
    one of two classes the score may be nan, with an `UndefinedMetricWarning`.

    Examples
    --------
    >>> import prplot as prp
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = [[0], [1], [2], [3], [4], [5]], [0, 0, 1, 0, 1, 1]
    >>> high = prp.scorer("recall@precision=0.9")
    >>> cross_val_score(LogisticRegression(), X, y, scoring=high, cv=2).tolist()
    [1.0, 1.0]
    """
    from sklearn.metrics import make_scorer

    point = PointScore.read(score) if isinstance(score, str) else None
    key = score_key(score) if point is None else point.key
    # scikit-learn changes the sign of a loss.
    sign = -1 if point is not None and METRICS[point.metric].best is np.nanmin else 1
    unreachable = min(sign, 0.0) if unreachable is None else unreachable
    checked_number(unreachable, "unreachable", "be a number", lambda one: True)
    is_one(pos_label)
    options: Any = {"score": key, "unreachable": sign * unreachable, "pos_label": pos_label}
    if recall_range is not None:
        if key not in OF_RECALL:
            raise ValueError(f"recall_range goes with {' and '.join(OF_RECALL)}, found {key!r}")
        options["recall_range"] = checked_range(recall_range)
    return make_scorer(_scored, response_method=METHODS, greater_is_better=sign > 0, **options)


def _scored(
    y_true: Any,
    y_score: Any,
    *,
    score: str,
    unreachable: float,
    pos_label: Hashable | None,
    sample_weight: ArrayLike | None = None,
    **recall_range: Any,
) -> float:
    """Return a score of what a classifier says of a fold."""
    options: dict[str, Any] = {"pos_label": pos_label, "sample_weight": sample_weight}
    point, of = PointScore.read(score), partial(SCORES[score].of, **recall_range)
    if point is not None:
        of = partial(point.of, unreachable=unreachable)
        # A threshold may lie among negatives, whose scores are else not listed.
        options["thresholds"] = np.unique
    return float(value_of(of, y_true, y_score, **options))


@answered
def cv_scores(
    cv_results: Mapping[str, Any], X: Any, y: ArrayLike, *, pos_label: Hashable | None = None
) -> pd.DataFrame:
    """Return a tidy table of the scores of all test folds of a cross-validation.

    Parameters
    ----------
    cv_results : dict, or dict of name to dict
        The result of `sklearn.model_selection.cross_validate` with ``return_estimator=True`` and
        ``return_indices=True``, or the results of several models by name.
    X
    y : array_like, shape (n,)
        The labels of the cross-validated examples.
    pos_label : hashable, optional
        The class whose scores are in y_score, as in `scores`; by default the second of two classes
        in ``classes_``. Pass the same `pos_label` to plots of the table.

    Returns
    -------
    pandas.DataFrame
        A row for each example of each test fold, with the columns row, fold, y_true and y_score;
        with more than two classes, a column of scores named after each class instead of y_score.
        For several models, the first column is model.

    Raises
    ------
    ValueError, TypeError
        No estimators, indices or scores; examples that do not match the folds; folds or models
        fitted on different classes; labels with more than one dimension.

    See Also
    --------
    plot_pr : Draw the folds with ``data=table, y_true="y_true", y_score="y_score", units="fold"``,
        and several models with ``hue="model"``.
    curveplot : Draw a panel for each class with ``col="class"``.

    Examples
    --------
    >>> import numpy as np
    >>> import prplot as prp
    >>> class Threshold:
    ...     def decision_function(self, X):
    ...         return np.asarray(X)[:, 0] - 1
    >>> results = {"estimator": [Threshold()] * 2, "indices": {"test": [[0, 2], [1, 3]]}}
    >>> prp.cv_scores(results, np.array([[3], [1], [0], [2]]), [1, 0, 0, 1])
       row  fold  y_true  y_score
    0    0     0       1      2.0
    1    2     0       0     -1.0
    2    1     1       0      0.0
    3    3     1       1      1.0
    """
    import pandas as pd

    if not _holds_models(cv_results):
        return _table_of(cv_results, X, y, pos_label)
    tables: dict[str, pd.DataFrame]
    tables = _of_each(cv_results, lambda one: _table_of(one, X, y, pos_label))
    _check_same_classes("model", {key: one["estimator"][0] for key, one in cv_results.items()})
    for key, table in tables.items():
        table.insert(0, MODEL, key)
    return pd.concat(tables.values(), ignore_index=True)


def _scores_of(estimator: Any, X: Any, pos_label: Hashable | None) -> NDArray[np.float64]:
    """Return the scores of one classifier: a column, or one for each class."""
    method = next((one for one in METHODS if hasattr(estimator, one)), None)
    if method is None or isinstance(estimator, type):
        raise TypeError(
            f"estimator must be a fitted classifier with {' or '.join(METHODS)}, found "
            f"{brief(estimator)}"
        )
    what = f"estimator.{method}(X)"
    columns = as_array(joined_outputs(getattr(estimator, method)(X), what), what)
    if columns.dtype.kind not in "biuf" or columns.ndim not in (1, 2):
        raise ValueError(
            f"{what} must be a number, or one for each class, for each row, found shape "
            f"{columns.shape} of dtype {columns.dtype}"
        )
    floats = columns.astype(np.float64)
    floats = floats.ravel() if floats.shape[1:] == (1,) else floats
    return _of_positive(floats, estimator, pos_label)


def _table_of(cv_results: Any, X: Any, y: ArrayLike, pos_label: Hashable | None) -> pd.DataFrame:
    """Return the table of one cross-validation."""
    import pandas as pd

    try:
        fitted, tested = list(cv_results["estimator"]), list(cv_results["indices"]["test"])
    except (KeyError, TypeError, IndexError):
        call = "cross_validate(classifier, X, y, return_estimator=True, return_indices=True)"
        raise ValueError(
            f"cv_results must be the result of {call}, found {brief(cv_results)}"
        ) from None
    labels = np.squeeze(as_array(y, "y"))
    if labels.ndim != 1:
        raise ValueError(f"y must be one-dimensional, found shape {labels.shape}")
    _check_same_classes("fold", dict(enumerate(fitted)))
    tables = []
    for fold, (estimator, rows) in enumerate(zip(fitted, tested, strict=True)):
        found = _scores_of(estimator, _rows(X, rows), pos_label)
        names = ["y_score"] if found.ndim == 1 else _names_of_classes(estimator, found)
        clash = {MODEL, *OWN} & set(names)
        if clash:
            raise ValueError(f"a class is named {min(clash)!r}, which is another column's name")
        columns = dict(zip(names, np.atleast_2d(found.T), strict=True))
        own = {"row": rows, "fold": fold, "y_true": _rows(labels, rows)}
        tables.append(pd.DataFrame({**own, **columns}))
    return pd.concat(tables, ignore_index=True)


def _holds_models(cv_results: Any) -> bool:
    """Return whether a dict holds results by the models' names, rather than the parts of one."""
    return (
        isinstance(cv_results, Mapping)
        and not {"estimator", "indices"} & set(cv_results)
        and all(isinstance(one, Mapping) for one in cv_results.values())
    )


def _of_each(models: Mapping[Any, Any], function: Callable[[Any], Any]) -> dict[str, Any]:
    """Call a function for each of several models, whose name its errors then have."""
    if not models:
        raise ValueError("the dict of models is empty; at least one is needed")
    check_names(models, "the models' names")
    found = {}
    for key, one in models.items():
        with named_in_errors(f"model {key!r}"):
            found[str(key)] = function(one)
    return found


def _of_positive(
    found: NDArray[np.float64], estimator: Any, pos_label: Hashable | None
) -> NDArray[np.float64]:
    """Return the scores of the positive class; by default of the second of two, or of all."""
    # Probabilities of two classes add up to 1; those of two labels need not.
    two = found.shape[1:] == (2,) and np.allclose(found.sum(axis=1), 1, atol=1e-3)
    if pos_label is None:
        return found[:, 1] if two else found
    is_one(pos_label)
    classes = _classes_of(estimator)
    if classes is None or is_missing(pos_label) or pos_label not in classes:
        raise ValueError(f"pos_label {brief(pos_label)} is not among classes_, found {classes}")
    place = classes.index(pos_label)
    if found.ndim == 2:
        return found[:, place]
    return -found if place == 0 and len(classes) == 2 else found


def _names_of_classes(estimator: Any, found: NDArray[np.float64]) -> list[str]:
    """Return the names of a classifier's columns; raise a TypeError if it has none for each."""
    classes = _classes_of(estimator) or []
    if len(classes) != found.shape[1]:
        raise TypeError(
            f"an estimator with {found.shape[1]} columns of scores must name as many classes in "
            f"classes_, found {brief(getattr(estimator, 'classes_', None))}"
        )
    return [str(one) for one in classes]


def _classes_of(estimator: Any) -> list[Any] | None:
    """Return a classifier's classes; None without any, or if each label has its own."""
    classes = getattr(estimator, "classes_", None)
    if classes is None or any(dimensions(one) for one in classes):
        return None
    return list(np.asarray(classes).tolist())


def _check_same_classes(what: str, fitted: Mapping[Any, Any]) -> None:
    """Raise if folds or models were fitted on different classes: scores can't be compared."""
    every = {key: _classes_of(one) for key, one in fitted.items()}
    known = {key: found for key, found in every.items() if found is not None}
    start = next(iter(known), None)
    for key, found in known.items():
        if found != known[start]:
            raise ValueError(
                f"{what} {key!r} was fitted on the classes {brief(found)}, but {what} {start!r} on "
                f"{brief(known[start])}; all must be fitted on the same"
            )


def _rows(values: Any, rows: Any) -> Any:
    """Return some rows of examples or labels; raise a ValueError if there are not so many."""
    try:
        if hasattr(values, "iloc"):
            return values.iloc[rows]
        # np.asarray does not convert sparse matrices.
        return values[rows] if hasattr(values, "tocsr") else as_array(values, "X")[rows]
    except IndexError as error:
        raise ValueError(f"X and y must be what was cross-validated, but {error}") from None
