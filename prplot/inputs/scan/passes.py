"""Passes over the rows: what each looks at after earlier ones, and what it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from prplot.core.checks import Array
from prplot.core.scan.cells import Cells
from prplot.core.scan.partition import TINY, Partition, Piece, even, relaid
from prplot.inputs.scan.engine import fetched, plain
from prplot.inputs.scan.survey import Survey

Found = dict[str | None, Cells]

# Sums of weights over the rows in another order differ by so much of them for each row.
EACH_ROW = 4 * float(np.finfo(np.float64).eps)


def counted(frame: Any, layout: Partition, survey: Survey, is_whole: bool) -> Found:
    """Count the rows of each cell, and of each group if there are any.

    Parameters
    ----------
    frame : narwhals frame
        As `examined` returns it.
    layout : Layout
        Without pieces each score is a cell of its own.
    survey : Survey
        What the counts must add up to.
    is_whole : bool
        Whether masses are whole numbers.

    Returns
    -------
    dict of group (or None) to Cells

    Raises
    ------
    ValueError
        The rows are others than those of the survey.
    """
    import narwhals as nw

    names = frame.collect_schema().names()
    # Whole weights are summed as integers, so that they stay exact.
    kind = nw.Int64 if is_whole else nw.Float64
    by = ["group", "cell"] if "group" in names else ["cell"]
    rest = nw.col("neg").sum() if "weight" in names else nw.len().alias("rows")
    score = nw.col("score")
    query = (
        frame.select(**_columns(names, layout, kind))
        .group_by(*by)
        .agg(rest, nw.col("pos").sum(), score.min().alias("low"), score.max().alias("high"))
        # Compared as what they are: two scores may be one as floats.
        .with_columns(
            (nw.col("low") == nw.col("high")).alias("is_tied"),
            *(nw.col(name).cast(kind) for name in ("pos", "neg" if "weight" in names else "rows")),
            *(nw.col(name).cast(nw.Float64) for name in ("low", "high")),
        )
    )
    found = {name: plain(column) for name, column in fetched(query).items()}
    if not layout and found["cell"].dtype.kind in "iu":
        # Of a type that tells them apart, as in memory.
        found["low"] = found["high"] = found["cell"].astype(np.longdouble)
    if "neg" not in found:
        found["neg"] = found["rows"] - found["pos"]
    ends = float(found["low"].min()), float(found["high"].max())
    if ends != (survey.low, survey.high):
        raise ValueError(
            "frame changed while it was read: the lowest or the highest score is another"
        )
    _check_unchanged(found, survey, is_whole)
    return _by_group(found)


def _columns(names: list[str], layout: Partition, kind: Any) -> dict[str, Any]:
    """Return what is grouped and summed."""
    import narwhals as nw

    columns = {"score": nw.col("score"), "cell": _cell(layout)}
    if "group" in names:
        columns["group"] = nw.col("group")
    if "weight" not in names:
        return columns | {"pos": nw.col("is_positive").cast(kind)}
    mass = nw.col("weight").cast(kind)
    is_positive, nothing = nw.col("is_positive"), nw.lit(0, kind)
    # Not the rest of a sum over both: what is rounded there may be much of the negatives.
    neg = nw.when(is_positive).then(nothing).otherwise(mass)
    return columns | {"pos": nw.when(is_positive).then(mass).otherwise(nothing), "neg": neg}


def _cell(layout: Partition) -> Any:
    """Return the number of the cell of each score, not decreasing in the score."""
    import narwhals as nw

    if not layout:
        # A negative zero is no other score.
        return nw.col("score") + 0
    # Engines would else compute with the precision of the column.
    score = nw.col("score").cast(nw.Float64)
    numbers = [_number(score, piece) for piece in layout]
    starts = [piece.start for piece in layout]

    def chosen(rest: Any, k: int) -> Any:
        return nw.when(score < starts[k]).then(numbers[k - 1]).otherwise(rest)

    return reduce(chosen, range(len(layout) - 1, 0, -1), numbers[-1])


def _number(score: Any, piece: Piece) -> Any:
    """Return the number of the cell of each score, if it is in that piece."""
    if piece.is_log and piece.start < 0:
        # Other scores are in other pieces; not all engines take their logarithms.
        place = (score * -1).clip(lower_bound=TINY).log() * -1
    else:
        place = score.clip(lower_bound=TINY).log() if piece.is_log else score
    distance = place - piece.origin
    boosted = distance if piece.boost == 1 else distance * piece.boost
    return (boosted * piece.scale).floor() + piece.offset


def _check_unchanged(found: dict[str, Array], survey: Survey, is_whole: bool) -> None:
    is_exact = is_whole and survey.mass < 2**53
    slack = 0.0 if is_exact else EACH_ROW * survey.rows
    pos, neg = float(found["pos"].sum()), float(found["neg"].sum())
    for what, total, wanted in (("rows", pos + neg, survey.mass), ("positives", pos, survey.pos)):
        if not abs(total - wanted) <= slack * wanted:
            raise ValueError(
                f"frame changed while it was read: {what} of mass {wanted:g} became {total:g}; "
                "each pass must find the same rows"
            )


def _by_group(found: dict[str, Array]) -> Found:
    """Return the cells of each group: numbers rise, others are in the order of their text."""
    if "group" not in found:
        return {None: _cells(found, np.arange(found["cell"].size))}
    values = found["group"]
    levels, codes = np.unique(
        values if values.dtype.kind in "biuf" else values.astype(str), return_inverse=True
    )
    names = [_text(level) for level in levels.tolist()]
    if len(set(names)) < len(names):
        # Numbers that differ in late digits only.
        names = [repr(level) for level in levels.tolist()]
    order = list(range(len(names)))
    if all(name.isdecimal() for name in names):
        # Whole numbers that are text, as those of text files.
        order.sort(key=lambda k: int(names[k]))
    return {names[k]: _cells(found, np.flatnonzero(codes == k)) for k in order}


def _cells(found: dict[str, Array], rows: Array) -> Cells:
    order = rows[np.argsort(found["cell"][rows])]
    low, high, pos, neg, tied = (
        found[name][order] for name in ("low", "high", "pos", "neg", "is_tied")
    )
    return Cells.cumulated(low, high, pos, neg, tied.astype(bool))


def _text(level: Any) -> str:
    return f"{level:.12g}" if isinstance(level, float) else str(level)


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
EACH_SCORE: Partition = ()


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

    def first(self) -> Partition:
        """Return how scores are cut when nothing but their range is known."""
        return even(self.survey.low, self.survey.high, min(FIRST, self.most))

    def following(self, wide: Sequence[Cells]) -> Partition | None:
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
