"""Passes over the rows: each counts the cells of a partition, and how the next one is chosen."""

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
from prplot.inputs.scan.sources import batches, fetched, has_numpy_type
from prplot.inputs.scan.survey import Survey

Found = dict[str | None, Cells]

# Sums of weights in two orders differ by at most this share of them for each row.
EACH_ROW = 4 * float(np.finfo(np.float64).eps)
# Cells of the first pass, and the fewest and most of a later one.
FIRST = 2**16
FEWEST, MOST = 2**16, 2**21
# Ranges of scores with cells of their own width: at first, and at most.
PIECES, MOST_PIECES = 6, 64
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
        crowds = self.planned > 1
        partition, self.count = refined_partition(
            wide, AIM * self.goal, least, self.most, pieces, crowds
        )
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


def counted(frame: Any, partition: Partition, survey: Survey, is_whole: bool) -> Found:
    """Count the rows in each cell, of each group if there are any.

    Parameters
    ----------
    frame : narwhals frame
        As `examined` returns it.
    partition : Partition
        Without pieces each score is a cell of its own.
    survey : Survey
        The totals that the counts must add up to.
    is_whole : bool
        Whether masses are whole numbers.

    Returns
    -------
    dict of group (or None) to Cells

    Raises
    ------
    ValueError
        The rows are not those of the survey.
    """
    import narwhals as nw

    names = frame.collect_schema().names()
    # Whole weights are summed as integers, so that they stay exact.
    kind = nw.Int64 if is_whole else nw.Float64
    by = ["group", "cell"] if "group" in names else ["cell"]
    rest = nw.col("neg").sum() if "weight" in names else nw.len().alias("rows")
    score = nw.col("score")
    columns = frame.select(**_columns(names, partition, kind))
    query = (
        columns.group_by(*by)
        .agg(rest, nw.col("pos").sum(), score.min().alias("low"), score.max().alias("high"))
        # Compared before the conversion: two scores may be one float.
        .with_columns(
            (nw.col("low") == nw.col("high")).alias("is_tied"),
            *(nw.col(name).cast(kind) for name in ("pos", "neg" if "weight" in names else "rows")),
            *(nw.col(name).cast(nw.Float64) for name in ("low", "high")),
        )
    )
    parts = batches(columns) if partition and "group" not in names else None
    if parts is not None:
        with interruptible():
            found = _counted_in_batches(parts, survey)
    else:
        found = fetched(query)
    if not partition and found["cell"].dtype.kind in "iu":
        # In a type that keeps them different, as in memory.
        found["low"] = found["high"] = found["cell"].astype(np.longdouble)
    if "neg" not in found:
        found["neg"] = found["rows"] - found["pos"]
    _check_range(np.array([found["low"].min(), found["high"].max()]), survey, is_all=True)
    _check_unchanged(found, survey, is_whole)
    return _by_group(found)


def _counted_in_batches(parts: Iterable[Mapping[str, Array]], survey: Survey) -> dict[str, Array]:
    """Return what a query would: the cells, their masses and the range of their scores."""
    cells: dict[str, Array] = {}
    for part in parts:
        score = part["score"]
        if score.size == 0:
            continue
        # Memory may not hold all cells up to a score out of the range.
        _check_range(score, survey)
        # An engine's logarithm may differ in the last bit from the one of the first cell.
        cell = np.maximum(part["cell"], 0).astype(np.intp)
        size = int(cell.max()) + 1
        starts = _starts(part)
        for name, start in starts.items():
            known = cells.get(name, np.empty(0, start.dtype))
            if name not in cells or known.size < size:
                cells[name] = np.append(known, np.full(size - known.size, start))
        cells["rows"] += np.bincount(cell, minlength=cells["rows"].size)
        for name in starts.keys() & {"pos", "neg"}:
            np.add.at(cells[name], cell, part[name])
        np.minimum.at(cells["low"], cell, score)
        np.maximum.at(cells["high"], cell, score)
    if not cells:
        raise ValueError("frame changed while it was read: no row is left")
    found = np.flatnonzero(cells["rows"])
    cells = {name: values[found] for name, values in cells.items()}
    if "neg" in cells:
        del cells["rows"]
    cells |= {"cell": found, "is_tied": cells["low"] == cells["high"]}
    return cells | {name: cells[name].astype(np.float64) for name in ("low", "high")}


