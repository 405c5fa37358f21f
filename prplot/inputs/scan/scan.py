"""Scans: curves of data larger than memory, with certified bounds."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping
from typing import Any

from prplot.core.calls import answered
from prplot.core.checks import checked_number, one_of, user_level
from prplot.core.record.missing import CHOICES
from prplot.core.scan.batch_labels import Labels
from prplot.core.scan.counts import ROOM, Counts
from prplot.core.scan.grid import MOST_EXACT
from prplot.core.scan.scanned_curve import ROUNDING, ScannedCurve
from prplot.core.scan.zoom import Zoom
from prplot.inputs.group_order import texts_of
from prplot.inputs.samples import progress_bar
from prplot.inputs.scan.sources import one_sentence, opened
from prplot.inputs.scan.survey import Batches, arrays_of, examined

# After so many passes the bounds are returned as they are.
PASSES = 12

# By the value of the group, or None for all rows.
Counters = dict[Any, Counts]


@answered
def scan(
    frame: Any,
    *,
    y_true: str,
    y_score: str,
    sample_weight: str | None = None,
    pos_label: Hashable | None = None,
    missing: str = "raise",
    hue: str | None = None,
    tolerance: float = 1e-4,
    progress: bool = True,
) -> ScannedCurve | dict[str, ScannedCurve]:
    """Compute the curve of data larger than memory, with certified bounds for its areas.

    Parameters
    ----------
    frame : frame, path, or list of paths
        A lazy frame of polars, PySpark or Dask, a DuckDB relation (with pyarrow), or any other
        frame that narwhals supports; a dict of columns; or Parquet, .csv or .tsv files, or a folder
        of them, read by polars or DuckDB (extras of these names). A path that exists is read
        literally; any other is a pattern such as ``"part-*.parquet"``. Numbers in text files are
        read as floats.
    y_true, y_score : str
        The columns of labels and scores; higher means more likely positive.
    sample_weight : str, optional
        The column of nonnegative weights; a row with weight zero counts as absent.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score, weight or group (null, None, NaN or NaT), or drop them
        with a warning. ``+inf`` is an error.
    hue : str, optional
        A column that groups the rows; all groups are counted in the same passes.
    tolerance : float, default 1e-4
        Target for the difference between the bounds of AUCPR.
    progress : bool, default True
        Show a progress bar of the rows if they take longer than two seconds.

    Returns
    -------
    ScannedCurve, or dict of str to ScannedCurve with `hue`
        Exact at every score that ends a cell, with `lower` and `upper` curves in between. Groups
        are in rising order. With few distinct scores, everything is exact.

    Raises
    ------
    ValueError, TypeError
        Unknown columns, missing or non-finite values, other than two labels without `pos_label`,
        invalid weights; a frame whose rows change between passes, or that the engine can't read.
    FileNotFoundError, ImportError
        No such file; no engine to read it.

    Warns
    -----
    MissingValuesWarning
        With ``missing="drop"``: rows were left out.
    UserWarning
        More passes can't bring the bounds as close as `tolerance`.

    See Also
    --------
    Accumulator : Count batches of arrays, or on several machines.
    ConfusionCurve.from_scores : Exact and faster for what memory holds.

    Notes
    -----
    The rows are read in batches and counted by an `Accumulator`, which is exact up to 65,536
    different scores. More are counted in cells, with their lowest and highest scores. The order
    inside a cell is unknown: the area is highest if its positives come first, and lowest if its
    negatives do. A cell with one distinct score or only one class leaves no doubt. While too much
    is open, another pass cuts each cell into more, finer where more is open. Groups share the
    cells, and have fewer exact scores each.

    The bounds hold for the data as they are. With fractional weights they are widened by the
    largest rounding error of sums in any order. Whole scores beyond 2^53 and decimals are
    distinguished as long as there are few different ones.

    Examples
    --------
    >>> import pandas as pd, prplot as prp
    >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]})
    >>> curve = prp.scan(table, y_true="y", y_score="s")
    >>> low, high = curve.bounds(prp.aucpr)
    >>> round(low, 6), round(high, 6)
    (0.797267, 0.797267)
    """
    in_range = "be a number in [1e-11, 1)"
    checked_number(tolerance, "tolerance", in_range, lambda one: ROUNDING * 10 <= one < 1)
    one_of(missing, "missing", CHOICES)
    labels = Labels(pos_label)
    names: dict[str, Any] = {"score": y_score, "label": y_true}
    names |= {"weight": sample_weight} if sample_weight is not None else {}
    names |= {"group": hue} if hue is not None else {}
    with one_sentence(), progress_bar(None, "scan", "row", shown=progress) as advance:
        rows = Batches(examined(opened(frame, names), names), names, missing == "drop", advance)
        _check_label(rows.frame, pos_label)
        groups = _groups(rows.frame) if hue is not None else [None]
        # A power of two, as cells are joined in pairs.
        room = max(ROOM >> (len(groups) - 1).bit_length(), 2)
        counters = {key: Counts(room) for key in groups}
        _count(rows, labels, counters)
        labels.check_found(sum(one.pos for one in counters.values()))
        _refine(rows, labels, counters, tolerance)
    if (widest := max(one.left_open() for one in counters.values())) >= tolerance:
        warnings.warn(
            f"the bounds of AUCPR stay {widest:.2g} apart; tolerance is {tolerance:g}",
            stacklevel=user_level(),
        )
    found = {key: one.curve() for key, one in counters.items()}
    return found[None] if hue is None else _in_order(found)


def _check_label(rows: Any, pos_label: Hashable | None) -> None:
    """Raise a ValueError if the positive label may have been rounded, as those of text files."""
    is_large = isinstance(pos_label, int) and abs(pos_label) >= MOST_EXACT
    if is_large and rows.collect_schema()["label"].is_float():
        raise ValueError(f"pos_label {pos_label} is not in y_true, which holds floats")


def _groups(rows: Any) -> list[Any]:
    """Return the different values of the groups."""
    import narwhals as nw

    # As an expression, because the bare name is a word of SQL.
    found = rows.select(group=nw.col("group")).unique().lazy().collect()
    values: list[Any] = found["group"].drop_nulls().to_list()
    return values


def _count(rows: Batches, labels: Labels, counters: Mapping[Any, Counts]) -> None:
    """Count the rows of each group that has a counter."""
    for batch in rows:
        parts = batch.group_by("group") if "group" in batch.columns else [((None,), batch)]
        for (key,), part in parts:
            if key not in counters:
                continue
            scores, *others = arrays_of(part)
            if (found := labels.observed(scores, *others)) is not None:
                # Objects keep decimals apart that are one as floats.
                exact = scores if scores.dtype == object else found.scores
                counters[key].add(exact, found.is_positive, found.weights)


def _refine(rows: Batches, labels: Labels, counters: Counters, tolerance: float) -> None:
    """Count again in narrower cells until the bounds are close, or come no closer."""
    before = dict.fromkeys(counters, 1.0)
    for _ in range(PASSES - 1):
        zooms = {}
        for key, one in counters.items():
            left, goal = one.left_open(), max(tolerance - 4 * one.rounding, tolerance / 2)
            if not one.is_exact and goal <= left < before[key]:
                zooms[key], before[key] = Zoom(one, goal), left
        if not zooms:
            return
        rows.advance(0, note=f"scan, {max(before[key] for key in zooms):.1e} open")
        _count(rows, labels, zooms)
        for zoom in zooms.values():
            zoom.check_unchanged()
        counters |= zooms


def _in_order(found: Mapping[Any, ScannedCurve]) -> dict[str, ScannedCurve]:
    """Return groups by name: numbers in rising order, others in that of their text."""
    keys = [key.item() if hasattr(key, "item") else key for key in found]
    names = dict(zip(texts_of(keys), found.values(), strict=True))
    if not any(isinstance(key, str) for key in keys):
        order = [name for _, name in sorted(zip(keys, names, strict=True))]
    else:
        # Whole numbers as text, as in text files.
        order = sorted(names, key=int if all(map(str.isdecimal, names)) else None)
    return {name: names[name] for name in order}
