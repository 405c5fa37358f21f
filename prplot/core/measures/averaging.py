"""Averages of the curves of folds and bands around them, and means of their numbers.

Curves are averaged in ROC, PR or normalised PR space, at equal x coordinates. The result is again a
curve of counts, with points inserted until counts can change linearly between them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import (
    FloatArray,
    brief,
    checked_number,
    checked_prevalence,
    finite_numbers,
    listed,
    one_of,
    user_level,
)
from prplot.core.points import SIDES, Side, share_of
from prplot.core.record import ConfusionCurve, Steps
from prplot.core.spaces import NPR, PR, ROC, Pair, Space, refine
from prplot.core.traces import ARC_TOLERANCE, Trace, trace_counts

# From the heights of curves at n places, shape (n_curves, n), to one height for each place.
Statistic = Callable[[FloatArray], FloatArray]
# The spaces in which curves are averaged, by the name of the average.
AVERAGING_SPACES = {"normalized": NPR, "vertical": PR, "roc": ROC}
# Largest error of a height between two points of an average.
EXACT = 1e-8
# Places at which the heights of all curves are computed at once.
BLOCK = 2**15
# So near recall 0 heights grow in proportion to true positives.
_NEXT_TO_0 = 1e-20
# Kinds of bands: the default size, as in seaborn, and the largest one.
SIZES = {"sd": (1.0, np.inf), "se": (1.0, np.inf), "pi": (95.0, 100.0)}


@answered
def average_curve(
    curves: Iterable[ConfusionCurve] | Mapping[Any, ConfusionCurve],
    *,
    how: str = "normalized",
    prevalence: float | None = None,
    weights: ArrayLike | None = None,
) -> ConfusionCurve:
    """Return the average of the curves of folds.

    Parameters
    ----------
    curves : iterable of ConfusionCurve, or dict of name to ConfusionCurve
        At least one curve, each with positives and negatives.
    how : {"normalized", "vertical", "roc"}, default "normalized"
        "normalized": the mean height in normalised PR space at equal scaled recall. "vertical": the
        mean precision at equal recall, as is common. "roc": the mean true positive rate at equal
        false positive rate.
    prevalence : float, optional
        Prevalence of the average, in (0, 1); by default that of all folds together.
    weights : array_like of numbers, shape (n_curves,), optional
        Weight of each curve, 0 or more, such as the class sizes in an average over classes; by
        default all count the same.

    Returns
    -------
    ConfusionCurve
        All its points are achievable. Thresholds are unknown (nan) except at the start.

    Raises
    ------
    ValueError, TypeError
        No curves, an item that is not a curve, a curve with only one class, an unknown `how`, a
        prevalence outside (0, 1), invalid weights.

    See Also
    --------
    plot_pr : Draw folds, their average and a band.

    Notes
    -----
    Folds of different prevalence have different unachievable regions. Therefore:

    - The AUCNPR of "normalized" is the mean AUCNPR of the folds at any prevalence: height in that
      space is 0 on each fold's minimum curve and 1 at best. At a prevalence above that of a fold,
      false positives may fall from one point to the next, unlike those of a ranking; in ROC space
      such an average may go backwards.
    - The AUCPR of "vertical" is the mean AUCPR of the folds, an average of areas with unequal
      ranges: one fold with many positives lifts the whole curve (Boyd et al. 2012, section 4.1).
      Where the mean is below the minimum curve of the target prevalence, it is raised to it.
    - The AUROC of "roc" is the mean AUROC of the folds. Rates don't depend on prevalence, so it
      shows the curve of one prevalence; its AUCPR is not the mean AUCPR.
    - A fourth method is to pool the folds' scores in `ConfusionCurve.from_scores`. It compares
      scores across folds, and underrates models whose calibration differs between folds.

    Examples
    --------
    >>> import prplot as prp
    >>> folds = [prp.ConfusionCurve.from_counts([2], [1], 4, 4),
    ...          prp.ConfusionCurve.from_counts([3], [1], 4, 12)]
    >>> average = prp.average_curve(folds)
    >>> average.prevalence
    0.3333333333333333
    >>> round(prp.aucnpr(average), 6) == round(sum(map(prp.aucnpr, folds)) / 2, 6)
    True
    """
    space = AVERAGING_SPACES[one_of(how, "how", AVERAGING_SPACES)]
    folds, shares = _weighted(checked_folds(curves), weights)
    pos, neg = pooled_totals(folds, prevalence, shares)
    mean = partial(np.average, axis=0, weights=shares)
    tp, fp = _path_of_heights(folds, space, (pos, neg), mean, EXACT)
    return ConfusionCurve(Steps.through(tp, fp, pos, neg), pos, neg)


def average_band(
    curves: Iterable[ConfusionCurve],
    into: Space,
    *,
    how: str,
    errorbar: Any,
    prevalence: float | None = None,
) -> tuple[Trace, Trace]:
    """Return the lower and the upper border of a band around an average, traced in a space.

    Parameters
    ----------
    curves : iterable of ConfusionCurve
    into : Space
        The space to draw in.
    how, prevalence
        As in `average_curve`.
    errorbar : "sd", ("sd", scale), "se", ("se", scale), "pi" or ("pi", width)
        As in seaborn: the mean minus and plus `scale` standard deviations of the folds or standard
        errors of their mean, or the interval of the middle `width` percent of them; in the space of
        the average, and clipped to the achievable region.

    Returns
    -------
    lower, upper : Trace
    """
    folds = checked_folds(curves)
    totals, borders = pooled_totals(folds, prevalence), []
    for statistic in border_statistics(errorbar):
        space = AVERAGING_SPACES[how]
        tp, fp = _path_of_heights(folds, space, totals, statistic, ARC_TOLERANCE)
        # A mean of rising curves plus a multiple of their deviation may fall.
        tp = np.maximum.accumulate(tp)
        # Two errors add up: of the path against the statistic, and of its arcs against the path.
        drawn = trace_counts(tp, fp, totals, into, ARC_TOLERANCE)
        borders.append(replace(drawn, error=2 * ARC_TOLERANCE))
    return borders[0], borders[1]


def pooled_totals(
    folds: Sequence[ConfusionCurve],
    prevalence: float | None = None,
    shares: FloatArray | None = None,
) -> tuple[float, float]:
    """Return the totals of all folds together, or with as many negatives as a prevalence needs.

    With `shares` each fold is taken that many times.
    """
    times = [1] * len(folds) if shares is None else shares.tolist()
    pos = sum(fold.pos * k for fold, k in zip(folds, times, strict=True))
    if prevalence is None:
        return pos, sum(fold.neg * k for fold, k in zip(folds, times, strict=True))
    share = checked_prevalence(prevalence)
    return pos, pos * (1 - share) / share


def checked_folds(curves: Any) -> list[ConfusionCurve]:
    """Return curves as a list; raise if there are none or one lacks a class."""
    # An array without dimensions is a number.
    curves = curves.tolist() if isinstance(curves, np.ndarray) else curves
    if isinstance(curves, ConfusionCurve) or not isinstance(curves, Iterable):
        raise TypeError(f"curves must hold ConfusionCurves, found {type(curves).__name__}")
    folds = list(curves.values() if isinstance(curves, Mapping) else curves)
    if not folds:
        raise ValueError("curves is empty; an average needs at least one")
    for i, fold in enumerate(folds):
        if not isinstance(fold, ConfusionCurve):
            raise TypeError(f"curves must hold ConfusionCurves, found {brief(fold)} at {i}")
        if fold.pos == 0 or fold.neg == 0:
            kind = "positives" if fold.pos == 0 else "negatives"
            raise ValueError(f"curve {i} has no {kind}; it can't be averaged with others")
    return folds


def checked_errorbar(errorbar: Any) -> tuple[str, float] | None:
    """Return the kind and the size of a band, None without one; raise if it is unknown."""
    if errorbar is None:
        return None
    kind, size = kind_and_size(errorbar, tuple(SIZES))
    default, most = SIZES[kind]
    size, wanted = default if size is None else size, f"have a size in (0, {most:g}]"
    number = checked_number(
        size, f"errorbar {kind!r}", wanted, lambda one: 0 < one <= most and one < np.inf
    )
    return kind, float(number)


def kind_and_size(errorbar: Any, kinds: Sequence[str]) -> tuple[str, Any]:
    """Return one of the kinds of an error bar, and its size, None if it is not given."""
    pair = (errorbar, None) if isinstance(errorbar, str) else errorbar
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        *others, last = map(repr, kinds)
        raise ValueError(
            f"errorbar must be {', '.join(others)} or {last}, a pair of one of them and its size, "
            f"or None, found {brief(errorbar)}"
        )
    return one_of(pair[0], "errorbar", kinds), pair[1]


def spread_of(values: Sequence[float], errorbar: Any = None) -> tuple[float, float] | None:
    """Return the ends of an error bar around the mean of numbers, such as the scores of folds.

    Parameters
    ----------
    values : sequence of float
    errorbar : str, (str, float) or None
        As `average_band` takes it; None is one standard deviation, with n - 1 in the denominator.

    Returns
    -------
    (low, high) or None
        None for fewer than two numbers.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.size < 2:
        return None
    lower, upper = border_statistics("sd" if errorbar is None else errorbar)
    return float(lower(numbers)), float(upper(numbers))


