"""One set of curves in several spaces, side by side."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure, SubFigure
from numpy.typing import ArrayLike, NDArray

from prplot.core.calls import answered
from prplot.core.checks import brief, one_of
from prplot.core.measures.score_definitions import AREA_OF, SCORES
from prplot.core.spaces import SPACES, Space
from prplot.draw.aspect import set_equal_units
from prplot.draw.axes import (
    checked_figure,
    checked_panels,
    fit_height,
    make_room_below,
    new_panels,
)
from prplot.draw.placement.panels import annotate_panels
from prplot.plots.figure.figure import Models, draw_panel
from prplot.plots.figure.layers import ShownLayers
from prplot.plots.figure.request import Request


@answered
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
    clusters: Any = None,
    average: str | None = None,
    estimator: str | None = "normalized",
    errorbar: str | tuple[str, float] | None = None,
    n_boot: int | None = None,
    seed: Any = None,
    spaces: Sequence[str] = ("roc", "pr", "prg"),
    pos_label: Hashable | None = None,
    classes: Sequence[Any] | None = None,
    sample_weight: ArrayLike | str | None = None,
    missing: str = "raise",
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
    fig: Figure | SubFigure | None = None,
) -> NDArray[Any]:
    """Draw the same curves in ROC, PR, NPR and PRG space, with the same colours and one legend.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, or list or dict of curves
        Labels, or an indicator matrix with a column for each class, or curves in place of labels
        and scores. A list holds the curves of one model's folds; a dict holds the curves of several
        models, or such lists, by name.
    y_score : array_like of numbers, shape (n,) or (n, n_classes), dict of name to these, or table
        Scores, by name if there are several models: a dict, or a table whose columns are not called
        as labels. A higher score means more likely positive. Three or more columns beside as many
        labels are the scores of classes, each against the rest. They belong to the labels in sorted
        order, unless they are the columns of a table and named after the labels, or `classes` says
        otherwise. Of several labels, a list of one array (n, 2) for each, as of scikit-learn's
        forests, is a matrix, too.
    data : data frame or dict of columns, optional
        A table of pandas, polars, pyarrow, DuckDB or another library that narwhals supports.
        Labels, scores, weights and groups may then be names of its columns. Several columns of
        scores, given as a list or as a dict by name, are those of one model each; if they are named
        after the labels, each holds the scores of one class against the rest.
    hue : str or array_like, optional
        A column, or an array with a value for each row, that divides the rows into groups. Each
        group has a curve of its own colour; groups that are numbers have ordered colours.
    hue_order : sequence, optional
        The groups to include, in this order; all others are left out.
    palette : str, sequence of colours, dict of group to colour, or Colormap, optional
        Colours of the groups, as in seaborn; by default the colour cycle of the axes, or evenly
        spaced hues if the cycle is too short.
    style : str or array_like, optional
        A column, or an array with a value for each row, that divides the rows into groups with
        different dashes. Without it, several columns of scores have different dashes if `hue`
        determines the colours.
    units : str or array_like, optional
        A column, or an array with a value for each row, that divides each group into folds, such as
        those of a cross-validation. Folds are drawn thin, beneath their average.
    clusters : str or array_like, shape (n,), optional
        A column, or an array with a value for each row, of what rows belong to that are not
        independent, such as patients: rows of one cluster are drawn together.
    average : {"micro", "macro", "weighted"} or None, default None
        The average over classes, if `y_score` has a column for each: "micro" pools the decisions on
        all classes into one curve; "macro" is the mean of the classes' curves, and "weighted" their
        mean weighted by the classes' numbers of examples. The legend of such a mean shows the mean
        of the classes' scores, as metrics with `average` return it. None draws a curve for each
        class against the rest; of several models, that is what `curveplot` does with
        ``col="class"``.
    estimator : {"normalized", "vertical", "roc", "pooled"} or None, default "normalized"
        How folds, or classes, are averaged: "normalized", "vertical" or "roc" as in
        `average_curve`, or "pooled", which ranks the scores of all folds together. The "normalized"
        average has the mean AUCNPR, the "roc" average the mean AUROC. None draws the folds without
        an average. In the legend a score of folds is their mean ± their standard deviation (with n
        - 1 in the denominator), or what `errorbar` chooses; of pooled folds and of classes it is
        that of the curve.
    errorbar : "sd", "se", "pi", "ci", "simultaneous", (kind, size) or None, default None
        A band around each curve, as its kind or as the kind and its size. Around an average of
        folds: the mean minus and plus `size` (by default 1) standard deviations of the folds ("sd")
        or standard errors of the mean ("se"), or the interval that holds the middle `size` (by
        default 95) percent of the folds ("pi"). Of one test set, by resampling it: at each recall
        ("ci"), or for the whole curve at once ("simultaneous"), at a level of `size` (by default
        95) percent; the scores in the legend then have their intervals.
    n_boot : int, optional
        The number of bootstrap draws for a band of one test set, by default 2000, and 4000 for
        "simultaneous"; it and `seed` have no effect without such a band.
    seed : int, SeedSequence or Generator, optional
        Makes the draws repeatable; NumPy's global random state is never used.
    spaces : sequence of {"roc", "pr", "npr", "prg"}, default ("roc", "pr", "prg")
        The spaces of the panels, from left to right.
    pos_label : hashable, optional
        The label of the positive class, against all others; by default 1 (or True), if the labels
        are 0/1, -1/1 or booleans. Any other is written beside the name of an axis, "Recall
        (positive: cancer)", in panels that are wide enough.
    classes : sequence, optional
        The classes that the columns of `y_score` belong to, in their order, such as ``classes_`` of
        a classifier: the labels themselves, of which `y_true` may lack some, or their names, if
        there is one for each label in sorted order (or for each column of an indicator matrix).
    sample_weight : str or array_like of numbers, shape (n,), optional
        Nonnegative weights of the examples; all counts are weighted, and so is the prevalence.
    missing : {"raise", "drop"}, default "raise"
        What to do with rows that lack a label, a score, a weight or a group (None, NaN, NaT,
        pandas.NA, null or masked; infinite scores are errors): "drop" leaves them out and warns of
        their number. A row that lacks the score of one model is left out for all models, which thus
        remain paired.
    name : str, optional
        The name of a single curve in the legend, followed by its scores.
    color : colour or "threshold", optional
        The colour of a single curve; by default the next one of the axes' cycle. "threshold"
        colours the curve by its thresholds and adds a colour bar; `palette` may then name the
        colormap. A `ConfusionCurve` lists no thresholds at which only negatives are added; its
        colours are interpolated there, unless the curve was made with ``thresholds=np.unique``.
    prevalence : float or sequence of float, optional
        Show the same ROC curves at this prevalence, in (0, 1), instead of that of the data; curves,
        reference lines and scores change with it. A single model can be shown at several
        prevalences, in ordered colours.
    show_points : {"auto", True, False}, default "auto"
        Mark the operating points. "auto" marks those of counts and published points, given as a
        `ConfusionCurve` of few points without thresholds.
    show_min : bool, default True
        Draw, in PR space, the minimum curve and the unachievable region beneath it (Boyd et al.
        2012, Theorem 1).
    show_chance : bool, default True
        Draw the line of random guessing, in ROC, PR and NPR space.
    show_baseline : bool, default True
        Draw, in PRG space, the points that have the F score of calling everything positive; for
        `beta` 1 they are the minor diagonal.
    show_isometrics : bool, default False
        Draw lines of equal F score. Outside PR space they depend on the prevalence, so that all
        curves must share one.
    show_hull : bool, default False
        Draw the upper hull of each ROC curve (in PR space the achievable curve), which is the best
        that mixtures of thresholds can achieve (Davis & Goadrich 2006, Corollary 3.1). The legend
        also shows its area.
    beta : float, default 1
        Weight of recall in the F score, 0 or more.
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default 0.2, 0.4, 0.6 and 0.8.
    score : str, sequence of str, or None, default "auto"
        Scores that the legend shows: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg", or
        those of one point, such as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``,
        ``"precision@k=100"`` or ``"max_f1"``. "auto" shows the area of each space, None shows no
        scores.
    legend : bool or str, default "auto"
        "auto" or True draws a legend, placed where it covers nothing, without making the axes
        smaller; "direct" writes the names of curves beside them. The axes make room for a legend
        "outside", at the better side, "outside right" or "outside below". If there is no room for
        more than 12 curves, the first ones are listed, and how many others there are; "full" lists
        all of them. Of many groups that are numbers "brief" lists a few.
    curve_kws, point_kws : dict, optional
        Line properties, as of `matplotlib.lines.Line2D`; they override the defaults.
    min_kws : dict, optional
        Line properties of the minimum curve; "facecolor" and "hatch" style the region beneath.
    chance_kws, baseline_kws, isometric_kws, hull_kws : dict, optional
        Line properties, as of `matplotlib.lines.Line2D`; they override the defaults.
    band_kws : dict, optional
        Properties of the band; they override the defaults.
    axes : sequence of matplotlib.axes.Axes, optional
        The axes to draw into, one for each panel; by default those of a new figure, each panel as
        high as ``figure.figsize``, or less so that all stand within its width if that is 1.5 times
        its height.
    fig : matplotlib.figure.Figure or matplotlib.figure.SubFigure, optional
        An empty figure or subfigure to draw into, in place of `axes`; it keeps its size.

    Returns
    -------
    ndarray of matplotlib.axes.Axes, shape (n_spaces,)

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    Warns
    -----
    FewExamplesWarning
        A test set is so small that bands and intervals of it may not hold their level, or that a
        curve among others gets none.

    See Also
    --------
    plot_hull : ROC curve and hull beside PR curve and achievable curve.
    plot_roc, plot_pr, plot_npr, plot_prg : A single panel.

    Notes
    -----
    Each point of ROC space corresponds to one of PR space (Davis & Goadrich 2006, Theorem 3.1), and
    a curve that dominates another in one space does so in the other (Theorem 3.2). The same holds
    for PRG space (Flach & Kull 2015), in which recall gain is 0 where recall equals the prevalence.
    The colour bar of ``color="threshold"`` is beside the last panel.

    Examples
    --------
    >>> import prplot as prp
    >>> roc, pr, prg = prp.plot_spaces([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> prg.lines[0].get_label()
    'AUROC = 0.750, AUCPR = 0.797, AUPRG = 0.250'
    """
    shown = _checked_spaces(spaces)
    if isinstance(score, str) and score == "auto":
        score = [AREA_OF[space.name] for space in shown if space.name in AREA_OF]
    request = Request.of(locals())
    models = Models.resolve(request, shown, show_hull=show_hull)
    curves = models.curves.values()
    layers = ShownLayers.checked(request.layers, curves, shown, beta, levels)
    is_new = checked_figure(fig, axes) is None and axes is None
    panels = checked_panels(axes, shown)
    models.warn()

    panels = new_panels(len(shown), fig) if panels is None else panels
    # The colour cycle of each panel must advance.
    colors, *_ = [models.look.colors(ax) for ax in panels]
    for ax, space in zip(panels, shown, strict=True):
        draw_panel(ax, space, models, layers, colors, is_beside=True)
    set_equal_units(*panels)
    if is_new:
        make_room_below(panels)
        fit_height(panels)
    models.add_bar(*panels)
    homes = [space.home for space in shown]
    areas = [AREA_OF.get(space.name) for space in shown]
    numbers = [None if area is None else SCORES[area].head for area in areas]
    annotate_panels(list(panels), models.legend, homes, grow=is_new, numbers=numbers)
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
