"""What the legend says of curves and their hulls: names and numbers."""

from collections.abc import Sequence

from prplot.core.measures import areas
from prplot.core.measures.scores import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.inputs.curves import Curves

# The area of each space.
AREA_OF = {"roc": "auroc", "pr": "aucpr", "npr": "aucnpr", "prg": "auprg"}
# A hull's areas are shown; average precision is for steps between thresholds that nobody mixes.
OF_HULL = {"aucpr": "achievable", "aucnpr": "achievable", "auroc": "of hull", "auprg": "of hull"}
# What a curve without a name and its hull are called in a space.
WORDS = {
    "roc": ("ROC curve", "hull"),
    "pr": ("PR curve", "achievable curve"),
    "npr": ("normalised PR curve", "achievable curve"),
    "prg": ("PRG curve", "hull"),
    "all": ("curve", "hull, achievable curve"),
}


def legend_entries(
    curves: Curves,
    scores: Sequence[str],
    interpolation: str = "exact",
    *,
    hulls: Sequence[ConfusionCurve],
    space: Space | None,
    folds: Sequence[Sequence[ConfusionCurve]] | None = None,
) -> tuple[list[str], str]:
    """Return the legend entries of the curves and that of their hulls.

    A single curve and its hull have an entry each; of several, each has its hull's number beside
    its own, and the hulls have one entry without a number.

    Parameters
    ----------
    curves : dict of name to ConfusionCurve
    scores : sequence of str
        Of SCORES; none makes entries of names alone.
    interpolation : str
        How the curves run between operating points; hulls are exact.
    hulls : sequence of ConfusionCurve
        One for each curve, or none.
    space : Space or None
        What the curves are drawn in; None stands for several.
    folds : sequence of sequence of ConfusionCurve, optional
        In place of each curve: an entry has the means of their numbers.

    Returns
    -------
    entries : list of str
    hull_entry : str
        Empty without hulls or scores.
    """
    if folds is not None:
        named = zip(curves, folds, strict=True)
        return [_entry(name, [_mean(some, score) for score in scores]) for name, some in named], ""
    curve_word, hull_word = WORDS[space.name if space else "all"]
    if len(hulls) == 1 and scores:
        (name, curve), hull = next(iter(curves.items())), hulls[0]
        own = [_number(curve, score, interpolation) for score in scores]
        of_hull = [_number(hull, score) for score in scores if score in OF_HULL]
        return [_entry(name or curve_word, own)], _entry(hull_word, of_hull)
    entries = []
    for i, (name, curve) in enumerate(curves.items()):
        shown = []
        for score in scores:
            shown.append(_number(curve, score, interpolation))
            if hulls and score in OF_HULL:
                label, value = _number(hulls[i], score)
                shown.append((f"{label} {OF_HULL[score]}", value))
        entries.append(_entry(name, shown))
    return entries, hull_word if hulls and any(entries) else ""


def _entry(name: str | None, shown: Sequence[tuple[str, float]]) -> str:
    if name is None:
        return ", ".join(f"{label} = {value:.3f}" for label, value in shown)
    numbers = ", ".join(f"{label} {value:.3f}" for label, value in shown)
    return f"{name} ({numbers})" if shown else name


def _mean(folds: Sequence[ConfusionCurve], score: str) -> tuple[str, float]:
    """Return what the mean of a score over folds is called, and its value."""
    head, values = _number(folds[0], score)[0], [_number(fold, score)[1] for fold in folds]
    return f"{head} mean", sum(values) / len(values)


def _number(curve: ConfusionCurve, score: str, interpolation: str = "exact") -> tuple[str, float]:
    """Return what a score is called and its value for a curve."""
    if score == "aucpr" and interpolation == "step":
        score = "average_precision"
    elif score == "aucpr" and interpolation != "exact":
        of = {"integer": "AUCPR at whole counts", "linear": "AUCPR by chords"}
        return of[interpolation], areas.area_pr(curve, interpolation=interpolation)
    head, value_of = SCORES[score]
    value = value_of(curve)
    # A gain that is rounded to 0 has no sign.
    return head, round(value, 3) + 0.0 if score == "auprg" else value