def border_statistics(errorbar: Any) -> list[Statistic]:
    """Return the statistics of the lower and the upper border of a band."""
    kind, size = checked_errorbar(errorbar) or ("sd", 0.0)
    if kind != "pi":
        of_mean = kind == "se"
        return [partial(_shifted, by=by, of_mean=of_mean) for by in (-size, size)]
    return [partial(np.percentile, q=50 + half, axis=0) for half in (-size / 2, size / 2)]


def _shifted(heights: FloatArray, by: float, of_mean: bool) -> FloatArray:
    """Return the mean plus `by` standard deviations, or standard errors; 0 for a single fold."""
    divisor = max(len(heights) - 1, 1) * (len(heights) if of_mean else 1)
    mean = heights.mean(axis=0)
    shifted: FloatArray = mean + by * np.sqrt(((heights - mean) ** 2).sum(axis=0) / divisor)
    return shifted


def _weighted(
    folds: list[ConfusionCurve], weights: ArrayLike | None
) -> tuple[list[ConfusionCurve], FloatArray | None]:
    """Return the curves that count, and their weights, if there are any, with the mean 1."""
    if weights is None:
        return folds, None
    found = finite_numbers(weights, "weights").astype(np.float64)
    if found.shape != (len(folds),) or (found < 0).any() or not found.any():
        raise ValueError(
            "weights must be 0 or more, and not all 0, one number for each of the "
            f"{len(folds)} curves, found {brief(weights)}"
        )
    shares = found[found > 0] / found.max()
    kept = [fold for fold, weight in zip(folds, found, strict=True) if weight]
    return kept, np.asarray(shares / shares.mean())


