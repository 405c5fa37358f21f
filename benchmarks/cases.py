"""The data: sizes, prevalences, types, and scores made from a seed."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

SMALLEST = 100
PREVALENCES = (0.5, 0.1, 0.01)
DTYPES = ("float64", "float32")
# Of which only the memory is measured.
MORE_PREVALENCES = (*PREVALENCES, 0.9)
MORE_DTYPES = (*DTYPES, "float16", "longdouble", ">f8")


class Case(NamedTuple):
    """What is varied."""

    size: int
    prevalence: float
    dtype: str = "float64"


class Data(NamedTuple):
    """Labels, scores and weights of one case."""

    labels: np.ndarray
    scores: np.ndarray
    weights: np.ndarray


def sizes(largest: int) -> list[int]:
    """Return powers of ten from 100 up to the largest."""
    return [10**power for power in range(2, 10) if SMALLEST <= 10**power <= largest]


def cases(largest: int, dtypes: tuple[str, ...] = DTYPES) -> Iterator[Case]:
    for size in sizes(largest):
        for prevalence in PREVALENCES:
            for dtype in dtypes:
                yield Case(size, prevalence, dtype)


def scored(case: Case, models: int = 1) -> Data:
    """Make normal scores of two classes, one standard deviation apart; a column per model if many.

    Weights are exponential.
    """
    rng = np.random.default_rng(case.size)
    labels = rng.random(case.size) < case.prevalence
    labels[:2] = True, False
    columns = [rng.normal(size=case.size) + (1 + model / 2) * labels for model in range(models)]
    scores = np.column_stack(columns) if models > 1 else columns[0]
    return Data(labels, scores.astype(case.dtype), rng.exponential(size=case.size))
