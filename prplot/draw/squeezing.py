"""The legend where nothing is free for it inside, and nobody makes room outside."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.legend import Legend

from prplot.draw.entries import made
from prplot.draw.placement import Ground
from prplot.draw.standing import (
    Home,
    cost_of_covering,
    cover_least,
    fits,
    make_fit,
    spare_data,
    to_free_ground,
)
from prplot.draw.ways import OVER_LINES, TIGHT_SIZES, WHOLE, is_legible

# Of the width of the axes, what covers something takes no more with its numbers.
WIDEST_COVER = 0.6


class Squeezed(NamedTuple):
    """How a legend is made small: with numbers or without, entries side by side, in which type."""

    numbers: bool
    entry_columns: int
    fontsize: str


# Best first: smaller type and more columns before less that is said.
SQUEEZED = tuple(
    Squeezed(numbers, count, size)
    for numbers, size, count in product((True, False), ("x-small", "xx-small"), (1, 2, 3, 4))
)


def squeeze(ax: Axes, ground: Ground, home: Home, renderer: Any = None) -> None:
    """Put a small legend inside: on free ground, else over references, else over few curves.

    Numbers are left out of a legend that would cover most of the width. A legend that fits in no
    form has wrapped names, and covers what it must.
    """
    if _stand_tight(ax, ground, home, renderer):
        return
    forms = [form for form in SQUEEZED if form.fontsize == "x-small" or is_legible(form.fontsize)]
    fitting = []
    for form, legend in _made(ax, forms):
        if not fits(ax, legend, ground, renderer):
            continue
        if any(
            to_free_ground(ax, legend, ground, home, renderer, hairlines=hairlines)
            for hairlines in (False, True)
        ):
            return
        fitting.append(form)
    for words in (True, False):
        for _, legend in _made(ax, fitting):
            if spare_data(ax, legend, ground, renderer, words=words):
                return
    _cover(ax, ground, fitting, renderer)


def _stand_tight(ax: Axes, ground: Ground, home: Home, renderer: Any) -> bool:
    """Place a legend of the data with all numbers, over references if need be but over no curve.

    Any name may go over several lines.
    """

    def over_hairlines(legend: Legend) -> bool:
        return to_free_ground(ax, legend, ground, home, renderer, hairlines=True)

    # What covers something is as small as can be.
    places = (
        (lambda legend: to_free_ground(ax, legend, ground, home, renderer), TIGHT_SIZES),
        (over_hairlines, TIGHT_SIZES),
        (lambda legend: spare_data(ax, legend, ground, renderer), TIGHT_SIZES[-1:]),
    )
    for place, sizes in places:
        for (share, _), fontsize in product((WHOLE, *OVER_LINES), sizes):
            widest = None if share is None else share * ground.frame.width
            wrapped: dict[str, Any] = {"widest": widest, "longer_than": 0}
            legend = made(ax, fontsize, columns=True, short=True, **wrapped)
            if legend is None or place(legend):
                return True
    return False


def _cover(ax: Axes, ground: Ground, forms: list[Squeezed], renderer: Any) -> None:
    """Put the legend, in the form that covers least, over that."""
    costs: dict[Squeezed, float] = {}
    for form, legend in _made(ax, forms):
        width = legend.get_window_extent(renderer).width
        if not form.numbers or width < WIDEST_COVER * ground.frame.width:
            costs[form] = cost_of_covering(ax, legend, ground, renderer)
    best = min(costs, key=costs.__getitem__) if costs else Squeezed(False, 1, "x-small")
    for _, legend in _made(ax, [best]):
        if not costs:
            make_fit(ax, legend, ground, renderer)
        cover_least(ax, legend, ground, renderer)


def _made(ax: Axes, forms: list[Squeezed]) -> Iterator[tuple[Squeezed, Legend]]:
    for form in forms:
        legend = made(
            ax,
            form.fontsize,
            columns=True,
            entry_columns=form.entry_columns,
            numbers=form.numbers,
        )
        if legend is not None:
            yield form, legend
