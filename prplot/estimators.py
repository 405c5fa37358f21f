"""Scores of fitted classifiers, and of their cross-validation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import as_array, brief

if TYPE_CHECKING:
    import pandas as pd

METHODS = ("predict_proba", "decision_function")


@answered
def scores(estimator: Any, X: Any, *, pos_label: Hashable | None = None) -> NDArray[np.float64]:
    """Return the scores that a fitted classifier gives to examples.

    Parameters
    ----------
    estimator : classifier
        A fitted classifier with `predict_proba` or `decision_function` as in scikit-learn; the
        former is used if it has both.
    X : array_like or data frame, shape (n, n_features)
        The examples, in the form that the classifier accepts.
    pos_label : hashable, optional
        The class whose scores are returned; a higher score means more likely of this class. Plots
        and metrics of these scores need the same `pos_label`.

    Returns
    -------
    ndarray of float, shape (n,) or (n, n_classes)
        With two classes, the scores of the second in ``classes_``, which for text is the last in
        alphabetical order; otherwise a column for each class, or for each label of a multilabel
        classifier.

    Raises
    ------
    TypeError
        The estimator has neither method; `pos_label` is given for an estimator without
        ``classes_``.
    ValueError
        `pos_label` is unknown; there are several outputs, one of which does not have two classes.

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
    """
    for method in METHODS:
        if hasattr(estimator, method):
            found = getattr(estimator, method)(X)
            if isinstance(found, list) and np.ndim(found[0]) == 2:
                found = _of_outputs(found)
            columns = np.asarray(found, dtype=np.float64)
            if columns.shape[1:] == (1,):
                columns = columns.ravel()
            return _of_positive(columns, estimator, pos_label)
    swapped = any(hasattr(X, method) for method in METHODS)
    hint = "; the classifier comes first, prp.scores(classifier, X)" if swapped else ""
    found_kind = type(estimator).__name__
    raise TypeError(f"estimator must have {' or '.join(METHODS)}, found {found_kind}{hint}")


@answered
def cv_scores(
    cv_results: Mapping[str, Any], X: Any, y: ArrayLike, *, pos_label: Hashable | None = None
) -> pd.DataFrame:
    """Return the scores of all test folds of a cross-validation as a tidy table.

    Parameters
    ----------
    cv_results : dict
        The result of `sklearn.model_selection.cross_validate` with ``return_estimator=True`` and
        ``return_indices=True``.
    X : array_like or data frame, shape (n, n_features)
        The examples, in the form that the classifier accepts.
    y : array_like, shape (n,)
        The labels of the examples that were cross-validated.
    pos_label : hashable, optional
        The class whose scores are in y_score, as in `scores`; by default the second of two classes
        in ``classes_``. Plots of the table need the same `pos_label`.

    Returns
    -------
    pandas.DataFrame
        A row for each example of each test fold, with the columns row, fold, y_true and y_score;
        with more than two classes, a column of scores named after each class in place of y_score.

    Raises
    ------
    ValueError, TypeError
        No estimators or no indices; no scores; examples that are not those of the folds; folds that
        were fitted on different classes; labels of more than one dimension.

    See Also
    --------
    plot_pr : Draws the folds with ``data=table, y_true="y_true", y_score="y_score", units="fold"``.

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

    fitted, tested = _parts(cv_results)
    labels = _labels(X, y, tested)
    _check_classes(fitted)
    tables: list[pd.DataFrame] = []
    for fold, (estimator, rows) in enumerate(zip(fitted, tested, strict=True)):
        found = scores(estimator, _rows(X, rows), pos_label=pos_label)
        names = ["y_score"] if found.ndim == 1 else [str(one) for one in estimator.classes_]
        _check_names(names, fold, tables)
        columns = dict(zip(names, np.atleast_2d(found.T), strict=True))
        tables.append(pd.DataFrame({"row": rows, "fold": fold, "y_true": labels[rows], **columns}))
    return pd.concat(tables, ignore_index=True)


def _of_outputs(found: list[Any]) -> NDArray[np.float64]:
    """Return the scores of each label's second class, shape (n, n_outputs)."""
    for i, output in enumerate(found):
        count = np.shape(output)[1]
        if count != 2:
            raise ValueError(
                f"each output of the estimator must have two classes, but output {i} has {count}; "
                f"pass the scores of one output, estimator.predict_proba(X)[{i}]"
            )
    return np.column_stack([np.asarray(output)[:, 1] for output in found])


