import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prplot.core.spaces import DEEPEST, refine
from tests.laws import law

FUNCTIONS = {
    "parabola": lambda x: x**2,
    "root": np.sqrt,
    "wave": lambda x: np.sin(7 * x),
    "hyperbola": lambda x: x / (x + 1e-3),
    "kink": lambda x: np.abs(x - 0.3),
}
tolerances = st.floats(-6, -1).map(lambda power: 10.0**power)


def missed_by_chords(f):
    def missed(start, inner, end):
        share = (inner - start[:, None]) / (end - start)[:, None]
        return np.abs(f(start)[:, None] + share * (f(end) - f(start))[:, None] - f(inner))

    return missed


def inserted(f, tolerance, *edges):
    edges = np.array(edges or (0.0, 1.0))
    return np.sort(refine(edges[:-1], edges[1:], missed_by_chords(f), tolerance))


def largest_miss(f, vertices):
    x = np.linspace(vertices[0], vertices[-1], 100_001)
    return np.abs(np.interp(x, vertices, f(vertices)) - f(x)).max()


@pytest.mark.parametrize("name", FUNCTIONS)
@law
@given(tolerances)
def test_chords_between_the_places_are_true_to_the_tolerance(name, tolerance):
    f = FUNCTIONS[name]
    vertices = np.concatenate([[0.0], inserted(f, tolerance), [1.0]])
    assert (np.diff(vertices) > 0).all()
    assert largest_miss(f, vertices) <= 1.1 * tolerance


@law
@given(tolerances)
def test_few_places_are_inserted_and_most_where_it_bends(tolerance):
    # A chord of length h misses x^2 by h^2 / 4: so many pieces are needed; they come in fours.
    needed = 1 / (2 * np.sqrt(tolerance))
    assert inserted(FUNCTIONS["parabola"], tolerance).size + 1 <= 4 * needed + 1
    places = inserted(FUNCTIONS["hyperbola"], 1e-4)
    assert np.median(places) < 0.05


def test_only_pieces_that_need_it_are_divided():
    assert inserted(lambda x: 3 * x + 1, 1e-12).size == 0
    assert inserted(FUNCTIONS["parabola"], 0.25).size == 0
    assert inserted(FUNCTIONS["parabola"], 0.2499).tolist() == [0.25, 0.5, 0.75]
    places = inserted(FUNCTIONS["kink"], 1e-3, 0.0, 0.25, 0.5, 1.0)
    assert places.size
    assert ((places > 0.25) & (places < 0.5)).all()
    places = inserted(lambda x: np.sin(2 * np.pi * x), 1e-3)
    assert places.size > 3


def test_a_jump_is_narrowed_down_to_what_numbers_tell_apart_and_no_further():
    places = inserted(lambda x: (x > 0.3).astype(float), 1e-3)
    assert places.size <= 3 * DEEPEST
    assert np.unique(places).size == places.size
    assert np.abs(places - 0.3).min() < 1e-15


def test_what_can_not_be_divided_is_left_alone():
    found = refine(np.zeros(1), np.ones(1), lambda s, inner, e: np.full(inner.shape, np.nan), 0.1)
    assert found.size == 0
    assert inserted(FUNCTIONS["parabola"], 1e-3, 0.5).size == 0
    assert refine(np.empty(0), np.empty(0), missed_by_chords(np.sqrt), 1e-3).size == 0
    start = np.array([0.5, np.nextafter(0.5, 1)])
    end = np.array([np.nextafter(0.5, 1), 0.5 + 1e-15])
    calls = []

    def missed(start, inner, end):
        calls.append(start.size)
        return np.ones(inner.shape)

    refine(start, end, missed, 0.1)
    assert max(calls) < 10
