"""Curves counted in cells of scores: with certified bounds, from batches, files or workers."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import IO, Any, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.cells import ROUNDING, Cells, Counts, State
from prplot.core.checks import Array, FloatArray, as_array, brief, counted, refuse_values
from prplot.core.measures.score_definitions import SCORES, score_key
from prplot.core.record import ConfusionCurve, Observations, observe
from prplot.core.record.observations import distinct_labels, is_one

# Of the files that are written.
_VERSION = 1
# How many labels of a batch are remembered for the words of an error.
_SHOWN = 5


@dataclass(frozen=True, eq=False, repr=False)
class ScannedCurve(ConfusionCurve):
    """A curve of data larger than memory, counted in cells of scores; made by `prplot.scan`.

    It is accepted wherever a `ConfusionCurve` is. Its points and their thresholds are exact;
    between them the curve is a best guess, true and false positives changing in proportion. The
    curve of the data runs between `lower` and `upper`.

    Attributes
    ----------
    tp, fp, fn, tn, thresholds, pos, neg, prevalence
        As in `ConfusionCurve`; exact.
    recall, precision, tpr, fpr, recall_gain, precision_gain
        As in `ConfusionCurve`; exact.
    lower, upper : ConfusionCurve
        The lowest and the highest possible curve of the data, with negatives or positives first in
        each cell. Thresholds are nan at points that the data need not have.
    cells : Cells
        The counts.
    rounding : float
        Largest rounding error of sums.

    Notes
    -----
    `precision_at`, `recall_at`, `dominates` and the areas refer to the best guess; use `lower` and
    `upper` for certain bounds. `hull` is a plain `ConfusionCurve`, the hull of the exact points: it
    is achievable, and the hull of the data is at most that of `upper`.

    Examples
    --------
    >>> import pandas as pd, prplot as prp
    >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
    >>> curve = prp.scan(table, y_true="y", y_score="s")
    >>> curve.lower.fp.tolist() == curve.fp.tolist() == curve.upper.fp.tolist()
    True
    """

    cells: Cells = field(kw_only=True, default=None)  # type: ignore[assignment]
    rounding: float = field(kw_only=True, default=ROUNDING)

    def __post_init__(self) -> None:
        if not isinstance(self.cells, Cells):
            raise TypeError("ScannedCurve is made by scan")
        super().__post_init__()
        for array in vars(self.cells).values():
            array.flags.writeable = False

    def __repr__(self) -> str:
        low, high = self.bounds("aucpr")
        return f"{super().__repr__()[:-1]}, AUCPR in [{low:.8g}, {high:.8g}])"

    @classmethod
    def from_cells(cls, cells: Cells, rounding: float = ROUNDING) -> ScannedCurve:
        """Make a curve from the counts in cells.

        Parameters
        ----------
        cells : Cells
        rounding : float, optional
            Largest relative rounding error of sums of weights.

        Returns
        -------
        ScannedCurve
        """
        return cls(cells.steps(), cells.pos, cells.neg, cells=cells, rounding=rounding)

    @property
    def lists_all_scores(self) -> bool:
        """Whether each cell holds one score."""
        return bool(self.cells.is_tied.all())

    @cached_property
    def lower(self) -> ConfusionCurve:
        """The lowest possible curve of the data."""
        return ConfusionCurve(self.cells.steps("negatives"), self.pos, self.neg)

    @cached_property
    def upper(self) -> ConfusionCurve:
        """The highest possible curve of the data."""
        return ConfusionCurve(self.cells.steps("positives"), self.pos, self.neg)

    def bounds(self, metric: str | Callable[..., float]) -> tuple[float, float]:
        """Return certain bounds for the area under the data's own curve.

        Parameters
        ----------
        metric : function or str
            `prplot.auroc`, `prplot.aucpr`, `prplot.aucnpr`, `prplot.auprg` or
            `prplot.average_precision`, or its name.

        Returns
        -------
        low, high : float
            Widened by the rounding of sums; nan if the area is undefined, with only one class.

        Raises
        ------
        ValueError
            An unknown metric.

        Notes
        -----
        All areas except average precision rise with every correctly ranked pair, so `lower` and
        `upper` have the extreme areas. Average precision takes ties at their lower end, which
        widens its bounds.

        Examples
        --------
        >>> import pandas as pd, prplot as prp
        >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
        >>> curve = prp.scan(table, y_true="y", y_score="s")
        >>> low, high = curve.bounds(prp.auroc)
        >>> low < 0.75 < high, high - low < 1e-11
        (True, True)
        """
        score = SCORES[score_key(metric, "metric")]
        if score.bounded_by is None or not (self.pos and self.neg):
            low, high = (score.of(curve) for curve in (self.lower, self.upper))
        else:
            low, high = getattr(self.cells, score.bounded_by)()
        slack = self.rounding * (1 + max(abs(low), abs(high)))
        if score.low == -np.inf and self.neg and self.rounding > ROUNDING:
            # A gain divides what is missing of the positives by the share of the negatives.
            slack *= (self.pos + self.neg) / self.neg
        return max(low - slack, score.low), min(high + slack, score.high)

    def hull(self) -> ConfusionCurve:  # type: ignore[override]
        """Return the achievable curve: the upper hull of the exact points, a plain curve.

        Returns
        -------
        ConfusionCurve
            Each vertex is an operating point of the data. The hull of the full data is nowhere
            lower, and nowhere higher than ``upper.hull()``.

        Examples
        --------
        >>> import pandas as pd, prplot as prp
        >>> table = pd.DataFrame({"y": [1, 0, 0, 1], "s": [0.9, 0.8, 0.7, 0.1]})
        >>> prp.scan(table, y_true="y", y_score="s").hull().tp.tolist()
        [0, 1, 2]
        """
        return ConfusionCurve(self.steps, self.pos, self.neg).hull()

    def at_prevalence(self, prevalence: float) -> Self:
        """Return the same ROC curve at another prevalence, with its bounds there.

        Parameters
        ----------
        prevalence : float
            In (0, 1).

        Returns
        -------
        ScannedCurve

        Raises
        ------
        ValueError
            A prevalence outside (0, 1); a curve with only one class.

        Examples
        --------
        >>> import pandas as pd, prplot as prp
        >>> table = pd.DataFrame({"y": [1, 0, 0, 1], "s": [0.9, 0.8, 0.7, 0.1]})
        >>> prp.scan(table, y_true="y", y_score="s").at_prevalence(0.25).neg
        6.0
        """
        plain = ConfusionCurve(self.steps, self.pos, self.neg).at_prevalence(prevalence)
        cells = self.cells.rescaled(plain.neg)
        return type(self)(plain.steps, plain.pos, plain.neg, cells=cells, rounding=self.rounding)


class Accumulator:
    """Counts of labels and scores that come in batches, in bounded memory.

    Parameters
    ----------
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.

    See Also
    --------
    scan : Count a frame or files.
    ConfusionCurve.from_scores : Exact and faster for what memory holds.

    Notes
    -----
    Scores are read as 64-bit floats. Up to 65,536 different scores are counted one by one, and the
    curve is exact. More are counted in at most 2^20 cells, with the lowest and the highest score of
    each, and the areas have certain bounds. The width of all cells is the smallest with which so
    many cells reach from the lowest to the highest score, on a scale of octaves: from a number to
    its double, and between 0.5 and 1 of the distance from 1. Wider cells are unions of narrower
    ones.

    So the result, bounds included, depends on the data alone: neither on how they are split, nor on
    the order of batches and merges. Whole weights are summed exactly. Sums of others are rounded,
    about which the bounds are wider.

    An accumulator takes at most 64 MiB, whatever is counted. It can be pickled.

    Examples
    --------
    >>> import prplot as prp
    >>> one, other = prp.Accumulator(), prp.Accumulator()
    >>> one.update([1, 0], [0.9, 0.8])
    >>> other.update([1, 0], [0.7, 0.1])
    >>> one.merge(other).curve().tp.tolist()
    [0, 1, 1, 2, 2]
    """

    def __init__(self, *, pos_label: Hashable | None = None) -> None:
        self._labels, self._counts = Labels(pos_label), Counts()

    def update(
        self, y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> None:
        """Count a batch.

        Parameters
        ----------
        y_true : array_like, shape (n,)
            Labels; a batch may have examples of one class only, or none.
        y_score : array_like of numbers, shape (n,)
            Scores; higher means more likely positive.
        sample_weight : array_like of numbers, shape (n,), optional
            Nonnegative weights; a row with weight zero counts as absent.

        Raises
        ------
        ValueError, TypeError
            As for `ConfusionCurve.from_scores`, and scores that 64-bit floats don't hold; nothing
            of the batch is counted then.

        Notes
        -----
        Arrays of other libraries are read by DLPack or as NumPy reads them; those on a GPU are
        copied to the host.

        Examples
        --------
        >>> import prplot as prp
        >>> counts = prp.Accumulator(pos_label="spam")
        >>> for labels, scores in [(["spam", "ham"], [2, 1]), (["ham"], [0])]:
        ...     counts.update(labels, scores)
        >>> counts.curve().neg
        2
        """
        found = self._labels.observed(y_score, y_true, sample_weight)
        if found is not None:
            self._counts.add(found.scores, found.is_positive, found.weights)

    def merge(self, other: Accumulator) -> Self:
        """Add what another accumulator has counted.

        Parameters
        ----------
        other : Accumulator
            With the same `pos_label`; it stays as it is.

        Returns
        -------
        Accumulator
            This one.

        Raises
        ------
        TypeError, ValueError
            Not an accumulator, or one with another `pos_label`.

        Examples
        --------
        >>> import prplot as prp
        >>> one, other = prp.Accumulator(), prp.Accumulator()
        >>> one.update([1, 0], [3, 2])
        >>> other.update([0], [1])
        >>> one.merge(other).curve().neg
        2
        """
        if not isinstance(other, Accumulator):
            raise TypeError(f"other must be an Accumulator, found {brief(other)}")
        own, found = self._labels.pos_label, other._labels.pos_label
        if own != found:
            raise ValueError(f"other must have the pos_label {brief(own)}, found {brief(found)}")
        self._absorb(other._state())
        return self

    def curve(self) -> ScannedCurve:
        """Return the curve of all examples that were counted.

        Returns
        -------
        ScannedCurve
            Exact up to 65,536 different scores, else with `lower` and `upper` curves.

        Raises
        ------
        ValueError
            Nothing was counted; `pos_label` was not among the labels.

        Examples
        --------
        >>> import prplot as prp
        >>> counts = prp.Accumulator()
        >>> counts.update([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
        >>> low, high = counts.curve().bounds(prp.auroc)
        >>> low < 0.75 < high, high - low < 1e-11
        (True, True)
        """
        if not self._counts.rows:
            raise ValueError("nothing was counted; update with labels and scores first")
        curve = ScannedCurve.from_cells(self._counts.cells(), self._counts.rounding)
        self._labels.check_found(curve.pos)
        return curve

    def save(self, file: str | PathLike[str] | IO[bytes]) -> None:
        """Write the counts to a file that this and later versions of prplot read.

        Parameters
        ----------
        file : path or binary file
            A path gets the ending ".npz" if it lacks it.

        Raises
        ------
        TypeError
            A `pos_label` that is neither a text nor a number.

        Examples
        --------
        >>> from io import BytesIO
        >>> import prplot as prp
        >>> counts, file = prp.Accumulator(), BytesIO()
        >>> counts.update([1, 0], [0.9, 0.1])
        >>> counts.save(file)
        >>> prp.Accumulator.load(BytesIO(file.getvalue())).curve().tp.tolist()
        [0, 1, 1]
        """
        label = self._labels.pos_label
        if not isinstance(label, str | int | float | None):
            raise TypeError(
                f"pos_label must be a text or a number to be saved, found {brief(label)}"
            )
        held: dict[str, Any] = self._state()
        np.savez_compressed(file, version=_VERSION, pos_label=json.dumps(label), **held)

    @staticmethod
    def load(file: str | PathLike[str] | IO[bytes]) -> Accumulator:
        """Read what `save` wrote.

        Parameters
        ----------
        file : path or binary file

        Returns
        -------
        Accumulator

        Raises
        ------
        ValueError
            Not such a file, or one of a later version of prplot.

        Examples
        --------
        >>> from io import BytesIO
        >>> import prplot as prp
        >>> file = BytesIO()
        >>> prp.Accumulator(pos_label="spam").save(file)
        >>> file.seek(0)
        0
        >>> prp.Accumulator.load(file).update(["spam", "ham"], [0.9, 0.1])
        """
        try:
            with np.load(file) as held:
                state = dict(held)
            version = int(state["version"])
            if version <= _VERSION:
                return _restored(json.loads(str(state["pos_label"])), state)
        except (KeyError, TypeError, ValueError, BadZipFile):
            raise ValueError(
                f"file must be written by Accumulator.save, found {brief(file)}"
            ) from None
        raise ValueError(f"file has format {version} of a later prplot; this one reads {_VERSION}")

    def _state(self) -> State:
        others = sorted(self._labels.others) if self._labels.pos_label is None else []
        return self._counts.state() | {"others": np.array(others)}

    def _absorb(self, state: State) -> None:
        self._labels.note(set(state["others"].tolist()))
        self._counts.merge(state)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._labels.pos_label, self._state())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(self._counts.rows, 'row')})"


def _restored(pos_label: Hashable | None, state: State) -> Accumulator:
    found = Accumulator(pos_label=pos_label)
    found._absorb(state)
    return found


class Labels:
    """Which labels are positive.

    Parameters
    ----------
    pos_label : hashable or None

    Attributes
    ----------
    others : set
        Some of the other labels; without `pos_label` all.
    """

    def __init__(self, pos_label: Hashable | None) -> None:
        self.is_usual = pos_label is None or is_one(pos_label)
        self.pos_label = pos_label
        self.others: set[Any] = set()

    def observed(self, y_score: Any, y_true: Any, sample_weight: Any = None) -> Observations | None:
        """Return the examples of a batch, checked; None if there are none.

        Parameters
        ----------
        y_score, y_true, sample_weight : array_like, shape (n,)

        Raises
        ------
        ValueError, TypeError
            As for `ConfusionCurve.from_scores`; scores that 64-bit floats don't hold.
        """
        labels, scores = _array(y_true, "y_true"), _array(y_score, "y_score")
        weights = None if sample_weight is None else _array(sample_weight, "sample_weight")
        if labels.size == scores.size == 0 or not (weights is None or weights.any()):
            return None
        found = observe(
            labels, scores, pos_label=self.pos_label, sample_weight=weights, is_part=True
        )
        found.scores = _floats(found.scores)
        if self.pos_label is None and not found.is_positive.all():
            self.note({float(labels.min())})
        elif not (self.is_usual or found.is_positive.any()):
            self.others.update(distinct_labels(labels[:1000])[:_SHOWN])
        return found

    def note(self, others: set[Any]) -> None:
        """Remember labels; raise a ValueError unless it is clear that 1 is the positive one."""
        self.others |= others
        if self.pos_label is None and len(self.others) > 1:
            raise ValueError(
                "y_true holds the labels -1, 0, 1; pass pos_label to say which is positive"
            )

    def check_found(self, pos: float) -> None:
        """Raise a ValueError if there are no positives but should be."""
        if not (pos or self.is_usual):
            shown = ", ".join(map(brief, sorted(self.others, key=str)[:_SHOWN]))
            raise ValueError(
                f"pos_label {brief(self.pos_label)} is not in y_true, which holds {shown}"
            )


def _floats(scores: Array) -> FloatArray:
    """Return scores as floats; raise if these round whole numbers or longer floats."""
    with np.errstate(invalid="ignore", over="ignore"):
        floats = scores.astype(np.float64)
        lost = floats.astype(scores.dtype) != scores
    refuse_values(lost, None, "y_score holds", "long", "64-bit floats must hold each exactly")
    return floats


def _array(values: Any, name: str) -> Array:
    """Return values as an array of NumPy, from a GPU as well."""
    if hasattr(values, "__dlpack__") and not isinstance(values, np.ndarray):
        # Before NumPy 2.1 there is no choice of a device; some types are known to NumPy alone.
        with suppress(TypeError, BufferError, RuntimeError):
            return np.from_dlpack(values, device="cpu")
    return as_array(values, name)
