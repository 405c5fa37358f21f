"""Curves redrawn at the prevalences that matter."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from prplot.core.counts import ConfusionCurve
from prplot.core.options import brief
from prplot.core.paths import inside, numbers

Groups = dict[str | None, list[ConfusionCurve]]


def redrawn(
    groups: Mapping[str | None, Sequence[ConfusionCurve]],
    prevalence: float | Sequence[float] | None,
) -> Groups:
    """Return the curves of each model at a prevalence, or those of one model at several.

    Parameters
    ----------
    groups : dict of name (or None) to sequence of ConfusionCurve
    prevalence : float, sequence of float, or None
        In (0, 1); None leaves the curves as they are.

    Returns
    -------
    dict of name (or None) to list of ConfusionCurve
        With several prevalences they are part of the names.

    Raises
    ------
    ValueError
        A prevalence outside (0, 1), none or one twice; several for several models.
    """
    if prevalence is None:
        return {name: list(curves) for name, curves in groups.items()}
    if np.ndim(prevalence) == 0:
        share = inside(prevalence)  # type: ignore[arg-type]
        return {name: _at(curves, share) for name, curves in groups.items()}
    shares = _several(prevalence)
    if len(groups) > 1:
        raise ValueError(f"several prevalences go with a single model, found {len(groups)} models")
    ((name, curves),) = groups.items()
    start = "" if name is None else f"{name}, "
    return {
        f"{start}π = {said}": _at(curves, share)
        for said, share in zip(_said(shares), shares, strict=True)
    }


def ranks_of(prevalence: Any) -> list[int]:
    """Return the place of each of several prevalences in the order from high to low."""
    falling = sorted(prevalence, reverse=True)
    return [falling.index(share) for share in prevalence]


def _said(shares: Sequence[float]) -> list[str]:
    """Return prevalences as text, with so many digits that no two of them are alike."""
    forms = ([f"{share:.{digits}g}" for share in shares] for digits in range(3, 18))
    return next(form for form in forms if len(set(form)) == len(shares))


def _at(curves: Sequence[ConfusionCurve], share: float) -> list[ConfusionCurve]:
    return [curve.at_prevalence(share) for curve in curves]


def _several(prevalence: Any) -> list[float]:
    shares = numbers(prevalence, "prevalence")
    if shares.ndim != 1 or shares.size == 0 or np.unique(shares).size < shares.size:
        raise ValueError(
            "prevalence must be a number or a list of different numbers strictly between 0 and 1, "
            f"found {brief(prevalence)}"
        )
    return [inside(share) for share in shares]
