"""Bands of one test set: their kinds, and what is resampled for curves and scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from prplot.core.checks import brief, one_of
from prplot.core.measures.averaging import checked_errorbar
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.uncertainty.bands import (
    FIRST_RECALL,
    N_BOOT_SIMULTANEOUS,
    POINTWISE,
    RECALLS,
    SIMULTANEOUS,
    Band,
    band_of,
    check_draws,
)
from prplot.core.uncertainty.draws import child, seed_sequence
from prplot.core.uncertainty.intervals import (
    N_BOOT,
    Interval,
    Resampling,
    checked_n_boot,
    checked_percent,
    draws_of,
    intervals_of,
)
from prplot.core.uncertainty.runs import Sample
from prplot.draw.style import BAND, Style, merged_fill
from prplot.inputs.one_vs_rest import MEANS
from prplot.inputs.samples import progress_bar, warn_of_few

if TYPE_CHECKING:
    from prplot.plots.figure.groups import CurveGroups

# The legend entries of all kinds, with their size, and with what is averaged.
KINDS = {
    "sd": "± {size:g} sd of {parts}",
    "se": "± {size:g} se of the mean of {parts}",
    "pi": "middle {size:g} % of {parts}",
    POINTWISE: "{size:g} % pointwise band",
    SIMULTANEOUS: f"{{size:g}} % simultaneous band from recall {FIRST_RECALL:g}",
}
# How many draws the bands of one test set need; the others surround an average of folds.
DRAWS = {POINTWISE: N_BOOT, SIMULTANEOUS: N_BOOT_SIMULTANEOUS}


class TooFewExamples(ValueError):  # noqa: N818
    """A figure of one test set has no band, because it has too few examples."""


def words_of(kind: str, size: float, parts: str = "") -> str:
    """Return the legend entry of a kind of error bar."""
    return KINDS[kind].format(size=size, parts=parts)


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
        checked_n_boot(n_boot)
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
    level = checked_percent(kind, size)
    if not with_samples:
        raise ValueError(
            f"errorbar {kind!r} is a band of plot_pr, plot_roc, plot_npr, plot_prg, plot_spaces "
            "and curveplot; this figure has 'sd', 'se' or 'pi'"
        )
    how = Resampling(level, n_boot or DRAWS[kind], seed_sequence(given["seed"]))
    check_draws(kind, level, how.n_boot)
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
        return words_of(self.kind, round(100 * self.how.level, 9))

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
    notes : tuple of str
        Reasons to doubt the band, or for having none.
    """

    band: Band | None = None
    intervals: Mapping[str, Interval] = MappingProxyType({})
    notes: tuple[str, ...] = ()


def estimates_of(band: SampleBand, groups: CurveGroups, scores: Sequence[str]) -> list[Estimate]:
    """Resample each curve; give one FewExamplesWarning with all doubts.

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
        found = [
            _estimate(band, curve, i, groups.samples, known, watch)
            for i, curve in zip(places, groups.curves, strict=True)
        ]
    names = [group.name if len(groups.samples) > 1 else None for group in groups]
    pairs = zip(names, found, strict=True)
    warn_of_few([(name, note) for name, one in pairs for note in one.notes])
    return found


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
