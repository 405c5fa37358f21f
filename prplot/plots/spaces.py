"""Curves in one space, or in several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from numpy.typing import NDArray

from prplot.core.calls import answered
from prplot.core.checks import brief, one_of
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.signatures import NprOptions, PrgOptions, PrOptions, RocOptions, SpacesOptions
from prplot.core.spaces import NPR, PR, PRG, ROC, SPACES, Space
from prplot.draw.axes import (
    checked_axes,
    checked_figure,
    checked_panels,
    level_squares,
    new_panels,
    resolved_axes,
)
from prplot.draw.placement.annotations import annotate
from prplot.plots.figure.arguments import Options
from prplot.plots.figure.figure import CurveFigure, curve_figure, draw_panel
from prplot.plots.figure.thresholds import colorbar


@answered
def plot_pr(
    y_true: Any, y_score: Any = None, *, ax: Axes | None = None, **options: Unpack[PrOptions]
) -> Axes:
    """Draw precision-recall curves with their exact arcs and the unachievable region.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, pos_label, classes
    sample_weight, missing, name, label, color, thresholds
    interpolation : {"exact", "integer", "linear", "step"}, default "exact"
        How the curve runs between operating points. "exact" draws hyperbola arcs; the others are
        for comparison. "integer" draws chords between whole true positives (Davis & Goadrich),
        "linear" chords between operating points (a common mistake), and "step" the steps of average
        precision, which the legend then shows instead of AUCPR.
    prevalence, average
    estimator : default "normalized"
    errorbar, n_boot, seed, show_points
    show_min : default True
    show_chance : bool, default False
        Draw the line of random guessing, where precision equals the prevalence.
    show_baseline : bool, default False
        Draw the line of points with the F score of calling everything positive, a hyperbola that
        ends at the prevalence. Points below it are worse (Flach & Kull 2015, Figure 2).
    show_isometrics, show_hull, beta, levels
    score : default "aucpr"
    legend, curve_kws, point_kws, min_kws, chance_kws, baseline_kws, isometric_kws, hull_kws
    band_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.
    UserWarning
        A threshold cannot be shown, such as one above the highest score.
    UnequalPrevalenceWarning
        The prevalences of folds differ by more than a tenth of their mean.
    FewExamplesWarning
        A test set is too small for reliable bands and intervals, or for any.
    SuspiciousScoresWarning
        With at least 10 examples of each class, AUROC is below 0.3; or scores are 0 and 1 only.

    See Also
    --------
    plot_roc : The same curves in ROC space.
    plot_npr : Normalised PR space, in which everything is achievable.
    plot_hull : The achievable curve with its thresholds, beside the ROC hull.
    aucpr : The area that the legend shows.

    Notes
    -----
    Between two operating points, true and false positives change linearly, so precision follows an
    arc of a hyperbola (Davis & Goadrich 2006, section 4). Arcs are drawn to within a few
    ten-thousandths of the axis. No ranking has a point below the minimum curve ``pi r / (1 - pi +
    pi r)``.

    For a band of one test set, positives and negatives are resampled separately. From a recall of
    0.05 on, the band is the middle part of the drawn false positive rates at each recall ("ci"), or
    the narrowest pair of order statistics, the same at all recalls, that encloses the given share
    of the drawn curves entirely ("simultaneous"). Bands of two models on the same rows do not show
    whether the models differ; `compare` does.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUCPR = 0.797'

    Several models, as a dict of their scores on the same examples:

    >>> import matplotlib.pyplot as plt
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.random(300) < 0.3
    >>> noise = rng.normal(size=(2, 300))
    >>> scores = {"good": 2 * y_true + noise[0], "fair": y_true + noise[1]}
    >>> ax = prp.plot_pr(y_true, scores, ax=plt.figure().subplots())

    The same as a table with a row for each model and example, whose groups are in `hue`, here with
    a band around each curve:

    >>> import pandas as pd
    >>> table = pd.DataFrame(scores).assign(label=y_true).melt("label", var_name="model")
    >>> ax = prp.plot_pr("label", "value", data=table, hue="model", errorbar="ci", seed=0,
    ...                  ax=plt.figure().subplots())
    >>> [text.get_text() for text in ax.get_legend().get_texts()][0]
    'good (AUCPR 0.871 [0.774, 0.911])'
    """
    return _one_panel(PR, y_true, y_score, ax, options)


@answered
def plot_roc(
    y_true: Any, y_score: Any = None, *, ax: Axes | None = None, **options: Unpack[RocOptions]
) -> Axes:
    """Draw ROC curves.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, average
    estimator : default "roc"
    errorbar, n_boot, seed, pos_label, classes, sample_weight, missing, name, label, color
    thresholds, show_points
    show_chance : bool, default True
        Draw the line of random guessing, the diagonal.
    show_isometrics, show_hull
    show_calibration : bool, default False
        Label each hull segment with its calibrated score ``c``, its share of positives: at costs
        ``c`` and ``1 - c`` both ends have the same accuracy (Flach & Kull 2015, Figure 3).
    beta, levels
    score : default "auroc"
    legend, curve_kws, point_kws, chance_kws, isometric_kws, hull_kws, band_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    Warns
    -----
    FewExamplesWarning
        A test set is too small for reliable bands and intervals, or for any.

    See Also
    --------
    plot_pr : The same curves in PR space.
    plot_hull : The hull with its thresholds, beside the achievable PR curve.

    Notes
    -----
    Ties between positives and negatives are diagonal segments; each tied pair counts as half in the
    area. Lines of equal F score are straight in this space.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_roc([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUROC = 0.750'
    """
    return _one_panel(ROC, y_true, y_score, ax, options)


@answered
def plot_prg(
    y_true: Any, y_score: Any = None, *, ax: Axes | None = None, **options: Unpack[PrgOptions]
) -> Axes:
    """Draw Precision-Recall-Gain curves, whose area determines the expected F gain.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, average
    estimator : default "normalized"
    errorbar, n_boot, seed, pos_label, classes, sample_weight, missing, name, label, color
    thresholds, prevalence, show_points
    show_baseline : default True
    show_isometrics, show_hull
    show_calibration : bool, "d" or "beta", default False
        Label each hull segment with the trade-off at which its ends have the same F score: ``d = 1
        / (1 + beta^2)`` ("d" or True) or ``beta``.
    beta
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default levels that spread over the unit square.
    score : default "auprg"
    legend, curve_kws, point_kws, baseline_kws, isometric_kws, hull_kws, band_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    Warns
    -----
    UserWarning
        A threshold cannot be shown, such as one above the highest score.
    FewExamplesWarning
        A test set is too small for reliable bands and intervals, or for any.

    See Also
    --------
    auprg : The area that the legend shows.
    operating_conditions : The numbers on the hull, as a table.

    Notes
    -----
    The gain of a recall or precision ``v`` is ``(v - pi) / ((1 - pi) v)``: 0 at the prevalence, 1
    at best, on a scale on which the F score is an arithmetic mean. Curves are straight between
    operating points and the whole unit square is achievable at every prevalence (Flach & Kull 2015,
    section 3). Where precision is below the prevalence, the curve continues below the square,
    faded; where recall is, it lies left of the square. Lines of equal F score are straight, with
    slope ``-beta^2``.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_prg([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUPRG = 0.250'
    """
    return _one_panel(PRG, y_true, y_score, ax, options)


@answered
def plot_npr(
    y_true: Any, y_score: Any = None, *, ax: Axes | None = None, **options: Unpack[NprOptions]
) -> Axes:
    """Draw curves in normalised PR space, where areas are AUCNPR and everything is achievable.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, pos_label, classes
    sample_weight, missing, name, label, color, thresholds, prevalence, average
    estimator : default "normalized"
    errorbar, n_boot, seed, show_points
    show_chance : bool, default True
        Draw the line of random guessing, of height ``pi (1 - recall)``, for each prevalence.
    show_baseline : bool, default False
        Draw the line of points with the F score of calling everything positive.
    show_isometrics, show_hull, beta, levels
    score : default "aucnpr"
    legend, curve_kws, point_kws, chance_kws, baseline_kws, isometric_kws, hull_kws, band_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.
    UserWarning
        A threshold cannot be shown, such as one above the highest score.
    UnequalPrevalenceWarning
        The prevalences of folds differ by more than a tenth of their mean.
    FewExamplesWarning
        A test set is too small for reliable bands and intervals, or for any.

    See Also
    --------
    aucnpr : The area under the curve.
    average_curve : Averages of folds, by default taken in this space.
    plot_pr : The same curves in PR space.

    Notes
    -----
    With ``o = pi / (1 - pi)`` and the minimum precision ``m = pi r / (1 - pi + pi r)`` a point is
    drawn at the height ``(p - m) / (1 - m)``, which is precision times specificity, and at the
    abscissa ``ln(1 + o r) / ln(1 + o)``, the share of the achievable area left of its recall. The
    area under the curve is then AUCNPR. At every prevalence the minimum curve is the lower edge of
    the square, and the perfect ranking the upper one. The space answers a question of Boyd et al.
    (2012, section 4.1); we know of no earlier description.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_npr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUCNPR = 0.708'
    """
    return _one_panel(NPR, y_true, y_score, ax, options)


def _one_panel(
    space: Space, y_true: Any, y_score: Any, ax: Axes | None, options: Mapping[str, Any]
) -> Axes:
    """Draw curves in the axes of one space, with their layers and their legend."""
    calibration, kinds = options.get("show_calibration", False), space.calibrations
    if isinstance(calibration, bool | np.bool_):
        calibration = kinds[0] if calibration else ""
    else:
        one_of(calibration, "show_calibration", kinds)
    shown = {"show_hull": options["show_hull"] or bool(calibration)}
    figure = curve_figure(Options.of(y_true, y_score, **{**options, **shown}), (space,))
    checked_axes(ax, space)
    figure.warn(space)

    ax = resolved_axes(ax)
    draw_panel(ax, space, figure, figure.look.colors(ax), calibration=calibration)
    if figure.graded is not None:
        colorbar(ax, figure.graded, figure.look.palette)
    annotate(ax, figure.legend, home=space.home)
    return ax


@answered
def plot_spaces(
    y_true: Any,
    y_score: Any = None,
    *,
    axes: Any = None,
    fig: Figure | SubFigure | None = None,
    **options: Unpack[SpacesOptions],
) -> NDArray[Any]:
    """Draw the same curves in ROC, PR, NPR and PRG space, with the same colours and one legend.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, average
    estimator : default "normalized"
    errorbar, n_boot, seed
    spaces : sequence of {"roc", "pr", "npr", "prg"}, default ("roc", "pr", "prg")
        The spaces of the panels, from left to right.
    pos_label, classes, sample_weight, missing, name, color, prevalence, show_points
    show_min : default True
    show_chance : bool, default True
        Draw the line of random guessing, in ROC, PR and NPR space.
    show_baseline : default True
    show_isometrics, show_hull, beta, levels
    score : str, sequence of str, or None, default "auto"
        Scores in the legend: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg", or those
        of one point, such as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``,
        ``"precision@k=100"`` or ``"max_f1"``. "auto" shows the area of each space, None shows no
        scores.
    legend, curve_kws, point_kws, min_kws, chance_kws, baseline_kws, isometric_kws, hull_kws
    band_kws, axes, fig

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (n_spaces,)

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn.

    Warns
    -----
    FewExamplesWarning
        A test set is too small for reliable bands and intervals, or for any.

    See Also
    --------
    plot_hull : ROC curve and hull beside PR curve and achievable curve.
    plot_roc, plot_pr, plot_npr, plot_prg : A single panel.

    Notes
    -----
    Each point of ROC space corresponds to one of PR space (Davis & Goadrich 2006, Theorem 3.1), and
    a curve that dominates another in one space does so in the other (Theorem 3.2). The same is true
    for PRG space (Flach & Kull 2015), in which recall gain is 0 where recall equals the prevalence.
    The colour bar of ``color="threshold"`` is beside the last panel.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr, prg = prp.plot_spaces([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prg.lines[0].get_label()
    'AUROC = 0.750, AUCPR = 0.797, AUPRG = 0.250'
    """
    shown = _checked_spaces(options["spaces"])
    if isinstance(options["score"], str) and options["score"] == "auto":
        options["score"] = [AREA_OF[space.name] for space in shown if space.name in AREA_OF]
    checked = Options.of(y_true, y_score, **options)
    areas = [AREA_OF.get(space.name) for space in shown]
    numbers = [None if area is None else SCORES[area].head for area in areas]
    return draw_panels(curve_figure(checked, shown), shown, axes, fig, numbers=numbers)


def draw_panels(
    figure: CurveFigure,
    spaces: Sequence[Space],
    axes: Any,
    fig: Figure | SubFigure | None,
    marks_of: Any = None,
    **legends: Any,
) -> NDArray[Any]:
    """Draw what a figure shows in a panel for each space: given axes, or new ones in a figure."""
    # A single panel needs nothing of several.
    from prplot.draw.placement.panels import annotate_panels

    is_new = checked_figure(fig, axes) is None and axes is None
    panels = checked_panels(axes, spaces)
    figure.warn()

    panels = new_panels(len(spaces), fig) if panels is None else panels
    # The colour cycle of each panel must advance.
    colors, *_ = [figure.look.colors(ax) for ax in panels]
    for ax, space in zip(panels, spaces, strict=True):
        draw_panel(ax, space, figure, colors, marks_of, is_beside=True)
    if is_new:
        level_squares(list(panels))
    if figure.graded is not None:
        colorbar(panels[-1], figure.graded, figure.look.palette)
    homes = [space.home for space in spaces]
    annotate_panels(list(panels), figure.legend, homes, grow=is_new, **legends)
    return panels


def _checked_spaces(spaces: Sequence[str]) -> list[Space]:
    spaces = [spaces] if isinstance(spaces, str) else spaces
    names = list(spaces) if isinstance(spaces, list | tuple) else []
    if not names or len(set(map(str, names))) < len(names):
        raise ValueError(
            f"spaces must be a list of different spaces, of {', '.join(SPACES)}, "
            f"found {brief(spaces)}"
        )
    return [SPACES[one_of(name, "spaces", SPACES)] for name in names]
