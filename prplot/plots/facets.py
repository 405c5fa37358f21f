"""Curves of groups of a table, with a panel for each group, in a grid of seaborn."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import brief, checked_number, is_whole, one_of, user_level
from prplot.core.spaces import SPACES, Space
from prplot.draw.axes import (
    AnyFigure,
    checked_figure,
    checked_panels,
    drop,
    figure_of,
    lay_out,
)
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.placement.legend import OUTSIDE
from prplot.draw.placement.panels import curve_names, heading_of, share_legend
from prplot.draw.tex import check_formulas, typeset
from prplot.inputs.categories import group_values, text_of
from prplot.inputs.frames import categories_of
from prplot.inputs.notices import progress_bar, warn_of_few
from prplot.plots.figure.arguments import BRIEF, checked_legend
from prplot.plots.figure.errorbars import TooFewExamples
from prplot.plots.figure.figure import name_positive
from prplot.plots.figure.groups import colors_of
from prplot.plots.panel_table import PanelTable, check_columns
from prplot.plots.spaces import plot_npr, plot_pr, plot_prg, plot_roc

if TYPE_CHECKING:
    from seaborn import FacetGrid
    from seaborn import FacetGrid as Base
else:
    # seaborn is imported when a grid is made.
    Base = object


# The function that draws the panels of each kind.
PLOTS = {"pr": plot_pr, "npr": plot_npr, "roc": plot_roc, "prg": plot_prg}
HEIGHT = 3.2
# Arguments of seaborn's grid with which panels are made.
OF_NEW_PANELS = ("sharex", "sharey", "xlim", "ylim", "subplot_kws", "gridspec_kws", "despine")


@answered
def curveplot(
    data: Any = None,
    *,
    kind: str = "pr",
    y_true: Any,
    y_score: Any,
    sample_weight: str | ArrayLike | None = None,
    missing: str = "raise",
    pos_label: Hashable | None = None,
    classes: Sequence[Any] | None = None,
    hue: str | None = None,
    hue_order: Sequence[Any] | None = None,
    palette: Any = None,
    style: str | None = None,
    units: str | None = None,
    clusters: str | None = None,
    errorbar: str | tuple[str, float] | None = None,
    n_boot: int | None = None,
    seed: Any = None,
    col: str | None = None,
    row: str | None = None,
    col_wrap: int | None = None,
    col_order: Sequence[Any] | None = None,
    row_order: Sequence[Any] | None = None,
    height: float = HEIGHT,
    aspect: float = 1,
    facet_kws: Mapping[str, Any] | None = None,
    plot_kws: Mapping[str, Any] | None = None,
    legend: bool | str = "auto",
    progress: bool = True,
    axes: Any = None,
    fig: Figure | SubFigure | None = None,
) -> FacetGrid:
    """Draw the curves of a tidy table in panels, like seaborn's figure-level functions.

    Parameters
    ----------
    data : data frame or dict of columns, optional
        A table from pandas, polars, pyarrow, DuckDB or another library that narwhals supports. Only
        panels of classes can do without it.
    kind : {"pr", "npr", "roc", "prg"}, default "pr"
        The function that draws each panel: `plot_pr`, `plot_npr`, `plot_roc` or `plot_prg`.
    y_true : str
        The label column. For panels of classes also an array: labels, shape (n,), or an indicator
        matrix of the classes.
    y_score : str, list of str, or dict of name to these
        The score column, or several columns with one curve each. For panels of classes, one score
        column per class: a list of columns or a matrix, shape (n, n_classes), or a dict of these by
        name for several models, each of which has a curve in every panel.
    sample_weight : str, optional
        The weight column; for panels of classes also an array, shape (n,).
    missing, pos_label
    classes : sequence, optional
        The classes of the score columns, in order, as in `plot_pr`.
    hue, hue_order, palette, style, units, clusters, errorbar, n_boot, seed
        As in `plot_pr`; a group has the same colour in all panels.
    col, row : str, optional
        Columns with one panel per value: side by side for `col`, one below the other for `row`.
        "class" makes one panel per class, against the rest, if each has a score column and `data`
        has no other column of that name.
    col_wrap : int, optional
        The largest number of panels in a row; further ones begin a new row.
    col_order, row_order : sequence, optional
        The values of `col` and `row`, in the order of their panels.
    height : float, default 3.2
        The height of a panel in inches.
    aspect : float, default 1
        The width of a panel divided by its height.
    facet_kws : dict, optional
        Further arguments of `seaborn.FacetGrid`.
    plot_kws : dict, optional
        Further arguments of the function of the kind, such as ``{"show_chance": True}``.
    legend : bool or str, default "auto"
        One legend for all panels, to their right or "outside below"; "direct" writes the names
        beside the curves instead. Of many numeric groups, "brief" lists a few.
    progress
    axes : sequence of matplotlib.axes.Axes, optional
        The axes to draw into, one per panel, row by row; by default those of a new figure. Each has
        its own legend, unless that is "outside right" or "outside below".
    fig

    Returns
    -------
    seaborn.FacetGrid
        Its data are the columns used and, if `data` is a pandas table, all others. Its methods,
        such as ``map_dataframe``, ``refline`` and ``add_legend``, draw into the panels.

    Raises
    ------
    ValueError, TypeError
        No table, unknown columns (the nearest names are listed), missing values, wrong options.

    Notes
    -----
    One legend to the right of all panels has the names; the figure grows by its width, as in
    `seaborn.relplot`. A given figure keeps its size: its legend is on the right or below, whichever
    leaves the panels larger. Each panel shows its scores in the colours of its curves.
    `seaborn.move_legend` moves the legend.

    Examples
    --------
    >>> import pandas as pd
    >>> import prplot as prp
    >>> table = pd.DataFrame({"y": [1, 0, 1, 0], "s": [4, 3, 2, 1], "site": ["a", "a", "b", "b"]})
    >>> grid = prp.curveplot(table, y_true="y", y_score="s", col="site")
    >>> [ax.get_title() for ax in grid.axes.flat]
    ['site = a', 'site = b']

    Two models of three classes, with a panel for each class:

    >>> y = ["ant", "bee", "cat", "ant"]
    >>> one = [[0.7, 0.2, 0.1], [0.3, 0.6, 0.1], [0.5, 0.3, 0.2], [0.6, 0.1, 0.3]]
    >>> models = {"one": one, "other": [row[::-1] for row in one]}
    >>> grid = prp.curveplot(y_true=y, y_score=models, col="class")
    >>> [ax.get_title() for ax in grid.axes.flat]
    ['class = ant', 'class = bee', 'class = cat']
    """
    import seaborn as sns

    draw: Any = PLOTS[one_of(kind, "kind", PLOTS)]
    groups = {"hue": hue, "style": style, "units": units, "clusters": clusters}
    places = {"col": col, "row": row}
    check_columns(**groups, **places)
    table = PanelTable(data, y_true, y_score, sample_weight, pos_label, classes)
    table = table.prepared(missing, groups, places)
    options = {"errorbar": errorbar, "n_boot": n_boot, "seed": seed}
    _check_keywords("plot_kws", plot_kws, draw, {**options, "legend": None})
    _check_keywords("facet_kws", facet_kws, sns.FacetGrid, {})
    of_columns = {"col_wrap": (col_wrap, col), "hue_order": (hue_order, hue)}
    of_columns |= {"col_order": (col_order, col), "row_order": (row_order, row)}
    _check_layout(**of_columns)
    _check_figure(fig, axes, height, aspect, facet_kws)
    frame, shared, positive = table.panels([*groups.values(), col, row], style)
    levels, is_ordered = _ordered(table.data, frame, hue, hue_order, "hue")
    cols, _ = _ordered(table.data, frame, col, col_order, "col")
    rows, _ = _ordered(table.data, frame, row, row_order, "row")
    check_formulas([*cols, *rows])
    options = {name: value for name, value in options.items() if value is not None}
    given: dict[str, Any] = {**groups, **shared, **options, **(plot_kws or {})}
    legend = given.pop("legend", legend)
    asked = checked_legend(legend)
    # Panels among others of the user have legends of their own.
    is_shared = asked not in (False, DIRECT) and (axes is None or asked in OUTSIDE)
    given["legend"] = legend if asked == BRIEF or not is_shared else False
    layout: dict[str, Any] = {**places, "col_order": cols, "row_order": rows, "col_wrap": col_wrap}
    layout |= {"height": height, "aspect": aspect, "despine": False, **(facet_kws or {})}
    grid = new_grid(frame, layout, SPACES[kind], fig, axes)
    grid.groups = [str(one) for one in levels]
    try:
        colors = _colors(grid.axes.flat[0], levels, palette, is_ordered=is_ordered)
        _draw_panels(grid, draw, given, colors, progress=progress)
        _finish(grid, SPACES[kind], positive, legend if is_shared else False)
    except BaseException:
        # A failing call must not leave a figure.
        grid.discard()
        raise
    return grid


def _check_keywords(
    argument: str, given: Any, function: Callable[..., Any], beside: Mapping[str, Any]
) -> None:
    """Raise unless a function accepts all options, and none is one of `curveplot` itself.

    Of the latter those `beside` may be given to either.
    """
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{argument} must be a dict of options, found {brief(given)}")
    own = {*inspect.signature(curveplot).parameters, "ax"} - beside.keys()
    known = [one for one in inspect.signature(function).parameters if one not in own]
    for option in given or {}:
        if option in own:
            raise TypeError(f"{option} goes to curveplot itself, not into {argument}")
        if beside.get(option) is not None:
            raise TypeError(f"{option} is given twice, to curveplot and in {argument}")
        one_of(option, f"a key of {argument}", known)


def _check_layout(**of_columns: tuple[Any, str | None]) -> None:
    """Raise if an order lacks its column, or panels can't be wrapped."""
    for argument, (value, column) in of_columns.items():
        if value is not None and column is None:
            raise TypeError(f"{argument} goes with {argument.split('_')[0]}")
    wrap, _ = of_columns["col_wrap"]
    if wrap is not None and not (is_whole(wrap) and wrap > 0):
        raise ValueError(f"col_wrap must be a whole number from 1 on, found {brief(wrap)}")


