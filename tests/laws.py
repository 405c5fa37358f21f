"""What the tests share: ways to draw data, and a slow reference in exact fractions."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import mpmath
import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from prplot import ConfusionCurve


def law_of(examples: int) -> settings:
    """A law that is tried on so many examples, on a hundred times as many in a search."""
    searching = not settings().derandomize
    return settings(max_examples=examples * (100 if searching else 1), deadline=None, database=None)


law = law_of(12)
slow_law = law_of(6)

DIGITS = 60

# Few values, so that ties are many; negative zero ties with zero.
TIED = (-3.5, -1.0, -0.0, 0.0, 0.25, 0.5, 1.0, 1e300)


# How data are drawn


@st.composite
def rankings(draw: st.DrawFn, *, min_size: int = 1, max_size: int = 30, both: bool = False) -> Any:
    """Labels 0/1 and scores, most of them tied; both classes if asked for."""
    size = draw(st.integers(max(min_size, 2 if both else 1), max_size))
    labels = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    if both and len(set(labels)) == 1:
        labels[draw(st.integers(0, size - 1))] ^= 1
    each = draw(st.sampled_from([st.sampled_from(TIED), st.floats(-1e3, 1e3), st.integers(0, 9)]))
    scores = draw(st.lists(each, min_size=size, max_size=size))
    return np.array(labels), np.array(scores, dtype=float)


@st.composite
def weighted_rankings(draw: st.DrawFn, *, whole: bool, both: bool = False) -> Any:
    """Labels, scores and weights, some of them zero; both classes have mass if asked for."""
    labels, scores = draw(rankings(both=both))
    each = st.integers(0, 4) if whole else st.sampled_from([0.0, 0.1, 1 / 3, 1.0, 2.5, 7e3])
    weights = np.array(draw(st.lists(each, min_size=labels.size, max_size=labels.size)))
    for kind in (0, 1) if both else (int(labels[0]),):
        if not weights[labels == kind].any():
            weights[np.flatnonzero(labels == kind)[0]] = 1
    return labels, scores, weights


class CountPath(NamedTuple):
    """Whole operating points that end at ``(pos, neg)``, both at least 1."""

    tp: np.ndarray
    fp: np.ndarray
    pos: int
    neg: int

    def curve(self) -> ConfusionCurve:
        return ConfusionCurve.from_counts(self.tp, self.fp, self.pos, self.neg)

    def points(self) -> list["Point"]:
        inner = [
            Point(None, Fraction(int(t)), Fraction(int(f))) for t, f in zip(*self[:2], strict=True)
        ]
        return [Point(None, Fraction(0), Fraction(0)), *inner]


@st.composite
def count_paths(draw: st.DrawFn, *, most: int = 12) -> CountPath:
    """Paths of whole counts from the origin, with level, steep and upright segments."""
    move = st.tuples(st.integers(0, 20), st.sampled_from([0, 0, 1, 2, 5, 40, 1000]))
    moves = draw(st.lists(move.filter(any), min_size=1, max_size=most))
    tp, fp = np.cumsum(np.array(moves, dtype=np.int64), axis=0).T
    if tp[-1] == 0 or fp[-1] == 0:
        tp, fp = np.append(tp, tp[-1] + 1), np.append(fp, fp[-1] + 1)
    return CountPath(tp, fp, int(tp[-1]), int(fp[-1]))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[float, float]:
    """Parts of the unit interval, not too narrow to divide by."""
    end = st.floats(0, 1).map(lambda share: share if share > 1e-9 else 0.0)
    low, high = sorted(draw(st.tuples(end, end)))
    return (low, high) if high - low > 0.01 else (low / 2, low / 2 + 0.25)


def seeded_rankings(count: int, weights: Sequence[float] = (1,)) -> Iterator[Any]:
    """Yield labels, scores and weights, most scores tied; both classes have mass."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        size = int(rng.integers(2, 25))
        labels = (rng.random(size) < rng.random()).astype(int)
        scores = rng.integers(0, rng.integers(1, 2 * size), size)
        masses = rng.choice(weights, size)
        labels[:2], masses[:2] = (0, 1), weights[-1]
        yield labels, scores, masses


