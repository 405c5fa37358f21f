import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot.core.points import mean_share
from prplot.core.spaces import PR
from tests.laws import DIGITS, close, law

sizes = st.one_of(st.just(0.0), st.floats(-12, 12).map(lambda power: 10.0**power))
positive = st.floats(-12, 12).map(lambda power: 10.0**power)


def slow_mean_precision(tp, n, dtp, dn, digits=2 * DIGITS):
    """Integrate by the antiderivative, in enough digits for its cancellation."""
    with mpmath.workdps(digits):
        tp, n, dtp, dn = map(mpmath.mpf, (tp, n, dtp, dn))
        k = dn / dtp
        c = n - k * tp
        if c == 0:
            return 1 / k
        return 1 / k - c / k**2 * mpmath.log((n + dn) / n) / dtp


@law
@given(sizes, sizes, positive, sizes)
def test_mean_share_of_tp_is_the_mean_of_the_hyperbola(tp, fp, dtp, dfp):
    n, dn = tp + fp, dtp + dfp
    if tp == fp == 0:
        assert mean_share(tp, n, dtp, dn) == dtp / dn
    else:
        expected = slow_mean_precision(tp, n, dtp, dn)
        assert close(float(mean_share(tp, n, dtp, dn)), expected, relative=1e-13)


@pytest.mark.parametrize("power", range(-300, 301, 20))
def test_mean_share_keeps_all_digits_from_the_shortest_to_the_longest_segment(power):
    # Start at 1 of 2, increment of precision 1: the segment's length alone varies.
    dtp = 10.0**power
    expected = slow_mean_precision(1, 2, dtp, dtp, digits=700)
    assert close(float(mean_share(1, 2, dtp, dtp)), expected, relative=1e-13)


@pytest.mark.parametrize(
    "w", [0, 1e-300, 1e-16, 1e-6, 0.0408, 2 / 49, 0.0409, 0.05, 1, 7, 1e9, 1e300]
)
def test_the_weights_of_start_and_increment_keep_their_digits(w):
    # The share at the start is 1 and in the increment 0, or the other way around.
    of_start, of_increment = mean_share(1, 1, 0, w), mean_share(0, 1, w, w)
    with mpmath.workdps(700):
        exact = mpmath.log1p(w) / w if w else mpmath.mpf(1)
        missing = 1 - exact
    assert close(float(of_start), exact, relative=1e-14)
    # At the seam of series and logarithm the latter has lost less than two digits.
    assert close(float(of_increment), missing, relative=3e-14)


def test_mean_share_next_to_the_origin_and_of_arrays():
    # dn / n is beyond the largest float there.
    for tiny in (5e-324, 1e-310):
        assert mean_share(tiny, 2 * tiny, 1.0, 4.0) == pytest.approx(0.25)
    found = mean_share([0, 0], [0, 1], 1, [1, 2])
    assert found.shape == (2,)
    assert found[0] == 1


# Subdivision


def subdivide(tp, fp, tolerance):
    """Insert points for PR space, in which the totals don't matter."""
    return PR.subdivide(tp, fp, float(max(tp[-1], 1e-9)), float(max(fp[-1], 1e-9)), tolerance)


STEEPNESS = [0, 1e-9, 1e-3, 0.1, 1, 10, 1e3, 1e6, 1e9]
STARTS = [
    (0, 0),
    (0, 1e-9),
    (1e-9, 0),
    (0, 0.01),
    (0.01, 0),
    (1, 0),
    (0, 1),
    (3, 500),
    (1e3, 1),
    (0, 1e6),
]
TOLERANCES = [1e-2, 1e-4, 1e-6]


# Where on a chord to look: evenly, and ever closer to its start, where an arc may bend most.
WITHIN = np.union1d(np.linspace(0, 1, 101), np.geomspace(1e-13, 1, 101))[:, None]


