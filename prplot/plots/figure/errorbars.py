"""Error bars: their kinds, and the band of one test set, as the user chose it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from prplot.core.checks import brief, one_of
from prplot.core.measures.averaging import checked_errorbar
from prplot.core.uncertainty.bands import (
    FIRST_RECALL,
    N_BOOT_SIMULTANEOUS,
    POINTWISE,
    SIMULTANEOUS,
    check_draws,
)
from prplot.core.uncertainty.draws import seed_sequence
from prplot.core.uncertainty.intervals import (
    N_BOOT,
    Resampling,
    checked_n_boot,
    checked_percent,
)
from prplot.draw.style import BAND, Style, merged_fill
from prplot.inputs.one_vs_rest import MEANS


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
