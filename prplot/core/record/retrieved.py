"""Retrieved items, matches and false alarms, as observations with the totals of both classes."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import checked_nonnegative, in_full
from prplot.core.record.observations import Observations, observe

# Sums of weights may differ by this share of them.
_ROUNDING = 1e-12


def retrieved(
    is_match: ArrayLike,
    y_score: ArrayLike,
    positives: float,
    negatives: float | None,
    sample_weight: ArrayLike | None,
    missing: str,
) -> tuple[Observations, float]:
    """Check what was retrieved, and the totals; see `ConfusionCurve.from_retrieved`.

    Returns
    -------
    Observations
        If the negatives are known, with a row for all positives and one for all negatives that were
        not retrieved.
    positives : int or float
    """
    rows: dict[str, Any] = {"sample_weight": sample_weight, "missing": missing}
    try:
        found = observe(is_match, y_score, **rows, labels_name="is_match")
    except (TypeError, ValueError) as error:
        # What is positive need not be said, and all rows were retrieved.
        words, *hint = str(error).replace("y_true", "is_match").split("; pass pos_label")
        words = words.replace(", or -inf if not retrieved", "")
        raise type(error)(words + "; it must hold True and False" * len(hint)) from None
    if np.isneginf(found.score_range[0]):
        raise ValueError(
            "y_score holds -inf, but only what was retrieved has a row; positives= counts the rest"
        )
    weights = np.ones(found.scores.size, int) if found.weights is None else found.weights
    matches = weights[found.is_positive].sum().item()
    missed = _left(positives, "positives", matches, "matches; an object found twice is one match")
    if matches + missed == 0:
        raise ValueError("positives must be above 0; without positives there is no recall")
    if negatives is None:
        return found, matches + missed
    alarms = weights[~found.is_positive].sum().item()
    weights = np.append(weights, [missed, _left(negatives, "negatives", alarms, "false alarms")])
    # In a type that is exact whatever the type of the scores.
    scores = np.append(found.scores.astype(found.thresholds_type), [-np.inf, -np.inf])
    every = Observations(np.append(found.is_positive, [True, False]), scores, weights)
    return every.chosen(weights > 0), matches + missed


def _left(total: float, name: str, found: float, of: str) -> float:
    """Return how many of a class were not retrieved; raise if that is less than nothing."""
    left = checked_nonnegative(total, name) - found
    if left < -_ROUNDING * found:
        raise ValueError(
            f"{name} must count all of them, retrieved or not, found {in_full(total)} beside "
            f"{in_full(found)} {of}"
        )
    return left if left > _ROUNDING * found else 0
