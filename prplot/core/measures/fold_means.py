"""Means of numbers over folds, and what is said of folds that they leave out or count as 0.

A number that is undefined in a fold is left out. A recall at a precision that no threshold has is
not undefined: it is 0, the recall of predicting nothing positive.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from prplot.core.checks import listed, user_level

# How the heads of the scores begin that count as 0 where their condition can't be reached.
RECALLS = "Recall at precision"


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation of the numbers of folds that are finite.

    The deviation has n - 1 in the denominator. Without a number the mean is nan, and with fewer
    than two the deviation is.
    """
    known = np.array([one for one in values if np.isfinite(one)], dtype=np.float64)
    mean = float(known.mean()) if known.size else np.nan
    return mean, float(known.std(ddof=1)) if known.size > 1 else np.nan


def left_out(numbers: Mapping[str, Sequence[float]], told: int = 0) -> Iterator[str]:
    """Yield how many folds the means of some numbers leave out, if there are means.

    Parameters
    ----------
    numbers : dict of str to sequence of float
        Those of each fold, by their names.
    told : int, default 0
        Nothing is said of numbers that so many folds lack, as it is said already.
    """
    heads: dict[tuple[int, int], list[str]] = {}
    for head, values in numbers.items():
        lacking = sum(not np.isfinite(one) for one in values)
        if lacking not in (told, 0, len(values)):
            heads.setdefault((lacking, len(values)), []).append(head)
    for (lacking, every), names in heads.items():
        yield f"{listed(names)}: the mean leaves out {lacking} of {every} folds"


def warn_of_means(groups: Mapping[str | None, Mapping[str, Sequence[float]]]) -> None:
    """Give one warning of all means that leave out folds, or count them as 0.

    Parameters
    ----------
    groups : dict of name to dict of str to sequence of float
        The numbers of the folds of each group, by the heads of scores.
    """
    told = []
    for name, numbers in groups.items():
        sentences = list(left_out(numbers))
        for head, values in numbers.items():
            zeros = sum(one == 0 for one in values) if head.startswith(RECALLS) else 0
            if zeros:
                sentences.append(
                    f"{head}: the mean counts {zeros} of {len(values)} folds as 0, because no "
                    "threshold has such a precision"
                )
        told += [one if name is None else f"{name}, {one}" for one in sentences]
    if told:
        warnings.warn("; ".join(told), UserWarning, stacklevel=user_level())
