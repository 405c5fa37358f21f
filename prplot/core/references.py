"""Rankings to hold a curve against, as records of the same kind."""

from prplot.core.counts import ConfusionCurve


def random_curve(pos: float, neg: float) -> ConfusionCurve:
    """Return random guessing: one straight line, precision equal to prevalence."""
    return ConfusionCurve.from_counts([pos], [neg], pos, neg)


def minimum_curve(pos: float, neg: float) -> ConfusionCurve:
    """Return the worst ranking, all negatives first: the minimum curve of Boyd et al. (2012)."""
    return ConfusionCurve.from_counts([0], [neg], pos, neg)


def perfect_curve(pos: float, neg: float) -> ConfusionCurve:
    """Return the best ranking, all positives first."""
    return ConfusionCurve.from_counts([pos], [0], pos, neg)
