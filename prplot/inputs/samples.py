"""Samples of the user's data, resampled for intervals of curves and differences."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np

from prplot.core.checks import Array, brief, dimensions, user_level
from prplot.core.record import Observations, mistakes_explained
from prplot.core.signatures import PairOptions
from prplot.core.uncertainty.intervals import FewExamplesWarning
from prplot.core.uncertainty.runs import Sample
from prplot.inputs.curves import holds_curves, is_folds, positive_name, refuse_beside_curve
from prplot.inputs.frames import kind_of
from prplot.inputs.resolve import Grouped, ObservedRows
from prplot.inputs.rows import Grouping, names_of, rows_and_groups

# Seconds before a progress bar appears.
DELAY = 2


def samples_of(
    given: Mapping[str, Any], by: Grouping, found: Grouped, average: str | None = None
) -> list[list[Sample]]:
    """Return the samples of curves, of each group and each of its folds.

    Parameters
    ----------
    given, by, average
        As in `curves_of`.
    found : Grouped
        What that returned.

    Returns
    -------
    list of list of Sample

    Raises
    ------
    ValueError, TypeError
        A curve that holds no counts; clusters beside ready curves; wrong clusters.
    """
    rows = rows_of(given, by, average)
    if rows is None:
        return [[Sample.of(fold) for fold in folds] for folds in found.groups.values()]
    return [[Sample.of_rows(*fold) for fold in folds] for folds in rows]


def rows_of(
    given: Mapping[str, Any], by: Grouping, average: str | None = None
) -> list[list[tuple[Observations, Array | None]]] | None:
    """Return the rows and clusters of each group and fold; None if their curves say as much.

    Raises
    ------
    TypeError
        Clusters beside ready curves.
    """
    y_true = given["y_true"]
    models = y_true.values() if isinstance(y_true, Mapping) else [y_true]
    is_ready = holds_curves(y_true) or any(is_folds(one) for one in models)
    if is_ready:
        refuse_beside_curve(clusters=by.clusters)
    dependent = by.clusters is not None or average == "micro"
    if is_ready or (given["sample_weight"] is None and not dependent):
        return None
    rows = ObservedRows.of(given, by, average)
    return [rows.folds(part) for part in rows.parts]


@dataclass(frozen=True)
class SharedRows:
    """Rows that several models have scores for.

    Attributes
    ----------
    models : dict of str to Observations
        The rows with the scores of each model.
    baseline : str
        The model that the others are compared with.
    clusters : ndarray, shape (n,), or None
        What rows belong to.
    kind : str
        The library of tables of results, as of `kind_of`.
    positive : str or None
        The text of the positive label, if it is not the usual one.
    """

    models: Mapping[str, Observations]
    baseline: str
    clusters: Array | None
    kind: str
    positive: str | None = None

    @classmethod
    def of(cls, y_true: Any, y_score: Any, **options: Unpack[PairOptions]) -> Self:
        """Look up and check the rows that `prplot.compare` is given.

        Raises
        ------
        ValueError, TypeError
            Fewer than two models, an unknown baseline, ready curves, wrong rows.
        """
        given, by = rows_and_groups(y_true, y_score, **options)
        with mistakes_explained(given["y_true"], None):
            given["y_score"] = _models(given["y_true"], given["y_score"])
        found = ObservedRows.of(given, by)
        if found.are_classes:
            raise ValueError(
                "compare needs labels of two classes, found a column for each class; pass the "
                "labels and scores of one class, y == class and {name: scores[:, i], ...}"
            )
        models, baseline = found.observed, options.get("baseline")
        against = next(iter(models)) if baseline is None else str(baseline)
        if against not in models:
            raise ValueError(f"baseline {brief(baseline)} is not among the models {tuple(models)}")
        rows = found.rows
        positive = positive_name(rows.labels, given["pos_label"], rows.weights)
        return cls(models, against, rows.clusters, kind_of(by.data), positive)

    @property
    def others(self) -> list[str]:
        """The names of the models but the baseline, in order."""
        return [name for name in self.models if name != self.baseline]


def _models(y_true: Any, y_score: Any) -> Mapping[Any, Any]:
    """Return the models by name; raise an error if there are not several on the same rows."""
    scores = y_score.values() if isinstance(y_score, Mapping) else [y_score]
    if any(holds_curves(one) or is_folds(one) for one in (y_true, *scores)):
        raise TypeError(
            "compare needs two models or more on the same rows, found ConfusionCurves; pass "
            "y_true and a dict of scores"
        )
    if not isinstance(y_score, Mapping) and dimensions(y_score) == 2:
        raise TypeError(
            "y_score must be a dict of name to scores, or columns of data, found an array of "
            f"shape {np.shape(y_score)}"
        )
    # As a dict, columns are models even if their names are labels.
    models = y_score if isinstance(y_score, Mapping) else dict.fromkeys(names_of(y_score) or [""])
    if len(models) < 2:
        raise ValueError("compare needs two models or more, found one")
    return models if isinstance(y_score, Mapping) else {one: one for one in models}


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
    leave: bool = False,
) -> Iterator[Callable[..., None]]:
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
    leave : bool, default False
        Whether it stays when all is done.

    Yields
    ------
    callable
        ``advance(done=1, note=None)`` tells how much more was done; the note replaces `what`.
    """
    from tqdm import tqdm

    options: dict[str, Any] = {"disable": not shown, "delay": DELAY, "leave": leave}
    with tqdm(total=total, desc=what, unit=unit, **options) as bar:

        def advance(done: int = 1, note: str | None = None) -> None:
            if note is not None:
                # A refresh would show the bar before its delay.
                bar.set_description(note, refresh=False)
            bar.update(done)

        yield advance
