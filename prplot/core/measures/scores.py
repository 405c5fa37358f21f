"""The scores of a whole curve: what each is called, and the function that computes it."""

from collections.abc import Callable
from typing import NamedTuple

from prplot.core.measures import areas
from prplot.core.record import ConfusionCurve


class Score(NamedTuple):
    """A score of curves.

    Attributes
    ----------
    head : str
        Its name in tables and legends.
    of : callable
        ``(ConfusionCurve) -> float``
    """

    head: str
    of: Callable[[ConfusionCurve], float]


SCORES = {
    "aucpr": Score("AUCPR", areas.area_pr),
    "aucnpr": Score("AUCNPR", areas.normalized_area_pr),
    "average_precision": Score("AP", areas.step_area_pr),
    "auroc": Score("AUROC", areas.area_roc),
    "auprg": Score("AUPRG", areas.area_prg),
}
