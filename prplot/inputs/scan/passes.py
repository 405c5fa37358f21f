"""Passes over the rows: counting the cells of a partition, and choosing the next partition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from prplot.core.checks import Array, in_full
from prplot.core.scan.cells import Cells
from prplot.core.scan.partition import TINY, Partition, Piece, even_partition, refined_partition
from prplot.inputs.frames import interruptible
from prplot.inputs.group_order import texts_of
from prplot.inputs.scan.sources import batches, fetched, has_numpy_type, number
from prplot.inputs.scan.survey import Survey

Found = dict[str | None, Cells]

# Sums of weights in two orders differ by at most this share of them for each row.
EACH_ROW = 4 * float(np.finfo(np.float64).eps)
# Cells of the first pass, and the fewest and most of a later one.
FIRST = 2**16
FEWEST, MOST = 2**16, 2**21
# Ranges of scores with cells of their own width: at first, and at most.
PIECES, MOST_PIECES = 8, 64
# A later pass aims at this share of the tolerance, since its result is only estimated.
AIM = 0.5
# A pass has stalled if with the most cells it leaves more than this share of what was open.
STALLED = 0.9
# After so many stalled passes in a row no more follow.
PATIENCE = 2
# A pass after one that missed its goal has at least so many times its cells.
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
        How much the cells of each group may leave open.
    planned, count, stalled, left_open : int, int, int, float
        How many passes were planned after the first, the cells of the last one, how many stalled
        in a row, and how much the cells left open.
    """

    rows: Any
    survey: Survey
    goal: float
    planned: int = 0
    count: int = 0
    stalled: int = 0
    left_open: float = np.inf

    @property
    def most(self) -> int:
        """The largest number of cells for each group."""
        return max(MOST // self.survey.groups, 1)

    def first(self) -> Partition:
        """Return the first partition, for which only the range of the scores is known."""
        if self.survey.rows <= min(FIRST, self.most) and self._can_be_listed():
            return EACH_SCORE
        return even_partition(self.survey.low, self.survey.high, min(FIRST, self.most))

    def following(self, wide: Sequence[Cells]) -> Partition | None:
        """Return the next partition; None if that brings the bounds no closer.

        Parameters
        ----------
        wide : sequence of Cells
            Of the groups whose bounds are too far apart.
        """
        left_open = sum(float(cells.gaps().sum()) for cells in wide)
        is_stalled = self.count == self.most and left_open > STALLED * self.left_open
        self.stalled, self.left_open = self.stalled + 1 if is_stalled else 0, left_open
        is_stuck = any(cells.uncut() >= self.goal for cells in wide)
        if is_stuck or self.stalled == PATIENCE:
            return EACH_SCORE if self._has_few_scores() else None
        least = min(max(FEWEST, GROWTH * self.count), self.most)
        pieces = min(PIECES << self.planned, MOST_PIECES)
        goal = AIM * self.goal
        partition, self.count = refined_partition(wide, goal, least, self.most, pieces)
        self.planned += 1
        is_small = self.survey.rows <= self.count and self._can_be_listed()
        return EACH_SCORE if is_small else partition

    def _can_be_listed(self) -> bool:
        """Return whether the engine returns scores as the numbers that they are."""
        return has_numpy_type(self.rows.collect_schema()["score"])

    def _has_few_scores(self) -> bool:
        if not self._can_be_listed():
            return False
        import narwhals as nw

        some = self.rows.select("score").unique().head(self.most + 1)
        count = fetched(some.select(nw.len().alias("count")))["count"][0]
        return bool(count <= self.most)


def counted(frame: Any, partition: Partition, survey: Survey) -> Found:
    """Count the rows in each cell, of each group if there are any.

    Parameters
    ----------
    frame : narwhals frame
        As `examined` returns it.
    partition : Partition
        Without pieces each score is a cell of its own.
    survey : Survey
        The totals that the counts must add up to.

    Returns
    -------
    dict of group (or None) to Cells

    Raises
    ------
    ValueError
        The rows are not those of the survey.
    """
    found = _counted(frame, partition)
    # In a type that keeps whole scores different, as in memory.
    is_listed = not partition and found["cell"].dtype.kind in "iu"
    scores = ("cell", "cell") if is_listed else ("low", "high")
    kind = np.longdouble if is_listed else np.float64
    low, high = (found[name].astype(kind) for name in scores)
    _check_unchanged(found, low, high, survey)
    pos, neg = (found[name].astype(survey.masses_type) for name in ("pos", "neg"))
    is_tied = found["is_tied"].astype(bool)
    return {
        name: Cells.cumulated(low[rows], high[rows], pos[rows], neg[rows], is_tied[rows])
        for name, rows in _rows_of_groups(found.get("group"), low.size).items()
    }


def _counted(frame: Any, partition: Partition) -> dict[str, Array]:
    """Return the cells, or those of each group, their masses and the range of their scores."""
    import narwhals as nw

    schema = frame.collect_schema()
    by = [name for name in ("group", "cell") if name == "cell" or name in schema]
    masses = [name for name in ("pos", "neg") if name in schema]
    columns = frame.with_columns(cell=_cell(partition)).select(*by, *masses, "score")
    parts = batches(columns) if partition and "group" not in by else None
    if parts is not None:
        with interruptible():
            found = _in_batches(parts, masses, partition)
    else:
        sums, score = (nw.col(name).sum() for name in masses), nw.col("score")
        query = columns.group_by(*by).agg(
            nw.len().alias("rows"), *sums, score.min().alias("low"), score.max().alias("high")
        )
        # Compared before the conversion: two scores may be one float.
        ends = {name: number(nw.col(name), schema["score"]) for name in ("low", "high")}
        found = fetched(query.with_columns(is_tied=nw.col("low") == nw.col("high"), **ends))
    found.setdefault("neg", found["rows"] - found["pos"])
    return found


def _in_batches(
    parts: Iterable[Mapping[str, Array]], masses: Sequence[str], partition: Partition
) -> dict[str, Array]:
    """Return what a query would: the cells, their masses and the range of their scores."""
    size = int(partition[-1].offset) + partition[-1].count + 2
    sums, low, high = {name: np.zeros(size) for name in ("rows", *masses)}, None, None
    for part in parts:
        score = part["score"]
        # Rows that changed, or an engine's logarithm, may lie beyond the cells.
        cell = np.clip(part["cell"], 0, size - 1).astype(np.intp)
        if low is None or high is None:
            known = np.finfo(score.dtype) if score.dtype.kind == "f" else np.iinfo(score.dtype)
            low, high = (np.full(size, end, score.dtype) for end in (known.max, known.min))
        for name in sums:
            sums[name] += np.bincount(cell, part.get(name), size)
        np.minimum.at(low, cell, score)
        np.maximum.at(high, cell, score)
    if low is None or high is None:
        raise ValueError("frame changed while it was read: no row is left")
    cells = {**sums, "low": low, "high": high, "is_tied": low == high}
    return {name: values[low <= high] for name, values in cells.items()}


def _cell(partition: Partition) -> Any:
    """Return the number of the cell of each score, not decreasing in the score."""
    import narwhals as nw

    if not partition:
        # Adding 0 turns a negative zero into zero.
        return nw.col("score") + 0
    # Otherwise engines compute with the precision of the column.
    score = nw.col("score").cast(nw.Float64)
    numbers = [_number(score, piece) for piece in partition]
    starts = [piece.start for piece in partition]

    def chosen(rest: Any, k: int) -> Any:
        return nw.when(score < starts[k]).then(numbers[k - 1]).otherwise(rest)

    return reduce(chosen, range(len(partition) - 1, 0, -1), numbers[-1])


def _number(score: Any, piece: Piece) -> Any:
    """Return the number of the cell of each score in a piece."""
    if piece.is_log and piece.start < 0:
        # Clipped, because scores of other pieces may have no logarithm in the engine. Multiplied,
        # because versions of some engines can't negate an expression.
        place = (score * -1).clip(lower_bound=TINY).log() * -1
    else:
        place = score.clip(lower_bound=TINY).log() if piece.is_log else score
    return ((place - piece.origin) * piece.scale).floor() + piece.offset


def _check_unchanged(found: dict[str, Array], low: Array, high: Array, survey: Survey) -> None:
    """Raise if the cells are not of the scores and the totals of the survey."""
    if (float(low.min()), float(high.max())) != (survey.low, survey.high):
        raise ValueError("frame changed while it was read: the lowest or highest score differs")
    slack = 0.0 if survey.is_whole else EACH_ROW * survey.rows
    for what, name in (("positives", "pos"), ("negatives", "neg")):
        total, wanted = float(found[name].sum()), getattr(survey, name)
        if not abs(total - wanted) <= slack * wanted:
            raise ValueError(
                f"frame changed while it was read: {what} of mass {in_full(wanted)} became "
                f"{in_full(total)}; each pass must find the same rows"
            )


def _rows_of_groups(values: Array | None, size: int) -> dict[str | None, Array]:
    """Return the rows of each group: numbers in rising order, others in that of their text."""
    if values is None:
        return {None: np.arange(size)}
    groups, codes = np.unique(
        values if values.dtype.kind in "biuf" else values.astype(str), return_inverse=True
    )
    names = texts_of(groups.tolist())
    order = list(range(len(names)))
    if all(name.isdecimal() for name in names):
        # Whole numbers as text, as in text files.
        order.sort(key=lambda k: int(names[k]))
    return {names[k]: np.flatnonzero(codes == k) for k in order}
