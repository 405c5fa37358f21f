"""Normalised precision-recall curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.signatures.families import PanelOptions
from prplot.core.spaces import NPR
from prplot.plots.figure.figure import one_panel


@answered
def plot_npr(
    y_true: Any,
    y_score: Any = None,
    *,
    prevalence: float | Sequence[float] | None = None,
    estimator: str | None = "normalized",
    show_chance: bool = True,
    show_baseline: bool = False,
    score: str | Sequence[str] | None = "aucnpr",
    chance_kws: Mapping[str, Any] | None = None,
    baseline_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PanelOptions],
) -> Axes:
    """Draw curves in normalised PR space, where areas are AUCNPR and everything is achievable.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, pos_label, classes
    sample_weight, missing, name, label, color, thresholds, prevalence, average, estimator
    errorbar, n_boot, seed, show_points
    show_chance : bool, default True
        Draw the line of random guessing, of height ``pi (1 - recall)``, for each prevalence.
    show_baseline : bool, default False
        Draw the points that have the F score of calling everything positive.
    show_isometrics, show_hull, beta, levels, score, legend, curve_kws, point_kws, chance_kws
    baseline_kws, isometric_kws, hull_kws, band_kws, ax

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
    return one_panel(
        NPR,
        y_true,
        y_score,
        prevalence=prevalence,
        estimator=estimator,
        show_chance=show_chance,
        show_baseline=show_baseline,
        score=score,
        chance_kws=chance_kws,
        baseline_kws=baseline_kws,
        ax=ax,
        **options,
    )
