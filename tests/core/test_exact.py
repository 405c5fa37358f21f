import numpy as np

from prplot.core.exact import is_more


def test_products_are_compared_as_pythons_integers_are():
    rng = np.random.default_rng(0)
    sizes = rng.integers(0, 63, (4, 20_000))
    factors = rng.integers(0, 2**62, sizes.shape) >> (62 - sizes)
    expected = [a * b > c * d for a, b, c, d in factors.T.tolist()]
    assert is_more(*factors).tolist() == expected


def test_products_of_the_largest_counts_and_of_next_to_nothing_apart():
    rng = np.random.default_rng(0)
    a, b = rng.integers(2**61, 2**62, (2, 5000))
    for more in (-1, 0, 1):
        # (a + 1) (b - 1) = a b - a + b - 1, and so on: equal in all digits of a float.
        assert not is_more(a, b, b, a).any()
        assert (is_more(a, b + more, b, a) == (more > 0)).all()
        expected = [
            x * y > (x + more) * (y - more) for x, y in zip(a.tolist(), b.tolist(), strict=True)
        ]
        assert is_more(a, b, a + more, b - more).tolist() == expected
    most = np.array([2**63 - 1])
    assert is_more(most, most, most, most - 1).all()
    assert not is_more(most, most - 1, most, most).any()
    assert not is_more(most, most, most, most).any()
