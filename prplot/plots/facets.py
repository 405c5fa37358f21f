"""Curves of groups of a table, with a panel for each group, in a grid of seaborn."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import brief, checked_number, is_whole, one_of, user_level
from prplot.core.record.observations import positive_labels
from prplot.core.spaces import SPACES, Space
from prplot.draw.axes import AnyFigure, checked_figure, checked_panels, drop, figure_of, lay_out
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.placement.legend import OUTSIDE
from prplot.draw.placement.panels import curve_names, heading_of, share_legend
from prplot.draw.tex import check_formulas, typeset
from prplot.inputs.categories import group_values, text_of
from prplot.inputs.frames import categories_of, header_of
from prplot.inputs.notices import progress_bar, warn_of_few
from prplot.inputs.rows import Rows, complete_table, holds_curves, names_of, read
from prplot.plots.figure.arguments import BRIEF, checked_legend
from prplot.plots.figure.errorbars import TooFewExamples
from prplot.plots.figure.figure import name_positive
from prplot.plots.figure.groups import colors_of, level_ranks
from prplot.plots.spaces import plot_npr, plot_pr, plot_prg, plot_roc

if TYPE_CHECKING:
    from seaborn import FacetGrid
    from seaborn import FacetGrid as Base
else:
    # seaborn is imported when a grid is made.
    Base = object


# The panels that `col` and `row` name if the scores are of classes and no column is called so.
CLASS = "class"
# The fields of a `PanelTable` with a value for each row.
OF_ROWS = ("data", "y_true", "y_score", "sample_weight")
# The function that draws the panels of each kind.
PLOTS = {"pr": plot_pr, "npr": plot_npr, "roc": plot_roc, "prg": plot_prg}
HEIGHT = 3.2
# Arguments of seaborn's grid for the panels of a new figure; those in `fig` have the first two.
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
    _check_keywords("plot_kws", plot_kws, draw)
    _check_keywords("facet_kws", facet_kws, sns.FacetGrid)
    of_columns = {"col_wrap": (col_wrap, col), "hue_order": (hue_order, hue)}
    of_columns |= {"col_order": (col_order, col), "row_order": (row_order, row)}
    _check_layout(**of_columns)
    _check_figure(fig, axes, height, aspect, facet_kws)
    frame, shared, positive = table.panels([*groups.values(), col, row], style)
    levels, is_ordered = _ordered(table.data, frame, hue, hue_order, "hue")
    cols, _ = _ordered(table.data, frame, col, col_order, "col")
    rows, _ = _ordered(table.data, frame, row, row_order, "row")
    check_formulas([*cols, *rows])
    given: dict[str, Any] = {**groups, **shared, **(plot_kws or {})}
    given |= {"errorbar": errorbar, "n_boot": n_boot, "seed": seed}
    asked = checked_legend(legend)
    # Panels among others of the user have legends of their own.
    is_shared = asked not in (False, DIRECT) and (axes is None or asked in OUTSIDE)
    given["legend"] = legend if asked == BRIEF or not is_shared else False
    layout: dict[str, Any] = {**places, "col_order": cols, "row_order": rows, "col_wrap": col_wrap}
    layout |= {"height": height, "aspect": aspect, "despine": False, **(facet_kws or {})}
    words = {"__doc__": sns.FacetGrid.__doc__}
    grid_class: Any = type("CurveGrid", (InOwnLayout, sns.FacetGrid), words)
    grid = grid_class(frame, **layout)
    grid.settle(SPACES[kind], fig, axes)
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


def _check_keywords(argument: str, given: Any, function: Callable[..., Any]) -> None:
    """Raise unless a function accepts all options, and none is one of `curveplot` itself."""
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{argument} must be a dict of options, found {brief(given)}")
    own = {*inspect.signature(curveplot).parameters, "ax"}
    known = [one for one in inspect.signature(function).parameters if one not in own]
    for option in given or {}:
        if option in own:
            raise TypeError(f"{option} goes to curveplot itself, not into {argument}")
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
    if checked_figure(fig, axes) is None and axes is None:
        return
    place, lost = ("axes", OF_NEW_PANELS) if fig is None else ("fig", OF_NEW_PANELS[2:])
    given = {"height": height != HEIGHT, "aspect": aspect != 1}
    given |= {f"{name} in facet_kws": name in (facet_kws or {}) for name in lost}
    for name in [name for name, is_given in given.items() if is_given]:
        raise TypeError(f"{name} is for panels of a new figure, and can't go with {place}")


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
    ranks = level_ranks(levels, is_ordered=is_ordered)
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
        is_there, panels = self.legend in self.figure.legends, list(self.axes.flat)
        if is_there and not (legend_data or title or label_order or kwargs):
            return self
        if legend_data is None:
            legend_data = {one.words: one.handle for one in curve_names(panels, self.groups)}
            title = heading_of(panels) if title is None else title
        if is_there:
            self.legend.remove()
        names = list(legend_data if label_order is None else label_order)
        own = {"title": title, "frameon": False, "loc": "outside center right", **kwargs}
        self._legend = self.figure.legend([legend_data[one] for one in names], names, **own)
        return self

    def settle(self, space: Space, fig: AnyFigure | None, axes: Any) -> None:
        """Lay out the panels, or use the user's axes or figure in place of seaborn's."""
        self.is_set_up = True
        if fig is None and axes is None:
            self.figure.set_layout_engine("constrained")
            return
        drop(self.figure)
        shape, names, count = self.axes.shape, list(self.axes_dict), self.axes.size
        panels: Any = checked_panels(axes, [space] * count)
        if fig is not None:
            lay_out(fig)
            sharing: Any = {"sharex": self._sharex, "sharey": self._sharey}
            made = fig.subplots(self._nrow, self._ncol, squeeze=False, **sharing).ravel()
            for ax in made[count:]:
                ax.remove()
            panels = self.made = list(made[:count])
        self.is_given, self._figure = True, figure_of(panels)
        self._axes = np.array(panels, dtype=object).reshape(shape)
        self._axes_dict = dict(zip(names, self._axes.flat, strict=False))
        if fig is not None:
            self._name_at_edges()

    def _name_at_edges(self) -> None:
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


@dataclass(frozen=True)
class PanelTable:
    """A table whose rows are drawn in panels, and its columns, each as in `curveplot`."""

    data: Any
    y_true: Any
    y_score: Any
    sample_weight: Any
    pos_label: Hashable | None
    classes: Sequence[Any] | None

    @property
    def has_panels_of_classes(self) -> bool:
        """Whether no column is called "class", except that of the labels."""
        known = None if self.data is None else header_of(self.data, "data")
        return CLASS not in (known or []) or (isinstance(self.y_true, str) and self.y_true == CLASS)

    def prepared(
        self, missing: str, columns: Mapping[str, str | None], panels: Mapping[str, str | None]
    ) -> PanelTable:
        """Return the table as it is drawn: complete, with the rows of each class in their panels.

        Parameters
        ----------
        missing : {"raise", "drop"}
        columns, panels : dict of argument to column or None
            What curves are grouped by, and what has panels.
        """
        if holds_curves(self.data) or holds_curves(self.y_true):
            raise TypeError("curveplot needs a table, found ready curves; prp.plot_pr draws these")
        of_classes = CLASS in panels.values() and self.has_panels_of_classes
        named = {key: one for key, one in panels.items() if not (of_classes and one == CLASS)}
        own = {name: getattr(self, name) for name in OF_ROWS}
        found = complete_table({**own, **columns, **named}, missing)
        table = replace(self, **{name: found[name] for name in own})
        if of_classes:
            table = table.by_class([*columns.values(), *panels.values()])
        if names_of(table.y_score) is None:
            raise TypeError(
                f"y_score must name columns of data, found {brief(table.y_score)}; arrays "
                "of several classes need col='class'; those of two classes a table, or prp.plot_pr"
            )
        check_columns(y_true=table.y_true, sample_weight=table.sample_weight)
        return table

    def columns(self, names: Iterable[str | None]) -> dict[str, Any]:
        """Return columns that lack no values, but in rows of weight zero."""
        given = {f"column {name}": name for name in names if name is not None}
        weights = self.sample_weight if isinstance(self.sample_weight, str) else None
        found = read(self.data, {**given, "sample_weight": weights})
        return {name: found[key] for key, name in given.items()}

    def rows(self, data: Any) -> Rows:
        """Return the rows of a table that has the same columns."""
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        return Rows.of(**{**own, "data": data})

    def by_class(self, others: Sequence[str | None]) -> PanelTable:
        """Return the rows of each class, one after the other, with a column for each model.

        Raises
        ------
        ValueError, TypeError
            Scores that are not of classes; models that are called like other columns.
        """
        import pandas as pd

        rows = self.rows(self.data)
        if not rows.models:
            raise ValueError(
                "panels of classes need a score column for each of three or more classes, named "
                "after the classes, given with classes=, or in a matrix; or a column 'class' of "
                "data; for two classes, use prp.plot_pr(y_true, y_score)"
            )
        melted, names = rows.melted("micro"), list(next(iter(rows.models.values())))
        is_column = isinstance(self.y_true, str) and self.y_true != CLASS
        labels, weights = self.y_true if is_column else "y_true", self.sample_weight
        if weights is not None and not isinstance(weights, str):
            weights = "sample_weight"
        wanted = [one for one in dict.fromkeys(others) if one not in (None, CLASS, weights)]
        if wanted and self.data is None:
            raise TypeError(
                f"{wanted[0]!r} names a column, but data is missing; arrays have a panel for each "
                "class, col='class', and a colour for each model"
            )
        kinds = {name: categories_of(self.data, name, unused=True) for name in wanted}
        ordered = {name: pd.CategoricalDtype(of) for name, of in kinds.items() if of is not None}
        repeated = pd.DataFrame(self.columns(wanted)).astype(ordered)
        parts: list[Any] = [
            {labels: melted.labels},
            {key or "y_score": one for key, one in melted.scores.items()},
            {} if weights is None else {weights: melted.weights},
            pd.concat([repeated] * len(names), ignore_index=True),
            {CLASS: pd.Categorical(np.repeat(names, len(rows.labels)), categories=names)},
        ]
        table = pd.concat(map(pd.DataFrame, parts), axis=1)
        twice = table.columns[table.columns.duplicated()]
        if len(twice):
            raise ValueError(f"a model is called {twice[0]!r}, which is another column's name")
        models = {key: key for key in melted.scores} if rows.are_models else "y_score"
        return PanelTable(table, labels, models, weights, None, None)

    def panels(
        self, others: Sequence[str | None], style: str | None
    ) -> tuple[Any, dict[str, Any], str | None]:
        """Return the rows as a table of pandas, and the arguments of all panels.

        Labels and dashes mean the same in each panel, though it may lack some of them. What is
        positive comes as text, if it is not the usual label.

        Raises
        ------
        ValueError, TypeError
            No table, or one without rows; unknown columns; missing values.
        """
        import pandas as pd

        named = [self.y_true, *(names_of(self.y_score) or []), self.sample_weight]
        held = self.columns([*named, *others])
        # The columns beside them serve `FacetGrid.map_dataframe`.
        is_pandas = isinstance(self.data, pd.DataFrame)
        frame = self.data.assign(**held) if is_pandas else pd.DataFrame(held)
        if frame.empty:
            raise ValueError("data has no rows; at least one is needed")
        if style is not None:
            kinds = categories_of(self.data, style)
            kinds = kinds or group_values(held[style], argument="style")[0]
            frame[style] = pd.Categorical(held[style], categories=kinds)
        rows = self.rows(frame)
        given = {name: getattr(self, name) for name in OF_ROWS if name != "data"}
        if rows.belongs is None:
            frame[self.y_true] = positive_labels(held[self.y_true], self.pos_label, rows.weights)
        elif self.classes is not None:
            columns = next(iter(rows.models.values()))
            masks = [rows.belongs[column] for column in columns.values()]
            frame[self.y_true] = np.select(masks, list(columns), np.asarray(None))
            given["classes"] = list(columns)
        return frame, given, rows.positive


def check_columns(**columns: Any) -> None:
    """Raise a TypeError unless each is the name of a column, or None."""
    for argument, column in columns.items():
        if column is not None and not isinstance(column, str):
            raise TypeError(f"{argument} must be the name of a column, found {brief(column)}")
