import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot import f_score, is_achievable
from prplot.core.spaces import PR, PRG, ROC, SPACES
from prplot.core.traces import CountLine, f_line, trace_line, trace_modified_f
from tests.laws import law

levels = st.floats(0.01, 1)
betas = st.sampled_from([0.1, 0.5, 1, 2, 7])
totals = st.integers(1, 10_000)


def f_of_counts(tp, fp, pos, beta):
    """Return F by its definition in counts."""
    tp, fp = np.asarray(tp), np.asarray(fp)
    return (1 + beta**2) * tp / ((1 + beta**2) * tp + fp + beta**2 * (pos - tp))


@law
@given(levels, betas, totals, totals)
def test_f_and_its_gain_are_constant_along_a_line_to_its_ends(level, beta, pos, neg):
    for space in (ROC, PR):
        drawn = trace_line(f_line(level, pos, beta), space, pos, neg)
        tp, fp = space.invert(drawn.x, drawn.y, pos, neg)
        np.testing.assert_allclose(f_of_counts(tp, fp, pos, beta), level, rtol=1e-12)
    drawn = trace_line(f_line(level, pos, beta), PR, pos, neg)
    np.testing.assert_allclose(f_score(drawn.y, drawn.x, beta), level, rtol=1e-12)
    # Flach & Kull (2015), Theorem 2: the gain of F is the weighted mean of the two gains.
    pi, share = pos / (pos + neg), 1 / (1 + beta**2)
    drawn = trace_line(f_line(level, pos, beta), PRG, pos, neg)
    found = share * drawn.y + (1 - share) * drawn.x
    expected = (level - pi) / ((1 - pi) * level)
    size = 1 + max(np.abs(drawn.x).max(), np.abs(drawn.y).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * size)
    for space in SPACES.values():
        drawn = trace_line(f_line(level, pos, beta), space, pos, neg)
        line = f_line(level, pos, beta)
        start = space.project(line.tp_at(0.0), 0.0, pos, neg)
        end = space.project(pos, line.fp_at(pos), pos, neg)
        assert (drawn.x[0], drawn.y[0]) == pytest.approx(tuple(map(float, start)))
        assert (drawn.x[-1], drawn.y[-1]) == pytest.approx(tuple(map(float, end)))
        assert drawn.space is space
    drawn = trace_line(f_line(level, pos, beta), PR, pos, neg)
    assert drawn.x[-1] == 1
    assert (drawn.y[0], (np.diff(drawn.x) >= 0).all()) == (1, True)
    line = f_line(level, pos, beta)
    for space in (ROC, PR):
        drawn = trace_line(line, space, pos, neg, most_fp=neg)
        tp, fp = space.invert(drawn.x, drawn.y, pos, neg)
        assert fp.max() <= neg * (1 + 1e-9)
        assert tp.max() <= pos * (1 + 1e-12)
        assert (fp[-1] == pytest.approx(neg, rel=1e-9)) or tp[-1] == pytest.approx(pos, rel=1e-9)
        whole = trace_line(line, space, pos, neg)
        assert drawn.x[0] == whole.x[0]
    # Without the limit the line of a low level runs on into what no ranking has.
    if line.fp_at(pos) > 1.01 * neg:
        end = trace_line(line, PR, pos, neg)
        assert not is_achievable(end.y[-1], end.x[-1], pos / (pos + neg))


@pytest.mark.parametrize("tolerance", [1e-2, 1e-4])
def test_chords_of_a_line_are_true_to_the_tolerance(tolerance):
    drawn = trace_line(f_line(0.3, 50, 1), PR, 50, 5000, tolerance=tolerance)
    recall = np.linspace(drawn.x[0], 1, 10_001)
    # F = 2 p r / (p + r), solved for precision.
    expected = 0.3 * recall / (2 * recall - 0.3)
    errors = np.abs(np.interp(recall, drawn.x, drawn.y) - expected)
    assert errors.max() <= tolerance
    assert drawn.x.size < 2 + 2 / np.sqrt(tolerance)


def test_single_lines_are_straight_are_a_point_leave_the_region_or_are_empty():
    for space in (ROC, PRG):
        assert trace_line(f_line(0.5, 10), space, 10, 20).x.size == 2
    drawn = trace_line(f_line(1, 10), PR, 10, 20)
    assert set(drawn.x) == set(drawn.y) == {1}
    # Section 4.4: F1 = .45 at prevalence .33. Where its contour ends follows from Theorem 1.
    pos, neg = 33, 67
    drawn = trace_line(f_line(0.45, pos), PR, pos, neg, most_fp=neg)
    assert (drawn.x[-1], drawn.y[-1]) == pytest.approx((0.879765, 0.302318), abs=5e-7)
    for space in SPACES.values():
        # tp = 20 + fp, with 10 positives.
        assert trace_line(CountLine(1, -1, 20, 0.5), space, 10, 10).x.size == 0


@pytest.mark.parametrize("level", [0.2, 0.5, 1])
def test_beta_zero_gives_lines_of_equal_precision(level):
    drawn = trace_line(f_line(level, 10, 0), PR, 10, 200)
    np.testing.assert_allclose(drawn.y, level, rtol=1e-12)
    assert (drawn.x[0], drawn.x[-1]) == (0, 1)
    # The modified score's precision, from the origin on.
    raised = trace_modified_f(level, 0.3, 0)
    np.testing.assert_allclose(raised.y, 0.3 + 0.7 * level, rtol=1e-12)
    assert (raised.x[0], raised.x[-1]) == (0, 1)


@law
@given(levels, betas, totals, st.floats(0, 1))
def test_a_line_gives_either_count_from_the_other(level, beta, pos, share):
    line = f_line(level, pos, beta)
    tp = pos * (level + share * (1 - level))
    assert line.level == level
    assert line.tp_at(line.fp_at(tp)) == pytest.approx(tp, rel=1e-9)
    assert f_of_counts(tp, line.fp_at(tp), pos, beta) == pytest.approx(level, rel=1e-9)


@pytest.mark.parametrize("level", [0, -0.1, 1.1, float("nan")])
def test_levels_outside_are_refused(level):
    with pytest.raises(ValueError, match=r"levels must lie in \(0, 1\], found"):
        f_line(level, 10)


@pytest.mark.parametrize("beta", [-1, float("nan"), float("inf"), "1", [1, 2]])
def test_beta_must_be_a_number(beta):
    with pytest.raises(ValueError, match="beta must be a finite number, 0 or more, found"):
        f_line(0.5, 10, beta)
