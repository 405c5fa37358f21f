"""Paths of rates in ROC space, many at once: their areas, and where they run at a recall."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from prplot.core.bounds import aucpr_min
from prplot.core.checks import FloatArray
from prplot.core.uncertainty.runs import Runs


class Paths(NamedTuple):
    """Drawn paths from (0, 0) to (1, 1) in ROC space.

    They run straight to ``(x0[0], r[0])``, then in steps from ``(x0[k], r[k])`` to ``(x1[k], r[k +
    1])`` with horizontal runs between them, and from ``(x1[-1], r[-1])`` straight to the end.

    Attributes
    ----------
    r : ndarray, shape (b, m + 1)
        True positive rates, never falling along a row.
    x0, x1 : ndarray, shape (b, m)
        False positive rates where steps start and end.
    prevalence : ndarray, shape (b,)
        The share of the positives in the drawn masses.
    """

    r: FloatArray
    x0: FloatArray
    x1: FloatArray
    prevalence: FloatArray

    def segments(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the true positive rates between all rising pieces, and where pieces run.

        Returns
        -------
        r : ndarray, shape (b, m + 3)
            From 0 to 1.
        start, end : ndarray, shape (b, m + 2)
            The false positive rates at which each piece starts and ends.
        """
        zero, one = np.zeros((len(self.r), 1)), np.ones((len(self.r), 1))
        r = np.concatenate([zero, self.r, one], axis=1)
        start = np.concatenate([zero, self.x0, self.x1[:, -1:]], axis=1)
        end = np.concatenate([self.x0[:, :1], self.x1, one], axis=1)
        return r, start, end


def observed_path(runs: Runs) -> Paths:
    """Return the path of the data themselves."""
    return path_of(runs.masses.sums[None].copy())


def path_of(masses: FloatArray) -> Paths:
    """Return the paths of masses by place, which are overwritten.

    Parameters
    ----------
    masses : ndarray, shape (b, 3m + 3)
        As in `Runs`.
    """
    size = masses.shape[1] // 3 - 1
    positives, tied, before = np.split(masses, [size + 2, 2 * size + 2], axis=1)
    r = np.cumsum(positives, axis=1, out=positives)
    pos = r[:, -1:].copy()
    r /= pos
    x = np.empty((len(masses), 2 * size + 1))
    x[:, ::2], x[:, 1::2] = before, tied
    np.cumsum(x, axis=1, out=x)
    neg = x[:, -1:].copy()
    # A sample of clusters may lack negatives.
    x /= np.where(neg > 0, neg, 1.0)
    return Paths(r[:, :-1], x[:, :-1:2], x[:, 1::2], (pos / (pos + neg))[:, 0])


def rates_at(paths: Paths, recalls: FloatArray, side: str = "left") -> FloatArray:
    """Return the false positive rates of paths where they first ("left") or last have recalls.

    Parameters
    ----------
    paths : Paths
    recalls : ndarray, shape (k,)
    side : {"left", "right"}

    Returns
    -------
    ndarray, shape (b, k)

    Notes
    -----
    Here the positives beyond the last group, which no row has shown, lie below all negatives: where
    positives reach that far down, a straight last piece runs above the true curve.
    """
    r, start, end = paths.segments()
    start[:, -1] = 1.0
    at = np.array([path[1:-1].searchsorted(recalls, side=side) for path in r])
    below, above, x0, x1 = (
        np.take_along_axis(one, place, axis=1)
        for one, place in ((r, at), (r, at + 1), (start, at), (end, at))
    )
    rise = above - below
    share = np.divide(recalls - below, rise, out=np.zeros(at.shape), where=rise > 0)
    found: FloatArray = x0 + share * (x1 - x0)
    return found


