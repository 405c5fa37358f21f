"""Labels that come in batches, each of which need not have all of them."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Any

import numpy as np

from prplot.core.checks import Array, as_array, brief
from prplot.core.record import Observations, observe
from prplot.core.record.observations import distinct_labels, is_one

# How many labels of a batch are remembered for the words of an error.
_SHOWN = 5


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
        """
        labels, scores = _array(y_true, "y_true"), _array(y_score, "y_score")
        weights = None if sample_weight is None else _array(sample_weight, "sample_weight")
        if labels.size == scores.size == 0 or not (weights is None or weights.any()):
            return None
        found = observe(
            labels, scores, pos_label=self.pos_label, sample_weight=weights, is_part=True
        )
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


def _array(values: Any, name: str) -> Array:
    """Return values as an array of NumPy, from a GPU as well."""
    if hasattr(values, "__dlpack__") and not isinstance(values, np.ndarray):
        # Before NumPy 2.1 there is no choice of a device; some types are known to NumPy alone.
        with suppress(TypeError, BufferError, RuntimeError):
            return np.from_dlpack(values, device="cpu")
    return as_array(values, name)