def seeded_path(rng: np.random.Generator, pos: int, neg: int) -> CountPath:
    """Draw up to seven operating points, so few counts that runs and repetitions are many."""
    size = int(rng.integers(1, 8))
    tp, fp = (np.append(np.sort(rng.integers(0, n + 1, size)), n) for n in (pos, neg))
    return CountPath(tp, fp, pos, neg)


def paths_with_drops(count: int) -> Iterator[CountPath]:
    """Yield small paths, half of them with a drop where a whole count has recall gain 0."""
    rng = np.random.default_rng(0)
    whole = [(p, at) for p in range(2, 60) for at in range(1, p) if p * (p - at) % at == 0]
    for _ in range(count // 2):
        yield seeded_path(rng, *rng.integers(1, 12, 2).tolist())
        pos, at = whole[rng.integers(len(whole))]
        tp, fp, _, neg = seeded_path(rng, pos, pos * (pos - at) // at)
        fp = np.sort(np.append(fp, rng.integers(0, neg + 1, 2)))
        yield CountPath(np.sort(np.append(tp, [at, at])), fp, pos, neg)


def paths_of_masses(count: int) -> Iterator[tuple[ConfusionCurve, list["Point"]]]:
    """Yield curves of masses that no sum rounds, at prevalences next to 0 and next to 1, with drops
    and the most points about recall gain 0, and their exact points.
    """
    rng = np.random.default_rng(0)
    for _ in range(count):
        pos, neg = 1.0, float(10 ** rng.uniform(-17, 8))
        left = neg * (pos / (pos + neg))
        near = rng.choice([0, 1 + 1e-7, 1 - 1e-7, *rng.uniform(0, 2, 4)], 4)
        tp = np.sort(np.append(np.clip(pos - left * near, 0, pos), [*rng.random(3), pos]))
        fp = np.sort(np.append(rng.choice([0, *rng.random(6)], tp.size - 1) * neg, neg))
        points = [
            Point(None, exactly(a), exactly(b)) for a, b in [(0, 0), *zip(tp, fp, strict=True)]
        ]
        yield ConfusionCurve.from_counts(tp, fp, pos, neg), points


def forms(path: CountPath) -> Iterator[ConfusionCurve]:
    """Make one curve in several ways; in all but the first its counts are rounded."""
    yield path.curve()
    pi = path.pos / (path.pos + path.neg)
    yield ConfusionCurve.from_rates(path.fp / path.neg, path.tp / path.pos, pi)
    tripled = ConfusionCurve.from_counts(path.tp, 3 * path.fp, path.pos, 3 * path.neg)
    yield tripled.at_prevalence(pi)
    for unit in (0.1, 1e-100, 1e100):
        tp, fp, pos, neg = (unit * np.asarray(counts) for counts in path)
        yield ConfusionCurve.from_counts(tp, fp, float(pos), float(neg))


def curves_of_all_kinds(count: int) -> Iterator[tuple[ConfusionCurve, list["Point"]]]:
    """Yield curves of scores and of counts with their exact points, up to a common factor."""
    for weights in ((1,), (0, 1, 2, 5), (0.0, 0.1, 1 / 3, 2.5, 7e3)):
        for labels, scores, masses in seeded_rankings(count, weights):
            curve = ConfusionCurve.from_scores(labels, scores, sample_weight=masses)
            yield curve, slow_points(labels, scores, masses.tolist())
    for path in paths_with_drops(count):
        for curve in forms(path):
            yield curve, path.points()


# The slow reference


class Point(NamedTuple):
    """An operating point; the start has the threshold None."""

    threshold: Fraction | None
    tp: Fraction
    fp: Fraction


def exactly(number: Any) -> Fraction:
    """Return a number of any type without rounding it; infinity as it is."""
    if isinstance(number, int | np.integer | np.bool_):
        return Fraction(int(number))
    return number if abs(number) == math.inf else Fraction(*number.as_integer_ratio())


def slow_points(labels: Iterable, scores: Iterable, weights: Iterable | None = None) -> list[Point]:
    """Group by score, then add up: one operating point per distinct score, best first."""
    labels = list(labels)
    masses: dict[Fraction, list[Fraction]] = {}
    for label, score, weight in zip(labels, scores, weights or [1] * len(labels), strict=True):
        if weight:
            masses.setdefault(exactly(score), [Fraction(0), Fraction(0)])[not label] += exactly(
                weight
            )
    points = [Point(None, Fraction(0), Fraction(0))]
    for score in sorted(masses, reverse=True):
        gained, cost = masses[score]
        points.append(Point(score, points[-1].tp + gained, points[-1].fp + cost))
    return points


def slow_listed(points: Sequence[Point]) -> list[Point]:
    """Keep the start, the end, and every point at which `tp` changes with the one before it."""
    changes = [i for i in range(1, len(points)) if points[i].tp != points[i - 1].tp]
    kept = {0, len(points) - 1, *changes, *(i - 1 for i in changes)}
    return [points[i] for i in sorted(kept)]


def segments(points: Sequence[Point]) -> Iterator[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Yield ``(tp, fp, dtp, dfp)`` of the straight segments between points."""
    for a, b in pairwise(points):
        yield a.tp, a.fp, b.tp - a.tp, b.fp - a.fp


def slow_auroc(points: Sequence[Point], low: Any = 0, high: Any = 1) -> Fraction:
    """Add up the trapezoids under the ROC curve between two false positive rates."""
    pos, neg = points[-1][1:]
    area = Fraction(0)
    for tp, fp, dtp, dfp in segments(points):
        left, right = (min(max(exactly(end) * neg, fp), fp + dfp) for end in (low, high))
        if dfp:
            middle = tp + dtp / dfp * ((left + right) / 2 - fp)
            area += (right - left) * middle
    return area / pos / neg


def slow_average_precision(points: Sequence[Point]) -> Fraction:
    """Add up precision times the gain in recall."""
    return (
        sum(
            (
                dtp * (tp + dtp) / (tp + dtp + fp + dfp)
                for tp, fp, dtp, dfp in segments(points)
                if dtp
            ),
            Fraction(0),
        )
        / points[-1].tp
    )


def slow_aucpr(points: Sequence[Point], low: Any = 0, high: Any = 1) -> mpmath.mpf:
    """Integrate the hyperbolas by their antiderivative, with digits to spare where it cancels."""
    pos = points[-1].tp
    ends = exactly(low) * pos, exactly(high) * pos
    with mpmath.workdps(DIGITS):
        area = mpmath.mpf(0)
        for tp, fp, dtp, dfp in segments(points):
            left, right = (min(max(end, tp), tp + dtp) for end in ends)
            if right > left:
                area += _antiderivative(right, left, tp, fp, 1 + dfp / dtp)
        return area / real(pos)


def slow_aucnpr(points: Sequence[Point], low: Any = 0, high: Any = 1) -> mpmath.mpf:
    """Return the share of the area between the worst curve and precision 1 (Boyd et al. 2012)."""
    start, neg = points[0], points[-1].fp
    worst = slow_aucpr([start, Point(None, Fraction(0), neg), points[-1]], low, high)
    with mpmath.workdps(DIGITS):
        return (slow_aucpr(points, low, high) - worst) / (
            real(exactly(high) - exactly(low)) - worst
        )


def _antiderivative(
    right: Fraction, left: Fraction, tp: Fraction, fp: Fraction, k: Fraction
) -> Any:
    c = tp + fp - k * tp
    if c == 0:
        return real((right - left) / k)
    return real((right - left) / k) - real(c / k**2) * mpmath.log(
        real((c + k * right) / (c + k * left))
    )


def real(number: Fraction) -> mpmath.mpf:
    """Return a fraction in the working precision."""
    return mpmath.mpf(number.numerator) / number.denominator


def slow_precision_at(points: Sequence[Point], recall: Any) -> Fraction:
    """Return the precision where the path first has that recall."""
    at = exactly(recall) * points[-1].tp
    if at == 0:
        first = points[1]
        return first.tp / (first.tp + first.fp)
    for tp, fp, dtp, dfp in segments(points):
        if tp < at <= tp + dtp:
            return at / (at + fp + dfp / dtp * (at - tp))
    raise AssertionError("no path has that recall")


def slow_recall_at(points: Sequence[Point], precision: Any) -> Fraction:
    """Return the largest recall with at least that precision, 0 if there is none."""
    p = exactly(precision)
    best = Fraction(0)
    for tp, fp, dtp, dfp in segments(points):
        # (1 - p) tp - p fp >= 0 is what "at least" means; it is linear along the segment.
        start, end = (1 - p) * tp - p * fp, (1 - p) * (tp + dtp) - p * (fp + dfp)
        if end >= 0:
            best = max(best, tp + dtp)
        elif start >= 0:
            best = max(best, tp + start / (start - end) * dtp)
    return best / points[-1].tp


def slow_hull(points: Sequence[Point]) -> list[Point]:
    """Keep the ends and every point that no segment between two others passes on or above."""
    distinct = [
        p
        for i, p in enumerate(points)
        if not i or (p.tp, p.fp) != (points[i - 1].tp, points[i - 1].fp)
    ]
    # Neither count ever falls: the segments at or above a point join one before and one after it.
    beneath = {
        b
        for a, b, c in combinations(distinct, 3)
        if (b.tp - a.tp) * (c.fp - a.fp) <= (c.tp - a.tp) * (b.fp - a.fp)
    }
    return [p for p in distinct if p not in beneath]


def slow_dominates_in_pr(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Compare precisions at the recalls of all points, right after them and halfway between."""
    recalls = sorted({p.tp / points[-1].tp for points in (one, other) for p in points})
    # So close that nothing that differs right after a jump can meet before.
    after = [recall + Fraction(1, 10**30) for recall in recalls[:-1]]
    halfway = [(a + b) / 2 for a, b in pairwise(recalls)]
    return all(
        slow_precision_at(one, recall) >= slow_precision_at(other, recall)
        for recall in [*recalls[1:], *after, *halfway]
    )


def slow_dominates_in_roc(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Compare the least and the greatest false positive rates at the tpr of all points."""
    rates = {p.tp / points[-1].tp for points in (one, other) for p in points}
    return all(
        mine <= others
        for rate in rates
        for mine, others in zip(slow_fpr_at(one, rate), slow_fpr_at(other, rate), strict=True)
    )


def slow_fpr_at(points: Sequence[Point], tpr: Fraction) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest false positive rate where the path has that tpr."""
    pos, neg = points[-1][1:]
    found: list[Fraction] = []
    for tp, fp, dtp, dfp in segments(points):
        if tp <= tpr * pos <= tp + dtp:
            found += [fp + dfp * (tpr * pos - tp) / dtp] if dtp else [fp, fp + dfp]
    return min(found) / neg, max(found) / neg


# Precision-Recall-Gain space (Flach & Kull 2015), slowly


def slow_gain(value: Fraction, prevalence: Fraction) -> Fraction:
    """Return a precision, recall or F score on the harmonic scale, by equation 3."""
    return (value - prevalence) / ((1 - prevalence) * value)


def slow_gains(points: Sequence[Point]) -> list[tuple[Fraction, Fraction]]:
    """Return recall gain and precision gain of all points that have true positives."""
    pos, neg = points[-1][1:]
    pi = pos / (pos + neg)
    return [(slow_gain(tp / pos, pi), slow_gain(tp / (tp + fp), pi)) for _, tp, fp in points if tp]


def slow_in_square(points: Sequence[Point]) -> list[Point]:
    """Keep the path from where it first has recall gain 0, between two points if need be."""
    pos, neg = points[-1][1:]
    zero = pos * pos / (pos + neg)
    first = next(i for i, point in enumerate(points) if point.tp >= zero)
    (_, tp, fp), (_, ahead, beyond) = points[first - 1 : first + 1]
    start = Point(None, zero, fp + (zero - tp) / (ahead - tp) * (beyond - fp))
    return [start, *points[first:]]


def slow_auprg(points: Sequence[Point], *, clip: bool = False) -> Fraction:
    """Add up the trapezoids under the path in the square; clipped, negative gains count 0."""
    path = slow_gains(slow_in_square(points))
    if clip:
        crossed = path[:1]
        for (x0, y0), (x1, y1) in pairwise(path):
            if y0 * y1 < 0:
                crossed.append((x0 + y0 / (y0 - y1) * (x1 - x0), Fraction(0)))
            crossed.append((x1, y1))
        path = [(x, max(y, Fraction(0))) for x, y in crossed]
    return sum(((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(path)), Fraction(0))


def slow_f(point: Point, pos: Fraction, b2: Fraction) -> Fraction:
    """Return the F score of an operating point by its definition in counts."""
    _, tp, fp = point
    return (1 + b2) * tp / ((1 + b2) * tp + fp + b2 * (pos - tp)) if tp else Fraction(0)


def slow_mean_over_delta(points: Sequence[Point], value: Callable) -> Fraction | None:
    """Average what is linear on every segment over points for which Delta is uniform.

    ``Delta = recall gain / pi - precision gain / (1 - pi)`` (Flach & Kull 2015, section 3.3); None
    if it has one value only.
    """
    pos, neg = points[-1][1:]
    pi = pos / (pos + neg)
    path = slow_in_square(points)
    deltas = [x / pi - y / (1 - pi) for x, y in slow_gains(path)]
    if deltas[-1] == deltas[0]:
        return None
    values = [value(point) for point in path]
    total = sum(
        (d1 - d0) * (v0 + v1) / 2
        for (d0, d1), (v0, v1) in zip(pairwise(deltas), pairwise(values), strict=True)
    )
    return total / (deltas[-1] - deltas[0])


def slow_best_for(gains: Iterable[tuple[Fraction, Fraction]]) -> dict:
    """Return between which weights ``d`` each pair ``(u, v)`` alone has the highest
    ``d u + (1 - d) v``; pairs that never have are left out.
    """
    distinct = set(gains)
    best = {}
    for u, v in distinct:
        low, high = Fraction(0), Fraction(1)
        for du, dv in ((u - other, v - beside) for other, beside in distinct - {(u, v)}):
            # dv + d (du - dv) > 0 is one bound on d, or holds everywhere or nowhere.
            if du > dv:
                low = max(low, dv / (dv - du))
            elif du < dv:
                high = min(high, dv / (dv - du))
            elif du <= 0:
                high = Fraction(0)
        if low < high:
            best[u, v] = low, high
    return best


# Comparing


def close(found: Any, expected: Any, *, relative: float = 1e-12, absolute: float = 0.0) -> bool:
    """Tell whether two numbers agree; both may be exact."""
    with mpmath.workdps(DIGITS):
        a, b = (real(n) if isinstance(n, Fraction) else mpmath.mpf(n) for n in (found, expected))
        return bool(abs(a - b) <= max(relative * abs(b), absolute))


def distinct_vertices(x: Any, y: Any, *, within: float = 1e-12) -> np.ndarray:
    """Return the vertices of a path without those that repeat the one before."""
    vertices = np.column_stack([x, y]).astype(float)
    moved = (np.abs(np.diff(vertices, axis=0)) > within).any(axis=1)
    return vertices[np.append(True, moved)]
