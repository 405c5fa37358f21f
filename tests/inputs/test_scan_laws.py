"""Each interval holds the exact area, whatever the scores, the weights and the groups are like."""

import numpy as np
import polars as pl
import pytest

import prplot as prp
from prplot.core.measures.score_definitions import SCORES
from prplot.inputs import scan


def uniform(rng, n):
    return rng.random(n)


def decades(rng, n):
    return 10.0 ** rng.uniform(-300, 300, n)


def small_decades(rng, n):
    return np.where(rng.random(n) < 0.5, 10.0 ** -rng.uniform(0, 320, n), rng.random(n))


def saturated(rng, n):
    return np.exp(-np.logaddexp(0, -(10 ** rng.uniform(0, 3)) * rng.normal(size=n)))


def subnormal(rng, n):
    return rng.integers(-3, 9, n) * 5e-324


def neighbours(rng, n):
    return 1 + rng.integers(-9, 9, n) * 2.0**-53


def around_a_score(rng, n):
    return 0.7 + rng.choice([-1, 1], n) * 10.0 ** rng.uniform(-17, 0, n)


def clusters(rng, n):
    return rng.integers(-5, 5, n) + 10.0 ** rng.uniform(-17, -2, n)


def few_far_apart(rng, n):
    return rng.choice([1e-300, 1e-200, 1e-10, 0.0, -0.0, 1.0, 1e300, -1e-310], n)


def whole(rng, n):
    return rng.integers(-4, 40, n)


def single(rng, n):
    return (10.0 ** rng.uniform(-40, 30, n)).astype(np.float32)


FLOATS = [uniform, decades, small_decades, saturated, subnormal, neighbours, around_a_score]
FLOATS += [clusters, few_far_apart]
EXACT = [whole, single]


def drawn(kind, rng, n):
    """Return labels, scores, weights and groups; some ties, some scores of both signs."""
    s = kind(rng, n)
    if kind in FLOATS and rng.random() < 0.3:
        s = s * rng.choice([-1, 1], n)
    tied = rng.random(n) < rng.choice([0, 0.5])
    s = np.where(tied, s[0], s)
    # Labels that have to do with the ranks, or not.
    ranks = np.argsort(np.argsort(s)) / n
    y = rng.random(n) < rng.choice([0.02, 0.3, 0.9]) * (2 * ranks if rng.random() < 0.7 else 1)
    w = [np.ones(n, int), rng.integers(0, 5, n), rng.random(n), 10.0 ** rng.uniform(-9, 9, n)]
    return y, s, w[rng.integers(4)], rng.choice(["a", "b"], n, p=[0.8, 0.2])


def assert_holds(curve, exact):
    for name, score in SCORES.items():
        low, high = curve.bounds(name)
        area = score.of(exact)
        assert low <= area <= high, name
    assert curve.rounding > 0


def checked(kind, seed, shrink):
    """Scan a random table; with `shrink` small frames need cells and passes, as large ones do."""
    rng = np.random.default_rng([seed, *kind.__name__.encode()])
    n = int(rng.integers(2, 400))
    y, s, w, g = drawn(kind, rng, n)
    shrink(int(rng.choice([2, 16, 128, 2**20])))
    by = {"hue": "g"} if rng.random() < 0.5 else {}
    frame = pl.LazyFrame({"y": y, "s": s, "w": w, "g": g}).filter(pl.col("w") > 0)
    if not (w > 0).any():
        return
    curves = prp.scan(
        frame,
        y_true="y",
        y_score="s",
        sample_weight="w",
        tolerance=float(10 ** rng.uniform(-9, -1)),
        progress=False,
        **by,
    )
    for name, curve in (curves if by else {None: curves}).items():
        rows = (w > 0) & ((g == name) if by else True)
        exact = prp.ConfusionCurve.from_scores(y[rows], s[rows], sample_weight=w[rows])
        if exact.pos and exact.neg:
            assert_holds(curve, exact)


@pytest.fixture
def shrink(monkeypatch):
    return lambda room: monkeypatch.setattr(scan, "ROOM", room)


# Few cells may leave the bounds wide.
@pytest.mark.filterwarnings("ignore:the bounds of AUCPR stay")
@pytest.mark.parametrize("kind", [*FLOATS, *EXACT], ids=lambda kind: kind.__name__)
def test_every_interval_holds_the_exact_area(kind, shrink):
    for seed in range(2):
        checked(kind, seed, shrink)


@pytest.mark.filterwarnings("ignore:the bounds of AUCPR stay")
def test_rounding_weighs_more_in_gains_where_negatives_are_rare(shrink):
    checked(clusters, 1065, shrink)


@pytest.mark.filterwarnings("ignore:the bounds of AUCPR stay")
@pytest.mark.parametrize(("kind", "seed"), [(around_a_score, 1511), (decades, 1525)])
def test_weights_that_hardly_count_leave_nothing_open(kind, seed, shrink):
    checked(kind, seed, shrink)


@pytest.fixture
def cut(shrink):
    """Let no pass be exact, as with many different scores."""
    shrink(2**14)


@pytest.mark.usefixtures("cut")
@pytest.mark.parametrize("kind", [*FLOATS, *EXACT], ids=lambda kind: kind.__name__)
def test_a_tighter_tolerance_never_makes_bounds_wider(kind):
    rng = np.random.default_rng(1)
    s = kind(rng, 20_000)
    y = rng.random(s.size) < 0.3
    before = 1.0
    for tolerance in (1e-3, 1e-5, 1e-7):
        frame = pl.LazyFrame({"y": y, "s": s})
        curve = prp.scan(frame, y_true="y", y_score="s", tolerance=tolerance, progress=False)
        width = np.ptp(curve.bounds("aucpr"))
        assert width <= before
        assert width < tolerance
        before = max(width, 1e-10)


@pytest.mark.usefixtures("cut")
@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("kind", [decades, small_decades])
def test_groups_of_unlike_scales_all_meet_the_tolerance(kind, sign):
    rng = np.random.default_rng(2)
    g = rng.choice(["a", "b"], 20_000)
    s = sign * np.where(g == "a", kind(rng, g.size), rng.random(g.size))
    held = pl.LazyFrame({"y": rng.random(g.size) < 0.3, "s": s, "g": g})
    found = prp.scan(held, y_true="y", y_score="s", hue="g", tolerance=1e-4, progress=False)
    assert max(np.ptp(curve.bounds("aucpr")) for curve in found.values()) < 1e-4
