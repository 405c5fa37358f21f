"""Scores out of fitted classifiers, and out of their cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.options import brief

if TYPE_CHECKING:
    import pandas as pd

METHODS = ("predict_proba", "decision_function")


def scores(estimator: Any, X: Any) -> NDArray[np.float64]:
    """Return the scores that a fitted classifier gives to examples.

    Parameters
    ----------
    estimator : classifier
        Fitted, with `predict_proba` or `decision_function` as in scikit-learn; the first of them is
        taken.
    X : array_like, shape (n, n_features)
        What the classifier takes.

    Returns
    -------
    ndarray of float, shape (n,) or (n, n_classes)
        Of the second class for two classes, as ``classes_`` lists them; else a column for each.

    Raises
    ------
    TypeError
        Neither method.

    Examples
    --------
    >>> import numpy as np
    >>> import prplot as prp
    >>> class Threshold:
    ...     def decision_function(self, X):
    ...         return np.asarray(X)[:, 0] - 1
    >>> prp.scores(Threshold(), [[3.0], [0.5]]).tolist()
    [2.0, -0.5]
    """
    for method in METHODS:
        if hasattr(estimator, method):
            found = np.asarray(getattr(estimator, method)(X), dtype=np.float64)
            two = found.ndim == 2 and found.shape[1] == 2
            return found[:, 1] if two else found.ravel() if found.shape[1:] == (1,) else found
    raise TypeError(f"estimator must have {' or '.join(METHODS)}, found {type(estimator).__name__}")


def cv_scores(cv_results: Mapping[str, Any], X: Any, y: ArrayLike) -> pd.DataFrame:
    """Return the scores of all test folds of a cross-validation as a tidy table.

    Parameters
    ----------
    cv_results : dict
        What `sklearn.model_selection.cross_validate` returns with ``return_estimator=True`` and
        ``return_indices=True``.
    X : array_like or data frame, shape (n, n_features)
    y : array_like, shape (n,)
        What was cross-validated.

    Returns
    -------
    pandas.DataFrame
        A row for each example of each test fold, with the columns row, fold, y_true and y_score; of
        more than two classes, a column of scores named after each class in place of y_score.

    Raises
    ------
    ValueError, TypeError
        No estimators or no indices; no scores.

    See Also
    --------
    plot_pr : With ``data=table, y_true="y_true", y_score="y_score", units="fold"`` it draws folds.

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
    labels = np.asarray(y)
    tables: list[pd.DataFrame] = []
    for fold, (estimator, rows) in enumerate(zip(fitted, tested, strict=True)):
        found = scores(estimator, _rows(X, rows))
        names = ["y_score"] if found.ndim == 1 else [str(one) for one in estimator.classes_]
        _check_names(names, fold, tables)
        columns = dict(zip(names, np.atleast_2d(found.T), strict=True))
        tables.append(pd.DataFrame({"row": rows, "fold": fold, "y_true": labels[rows], **columns}))
    return pd.concat(tables, ignore_index=True)


def _rows(X: Any, rows: NDArray[np.int64]) -> Any:
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    # Sparse matrices know no np.asarray.
    return X[rows] if hasattr(X, "tocsr") else np.asarray(X)[rows]


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