def chord_errors(tp, fp):
    """Return the largest error in precision of each chord, by dense sampling of the true arc."""
    # Narrower chords are upright.
    keep = np.diff(tp) > 1e-13 * tp[-1]
    tp0, tp1, fp0, fp1 = tp[:-1][keep], tp[1:][keep], fp[:-1][keep], fp[1:][keep]
    t, f = tp0 + WITHIN * (tp1 - tp0), fp0 + WITHIN * (fp1 - fp0)
    with np.errstate(invalid="ignore"):
        arc = t / (t + f)
        start, end = tp0 / (tp0 + fp0), tp1 / (tp1 + fp1)
    # At the origin precision is the limit along the segment.
    arc, start = np.where(t + f == 0, end, arc), np.where(tp0 + fp0 == 0, end, start)
    return np.abs(arc - (start + WITHIN * (end - start))).max(axis=0)


@pytest.mark.parametrize("tolerance", TOLERANCES)
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_chords_are_true_to_the_tolerance_at_any_steepness(start, tolerance):
    for slope in STEEPNESS:
        path = np.array([start[0], start[0] + 20]), np.array([start[1], start[1] + 20 * slope])
        tp, fp = subdivide(*path, tolerance)
        assert chord_errors(tp, fp).max() <= tolerance * (1 + 1e-9) + 1e-15, slope


@law
@given(
    st.lists(st.tuples(sizes, sizes).filter(any), min_size=1, max_size=5),
    st.sampled_from(TOLERANCES),
)
def test_chords_of_any_path_are_true_to_the_tolerance(moves, tolerance):
    tp, fp = (np.append(0, np.cumsum(column)) for column in zip(*moves, strict=True))
    found = subdivide(tp, fp, tolerance)
    errors = chord_errors(*found)
    assert errors.size == 0 or errors.max() <= tolerance * (1 + 1e-6) + 1e-13


@law
@given(st.lists(st.tuples(sizes, sizes).filter(any), min_size=1, max_size=5))
def test_subdivision_keeps_the_points_and_stays_on_the_segments(moves):
    tp, fp = (np.append(0, np.cumsum(column)) for column in zip(*moves, strict=True))
    found = subdivide(tp, fp, 1e-4)
    old = set(zip(tp, fp, strict=True))
    assert old <= set(zip(*found, strict=True))
    assert (found[0][0], found[1][0], found[0][-1], found[1][-1]) == (0, 0, tp[-1], fp[-1])
    for count in found:
        assert (np.diff(count) >= -1e-15 * count[-1]).all()
    # In count space the path is the same: tp + fp tells how far along.
    far, reached = tp + fp, found[0] + found[1]
    np.testing.assert_allclose(
        found[0], np.interp(reached, far, tp), rtol=1e-9, atol=1e-15 * far[-1]
    )


@pytest.mark.parametrize("tolerance", [1e-2, 1e-4])
@pytest.mark.parametrize("start", [(0, 0.01), (0.01, 0), (0, 1), (3, 500), (1e3, 1)], ids=str)
@pytest.mark.parametrize("slope", [0, 0.1, 10, 1e6])
def test_few_chords_are_wasted(start, slope, tolerance):
    start, step = np.array(start, float), np.array([20.0, 20.0 * slope])
    tp, fp = subdivide(*np.array([start, start + step]).T, tolerance)
    # The fewest chords are of equal length in 1 / sqrt(n), and share the error evenly.
    n, k = tp + fp, (1 + slope)
    fewest = np.sqrt(abs(n[0] - k * tp[0]) / k / tolerance) * (n[0] ** -0.5 - n[-1] ** -0.5)
    assert tp.size - 1 <= 4 * fewest + 30


def test_straight_paths_get_no_points():
    # A level segment from the origin, an upright one, a first tie: none of them bends.
    for tp, fp in (([0, 5], [0, 0]), ([5, 5], [0, 900]), ([0, 3, 3], [0, 4, 9])):
        found = subdivide(np.array(tp), np.array(fp), 1e-6)
        assert [count.tolist() for count in found] == [tp, fp]
