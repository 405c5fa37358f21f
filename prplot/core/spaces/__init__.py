"""Spaces: point maps of the confusion counts, and the table of them."""

from prplot.core.spaces.npr import NPR, scaled_true_positives
from prplot.core.spaces.pr import PR, mean_share
from prplot.core.spaces.prg import PRG
from prplot.core.spaces.roc import ROC
from prplot.core.spaces.space import Pair, Space, refine

SPACES = {space.name: space for space in (ROC, PR, NPR, PRG)}

__all__ = [
    "NPR",
    "PR",
    "PRG",
    "ROC",
    "SPACES",
    "Pair",
    "Space",
    "mean_share",
    "refine",
    "scaled_true_positives",
]