def _starts(part: Mapping[str, Array]) -> dict[str, Any]:
    """Return the values of a cell without rows, in the types of the columns."""
    kind = part["score"].dtype
    known = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
    masses = {name: part[name].dtype.type(0) for name in ("pos", "neg") if name in part}
    return {
        "rows": np.int64(0),
        **masses,
        "low": kind.type(known.max),
        "high": kind.type(known.min),
    }


def _columns(names: list[str], partition: Partition, kind: Any) -> dict[str, Any]:
    """Return the columns to group by and to sum."""
    import narwhals as nw

    columns = {"score": nw.col("score"), "cell": _cell(partition)}
    if "group" in names:
        columns["group"] = nw.col("group")
    if "weight" not in names:
        return columns | {"pos": nw.col("is_positive").cast(kind)}
    mass = nw.col("weight").cast(kind)
    is_positive, nothing = nw.col("is_positive"), nw.lit(0, kind)
    # Not the sum of both less the positives: its rounding error may be large for the negatives.
    neg = nw.when(is_positive).then(nothing).otherwise(mass)
    return columns | {"pos": nw.when(is_positive).then(mass).otherwise(nothing), "neg": neg}


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
    distance = place - piece.origin
    boosted = distance if piece.boost == 1 else distance * piece.boost
    return (boosted * piece.scale).floor() + piece.offset


def _check_range(scores: Array, survey: Survey, *, is_all: bool = False) -> None:
    """Raise if some scores are out of the range of the survey, or all of them are in another."""
    low, high = float(scores.min()), float(scores.max())
    is_same = (low, high) == (survey.low, survey.high)
    if not (is_same if is_all else survey.low <= low <= high <= survey.high):
        raise ValueError(
            "frame changed while it was read: the lowest or the highest score is another"
        )


def _check_unchanged(found: dict[str, Array], survey: Survey, is_whole: bool) -> None:
    """Raise if the counts don't add up to the totals of the survey."""
    is_exact = is_whole and survey.mass < 2**53
    slack = 0.0 if is_exact else EACH_ROW * survey.rows
    pos, neg = float(found["pos"].sum()), float(found["neg"].sum())
    for what, total, wanted in (("rows", pos + neg, survey.mass), ("positives", pos, survey.pos)):
        if not abs(total - wanted) <= slack * wanted:
            raise ValueError(
                f"frame changed while it was read: {what} of mass {in_full(wanted)} became "
                f"{in_full(total)}; each pass must find the same rows"
            )


def _by_group(found: dict[str, Array]) -> Found:
    """Return the cells of each group: numbers in rising order, others in that of their text."""
    if "group" not in found:
        return {None: _cells(found, np.arange(found["cell"].size))}
    values = found["group"]
    groups, codes = np.unique(
        values if values.dtype.kind in "biuf" else values.astype(str), return_inverse=True
    )
    names = texts_of(groups.tolist())
    order = list(range(len(names)))
    if all(name.isdecimal() for name in names):
        # Whole numbers as text, as in text files.
        order.sort(key=lambda k: int(names[k]))
    return {names[k]: _cells(found, np.flatnonzero(codes == k)) for k in order}


def _cells(found: dict[str, Array], rows: Array) -> Cells:
    order = rows[np.argsort(found["cell"][rows])]
    low, high, pos, neg, tied = (
        found[name][order] for name in ("low", "high", "pos", "neg", "is_tied")
    )
    return Cells.cumulated(low, high, pos, neg, tied.astype(bool))
