"""One set of curves in several spaces, side by side."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike, NDArray

from prplot.core.checks import brief, one_of
from prplot.core.measures.scores import SCORES
from prplot.core.spaces import PRG, SPACES, Space
from prplot.draw.axes import checked_panels, new_panels
from prplot.draw.placement.annotations import HOMES
from prplot.draw.placement.panels import annotate_together
from prplot.inputs.rows import Grouping
from prplot.plots.figure.entries import AREA_OF
from prplot.plots.figure.figure import Models, Surroundings, draw_panel
from prplot.plots.figure.folds import Averaging


def plot_spaces(
    y_true: Any,
    y_score: Any = None,
    *,
    data: Any = None,
    hue: Any = None,
    hue_order: Sequence[Any] | None = None,
    palette: Any = None,
    style: Any = None,
    units: Any = None,
    average: str | None = None,
    estimator: str | None = "normalized",
    errorbar: str | tuple[str, float] | None = None,
    spaces: Sequence[str] = ("roc", "pr", "prg"),
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | str | None = None,
    name: str | None = None,
    color: Any = None,
    prevalence: float | Sequence[float] | None = None,
    show_points: bool | str = "auto",
    show_min: bool = True,
    show_chance: bool = True,
    show_baseline: bool = True,
    show_isometrics: bool = False,
    show_hull: bool = False,
    beta: float = 1,
    levels: Sequence[float] | None = None,
    score: str | Sequence[str] | None = "auto",
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    isometric_kws: Mapping[str, Any] | None = None,
    hull_kws: Mapping[str, Any] | None = None,
    band_kws: Mapping[str, Any] | None = None,
    axes: Any = None,
) -> NDArray[Any]:
    """Draw the same curves in ROC, PR, NPR and PRG space, in the same colours, with one legend.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, list of or dict of these
        Labels, an indicator matrix of classes, or ready curves. A list holds the curves of one
        model's folds: they are drawn thin, beneath their average.
    y_score : array_like of numbers, shape (n,) or (n, n_classes), or dict of name to array_like
        Scores of one model or of several; higher means more likely positive. Three columns or more
        are scores of classes, each against the rest: columns of a table that are called as labels
        are theirs, others stand in the sorted order of the labels.
    data : data frame or dict of columns, optional
        A table of pandas, polars, pyarrow, DuckDB or another library that narwhals knows. Then
        `y_true`, `y_score`, `sample_weight`, `hue`, `style` and `units` may name its columns. A
        list of columns in place of `y_score`, or a dict of names to columns, makes a curve each; if
        they are called as the labels, each is of one class against the rest.
    hue : str or array_like, optional
        A column, or a value for each row: groups of rows, a curve each. Groups that are numbers
        have colours in their order.
    hue_order : sequence, optional
        The groups to show, in order; others are left out.
    palette : str, sequence of colours, dict of group to colour, or Colormap, optional
        As in seaborn; by default the axes' cycle of colours, or hues if that is too short.
    style : str or array_like, optional
        A column, or a value for each row: groups of rows that differ in their dashes. Without it
        dashes tell several columns of scores apart where colours are those of `hue`.
    units : str or array_like, optional
        A column, or a value for each row: folds within each group. They are drawn thin, beneath
        their average.
    average : {"micro", "macro"} or None, default None
        Of classes, whose scores are the columns of `y_score`: one curve of all decisions, the mean
        of the classes' curves, or a curve for each class against the rest.
    estimator : {"normalized", "vertical", "roc", "pooled"} or None, default "normalized"
        How folds, or classes, are averaged, as in `average_curve`; "pooled" ranks the scores of all
        folds together. None draws the folds alone; their entry has the mean of their numbers.
    errorbar : "sd", ("sd", scale), "se", ("se", scale), "pi", ("pi", width) or None, default None
        A band around the average of folds: its mean minus and plus `scale` standard deviations of
        the folds or standard errors of the mean, or the interval of the middle `width` percent of
        the folds.
    spaces : sequence of {"roc", "pr", "npr", "prg"}, default ("roc", "pr", "prg")
        The panels, left to right.
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : str or array_like of numbers, shape (n,), optional
        Nonnegative weights.
    name : str, optional
        What the legend calls a single curve, with its numbers behind.
    color : colour or "threshold", optional
        Of a single curve; by default the next one of the axes' cycle. "threshold" colours the curve
        by its thresholds and draws a colour bar at the last panel; `palette` may name the colormap.
        A ready curve lists no threshold at which only negatives fall: its colours are interpolated
        there, unless it was made with ``thresholds=np.unique``.
    prevalence : float or sequence of float, optional
        Redraw the same ROC curves at this prevalence, in (0, 1), or one model at several.
    show_points : {"auto", True, False}, default "auto"
        Mark the operating points; "auto" does so for counts and published points, given as a
        `ConfusionCurve` of few points without thresholds.
    show_min : bool, default True
        In PR space, the minimum curve and the unachievable region beneath it.
    show_chance : bool, default True
        Random guessing, in ROC, PR and NPR space.
    show_baseline : bool, default True
        In PRG space, what is as good as calling everything positive.
    show_isometrics : bool, default False
        Lines of equal F score; in all but PR space all curves must share a prevalence.
    show_hull : bool, default False
        The upper hulls, in PR space the achievable curves (Davis & Goadrich 2006, Corollary 3.1).
    beta : float, default 1
        Weight of recall in the F score of isometrics and baseline.
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1).
    score : "auto", str, sequence of str, or None
        Numbers that the legend shows: "auroc", "aucpr", "aucnpr", "auprg", "average_precision";
        "auto" takes the area of each space.
    legend : {"auto", "direct", "brief", "full", True, False}, default "auto"
        One for all panels, where it covers nothing, or the names of curves beside them.
    curve_kws, point_kws, chance_kws, baseline_kws, isometric_kws, hull_kws : dict, optional
        Line properties of each layer; they win over the defaults.
    min_kws : dict, optional
        Line properties of the minimum curve; "facecolor" and "hatch" style the region.
    band_kws : dict, optional
        Properties of the filled band.
    axes : sequence of matplotlib.axes.Axes, optional
        One for each space; by default those of a new figure, each panel as high as
        ``figure.figsize``.

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (n_spaces,)

    Raises
    ------
    ValueError, TypeError
        Wrong input, before anything is drawn.

    See Also
    --------
    plot_hull : ROC curve and hull beside PR curve and achievable curve.
    plot_roc, plot_pr, plot_npr, plot_prg : One panel alone.

    Notes
    -----
    Each point of one space is a point of the other (Davis & Goadrich 2006, Theorem 3.1), and a
    curve that dominates another in one does so in the other (Theorem 3.2). The same holds for PRG
    space (Flach & Kull 2015), in which recall gain 0 is where recall equals prevalence.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr, prg = prp.plot_spaces([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prg.lines[0].get_label()
    'AUROC = 0.750, AUCPR = 0.797, AUPRG = 0.250'
    """
    shown = _checked_spaces(spaces)
    models = Models.resolve(
        y_true,
        y_score,
        pos_label=pos_label,
        sample_weight=sample_weight,
        name=name,
        label=None,
        color=color,
        score=[AREA_OF[space.name] for space in shown] if score == "auto" else score,
        curve_kws=curve_kws,
        prevalence=prevalence,
        show_hull=show_hull,
        by=Grouping(data, hue, hue_order, style, units),
        palette=palette,
        show_points=show_points,
        point_kws=point_kws,
        averaging=Averaging(estimator, errorbar, band_kws, average),
        legend=legend,
    )
    around = Surroundings.checked(
        models,
        *shown,
        hull=(show_hull, hull_kws),
        minimum=(show_min, min_kws),
        chance=(show_chance, chance_kws),
        baseline=(show_baseline, baseline_kws),
        isometrics=(show_isometrics, isometric_kws),
        beta=beta,
        levels=levels,
    )
    # In the other panels its curves would be in the way.
    elsewhere = replace(around, baseline=None)
    panels = checked_panels(axes, shown)
    models.warn(stacklevel=2)

    panels = new_panels(len(shown)) if panels is None else panels
    # The cycle of every panel moves on.
    colors, *_ = [models.look.colors(ax) for ax in panels]
    for ax, space in zip(panels, shown, strict=True):
        draw_panel(ax, space, models, around if space == PRG else elsewhere, colors)
    models.add_bar(*panels)
    homes = [HOMES[space.name] for space in shown]
    numbers = [SCORES[AREA_OF[space.name]].head for space in shown]
    annotate_together(list(panels), models.legend, homes, grow=axes is None, numbers=numbers)
    return panels


def _checked_spaces(spaces: Sequence[str]) -> list[Space]:
    spaces = [spaces] if isinstance(spaces, str) else spaces
    names = list(spaces) if isinstance(spaces, list | tuple) else []
    if not names or len(set(map(str, names))) < len(names):
        raise ValueError(
            f"spaces must be a list of different spaces, of {', '.join(AREA_OF)}, "
            f"found {brief(spaces)}"
        )
    return [SPACES[one_of(name, "spaces", AREA_OF)] for name in names]
