"""Operating points marked on curves: at chosen thresholds, or all points of a published curve.

Each fold has its own point at a threshold. A curve averaged over recall or over a rate has none:
the mean of the folds' points at the threshold, as in threshold averaging (Fawcett 2006), does not
lie on that curve.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prplot.core.checks import FloatArray, as_array, brief, floats_of, user_level
from prplot.core.record import ConfusionCurve
from prplot.core.record.steps import checked_thresholds
from prplot.core.spaces import PR, Space
from prplot.draw import scene
from prplot.draw.scene import GROUND, Mark, Markers
from prplot.draw.style import FOLD_POINT, OPERATING_POINT, POINT, SHAPES, Style, merged
from prplot.draw.tex import typeset
from prplot.inputs.curves import holds_curves
from prplot.plots.figure.arguments import Options
from prplot.plots.figure.groups import CurveGroups, counted_at

if TYPE_CHECKING:
    from prplot.core.measures.operating_point import Criterion

# More published points would look like a dotted line.
MOST_PUBLISHED = 60
# Reasons why an operating point can't be marked.
NONE_CALLED = "above the highest score nothing is called positive, so there is no precision"
OUTSIDE = "where recall or precision is below the prevalence its gain is negative, outside the axes"
# Rounding errors of points at the border of the axes are below this.
ROUNDED = 1e-9
# Significant digits of a threshold: usually, at most (all of a float), and before the point.
DIGITS, EXACT, MOST_WHOLE = 3, 17, 6


class Reading(NamedTuple):
    """The counts of one curve at some thresholds, and its totals.

    Attributes
    ----------
    levels : ndarray of float, shape (k,)
        The thresholds; nan for a condition that none fulfils, or on a curve without them.
    tp, fp : ndarray of float, shape (k,)
        nan for a condition that no point fulfils.
    pos, neg : float
    unfulfilled : tuple of str
        Why there is no point for a condition.
    """

    levels: FloatArray
    tp: FloatArray
    fp: FloatArray
    pos: float
    neg: float
    unfulfilled: tuple[str, ...] = ()

    @classmethod
    def of(cls, curve: ConfusionCurve, levels: FloatArray) -> "Reading":
        """Return the counts of the last point at or above each of some thresholds."""
        if np.isnan(curve.thresholds).any():
            raise ValueError("thresholds need a curve with a threshold for each point")
        last = np.searchsorted(-curve.thresholds, -levels, side="right") - 1
        tp, fp = (count[last].astype(np.float64) for count in (curve.tp, curve.fp))
        return cls(levels, tp, fp, *curve._totals_in(PR))

    @classmethod
    def chosen(cls, curve: ConfusionCurve, criteria: "Sequence[Criterion]") -> "Reading":
        """Return the counts of the points that fulfil conditions."""
        from prplot.core.measures.operating_point import UnreachableError

        reasons, found = [], np.full((3, len(criteria)), np.nan)
        for i, criterion in enumerate(criteria):
            try:
                place = criterion.index(curve)
            except UnreachableError as error:
                reasons.append(str(error))
                continue
            found[:, i] = criterion.threshold_at(curve, place), curve.tp[place], curve.fp[place]
        levels, tp, fp = found
        return cls(levels, tp, fp, *curve._totals_in(PR), tuple(reasons))

    def points(self, space: Space) -> FloatArray:
        """Return the coordinates of the points in a space, shape (k, 2)."""
        return np.column_stack(space.project(self.tp, self.fp, self.pos, self.neg))


class Marked(NamedTuple):
    """Operating points that are marked on each of some curves.

    Attributes
    ----------
    criteria : list of str
        What is marked: thresholds in falling order, or conditions.
    are_levels : bool
        Whether these are thresholds.
    readings : list of list of Reading
        For each curve, its reading, or those of its folds.
    on_folds : bool
        Whether the readings are those of folds.
    shown : list of bool
        For each curve, whether all of its points are marked.
    style : dict
        Line properties of the markers of all points of a curve.
    """

    criteria: list[str]
    are_levels: bool
    readings: list[list[Reading]]
    on_folds: bool
    shown: list[bool]
    style: Style

    @classmethod
    def of(cls, groups: CurveGroups, options: Options) -> "Marked":
        """Check what the user wants to have marked."""
        given, curves = options.given, groups.curves
        thresholds, show_points = given["thresholds"], given["show_points"]
        style = merged({}, given["point_kws"], "point_kws")
        is_ready = holds_curves(options.data["y_true"])
        shown = [_is_marked(curve, show_points, is_ready=is_ready) for curve in curves]
        if groups.has_folds:
            if show_points is True:
                raise ValueError("show_points goes with curves, not with the mean of folds")
            shown = [False] * len(curves)
        # A pooled curve is one of scores, with thresholds of its own.
        on_folds = groups.has_folds and not groups.is_pooled
        if thresholds is None:
            return cls([], True, [], on_folds, shown, style)
        if isinstance(thresholds, Mapping):
            from prplot.core.measures.operating_point import criteria_of

            criteria = criteria_of(thresholds)
            every = counted_at(options, np.unique)
            readings = [[Reading.chosen(one, criteria) for one in folds] for folds in every]
            return cls(list(map(str, criteria)), False, readings, on_folds, shown, style)
        levels = _checked_levels(thresholds)
        counted = counted_at(options, levels)
        readings = [[Reading.of(one, levels) for one in folds] for folds in counted]
        return cls(distinct_texts(levels), True, readings, on_folds, shown, style)

    def warn(self, space: Space) -> None:
        """Give one warning if thresholds can't be marked in a space, on all curves or on some."""
        readings = [one for group in self.readings for one in group]
        unfulfilled = dict.fromkeys(reason for one in readings for reason in one.unfulfilled)
        if unfulfilled:
            warnings.warn("; ".join(unfulfilled), UserWarning, stacklevel=user_level())
        lost = [self._lost(one, space) for one in readings]
        places = sorted({place for some in lost for place in some})
        if not places:
            return
        everywhere = all(len(some) == len(places) for some in lost)
        where = "" if everywhere else " on some folds" if self.on_folds else " on some curves"
        reasons = dict.fromkeys(reason for some in lost for reason in some.values())
        if self.are_levels:
            levels = (f"{readings[0].levels[place]:g}" for place in places)
            what = f"threshold{'s' * (len(places) > 1)} {', '.join(levels)}"
        else:
            what = ", ".join(self.criteria[place] for place in places)
        warnings.warn(
            f"{what} can't be marked{where}: {'; '.join(reasons)}",
            UserWarning,
            stacklevel=user_level(),
        )

    def _lost(self, reading: Reading, space: Space) -> dict[int, str]:
        """Return the indices of points of a curve that are not visible, each with the reason."""
        if not (reading.pos and reading.neg):
            # A curve with one class gets another warning.
            return {}
        low, high = space.limits[0] - ROUNDED, space.limits[1] + ROUNDED
        lost = {}
        counts = zip(reading.tp, reading.fp, reading.points(space), strict=True)
        for place, (tp, fp, (x, y)) in enumerate(counts):
            if tp + fp == 0 and not np.isfinite(y):
                lost[place] = NONE_CALLED
            elif not (np.isnan(tp) or (low <= x <= high and low <= y <= high)):
                lost[place] = OUTSIDE
        return lost

    def marks(
        self,
        space: Space,
        curves: Sequence[Mark],
        shade: Callable[[FloatArray], Sequence[Any]] | None,
    ) -> list[Mark]:
        """Return points on curves, in the curve's colour or in that of the threshold."""
        shown = [curve for curve, is_shown in zip(curves, self.shown, strict=True) if is_shown]
        marks = [_points(curve, space, self._own(curve)) for curve in shown]
        for (reading,), curve in zip(self.readings, curves, strict=True) if self.criteria else ():
            plain = [_color(curve)] * reading.levels.size
            own = plain if shade is None else shade(reading.levels)
            of = "" if len(curves) == 1 else _name_of(curve)
            marks += self._labelled(reading, reading.points(space), own, of)
        return marks

    def in_rows(self, curves: Sequence[Mark]) -> list[Mark]:
        """Return curves whose points are marked with a marker, which only the legend shows.

        The drawn line has more vertices than the curve has points.
        """
        return [
            replace(curve, style={**curve.style, **_in_row(self._own(curve))})
            if is_shown
            else curve
            for curve, is_shown in zip(curves, self.shown, strict=True)
        ]

    def _own(self, curve: Mark) -> Style:
        """Return the style of the points of a curve."""
        own = {**OPERATING_POINT, "markeredgecolor": GROUND, "color": _color(curve)}
        return {**own, **self.style}

    def _labelled(
        self, reading: Reading, points: FloatArray, colors: Sequence[Any], of: str
    ) -> Iterator[Mark]:
        """Yield points on a curve, each with its threshold, or its condition without.

        A description says "of" which curve they are.
        """
        # Several conditions may choose one point, and some none.
        own = np.column_stack([np.nan_to_num(reading.levels), points])
        _, first = np.unique(own, axis=0, return_index=True)
        seen = [i for i in sorted(first.tolist()) if np.isfinite(points[i]).all()]
        has_level = np.isfinite(reading.levels)
        levels = iter(distinct_texts(reading.levels[[i for i in seen if has_level[i]]]))
        for i in seen:
            value = next(levels) if has_level[i] else self.criteria[i]
            words = _words(value, of, is_level=bool(has_level[i]))
            at = float(points[i, 0]), float(points[i, 1])
            shape = Markers(points[i : i + 1, 0], points[i : i + 1, 1])
            yield Mark(scene.POINT, shape, **words, at=at, color=colors[i], style=POINT)

    def fold_marks(self, space: Space, colors: Sequence[Any]) -> Iterator[Mark]:
        """Yield points on the folds of each model in its colour; each threshold has a shape."""
        for readings, color in zip(self.readings, colors, strict=True) if self.criteria else ():
            at = np.array([reading.points(space) for reading in readings])
            for value, points, shape in zip(self.criteria, at.swapaxes(0, 1), cycle(SHAPES)):
                seen = points[np.isfinite(points).all(axis=1)]
                if seen.size:
                    from prplot.plots.alt_text.wording import counted

                    folds = f"in {counted(len(seen), 'fold')}"
                    words = _words(value, folds, is_level=self.are_levels)
                    own = {"color": color, "style": {**FOLD_POINT, "marker": shape}}
                    yield Mark(scene.FOLD_POINTS, Markers(*seen.T), **words, **own)


