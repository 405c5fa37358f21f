"""Precision-recall curves."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.core.spaces import PR
from prplot.draw.axes import checked_axes, resolved_axes
from prplot.draw.placement.annotations import HOMES, annotate
from prplot.inputs.rows import Grouping
from prplot.plots.figure.figure import Models, Surroundings, draw_panel
from prplot.plots.figure.folds import Averaging


def plot_pr(
    y_true: Any,
    y_score: Any = None,
    *,
    data: Any = None,
    hue: Any = None,
    hue_order: Sequence[Any] | None = None,
    palette: Any = None,
    style: Any = None,
    units: Any = None,
    pos_label: Hashable | None = None,
    sample_weight: ArrayLike | str | None = None,
    name: str | None = None,
    label: str | None = None,
    color: Any = None,
    thresholds: ArrayLike | None = None,
    interpolation: str = "exact",
    prevalence: float | Sequence[float] | None = None,
    average: str | None = None,
    estimator: str | None = "normalized",
    errorbar: str | tuple[str, float] | None = None,
    show_points: bool | str = "auto",
    show_min: bool = True,
    show_chance: bool = False,
    show_baseline: bool = False,
    show_isometrics: bool = False,
    show_hull: bool = False,
    beta: float = 1,
    levels: Sequence[float] | None = None,
    score: str | Sequence[str] | None = "aucpr",
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    isometric_kws: Mapping[str, Any] | None = None,
    hull_kws: Mapping[str, Any] | None = None,
    band_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw precision-recall curves with their exact arcs and the unachievable region.

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
    pos_label : hashable, optional
        The positive label; by default 1 (or True) among 0/1, -1/1 or booleans.
    sample_weight : str or array_like of numbers, shape (n,), optional
        Nonnegative weights; prevalence and the minimum curve move with them.
    name : str, optional
        What the legend calls a single curve, with its numbers behind.
    label : str, optional
        The whole legend entry of a single curve, as in matplotlib.
    color : colour or "threshold", optional
        Of a single curve; by default the next one of the axes' cycle. "threshold" colours the curve
        by its thresholds and draws a colour bar; `palette` may name the colormap. A ready curve
        lists no threshold at which only negatives fall: its colours are interpolated there, unless
        it was made with ``thresholds=np.unique``.
    thresholds : float or array_like of float, optional
        Mark the operating points at these thresholds (score >= threshold is predicted positive); of
        folds on the curve of each, for their average has none.
    interpolation : {"exact", "integer", "linear", "step"}, default "exact"
        How the curve runs between operating points. All but "exact" are there to show what others
        do: chords between whole true positives (Davis & Goadrich), chords between operating points
        (a mistake), steps (average precision).
    prevalence : float or sequence of float, optional
        Redraw the same ROC curves at this prevalence, in (0, 1): curve, minimum curve, random level
        and areas move together. Several prevalences of one model have ordered colours.
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
    show_points : {"auto", True, False}, default "auto"
        Mark the operating points; "auto" does so for counts and published points, given as a
        `ConfusionCurve` of few points without thresholds.
    show_min : bool, default True
        The minimum curve and the unachievable region beneath it (Boyd et al. 2012, Theorem 1).
    show_chance : bool, default False
        Random guessing, at precision equal to prevalence.
    show_baseline : bool, default False
        What has the F score of calling everything positive, a hyperbola through recall 1 (Flach &
        Kull 2015, Figure 2): a point below it loses to that.
    show_isometrics : bool, default False
        Lines of equal F score.
    show_hull : bool, default False
        The achievable curve, to which the best mixtures of thresholds come (Davis & Goadrich 2006,
        Corollary 3.1); its area stands beside the curve's in the legend.
    beta : float, default 1
        Weight of recall in the F score of isometrics and baseline.
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1).
    score : str, sequence of str, or None
        Numbers that the legend shows: "aucpr", "aucnpr", "average_precision", "auroc", "auprg". The
        area under steps is average precision, and is so called.
    legend : {"auto", "direct", "brief", "full", True, False}, default "auto"
        Place a legend where it covers nothing, or write the names of curves beside them. "brief"
        has some of many groups that are numbers, "full" and the others all.
    curve_kws, point_kws, chance_kws, baseline_kws, isometric_kws, hull_kws : dict, optional
        Line properties of each layer; they win over the defaults.
    min_kws : dict, optional
        Line properties of the minimum curve; "facecolor" and "hatch" style the region.
    band_kws : dict, optional
        Properties of the filled band.
    ax : matplotlib.axes.Axes, optional
        The current axes by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input, before anything is drawn.

    Warns
    -----
    UndefinedMetricWarning
        One class only.
    UserWarning
        A threshold has no place in the picture, such as one above the highest score.
    UnequalPrevalenceWarning
        The prevalences of folds differ by more than a tenth of their mean.

    See Also
    --------
    plot_roc : The same curves in ROC space.
    plot_npr : Normalised PR space, in which everything is achievable.
    plot_hull : The achievable curve with its thresholds, beside the ROC hull.
    aucpr : The area that the legend shows.

    Notes
    -----
    Between two operating points true and false positives move linearly, so that precision is an arc
    of a hyperbola (Davis & Goadrich 2006, section 4). Every arc is drawn to a ten-thousandth of the
    axis. No ranking has a point below the minimum curve ``pi r / (1 - pi + pi r)``.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUCPR = 0.797'
    """
    models = Models.resolve(
        y_true,
        y_score,
        pos_label=pos_label,
        sample_weight=sample_weight,
        name=name,
        label=label,
        color=color,
        score=score,
        curve_kws=curve_kws,
        interpolation=interpolation,
        prevalence=prevalence,
        show_hull=show_hull,
        space=PR,
        averaging=Averaging(estimator, errorbar, band_kws, average),
        by=Grouping(data, hue, hue_order, style, units),
        palette=palette,
        show_points=show_points,
        point_kws=point_kws,
        thresholds=thresholds,
        legend=legend,
    )
    around = Surroundings.checked(
        models,
        PR,
        hull=(show_hull, hull_kws),
        minimum=(show_min, min_kws),
        chance=(show_chance, chance_kws),
        baseline=(show_baseline, baseline_kws),
        isometrics=(show_isometrics, isometric_kws),
        beta=beta,
        levels=levels,
    )
    checked_axes(ax, PR)
    models.warn(PR, stacklevel=2)

    ax = resolved_axes(ax)
    draw_panel(ax, PR, models, around, models.look.colors(ax))
    models.add_bar(ax)
    annotate(ax, models.legend, home=HOMES["pr"])
    return ax
