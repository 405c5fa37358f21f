"""Populations that are known exactly: samples of them, and the areas and the curve to be estimated.

Negatives are standard normal, or have three degrees of freedom of Student's t, whose tails are so
heavy that the top of the ranking belongs to them. Positives are a mixture of normals.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from prplot.core.points import aucpr_min

Array = NDArray[np.float64]

# Beyond these scores lie less than 1e-15 of the positives of every population.
LOWEST, HIGHEST = -12.0, 14.0
PANELS, NODES = 200, 16
# Halvings after which a score is known to the last bit.
HALVINGS = 60

_erfc = np.vectorize(math.erfc, otypes=[float])


@dataclass(frozen=True)
class Population:
    """Scores of two classes.

    Attributes
    ----------
    parts : tuple of (share, mean, standard deviation)
        The normals that positives are a mixture of.
    is_heavy : bool
        Whether negatives are t(3) in place of standard normal.
    """

    parts: tuple[tuple[float, float, float], ...]
    is_heavy: bool = False

    def positives(self, size: int, rng: np.random.Generator) -> Array:
        """Draw scores of positives."""
        shares, means, deviations = np.array(self.parts).T
        part = np.searchsorted(np.cumsum(shares)[:-1], rng.random(size), side="right")
        scores: Array = means[part] + deviations[part] * rng.normal(size=size)
        return scores

    def negatives(self, size: int, rng: np.random.Generator) -> Array:
        """Draw scores of negatives."""
        return rng.standard_t(3, size) if self.is_heavy else rng.normal(size=size)

    def recall(self, score: Array) -> Array:
        """Return the share of the positives above scores."""
        parts = [share * _above((score - mean) / sd) for share, mean, sd in self.parts]
        return np.sum(parts, axis=0)

    def fpr(self, score: Array) -> Array:
        """Return the share of the negatives above scores."""
        if not self.is_heavy:
            return _above(score)
        # The distribution function of t(3), as in Johnson, Kotz & Balakrishnan (1995), chapter 28,
        # with the arc tangent turned so that the upper tail keeps its digits.
        u = score / math.sqrt(3)
        return (np.arctan2(1, u) - u / (1 + u**2)) / math.pi

    def density(self, score: Array) -> Array:
        """Return the density of positives."""
        parts = [
            share * np.exp(-(((score - mean) / sd) ** 2) / 2) / (sd * math.sqrt(2 * math.pi))
            for share, mean, sd in self.parts
        ]
        return np.sum(parts, axis=0)

    def score_at(self, recall: Array) -> Array:
        """Return the scores above which lie shares of the positives, by halving."""
        low, high = (np.full(np.shape(recall), end) for end in (LOWEST, HIGHEST))
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            is_low = self.recall(middle) >= recall
            low, high = np.where(is_low, middle, low), np.where(is_low, high, middle)
        return low


def _above(z: Array) -> Array:
    """Return the share of a standard normal above values."""
    share: Array = _erfc(z / math.sqrt(2)) / 2
    return share


def binormal(distance: float) -> Population:
    return Population(((1.0, distance, 1.0),))


POPULATIONS = {
    **{f"d{distance:g}": binormal(distance) for distance in (0, 1, 1.3, 1.5, 2, 3)},
    "hv": Population(((1.0, 2.0, 1.0),), is_heavy=True),
    "mx": Population(((0.6, 2.5, 0.5), (0.4, 0.0, 1.0))),
    "wd": Population(((1.0, 0.8, 1.5),)),
}


def _nodes(low: float, high: float) -> tuple[Array, Array]:
    """Return nodes and weights of Gauss-Legendre quadrature in panels."""
    node, weight = leggauss(NODES)
    edges = np.linspace(low, high, PANELS + 1)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (1 + node)).ravel(), (half * weight).ravel()


@cache
def true_areas(name: str, prevalence: float) -> dict[str, float]:
    """Return the areas of a population's curve.

    Parameters
    ----------
    name : str
        One of `POPULATIONS`.
    prevalence : float

    Returns
    -------
    dict of str to float
        By the names of metrics; average precision is that of an endless sample.

    Notes
    -----
    With the positives' scores ``s`` as variable, ``r`` and ``x`` the shares of positives and
    negatives above them: AUCPR is the mean of ``pi r / (pi r + (1 - pi) x)``, AUROC that of ``1 -
    x``, and AUPRG is ``1 - o`` times the mean of ``x / r^3`` over recalls from the prevalence on,
    with ``o = pi / (1 - pi)``.
    """
    population, pi = POPULATIONS[name], prevalence
    score, weight = _nodes(LOWEST, HIGHEST)
    r, x = population.recall(score), population.fpr(score)
    mass = weight * population.density(score)
    aucpr = float(mass @ (pi * r / (pi * r + (1 - pi) * x)))
    first = float(population.score_at(np.array(pi)))
    score, weight = _nodes(LOWEST, first)
    losses = population.fpr(score) / population.recall(score) ** 3
    lost = (weight * population.density(score)) @ losses
    least = float(aucpr_min(pi))
    return {
        "aucpr": aucpr,
        "aucnpr": (aucpr - least) / (1 - least),
        "average_precision": aucpr,
        "auroc": float(mass @ (1 - x)),
        "auprg": float(1 - pi / (1 - pi) * lost),
    }


@cache
def true_fpr(name: str, recalls: tuple[float, ...]) -> Array:
    """Return the false positive rates of a population's curve at recalls; 1 at recall 1."""
    population, recall = POPULATIONS[name], np.array(recalls)
    found = population.fpr(population.score_at(recall))
    return np.where(recall < 1, found, 1.0)
