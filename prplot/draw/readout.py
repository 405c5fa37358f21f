"""What the cursor says about the point that it stands on."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prplot.core.bounds import is_achievable
from prplot.core.counts import ConfusionCurve
from prplot.core.points import f_score
from prplot.core.spaces import PR, PRG, Space

NamedCurve = tuple[str | None, ConfusionCurve]


@dataclass(frozen=True)
class CursorReadout:
    """Text for a position: recall, precision, F1, the nearest threshold, and whether it can be.

    Attributes
    ----------
    space : Space
        The space of the axes.
    curves : list of (name, ConfusionCurve)
        Curves on the axes; the nearest operating point gives threshold and totals.
    """

    space: Space
    curves: list[NamedCurve]

    @property
    def kind(self) -> str:
        """What the axes show."""
        return f"{self.space.name.upper()} space"

    def __call__(self, x: float, y: float) -> str:
        """Return the text at the coordinates (x, y)."""
        (name, curve), point = self._nearest(x, y)
        low = -np.inf if self.space == PRG else 0.0
        if not (low <= x <= 1 and low <= y <= 1) or curve.pos == 0 or curve.neg == 0:
            return f"{self.space.x_label} {x:.3f}  {self.space.y_label} {y:.3f}"
        recall, precision = self._in_pr(x, y, curve)
        parts = [f"recall {recall:.3f}", f"precision {precision:.3f}"]
        if self.space == PRG:
            parts += [f"recall gain {x:.3f}", f"precision gain {y:.3f}"]
        parts.append(f"F1 {f_score(precision, recall):.3f}")
        threshold = curve.thresholds[point]
        if np.isfinite(threshold):
            of = f" ({name})" if name is not None else ""
            parts.append(f"threshold {threshold:.4g}{of}")
        possible = is_achievable(precision, recall, curve.prevalence)
        parts.append("achievable" if possible else "unachievable")
        return "  ".join(parts)

    def _nearest(self, x: float, y: float) -> tuple[NamedCurve, int]:
        best = []
        for named in self.curves:
            curve = named[1]
            at_x, at_y = self.space.project_path(curve.tp, curve.fp, curve.pos, curve.neg)
            distance = np.nan_to_num(np.hypot(at_x - x, at_y - y), nan=np.inf)
            best.append((float(distance.min()), int(distance.argmin()), named))
        _, point, named = min(best, key=lambda found: found[0])
        return named, point

    def _in_pr(self, x: float, y: float, curve: ConfusionCurve) -> tuple[float, float]:
        if self.space == PR:
            return x, y
        tp, fp = self.space.invert(x, y, curve.pos, curve.neg)
        recall, precision = PR.project(tp, fp, curve.pos, curve.neg)
        return float(recall), float(np.nan_to_num(precision))


@dataclass(frozen=True)
class PlainReadout:
    """Text for a position on axes that show no space.

    Attributes
    ----------
    kind : str
        What the axes show.
    words : callable
        ``(x, y) -> text``.
    """

    kind: str
    words: Callable[[float, float], str]

    def __call__(self, x: float, y: float) -> str:
        """Return the text at the coordinates (x, y)."""
        return self.words(x, y)


@dataclass(frozen=True)
class FGainReadout:
    """Text for a position among F-gain lines: the trade-off and the F gain."""

    kind = "F gains"

    def __call__(self, x: float, y: float) -> str:
        """Return the text at the coordinates (x, y)."""
        beta = np.sqrt(1 / x - 1) if 0 < x <= 1 else np.inf
        return f"d {x:.3f}  beta {beta:.3f}  F gain {y:.3f}"
