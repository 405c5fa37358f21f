"""What resampling says of the curves of a figure: their bands, and intervals of their scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import trace
from prplot.core.uncertainty.bands import FIRST_RECALL, RECALLS, Band, band_of
from prplot.core.uncertainty.draws import child
from prplot.core.uncertainty.intervals import Interval, draws_of, intervals_of
from prplot.core.uncertainty.runs import Sample
from prplot.draw.scene import Mark
from prplot.inputs.samples import progress_bar, warn_of_few
from prplot.plots.figure.errorbars import SampleBand
from prplot.plots.figure.groups import CurveGroups
from prplot.plots.figure.layers import bands


class TooFewExamples(ValueError):  # noqa: N818
    """A figure of one test set has no band, as that has too few examples."""


class Estimate(NamedTuple):
    """What resampling says of a curve.

    Attributes
    ----------
    band : Band or None
        None if there are too few examples.
    intervals : dict of str to Interval
        By keys of `SCORES`.
    notes : tuple of str
        What is doubtful, or why there is no band.
    """

    band: Band | None = None
    intervals: Mapping[str, Interval] = MappingProxyType({})
    notes: tuple[str, ...] = ()


def estimates_of(band: SampleBand, groups: CurveGroups, scores: Sequence[str]) -> list[Estimate]:
    """Resample each curve.

    Parameters
    ----------
    band : SampleBand
    groups : CurveGroups
        With a sample for each curve, or a single one that all are of, at several prevalences.
    scores : sequence of str
        Names of scores; those of whole curves, the keys of `SCORES`, get intervals.

    Raises
    ------
    TooFewExamples
        Of a single sample; among several, a curve with too few examples gets no band.
    """
    known = [score for score in scores if score in SCORES]
    places = range(len(groups)) if len(groups.samples) > 1 else [0] * len(groups)
    sides = sum(groups.samples[i].sides for i in places)
    with progress_bar(band.how.n_boot * sides) as watch:
        return [
            _estimate(band, curve, i, groups.samples, known, watch)
            for i, curve in zip(places, groups.curves, strict=True)
        ]


def _estimate(
    drawn: SampleBand,
    curve: ConfusionCurve,
    i: int,
    samples: Sequence[Sample],
    scores: Sequence[str],
    watch: Callable[[int], None],
) -> Estimate:
    """Resample the curve of a sample."""
    sample = samples[i]
    if not (curve.pos and curve.neg):
        return Estimate()
    reason = sample.refusal()
    if reason is not None and len(samples) == 1:
        raise TooFewExamples(reason)
    if reason is not None:
        return Estimate(notes=(reason,))
    # A curve has the same draws beside whatever other curves.
    how = replace(drawn.how, seed=child(drawn.how.seed, i), watch=watch)
    draws = draws_of(curve, sample, scores, how, recalls=RECALLS)
    band = band_of(curve, sample, drawn.kind, how, draws)
    intervals = intervals_of(curve, sample, scores, how, draws)
    notes = [*sample.warnings(), *(one for kept in intervals.values() for one in kept.warnings)]
    return Estimate(band, intervals, tuple(dict.fromkeys(notes)))


def sample_bands(
    drawn: SampleBand, estimates: Sequence[Estimate], space: Space, colors: Sequence[Any]
) -> list[Mark]:
    """Return the band of each curve, in its colour, and their row in the legend."""
    shape = partial(trace, space=space, recall_range=(FIRST_RECALL, 1.0))
    held = [one.band for one in estimates]
    borders = [None if one is None else (shape(one.lower), shape(one.upper)) for one in held]
    return bands(zip(borders, colors, strict=True), drawn.words, drawn.style)


def warn_of(estimates: Sequence[Estimate], groups: CurveGroups) -> None:
    """Give one FewExamplesWarning of all that is doubtful."""
    names = [group.name if len(groups.samples) > 1 else None for group in groups]
    pairs = zip(names, estimates, strict=True)
    warn_of_few([(name, note) for name, one in pairs for note in one.notes])
