"""Keys: a score and its label in one integer, so that one plain sort ranks all examples.

Keys rise as scores fall, and negatives come first among ties: an even key is a negative, the odd
key after it a positive with the same score.
"""

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from prplot.core.checks import Array
from prplot.core.record.ranking.sorting import as_floats, as_integers, sort_in_place
from prplot.core.record.steps import StepThresholds
from prplot.core.threads import Threads

# Examples that are packed and counted at a time: all that is computed of them stays in the
# processor's cache.
CHUNK = 2**14


class KeyCode(NamedTuple):
    """The rule by which scores of one type and range become keys.

    Attributes
    ----------
    scores_type : dtype
    best : int
        The highest score, as an integer.
    gap : int
        By how much integers above 0 are lowered: there are no scores between 0 and them.
    keys_type : dtype
        uint32 if keys fit, which are sorted twice as fast, else uint64.
    """

    scores_type: np.dtype[Any]
    best: int
    gap: int
    keys_type: np.dtype[Any]

    @classmethod
    def of(cls, scores: Array, lowest: Any, best: Any) -> Self | None:
        """Return the rule for scores between two ends; None if different ones would share a key."""
        kind, gap = scores.dtype, 0
        if kind.itemsize not in (4, 8):
            return None
        low, high = as_integers(np.array([lowest, best], kind)).tolist()
        if kind.kind == "f" and low < 0 < high:
            # As unsigned integers less 1, the least is the smallest float above 0: those below 0
            # have the top bit, and 0 becomes the largest.
            gap = int((scores.view(f"u{kind.itemsize}") - 1).min())
        span = high - gap - low
        keys_type = np.dtype(np.uint32 if span < 2**31 else np.uint64)
        return cls(kind, high - gap, gap, keys_type) if span < 2**63 else None

    def sorted_keys(self, scores: Array, is_positive: NDArray[np.bool_], threads: Threads) -> Array:
        """Return the keys of all examples in ascending order."""
        keys = np.empty(scores.size, self.keys_type)

        def pack(part: slice) -> None:
            codes = as_integers(scores[part])
            if self.gap:
                codes -= (codes > 0) * codes.dtype.type(self.gap)
            below = (codes.dtype.type(self.best) - codes).astype(self.keys_type)
            keys[part] = is_positive[part]
            keys[part] += below
            keys[part] += below

        threads.map_blocks(pack, keys.size, CHUNK)
        return sort_in_place(keys, threads)

    def scores_of(self, keys: Array) -> Array:
        """Return the scores of keys."""
        codes = np.array(self.best % 2**64, np.uint64) - (keys >> 1)
        if self.scores_type.kind != "f":
            return codes.astype(self.scores_type)
        whole = codes.astype(f"i{self.scores_type.itemsize}")
        whole += (whole > 0) * whole.dtype.type(self.gap)
        return as_floats(whole)


class KeyedThresholds(NamedTuple):
    """Thresholds that are read from sorted keys when they are needed.

    The example at rank ``tp + fp`` has the score of the threshold.
    """

    keys: Array
    code: KeyCode
    counts: tuple[Array, Array, Array]
    scores_type: np.dtype[Any]
    lowest: Any

    def read(self) -> StepThresholds:
        """Return the thresholds alone."""
        tp, fp, before = self.counts
        with_corner = np.flatnonzero(before > np.append(0, fp[:-1]))
        ranks = tp + fp, before[with_corner] + np.append(0, tp[:-1])[with_corner]
        found = (self.code.scores_of(self.keys.take(rank - 1)) for rank in ranks)
        at_steps, at_corners = (scores.astype(self.scores_type) for scores in found)
        return StepThresholds(at_steps, with_corner, at_corners, self.lowest)


def counts_of_keys(keys: Array, pos: int, kind: np.dtype[Any]) -> tuple[Array, Array, Array]:
    """Count at the steps of sorted keys.

    Parameters
    ----------
    keys : ndarray of unsigned int, shape (n,)
    pos : int
        Number of odd ones.
    kind : dtype
        Of the counts.

    Returns
    -------
    tp, fp, fp_before : ndarray, shape (k,)
        As in `Steps`; the last two are one array if no positive is tied with a negative.
    """
    tp, fp, before = (np.empty(pos, kind) for _ in range(3))
    start = found = done = 0
    while start < keys.size:
        # No part ends within a tie.
        last = keys[min(start + CHUNK, keys.size) - 1] | 1
        own = keys[start : keys.searchsorted(last, side="right")]
        gaps, places = own[1:] - own[:-1], (own.astype(np.uint8) & 1).view(bool).nonzero()[0]
        counts, ends, firsts = np.arange(1, places.size + 1), places, places
        if places.size and gaps.size and gaps.min() <= 1:
            # The last positive of a tie is a step; before its first example all score higher.
            counts = np.append(gaps != 0, True).take(places).nonzero()[0] + 1
            ends = places.take(counts - 1)
            firsts = own.searchsorted(own.take(ends) - 1)
        part, above = slice(done, done + counts.size), start - found
        tp[part] = found + counts
        fp[part] = above + ends + 1 - counts
        before[part] = above + firsts - np.append(0, counts[:-1])
        start, found, done = start + own.size, found + places.size, part.stop
    tp, fp, before = tp[:done], fp[:done], before[:done]
    return tp, fp, fp if np.array_equal(fp, before) else before
