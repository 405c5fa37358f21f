"""A forest plot: the difference of each model to a baseline, with its interval."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.checks import dimensions
from prplot.core.measures.score_definitions import SCORES
from prplot.core.signatures.families import PairOptions
from prplot.core.uncertainty.differences import Comparison, Difference, sign_of_bound
from prplot.core.uncertainty.intervals import N_BOOT
from prplot.draw.axes import (
    EDGE,
    PlainReadout,
    checked_axes,
    make_room_for_names,
    resolved_axes,
    slot_of,
)
from prplot.draw.color import checked_color, cycle_colors
from prplot.draw.painting import paint
from prplot.draw.placement.columns import (
    make_room_beside,
    names_width,
    row_height,
    write_columns,
    write_names,
)
from prplot.draw.placement.ground import Ruler, points_to_pixels
from prplot.draw.placement.table import broken
from prplot.draw.scene import CURVE, GROUND, PART, ZERO, Mark, Markers, Polyline, Rule, Scene, Tint
from prplot.draw.style import ERROR, LABEL_STRENGTH, LEVEL_OF_ZERO, SCORE, Style, merged
from prplot.draw.tex import check_formulas, typeset, verbatim
from prplot.draw.ticks import set_share_ticks
from prplot.plots.alt_text.analysis_words import comparison_facts
from prplot.uncertainty import compare

KIND = "a comparison"
# The height of a row, and of what is above and below the rows, in inches.
ROW, AROUND = 0.26, 1.1
# Room at either end of the x axis, as a share of what it shows.
MARGIN = 0.06
# The diameter of dots: a share of the height of a row, within limits in points.
DOT, SMALLEST_DOT, LARGEST_DOT = 0.42, 3.0, 5.5
# What a layout leaves free at the edges of a figure at most, in points.
PADDING = 12.0
# The least p that is written with three decimals.
LEAST_P = 0.001


@answered
def plot_comparison(
    y_true: Any,
    y_score: Any = None,
    *,
    metric: str | Callable[..., float] = "aucpr",
    sort: bool = True,
    level: float = 0.95,
    n_boot: int = N_BOOT,
    seed: Any = None,
    color: Any = None,
    show_zero: bool = True,
    show_p: bool = True,
    point_kws: Mapping[str, Any] | None = None,
    err_kws: Mapping[str, Any] | None = None,
    zero_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PairOptions],
) -> Axes:
    """Draw the difference of each model to a baseline, with its confidence interval.

    Parameters
    ----------
    y_true : array_like, str or Comparison
        Labels, or what `compare` returned, in place of all other data.
    y_score
    metric : function or str, default "aucpr"
        The score that is compared, as in `compare`.
    baseline
    sort : bool, default True
        Sort the rows by their differences, the highest at the top; otherwise models have their
        order.
    level : float, default 0.95
        Of the intervals, in (0, 1).
    n_boot : int, default 2000
        The number of bootstrap draws.
    seed, clusters, data, pos_label, sample_weight, missing
    color : colour, optional
        Of dots and bars; by default the next one of the axes' cycle.
    show_zero
    show_p : bool, default True
        Write the p values to the right of the rows: those adjusted by Holm's method if there are
        several.
    point_kws : dict, optional
        Line properties of the dots; they override the defaults.
    err_kws : dict, optional
        Line properties of the bars; they override the defaults.
    zero_kws, ax

    Returns
    -------
    matplotlib.axes.Axes
        With a row for each model but the baseline.

    Raises
    ------
    ValueError, TypeError
        Wrong input, as in `compare`; other data beside a `Comparison`; axes that show a comparison
        already. Nothing is drawn in this case.

    Warns
    -----
    FewExamplesWarning
        The intervals may not hold their level, as in `compare`.

    See Also
    --------
    compare : Returns the numbers in the figure.
    plot_difference : The difference of two curves at each recall.

    Notes
    -----
    A dot is filled if the adjusted p value is less than ``1 - level``, and open otherwise. Each bar
    is the interval of one difference by itself, so that it may exclude 0 although the dot is open:
    of many such bars some exclude 0 by chance, which Holm's method takes into account. The name of
    the x axis has the level of the intervals, unless it is too long for that.

    Rows need about 0.2 inches each: with more than a dozen models, make the figure higher. If there
    is less room, names are set in smaller type.

    Examples
    --------
    >>> import numpy as np
    >>> import prplot as prp
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.random(300) < 0.3
    >>> scores = {"noise": rng.normal(size=300), "good": rng.normal(size=300) + 2 * y_true}
    >>> ax = prp.plot_comparison(y_true, scores, seed=0)
    >>> ax.get_xlabel()
    'AUCPR minus that of noise, with 95 % intervals'
    """
    point_style = merged({}, point_kws, "point_kws")
    err_style = merged(ERROR, err_kws, "err_kws")
    zero_style = merged(LEVEL_OF_ZERO, zero_kws, "zero_kws")
    color = None if color is None else checked_color(color)
    checked_axes(ax, kind=KIND, once=True)
    draws = {"level": level, "n_boot": n_boot, "seed": seed}
    found = _found(y_true, y_score=y_score, metric=metric, **draws, **options)
    shown = sorted(found.differences, key=_place) if sort else list(found.differences)
    check_formulas(one.name for one in shown)

    ax = resolved_axes(ax, height=ROW * len(shown) + AROUND)
    _dress(ax, found, shown)
    color = cycle_colors(1, ax)[0] if color is None else color
    marks = [_bars(shown, color, err_style), *_dots(ax, found, shown, color, point_style)]
    if show_zero:
        marks.insert(
            0, Mark(ZERO, Rule(0.0, is_upright=True), color=Tint(LABEL_STRENGTH), style=zero_style)
        )
    paint(Scene(None, tuple(marks)), ax)
    if show_p:
        head = "p" if len(shown) == 1 else "p (Holm)"
        write_columns(ax, {head: [p_text(one, len(found.differences)) for one in shown]})
    make_room_beside(ax)
    _name_x(ax, found)
    make_room_for_names(ax)
    return ax


def _found(y_true: Any, **given: Any) -> Comparison:
    """Return the comparison that is given, alone, or compare what is given."""
    if not isinstance(y_true, Comparison):
        return compare(y_true, **given)
    usual = inspect.signature(plot_comparison).parameters
    extra = [name for name, one in given.items() if not _is_default(one, usual[name].default)]
    if extra:
        raise TypeError(f"{' and '.join(extra)} can't be given beside a Comparison")
    return y_true


def _is_default(value: Any, default: Any) -> bool:
    return value is default if default is None else dimensions(value) == 0 and value == default


def _place(one: Difference) -> tuple[bool, float]:
    """Return by what rows are sorted: the highest first, unknown ones last."""
    return bool(np.isnan(one.estimate)), -one.estimate


def _dress(ax: Axes, found: Comparison, shown: Sequence[Difference]) -> None:
    ends = np.array([[one.low, one.estimate, one.high] for one in shown])
    known = ends[np.isfinite(ends)]
    low, high = min(known.min(initial=0.0), 0.0), max(known.max(initial=0.0), 0.0)
    room = MARGIN * (high - low) or 1.0
    ax.set(xlim=(low - room, high + room), ylim=(len(shown) - 0.5, -0.5))
    set_share_ticks(ax.xaxis)
    write_names(ax, [one.name for one in shown])
    words = partial(_words_at, shown, SCORES[found.metric].head, len(found.differences))
    ax.format_coord = PlainReadout(KIND, words)  # type: ignore[method-assign]


def _bars(shown: Sequence[Difference], color: Any, style: Style) -> Mark:
    """Return all intervals as one line, with gaps between them."""
    ends = np.ravel([[one.low, one.high, np.nan] for one in shown])
    rows = np.repeat(np.arange(len(shown), dtype=float), 3)
    return Mark(PART, Polyline(ends, rows), "intervals", color=color, style=style)


def _dots(
    ax: Axes, found: Comparison, shown: Sequence[Difference], color: Any, style: Style
) -> Iterator[Mark]:
    """Yield the differences: filled dots where they are significant, open ones elsewhere."""
    facts = comparison_facts(found, shown)
    rows = np.arange(len(shown))
    estimates = np.array([one.estimate for one in shown])
    certain = np.array([one.p_adjusted < 1 - found.level for one in shown], dtype=bool)
    opened = {"markerfacecolor": GROUND, "markeredgecolor": style.get("color", color)}
    size = {"markersize": min(max(DOT * row_height(ax), SMALLEST_DOT), LARGEST_DOT)}
    groups: Any = (certain, "difference", {}), (~certain, "uncertain difference", opened)
    for chosen, words, own in groups:
        shape, look = Markers(estimates[chosen], rows[chosen]), {**SCORE, **size, **own, **style}
        yield Mark(CURVE, shape, words, color=color, style=look, **facts)
        # One of the two tells of all dots.
        facts = {"head": facts["head"]}


def p_text(one: Difference, count: int) -> str:
    """Write the adjusted p value of one of so many differences with three decimals."""
    p = one.p_adjusted
    if np.isnan(p):
        return typeset("\N{EN DASH}")
    if p < LEAST_P:
        return typeset(f"< {LEAST_P:g}")
    return typeset(f"{sign_of_bound(p, one.n_boot, count)}{p:.3f}")


def _name_x(ax: Axes, found: Comparison) -> None:
    """Name the x axis, on more lines if one is too long, and to the left if these are as well."""
    start, end = f"{SCORES[found.metric].head} minus that", f"of {found.baseline}"
    level = typeset(f"with {round(100 * found.level, 9):g} % intervals")
    points = float(ax.xaxis.label.get_fontsize())
    ruler = Ruler.usual()

    def width(words: str) -> float:
        return ruler.width(words, points)

    around, inside = (room / points_to_pixels(ax) for room in _rooms(ax))
    positive = [""]
    if found.positive is not None:
        positive.insert(0, f" (positive: {verbatim(found.positive)})")
    names = [
        words
        for of in positive
        for words in (
            f"{start} {end}{of}, {level}",
            f"{start} {end}{of},\n{level}",
            f"{start}\n{end}{of},\n{level}",
        )
    ]
    fitting = [name for name in names if width(name) <= around]
    if fitting:
        ax.set_xlabel(fitting[0])
    else:
        # One that needs so many lines leaves no room for the level.
        ax.set_xlabel(f"{start}\n{broken(end, inside, width)}", loc="right", ma="right")


def _rooms(ax: Axes) -> tuple[float, float]:
    """Return what room words have below axes, in pixels: around the middle, and up to its end."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    frame, names = ax.get_window_extent(), names_width(ax)
    beside = max([frame.x1, *(text.get_window_extent().x1 for text in ax.texts)]) - frame.x1
    slot, is_laid_out = slot_of(ax), figure.get_layout_engine() is not None
    low, high = (0.0, figure.bbox.width) if len(figure.axes) == 1 else (slot.x0, slot.x1)
    padding = (PADDING if is_laid_out else EDGE) * points_to_pixels(ax)
    low, high = low + padding, high - padding
    # Where a layout will put them.
    start, end = (low + names, high - beside) if is_laid_out else (frame.x0, frame.x1)
    middle = (start + end) / 2
    return 2 * min(middle - low, high - middle), end - low


def _words_at(shown: Sequence[Difference], head: str, count: int, x: float, y: float) -> str:
    row = round(y)
    if not 0 <= row < len(shown):
        return f"difference {x:.3f}"
    one = shown[row]
    return (
        f"{one.name}  {head} {one.estimate:+.3f} [{one.low:+.3f}, {one.high:+.3f}]  "
        f"p {sign_of_bound(one.p_adjusted, one.n_boot, count)}{one.p_adjusted:.3f}"
    )
