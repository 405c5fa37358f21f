"""Compare the upper hull of long paths with one sort of as many numbers.

From the checkout::

    python benchmarks/hull.py

For every path the runs of the hull and of the sort are interleaved; the table shows medians.
"""

import argparse
from collections.abc import Callable
from time import perf_counter

import numpy as np
from tqdm import tqdm

import prplot as prp

SIZES = (10**4, 10**5, 10**6)
RUNS = 7
HEADINGS = ("path".ljust(24), "   points", "  hull ms", " / sort", " vertices")

Rng = np.random.Generator
Moves = tuple[np.ndarray, np.ndarray]


def normal_scores(size: int, rng: Rng) -> Moves:
    """Rank examples of two classes by normal scores, one standard deviation apart."""
    labels = rng.random(size) < 0.5
    ranked = labels[np.argsort(-rng.normal(labels))]
    return ranked, ~ranked


def random_ranking(size: int, rng: Rng) -> Moves:
    labels = rng.random(size) < 0.5
    return labels, ~labels


def worst_ranking(size: int, _: Rng) -> Moves:
    labels = np.arange(size) >= size // 2
    return labels, ~labels


def weighted(size: int, rng: Rng) -> Moves:
    """Give every example of a ranking a weight that is no whole number."""
    weights = rng.exponential(size=size)
    tp, fp = normal_scores(size, rng)
    return tp * weights, fp * weights


def quarter_circle(radius: int) -> Callable[[int, Rng], Moves]:
    """Bend a path so smoothly that nearly every point is a vertex."""

    def moves(size: int, _: Rng) -> Moves:
        angle = np.linspace(0, np.pi / 2, size + 1)
        corners = np.rint([radius * np.sin(angle), radius * (1 - np.cos(angle))])
        tp, fp = np.diff(corners.astype(np.int64))
        return tp, fp

    return moves


PATHS: dict[str, Callable[[int, Rng], Moves]] = {
    "normal scores": normal_scores,
    "random ranking": random_ranking,
    "worst ranking": worst_ranking,
    "weighted": weighted,
    "concave, to 2^30": quarter_circle(2**30),
    "concave, beyond 64 bits": quarter_circle(2**40),
}


def curve_of(moves: Moves) -> prp.ConfusionCurve:
    """Join moves to a path of one more point than there are moves."""
    tp, fp = (np.cumsum(move) for move in moves)
    return prp.ConfusionCurve.from_counts(tp, fp, tp[-1].item(), fp[-1].item())


def medians(curve: prp.ConfusionCurve, numbers: np.ndarray, runs: int) -> tuple[float, float]:
    """Time the hull and the sort `runs` times in turn; return median seconds."""
    seconds: list[list[float]] = []
    for _ in range(runs + 1):
        times = []
        for run in (curve.hull, lambda: np.sort(numbers)):
            start = perf_counter()
            run()
            times.append(perf_counter() - start)
        seconds.append(times)
    # The first round warms up.
    hull, sort = np.median(seconds[1:], axis=0).tolist()
    return hull, sort


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="hulls against a sort")
    parser.add_argument("--runs", type=int, default=RUNS)
    runs = parser.parse_args().runs
    rng = np.random.default_rng(0)
    print(" ".join(HEADINGS))
    for name, size in tqdm([(name, size) for name in PATHS for size in SIZES], leave=False):
        curve = curve_of(PATHS[name](size, rng))
        hull, sort = medians(curve, rng.random(size), runs)
        tqdm.write(
            f"{name:<24} {size:>9} {1e3 * hull:>9.2f} {hull / sort:>7.2f} {curve.hull().tp.size:>9}"
        )


if __name__ == "__main__":
    main()
