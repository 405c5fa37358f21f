"""Lines with corners of their own are near the polyline that they stand for, both ways."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot.core.spaces import PR
from prplot.core.traces import Trace
from prplot.core.traces.simplify import band_polyline
from tests.core.test_simplify import along, far_from
from tests.laws import law_of


@st.composite
def walks(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = int(rng.integers(2, 120))
    x = np.sort(rng.choice(rng.random(1 + rng.integers(size)), size))
    if draw(st.booleans()):
        return x, np.cumsum(rng.normal(size=size)) * rng.choice([0, 0.001, 0.03, 0.3])
    return x, rng.choice([0, 0.02, 1.0], size) * rng.random(size)


@law_of(100)
@given(walks(), st.floats(-3, 0))
def test_the_line_goes_from_end_to_end_no_further_off_than_promised(walk, exponent):
    (x, y), tolerance = walk, 10.0**exponent
    corners = band_polyline(x, y, tolerance)
    line, given_line = Trace(*corners, PR), Trace(x, y, PR)
    promised = tolerance * (1 + 1e-9)
    assert far_from(np.column_stack([x, y]), line) <= promised
    back = along(line, np.random.default_rng(0), 200)
    assert far_from(back, given_line) <= promised
    x, y = walk
    corner_x, corner_y = band_polyline(x, y, 10.0**exponent)
    assert (corner_x[0], corner_y[0]) == (x[0], y[0])
    assert (corner_x[-1], corner_y[-1]) == (x[-1], y[-1])
    assert (np.diff(corner_x) >= 0).all()
    assert corner_x[-1] <= x[-1]
    assert corner_y.min() >= y.min()
    assert corner_y.max() <= y.max()


@pytest.mark.parametrize(("height", "corners"), [(0.018, 4), (0.022, 100)])
def test_teeth_as_high_as_the_tube_is_wide_are_cut_through(height, corners):
    x = np.linspace(0, 100, 201)
    y = np.where(np.arange(201) % 2, height, 0.0)
    size = band_polyline(x, y, 0.01)[0].size
    assert size <= corners if height < 0.02 else size >= corners


def test_turning_back_is_drawn():
    x, y = np.array([0.0, 0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0, 0.0])
    corner_x, corner_y = band_polyline(x, y, 0.01)
    assert corner_y.max() >= 0.99
    assert corner_x.size <= 5
