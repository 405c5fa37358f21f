"""Cells of the study, and counts that add up to the same whatever the order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

# Widths are counted in this unit: sums of whole numbers don't depend on their order.
UNIT = 1e-9
# Everything is drawn from this seed and the names of cells.
SEED = 15

Tally = dict[str, Any]
Tallies = dict[str, Tally]


@dataclass(frozen=True)
class Cell:
    """What is simulated again and again.

    Attributes
    ----------
    study : str
    population : str
        One of `POPULATIONS`.
    prevalence : float
    pos : int
        Positives in a sample; of clusters, those that hold positives.
    correlation : float
        Of the rows of a cluster, or of two models' scores within each class.
    variant : str
        What else distinguishes cells of a study.
    """

    study: str
    population: str
    prevalence: float
    pos: int
    correlation: float = 0.0
    variant: str = ""

    @property
    def name(self) -> str:
        held = (self.study, self.population, self.prevalence, self.pos, self.correlation)
        return " ".join(map(str, (*held, self.variant))).strip()

    @property
    def neg(self) -> int:
        """Negatives in a sample."""
        return round(self.pos / self.prevalence) - self.pos


@dataclass(frozen=True)
class Replication:
    """One sample of a cell."""

    cell: Cell
    index: int

    def seed(self, *key: int) -> np.random.SeedSequence:
        """Return a seed that nothing else shares, the same in every process."""
        whose = crc32(self.cell.name.encode())
        return np.random.SeedSequence(SEED, spawn_key=(whose, self.index, *key))

    def rng(self) -> np.random.Generator:
        """Return the generator of the sample."""
        return np.random.default_rng(self.seed(0))


def tally(truth: float, low: float, high: float) -> Tally:
    """Count whether an interval holds the truth, or on which side of it the truth lies."""
    undefined = not low <= high
    return {
        "n": 1,
        "undefined": int(undefined),
        "below": int(truth < low),
        "above": int(truth > high),
        "width": 0 if undefined else round((high - low) / UNIT),
    }


def added(parts: Iterable[Tallies]) -> Tallies:
    """Add counts up, those in lists each by itself."""
    total: Tallies = {}
    for part in parts:
        for name, counts in part.items():
            held = total.setdefault(name, {})
            for key, count in counts.items():
                held[key] = _sum(held[key], count) if key in held else count
    return total


def _sum(one: Any, other: Any) -> Any:
    return (
        [a + b for a, b in zip(one, other, strict=True)] if isinstance(one, list) else one + other
    )


def hits(counts: Tally) -> int:
    """Return how many intervals held the truth."""
    return int(counts["n"] - counts["undefined"] - counts["below"] - counts["above"])


def standard_error(share: float, n: int) -> float:
    """Return the standard error of a share, never zero: by Agresti and Coull's two more of each."""
    middle = (share * n + 2) / (n + 4)
    return float(np.sqrt(middle * (1 - middle) / (n + 4)))
