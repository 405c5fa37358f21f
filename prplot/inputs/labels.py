"""Labels of frames: which of them are positive."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from prplot.inputs.engines import fetched

# How many labels an error shows.
_SHOWN = 5


def is_positive(label: Any, kind: Any, pos_label: Hashable | None) -> Any:
    """Return which labels are positive; by default those that are 1 or True.

    Parameters
    ----------
    label : narwhals expression
    kind : narwhals data type
        Of the labels.
    pos_label : hashable or None

    Returns
    -------
    narwhals expression
    """
    import narwhals as nw

    wanted = 1 if pos_label is None else pos_label
    if kind == nw.Boolean and wanted in (0, 1):
        return label if wanted else ~label
    if kind.is_numeric():
        if isinstance(wanted, bool | int | float | np.integer | np.floating | np.bool_):
            return label == wanted
    elif kind == nw.Object:
        return label == wanted
    elif isinstance(wanted, str):
        return label.cast(nw.String) == wanted
    # No label of this column can be that one; whoever looks at the labels will say so.
    return nw.lit(False)


def check_labels(frame: Any, seen: dict[str, float], pos_label: Hashable | None) -> None:
    """Raise unless one label is positive by convention or was named so, and is there.

    Parameters
    ----------
    frame : narwhals frame
        With a column label.
    seen : dict of str to float
        How many "rows" there are, positive "ones" among them, and of numbers "zeros" and "minus"
        ones.
    pos_label : hashable or None
    """
    import narwhals as nw

    kind = frame.collect_schema()["label"]
    if pos_label is None or pos_label in (1, True):
        rest = seen["rows"] - seen["ones"]
        if kind == nw.Boolean or rest in (seen.get("zeros", -1), seen.get("minus", -1)):
            return
    elif seen["ones"]:
        return
    some = fetched(frame.select("label").unique().head(_SHOWN + 1))["label"].tolist()
    some.sort(key=str)
    more = ", ..." if len(some) > _SHOWN else ""
    # Text files have all labels that are numbers read as floats.
    some = [int(one) if isinstance(one, float) and one.is_integer() else one for one in some]
    listed = ", ".join(map(repr, some[:_SHOWN])) + more
    if pos_label is None:
        raise ValueError(
            f"y_true holds the labels {listed}; pass pos_label to say which is positive "
            "(by default it is 1 among 0/1, -1/1 or booleans)"
        )
    if not seen["ones"]:
        raise ValueError(f"pos_label {pos_label!r} is not in y_true, which holds {listed}")
