"""Precision-Recall-Gain curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.signatures.families import PanelOptions
from prplot.core.spaces import PRG
from prplot.plots.figure.figure import one_panel


@answered
def plot_prg(
    y_true: Any,
    y_score: Any = None,
    *,
    estimator: str | None = "normalized",
    prevalence: float | Sequence[float] | None = None,
    show_baseline: bool = True,
    show_calibration: bool | str = False,
    score: str | Sequence[str] | None = "auprg",
    baseline_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PanelOptions],
) -> Axes:
    """Draw Precision-Recall-Gain curves, whose areas are expected F gains.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, average, estimator
    errorbar, n_boot, seed, pos_label, classes, sample_weight, missing, name, label, color
    thresholds, prevalence, show_points, show_baseline, show_isometrics, show_hull
    show_calibration : bool, "d" or "beta", default False
        Label each segment of the hull with the trade-off at which its ends have the same F score:
        ``d = 1 / (1 + beta^2)`` ("d" or True) or ``beta``.
    beta
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default some that spread over the unit square.
    score, legend, curve_kws, point_kws, baseline_kws, isometric_kws, hull_kws, band_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input; nothing is drawn in this case.

    Warns
    -----
    UserWarning
        A threshold cannot be shown, such as one above the highest score.
    FewExamplesWarning
        A test set is so small that bands and intervals of it may not hold their level, or that a
        curve among others gets none.

    See Also
    --------
    auprg : The area that the legend shows.
    operating_conditions : The numbers on the hull, as a table.

    Notes
    -----
    Recall gain and precision gain are ``(v - pi) / ((1 - pi) v)`` of recall and precision: 0 at the
    prevalence, 1 at best, on a scale on which averages make sense. Curves are straight between
    operating points and the whole unit square is achievable at every prevalence (Flach & Kull 2015,
    section 3). Where precision is below the prevalence, the curve continues beneath the square,
    veiled; where recall is below the prevalence, it lies to the left of the square. Lines of equal
    F score are straight, with slope ``-beta^2``.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_prg([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUPRG = 0.250'
    """
    return one_panel(
        PRG,
        y_true,
        y_score,
        estimator=estimator,
        prevalence=prevalence,
        show_baseline=show_baseline,
        show_calibration=show_calibration,
        score=score,
        baseline_kws=baseline_kws,
        ax=ax,
        **options,
    )
