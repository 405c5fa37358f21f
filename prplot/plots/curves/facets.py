"""Curves of groups of a table, with a panel for each group, in a grid of seaborn."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.layout_engine import ConstrainedLayoutEngine
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.checks import brief, one_of, user_level
from prplot.core.record import positive_labels
from prplot.core.spaces import SPACES, Space
from prplot.draw.axes import drop
from prplot.draw.color import many_colors, ordered_colors, palette_colors
from prplot.draw.placement.annotations import DIRECT
from prplot.draw.placement.panels import curve_names, share_legend
from prplot.draw.tex import typeset
from prplot.inputs.curves import positive_name
from prplot.inputs.frames import categories_of, columns_of, header_of
from prplot.inputs.group_order import group_values, text_of
from prplot.inputs.rows import EACH_NEEDS_ONE, Grouping, Rows, complete_rows, names_of
from prplot.inputs.samples import progress_bar, warn_of_few
from prplot.plots.curves.npr import plot_npr
from prplot.plots.curves.pr import plot_pr
from prplot.plots.curves.prg import plot_prg
from prplot.plots.curves.roc import plot_roc
from prplot.plots.figure.errorbars import TooFewExamples
from prplot.plots.figure.figure import name_positive
from prplot.plots.figure.request import BRIEF, checked_legend

if TYPE_CHECKING:
    from seaborn import FacetGrid


class InOwnLayout:
    """Overrides of a `seaborn.FacetGrid` for figures with a constrained layout.

    seaborn applies a tight layout after each step, and removes the legends of panels.
    """

    figure: Any
    axes: Any
    # The column after which the groups of `curveplot` are named, and their order.
    groups: tuple[str | None, Sequence[str]] = (None, ())
    # Until the grid is set up, it has no layout, which takes long.
    is_set_up = False

    @property
    def has_own_layout(self) -> bool:
        """Whether the layout makes room by itself."""
        engine = self.figure.get_layout_engine()
        return not self.is_set_up or isinstance(engine, ConstrainedLayoutEngine)

    def tight_layout(self, *args: Any, **kwargs: Any) -> Any:
        """Apply seaborn's layout, unless the layout makes room by itself."""
        if not self.has_own_layout:
            super().tight_layout(*args, **kwargs)  # type: ignore[misc]
        return self

    def add_legend(
        self,
        legend_data: Mapping[Any, Any] | None = None,
        title: str | None = None,
        label_order: Sequence[Any] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Draw a legend right of the panels, by default of the curves in all of them.

        An existing legend of them is kept.
        """
        legend = getattr(self, "_legend", None)
        changes = legend_data is not None or title is not None or label_order is not None or kwargs
        if legend in self.figure.legends and not changes:
            return self
        if legend_data is None:
            name, order = self.groups
            entries = curve_names(list(self.axes.flat), order)
            legend_data = {entry.words: entry.handle for entry in entries}
            title = name if title is None else title
        if self.has_own_layout:
            self._drop_legend()
            kwargs.setdefault("loc", "outside center right")
        with warnings.catch_warnings():
            # seaborn would also adjust the panels, for which the layout has made room.
            warnings.filterwarnings("ignore", "This figure was using a layout engine", UserWarning)
            super().add_legend(legend_data, title or "", label_order, **kwargs)  # type: ignore[misc]
        return self

    def _drop_legend(self) -> None:
        """Remove the legend right of the panels, and make the figure narrower by its width."""
        legend: Any = getattr(self, "_legend", None)
        if legend in self.figure.legends:
            width, height = self.figure.get_size_inches()
            freed = legend.get_window_extent().width / self.figure.dpi
            legend.remove()
            self.figure.set_size_inches(width - freed, height)

    def _update_legend_data(self, ax: Any) -> None:
        """Update seaborn's record of legend entries, but keep the legend of the panel."""
        legend = ax.get_legend()
        super()._update_legend_data(ax)  # type: ignore[misc]
        ax.legend_ = legend


def new_grid(frame: Any, options: Mapping[str, Any]) -> FacetGrid:
    """Return empty panels whose layout makes room for what is drawn."""
    from seaborn import FacetGrid

    kind = type("CurveGrid", (InOwnLayout, FacetGrid), {"__doc__": FacetGrid.__doc__})
    grid: FacetGrid = kind(frame, **options)
    grid.figure.set_layout_engine("constrained")
    grid.is_set_up = True
    return grid


def with_other_columns(frame: Any, data: Any) -> Any:
    """Return a table with the other columns of the user's table, if that is one of pandas."""
    import pandas as pd

    if not isinstance(data, pd.DataFrame) or not data.columns.is_unique:
        return frame
    others = data[[column for column in data.columns if column not in frame.columns]]
    return pd.concat([frame, others.set_axis(frame.index, axis=0)], axis=1)


# The function that draws the panels of each kind.
PLOTS: dict[str, Callable[..., Any]] = {
    "pr": plot_pr,
    "npr": plot_npr,
    "roc": plot_roc,
    "prg": plot_prg,
}
HEIGHT = 3.2
# Arguments that `curveplot` itself passes to the panels.
OWN = {
    *("y_true", "y_score", "sample_weight", "pos_label", "classes", "data", "ax"),
    *("hue", "hue_order", "palette", "style", "units", "clusters"),
}


# The panels that `col` and `row` name if the scores are of classes and no column is called so.
CLASS = "class"


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

    def complete(self, missing: str, groups: Mapping[str, Any]) -> PanelTable:
        """Return the table without rows that lack a value, if `missing` is "drop"."""
        own = ("data", "y_true", "y_score", "sample_weight")
        given = {name: getattr(self, name) for name in own}
        found = complete_rows({**given, **groups, "missing": missing})
        return replace(self, **{name: found[name] for name in own})

    def rows(self, data: Any) -> Rows:
        """Return the rows of a table that has the same columns."""
        by = Grouping(data, classes=self.classes)
        return Rows.of(self.y_true, self.y_score, by, self.sample_weight, pos_label=self.pos_label)

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
                "panels of classes need a column of scores for each class, called as the classes, "
                "named by classes=, or of a matrix; and data has no column 'class'"
            )
        melted, names = rows.melted("micro"), list(next(iter(rows.models.values())))
        is_column = isinstance(self.y_true, str) and self.y_true != CLASS
        labels, weights = self.y_true if is_column else "y_true", self.sample_weight
        held: list[tuple[str, Any]] = [(labels, melted.labels)]
        held += [(key or "y_score", one) for key, one in melted.scores.items()]
        if weights is not None:
            weights = weights if isinstance(weights, str) else "sample_weight"
            held.append((weights, melted.weights))
        held += self._repeated(others, weights, len(names))
        held.append((CLASS, np.repeat(names, len(rows.labels))))
        columns = [column for column, _ in held]
        twice = sorted({one for one in columns if columns.count(one) > 1})
        if twice:
            raise ValueError(f"a model is called {twice[0]!r}, which is another column's name")
        table = pd.DataFrame(dict(held))
        table[CLASS] = pd.Categorical(table[CLASS], categories=names)
        models = {key: key for key in melted.scores} if rows.are_models else "y_score"
        return PanelTable(table, labels, models, weights, None, None)

    def _repeated(
        self, others: Sequence[str | None], weights: str | None, times: int
    ) -> list[tuple[str, Any]]:
        """Return further columns, repeated for each class, with their categories."""
        import pandas as pd

        wanted = [one for one in dict.fromkeys(others) if one not in (None, CLASS, weights)]
        own = weights if isinstance(self.sample_weight, str) else None
        names = [*wanted, *([own] if own else [])]
        found = columns_of(self.data, names, "data", weights=own, wanted=EACH_NEEDS_ONE)
        kinds = {name: categories_of(self.data, name, unused=True) for name in found}
        return [
            (name, np.tile(values, times))
            if kinds[name] is None
            else (name, pd.Categorical(np.tile(values, times), categories=kinds[name]))
            for name, values in found.items()
            if name != own
        ]

    def check(self) -> None:
        """Raise a TypeError unless labels, scores and weights are names of columns."""
        if names_of(self.y_score) is None:
            raise TypeError(
                f"y_score must name columns of data, found {brief(self.y_score)}; scores of "
                "several classes as arrays go with col='class'"
            )
        _check_columns(y_true=self.y_true, sample_weight=self.sample_weight)

    def frame(self, others: Sequence[str | None], style: str | None) -> tuple[Any, dict[str, Any]]:
        """Return the columns that are drawn as a table of pandas, and as arrays.

        Raises
        ------
        ValueError, TypeError
            No table, or one without rows; unknown columns; missing values.
        """
        import pandas as pd

        named = [self.y_true, *(names_of(self.y_score) or []), self.sample_weight, *others]
        unique = list(dict.fromkeys(column for column in named if column is not None))
        held = columns_of(
            self.data, unique, "data", weights=self.sample_weight, wanted=EACH_NEEDS_ONE
        )
        frame = pd.DataFrame(held)
        if frame.empty:
            raise ValueError("data has no rows; at least one is needed")
        if style is not None:
            # Dashes are the same in all panels, even if a panel lacks some groups.
            kinds = categories_of(self.data, style)
            kinds = kinds or group_values(held[style], argument="style")[0]
            frame[style] = pd.Categorical(held[style], categories=kinds)
        return frame, held

    def arguments(self, frame: Any, held: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of all panels, with labels that mean the same in each.

        Once for all panels, as a single panel may lack some of the labels.
        """
        rows = self.rows(frame)
        given = {
            "y_true": self.y_true,
            "y_score": self.y_score,
            "sample_weight": self.sample_weight,
            "pos_label": self.pos_label,
        }
        if rows.belongs is None:
            frame[self.y_true] = positive_labels(held[self.y_true], self.pos_label, rows.weights)
            given["pos_label"] = None
        elif self.classes is not None:
            frame[self.y_true] = _class_names(rows)
            given["classes"] = list(next(iter(rows.models.values())))
        return given


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
) -> FacetGrid:
    """Draw the curves of a tidy table in panels, like seaborn's figure-level functions.

    Parameters
    ----------
    data : data frame or dict of columns, optional
        A table of pandas, polars, pyarrow, DuckDB or another library that narwhals supports. Only
        panels of classes can do without one.
    kind : {"pr", "npr", "roc", "prg"}, default "pr"
        The function that draws each panel: `plot_pr`, `plot_npr`, `plot_roc` or `plot_prg`.
    y_true : str
        The column of labels. For panels of classes also an array: labels, shape (n,), or an
        indicator matrix of the classes.
    y_score : str, list of str, or dict of name to these
        The column of scores, or several columns with one curve each. For panels of classes a column
        of scores for each class: a list of columns, or a matrix, shape (n, n_classes); a dict of
        these by name for several models, which have a curve each in every panel.
    sample_weight : str, optional
        The column of weights; for panels of classes also an array, shape (n,).
    missing : {"raise", "drop"}, default "raise"
        What to do with rows that lack a label, a score, a weight or a group (None, NaN, NaT,
        pandas.NA, null or masked; infinite scores are errors): "drop" leaves them out and warns of
        their number. A row that lacks the score of one model is left out for all models, which thus
        remain paired.
    pos_label : hashable, optional
        The label of the positive class, against all others; by default 1 (or True), if the labels
        are 0/1, -1/1 or booleans. Any other is written beside the name of an axis, "Recall
        (positive: cancer)", in panels that are wide enough.
    classes : sequence, optional
        The classes that the columns of scores belong to, in their order, as in `plot_pr`.
    hue, hue_order, palette, style, units, clusters, errorbar, n_boot, seed
        As in `plot_pr`; a group has the same colour in all panels.
    col, row : str, optional
        Columns whose values have one panel each: side by side for `col`, one below the other for
        `row`. "class" has a panel for each class against the rest, if there is a column of scores
        for each and `data` has no other column of that name.
    col_wrap : int, optional
        The largest number of panels side by side; further ones begin a new row.
    col_order, row_order : sequence, optional
        The values of `col` and of `row`, in the order of their panels.
    height : float, default 3.2
        The height of a panel in inches.
    aspect : float, default 1
        The width of a panel divided by its height.
    facet_kws : dict, optional
        Further arguments of `seaborn.FacetGrid`.
    plot_kws : dict, optional
        Further arguments of the function of the kind, such as ``{"show_chance": True}``.
    legend : bool or str, default "auto"
        One legend of the names of all panels, right of them or "outside below"; "direct" writes
        the names beside the curves instead. Of many groups that are numbers "brief" lists a few.
    progress : bool, default True
        Show a progress bar if the computation takes longer than two seconds.

    Returns
    -------
    seaborn.FacetGrid
        Its data are the named columns, and all other columns of `data` if that is a pandas table.
        Its methods, such as ``map_dataframe``, ``refline`` and ``add_legend``, draw into the
        panels.

    Raises
    ------
    ValueError, TypeError
        No table, unknown columns (the nearest names are listed), missing values, wrong options.

    Notes
    -----
    A single legend right of all panels has the names; the figure grows by its width, as in
    `seaborn.relplot`. Each panel shows its scores in the colours of its curves.
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
    draw = PLOTS[one_of(kind, "kind", PLOTS)]
    columns = {"hue": hue, "style": style, "units": units, "clusters": clusters}
    others = [*columns.values(), col, row]
    _check_columns(**columns, col=col, row=row)
    table = PanelTable(data, y_true, y_score, sample_weight, pos_label, classes)
    of_classes = CLASS in (col, row) and table.has_panels_of_classes
    panels = {"col": col, "row": row}
    if of_classes:
        panels = {key: one for key, one in panels.items() if one != CLASS}
    table = table.complete(missing, {**columns, **panels})
    if of_classes:
        table = table.by_class(others)
    table.check()
    _check_options(draw, plot_kws, errorbar=errorbar, n_boot=n_boot, seed=seed)
    _check_grid(facet_kws)
    _check_layout(col, col_wrap, col_order, row, row_order, hue, hue_order, height, aspect)
    data = table.data
    frame, held = table.frame(others, style)
    given = {**columns, **table.arguments(frame, held)}
    weights = held.get(table.sample_weight)
    positive = positive_name(held[table.y_true], table.pos_label, weights)
    levels, is_ordered = _levels(data, held, hue, hue_order)
    bands = {"errorbar": errorbar, "n_boot": n_boot, "seed": seed}
    given |= {name: value for name, value in bands.items() if value is not None}
    given |= plot_kws or {}
    legend = given.pop("legend", legend)
    wanted_legend = checked_legend(legend)
    # Names are in one legend for all panels.
    given["legend"] = legend if wanted_legend in (DIRECT, BRIEF) else False
    orders = {
        f"{argument}_order": _panels(data, held, column, order, argument)
        for argument, column, order in (("col", col, col_order), ("row", row, row_order))
    }
    own: dict[str, Any] = {"col": col, "row": row, "col_wrap": col_wrap, **orders}
    own |= {"height": height, "aspect": aspect, "despine": False, **(facet_kws or {})}
    grid = new_grid(frame, own)
    try:
        colors = _colors(grid.axes.flat[0], levels, palette, is_ordered=is_ordered)
        _draw_panels(grid, draw, given, colors if levels else palette, progress=progress)
        _name_panels(grid, SPACES[kind], positive)
        grid.data = with_other_columns(frame, data)
        own_names = hue is not None and style is None and isinstance(table.y_score, str)
        grid.groups = hue if own_names else None, [str(one) for one in levels]
        if wanted_legend not in (False, DIRECT):
            # The attribute in which seaborn's functions look for the legend.
            grid._legend = share_legend(list(grid.axes.flat), legend, *grid.groups)
    except BaseException:
        # A failing call must not leave a figure.
        drop(grid.figure)
        raise
    return grid


def _class_names(rows: Rows) -> Any:
    """Return the name of each row's class; None without one."""
    names = np.full(len(rows.labels), None, dtype=object)
    for name, column in next(iter(rows.models.values())).items():
        names[(rows.belongs or {})[column]] = name
    return names


def _check_columns(**columns: Any) -> None:
    for argument, column in columns.items():
        if column is not None and not isinstance(column, str):
            raise TypeError(f"{argument} must be the name of a column, found {brief(column)}")


def _check_options(
    draw: Callable[..., Any], plot_kws: Mapping[str, Any] | None, **given: Any
) -> None:
    """Raise unless the function of the kind accepts all options, and none is given already."""
    if plot_kws is not None and not isinstance(plot_kws, Mapping):
        raise TypeError(f"plot_kws must be a dict of options, found {brief(plot_kws)}")
    known = [one for one in inspect.signature(draw).parameters if one not in OWN]
    for option in plot_kws or {}:
        if option in OWN:
            raise TypeError(f"{option} goes to curveplot itself, not into plot_kws")
        one_of(option, "a key of plot_kws", known)
        if given.get(option) is not None:
            raise TypeError(f"{option} is given twice, to curveplot and in plot_kws")


def _check_grid(facet_kws: Mapping[str, Any] | None) -> None:
    """Raise unless the grid accepts all options, and none is also given as an argument."""
    import seaborn as sns

    if facet_kws is not None and not isinstance(facet_kws, Mapping):
        raise TypeError(f"facet_kws must be a dict of options, found {brief(facet_kws)}")
    own = inspect.signature(curveplot).parameters
    known = [one for one in inspect.signature(sns.FacetGrid).parameters if one not in own]
    for option in facet_kws or {}:
        if option in own:
            raise TypeError(f"{option} goes to curveplot itself, not into facet_kws")
        one_of(option, "a key of facet_kws", known)


def _check_layout(
    col: str | None,
    col_wrap: int | None,
    col_order: Any,
    row: str | None,
    row_order: Any,
    hue: str | None,
    hue_order: Any,
    height: float,
    aspect: float,
) -> None:
    """Raise if an order lacks its column, or if panels would have no size."""
    orders = {"hue": (hue, hue_order), "col": (col, col_order), "row": (row, row_order)}
    for argument, (column, order) in orders.items():
        if order is not None and column is None:
            raise TypeError(f"{argument}_order goes with {argument}")
    if col_wrap is not None and col is None:
        raise TypeError("col_wrap goes with col")
    if col_wrap is not None and (not isinstance(col_wrap, int) or col_wrap < 1):
        raise ValueError(f"col_wrap must be a whole number from 1 on, found {brief(col_wrap)}")
    for argument, size in (("height", height), ("aspect", aspect)):
        if not isinstance(size, int | float) or not 0 < size < float("inf"):
            raise ValueError(f"{argument} must be a number above 0, found {brief(size)}")


def _draw_panels(
    grid: FacetGrid,
    draw: Callable[..., Any],
    given: Mapping[str, Any],
    colors: Any,
    *,
    progress: bool,
) -> None:
    """Draw all panels; each warning is given once, at the line of the caller of `curveplot`."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        _draw_each(grid, draw, given, colors, progress=progress)
    for message in {(one.category, str(one.message)): one.message for one in told}.values():
        warnings.warn(message, stacklevel=user_level())


def _draw_each(
    grid: FacetGrid,
    draw: Callable[..., Any],
    given: Mapping[str, Any],
    colors: Any,
    *,
    progress: bool,
) -> None:
    """Draw the rows of each panel; `colors` are those of the groups, or a palette without them."""
    panels = list(grid.facet_data())
    hue = given["hue"]
    errors: dict[str, TooFewExamples | None] = {}
    with progress_bar(len(panels), "panels", "panel", shown=progress) as advance:
        for (i, j, _), part in panels:
            ax = grid.facet_axis(i, j, modify_state=False)
            shown, some = None, colors
            if hue is not None:
                shown = [level for level in colors if (part[hue] == level).any()]
                some = {level: colors[level] for level in shown}
            if len(part) and shown != []:
                own = {**given, "data": part, "ax": ax, "hue_order": shown, "palette": some}
                names = [*grid.row_names[i : i + 1], *grid.col_names[j : j + 1]]
                errors[", ".join(map(text_of, names))] = _draw_panel(draw, own)
            advance()
    _warn_of_few(errors)


def _draw_panel(draw: Callable[..., Any], own: Mapping[str, Any]) -> TooFewExamples | None:
    """Draw a panel, without a band if it has too few examples, which is returned."""
    try:
        draw(**own)
    except TooFewExamples as error:
        draw(**{**own, "errorbar": None, "clusters": None})
        return error
    return None


def _warn_of_few(errors: Mapping[str, TooFewExamples | None]) -> None:
    """Warn of panels without a band; raise if no panel has one."""
    found = {name: error for name, error in errors.items() if error is not None}
    if found and len(found) == len(errors):
        raise next(iter(found.values()))
    warn_of_few([(name, str(error)) for name, error in found.items()])


def _name_panels(grid: FacetGrid, space: Space, positive: str | None) -> None:
    """Write what rows each panel shows, and which of their labels is positive."""
    grid.set_titles()
    # Panels were drawn with labels that are booleans.
    for ax in grid.axes.flat if positive is not None else ():
        name_positive(ax.xaxis, typeset(space.x_label), positive)


def _levels(
    data: Any, held: Mapping[str, Any], hue: str | None, hue_order: Any
) -> tuple[list[Any], bool]:
    """Return the groups with a colour each, in order, and whether they are numbers."""
    if hue is None:
        return [], False
    return group_values(held[hue], categories_of(data, hue) if hue_order is None else hue_order)


def _panels(
    data: Any, held: Mapping[str, Any], column: str | None, order: Any, argument: str
) -> list[Any] | None:
    """Return the values that have a panel, in order; None without a column."""
    if column is None:
        return None
    shown = categories_of(data, column) if order is None else order
    return group_values(held[column], shown, argument)[0]


def _colors(ax: Any, levels: list[Any], palette: Any, *, is_ordered: bool) -> dict[Any, Any]:
    """Return the colour that each group has in all panels."""
    if not levels:
        return {}
    if palette is not None:
        return dict(zip(levels, palette_colors(levels, palette), strict=True))
    if not is_ordered:
        return dict(zip(levels, many_colors(len(levels), ax), strict=True))
    ordered, rising = ordered_colors(len(levels), ax), sorted(levels)
    return {level: ordered[rising.index(level)] for level in levels}
