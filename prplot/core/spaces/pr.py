"""PR space: precision against recall, and the arcs between neighbouring operating points.

Between two points ``(tp_0, fp_0)`` and ``(tp_1, fp_1)`` every mixture is attainable: both counts
move linearly (Davis & Goadrich 2006, section 4). In PR space that straight line is an arc of a
hyperbola. With ``n = tp + fp`` it reads ``precision = (1 - c / n) / k``, where ``k = dn / dtp`` and
``c = n_0 - k tp_0``. Everything here is elementwise over segments.
"""

from sys import float_info
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import FloatArray
from prplot.core.spaces.space import Pair, Space


def _project(tp: FloatArray, fp: FloatArray, pos: float, neg: float) -> Pair:
    return np.divide(tp, pos), np.divide(tp, tp + fp)


def _invert(x: FloatArray, y: FloatArray, pos: float, neg: float) -> Pair:
    tp = x * pos
    fp = np.where(y == 1, 0.0, tp * np.divide(1 - y, y))
    return tp, np.where(x == 0, np.nan, fp)


def _bend(tp: FloatArray, fp: FloatArray, pos: float, neg: float, tolerance: float) -> Pair:
    return subdivide(tp, fp, tolerance)


def _origin(dtp: float, dfp: float, pos: float, neg: float) -> tuple[float, float]:
    # Without positives there is no recall, not even of 0.
    return 0.0 if pos else np.nan, dtp / (dtp + dfp)


# While `dn` is a smaller share of the sum of `n` at both ends, four terms of the series are exact
# to the last bit; of longer segments, which are few, the logarithm's leading terms do not cancel.
_SERIES_BELOW = 0.02
# Segments that are looked at together, so that what is computed of them takes little memory.
_BLOCK = 2**16


def mean_share(part: ArrayLike, n: ArrayLike, dpart: ArrayLike, dn: ArrayLike) -> FloatArray:
    """Return the mean share of a count among the predicted positives, over a segment's recalls.

    Parameters
    ----------
    part, n : array_like of float
        The count (true positives, whose share is precision, or false positives) and all predicted
        positives (``tp + fp``) where the segment starts.
    dpart, dn : array_like of float
        Their increments along the segment, in which true positives grow.

    Returns
    -------
    ndarray of float
        In [0, 1].

    Notes
    -----
    The integral of the hyperbola, ``[t/k - c/k^2 ln(k t + c)] / dtp``, loses all digits when the
    segment is short. In two forms of it nothing cancels. With ``w = dn / n`` and
    ``L = log1p(w) / w`` it equals

    ``(dpart / dn) (1 - L) + (part / n) L``,

    a weighted mean of the share in the increment and the share at the start. On a segment from
    ``(0, 0)`` the share is constant, ``dpart / dn``. With ``m = 2 n + dn`` and ``z = dn / m``, so
    that ``log1p(w) = 2 artanh(z)``, it equals

    ``s - z (dpart - s dn) / m (1/3 + z^2/5 + z^4/7 + ...)``, ``s = (2 part + dpart) / m``,

    the share halfway and a small correction of it, which short segments need.
    """
    floats = (np.asarray(one, np.float64) for one in (part, n, dpart, dn))
    part, n, dpart, dn = np.broadcast_arrays(*floats)
    with np.errstate(all="ignore"):
        ends = n + (n + dn)
        z = dn / ends
        mean = np.asarray((part + (part + dpart)) / ends)
        mean -= z * _series(z * z) * ((dpart - mean * dn) / ends)
        long = ~(z < _SERIES_BELOW)
        mean[long] = _mean_by_logarithm(part[long], n[long], dpart[long], dn[long])
    return mean


def _series(q: FloatArray) -> FloatArray:
    """Return ``1/3 + q/5 + q^2/7 + q^3/9``, by Horner's rule."""
    series: FloatArray = q * (1 / 9)
    for divisor in (7, 5):
        series += 1 / divisor
        series *= q
    series += 1 / 3
    return series


def _mean_by_logarithm(
    part: FloatArray, n: FloatArray, dpart: FloatArray, dn: FloatArray
) -> FloatArray:
    w = np.fmin(dn / n, float_info.max)
    ratio = np.log1p(w) / w
    # At the origin the ratio is next to 0, and the share there, 0 / 0, is not asked for.
    return np.asarray(dpart / dn * (1 - ratio) + np.fmax(part / n * ratio, 0.0))


