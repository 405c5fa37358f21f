from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot.core.spaces import NPR, PR, PRG, ROC, SPACES
from tests.laws import close, count_paths, law

EPS = np.finfo(float).eps

totals = st.one_of(st.integers(1, 10**6), st.floats(1e-3, 1e3))
shares = st.floats(0, 1)


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
@law
@given(totals, totals, st.floats(1e-3, 1), shares)
def test_inverting_a_projection_gives_the_counts_back(space, pos, neg, tp_share, fp_share):
    tp, fp = pos * tp_share, neg * fp_share
    found = space.invert(*space.project(tp, fp, pos, neg), pos, neg)
    # Each coordinate is good to a few units in the last place of 1; the counts inherit that.
    unit = {
        "roc": (0, 0),
        "pr": (0, tp + fp),
        "npr": ((tp + neg) * np.log1p(pos / neg), (tp + fp) * (1 + neg / tp)),
        "prg": (tp * (1 + neg / pos), (tp + fp) * (1 + neg / pos)),
    }
    for count, value, scale in zip(found, (tp, fp), unit[space.name], strict=True):
        assert float(count) == pytest.approx(value, rel=8 * EPS, abs=8 * EPS * scale)


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
@law
@given(totals, totals, st.floats(1e-3, 1), st.floats(1e-3, 1))
def test_projecting_an_inverse_gives_the_coordinates_back(space, pos, neg, x, y):
    found = space.project(*space.invert(x, y, pos, neg), pos, neg)
    # In PRG space a coordinate near 1 is 1 minus the odds times a small count.
    within = 1e-12 * (1 + pos / neg) if space is PRG else 1e-14
    assert np.array(found).tolist() == pytest.approx([x, y], rel=within, abs=within)


@law
@given(st.integers(1, 50), st.integers(1, 50), st.data())
def test_coordinates_are_those_of_the_papers(pos, neg, data):
    tp, fp = data.draw(st.integers(1, pos)), data.draw(st.integers(0, neg))
    pi = Fraction(pos, pos + neg)
    precision, recall = Fraction(tp, tp + fp), Fraction(tp, pos)
    expected = {
        ROC: (Fraction(fp, neg), recall),
        PR: (recall, precision),
        # Flach & Kull (2015), equation 3: the harmonic scale between prevalence and 1.
        PRG: tuple((value - pi) / ((1 - pi) * value) for value in (recall, precision)),
        # Its width is a logarithm.
        NPR: (None, precision * (1 - Fraction(fp, neg))),
    }
    for space, point in expected.items():
        for found, value in zip(space.project(tp, fp, pos, neg), point, strict=True):
            assert value is None or close(float(found), value, absolute=1e-13 * (1 + pos / neg))


@law
@given(
    st.integers(1, 50),
    st.integers(1, 50),
    st.lists(st.tuples(shares, shares), min_size=2, max_size=2),
)
def test_straight_lines_in_counts_are_straight_in_roc_and_prg(pos, neg, ends):
    ends = np.array(ends) * [pos, neg] + [0.01, 0]
    path = ends[0] + np.linspace(0, 1, 7)[:, None] * (ends[1] - ends[0])
    for space in (ROC, PRG):
        x, y = space.project(*path.T, pos, neg)
        across = (x[-1] - x[0]) * (y - y[0]) - (y[-1] - y[0]) * (x - x[0])
        size = 1 + max(np.abs(x).max(), np.abs(y).max())
        np.testing.assert_allclose(across, 0, atol=1e-13 * size**2)


def test_points_are_inserted_only_where_straight_lines_bend():
    # Davis & Goadrich (2006), Table 1.
    x, y = PR.project([5, 7.5, 10], [5, 17.5, 30], 20, 2000)
    assert x[1] == (x[0] + x[2]) / 2
    assert y[1] == pytest.approx(0.3)
    assert (y[0] + y[2]) / 2 == pytest.approx(0.375)
    tp, fp = np.array([5, 10]), np.array([5, 30])
    bent = {}
    for name, space in SPACES.items():
        found = space.subdivide(tp, fp, 20, 2000, 1e-3)
        assert (found[0][0], found[1][0], found[0][-1], found[1][-1]) == (5, 5, 10, 30)
        bent[name] = found[0].size > 2
    assert bent == {"roc": False, "pr": True, "npr": True, "prg": False}


# The origin


@law
@given(count_paths())
def test_a_path_starts_where_its_first_segment_leads(path):
    curve = path.curve()
    for space in SPACES.values():
        x, y = space.project_path(curve.tp, curve.fp, path.pos, path.neg)
        # Close to the start of the first segment the point map itself tells the limit.
        near = space.project(1e-9 * curve.tp[1], 1e-9 * curve.fp[1], path.pos, path.neg)
        if np.isfinite(y[0]):
            assert y[0] == pytest.approx(float(near[1]), abs=1e-7)
        else:
            assert y[0] == float(near[1]) == -np.inf
        later = space.project(curve.tp[1:], curve.fp[1:], path.pos, path.neg)
        np.testing.assert_array_equal(x[1:], later[0])
        np.testing.assert_array_equal(y[1:], later[1])


@pytest.mark.parametrize(
    ("space", "ahead", "start"),
    [
        (ROC, (2, 1), (0, 0)),
        (PR, (2, 0), (0, 1)),
        (PR, (2, 6), (0, 0.25)),
        (PR, (0, 6), (0, 0)),
        (NPR, (2, 0), (0, 1)),
        (NPR, (2, 6), (0, 0.25)),
        (NPR, (0, 6), (0, 0)),
        (PRG, (2, 0), (-np.inf, 1)),
        (PRG, (2, 2), (-np.inf, 0.5)),
        (PRG, (0, 2), (-np.inf, -np.inf)),
    ],
)
def test_the_origin_has_a_limit(space, ahead, start):
    x, y = space.project_path([0, ahead[0], 10], [0, ahead[1], 20], 10, 20)
    assert (x[0], y[0]) == start


def test_several_points_at_the_origin_share_its_limit_and_without_a_path_there_is_none():
    x, y = PR.project_path([0, 0, 3, 4], [0, 0, 1, 4], 4, 4)
    assert x.tolist() == [0, 0, 0.75, 1]
    assert y.tolist() == [0.75, 0.75, 0.75, 0.5]
    x, y = PR.project([0], [0], 5, 5)
    assert x[0] == 0
    assert np.isnan(y[0])
    # Davis & Goadrich (2006), Theorem 3.1 excludes them.
    tp, fp = PR.invert([0, 0.5], [0.3, 1], 10, 10)
    assert tp.tolist() == [0, 5]
    assert np.isnan(fp[0])
    assert fp[1] == 0
    assert np.isnan(PRG.invert(-np.inf, -np.inf, 10, 10)[1])


@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
def test_spaces_name_their_axes_and_limits(space):
    assert space.limits == (0, 1)
    assert space.x_label != space.y_label
    assert SPACES[space.name] is space
