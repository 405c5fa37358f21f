from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prplot import ConfusionCurve
from prplot.core.reduction import ENOUGH, TOLERANCE, reduce
from prplot.core.spaces import PR, PRG, ROC
from prplot.core.traces import Trace, trace
from tests.laws import slow_law


def noisy_curve(pos, neg, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [pos, neg])
    return ConfusionCurve.from_scores(labels, rng.normal(labels, 1.0))


def distance(points, x0, y0, x1, y1):
    """Return each point's distance from the nearest of the segments given with it, per row."""
    px, py = points
    dx, dy = x1 - x0, y1 - y0
    length = np.where(dx**2 + dy**2 > 0, dx**2 + dy**2, 1)
    along = np.clip(((px - x0) * dx + (py - y0) * dy) / length, 0, 1)
    return np.hypot(px - x0 - along * dx, py - y0 - along * dy).min(axis=-1)


def far_from(points, drawn):
    """Return how far the farthest point lies from a polyline."""
    ends = drawn.x[:-1], drawn.y[:-1], drawn.x[1:], drawn.y[1:]
    parts = np.array_split(points, max(1, points.shape[0] * drawn.x.size // 2_000_000), axis=0)
    return max(distance((part[:, :1], part[:, 1:]), *ends).max() for part in parts)


def positions(reduced, drawn):
    """Return where the reduced vertices stand among the given ones, in order."""
    at, found = -1, []
    for vertex in zip(reduced.x, reduced.y, strict=True):
        at += 1
        while (drawn.x[at], drawn.y[at]) != vertex:
            at += 1
        found.append(at)
    return found


def check_both_ways(reduced, drawn, tolerance, sample):
    vertices = np.column_stack([drawn.x, drawn.y])
    assert far_from(vertices[sample], reduced) <= tolerance * (1 + 1e-9)
    # Back: a reduced edge lies near the part of the line between its own two ends.
    assert (vertices[[0, -1]] == [(reduced.x[i], reduced.y[i]) for i in (0, -1)]).all()
    kept = positions(reduced, drawn)
    for start, end in pairwise(kept):
        share = np.linspace(0, 1, 9)[:, None]
        edge = vertices[start] + share * (vertices[end] - vertices[start])
        part = Trace(drawn.x[start : end + 1], drawn.y[start : end + 1], drawn.space)
        assert far_from(edge, part) <= tolerance * (1 + 1e-9)


@pytest.mark.parametrize("space", [PR, ROC], ids=["pr", "roc"])
@pytest.mark.parametrize(("prevalence", "fewer"), [(0.5, 40), (0.05, 5)])
def test_a_large_curve_keeps_its_picture_with_few_vertices(prevalence, fewer, space):
    pos = round(100_000 * prevalence)
    drawn = trace(noisy_curve(pos, 100_000 - pos), space, join="points")
    reduced = reduce(drawn)
    assert reduced.space is space
    assert reduced.x.size < drawn.x.size / fewer
    sample = np.random.default_rng(0).integers(drawn.x.size, size=3000)
    check_both_ways(reduced, drawn, TOLERANCE, sample)


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3])
def test_noise_that_fills_the_square_stays(tolerance):
    rng = np.random.default_rng(1)
    drawn = Trace(np.sort(rng.random(100_000)), rng.random(100_000), PR)
    reduced = reduce(drawn, tolerance)
    # At most four vertices of every column, which is no narrower than a quarter of the tolerance.
    assert reduced.x.size <= 16 / tolerance + 4
    check_both_ways(reduced, drawn, tolerance, rng.integers(drawn.x.size, size=300))


@settings(slow_law, max_examples=20)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([1e-4, 1e-3, 1e-2, 0.1]),
    st.sampled_from([0, 1e-3, 0.1]),
)
def test_no_walk_is_moved_by_more_than_the_tolerance(seed, tolerance, step):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.choice(rng.random(50 + rng.integers(3000)), ENOUGH + 300))
    drawn = Trace(x, np.cumsum(rng.normal(size=x.size)) * step, PR)
    reduced = reduce(drawn, tolerance)
    assert reduced.x.size < drawn.x.size
    check_both_ways(reduced, drawn, tolerance, slice(None))


def test_a_straight_line_is_its_two_ends():
    x = np.linspace(0, 1, 5000)
    reduced = reduce(Trace(x, 1 - x, PR))
    assert (reduced.x.tolist(), reduced.y.tolist()) == ([0, 1], [1, 0])


def test_a_single_spike_survives():
    x = np.linspace(0, 1, 5001)
    y = np.where(np.arange(5001) == 2500, 1.0, 0.0)
    reduced = reduce(Trace(x, y, PR))
    assert (0.5, 1.0) in set(zip(reduced.x, reduced.y, strict=True))
    assert reduced.x.size == 5


def test_few_vertices_are_left_alone():
    x = np.linspace(0, 1, ENOUGH)
    drawn = Trace(x, x, PR)
    assert reduce(drawn) is drawn


def test_a_curve_in_prg_space_comes_from_infinity_and_is_reduced_all_the_same():
    rng = np.random.default_rng(0)
    labels = rng.random(20_000) < 0.3
    curve = ConfusionCurve.from_scores(labels, rng.normal(size=20_000) + labels)
    drawn = trace(curve, PRG)
    reduced = reduce(drawn)
    seen = np.isfinite(drawn.x)
    assert 100 < reduced.x.size < seen.sum()
    assert (reduced.x[0], reduced.y[0]) == (drawn.x[seen][0], drawn.y[seen][0])
    assert (reduced.x[-1], reduced.y[-1]) == pytest.approx((1, 0), abs=1e-12)