def _check_figure(
    fig: Any, axes: Any, height: float, aspect: float, facet_kws: Mapping[str, Any] | None
) -> None:
    """Raise unless one place for the panels is given, and only options with an effect there."""
    for argument, size in (("height", height), ("aspect", aspect)):
        checked_number(size, argument, "be a number above 0", lambda one: one > 0)
    place = "axes" if fig is None else "fig"
    if checked_figure(fig, axes) is None and axes is None:
        return
    for name, size, usual in (("height", height, HEIGHT), ("aspect", aspect, 1)):
        if size != usual:
            raise TypeError(f"{name} is for panels of a new figure; those of {place} have a size")
    for option in OF_NEW_PANELS if axes is not None else ():
        if option in (facet_kws or {}):
            raise TypeError(f"{option} in facet_kws is for new panels, and can't go with axes")


def _ordered(
    data: Any, frame: Any, column: str | None, order: Any, argument: str
) -> tuple[list[Any], bool]:
    """Return the values of a column in order, and whether they are numbers; none without one."""
    if column is None:
        return [], False
    shown = categories_of(data, column) if order is None else order
    return group_values(frame[column].to_numpy(), shown, argument)


def _draw_panels(
    grid: FacetGrid,
    draw: Callable[..., Any],
    given: Mapping[str, Any],
    colors: Any,
    *,
    progress: bool,
) -> None:
    """Draw all panels; each warning is given once, at the line of the caller of `curveplot`.

    `colors` are those of the groups, or a palette without them. A panel with too few examples for a
    band has none, unless all have too few.
    """
    panels, hue = list(grid.facet_data()), given["hue"]
    drawn, few = 0, dict[str, TooFewExamples]()
    bar = progress_bar(len(panels), "panels", "panel", shown=progress)
    with warnings.catch_warnings(record=True) as told, bar as advance:
        warnings.simplefilter("always")
        for (i, j, _), part in panels:
            own = {**given, "data": part, "palette": colors}
            if hue is not None:
                own["hue_order"] = [level for level in colors if (part[hue] == level).any()]
            if len(part) and own.get("hue_order") != []:
                own["ax"] = grid.facet_axis(i, j, modify_state=False)
                drawn += 1
                try:
                    draw(**own)
                except TooFewExamples as error:
                    names = [*grid.row_names[i : i + 1], *grid.col_names[j : j + 1]]
                    few[", ".join(map(text_of, names))] = error
                    draw(**{**own, "errorbar": None, "clusters": None})
            advance()
    for message in {(one.category, str(one.message)): one.message for one in told}.values():
        warnings.warn(message, stacklevel=user_level())
    if few and len(few) == drawn:
        raise next(iter(few.values()))
    warn_of_few([(name, str(error)) for name, error in few.items()])


