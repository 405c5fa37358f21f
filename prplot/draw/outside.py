"""The legend beside or below its axes, where the layout makes room for it."""

from dataclasses import dataclass, replace
from itertools import product

from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.transforms import BboxBase, ScaledTranslation

from prplot.draw.entries import made
from prplot.draw.placement import points_to_pixels

# Distance to keep, in points.
GAP = 4.0
# What a layout keeps free along the edges of a figure; a legend that reaches into it would make the
# axes smaller at each drawing.
MARGIN = 5.0
# Columns of entries that a legend outside may have.
MOST_COLUMNS = 4
# Of their side, axes keep at least this share beside a legend that stands outside; more where
# other axes of the figure shrink with them. From the large share on all forms are good enough.
LEAST_SIDE = 0.5
LEAST_SIDE_SHARED = 0.75
LARGE_SIDE = 0.8
# Of the room for a legend, how much one takes at most whose long names go over several lines.
WRAPPED_WIDTHS = (1.0, 0.5, 0.35)
WRAPPED_SIZES = (None, "small", "x-small")


@dataclass(frozen=True)
class Outside:
    """The form of a legend that stands outside: below or right, its type size, its columns.

    Long names of one that is wider than `widest` pixels go over several lines; of those that would
    take more than `most_lines` the middle is left out.
    """

    side: str
    fontsize: str | None
    entry_columns: int
    widest: float | None = None
    most_lines: int | None = None


FORMS = [
    Outside("", size, count) for size, count in product((None, "small"), range(1, MOST_COLUMNS + 1))
]


def remake(ax: Axes, outside: Outside) -> None:
    """Make a legend outside anew in the same form, with what is labelled now."""
    legend = _made(ax, outside)
    if legend is not None:
        put_outside(ax, legend, outside.side)


def stand_outside(
    ax: Axes, *, wrapped: bool = False, most_lines: int | None = None
) -> Outside | None:
    """Put the legend outside in the first form that leaves the axes large, else in the best one.

    `wrapped` tells whether long names may go over several lines, but no more than `most_lines`.
    """
    forms = []
    for form in _forms(ax, most_lines) if wrapped else FORMS:
        share, side = _best_side(ax, _made(ax, form))
        forms.append((share, replace(form, side=side)))
    large = [form for form in forms if form[0] >= LARGE_SIDE]
    # Of wrapped ones that are equal but for roundings of their heights, the widest says most.
    best = max(forms, key=lambda form: round(form[0], 2) if wrapped else form[0])
    for share, outside in large or [best]:
        if share >= least_side(ax):
            remake(ax, outside)
            legend = ax.get_legend()
            if legend is not None and not _is_lost(ax, legend):
                return outside
    return None


def tighter(ax: Axes, outside: Outside) -> Outside | None:
    """Return a form that takes less room, with less of long names; None if there is none."""
    fewer = {None: 2, 2: 1}.get(outside.most_lines)
    if outside.widest is None or fewer is None:
        return None
    wide, narrow, _ = _forms(ax, fewer)[-len(WRAPPED_WIDTHS) :]
    return replace(wide if outside.side == "below" else narrow, side=outside.side)


def _forms(ax: Axes, most_lines: int | None) -> list[Outside]:
    """Return the forms of a legend with long names over several lines, best first."""
    _, most = _rooms(ax)
    whole = most.width - 2.1 * MARGIN * points_to_pixels(ax)
    return [
        Outside("", size, 1, share * whole, most_lines)
        for size, share in product(WRAPPED_SIZES, WRAPPED_WIDTHS)
    ]


def _made(ax: Axes, form: Outside) -> Legend | None:
    return made(
        ax,
        form.fontsize,
        columns=True,
        entry_columns=form.entry_columns,
        widest=form.widest,
        most_lines=form.most_lines,
    )


def least_side(ax: Axes) -> float:
    """Return which share of their side axes keep at least: more where others shrink with them."""
    figure = ax.get_figure(root=True)
    return LEAST_SIDE if figure is not None and len(figure.axes) == 1 else LEAST_SIDE_SHARED


def put_outside(ax: Axes, legend: Legend, side: str) -> None:
    """Put a legend right of the axes, or below their name, and let the layout make room for it."""
    legend.set_in_layout(True)
    if side == "right":
        legend.set_loc("center left")
        legend.set_bbox_to_anchor((1.03, 0.5), transform=ax.transAxes)
        return
    names = ax.xaxis.get_tightbbox()
    drop = 0.0 if names is None else ax.get_window_extent().y0 - names.y0
    figure = ax.get_figure(root=True)
    assert figure is not None
    # In points: the share of the axes that the names take changes with the layout.
    lower = ScaledTranslation(0, -drop / figure.dpi - GAP / 72, figure.dpi_scale_trans)
    legend.set_loc("upper center")
    legend.set_bbox_to_anchor((0.5, 0.0), transform=ax.transAxes + lower)


def _best_side(ax: Axes, legend: Legend | None) -> tuple[float, str]:
    """Return which share of their side a legend outside leaves to the axes, and on which side."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    assert legend is not None
    size, gap = legend.get_window_extent(), 2 * GAP * points_to_pixels(ax)
    slot, most = _rooms(ax)
    margins = 2 * MARGIN * points_to_pixels(ax)
    right, below = slot.width - size.width - gap, slot.height - size.height - gap
    sides = {
        "right": min(right, slot.height) if size.height + margins < most.height else 0.0,
        "below": min(slot.width, below) if size.width + margins < most.width else 0.0,
    }
    side = max(sides, key=sides.__getitem__)
    if figure.get_layout_engine() is None:
        # Nobody moves the axes; whether the legend lands on something is seen afterwards.
        return 1.0, side
    return sides[side] / min(slot.width, slot.height), side


def _rooms(ax: Axes) -> tuple[BboxBase, BboxBase]:
    """Return the room that the figure has for some axes, and that for their legend, in pixels."""
    figure, around = ax.get_figure(root=True), ax.get_figure(root=False)
    assert figure is not None
    assert around is not None
    slot = ax.get_position(original=True).transformed(around.transSubfigure)
    # Beside other axes a legend has to do with its own row and column of the figure.
    return slot, figure.bbox if len(figure.axes) == 1 else slot


def _is_lost(ax: Axes, legend: Legend) -> bool:
    """Tell whether a legend outside is off the figure or on other axes, with no layout to help."""
    figure = ax.get_figure(root=True)
    if figure is None or figure.get_layout_engine() is not None:
        return False
    extent, canvas = legend.get_window_extent(), figure.bbox
    within = canvas.x0 <= extent.x0 and extent.x1 <= canvas.x1 and canvas.y0 <= extent.y0
    others = [other.get_tightbbox() for other in figure.axes if other is not ax]
    return not within or any(box is not None and box.overlaps(extent) for box in others)
