"""What pictures of PRG space need: room for negative gains, and levels that spread."""

from collections.abc import Iterable

from matplotlib.axes import Axes

from prplot.core.counts import ConfusionCurve
from prplot.core.points import f_weights
from prplot.core.spaces import PRG
from prplot.core.traces import trace
from prplot.draw import labels as marks
from prplot.draw import style as looks
from prplot.draw.frames import ROOM

# Where isometrics are drawn, in shares of the F gain of always positive and of the way from there
# to 1, before they are rounded to round F scores.
BELOW = (0.5,)
ABOVE = (0.3, 0.6, 0.85)
# How far a picture of PRG space goes beyond the unit square.
LEFT_OF_SQUARE = -0.04
SHALLOWEST = -0.12
DEEPEST = -0.35
_ROUNDING = 1e-9


def open_gains(ax: Axes, curves: Iterable[ConfusionCurve]) -> None:
    """Make room for negative gains that the curves have, and veil it.

    A strip below the unit square shows how deep the curves go, or that they go deeper; and a hair
    left of it that they come from there.
    """
    traces = [trace(curve, PRG) for curve in curves]
    # Crossings of the square's edges miss them by rounding.
    inside = [drawn.y[drawn.x > -_ROUNDING] for drawn in traces]
    lowest = min((float(y.min()) for y in inside if y.size), default=0.0)
    if any(drawn.x.size for drawn in traces):
        ax.set_xlim(left=LEFT_OF_SQUARE)
    earlier = [fill for fill in ax.collections if fill.get_gid() == marks.NEGATIVE]
    for line in [line for line in ax.lines if line.get_gid() == marks.ZERO]:
        line.remove()
    if lowest > -_ROUNDING and not earlier:
        return
    floor = min(max(lowest, DEEPEST) - 2 * ROOM, SHALLOWEST)
    for strip in earlier:
        floor = min(floor, float(strip.get_datalim(ax.transData).y0))
        strip.remove()
    ax.set_ylim(bottom=floor)
    words = "negative gain" if lowest >= floor else f"negative gain, down to {lowest:.2g}"
    look = {"facecolor": looks.shade(ax, looks.VEIL_STRENGTH), "label": f"_{words}"}
    ends = ax.get_xlim()
    ax.fill_between(ends, floor, 0, **{**look, **looks.NEGATIVE}).set_gid(marks.NEGATIVE)
    own = {"color": looks.shade(ax, looks.LABEL_STRENGTH), "label": "_"}
    (zero,) = ax.plot(ends, (0, 0), **{**own, **looks.ZERO})
    zero.set_gid(marks.ZERO)


def gain_levels(prevalence: float, beta: float) -> list[float]:
    """Return round F scores whose lines are spread over the unit square of PRG space."""
    baseline = f_weights(beta)[1]
    gains = [share * baseline for share in BELOW]
    gains += [baseline + share * (1 - baseline) for share in ABOVE]
    wanted = [prevalence / (1 - (1 - prevalence) * gain) for gain in gains]
    rounded = {float(f"{level:.2g}") for level in wanted}
    return sorted(level for level in rounded if 0 < level < 1)
