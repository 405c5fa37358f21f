from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import ConfusionCurve
from prplot.core.spaces import NPR, PR, PRG, ROC, SPACES, Space
from prplot.core.traces import (
    DRAWN_TOLERANCE,
    ENOUGH,
    Trace,
    cropped,
    fewest_vertices,
    leftmost,
    simplified,
    trace,
)
from tests.cases import sampled
from tests.laws import count_paths, law, law_of


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
    vertices = np.column_stack([drawn.x, drawn.y])
    starts, ends, some = vertices[:-1], vertices[1:], vertices[:: 1 + len(vertices) // 200]
    lowest, highest = np.minimum(starts, ends), np.maximum(starts, ends)
    far, points = [], points[np.lexsort(points.T[::-1])]
    for part in np.array_split(points, 1 + len(points) // 20):
        # No point is further from the line than from a vertex: no other segments come near it.
        most = np.hypot(*(part[:, None] - some).T).min(axis=0).max()
        beyond = (lowest > part.max(axis=0) + most) | (highest < part.min(axis=0) - most)
        near = ~beyond.any(axis=1)
        far.append(distance((part[:, :1], part[:, 1:]), *starts[near].T, *ends[near].T).max())
    return max(far)


def check_both_ways(reduced, drawn, tolerance, sample):
    vertices = np.column_stack([drawn.x, drawn.y])
    assert far_from(vertices[sample], reduced) <= tolerance * (1 + 1e-9)
    assert (vertices[[0, -1]] == [(reduced.x[i], reduced.y[i]) for i in (0, -1)]).all()
    assert (np.diff(reduced.x) >= 0).all()
    share = np.linspace(0, 1, 9)[:, None]
    corners = np.column_stack([reduced.x, reduced.y])
    picked = np.random.default_rng(0).integers(corners.shape[0] - 1, size=50)
    edges = corners[picked] + share[:, :, None] * (corners[picked + 1] - corners[picked])
    assert far_from(edges.reshape(-1, 2), drawn) <= tolerance * (1 + 1e-9)


@pytest.mark.parametrize(
    ("space", "prevalence", "fewer"),
    sampled([(PR, 0.5, 40), (ROC, 0.5, 40), (PR, 0.05, 5), (ROC, 0.05, 5)], every=3),
)
def test_a_large_curve_keeps_its_picture_with_few_vertices(space, prevalence, fewer):
    pos = round(100_000 * prevalence)
    drawn = trace(noisy_curve(pos, 100_000 - pos), space, join="points")
    reduced = simplified(drawn)
    assert reduced.space is space
    assert reduced.x.size < drawn.x.size / fewer
    sample = np.random.default_rng(0).integers(drawn.x.size, size=1000)
    check_both_ways(reduced, drawn, DRAWN_TOLERANCE, sample)


@pytest.mark.parametrize(("tolerance", "size"), sampled([(1e-2, 20_000), (1e-3, 100_000)], every=2))
def test_noise_that_fills_the_square_stays(tolerance, size):
    rng = np.random.default_rng(1)
    drawn = Trace(np.sort(rng.random(size)), rng.random(size), PR)
    reduced = simplified(drawn, tolerance)
    # At most four vertices of every column, which is no narrower than a quarter of the tolerance.
    assert reduced.x.size <= 16 / tolerance + 4
    check_both_ways(reduced, drawn, tolerance, rng.integers(drawn.x.size, size=300))


@law_of(5)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([1e-4, 1e-3, 1e-2, 0.1]),
    st.sampled_from([0, 1e-3, 0.1]),
)
def test_no_walk_is_moved_by_more_than_the_tolerance(seed, tolerance, step):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.choice(rng.random(50 + rng.integers(3000)), ENOUGH + 300))
    drawn = Trace(x, np.cumsum(rng.normal(size=x.size)) * step, PR)
    reduced = simplified(drawn, tolerance)
    assert reduced.x.size < drawn.x.size
    check_both_ways(reduced, drawn, tolerance, slice(None))


@law_of(5)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([3, 40, 2000, 60_000]),
    st.sampled_from([0, 1e-3, 0.1]),
    st.sampled_from([1e-4, 1e-2]),
)
def test_dropped_vertices_lie_next_to_the_segment_that_replaces_them(seed, size, step, tolerance):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.choice(rng.random(size), size))
    y = np.cumsum(rng.normal(size=size)) * step
    kept = fewest_vertices(x, y, tolerance)
    assert (kept[0], kept[-1]) == (0, size - 1)
    assert (np.diff(kept) > 0).all()
    of = np.clip(np.searchsorted(kept, np.arange(size), side="right"), 1, kept.size - 1)
    start, end = kept[of - 1], kept[of]
    ends = (part[rows][:, None] for rows in (start, end) for part in (x, y))
    apart = distance((x[:, None], y[:, None]), *ends)
    assert apart.max() <= tolerance * (1 + 1e-9)


