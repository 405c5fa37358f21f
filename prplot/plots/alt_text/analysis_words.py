"""What figures show that are no curves in a space: records of numbers, in sentences.

Plot functions leave the sentences with what they draw, as the facts `head` and `told` of its mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from prplot.core.checks import FloatArray, listed
from prplot.core.measures.calibration import best_f_gains, vertices_in_prg
from prplot.core.measures.metric_lines import GroupMetrics, WantedMetrics
from prplot.core.measures.metric_steps import THRESHOLD
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.traces.step_function import StepFunction
from prplot.core.uncertainty.differences import Comparison, Difference, sign_of_bound
from prplot.draw.scene import Head, Number
from prplot.inputs.curves import Curves
from prplot.inputs.task_areas import Tasks
from prplot.plots.alt_text.wording import (
    counted,
    data_words,
    named_numbers,
    range_words,
    read,
    score_text,
    share,
    short_name,
    span,
    uncapital,
)

if TYPE_CHECKING:
    from prplot.comparisons import RankAgreement

# What a mark is told of: arguments of `Mark`.
Facts = dict[str, Any]
# Most rows that are read one by one; of more, the first, the middle and the last.
MOST_ROWS = 6
# Most metrics that the first sentence names.
MOST_METRICS = 4
# Changes below this are rounding errors.
ROUNDED = 1e-9
# Changes below this don't show in three decimals.
SHOWN = 1e-3
# The least p that is read as a number.
LEAST_P = 0.001


def comparison_facts(found: Comparison, shown: Sequence[Difference]) -> Facts:
    """Return the words of differences with intervals, from the top row to the last."""
    models = counted(len(shown), "model")
    of = f"{SCORES[found.metric].head} between {models} and {short_name(found.baseline)}"
    word = "Difference" if len(shown) == 1 else "Differences"
    p = "p, adjusted by Holm's method,"
    rows = [_difference(one, len(found.differences)) for one in shown]
    start = "From the top: " if len(rows) > 1 else ""
    told = [f"{start}{'; '.join(rows)}."] if len(rows) <= MOST_ROWS else []
    if not told:
        known = sorted((one for one in shown if one.estimate == one.estimate), key=_estimate)
        falling = [_difference(one, len(found.differences)) for one in reversed(known)]
        told = [f"{_ends_of(falling)}."]
    certain = sum(one.p_adjusted < 1 - found.level for one in shown)
    level = f"{1 - found.level:.2g}"
    if len(shown) == 1:
        state = f"filled, as p is below {level}" if certain else f"open, as p is {level} or more"
        told.append(f"The dot is {state}.")
    else:
        told.append(f"Filled: {certain} of {len(shown)} dots, where {p} is below {level}.")
    head = Head(f"{word} of {of}, with {_percent(found.level)} intervals")
    return {"head": head, "told": tuple(told)}


def _estimate(one: Difference) -> float:
    return one.estimate


def _difference(one: Difference, count: int) -> str:
    if np.isnan(one.estimate):
        return f"{short_name(one.name)} undefined"
    number = Number("", one.estimate, (one.low, one.high), is_difference=True)
    chance = f"{one.p_adjusted:.3f}"
    if one.p_adjusted < LEAST_P:
        chance = f"below {LEAST_P:g}"
    elif sign_of_bound(one.p_adjusted, one.n_boot, count):
        chance = f"at most {chance}"
    return f"{short_name(one.name)} {score_text(number)}, p {chance}"


def _ends_of(rows: Sequence[str]) -> str:
    """Return the first, the middle and the last of rows that fall."""
    return f"Highest: {rows[0]}; median: {rows[(len(rows) - 1) // 2]}; lowest: {rows[-1]}"


def _percent(level: float) -> str:
    return f"{100 * level:.6g} %"


def difference_head(models: int, baseline: str, curves: Sequence[ConfusionCurve]) -> Head:
    """Return whose precision is compared with whose."""
    words = f"precision of {counted(models, 'model')} minus that of {short_name(baseline)}"
    return Head(f"{words}, against recall", data=data_words(curves))


def difference_words(name: str, ends: tuple[float, float], start: float) -> tuple[str, ...]:
    """Return between which values a difference of precision is from some recall on."""
    low, high = (score_text(Number("", end, is_difference=True)) for end in ends)
    return (f"{short_name(name)}: between {low} and {high} from recall {start:g} on.",)


def tasks_facts(found: Tasks, *, with_mean: bool) -> list[Facts]:
    """Return the words of the areas of each model on tasks; the first has what they share."""
    tasks, models = counted(len(found.names), "task"), counted(len(found.models), "model")
    # Names of models are read even if there is one.
    of = "" if found.models == [""] else f" of {models}"
    where = "prevalence " + span(list(found.prevalence))
    head = Head(f"AUCPR{of} on {tasks}, {where}")
    facts = [
        {"head": head, "told": tuple(_areas_on_tasks(found, i, with_mean=with_mean))}
        for i in range(len(found.models))
    ]
    least = f"The lowest AUCPR that can be reached is {span(list(found.least))}."
    facts[-1]["told"] += (least,)
    return facts


def _areas_on_tasks(found: Tasks, i: int, *, with_mean: bool) -> Iterator[str]:
    """Yield the areas of a model: on each of a few tasks, else the highest and the lowest."""
    name, areas = short_name(found.models[i]), found.aucpr[i]
    known = np.flatnonzero(np.isfinite(areas))
    if len(found.models) == 1 and with_mean and known.size:
        normalized = float(np.nanmean(found.aucnpr[0]))
        yield f"Mean AUCPR {areas[known].mean():.3f}, mean AUCNPR {normalized:.3f}."
    order = known[np.argsort(-areas[known], kind="stable")]
    held = [(short_name(found.names[task]), f"{areas[task]:.3f}") for task in order]
    if len(held) <= MOST_ROWS // len(found.models):
        yield f"{name or 'AUCPR'}: {named_numbers(held)}."
    elif held:
        highest, lowest = (named_numbers([one]) for one in (held[0], held[-1]))
        yield f"{name or 'AUCPR'}: highest {highest}, lowest {lowest}."


def areas_facts(
    curves: Curves,
    areas: Mapping[tuple[str | None, str], FloatArray],
    ratios: tuple[float, float],
    *,
    with_data: bool,
) -> dict[tuple[str | None, str], Facts]:
    """Return the words of areas against the ratio of the classes, by model and score."""
    ends = " to ".join(map(ratio_words, ratios))
    models = counted(len(curves), "model")
    head = Head(f"{{}} of {models} against the ratio of positives to negatives, {ends}", "area")
    found = {}
    for (model, score), line in areas.items():
        title = titled(model, SCORES[score].head)
        own = curves[model] if with_data else None
        told = area_words(title, line, own, score)
        found[model, score] = {"head": head, "told": told}
    return found


def titled(name: str | None, what: str) -> str:
    """Return the name of a model, if it has one, and what is said of it."""
    return what if name is None else f"{short_name(name)}: {uncapital(what)}"


def area_words(
    title: str, areas: FloatArray, curve: ConfusionCurve | None = None, score: str = ""
) -> tuple[str, ...]:
    """Return how an area changes with the ratio of the classes, and what it is in the data."""
    own = ""
    if curve is not None:
        ratio = ratio_words(float(curve.neg / curve.pos))
        own = f"; {SCORES[score].of(curve):.3f} in the data, {ratio}"
    return (f"{title} {_course(areas)}{own}.",)


def _course(values: FloatArray) -> str:
    """Return between which values a line runs, and whether it only rises or falls."""
    start, end = _small(values[0]), _small(values[-1])
    spread = np.ptp(values)
    if start == end and spread < SHOWN:
        return f"stays at {start}" if spread < ROUNDED else f"stays near {start}"
    steps = np.diff(values)
    is_monotone = bool((steps >= -ROUNDED).all() or (steps <= ROUNDED).all())
    verb = ("rises" if values[-1] > values[0] else "falls") if is_monotone else "goes"
    return f"{verb} from {start} to {end}"


def _small(value: float) -> str:
    """Write a number with three decimals, and more if it would be 0."""
    return f"{value:.3f}" if abs(value) >= 0.0005 or not value else share(value, 1)


def ratio_words(negatives: float) -> str:
    """Return the ratio of positives to negatives, as "1:3" or "3:1"."""
    larger = float(f"{max(negatives, 1 / negatives):.3g}")
    return f"1:{larger:g}" if negatives >= 1 else f"{larger:g}:1"


def minimum_facts(
    name: str, recalls: tuple[float, float], prevalences: FloatArray, areas: FloatArray
) -> Facts:
    """Return how the lowest area over a range of recall changes with prevalence."""
    of = " to ".join(f"{one:g}" for one in recalls)
    ends = " to ".join(f"{one:.2g}" for one in (prevalences[0], prevalences[-1]))
    head = Head(f"{uncapital(read(name))} against prevalence, from {ends}")
    return {"head": head, "told": (f"Over recall {of} it {_course(areas)}.",)}


def f_gain_facts(hull: ConfusionCurve, title: str) -> Facts:
    """Return the words of the best F gain for each beta, and of its thresholds."""
    weight, gain = best_f_gains(hull)
    at_one = float(np.interp(0.5, weight, gain))
    lowest = int(np.argmin(gain))
    words = f"{gain[0]:.3f} at d = 0, {at_one:.3f} at 0.5 (F1), {gain[-1]:.3f} at 1"
    if 0 < lowest < weight.size - 1:
        words += f"; lowest {gain[lowest]:.3f} at {share(weight[lowest])}"
    told = [f"{title or 'F gain'}: {words}."]
    best = hull.thresholds[vertices_in_prg(hull)][::-1]
    if np.isfinite(best).all() and best.size > 1:
        of = f" of {title}" if title else ""
        ends = f"from {share(best[0], 3)} at d = 0 to {share(best[-1], 3)} at d = 1"
        told.append(f"The best threshold{of} changes {ends}.")
    against = "d = 1 / (1 + beta squared), from recall (d = 0) to precision (d = 1)"
    head = Head(f"Best F gain of {{}} against {against}", "model")
    return {"head": head, "told": tuple(told)}


def loss_words(title: str, weight: FloatArray, loss: FloatArray) -> tuple[str, ...]:
    """Return how much F gain a threshold loses at most, and where."""
    at = int(np.argmax(loss))
    most = f"at most {loss[at]:.3f}, at d = {share(weight[at])}"
    return (f"{title.capitalize()} is below the best by {most}.",)


def metrics_head(groups: Sequence[GroupMetrics], wanted: WantedMetrics) -> Head:
    """Return which metrics are drawn against what, and of how many models and cases."""
    names = listed([uncapital(wanted.name(key)) for key in wanted.keys])
    if len(wanted.keys) > MOST_METRICS:
        names = counted(len(wanted.keys), "metric")
    of = "" if len(groups) == 1 else f" of {counted(len(groups), 'model')}"
    against = "the share predicted positive"
    if wanted.against == THRESHOLD:
        ends = [end for one in groups for fold in one.folds for end in (fold.x[0], fold.x[-1])]
        against = f"the threshold, from {' to '.join(range_words(min(ends), max(ends)))}"
    folds = {len(one.folds) for one in groups if one.has_folds}
    curves = [fold.curve for one in groups for fold in one.folds]
    data = data_words(curves, folds.pop() if len(folds) == 1 else 0)
    return Head(f"{names}{of} against {against}", data=data)


def metric_words(title: str, function: StepFunction) -> tuple[str, ...]:
    """Return where a metric begins and ends, and its highest value if that is in between."""
    known = function.at_jumps
    known = known[np.isfinite(known)]
    if not known.size:
        return (f"{title} is undefined.",)
    first, last, highest = (f"{one:.3f}" for one in (known[0], known[-1], known.max()))
    words = _course(known)
    if float(highest) > max(float(first), float(last)):
        words = f"begins at {first}, rises to {highest} and ends at {last}"
    return (f"{title} {words}.",)


def point_words(
    words: str, values: Mapping[str, float], name: str | None = None
) -> tuple[str, ...]:
    """Return a marked threshold of a model with the values of metrics there."""
    words = read(words) if name is None else f"{read(words)} of {short_name(name)}"
    known = {name: value for name, value in values.items() if np.isfinite(value)}
    found = [f"{uncapital(name)} {value:.3f}" for name, value in known.items()]
    return (f"{words} with {listed(found)}" if found else words,)


def ranks_facts(found: RankAgreement, by: tuple[str, str]) -> Facts:
    """Return the words of ranks by two scores."""
    models, tasks = len(found.counts), int(found.counts.sum()) // len(found.counts)
    told = (
        f"The best model differs on {found.best_differs:.0%} of tasks, the top three on "
        f"{found.top_differs:.0%}.",
        f"The rank correlation is {found.correlation:.2f}.",
    )
    across, up = by
    many = f"{counted(models, 'model')} on each of {counted(tasks, 'task')}"
    head = f"Ranks by {up} against ranks by {across}, for {many}"
    return {"head": Head(head), "told": tuple(one.replace("%", " %") for one in told)}