def chord_counts(
    tp: FloatArray, fp: FloatArray, dtp: FloatArray, dfp: FloatArray, tolerance: float
) -> NDArray[np.int64]:
    """Return how many chords draw each arc to ``tolerance`` in precision.

    Notes
    -----
    The chord from ``n_0`` to ``n_1`` misses the arc by at most
    ``|c|/k (1/sqrt(n_0) - 1/sqrt(n_1))^2``. So chords of equal length in ``1/sqrt(n)`` share the
    error evenly, and the number of them follows in closed form at any steepness.
    """
    n, dn = tp + fp, dtp + dfp
    count = np.ones(n.shape, np.int64)
    # The amplitude is n at most, so that an arc misses no more than (dn / (n + dn))^2. Most of many
    # arcs are too short to miss the tolerance.
    bends = np.flatnonzero((dtp > 0) & (n > 0) & (dn > np.sqrt(tolerance) * (n + dn)))
    tp, n, dtp, dn = tp[bends], n[bends], dtp[bends], dn[bends]
    with np.errstate(all="ignore"):
        amplitude = np.abs(n * dtp / dn - tp)
        span = 1 / np.sqrt(n) - 1 / np.sqrt(n + dn)
        count[bends] = np.maximum(np.ceil(np.sqrt(amplitude / tolerance) * span), 1)
    return count


def places_along(n: FloatArray, dn: FloatArray, share: FloatArray) -> FloatArray:
    """Return how far along each segment (0 start, 1 end) the given share of ``1/sqrt(n)`` lies."""
    with np.errstate(all="ignore"):
        root = (1 - share) / np.sqrt(n) + share / np.sqrt(n + dn)
        return np.where((n > 0) & (dn > 0), (root**-2 - n) / dn, share)


def subdivide(
    tp: NDArray[Any], fp: NDArray[Any], tolerance: float
) -> tuple[FloatArray, FloatArray]:
    """Insert points into a path of counts so that its chords in PR space are true to ``tolerance``.

    Parameters
    ----------
    tp, fp : ndarray, shape (n,)
        A path in count space.
    tolerance : float
        The largest allowed error in precision, in units of the axis.

    Returns
    -------
    tp, fp : ndarray of float, shape (m,), m >= n
        The same path; the given points are kept as they are.
    """
    # Not all at once: a dozen numbers are computed for each segment.
    blocks = [slice(start, start + _BLOCK + 1) for start in range(0, tp.size - 1, _BLOCK)]
    parts = [_subdivided(tp[block], fp[block], tolerance) for block in blocks]
    ends = tp[-1:].astype(np.float64), fp[-1:].astype(np.float64)
    inner_tp, inner_fp = zip(*parts, ends, strict=True)
    return np.concatenate(inner_tp), np.concatenate(inner_fp)


def _subdivided(
    tp: NDArray[Any], fp: NDArray[Any], tolerance: float
) -> tuple[FloatArray, FloatArray]:
    """Insert points into a part of a path, of which the last point is left out."""
    tp, fp = tp.astype(np.float64), fp.astype(np.float64)
    dtp, dfp = np.diff(tp), np.diff(fp)
    count = chord_counts(tp[:-1], fp[:-1], dtp, dfp, tolerance)
    if count.max() == 1:
        return tp[:-1], fp[:-1]
    segment = np.repeat(np.arange(count.size), count)
    first = np.cumsum(count) - count
    share = (np.arange(segment.size) - first[segment]) / count[segment]
    at = places_along((tp + fp)[segment], (dtp + dfp)[segment], share)
    # The start of a segment must not move, not even by a rounding error.
    at[first] = 0.0
    return tp[segment] + at * dtp[segment], fp[segment] + at * dfp[segment]


def _as_they_are(x: float, y: float) -> tuple[float, float]:
    return x, y


PR = Space(
    name="pr",
    x_label="Recall",
    y_label="Precision",
    limits=(0.0, 1.0),
    forward=_project,
    backward=_invert,
    origin=_origin,
    bend=_bend,
    curve_word="PR curve",
    hull_word="achievable curve",
    same_at_every_prevalence=frozenset({"isometrics"}),
    has_unachievable=True,
    home=(0.0, 0.5),
    recall_precision=_as_they_are,
    # Boyd et al. (2012), section 2.2: it lies on the recall axis.
    without_positives=((0.0, 0.0), (1.0, 0.0)),
)