def _path_of_heights(
    folds: Sequence[ConfusionCurve],
    space: Space,
    totals: tuple[float, float],
    statistic: Statistic,
    tolerance: float,
) -> Pair:
    """Return the counts of a path through a statistic of the heights of curves at equal x.

    Parameters
    ----------
    folds : sequence of ConfusionCurve
        All with both classes; of any prevalence.
    space : Space
        ROC, PR or NPR: where the heights are taken.
    totals : tuple of float
        Positives and negatives of the resulting counts, to which these are clipped.
    statistic : callable
        Takes heights, shape (n_curves, n), and returns one height for each x.
    tolerance : float
        Largest error in height where counts move linearly between two points.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,)
        All corners of the curves are among the points, and both ends of every jump.
    """
    corners = [fold._points_in(space)[0] for fold in folds]

    def averaged(at: FloatArray, side: Side) -> FloatArray:
        each = [one._heights(space, x, at, side) for one, x in zip(folds, corners, strict=True)]
        return np.clip(statistic(np.stack(each)), 0, 1)

    # Recall 0 has no unique inverse: precision there is 0 only if negatives come first.
    leading, near = 0.0, np.array([_NEXT_TO_0])
    if all(fold.fp[np.searchsorted(fold.tp, 0, side="right") - 1] for fold in folds):
        leading = space.invert(near, averaged(near, "right"), *totals)[1].item()

    def counts(at: FloatArray, side: Side) -> Pair:
        blocks = np.split(at.ravel(), range(BLOCK, at.size, BLOCK))
        y = np.concatenate([averaged(block, side) for block in blocks])
        tp, fp = space.invert(at, y.reshape(at.shape), *totals)
        return tp, np.minimum(np.where(np.isnan(fp), leading, fp), totals[1])

    def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        start, end = start[:, None], end[:, None]
        first, true, last = counts(start, "right"), counts(inner, "left"), counts(end, "left")
        share = space._share_of(start, inner, end, *totals)
        chord = (n + share * (last_n - n) for n, last_n in zip(first, last, strict=True))
        drawn, exact = (space.project(tp, fp, *totals)[1] for tp, fp in (chord, true))
        return np.abs(drawn - exact)

    return _at_both_sides(corners, counts, missed, tolerance)


def _at_both_sides(
    corners: Sequence[FloatArray],
    values: Callable[[FloatArray, Side], Pair],
    missed: Callable[..., FloatArray],
    tolerance: float,
) -> Pair:
    """Return two values at all corners of curves, and between as often as a tolerance needs.

    At a jump there are two points, with the values before it and after it.
    """
    every = np.unique(np.concatenate(corners))
    x = np.sort(np.append(every, refine(every[:-1], every[1:], missed, tolerance)))
    sides = zip(*(values(x, side) for side in SIDES), strict=True)
    one, other = (np.column_stack(pair).ravel() for pair in sides)
    kept = np.append(True, (np.diff(one) != 0) | (np.diff(other) != 0))
    return one[kept], other[kept]