def split_in_turn(x, y, tolerance):
    """Douglas and Peucker's method as they describe it, one piece after the other."""
    kept, pieces = {0, x.size - 1}, [(0, x.size - 1)]
    while pieces:
        start, end = pieces.pop()
        inner = slice(start + 1, end)
        ends = x[start], y[start], x[end], y[end]
        apart = distance((x[inner, None], y[inner, None]), *ends)
        if apart.size and apart.max() > tolerance:
            split = start + 1 + int(apart.argmax())
            kept.add(split)
            pieces += [(start, split), (split, end)]
    return kept


@pytest.mark.parametrize("size", [300, 5000, 60_000])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-3])
def test_hardly_more_vertices_are_kept_than_by_splitting_in_turn(size, tolerance):
    curve = noisy_curve(size, size)
    drawn = trace(curve, ROC)
    kept = fewest_vertices(drawn.x, drawn.y, tolerance)
    assert kept.size <= 1.05 * len(split_in_turn(drawn.x, drawn.y, tolerance)) + 5


def test_lines_too_short_for_a_reciprocal_are_points():
    x = np.arange(40.0) * 1e-170
    y = np.where(np.arange(40) == 20, 1.0, 0.0)
    assert fewest_vertices(x, y, 1e-3).tolist() == [0, 20, 39]


def test_straight_lines_spikes_and_what_is_left_alone():
    x = np.linspace(0, 1, 5000)
    reduced = simplified(Trace(x, 1 - x, PR))
    assert (reduced.x.tolist(), reduced.y.tolist()) == ([0, 1], [1, 0])
    x = np.linspace(0, 1, 5001)
    y = np.where(np.arange(5001) == 2500, 1.0, 0.0)
    reduced = simplified(Trace(x, y, PR))
    assert (0.5, 1.0) in set(zip(reduced.x, reduced.y, strict=True))
    assert reduced.x.size == 5
    x = np.linspace(0, 1, ENOUGH)
    drawn = Trace(x, x, PR)
    assert simplified(drawn) is drawn
    x = np.linspace(0, 1, 2 * ENOUGH)
    drawn = Trace(x, x, PR, error=1e-2)
    assert simplified(drawn, 1e-3) is drawn


def test_a_curve_in_prg_space_comes_from_infinity_and_is_reduced_all_the_same():
    rng = np.random.default_rng(0)
    labels = rng.random(20_000) < 0.3
    curve = ConfusionCurve.from_scores(labels, rng.normal(size=20_000) + labels)
    drawn = trace(curve, PRG)
    reduced = simplified(drawn)
    seen = np.isfinite(drawn.x)
    assert 100 < reduced.x.size < seen.sum()
    # One vertex further left than the picture reaches: the line comes from there.
    assert (reduced.x <= leftmost(PRG)).sum() <= 2
    assert reduced.x[0] in drawn.x[seen]
    assert (reduced.x[-1], reduced.y[-1]) == pytest.approx((1, 0), abs=1e-12)


# Against the exact curve: what the arcs miss and what is dropped, together