def _finish(grid: Any, space: Space, positive: str | None, legend: bool | str) -> None:
    """Write titles and the positive label, and draw the legend of all panels, if there is one."""
    panels = list(grid.axes.flat)
    grid.set_titles()
    # Panels were drawn with labels that are booleans.
    for ax in panels if positive is not None else ():
        name_positive(ax.xaxis, typeset(space.x_label), positive)
    if legend is not False:
        # The attribute in which seaborn's functions look for the legend.
        grid._legend = share_legend(panels, legend, grid.groups, grow=not grid.is_given)


def _colors(ax: Any, levels: list[Any], palette: Any, *, is_ordered: bool) -> Any:
    """Return the colour that each group has in all panels; without groups, the palette."""
    if not levels:
        return palette
    rising = sorted(levels) if is_ordered else []
    ranks = [rising.index(level) if is_ordered else None for level in levels]
    return dict(zip(levels, colors_of(levels, ranks, palette, ax), strict=True))


class InOwnLayout(Base):  # type: ignore[misc]
    """Overrides of a `seaborn.FacetGrid` for figures with a constrained layout, or of the user.

    seaborn applies a tight layout after each step, changes the size of figures for legends, and
    removes the legends of panels.
    """

    # The groups of `curveplot` in their order.
    groups: Sequence[str] = ()
    # Until the grid is set up, it has no layout, which takes long.
    is_set_up = False
    # Whether the figure is the user's, and the panels that were made in it.
    is_given = False
    made: Sequence[Axes] = ()

    def tight_layout(self, *args: Any, **kwargs: Any) -> Any:
        """Apply seaborn's layout if the figure is its own, without a layout that makes room."""
        is_laid_out = isinstance(self.figure.get_layout_engine(), ConstrainedLayoutEngine)
        if is_laid_out or self.is_given or not self.is_set_up:
            return self
        return super().tight_layout(*args, **kwargs)

    def add_legend(
        self,
        legend_data: Mapping[Any, Any] | None = None,
        title: str | None = None,
        label_order: Sequence[Any] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Draw a legend right of the panels, by default of the curves in all of them.

        An existing legend is kept, or replaced if the new one differs.
        """
        before = self.legend if self.legend in self.figure.legends else None
        changes = legend_data is not None or title is not None or label_order is not None or kwargs
        if before is not None and not changes:
            return self
        if legend_data is None:
            panels = list(self.axes.flat)
            entries = curve_names(panels, self.groups)
            legend_data = {entry.words: entry.handle for entry in entries}
            title = heading_of(panels) if title is None else title
        if before is not None:
            before.remove()
        names = list(legend_data if label_order is None else label_order)
        own = {"title": title, "frameon": False, "loc": "outside center right", **kwargs}
        self._legend = self.figure.legend([legend_data[one] for one in names], names, **own)
        return self

    def draw_into(self, fig: AnyFigure | None, axes: Any, space: Space, options: Any) -> None:
        """Use panels in the user's figure, or the user's axes, in place of seaborn's."""
        drop(self.figure)
        shape, names = self.axes.shape, list(self.axes_dict)
        panels: Any = checked_panels(axes, [space] * self.axes.size)
        if fig is not None:
            panels = self.made = self._new_panels(fig, options)
        self.is_given, self._figure = True, figure_of(panels)
        self._axes = np.array(panels, dtype=object).reshape(shape)
        self._axes_dict = dict(zip(names, self._axes.flat, strict=False))
        if fig is not None:
            self._dress(options)

    def _new_panels(self, fig: AnyFigure, options: Mapping[str, Any]) -> Sequence[Axes]:
        """Make the panels in a figure as seaborn makes them in its own."""
        rows, columns, count = self._nrow, self._ncol, self.axes.size
        lay_out(fig)
        limits = {name: options[name] for name in ("xlim", "ylim") if name in options}
        made = fig.subplots(
            rows,
            columns,
            squeeze=False,
            sharex=self._sharex,
            sharey=self._sharey,
            subplot_kw={**(options.get("subplot_kws") or {}), **limits},
            gridspec_kw=dict(options.get("gridspec_kws") or {}),
        ).ravel()
        for ax in made[count:]:
            ax.remove()
        return list(made[:count])

    def _dress(self, options: Mapping[str, Any]) -> None:
        """Name the axes at the edges of the grid alone if the others share theirs."""
        if self._sharex in (True, "all", "col"):
            for ax in self._not_bottom_axes:
                ax.xaxis.label.set_visible(False)
            for ax in self._bottom_axes:
                # Panels above an empty place, too.
                ax.tick_params(labelbottom=True)
        if self._sharey in (True, "all", "row"):
            for ax in self._not_left_axes:
                ax.yaxis.label.set_visible(False)
        if options.get("despine"):
            self.despine()

    def discard(self) -> None:
        """Close the figure, or remove what was made in the user's, after an error."""
        if not self.is_given:
            drop(self.figure)
        for ax in self.made:
            ax.remove()

    def _update_legend_data(self, ax: Any) -> None:
        """Update seaborn's record of legend entries, but keep the legend of the panel."""
        legend = ax.get_legend()
        super()._update_legend_data(ax)
        ax.legend_ = legend


def new_grid(
    frame: Any,
    options: Mapping[str, Any],
    space: Space,
    fig: AnyFigure | None = None,
    axes: Any = None,
) -> Any:
    """Return empty panels whose layout makes room for what is drawn.

    They are those of the user, `axes`, or are made in `fig` or in a new figure, by the `options` of
    `seaborn.FacetGrid`, to show curves in a space.
    """
    import seaborn as sns

    kind = type("CurveGrid", (InOwnLayout, sns.FacetGrid), {"__doc__": sns.FacetGrid.__doc__})
    grid = kind(frame, **options)
    if fig is not None or axes is not None:
        grid.draw_into(fig, axes, space, options)
    else:
        grid.figure.set_layout_engine("constrained")
    grid.is_set_up = True
    return grid