def _of_positive(
    found: NDArray[np.float64], estimator: Any, pos_label: Hashable | None
) -> NDArray[np.float64]:
    """Return the scores of the positive class; by default of the second of two, or of all."""
    # Probabilities of two classes add up to 1; those of two labels need not.
    two = found.shape[1:] == (2,) and np.allclose(found.sum(axis=1), 1, atol=1e-3)
    if pos_label is None:
        return found[:, 1] if two else found
    classes = _classes_of(estimator)
    if classes is None:
        raise TypeError("pos_label needs an estimator of one output, with classes_")
    if pos_label not in classes:
        listed = ", ".join(map(repr, classes))
        raise ValueError(f"pos_label {pos_label!r} is not among the estimator's classes: {listed}")
    place = classes.index(pos_label)
    if found.ndim == 2:
        return found[:, place]
    return -found if place == 0 and len(classes) == 2 else found


def _classes_of(estimator: Any) -> list[Any] | None:
    """Return a classifier's classes; None without any, or if each label has its own."""
    classes = getattr(estimator, "classes_", None)
    if classes is None or any(np.ndim(one) for one in classes):
        return None
    return list(np.asarray(classes).tolist())


def _parts(cv_results: Mapping[str, Any]) -> tuple[list[Any], list[NDArray[np.int64]]]:
    """Return the fitted estimators and the rows that each was tested on."""
    if not isinstance(cv_results, Mapping):
        raise TypeError(f"cv_results must be a dict, found {brief(cv_results)}")
    for key, wanted in (("estimator", "return_estimator"), ("indices", "return_indices")):
        if key not in cv_results:
            raise ValueError(f"cv_results has no {key!r}; call cross_validate with {wanted}=True")
    fitted = list(cv_results["estimator"])
    tested = [np.asarray(rows, dtype=np.int64) for rows in cv_results["indices"]["test"]]
    if len(fitted) != len(tested) or not fitted:
        raise ValueError(
            "cv_results must hold as many estimators as folds, found "
            f"{len(fitted)} and {len(tested)}"
        )
    return fitted, tested


def _labels(X: Any, y: ArrayLike, tested: list[NDArray[np.int64]]) -> NDArray[Any]:
    """Return the labels as an array; raise unless X and y have all rows of all folds."""
    labels = as_array(y, "y")
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise ValueError(
            f"y must be one-dimensional, found shape {labels.shape}; pass the estimators' scores "
            "of several labels to the plots themselves"
        )
    size = X.shape[0] if hasattr(X, "shape") else len(X)
    if size != labels.size:
        raise ValueError(f"X and y must have the same length, found {size} and {labels.size}")
    last = max((int(rows.max()) for rows in tested if rows.size), default=-1)
    if last >= size:
        raise ValueError(
            f"X and y must be what was cross-validated: they have {size} rows, but a fold tests "
            f"row {last}"
        )
    return labels


def _check_classes(fitted: list[Any]) -> None:
    """Raise if folds were fitted on different classes: their scores can't be compared."""
    first = _classes_of(fitted[0])
    for fold, estimator in enumerate(fitted):
        found = _classes_of(estimator)
        if found != first:
            raise ValueError(
                f"fold {fold} was fitted on the classes {brief(found)}, but fold 0 on "
                f"{brief(first)}; each fold must be fitted on all classes, as stratified ones are"
            )


def _check_names(names: list[str], fold: int, before: list[pd.DataFrame]) -> None:
    """Raise if classes are named like other columns, or differ from those of an earlier fold."""
    clash = {"row", "fold", "y_true"} & set(names)
    if clash:
        raise ValueError(f"a class is named {min(clash)!r}, which is another column's name")
    if before and list(before[0].columns[3:]) != names:
        raise ValueError(
            f"fold {fold} has the scores {', '.join(names)}, but fold 0 has "
            f"{', '.join(before[0].columns[3:])}; each fold must be fitted on all classes"
        )


def _rows(X: Any, rows: NDArray[np.int64]) -> Any:
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    # np.asarray does not convert sparse matrices.
    return X[rows] if hasattr(X, "tocsr") else np.asarray(X)[rows]
