"""Bands of one test set: their kinds, and what is resampled for curves and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from prplot.core.checks import brief, one_of
from prplot.core.measures.averaging import SIZES, checked_errorbar
from prplot.core.measures.score_definitions import drawn_scores
from prplot.core.record import ConfusionCurve
from prplot.core.uncertainty import bands, intervals
from prplot.core.uncertainty.bands import POINTWISE, SIMULTANEOUS, Band
from prplot.core.uncertainty.draws import child, seed_sequence
from prplot.core.uncertainty.intervals import Interval, Resampling
from prplot.core.uncertainty.resampled import RetrievedSample, Sample
from prplot.draw.style import BAND, Style, merged_fill
from prplot.inputs.categories import MEANS
from prplot.inputs.notices import progress_bar, warn_of_few

if TYPE_CHECKING:
    from prplot.plots.figure.groups import CurveGroups

# The legend entries of the bands of one test set, with their size.
WORDS = {
    POINTWISE: "{size:g} % pointwise band",
    SIMULTANEOUS: f"{{size:g}} % simultaneous band from recall {bands.FIRST_RECALL:g}",
}
KINDS = (*SIZES, *WORDS)
# How many draws the bands of one test set need; the others surround an average of folds.
DRAWS = {POINTWISE: intervals.N_BOOT, SIMULTANEOUS: bands.N_BOOT_SIMULTANEOUS}


class TooFewExamples(ValueError):  # noqa: N818
    """A figure of one test set has no band, because it has too few examples."""


def words_of(kind: str, level: float) -> str:
    """Return the legend entry of a band of one test set, at a level below 1."""
    return WORDS[kind].format(size=round(100 * level, 9))


def checked_bands(given: Mapping[str, Any], *, with_samples: bool) -> tuple[SampleBand | None, Any]:
    """Return the band of one test set, or the error bar of an average of folds, if one is wanted.

    Parameters
    ----------
    given : dict
        The options errorbar, n_boot, seed and band_kws, as of `prplot.plot_pr`.
    with_samples : bool
        Whether the figure draws bands of one test set.

    Raises
    ------
    ValueError, TypeError
        An unknown kind, or one that the figure does not have; a wrong size, seed or number of
        draws.
    """
    errorbar, n_boot = given["errorbar"], given["n_boot"]
    if n_boot is not None:
        intervals.checked_n_boot(n_boot)
    if errorbar is None:
        return None, None
    pair = (errorbar, None) if isinstance(errorbar, str) else errorbar
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        *others, last = map(repr, KINDS)
        raise ValueError(
            f"errorbar must be {', '.join(others)} or {last}, a pair of one of them and its size, "
            f"or None, found {brief(errorbar)}"
        )
    kind, size = pair
    one_of(kind, "errorbar", KINDS)
    if kind not in DRAWS:
        checked_errorbar(errorbar)
        return None, errorbar
    level = intervals.checked_percent(kind, size)
    if not with_samples:
        raise ValueError(
            f"errorbar {kind!r} is a band of plot_pr, plot_roc, plot_npr, plot_prg, plot_spaces "
            "and curveplot; this figure has 'sd', 'se' or 'pi'"
        )
    how = Resampling(level, n_boot or DRAWS[kind], seed_sequence(given["seed"]))
    bands.check_draws(kind, level, how.n_boot)
    return SampleBand(kind, how, merged_fill(BAND, given["band_kws"], "band_kws")), None


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


def estimates_of(band: SampleBand, groups: CurveGroups, scores: Sequence[str]) -> list[Estimate]:
    """Resample each curve; give one FewExamplesWarning with all doubts.

    Parameters
    ----------
    band : SampleBand
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
    with progress_bar(band.how.n_boot * sum(samples[i].sides for i in places)) as watch:
        for i, group in zip(places, groups.members, strict=True):
            reason = samples[i].refusal() if group.curve.has_both_classes else ""
            if reason and not are_many:
                raise TooFewExamples(reason)
            estimate, notes = Estimate(), [reason] if reason else []
            if reason is None:
                # A curve has the same draws beside whatever other curves.
                how = replace(band.how, seed=child(band.how.seed, i), watch=watch)
                estimate, notes = _estimate(band.kind, group.curve, samples[i], scores, how)
            doubts += [(group.name if are_many else None, note) for note in notes]
            found.append(estimate)
    warn_of_few(doubts)
    return found


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
