"""Counts that add up: batches of labels and scores, counted one after another or by workers."""

from __future__ import annotations

import json
from collections.abc import Hashable
from os import PathLike
from typing import IO, Any, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import brief, counted
from prplot.core.scan.batch_labels import Labels
from prplot.core.scan.counts import Counts, State
from prplot.core.scan.scanned_curve import ScannedCurve

# Of the files that are written.
_VERSION = 1


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
    Up to 65,536 different scores are counted one by one, and the curve is exact. More are counted
    in at most 2^20 cells, with the lowest and the highest score of each, and the areas have certain
    bounds. The width of all cells is the smallest with which so many cells reach from the lowest to
    the highest score, on a scale of octaves: from a number to its double, and between 0.5 and 1 of
    the distance from 1. Wider cells are unions of narrower ones.

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
            As for `ConfusionCurve.from_scores`; nothing of the batch is counted then.

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
        curve = self._counts.curve()
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
        except (KeyError, TypeError, ValueError, BadZipFile):
            raise ValueError(
                f"file must be written by Accumulator.save, found {brief(file)}"
            ) from None
        if version > _VERSION:
            raise ValueError(
                f"file has format {version} of a later prplot; this one reads {_VERSION}"
            )
        return _restored(json.loads(str(state["pos_label"])), state)

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
