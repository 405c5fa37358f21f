"""What a figure of curves is drawn from: arrays, curves, folds or tables, turned into curves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from prplot.inputs.classes import class_curves, has_classes, pooled_curve
from prplot.inputs.curves import Curves, named_curves, named_folds
from prplot.inputs.groups import Grouping, grouped_curves
from prplot.plots.folds import Averaging, Folds
from prplot.plots.prevalences import Groups, ranks_of, redrawn

NOTHING = Grouping()


@dataclass(frozen=True)
class Resolved:
    """Curves to be drawn, and what their colours depend on.

    Attributes
    ----------
    curves : dict of name (or None) to ConfusionCurve
    folds : Folds or None
        What the curves are averages of.
    levels : list
        What tells the curves apart: values of `hue`, else their names.
    ranks : list of int or None
        Places of the curves in an order; None if they have none.
    is_of_classes : bool
        Whether each curve is of a class against the rest.
    is_grouped : bool
        Whether they are of groups of rows.
    """

    curves: Curves
    folds: Folds | None
    levels: list[Any]
    ranks: list[int] | None
    is_of_classes: bool = False
    is_grouped: bool = False

    @classmethod
    def of(
        cls,
        data: Mapping[str, Any],
        by: Grouping,
        averaging: Averaging | None,
        prevalence: float | Sequence[float] | None,
    ) -> "Resolved":
        """Check what the user gave: `data` holds the arguments of `named_curves`."""
        groups, levels, ranks, are_folds = (
            _grouped(data, by) if by.is_used else _named(data, averaging)
        )
        if averaging is not None and averaging.errorbar is not None and not are_folds:
            raise ValueError(
                "errorbar needs folds: a list of ConfusionCurves in place of y_true, or units="
            )
        of_classes = not by.is_used and has_classes(data["y_true"], data["y_score"])
        if averaging is not None and averaging.average is not None and not of_classes:
            raise ValueError("average needs classes: scores with a column for each")
        groups = redrawn(groups, prevalence)
        if isinstance(prevalence, Iterable) and np.ndim(prevalence):
            levels, ranks = list(groups), ranks_of(prevalence)
        if not are_folds or averaging is None:
            curves: Curves = {key: curve for key, (curve,) in groups.items()}
            return cls(curves, None, levels, ranks, of_classes, by.is_used)
        folds = Folds(groups, averaging)
        return cls(folds.averages(), folds, levels, ranks, is_grouped=by.is_used)


def _named(
    data: Mapping[str, Any], averaging: Averaging | None
) -> tuple[Groups, list[Any], list[int] | None, bool]:
    folds = None if averaging is None else named_folds(**data)
    if folds is not None:
        return folds, list(folds), None, True
    if has_classes(data["y_true"], data["y_score"]):
        return _classes(data, None if averaging is None else averaging.average)
    groups = {key: [curve] for key, curve in named_curves(**data).items()}
    return groups, list(groups), None, False


def _classes(
    data: Mapping[str, Any], average: str | None
) -> tuple[Groups, list[Any], list[int] | None, bool]:
    """Return a curve for each class, or one for all of them."""
    if data["pos_label"] is not None:
        raise TypeError("pos_label can't be given beside a column of scores for each class")
    given = data["y_true"], data["y_score"], data["sample_weight"]
    name = data["name"]
    if average == "micro":
        key = "micro average" if name is None else name
        return {key: [pooled_curve(*given)]}, [key], None, False
    curves = class_curves(*given)
    if average == "macro":
        return {name: list(curves.values())}, [name], None, True
    if name is not None:
        raise TypeError("name goes with a single curve; the labels name the classes")
    return {key: [curve] for key, curve in curves.items()}, list(curves), None, False


def _grouped(
    data: Mapping[str, Any], by: Grouping
) -> tuple[Groups, list[Any], list[int] | None, bool]:
    found = grouped_curves(by=by, **data)
    ranks = None
    if found.is_ordered:
        rising = sorted(found.levels)
        ranks = [rising.index(level) for level in found.levels]
    return found.groups, found.levels, ranks, by.units is not None
