"""Error bars of curves: their kinds, and the bands and intervals of one test set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from prplot.core.checks import brief, one_of
from prplot.core.measures.averaging import checked_errorbar
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.spaces import Space
from prplot.core.traces import trace
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
from prplot.core.uncertainty.sample import Sample
from prplot.draw.scene import Mark
from prplot.draw.style import BAND, Style, merged_fill
from prplot.inputs.one_vs_rest import MEANS
from prplot.inputs.samples import progress_bar, warn_of_few
from prplot.plots.figure.groups import CurveGroups
from prplot.plots.figure.layers import bands


class TooFewExamples(ValueError):  # noqa: N818
    """A figure of one test set has no band, as that has too few examples."""


class BandKind(NamedTuple):
    """A kind of error bar.

    Attributes
    ----------
    words : str
        The legend entry, with "{size}", and "{parts}" for what is averaged.
    n_boot : int or None
        The number of draws of one test set by default; None for a band around an average of folds.
    """

    words: str
    n_boot: int | None = None

    @property
    def needs_folds(self) -> bool:
        """Whether it is a band around an average of folds."""
        return self.n_boot is None


KINDS = {
    "sd": BandKind("± {size:g} sd of {parts}"),
    "se": BandKind("± {size:g} se of the mean of {parts}"),
    "pi": BandKind("middle {size:g} % of {parts}"),
    POINTWISE: BandKind("{size:g} % pointwise band", N_BOOT),
    SIMULTANEOUS: BandKind(
        f"{{size:g}} % simultaneous band from recall {FIRST_RECALL:g}", N_BOOT_SIMULTANEOUS
    ),
}


def checked_kind(errorbar: Any) -> str | None:
    """Return the kind of an error bar; raise a ValueError if it is unknown or has a wrong size.

    Parameters
    ----------
    errorbar : str, (str, float) or None
        As in `prplot.plot_pr`.
    """
    if errorbar is None:
        return None
    if not isinstance(errorbar, str | tuple | list) or len(_pair(errorbar)) != 2:
        *others, last = map(repr, KINDS)
        raise ValueError(
            f"errorbar must be {', '.join(others)} or {last}, a pair of one of them and its size, "
            f"or None, found {brief(errorbar)}"
        )
    kind, size = _pair(errorbar)
    one_of(kind, "errorbar", KINDS)
    if KINDS[kind].needs_folds:
        checked_errorbar(errorbar)
    else:
        checked_percent(kind, size)
    return str(kind)


def words_of(kind: str, size: float, parts: str = "") -> str:
    """Return the legend entry of a kind of error bar."""
    return KINDS[kind].words.format(size=size, parts=parts)


def of_folds(errorbar: Any, *, with_samples: bool) -> Any:
    """Return an error bar if it is a band around an average of folds, else None.

    Raises
    ------
    ValueError
        A band of one test set, in a figure that draws none (without `with_samples`).
    """
    kind = checked_kind(errorbar)
    if kind is None or KINDS[kind].needs_folds:
        return errorbar
    if not with_samples:
        raise ValueError(
            f"errorbar {kind!r} is a band of plot_pr, plot_roc, plot_npr, plot_prg, plot_spaces "
            "and curveplot; this figure has 'sd', 'se' or 'pi'"
        )
    return None


def _pair(errorbar: Any) -> tuple[Any, ...]:
    return (errorbar, None) if isinstance(errorbar, str) else tuple(errorbar)


@dataclass(frozen=True)
class SampleBand:
    """A band of one test set around each curve, as the user chose it.

    Attributes
    ----------
    kind : str
        One of `KINDS` that need no folds.
    how : Resampling
    style : dict
        Properties of the fill.
    """

    kind: str
    how: Resampling
    style: Style

    @classmethod
    def of(
        cls, errorbar: Any, n_boot: int | None, seed: Any, band_kws: Mapping[str, Any] | None
    ) -> Self | None:
        """Return the band; None if `errorbar` is of another kind or missing.

        Raises
        ------
        ValueError, TypeError
            An unknown kind, a wrong level, seed or number of draws.
        """
        kind = checked_kind(errorbar)
        if n_boot is not None:
            checked_n_boot(n_boot)
        if kind is None or KINDS[kind].needs_folds:
            return None
        count = KINDS[kind].n_boot if n_boot is None else n_boot
        assert count is not None
        level = checked_percent(kind, _pair(errorbar)[1])
        how = Resampling(level, count, seed_sequence(seed))
        check_draws(kind, level, count)
        return cls(kind, how, merged_fill(BAND, band_kws, "band_kws"))

    @property
    def words(self) -> str:
        """The legend entry."""
        return words_of(self.kind, round(100 * self.how.level, 9))

    def check(self, *, interpolation: str = "exact", average: str | None = None) -> None:
        """Raise a ValueError if curves are drawn as no band goes with."""
        if interpolation != "exact":
            raise ValueError(
                f"errorbar {self.kind!r} goes with interpolation='exact', found {interpolation!r}"
            )
        if average in MEANS:
            raise ValueError(
                f"errorbar {self.kind!r} is not defined for average={average!r}: classes share "
                "their rows; draw the classes, or average='micro'"
            )

    def refuse_folds(self) -> None:
        """Raise a ValueError, as there are folds."""
        raise ValueError(
            f"errorbar {self.kind!r} is a band of one test set, found folds; folds have 'sd', 'se' "
            f"or 'pi', and estimator='pooled' has {self.kind!r}"
        )

    def estimated(self, groups: CurveGroups, scores: Sequence[str]) -> Estimates:
        """Resample each curve.

        Parameters
        ----------
        groups : CurveGroups
            With a sample for each curve, or a single one that all are of, at several prevalences.
        scores : sequence of str
            Names of scores; those of whole curves, the keys of `SCORES`, get intervals.

        Returns
        -------
        Estimates

        Raises
        ------
        TooFewExamples
            Of a single sample; among several, a curve with too few examples gets no band.
        """
        samples, scores = groups.samples, [score for score in scores if score in SCORES]
        places = range(len(groups)) if len(samples) > 1 else [0] * len(groups)
        sides = sum(samples[i].sides for i in places)
        with progress_bar(self.how.n_boot * sides) as watch:
            found = [
                self._estimated(curve, i, samples, scores, watch)
                for i, curve in zip(places, groups.curves, strict=True)
            ]
        names = [group.name if len(samples) > 1 else None for group in groups]
        return Estimates(self, names, found)

    def _estimated(
        self,
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
        how = replace(self.how, seed=child(self.how.seed, i), watch=watch)
        draws = draws_of(curve, sample, scores, how, recalls=RECALLS)
        band = band_of(curve, sample, self.kind, how, draws)
        intervals = intervals_of(curve, sample, scores, how, draws)
        notes = [*sample.warnings(), *(one for kept in intervals.values() for one in kept.warnings)]
        return Estimate(band, intervals, tuple(dict.fromkeys(notes)))


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


@dataclass(frozen=True)
class Estimates:
    """What resampling says of the curves of a figure.

    Attributes
    ----------
    drawn : SampleBand
    names : list of str or None
        How warnings call each curve.
    of_curves : list of Estimate
    """

    drawn: SampleBand
    names: Sequence[str | None]
    of_curves: Sequence[Estimate]

    @property
    def bands(self) -> list[Band | None]:
        """The band of each curve, if it has one."""
        return [one.band for one in self.of_curves]

    @property
    def intervals(self) -> list[Mapping[str, Interval]]:
        """The intervals of each curve, by keys of `SCORES`."""
        return [one.intervals for one in self.of_curves]

    def marks(self, space: Space, colors: Sequence[Any]) -> list[Mark]:
        """Return the band of each curve, in its colour, and their row in the legend."""
        borders = [None if band is None else (band.lower, band.upper) for band in self.bands]
        shape = partial(trace, space=space, recall_range=(FIRST_RECALL, 1.0))
        return bands(borders, shape, colors, words=self.drawn.words, style=self.drawn.style)

    def warn(self) -> None:
        """Give one FewExamplesWarning of all that is doubtful."""
        pairs = zip(self.names, self.of_curves, strict=True)
        notes = [(name, note) for name, one in pairs for note in one.notes]
        warn_of_few(notes)
