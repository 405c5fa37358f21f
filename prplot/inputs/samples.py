"""Samples of the user's data, resampled for intervals of curves."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from prplot.core.checks import Array, user_level
from prplot.core.record import ConfusionCurve, Observations, RetrievedCurve
from prplot.core.uncertainty.intervals import FewExamplesWarning
from prplot.core.uncertainty.resampled import RetrievedSample, Sample
from prplot.inputs.curves import holds_curves, refuse_beside_curve
from prplot.inputs.resolve import Grouped, ObservedRows
from prplot.inputs.rows import Grouping

# Seconds before a progress bar appears.
DELAY = 2


def samples_of(
    given: Mapping[str, Any], by: Grouping, found: Grouped, average: str | None = None
) -> list[list[Sample | RetrievedSample]]:
    """Return the samples of curves, of each group and each of its folds.

    Parameters
    ----------
    given, by, average
        As in `curves_of`.
    found : Grouped
        What that returned.

    Returns
    -------
    list of list of Sample or RetrievedSample

    Raises
    ------
    ValueError, TypeError
        A curve that holds no counts; clusters beside ready curves; wrong clusters.
    """
    rows = rows_of(given, by, average)
    if rows is None:
        return [[sample_of(fold) for fold in folds] for folds in found.groups.values()]
    return [[Sample.of_rows(*fold) for fold in folds] for folds in rows]


def sample_of(curve: ConfusionCurve) -> Sample | RetrievedSample:
    """Return what is resampled of a ready curve."""
    return RetrievedSample(curve) if isinstance(curve, RetrievedCurve) else Sample.of(curve)


def rows_of(
    given: Mapping[str, Any], by: Grouping, average: str | None = None
) -> list[list[tuple[Observations, Array | None]]] | None:
    """Return the rows and clusters of each group and fold; None if their curves say as much.

    Raises
    ------
    TypeError
        Clusters beside ready curves.
    """
    is_ready = holds_curves(given["y_true"])
    if is_ready:
        refuse_beside_curve(clusters=by.clusters)
    dependent = by.clusters is not None or average == "micro"
    if is_ready or (given["sample_weight"] is None and not dependent):
        return None
    rows = ObservedRows.of(given, by, average)
    return [rows.folds(part) for part in rows.parts]


def warn_of_few(found: Iterable[tuple[str | None, str]]) -> None:
    """Issue one FewExamplesWarning for all curves.

    Parameters
    ----------
    found : iterable of (name, sentence)
    """
    names: dict[str, list[str]] = {}
    for name, sentence in found:
        names.setdefault(sentence, []).extend([] if name is None else [repr(name)])
    if names:
        sentences = (
            f"{', '.join(dict.fromkeys(of))}: {sentence}" if of else sentence
            for sentence, of in names.items()
        )
        warnings.warn("; ".join(sentences), FewExamplesWarning, stacklevel=user_level())


@contextmanager
def progress_bar(
    total: int | None,
    what: str = "bootstrap",
    unit: str = "draw",
    *,
    shown: bool = True,
) -> Iterator[Callable[..., Any]]:
    """Show a progress bar for anything that takes longer than two seconds.

    All progress bars are made here.

    Parameters
    ----------
    total : int or None
        How much there is to do; None if that is not known.
    what, unit : str
        What is done, and what is counted.
    shown : bool, default True
        Whether the user wants to see a bar.

    Yields
    ------
    callable
        ``advance(done=1)`` tells how much more was done.
    """
    from tqdm import tqdm

    options: dict[str, Any] = {"disable": not shown, "delay": DELAY, "leave": False}
    with tqdm(total=total, desc=what, unit=unit, **options) as bar:
        yield bar.update
