"""Predictions of five classifiers on two small public data sets, for examples.

Examples
--------
>>> import prplot as prp
>>> y_true, y_score = prp.datasets.breast_cancer()
>>> list(y_score)[:2]
['Logistic regression', 'Random forest']
>>> print(round(prp.aucpr(y_true, y_score["Decision tree"]), 3))
0.892
"""

from importlib.resources import files
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import one_of

__all__ = ["StoredPredictions", "breast_cancer", "digits", "load"]


class StoredPredictions(NamedTuple):
    """Labels and the scores of several classifiers, as a pair.

    Attributes
    ----------
    y_true : ndarray of int, shape (n,)
        The labels, 0 or 1.
    y_score : dict of str to ndarray of float, shape (n,)
        The estimated probability of label 1, by classifier.
    """

    y_true: NDArray[np.int64]
    y_score: dict[str, NDArray[Any]]


def breast_cancer() -> StoredPredictions:
    """Return out-of-fold predictions for 569 tumours, 212 of them malignant.

    Returns
    -------
    StoredPredictions
        The labels, 1 for malignant, and the scores of "Logistic regression", "Random forest",
        "Decision tree", "Naive Bayes" and "k nearest neighbours", in [0, 1]. The tree and the
        neighbours have many tied scores.

    Notes
    -----
    Source: W. Wolberg, W. Street and O. Mangasarian, *Breast Cancer Wisconsin (Diagnostic)*, UCI
    Machine Learning Repository, 1995, doi:10.24432/C5DW2B; licence CC BY 4.0. Only labels and
    predictions are stored, no features. The predictions come from a stratified 5-fold
    cross-validation (``gallery/data/make_predictions.py``) and are part of prplot, under its
    BSD-3-Clause licence.

    Examples
    --------
    >>> import prplot as prp
    >>> y_true, y_score = prp.datasets.breast_cancer()
    >>> y_true.size, int(y_true.sum())
    (569, 212)
    >>> ax = prp.plot_pr(y_true, y_score)
    """
    return _read("breast_cancer.csv")


def digits() -> StoredPredictions:
    """Return out-of-fold predictions for 1797 handwritten digits, 174 of them an 8.

    Returns
    -------
    StoredPredictions
        The labels, 1 for the digit 8 and 0 for any other, and the scores of the classifiers of
        `breast_cancer`. "Naive Bayes" is overconfident: many scores are exactly 0 or 1.

    Notes
    -----
    Source: E. Alpaydin and C. Kaynak, *Optical Recognition of Handwritten Digits*, UCI Machine
    Learning Repository, 1998, doi:10.24432/C50P49, its test set; licence CC BY 4.0. Only labels and
    predictions are stored, no images. The predictions come from a stratified 5-fold
    cross-validation (``gallery/data/make_predictions.py``) and are part of prplot, under its
    BSD-3-Clause licence.

    Examples
    --------
    >>> import prplot as prp
    >>> y_true, y_score = prp.datasets.digits()
    >>> y_true.size, int(y_true.sum())
    (1797, 174)
    >>> print(round(prp.auroc(y_true, y_score["Naive Bayes"]), 2))
    0.8
    """
    return _read("digit_8.csv")


def load(name: Literal["breast_cancer", "digits"]) -> StoredPredictions:
    """Return the stored predictions for a data set by name.

    Parameters
    ----------
    name : {"breast_cancer", "digits"}
        The data set; for its source, see `breast_cancer` or `digits`.

    Returns
    -------
    StoredPredictions
        The labels and the scores of five classifiers.

    Raises
    ------
    ValueError
        No data set has this name.

    Examples
    --------
    >>> import prplot as prp
    >>> y_true, y_score = prp.datasets.load("digits")
    >>> y_true.size, len(y_score)
    (1797, 5)
    """
    known = {"breast_cancer": breast_cancer, "digits": digits}
    return known[one_of(name, "name", known)]()


def _read(name: str) -> StoredPredictions:
    lines = (files(__package__) / name).read_text(encoding="utf-8").splitlines()
    _, *classifiers = lines[0].split(",")
    labels, *scores = np.loadtxt(lines[1:], delimiter=",").T
    return StoredPredictions(
        labels.astype(np.int64),
        {key: np.ascontiguousarray(own) for key, own in zip(classifiers, scores, strict=True)},
    )
