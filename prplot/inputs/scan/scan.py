"""Scans: curves of data larger than memory, with certified bounds."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable
from contextlib import closing
from typing import Any

import numpy as np

from prplot.core.calls import answered
from prplot.core.checks import checked_number, one_of, user_level
from prplot.core.record import CHOICES, is_one
from prplot.core.scan.cells import Cells
from prplot.core.scan.scanned_curve import ROUNDING, ScannedCurve
from prplot.core.threads import thread_count
from prplot.inputs.samples import progress_bar
from prplot.inputs.scan.passes import EACH_ROW, Found, Rounds, counted
from prplot.inputs.scan.sources import one_sentence, opened
from prplot.inputs.scan.survey import Named, complete, examined, surveyed

# After so many passes the bounds are returned as they are.
PASSES = 12


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
    n_jobs: int | None = None,
    progress: bool = True,
) -> ScannedCurve | dict[str, ScannedCurve]:
    """Compute the curve of data larger than memory, with certified bounds for its areas.

    Parameters
    ----------
    frame : frame, path, or list of paths
        A DuckDB relation, a lazy frame of polars, PySpark or Dask, or any other frame that narwhals
        supports; a dict of columns; or Parquet, .csv or .tsv files, or a folder of them, read by
        DuckDB (the extra "duckdb") or else by polars. A path that exists is read literally; any
        other is a pattern such as ``"part-*.parquet"``. Numbers in text files are read as floats.
    y_true, y_score : str
        The columns of labels and scores; higher means more likely positive.
    sample_weight : str, optional
        The column of nonnegative weights; a row with weight zero counts as absent.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    missing : {"raise", "drop"}, default "raise"
        Refuse rows that lack a label, score, weight or group (null, None, NaN or NaT), or drop them
        with a warning, which takes one more pass. Infinite scores are errors.
    hue : str, optional
        A column that groups the rows; all groups are counted in the same passes.
    tolerance : float, default 1e-4
        Target for the difference between the bounds of AUCPR.
    n_jobs : int, optional
        Number of threads for DuckDB to read files; -1 for all cores. By default the environment
        variable ``PRPLOT_THREADS``, else all cores, but 1 outside the main thread and in workers of
        joblib, dask or a pool. It has no effect on polars, whose number is fixed at import
        (``POLARS_MAX_THREADS``), nor on the engine of a frame.
    progress : bool, default True
        Show a progress bar of the passes if they take longer than two seconds.

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
    ConfusionCurve.from_scores : Exact and faster for what memory holds.

    Notes
    -----
    The first pass checks the values and finds the range of the scores. The second cuts that range
    into 65536 cells of equal width, and the engine counts rows and positives in each, with its
    lowest and highest score. The order inside a cell is unknown: the area is highest if its
    positives come first, and lowest if its negatives do. A cell with one distinct score or only one
    class leaves no doubt. Further passes cut again, finer where more is open, until the bounds are
    close enough: into cells of equal width of the scores, or of their logarithms if scores span
    decades. Counts of earlier passes are kept. Once a pass has as many cells as rows (at first for
    up to 65536 rows), each score is its own cell, and the result is exact.

    The bounds hold for the data as they are, even if scores are rounded when they are cut:
    overlapping cells are joined. With fractional weights they are widened by the largest rounding
    error of sums in any order. Whole scores beyond 2^53 are distinguished if there are at most two
    million of them; decimal scores that share one float remain open.

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
    threads = thread_count(n_jobs)
    named = Named(y_true, y_score, sample_weight, hue)
    is_one(pos_label)
    with one_sentence():
        source = opened(frame, named.roles, threads)
        with closing(source):
            rows = examined(source.rows, named, pos_label)
            if missing == "drop":
                rows = complete(rows, named)
            found, rounding = _passes(rows, named, pos_label, tolerance, progress)
            source.check_unchanged()
    curves = {name: ScannedCurve.from_cells(one, rounding) for name, one in found.items()}
    if (widest := _widest(found.values())) >= tolerance:
        warnings.warn(
            f"the bounds of AUCPR stay {widest:.2g} apart; tolerance is {tolerance:g}",
            stacklevel=user_level(),
        )
    if hue is None:
        return curves[None]
    return {str(name): curve for name, curve in curves.items()}


def _passes(
    rows: Any,
    named: Named,
    pos_label: Hashable | None,
    tolerance: float,
    progress: bool,
) -> tuple[Found, float]:
    """Return the cells of each group, cut until little enough is open, and the error of sums."""
    found: Found = {}
    with progress_bar(None, "scan", "pass", shown=progress) as advance:
        survey = surveyed(rows, named, pos_label)
        advance()
        rounding = ROUNDING + (0.0 if survey.is_whole else EACH_ROW * survey.rows)
        rounds = Rounds(rows, survey, max(tolerance - 4 * rounding, tolerance / 2))
        partition = rounds.first()
        for _ in range(PASSES):
            found = _merged(
                found, counted(rows, partition, survey), 0.0 if survey.is_whole else rounding
            )
            wide = [cells for cells in found.values() if cells.gaps().sum() >= rounds.goal]
            advance(note=f"scan, {_widest(wide):.1e} open" if wide else None)
            following = rounds.following(wide) if wide and partition else None
            if following is None:
                break
            partition = following
    return found, rounding


def _merged(found: Found, fresh: Found, slack: float) -> Found:
    """Return the cells of earlier passes, merged with those of a new one."""
    return {
        # Scores that floats can't distinguish each have a cell, which no others can refine.
        name: cells
        if cells.low.dtype != np.float64
        else found.get(name, cells).merged(cells, slack)
        for name, cells in fresh.items()
    }


def _widest(found: Iterable[Cells]) -> float:
    """Return the largest difference between the bounds of AUCPR, of all groups."""
    return max(float(cells.gaps().sum()) for cells in found)
