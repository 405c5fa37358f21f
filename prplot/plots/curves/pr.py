"""Precision-recall curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.signatures.families import PanelOptions
from prplot.core.spaces import PR
from prplot.plots.figure.figure import one_panel


@answered
def plot_pr(
    y_true: Any,
    y_score: Any = None,
    *,
    interpolation: str = "exact",
    prevalence: float | Sequence[float] | None = None,
    estimator: str | None = "normalized",
    show_min: bool = True,
    show_chance: bool = False,
    show_baseline: bool = False,
    score: str | Sequence[str] | None = "aucpr",
    min_kws: Mapping[str, Any] | None = None,
    chance_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PanelOptions],
) -> Axes:
    """Draw precision-recall curves with their exact arcs and the unachievable region.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, pos_label, classes
    sample_weight, missing, name, label, color, thresholds
    interpolation : {"exact", "integer", "linear", "step"}, default "exact"
        How the curve runs between operating points. "exact" draws arcs of hyperbolas; the others
        are offered for comparison. "integer" draws chords between whole true positives (Davis &
        Goadrich), "linear" chords between operating points (a common mistake), and "step" the steps
        of average precision, which the legend then shows instead of AUCPR.
    prevalence, average, estimator, errorbar, n_boot, seed, show_points, show_min
    show_chance : bool, default False
        Draw the line of random guessing, where precision equals the prevalence.
    show_baseline : bool, default False
        Draw the points that have the F score of calling everything positive, a hyperbola through
        recall 1. Points below it are worse than that (Flach & Kull 2015, Figure 2).
    show_isometrics, show_hull, beta, levels, score, legend, curve_kws, point_kws, min_kws
    chance_kws, baseline_kws, isometric_kws, hull_kws, band_kws, ax

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
    plot_roc : The same curves in ROC space.
    plot_npr : Normalised PR space, in which everything is achievable.
    plot_hull : The achievable curve with its thresholds, beside the ROC hull.
    aucpr : The area that the legend shows.

    Notes
    -----
    Between two operating points true and false positives change linearly, so that precision is an
    arc of a hyperbola (Davis & Goadrich 2006, section 4). Every arc is drawn with an error of a few
    ten-thousandths of the axis at most. No ranking has a point below the minimum curve ``pi r / (1
    - pi + pi r)``.

    For a band of one test set, it is resampled with its numbers of positives and negatives. At each
    recall from 0.05 on, the band holds the middle part of the drawn false positive rates ("ci"); or
    it is the narrowest pair of order statistics, the same at all recalls, between which the given
    share of the drawn curves lies wholly ("simultaneous"). Bands of two models on the same rows say
    nothing of their difference, as they share their examples; `compare` does.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_pr([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUCPR = 0.797'
    """
    return one_panel(
        PR,
        y_true,
        y_score,
        interpolation=interpolation,
        prevalence=prevalence,
        estimator=estimator,
        show_min=show_min,
        show_chance=show_chance,
        show_baseline=show_baseline,
        score=score,
        min_kws=min_kws,
        chance_kws=chance_kws,
        baseline_kws=baseline_kws,
        ax=ax,
        **options,
    )