def _checked_levels(thresholds: ArrayLike) -> FloatArray:
    """Return the thresholds without repetitions, falling; raise unless they are finite numbers."""
    held = thresholds if isinstance(thresholds, list | tuple) else [thresholds]
    if any(isinstance(one, str | bool | Mapping) for one in held):
        raise TypeError(
            "thresholds must be numbers, or one dict of conditions such as {'recall': [0.8, 0.9], "
            f"'beta': 1}}, where beta=1 is the best F1; found {brief(thresholds)}"
        )
    given = np.atleast_1d(as_array(thresholds, "thresholds"))
    levels = np.unique(checked_thresholds(given))[::-1]
    if levels.size == 0 or not np.isfinite(levels).all():
        raise ValueError("thresholds must be one or more numbers, finite ones only")
    return floats_of(levels, "thresholds")


def distinct_texts(levels: FloatArray) -> list[str]:
    """Write thresholds with three digits, or with as many more as make them distinct."""
    texts: list[str] = []
    for digits in range(DIGITS, EXACT + 1):
        # Whole parts are not rounded; very large and very small numbers get an exponent.
        texts = [f"{level:.{max(digits, _whole_digits(level))}g}" for level in levels]
        if len(set(texts)) == len(texts):
            break
    return texts


def _whole_digits(level: float) -> int:
    """Return the number of digits before the point, or 0 if they are too many to read."""
    digits = len(f"{abs(level):.0f}")
    return digits if digits <= MOST_WHOLE else 0


