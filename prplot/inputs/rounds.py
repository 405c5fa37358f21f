"""What each pass over the rows looks at, given what earlier ones left open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.core.cells import Cells
from prplot.core.layouts import relaid
from prplot.core.pieces import Layout, even
from prplot.inputs.engines import fetched
from prplot.inputs.surveys import Survey

# Cells of the first pass, and the fewest and most of a later one.
FIRST = 2**16
FEWEST, MOST = 2**16, 2**21
# Ranges of scores with cells of their own width: at first, and at most.
PIECES, MOST_PIECES = 6, 64
# A later pass aims at this share of the tolerance, for what it expects is a guess.
AIM = 0.5
# With the most cells, a pass that leaves more than this share of what was open has stalled.
STALLED = 0.9
# So many of them in a row are the last ones.
PATIENCE = 2
# After a pass that missed there are so many times more cells.
GROWTH = 2
# No pieces: each score is a cell of its own.
EACH_SCORE: Layout = ()


@dataclass
class Rounds:
    """Passes until the bounds are close, or none brings them closer.

    Attributes
    ----------
    rows : narwhals frame
        As `examined` returns it.
    survey : Survey
    goal : float
        What the cells of each group may leave open.
    passed, count, stalled, still : int, int, int, float
        How many passes were planned after the first, the cells of the last one, how many stalled
        in a row, and what the cells left open.
    """

    rows: Any
    survey: Survey
    goal: float
    passed: int = 0
    count: int = 0
    stalled: int = 0
    still: float = np.inf

    @property
    def most(self) -> int:
        """How many cells there may be for each group."""
        return max(MOST // self.survey.groups, 1)

    def first(self) -> Layout:
        """Return how scores are cut when nothing but their range is known."""
        return even(self.survey.low, self.survey.high, min(FIRST, self.most))

    def following(self, wide: Sequence[Cells]) -> Layout | None:
        """Return how scores are cut next; None if that brings the bounds no closer.

        Parameters
        ----------
        wide : sequence of Cells
            Of the groups whose bounds are too far apart.
        """
        still = sum(float(cells.gaps().sum()) for cells in wide)
        is_stalled = self.count == self.most and still > STALLED * self.still
        self.stalled, self.still = self.stalled + 1 if is_stalled else 0, still
        is_stuck = any(cells.uncut() >= self.goal for cells in wide)
        if is_stuck or self.stalled == PATIENCE:
            return EACH_SCORE if self._has_few_scores() else None
        least = min(max(FEWEST, GROWTH * self.count), self.most)
        pieces = min(PIECES << self.passed, MOST_PIECES)
        crowds = self.passed > 1
        layout, self.count = relaid(wide, AIM * self.goal, least, self.most, pieces, crowds)
        self.passed += 1
        is_small = self.survey.rows <= self.count and self._can_be_listed()
        return EACH_SCORE if is_small else layout

    def _can_be_listed(self) -> bool:
        """Return whether scores come back from the engine as the numbers that they are."""
        import narwhals as nw

        return bool(self.rows.collect_schema()["score"] != nw.Decimal)

    def _has_few_scores(self) -> bool:
        if not self._can_be_listed():
            return False
        import narwhals as nw

        some = self.rows.select("score").unique().head(self.most + 1)
        count = fetched(some.select(nw.len().alias("count")))["count"][0]
        return bool(count <= self.most)
