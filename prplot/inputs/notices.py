"""Notices: warnings about curves, each given once for all of them, and progress bars."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from prplot.core.checks import listed, user_level
from prplot.core.record import ConfusionCurve

# Scores of so many examples of each class are told to be reversed if AUROC is below this.
ENOUGH, LOW_AUROC = 10, 0.3
HARD = "are 0 and 1 only, as predicted labels are; pass scores, such as of predict_proba"
REVERSED = (
    "rank most negatives before positives (AUROC below 0.3); pass -y_score, or another pos_label"
)
# Most names that a warning lists.
MOST_NAMES = 5
# Seconds before a progress bar appears.
DELAY = 2


class UndefinedMetricWarning(UserWarning):
    """The data contain only one class, so a score is undefined or set by convention."""


class UnequalPrevalenceWarning(UserWarning):
    """The prevalences of folds differ by more than a tenth of their mean."""


class SuspiciousScoresWarning(UserWarning):
    """Scores are 0 and 1 only, as predicted labels are, or rank most negatives before positives."""


# What one class leaves undefined of a curve.
OF_AREAS = (
    "areas in PR space are 0 without positives and 1 without negatives by convention, AUROC and "
    "gains are undefined (nan)"
)


def warn_if_one_class(
    curves: Iterable[tuple[str | None, ConfusionCurve]], *, undefined: str = OF_AREAS
) -> None:
    """Issue one UndefinedMetricWarning if any curve has no positives or no negatives.

    It names these curves and says what is `undefined` for them.
    """
    found = list(curves)
    lacks = {
        "positives": [name for name, curve in found if curve.pos == 0],
        "negatives": [name for name, one in found if one.pos and not one.has_both_classes],
    }
    names = [name for some in lacks.values() for name in some]
    if names:
        which = " or ".join(f"no {kind}" for kind, some in lacks.items() if some)
        warnings.warn(
            f"the data{_of(names)} hold one class only ({which}): {undefined}",
            UndefinedMetricWarning,
            stacklevel=user_level(),
        )


def warn_if_suspicious(groups: Iterable[tuple[str | None, Sequence[ConfusionCurve]]]) -> None:
    """Issue one SuspiciousScoresWarning if all curves of any group are of hard or reversed scores.

    Parameters
    ----------
    groups : iterable of (name, curves)
        The curves are folds, or a single one.
    """
    found = list(groups)
    told = []
    for is_suspicious, sentence in ((_are_hard, HARD), (_are_reversed, REVERSED)):
        names = [name for name, curves in found if all(map(is_suspicious, curves))]
        if names:
            told.append(f"the scores{_of(names)} {sentence}")
    if told:
        warnings.warn("; ".join(told), SuspiciousScoresWarning, stacklevel=user_level())


def _are_hard(curve: ConfusionCurve) -> bool:
    """Return whether scores are 0 and 1 only; a perfect ranking may be that of other scores."""
    # Each step has positives of its own, so that most curves are known by the number of steps.
    is_short = curve.steps.tp.size <= 2 and curve.thresholds.tolist() == [np.inf, 1, 0]
    return is_short and not (curve.tp[1] == curve.pos and curve.fp[1] == 0)


def _are_reversed(curve: ConfusionCurve) -> bool:
    """Return whether a curve of enough examples is far below that of random guessing."""
    # Imported here: at the top it would double the time to import the package.
    from prplot.core.measures.score_definitions import area_roc

    is_known = curve.knows_negatives and min(curve.pos, curve.neg) >= ENOUGH
    return is_known and area_roc(curve) < LOW_AUROC


def _of(names: Iterable[str | None]) -> str:
    """Return a list of the names, some of them if they are many."""
    known = [repr(name) for name in dict.fromkeys(names) if name is not None]
    more = len(known) - MOST_NAMES
    shown = [*known[:MOST_NAMES], *([f"{more} more"] if more > 0 else [])]
    return f" of {listed(shown)}" if shown else ""


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
        # Imported here, as few need it.
        from prplot.core.uncertainty.intervals import FewExamplesWarning

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
