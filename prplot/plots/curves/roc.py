"""ROC curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.signatures.families import PanelOptions
from prplot.core.spaces import ROC
from prplot.plots.figure.figure import one_panel


@answered
def plot_roc(
    y_true: Any,
    y_score: Any = None,
    *,
    estimator: str | None = "roc",
    show_chance: bool = True,
    show_calibration: bool = False,
    score: str | Sequence[str] | None = "auroc",
    chance_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[PanelOptions],
) -> Axes:
    """Draw ROC curves.

    Parameters
    ----------
    y_true, y_score, data, hue, hue_order, palette, style, units, clusters, average, estimator
    errorbar, n_boot, seed, pos_label, classes, sample_weight, missing, name, label, color
    thresholds, show_points
    show_chance : bool, default True
        Draw the line of random guessing, the diagonal.
    show_isometrics, show_hull
    show_calibration : bool, default False
        Label each segment of the hull with its calibrated score ``c``, its share of positives: with
        the costs ``c`` and ``1 - c`` both ends have the same accuracy (Flach & Kull 2015, Figure
        3).
    beta, levels, score, legend, curve_kws, point_kws, chance_kws, isometric_kws, hull_kws
    band_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

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
    plot_pr : The same curves in PR space.
    plot_hull : The hull with its thresholds, beside the achievable PR curve.

    Notes
    -----
    Ties between positives and negatives are straight diagonal segments; each tied pair counts one
    half in the area. Lines of equal F score are straight in this space.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_roc([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_legend().get_texts()[0].get_text()
    'AUROC = 0.750'
    """
    return one_panel(
        ROC,
        y_true,
        y_score,
        estimator=estimator,
        show_chance=show_chance,
        show_calibration=show_calibration,
        score=score,
        chance_kws=chance_kws,
        ax=ax,
        **options,
    )