# Two curves at equal recall


def trace_difference(
    curve: ConfusionCurve, baseline: ConfusionCurve, tolerance: float = ARC_TOLERANCE
) -> Trace:
    """Return the precision of a curve minus that of another, against recall.

    Parameters
    ----------
    curve, baseline : ConfusionCurve
        With positives.
    tolerance : float
        Largest error between two vertices.

    Returns
    -------
    Trace
        With recalls of PR space. It passes through the points of both curves; where one of them
        drops, so does the difference, and between them it is that of two hyperbola arcs.
    """

    def heights(at: FloatArray, side: Side) -> Pair:
        one, other = (each._heights(PR, each.recall, at, side) for each in (curve, baseline))
        return at, one - other

    def missed(start: FloatArray, inner: FloatArray, end: FloatArray) -> FloatArray:
        (x0, y0), (x1, y1) = heights(start[:, None], "right"), heights(end[:, None], "left")
        chord = y0 + share_of(x0, inner, x1) * (y1 - y0)
        return np.abs(heights(inner, "left")[1] - chord)

    x, y = _at_both_sides((curve.recall, baseline.recall), heights, missed, tolerance)
    return Trace(x, y, PR, tolerance)


# Means of numbers over folds

# How the heads of the scores begin that count as 0 where their condition can't be reached.
RECALLS = "Recall at precision"
# A row of a table: names, and numbers by the heads of their columns.
Row = dict[str, Any]


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the standard deviation of the numbers of folds that are finite.

    The deviation has n - 1 in the denominator. Without a number the mean is nan, and with fewer
    than two the deviation is.
    """
    known = np.array([one for one in values if np.isfinite(one)], dtype=np.float64)
    mean = float(known.mean()) if known.size else np.nan
    return mean, float(known.std(ddof=1)) if known.size > 1 else np.nan


def with_means(
    curves: Iterable[Sequence[Row]], heads: Collection[str], told: Iterable[str] = ()
) -> list[Row]:
    """Return the rows of a table, those of each group followed by means and deviations of folds.

    Parameters
    ----------
    curves : iterable of sequence of dict
        The rows of each curve, one for each condition. They begin with "curve", "fold" and "asked"
        as far as these are known; folds of one curve follow each other.
    heads : collection of str
        Of the numbers that are averaged; none without folds.
    told : iterable of str
        What else the warning says, first.

    Warns
    -----
    UserWarning
        As in `warn_of_means`.
    """
    table: list[Row] = []
    numbers: dict[str | None, dict[str, list[float]]] = {}
    for _, of_group in groupby(curves, key=lambda rows: rows[0].get("curve")):
        folds = list(of_group)
        table += chain.from_iterable(folds)
        for first, *others in zip(*folds, strict=True) if heads else ():
            known = {key: first[key] for key in ("curve", "asked") if first.get(key) is not None}
            own = {head: [row[head] for row in (first, *others)] for head in heads if head in first}
            numbers[", ".join(known.values()) or None] = own
            for place, name in enumerate(("mean", "std")):
                found = {head: mean_and_deviation(values)[place] for head, values in own.items()}
                table.append({**known, "fold": name, **found})
    warn_of_means(numbers, told)
    return table


def warn_of_means(
    groups: Mapping[str | None, Mapping[str, Sequence[float]]], told: Iterable[str] = ()
) -> None:
    """Give one warning of all means that leave out folds, or count them as 0.

    Parameters
    ----------
    groups : dict of name to dict of str to sequence of float
        The numbers of the folds of each group, by the heads of scores.
    told : iterable of str
        What else it says, first.
    """
    sentences = list(told)
    for name, numbers in groups.items():
        start = "" if name is None else f"{name}: "
        sentences += [f"{start}{sentence}" for sentence in _left_out(numbers)]
    if sentences:
        told_once = "; ".join(dict.fromkeys(sentences))
        warnings.warn(told_once, UserWarning, stacklevel=user_level())


def _left_out(numbers: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Yield how many folds the means of some numbers leave out, or count as 0."""
    heads: dict[tuple[int, int], list[str]] = {}
    for head, values in numbers.items():
        lacking = sum(not np.isfinite(one) for one in values)
        if lacking not in (0, len(values)):
            heads.setdefault((lacking, len(values)), []).append(head)
    for (lacking, every), names in heads.items():
        yield f"{listed(names)}: the mean leaves out {lacking} of {every} folds"
    for head, values in numbers.items():
        zeros = sum(one == 0 for one in values) if head.startswith(RECALLS) else 0
        if zeros:
            yield (
                f"{head}: the mean counts {zeros} of {len(values)} folds as 0, because no "
                "threshold has such a precision"
            )
