"""What the legend shows of curves and their hulls: names and numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from prplot.core.measures.averaging import checked_errorbar, spread_of
from prplot.core.measures.score_definitions import SCORES, Score
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.draw.scene import COLOR_KEY, DASH_KEY, Mark, Number, Numbers, Swatch
from prplot.inputs.curves import Curves
from prplot.inputs.one_vs_rest import MEANS
from prplot.inputs.resolve import Keys

if TYPE_CHECKING:
    from prplot.core.uncertainty.intervals import Interval


class CurveEntry(NamedTuple):
    """What the legend shows of one curve.

    Attributes
    ----------
    name : str or None
        None if a single curve has no name.
    numbers : tuple of Number
        Scores, with their intervals if there are any.
    numbered : str
        For a curve that the user did not name: its name with its number for "{}", if the axes show
        several such curves.
    """

    name: str | None
    numbers: Numbers = ()
    numbered: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.name and not self.numbers


class FoldScores(NamedTuple):
    """What the legend shows of folds: the means of their scores, and how much these differ.

    Attributes
    ----------
    groups : sequence of sequence of ConfusionCurve
        The folds of each curve.
    errorbar : str, (str, float) or None
        As in `spread_of`.
    are_alone : bool
        Whether folds are drawn without their average.
    average : str or None
        One of `MEANS` if the folds are classes. The means of their scores are what metrics with
        ``average=`` return, and belong to the mean curve only in the space of that mean.
    is_named_so : bool
        Whether the curve is called "macro mean" or the like, so that its numbers need not say so.
    """

    groups: Sequence[Sequence[ConfusionCurve]]
    errorbar: Any = None
    are_alone: bool = False
    average: str | None = None
    is_named_so: bool = False

    def numbers(self, place: int, scores: Iterable[Score]) -> list[Number]:
        """Return scores over the folds of a curve."""
        return [self._number(self.groups[place], score) for score in scores]

    def _number(self, folds: Sequence[ConfusionCurve], score: Score) -> Number:
        values = [score.of(fold) for fold in folds]
        head = f"{score.head} mean" if self.are_alone else score.head
        number = Number(head, sum(values) / len(values))
        if self.average is not None:
            # How much classes differ says nothing of how sure their mean is.
            mean = np.average(values, weights=MEANS[self.average](folds))
            return Number(head if self.is_named_so else f"{self.average} {head}", float(mean))
        ends = spread_of(values, self.errorbar)
        kind, _ = checked_errorbar(self.errorbar) or ("sd", 1.0)
        if ends is None or kind == "pi":
            return number._replace(ends=ends)
        return number._replace(spread=(ends[1] - ends[0]) / 2)


EMPTY = CurveEntry(None)
# Names of several curves without a name of the user, and of their hulls.
CURVES = "curve {}"
HULLS = "hull {}"
MODELS = "{name}, model {{}}"


def legend_entries(
    curves: Curves,
    scores: Sequence[str],
    interpolation: str = "exact",
    *,
    hulls: Sequence[ConfusionCurve],
    spaces: Sequence[Space],
    folds: FoldScores | None = None,
    intervals: "Sequence[Mapping[str, Interval]] | None" = None,
) -> tuple[list[CurveEntry], CurveEntry]:
    """Return the legend entries of the curves and that of their hulls.

    A single curve and its hull have an entry each. With several curves, each entry also has the
    score of the curve's hull, and the hulls share one entry without a score.

    Parameters
    ----------
    curves : dict of name to ConfusionCurve
    scores : sequence of str
        Keys of `SCORES`; without any, the entries are names alone.
    interpolation : str
        How the curves run between operating points; hulls are exact.
    hulls : sequence of ConfusionCurve
        One for each curve, or none.
    spaces : sequence of Space
        The spaces that the curves are drawn in.
    folds : FoldScores, optional
        The folds of which the curves are means; entries then have the means of their scores.
    intervals : sequence of dict of str to Interval, optional
        The intervals of each curve's scores, as far as it has any.

    Returns
    -------
    entries : list of CurveEntry
    hull_entry : CurveEntry
        Empty without hulls or scores.
    """
    shown = {key: _score(key, interpolation) for key in scores}
    if folds is not None and folds.are_alone:
        means = (tuple(folds.numbers(i, shown.values())) for i in range(len(curves)))
        return [CurveEntry(name, of) for name, of in zip(curves, means, strict=True)], EMPTY
    curve_word, hull_word = _words(spaces)
    known: Sequence[Mapping[str, Interval]] = intervals or [{}] * len(curves)
    own = [
        {key: _number(score, curve, of_curve.get(key)) for key, score in shown.items()}
        for curve, of_curve in zip(curves.values(), known, strict=True)
    ]
    if folds is not None:
        own = [
            dict(zip(shown, folds.numbers(i, shown.values()), strict=True))
            for i in range(len(curves))
        ]
    if len(hulls) == 1 and scores:
        name, exact = next(iter(curves)), [SCORES[key] for key in scores]
        of_hull = tuple(_number(one, hulls[0]) for one in exact if one.of_hull is not None)
        words = (CURVES, HULLS) if name is None else ("", "")
        entry = CurveEntry(name or curve_word, tuple(own[0].values()), numbered=words[0])
        return [entry], CurveEntry(hull_word, of_hull, numbered=words[1])
    entries = []
    for i, name in enumerate(curves):
        numbers: list[Number] = []
        for key, number in own[i].items():
            exact_score = SCORES[key]
            numbers.append(number)
            if hulls and exact_score.of_hull is not None:
                of = f"{exact_score.head} {exact_score.of_hull}"
                numbers.append(Number(of, exact_score.of(hulls[i])))
        entries.append(CurveEntry(name, tuple(numbers), numbered=CURVES if name is None else ""))
    has_hull_entry = hulls and not all(entry.is_empty for entry in entries)
    return entries, CurveEntry(hull_word) if has_hull_entry else EMPTY


def _words(spaces: Sequence[Space]) -> tuple[str, str]:
    """Return the names of a curve that the user did not name, and of its hull."""
    if len(spaces) == 1:
        return spaces[0].curve_word, spaces[0].hull_word
    return "curve", ", ".join(dict.fromkeys(space.hull_word for space in spaces))


def _score(name: str, interpolation: str) -> Score:
    """Return the variant of a score for an interpolation between operating points."""
    return SCORES[name].interpolated.get(interpolation, SCORES[name])


def _number(score: Score, curve: ConfusionCurve, interval: "Interval | None" = None) -> Number:
    """Return a score of a curve, with its interval if there is one."""
    ends = None if interval is None else (interval.low, interval.high)
    return Number(score.head, score.of(curve), ends)


def keyed(
    marks: Sequence[Mark], keys: Keys, title: str, *, with_numbers: bool = True
) -> list[Mark]:
    """Return curves with rows for their colours and for their dashes, in place of one for each.

    Parameters
    ----------
    marks : sequence of Mark
    keys : dict of name to (str, str)
        The values of the colour and of the dash of each curve.
    title : str
        What the values of dashes are called.
    with_numbers : bool, default True
        Whether the row of a colour has the numbers of its curves, in columns for their dashes.
    """
    curves = [mark for mark in marks if mark.name in keys and mark.is_listed]
    by_color, by_dash = dict[str, list[Mark]](), dict[str, Mark]()
    for mark in curves:
        color, dash = keys[mark.name]
        by_color.setdefault(color, []).append(mark)
        by_dash.setdefault(dash, mark)
    rows = []
    for color, own in by_color.items():
        found = [(one, keys[mark.name][1]) for mark in own for one in mark.numbers * with_numbers]
        heads = dict.fromkeys(one.head for one, _ in found)
        numbers = tuple(
            one._replace(head=f"{head} {dash}")
            for head in heads
            for one, dash in found
            if one.head == head
        )
        facts = {"numbers": numbers, "color": own[0].color, "style": own[0].style}
        rows.append(Mark(COLOR_KEY, Swatch(), name=color, is_listed=True, **facts))
    if title and by_dash:
        rows.append(Mark(DASH_KEY, Swatch(), title, is_listed=True, style={"linestyle": "none"}))
    for dash, one in by_dash.items():
        facts = {"dash": one.dash, "style": one.style}
        rows.append(Mark(DASH_KEY, Swatch(), dash, is_listed=True, **facts))
    plain = [replace(mark, is_listed=False) if mark in curves else mark for mark in marks]
    return [*plain, *rows]
