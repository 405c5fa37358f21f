"""Compare the record and its area with scikit-learn and with one sort, on the same data.

From the checkout, after ``pip install -e '.[bench]'``::

    python benchmarks/record.py

For every size the runs of all competitors are interleaved; the table shows medians and ratios.
"""

import argparse
from collections.abc import Callable
from time import perf_counter

import numpy as np
from sklearn.metrics import average_precision_score, precision_recall_curve
from tqdm import tqdm

import prplot as prp

SIZES = (10**2, 10**3, 10**4, 10**5, 10**6)
PREVALENCES = (0.5, 0.1, 0.01)
RUNS = 7
HEADINGS = ("   scores", "prev.", "  ours ms", " / sort", " curve / ours", " AP / ours")

Data = tuple[np.ndarray, np.ndarray]

COMPETITORS: dict[str, Callable[[Data], object]] = {
    "np.sort": lambda data: np.sort(data[1]),
    "from_scores + aucpr": lambda data: prp.aucpr(*data),
    "sklearn precision_recall_curve": lambda data: precision_recall_curve(*data),
    "sklearn average_precision_score": lambda data: average_precision_score(*data),
}


def scored_data(size: int, prevalence: float, rng: np.random.Generator) -> Data:
    """Make normal scores, one standard deviation apart, of two classes."""
    labels = rng.random(size) < prevalence
    labels[:2] = True, False
    return labels, rng.normal(size=size) + labels


def medians(data: Data, runs: int) -> dict[str, float]:
    """Time every competitor `runs` times in turn; return median seconds."""
    seconds: dict[str, list[float]] = {name: [] for name in COMPETITORS}
    for _ in range(runs + 1):
        for name, run in COMPETITORS.items():
            start = perf_counter()
            run(data)
            seconds[name].append(perf_counter() - start)
    # The first round warms up.
    return {name: float(np.median(times[1:])) for name, times in seconds.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="record and area against scikit-learn and a sort")
    parser.add_argument("--runs", type=int, default=RUNS)
    runs = parser.parse_args().runs
    rng = np.random.default_rng(0)
    cases = [(size, prevalence) for size in SIZES for prevalence in PREVALENCES]
    print(" ".join(HEADINGS))
    for size, prevalence in tqdm(cases, leave=False):
        sort, ours, curve, mean = medians(scored_data(size, prevalence, rng), runs).values()
        tqdm.write(
            f"{size:>9} {prevalence:>5} {1e3 * ours:>9.3f} {ours / sort:>7.2f} "
            f"{curve / ours:>13.1f} {mean / ours:>10.1f}"
        )


if __name__ == "__main__":
    main()