def _is_marked(curve: ConfusionCurve, show_points: bool | str, *, is_ready: bool) -> bool:
    """Tell whether all points are marked: by default, if they are few and have no thresholds."""
    if isinstance(show_points, bool | np.bool_):
        return bool(show_points)
    if not isinstance(show_points, str) or show_points != "auto":
        raise ValueError(f"show_points must be 'auto', True or False, found {brief(show_points)}")
    # Thresholds are looked up when they are asked for, which takes memory if they are many.
    if not is_ready or not 0 < curve.tp.size - 2 <= MOST_PUBLISHED:
        return False
    return bool(np.isnan(curve.thresholds[1:-1]).all())


def _words(value: str, of: str, *, is_level: bool) -> dict[str, Any]:
    """Return the words of points at a threshold, or under a condition."""
    from prplot.plots.alt_text.wording import as_written

    words = f"threshold {value}" if is_level else value
    told = f"{as_written(words)} {of}".rstrip()
    return {"words": typeset(words), "value": typeset(value), "told": (told,)}


def _name_of(curve: Mark) -> str:
    """Return the name of the curve of a point, to follow its threshold."""
    from prplot.plots.alt_text.panel_words import name_of

    return f"of {name_of(curve)}" if curve.name else ""


def _color(curve: Mark) -> Any:
    return curve.style.get("color", curve.color)


def _points(curve: Mark, space: Space, style: Style) -> Mark:
    """Return the operating points of a curve without the ends that all curves have."""
    assert curve.curve is not None
    of = curve.curve
    x, y = space.project_path(of.tp, of.fp, *of._totals_in(space))
    low, high = space.limits
    seen = np.isfinite(x) & np.isfinite(y) & (x >= low) & (y >= low) & (x <= high) & (y <= high)
    seen[0], seen[-1] = False, seen[-1] and not of.knows_negatives
    return Mark(scene.OPERATING_POINT, Markers(x[seen], y[seen]), style=style)


def _in_row(style: Style) -> Style:
    """Return the properties of markers for a line without markers along its path."""
    kept = {key: style[key] for key in ("marker", "markersize", "markeredgecolor")}
    face = style.get("markerfacecolor", style["color"])
    return {**kept, "markerfacecolor": face, "markevery": []}
