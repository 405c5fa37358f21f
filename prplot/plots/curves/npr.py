"""Normalised precision-recall curves."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from prplot.core.calls import answered
from prplot.core.spaces import NPR
from prplot.plots.figure.figure import one_panel
from prplot.plots.figure.request import Request


@answered
def plot_npr(
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
    pos_label: Hashable | None = None,
    classes: Sequence[Any] | None = None,
    sample_weight: ArrayLike | str | None = None,
    missing: str = "raise",
    name: str | None = None,
    label: str | None = None,
    color: Any = None,
    thresholds: ArrayLike | Mapping[str, Any] | None = None,
    prevalence: float | Sequence[float] | None = None,
    average: str | None = None,
    estimator: str | None = "normalized",
    errorbar: str | tuple[str, float] | None = None,
    n_boot: int | None = None,
    seed: Any = None,
    show_points: bool | str = "auto",
    show_chance: bool = True,
    show_baseline: bool = False,
    show_isometrics: bool = False,
    show_hull: bool = False,
    beta: float = 1,
    levels: Sequence[float] | None = None,
    score: str | Sequence[str] | None = "aucnpr",
    legend: bool | str = "auto",
    curve_kws: Mapping[str, Any] | None = None,
    point_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    isometric_kws: Mapping[str, Any] | None = None,
    hull_kws: Mapping[str, Any] | None = None,
    band_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw curves in normalised PR space, where areas are AUCNPR and everything is achievable.

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
    label : str, optional
        The complete legend entry of a single curve, as in matplotlib, in place of `name` and the
        scores.
    color : colour or "threshold", optional
        The colour of a single curve; by default the next one of the axes' cycle. "threshold"
        colours the curve by its thresholds and adds a colour bar; `palette` may then name the
        colormap. A `ConfusionCurve` lists no thresholds at which only negatives are added; its
        colours are interpolated there, unless the curve was made with ``thresholds=np.unique``.
    thresholds : float, array_like of float, or dict of condition to numbers, optional
        Mark the operating points at these thresholds (score >= threshold is predicted positive), or
        the best ones under conditions as in `operating_point`, such as ``{"recall": [0.8, 0.9]}``.
        Folds are marked on their own curves, because their average has no thresholds.
    prevalence : float or sequence of float, optional
        Show the same ROC curves at this prevalence, in (0, 1), instead of that of the data; curves,
        reference lines and scores change with it. A single model can be shown at several
        prevalences, in ordered colours.
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
    show_points : {"auto", True, False}, default "auto"
        Mark the operating points. "auto" marks those of counts and published points, given as a
        `ConfusionCurve` of few points without thresholds.
    show_chance : bool, default True
        Draw the line of random guessing, of height ``pi (1 - recall)``, for each prevalence.
    show_baseline : bool, default False
        Draw the points that have the F score of calling everything positive.
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
    score : str, sequence of str, or None, default "aucnpr"
        Scores that the legend shows: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg", or
        those of one point, such as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``,
        ``"precision@k=100"`` or ``"max_f1"``. None shows no scores.
    legend : bool or str, default "auto"
        "auto" or True draws a legend, placed where it covers nothing, without making the axes
        smaller; "direct" writes the names of curves beside them. The axes make room for a legend
        "outside", at the better side, "outside right" or "outside below". If there is no room for
        more than 12 curves, the first ones are listed, and how many others there are; "full" lists
        all of them. Of many groups that are numbers "brief" lists a few.
    curve_kws, point_kws, chance_kws, baseline_kws, isometric_kws, hull_kws : dict, optional
        Line properties, as of `matplotlib.lines.Line2D`; they override the defaults.
    band_kws : dict, optional
        Properties of the band; they override the defaults.
    ax : matplotlib.axes.Axes, optional
        The axes to draw into; by default the current ones.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.
    UserWarning
        A threshold cannot be shown, such as one above the highest score.
    UnequalPrevalenceWarning
        The prevalences of folds differ by more than a tenth of their mean.
    FewExamplesWarning
        A test set is so small that bands and intervals of it may not hold their level, or that a
        curve among others gets none.

    See Also
    --------
    aucnpr : The area under the curve.
    average_curve : Averages of folds, by default taken in this space.
    plot_pr : The same curves in PR space.

    Notes
    -----
    With ``o = pi / (1 - pi)`` and the minimum precision ``m = pi r / (1 - pi + pi r)`` a point is
    drawn at the height ``(p - m) / (1 - m)``, which is precision times specificity, and at the
    abscissa ``ln(1 + o r) / ln(1 + o)``, the share of the achievable area that lies to the left of
    its recall. Since ``(1 - m) dr = (1 - pi) dr / (1 - pi + pi r)`` is proportional to the step
    along the axis, the area under the curve is AUCNPR. The minimum curve is the lower edge of the
    square and the perfect ranking the upper one, at every prevalence. The space answers a question
    of Boyd et al. (2012, section 4.1); we know of no earlier description.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_npr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUCNPR = 0.708'
    """
    return one_panel(NPR, Request.of(locals()))