@st.composite
def long_paths(draw):
    """Paths of more points than are drawn whole, with ties, runs and jumps of any size."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = int(rng.integers(ENOUGH, 3 * ENOUGH))
    kind = draw(st.sampled_from(["scores", "ties", "jumps", "few jumps", "rare"]))
    moves = rng.integers(0, 2, (2, size))
    if kind == "ties":
        moves = rng.integers(0, 6, (2, size))
    elif kind in ("jumps", "few jumps"):
        jumps = rng.random((2, size)) < (0.3 if kind == "jumps" else 0.002)
        moves = np.where(jumps, np.exp(rng.uniform(0, 14, (2, size))), moves).astype(np.int64)
    elif kind == "rare":
        moves[0] = 1
        moves[1] = rng.geometric(1e-3, size)
    else:
        moves[0] = np.sort(rng.random(size)) < rng.random(size)
    tp, fp = np.cumsum(moves, axis=1)
    tp, fp = np.append(tp, tp[-1] + 1), np.append(fp, fp[-1] + 1)
    return ConfusionCurve.from_counts(tp, fp, int(tp[-1]), int(fp[-1]))


# Where on a segment to look: evenly, and ever closer to its start, where an arc may bend most. What
# is found between two such places lies on a chord, which must miss far less than what is promised.
SHORT, MIDDLE, LONG = (
    np.union1d(np.linspace(0, 1, places), np.geomspace(1e-7, 1, places)) for places in (2, 20, 400)
)


def exact_points(curve, space):
    """Sample the exact curve in a space, by straight lines of counts."""
    tp, fp = curve.tp.astype(float), curve.fp.astype(float)
    x, y = space.project_path(tp, fp, curve.pos, curve.neg)
    with np.errstate(invalid="ignore"):
        chord = np.nan_to_num(np.hypot(np.diff(x), np.diff(y)), nan=1.0, posinf=1.0)
    # Where lines of counts stay straight the ends say all.
    kinds = np.searchsorted([1e-3, 1e-2] if not space.is_straight else [np.inf], chord)
    at = np.concatenate([i + (SHORT, MIDDLE, LONG)[kind] for i, kind in enumerate(kinds)])
    index = np.arange(tp.size)
    path = space.project_path(
        np.interp(at, index, tp), np.interp(at, index, fp), curve.pos, curve.neg
    )
    points = np.column_stack(path)
    return points[np.isfinite(points).all(axis=1)]


def along(drawn, rng, count):
    """Return points anywhere on a polyline."""
    at = rng.uniform(0, drawn.x.size - 1, count)
    index = np.arange(drawn.x.size)
    return np.column_stack([np.interp(at, index, drawn.x), np.interp(at, index, drawn.y)])


def to_log_recall(tp, fp, pos, neg):
    return 1 + np.log10(tp / pos) / 3, tp / (tp + fp)


# A space of a reader of this test, who has written its map and nothing else of its lines.
LOG_RECALL = Space(
    name="log",
    x_label="Recall, from 0.001 on",
    y_label="Precision",
    limits=(0.0, 1.0),
    forward=to_log_recall,
    backward=lambda x, y, pos, neg: PR.backward(10.0 ** (3 * (x - 1)), y, pos, neg),
)


def to_swapped(tp, fp, pos, neg):
    return tp / (tp + fp), tp / pos


def test_where_nothing_is_found_a_path_has_the_limit_of_any_map():
    space = replace(LOG_RECALL, forward=to_swapped)
    curve = ConfusionCurve.from_scores([1, 0, 1, 0, 1], [0.9, 0.5, 0.5, 0.4, 0.1])
    x, y = space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)
    assert (x[0], y[0]) == (1, 0)
    assert np.isfinite(trace(curve, space).x).all()


@pytest.mark.parametrize("space", [*SPACES.values(), LOG_RECALL], ids=[*SPACES, "log recall"])
@given(count_paths(), st.sampled_from([1e-2, 1e-3, 1e-4]))
@law
def test_no_curve_is_further_from_its_trace_than_the_trace_says(space, path, tolerance):
    drawn = trace(path.curve(), space, tolerance=tolerance)
    exact = exact_points(path.curve(), space)
    seen = cropped(drawn, leftmost(space))
    assert far_from(exact[exact[:, 0] >= leftmost(space)], seen) <= drawn.error + 1e-9
    assert drawn.error == (0.0 if space.is_straight else tolerance)


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
@given(long_paths(), st.sampled_from([DRAWN_TOLERANCE, 5e-4, 5e-3]))
@law_of(3)
def test_the_line_and_the_exact_curve_are_nowhere_further_apart_than_promised(
    space, curve, tolerance
):
    drawn = trace(curve, space)
    reduced = simplified(drawn, tolerance)
    assert reduced.x.size < drawn.x.size
    rng = np.random.default_rng(0)
    exact = exact_points(curve, space)
    promised = tolerance + 1e-9
    there = exact[exact[:, 0] >= leftmost(space)]
    assert far_from(rng.permutation(there)[:500], reduced) <= promised
    seen = cropped(reduced, leftmost(space))
    back = along(seen, rng, 150)
    assert far_from(back[back[:, 0] >= leftmost(space)], Trace(*exact.T, space)) <= promised


@pytest.mark.parametrize("space", [PR, NPR], ids=["pr", "npr"])
def test_long_arcs_get_the_points_they_need_and_no_more(space):
    # 4000 points, half of all negatives in one tie, and a first arc that falls from 1 to 0.01.
    tp, fp = np.append([1, 2], np.arange(3, 4001)), np.append([0, 200], np.arange(201, 4199))
    curve = ConfusionCurve.from_counts([*tp, 9000], [*fp, 900_000], 9000, 900_000)
    reduced = simplified(trace(curve, space))
    assert reduced.x.size < 80
    exact = exact_points(curve, space)
    assert far_from(exact, reduced) <= DRAWN_TOLERANCE + 1e-9


def test_a_reduced_trace_knows_its_error_and_its_path():
    curve = noisy_curve(3000, 3000)
    reduced = simplified(trace(curve, PR))
    assert reduced.error == DRAWN_TOLERANCE
    assert reduced.size == curve.tp.size


def test_a_cropped_trace_keeps_the_edge_that_enters_the_range():
    x = np.arange(10.0)
    drawn = Trace(np.append(-np.inf, x), np.append(0.0, x), PR)
    assert cropped(drawn, 2.5).x.tolist() == [2, 3, 4, 5, 6, 7, 8, 9]
    assert cropped(drawn, -5).x.tolist() == x.tolist()
    assert cropped(drawn, 20).x.tolist() == [9]


def test_a_curve_of_which_one_vertex_is_finite_is_that_vertex():
    x = np.append(np.full(2 * ENOUGH, -np.inf), 0.5)
    reduced = simplified(Trace(x, x, PRG))
    assert (reduced.x.tolist(), reduced.y.tolist()) == ([0.5], [0.5])
