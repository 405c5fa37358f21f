"""The table of scores: the name, function and bounds of each score of a whole curve.

Scores at one point of a curve are in `single_points`, which is loaded on demand.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from prplot.core.bounds import aucpr_min
from prplot.core.checks import brief
from prplot.core.measures import areas
from prplot.core.record import ConfusionCurve


class Score(NamedTuple):
    """A score of a whole curve.

    Attributes
    ----------
    head : str
        Its name in tables and legends.
    of : callable
        ``(ConfusionCurve) -> float``
    space : str or None
        The space in which it is the area under the curve.
    of_hull : str or None
        How the score of a hull is called beside that of its curve; None if a hull has none.
    low, high : float
        Its lowest and its highest value at any prevalence.
    minimum : callable or None
        ``(prevalence) -> float``, the lowest value there, if it depends on the prevalence.
    bounded_by : str or None
        The method of `Cells` that bounds it. None for a score that rises with each pair in the
        right order: of all rankings of the examples in a cell the worst and the best have its
        extreme values.
    interpolated : mapping of str to Score
        What it becomes where a curve does not run along the exact path between its points.
    """

    head: str
    of: Callable[[ConfusionCurve], float]
    space: str | None = None
    of_hull: str | None = None
    low: float = 0.0
    high: float = 1.0
    minimum: Callable[[float], float] | None = None
    bounded_by: str | None = None
    interpolated: Mapping[str, "Score"] = {}

    @property
    def is_gain(self) -> bool:
        """Whether it stands on the scale of gains, which has no lower end."""
        return self.low == -math.inf


# Steps between thresholds, which no mixture of them attains: a hull has none.
_AVERAGE_PRECISION = Score(
    "AP", areas.step_area_pr, minimum=aucpr_min, bounded_by="step_area_bounds"
)

# Other average precisions, of the highest precision at a recall or above. Only retrieved items have
# draws of them.
INTERPOLATED = {
    # The recalls of pycocotools, to the last bit.
    "coco_ap": Score("COCO AP", partial(areas.mean_envelope_pr, recalls=np.linspace(0, 1, 101))),
    "voc_ap": Score("VOC AP", areas.envelope_area_pr),
    "voc07_ap": Score("VOC07 AP", partial(areas.mean_envelope_pr, recalls=np.arange(11) / 10)),
}


# Scores of curves whose negatives nobody counted.
OF_RETRIEVED = ("aucpr", "average_precision")


class ScoreTable(dict[str, Score]):
    """Scores by their keys; those that have no draws are looked up when they are asked for."""

    def __missing__(self, key: str) -> Score:
        if key in INTERPOLATED:
            return INTERPOLATED[key]
        from prplot.core.measures.operating_point import METRICS
        from prplot.core.measures.single_points import PointScore

        found = PointScore.read(key)
        if found is None:
            raise KeyError(key)
        row = METRICS[found.metric]
        return Score(found.head, found.of, low=row.low, high=row.high)


SCORES = ScoreTable()
SCORES |= {
    "aucpr": Score(
        "AUCPR",
        areas.area_pr,
        space="pr",
        of_hull="achievable",
        minimum=aucpr_min,
        interpolated={
            "integer": Score(
                "AUCPR at whole counts", partial(areas.area_pr, interpolation="integer")
            ),
            "linear": Score("AUCPR by chords", partial(areas.area_pr, interpolation="linear")),
            "step": _AVERAGE_PRECISION,
        },
    ),
    "aucnpr": Score("AUCNPR", areas.normalized_area_pr, space="npr", of_hull="achievable"),
    "average_precision": _AVERAGE_PRECISION,
    "auroc": Score("AUROC", areas.area_roc, space="roc", of_hull="of hull"),
    "auprg": Score("AUPRG", areas.area_prg, space="prg", of_hull="of hull", low=-math.inf),
}
AREA_OF = {score.space: name for name, score in SCORES.items() if score.space is not None}


def drawn_scores(curve: ConfusionCurve) -> tuple[str, ...]:
    """Return the keys of the scores of a curve that have draws, and so intervals."""
    return tuple(SCORES) if curve.knows_negatives else (*OF_RETRIEVED, *INTERPOLATED)


# What scores are called elsewhere, in lower case and without marks between words.
_KNOWN_AS = {
    "aucpr": ("prauc", "auprc", "aupr"),
    # The mean of the precision at each match is the sum of precision by gains in recall.
    "average_precision": ("averageprecisionscore", "avgprecision", "trecap"),
    "auroc": ("rocauc", "aucroc", "rocaucscore", "cstatistic"),
    "auprg": ("prgauc", "aucprg"),
}


def score_key(name: Any, argument: str = "score") -> str:
    """Return the key of a score in `SCORES`.

    Parameters
    ----------
    name : str or callable
        Its key, its name in tables and legends or elsewhere ("AP", "ROC AUC"), the function that
        computes it, or a score at one point ("recall@precision=0.9").
    argument : str, default "score"
        What errors call it.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        No such score, a name of several, or a condition that no point of a curve can have.
    """
    word = getattr(name, "__name__", name)
    if not isinstance(word, str):
        raise TypeError(f"{argument} must be the name of a score, found {brief(name)}")
    known = SCORES | INTERPOLATED
    if word in known:
        return str(word)
    plain = _plain(word)
    if plain == "auc":
        raise ValueError(
            f"{argument} {word!r} may be the area under the ROC or under the PR curve; type "
            "'auroc' or 'aucpr'"
        )
    for key, score in known.items():
        if plain in (_plain(key), _plain(score.head), *_KNOWN_AS.get(key, ())):
            return key
    from prplot.core.measures.single_points import FORMS, PointScore, nearest_score

    of_point = PointScore.read(word, argument)
    if of_point is not None and not of_point.is_at_threshold:
        return of_point.key
    hint = "only prp.scorer takes thresholds" if of_point else nearest_score(word, known)
    raise ValueError(
        f"{argument} must be one of {', '.join(map(repr, known))}, or such as {FORMS}, found "
        f"{brief(word)}; {hint}"
    )


def score_keys(names: Any) -> list[str]:
    """Return the keys of a score or of several, as in `score_key`.

    Raises
    ------
    ValueError
        A wrong name, or one twice.
    """
    keys = [score_key(name) for name in (names if isinstance(names, list | tuple) else [names])]
    if len(set(keys)) < len(keys):
        raise ValueError(f"score must be a list of different names, found {brief(names)}")
    return keys


def key_of_area(name: Any, argument: str, curve: Any = None) -> str:
    """Return the key of a score of a whole curve, which has draws, as in `score_key`.

    Parameters
    ----------
    name, argument
    curve : ConfusionCurve, optional
        Which decides what scores have draws; anything else does not.

    Raises
    ------
    ValueError
        No such score, or one of a single point.
    """
    key = score_key(name, argument)
    known = drawn_scores(curve) if isinstance(curve, ConfusionCurve) else tuple(SCORES)
    if key not in known:
        raise ValueError(
            f"{argument} must be one of {', '.join(map(repr, known))}, found {name!r}; "
            "operating_point(..., errorbar='ci') has the intervals of a threshold"
        )
    return key


def _plain(name: Any) -> str:
    """Return a name in lower case, without marks between words."""
    return "".join(filter(str.isalnum, name.lower())) if isinstance(name, str) else ""
