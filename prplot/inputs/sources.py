"""Whatever users hold - arrays, curves, folds, classes or tables - as named curves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from prplot.core.counts import ConfusionCurve
from prplot.core.options import brief
from prplot.core.paths import Thresholds
from prplot.inputs.classes import has_classes
from prplot.inputs.curves import named_curves, named_folds
from prplot.inputs.groups import Grouped, grouped_curves
from prplot.inputs.levels import levels_of
from prplot.inputs.rows import Grouping, names_of

NOTHING = Grouping()


def curves_of(
    given: Mapping[str, Any],
    by: Grouping = NOTHING,
    *,
    average: str | None = None,
    with_folds: bool = True,
    thresholds: Thresholds | None = None,
) -> Grouped:
    """Return the curves of what a user gave.

    Parameters
    ----------
    given : dict
        The arguments y_true, y_score, pos_label, sample_weight and name.
    by : Grouping, optional
    average : {"micro", "macro"}, optional
        One curve of all classes.
    with_folds : bool, default True
        Whether lists of curves may stand in place of `y_true`.
    thresholds : array_like of numbers, or function of scores, optional
        Count exactly there; ready curves stay what they are.

    Returns
    -------
    Grouped

    Raises
    ------
    ValueError, TypeError
        As `grouped_curves` and `named_curves`; `average` without classes.
    """
    _check_name(given["name"])
    if by.is_used or has_classes(given["y_true"], given["y_score"]):
        found = _of_rows(given, by, average, thresholds)
    elif with_folds and (folds := named_folds(**given)) is not None:
        found = Grouped.named(folds, are_folds=True)
    else:
        ready = holds_curves(given["y_true"])
        curves = named_curves(**given, thresholds=None if ready else thresholds)
        found = Grouped.named({key: [curve] for key, curve in curves.items()})
    if average is not None and not found.are_classes:
        raise ValueError("average needs classes: scores with a column for each")
    return found


def _check_name(name: Any) -> None:
    if isinstance(name, Collection) and not isinstance(name, str):
        raise TypeError(
            f"name must be one text, found {brief(name)}; several models are a dict of name to "
            "scores"
        )


def holds_curves(y_true: Any) -> bool:
    """Tell whether ready curves stand in place of labels."""
    held = y_true.values() if isinstance(y_true, Mapping) else [y_true]
    return any(isinstance(one, ConfusionCurve) for one in held)


def _of_rows(
    given: Mapping[str, Any], by: Grouping, average: str | None, thresholds: Thresholds | None
) -> Grouped:
    y_score, columns = given["y_score"], names_of(by.hue)
    if y_score is None and by.data is not None and columns and not isinstance(by.hue, str):
        # As in seaborn's long form, where a variable of names tells the columns apart.
        y_score, _ = levels_of(np.array(columns, dtype=object), by.hue_order)
        by = replace(by, hue=None, hue_order=None)
    held = {**given, "y_score": y_score}
    return grouped_curves(by=by, **held, average=average, thresholds=thresholds)
