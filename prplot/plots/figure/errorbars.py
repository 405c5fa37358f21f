"""Bands of one test set: their kinds, and what is resampled for curves and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.measures.averaging import SIZES, checked_errorbar, kind_and_size
from prplot.core.measures.metric_steps import (
    LAST,
    GroupMetrics,
    MetricSteps,
    StepFunction,
    WantedMetrics,
)
from prplot.core.measures.operating_point import METRICS
from prplot.core.measures.score_definitions import drawn_scores
from prplot.core.record import ConfusionCurve
from prplot.core.uncertainty import bands, intervals
from prplot.core.uncertainty.bands import POINTWISE, SIMULTANEOUS, Band
from prplot.core.uncertainty.draws import N_BOOT, Resampling, checked_n_boot, child, seed_sequence
from prplot.core.uncertainty.intervals import Interval
from prplot.core.uncertainty.resampled import RetrievedSample, Sample
from prplot.draw.style import Style
from prplot.inputs.categories import MEANS
from prplot.inputs.notices import progress_bar, warn_of_few

if TYPE_CHECKING:
    from prplot.inputs.resolve import Grouped
    from prplot.plots.figure.groups import CurveGroups

# The legend entries of the bands of one test set, with their size.
WORDS = {
    POINTWISE: "{size:g} % pointwise band",
    SIMULTANEOUS: f"{{size:g}} % simultaneous band from recall {bands.FIRST_RECALL:g}",
}
KINDS = (*SIZES, *WORDS)
# How many draws the bands of one test set need; the others surround an average of folds.
DRAWS = {POINTWISE: N_BOOT, SIMULTANEOUS: bands.N_BOOT_SIMULTANEOUS}


class TooFewExamples(ValueError):  # noqa: N818
    """A figure of one test set has no band, because it has too few examples."""


def words_of(kind: str, level: float) -> str:
    """Return the legend entry of a band of one test set, at a level below 1."""
    return WORDS[kind].format(size=round(100 * level, 9))


def checked_bands(
    given: Mapping[str, Any], fill: Style
) -> tuple[SampleBand | None, tuple[str, float] | None]:
    """Return the band of one test set, or the error bar of an average of folds, if one is wanted.

    Parameters
    ----------
    given : dict
        The options errorbar, n_boot and seed, as of `prplot.plot_pr`; without the last two, the
        figure draws no bands of one test set.
    fill : dict
        Properties of the band.

    Raises
    ------
    ValueError, TypeError
        An unknown kind, or one that the figure does not have; a wrong size, seed or number of
        draws.
    """
    errorbar, n_boot = given["errorbar"], given.get("n_boot")
    if n_boot is not None:
        checked_n_boot(n_boot)
    if errorbar is None:
        return None, None
    kind, size = kind_and_size(errorbar, KINDS)
    if kind not in DRAWS:
        return None, checked_errorbar(errorbar)
    level = intervals.checked_percent(kind, size)
    if "n_boot" not in given:
        raise ValueError(
            f"errorbar {kind!r} is a band of plot_pr, plot_roc, plot_npr, plot_prg, plot_spaces "
            "and curveplot; this figure has 'sd', 'se' or 'pi'"
        )
    how = Resampling(level, n_boot or DRAWS[kind], seed_sequence(given["seed"]))
    bands.check_draws(kind, level, how.n_boot)
    return SampleBand(kind, how, fill), None


@dataclass(frozen=True)
class SampleBand:
    """A band of one test set around each curve, as the user chose it.

    Attributes
    ----------
    kind : str
        A key of `DRAWS`.
    how : Resampling
    style : dict
        Properties of the fill.
    """

    kind: str
    how: Resampling
    style: Style

    @property
    def is_pointwise(self) -> bool:
        """Whether it holds at each place by itself."""
        return self.kind == POINTWISE

    @property
    def words(self) -> str:
        """The legend entry."""
        return words_of(self.kind, self.how.level)

    def check(self, interpolation: str, average: str | None) -> None:
        """Raise a ValueError if curves are drawn in a way that allows no band."""
        if interpolation != "exact":
            raise ValueError(
                f"errorbar {self.kind!r} goes with interpolation='exact', found {interpolation!r}"
            )
        if average in MEANS:
            raise ValueError(
                f"errorbar {self.kind!r} is not defined for average={average!r}: classes share "
                "their rows; draw the classes, or average='micro'"
            )

    def estimates(self, groups: CurveGroups, scores: Sequence[str]) -> list[Estimate]:
        """Resample each curve; give one FewExamplesWarning with all doubts.

        Parameters
        ----------
        groups : CurveGroups
            With a sample for each curve, or a single one that all are of, at several prevalences.
        scores : sequence of str
            Names of scores; those that have draws get intervals.

        Raises
        ------
        TooFewExamples
            Of a single sample; among several, a curve with too few examples gets no band.
        """
        samples, are_many = groups.samples, len(groups.samples) > 1
        places = range(len(groups.members)) if are_many else [0] * len(groups.members)
        found, doubts = list[Estimate](), list[tuple[str | None, str]]()
        with progress_bar(self.how.n_boot * sum(samples[i].sides for i in places)) as watch:
            for i, group in zip(places, groups.members, strict=True):
                reason = samples[i].refusal() if group.curve.has_both_classes else ""
                if reason and not are_many:
                    raise TooFewExamples(reason)
                estimate, notes = Estimate(), [reason] if reason else []
                if reason is None:
                    # A curve has the same draws beside whatever other curves.
                    how = replace(self.how, seed=child(self.how.seed, i), watch=watch)
                    estimate, notes = _estimate(self.kind, group.curve, samples[i], scores, how)
                doubts += [(group.name if are_many else None, note) for note in notes]
                found.append(estimate)
        warn_of_few(doubts)
        return found


class Estimate(NamedTuple):
    """What resampling says of a curve.

    Attributes
    ----------
    band : Band or None
        None if there are too few examples.
    intervals : dict of str to Interval
        By keys of `SCORES`.
    """

    band: Band | None = None
    intervals: Mapping[str, Interval] = MappingProxyType({})


def _estimate(
    kind: str,
    curve: ConfusionCurve,
    sample: Sample | RetrievedSample,
    scores: Sequence[str],
    how: Resampling,
) -> tuple[Estimate, list[str]]:
    """Return what draws say of a curve, and reasons to doubt it."""
    if kind != POINTWISE and not curve.knows_negatives:
        raise ValueError(f"errorbar {kind!r} needs complete data; retrieved items have 'ci'")
    known = [score for score in scores if score in drawn_scores(curve)]
    draws = intervals.draws_of(curve, sample, known, how, recalls=bands.RECALLS)
    drawn = bands.band_of(curve, sample, kind, how, draws)
    own = intervals.intervals_of(curve, sample, known, how, draws)
    notes = [*sample.warnings(), *(one for kept in own.values() for one in kept.warnings)]
    return Estimate(drawn, own), list(dict.fromkeys(notes))


def with_metric_bands(
    groups: Sequence[GroupMetrics], curves: Grouped, wanted: WantedMetrics, band: SampleBand
) -> list[GroupMetrics]:
    """Return groups with a pointwise band around each metric at thresholds."""
    known = [None] * len(groups) if curves.rows is None else [own for (own,) in curves.rows]
    found = []
    with progress_bar(band.how.n_boot * len(groups)) as watch:
        for i, (one, own) in enumerate(zip(groups, known, strict=True)):
            (steps,) = one.folds
            is_left, places = steps.holds_at == "left", bands.picked(steps.x)
            points = (steps.points[:-1] if is_left else steps.points[1:])[places]
            points = points[::-1] if is_left else points
            sample = bands.cells_at(steps.curve, points, own)
            how = replace(band.how, seed=child(band.how.seed, i), watch=watch)
            ends = np.minimum(np.asarray(steps.curve.thresholds[points], np.float64), LAST)
            columns = np.arange(points.size)
            if wanted.bent:
                # Where the pieces of a net benefit end, and then where they begin.
                ends, columns = np.concatenate([ends, ends[1:], [0.0]]), np.tile(columns, 2)
            edges = bands.edges_at_thresholds(sample, wanted.keys, wanted.beta, how, ends, columns)
            borders = {key: _metric_band(steps, places, pair, key) for key, pair in edges.items()}
            found.append(replace(one, bands=borders))
    return found


def _metric_band(
    steps: MetricSteps, places: Any, edges: tuple[FloatArray, FloatArray], key: str
) -> tuple[StepFunction, StepFunction]:
    """Return borders at some of the thresholds, joined straight unless these are all."""
    x, is_left = steps.x[places], steps.holds_at == "left"
    known = steps.is_known if places.size == steps.x.size else np.zeros(x.size + 1, bool)

    def border(edge: FloatArray) -> StepFunction:
        end, begin = edge[: x.size], edge[x.size :]
        y = np.append(end[::-1], np.nan) if is_left else np.append(np.nan, end)
        found = StepFunction(x, y, known, steps.holds_at)
        return found.bent(np.append(begin[::-1], np.nan)) if METRICS[key].by_odds else found

    low, high = edges
    return border(low), border(high)
