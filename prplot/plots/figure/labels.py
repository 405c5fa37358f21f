"""What the legend shows of curves and their hulls: names and numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prplot.core.measures.averaging import mean_and_deviation, spread_of, warn_of_means
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.draw.scene import COLOR_KEY, DASH_KEY, Mark, Number, Numbers, Swatch
from prplot.inputs.categories import MEANS
from prplot.inputs.resolve import Keys
from prplot.plots.figure.groups import CurveGroup, CurveGroups

if TYPE_CHECKING:
    from prplot.core.uncertainty.intervals import Interval


class Label(NamedTuple):
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


EMPTY = Label(None)
# Names of several curves without a name of the user, and of their hulls.
CURVES = "curve {}"
HULLS = "hull {}"
MODELS = "{name}, model {{}}"
# Most labels of a brief legend, as in seaborn.
MOST_IN_BRIEF = 6


def labels_of(
    groups: CurveGroups,
    scores: Sequence[str],
    interpolation: str = "exact",
    *,
    hulls: Sequence[ConfusionCurve],
    spaces: Sequence[Space],
    intervals: "Sequence[Mapping[str, Interval]] | None" = None,
) -> tuple[list[Label], Label]:
    """Return the labels of the curves, and that of their hulls.

    A single curve and its hull have a label each. With several curves, each label also has the
    score of the curve's hull, and the hulls share one label without a score.

    Parameters
    ----------
    groups : CurveGroups
        Labels of folds or classes have the means of their scores.
    scores : sequence of str
        Keys of `SCORES`; without any, the labels are names alone.
    interpolation : str
        How the curves run between operating points; hulls are exact.
    hulls : sequence of ConfusionCurve
        One for each curve, or none.
    spaces : sequence of Space
        The spaces that the curves are drawn in.
    intervals : sequence of dict of str to Interval, optional
        The intervals of each curve's scores, as far as it has any.

    Returns
    -------
    labels : list of Label
    of_hull : Label
        Empty without hulls or scores.

    Warns
    -----
    UserWarning
        As in `warn_of_means`.
    """
    known: Sequence[Mapping[str, Interval]] = intervals or [{}] * len(groups.members)
    curve_word = spaces[0].curve_word if len(spaces) == 1 else "curve"
    hull_word = ", ".join(dict.fromkeys(space.hull_word for space in spaces))
    is_single, labels = len(hulls) == 1 and bool(scores), []
    of_hulls = [score for score in map(SCORES.__getitem__, scores) if score.of_hull is not None]
    # What a curve is called beside others that the user did not name.
    numbered = CURVES if groups.is_unnamed else ""
    if groups.is_unnamed and groups.has_folds:
        numbered = MODELS.format(name=groups.members[0].name)
    of_folds: dict[str | None, dict[str, list[float]]] = {}
    for i, group in enumerate(groups.members):
        numbers: list[Number] = []
        of_group = of_folds.setdefault(None if groups.is_unnamed else group.name, {})
        for key in scores:
            score, interval = SCORES[key], known[i].get(key)
            score = score.interpolated.get(interpolation, score)
            ends = None if interval is None else (interval.low, interval.high)
            if groups.has_folds and not groups.is_pooled:
                of_group[score.head] = [score.of(fold) for fold in group.folds]
                numbers.append(_mean(groups, group, score.head, of_group[score.head]))
            else:
                numbers.append(Number(score.head, score.of(group.curve), ends))
            if hulls and not is_single and SCORES[key] in of_hulls:
                head = f"{SCORES[key].head} {SCORES[key].of_hull}"
                numbers.append(Number(head, SCORES[key].of(hulls[i])))
        name = group.name or (curve_word if is_single else None)
        labels.append(Label(name, tuple(numbers), numbered))
    if groups.averaging is not None and groups.averaging.of_classes is None:
        warn_of_means(of_folds)
    if is_single:
        own = tuple(Number(score.head, score.of(hulls[0])) for score in of_hulls)
        return labels, Label(hull_word, own, HULLS if groups.members[0].name is None else "")
    has_hulls = hulls and any(label.name or label.numbers for label in labels)
    return labels, Label(hull_word) if has_hulls else EMPTY


def _mean(groups: CurveGroups, group: CurveGroup, head: str, values: Sequence[float]) -> Number:
    """Return the mean of a score over folds, and how much they differ.

    The mean over classes is what metrics with ``average=`` return, and belongs to the mean curve
    only in the space of that mean.
    """
    assert groups.averaging is not None
    average, errorbar = groups.averaging.of_classes, groups.averaging.errorbar
    head = f"{head} mean" if groups.is_spread else head
    if average is not None:
        # How much classes differ says nothing of how sure their mean is.
        mean = np.average(values, weights=MEANS[average](group.folds))
        # A curve that is called "macro mean" says so already.
        return Number(head if groups.is_unnamed else f"{average} {head}", float(mean))
    ends = spread_of([one for one in values if np.isfinite(one)], errorbar)
    number = Number(head, mean_and_deviation(values)[0], ends)
    if ends is None or (errorbar is not None and errorbar[0] == "pi"):
        return number
    return number._replace(ends=None, spread=(ends[1] - ends[0]) / 2)


def brief_labels(labels: list[Label], ranks: Sequence[int | None]) -> list[Label]:
    """Keep the labels of a few groups, evenly spread over their order, and empty the others."""
    places = sorted({rank for rank in ranks if rank is not None})
    if not places:
        return labels
    picked = np.linspace(0, len(places) - 1, min(len(places), MOST_IN_BRIEF)).round().astype(int)
    kept = {places[i] for i in picked}
    return [one if rank in kept else EMPTY for one, rank in zip(labels, ranks, strict=True)]


def keyed(marks: Sequence[Mark], keys: Keys, title: str) -> list[Mark]:
    """Return curves with rows for their colours and for their dashes, in place of one for each.

    The row of a colour has the numbers of its curves, in columns for their dashes.

    Parameters
    ----------
    marks : sequence of Mark
    keys : dict of name to (str, str)
        The values of the colour and of the dash of each curve.
    title : str
        What the values of dashes are called.
    """
    curves = [mark for mark in marks if mark.name in keys and mark.is_listed]
    by_color, by_dash = dict[str, list[Mark]](), dict[str, Mark]()
    for mark in curves:
        color, dash = keys[mark.name]
        by_color.setdefault(color, []).append(mark)
        by_dash.setdefault(dash, mark)
    rows = []
    for color, own in by_color.items():
        found = [(one, keys[mark.name][1]) for mark in own for one in mark.numbers]
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