def aucpr(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return areas under PR curves.

    Parameters
    ----------
    paths : Paths
        Of b draws.
    prevalence : ndarray, shape (b,) or (1,)
        In (0, 1).

    Returns
    -------
    ndarray, shape (b,)

    Notes
    -----
    With masses ``t = pi r`` and ``f = (1 - pi) x``, a step that adds `a` to ``t`` and `b` to ``f``
    from a total of ``D = t + f`` on has the area ``a (a/d + (t/D - a/d) L)``, where ``d = a + b``
    and ``L = log1p(d/D) / (d/D)``.
    """
    pi, other = prevalence[:, None], 1 - prevalence[:, None]
    t, f, f1 = paths.r * pi, paths.x0 * other, paths.x1 * other
    first = _ratio(t[:, 0] ** 2, t[:, 0] + f[:, 0])
    area = _arc(t[:, :-1], f, np.diff(t, axis=1), f1 - f).sum(axis=1)
    last = _arc(t[:, -1], f1[:, -1], pi[:, 0] - t[:, -1], other[:, 0] - f1[:, -1])
    areas: FloatArray = (first + area + last) / prevalence
    return areas


def auroc(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return areas under ROC curves; they are the same at every prevalence."""
    del prevalence
    twice = paths.r[:, 0] * paths.x0[:, 0]
    twice += (np.diff(paths.r, axis=1) * (paths.x0 + paths.x1)).sum(axis=1)
    twice += (1 - paths.r[:, -1]) * (1 + paths.x1[:, -1])
    areas: FloatArray = 1 - twice / 2
    return areas


def auprg(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return signed areas under PRG curves, as `aucpr`.

    Notes
    -----
    ``1 - o sum (1/l - 1/u) (x_l/l + x_u/u) / 2`` over the steps from recall ``pi`` on, with ``l``
    and ``u`` the recalls where they start and end, and ``o = pi / (1 - pi)``.
    """
    pi = prevalence[:, None]
    r, start, end = paths.segments()
    # The step on which each path reaches recall pi starts there.
    rows = np.arange(len(r))
    entry = np.minimum((r[:, 1:] < pi).sum(axis=1), start.shape[1] - 1)
    low, high = r[rows, entry], r[rows, entry + 1]
    share = _ratio(prevalence - low, high - low)
    start[rows, entry] += share * (end[rows, entry] - start[rows, entry])
    np.maximum(r, pi, out=r)
    inverse = 1 / r
    start *= inverse[:, :-1]
    end *= inverse[:, 1:]
    start += end
    start *= inverse[:, :-1] - inverse[:, 1:]
    lost = start.sum(axis=1) / 2
    areas: FloatArray = 1 - prevalence / (1 - prevalence) * lost
    return areas


def average_precision(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return average precisions, as `aucpr`, of paths with a step for each threshold."""
    pi, other = prevalence[:, None], 1 - prevalence[:, None]
    t, f = paths.r * pi, paths.x1 * other
    first = _ratio(t[:, 0] ** 2, t[:, 0] + paths.x0[:, 0] * other[:, 0])
    steps = np.diff(t, axis=1) * _ratio(t[:, 1:], t[:, 1:] + f)
    areas: FloatArray = (first + steps.sum(axis=1)) / prevalence
    return areas + (1 - paths.r[:, -1]) * prevalence


def aucnpr(paths: Paths, prevalence: FloatArray) -> FloatArray:
    """Return normalised areas under PR curves, as `aucpr`."""
    least = aucpr_min(prevalence)
    areas: FloatArray = (aucpr(paths, prevalence) - least) / (1 - least)
    return areas


# By the keys of `SCORES`.
AREAS: dict[str, Callable[[Paths, FloatArray], FloatArray]] = {
    "aucpr": aucpr,
    "aucnpr": aucnpr,
    "auroc": auroc,
    "auprg": auprg,
    "average_precision": average_precision,
}
# What is drawn in place of a score that cells don't have.
IN_CELLS = {"average_precision": "aucpr"}


def _arc(t: FloatArray, f: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    d, start = a + b, t + f
    relative = _ratio(d, start)
    # Of an empty arc the mean is 1; without anything before an arc, it has a constant share.
    mean = np.log1p(relative)
    mean = _ratio(mean, relative, (start > 0).astype(np.float64) if (relative == 0).any() else 0.0)
    share = _ratio(a, d)
    area = _ratio(t, start)
    area -= share
    area *= mean
    area += share
    area *= a
    return area


def _ratio(one: FloatArray, other: FloatArray, otherwise: FloatArray | float = 0.0) -> FloatArray:
    """Return ``one / other``, and another value where the latter is 0."""
    if other.min(initial=1.0) > 0:
        ratio: FloatArray = one / other
    else:
        # Masked divisions take much longer.
        out = np.broadcast_to(otherwise, np.shape(one)).copy()
        ratio = np.divide(one, other, out=out, where=other > 0)
    return ratio
