"""Decision curves: the net benefit of acting on predicted probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from matplotlib.axes import Axes

from prplot.core.calls import answered
from prplot.core.signatures import ThresholdOptions
from prplot.plots.decisions.threshold_metrics import plot_thresholds


@answered
def plot_net_benefit(
    y_true: Any,
    y_score: Any = None,
    *,
    standardized: bool = False,
    mark: Any = None,
    mark_kws: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    **options: Unpack[ThresholdOptions],
) -> Axes:
    """Draw decision curves: net benefit against the threshold probability.

    Parameters
    ----------
    y_true
    y_score : array_like of numbers, shape (n,) or (n, n_classes), dict of name to these, or table
        Probabilities of the positive class, in [0, 1]; several models are a dict by name. Scores
        that are no probabilities are calibrated first.
    standardized : bool, default False
        Divide by the prevalence, the highest net benefit of any model.
    mark : dict or list of dict, optional
        Thresholds to mark, as in `plot_thresholds`, such as ``{"threshold": 0.1}``.
    data, hue, hue_order, palette, units, clusters, pos_label, classes, sample_weight, missing, name
    label
    color : colour, optional
        The colour of a single model.
    errorbar, n_boot, seed, legend, curve_kws, band_kws, mark_kws, ax

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError, TypeError
        Wrong input: scores outside [0, 1], an unknown condition, a curve without thresholds, or a
        band that the data do not allow; nothing is drawn.

    Warns
    -----
    UndefinedMetricWarning
        Only one class is present.

    See Also
    --------
    plot_thresholds : Other metrics against the threshold.
    operating_point : With ``threshold=``, net benefit at one threshold as a number.

    Notes
    -----
    One acts ("treats") if the probability is at least ``t``, and so weighs a false positive as ``t
    / (1 - t)`` true positives. Of ``n`` examples, the net benefit is ``tp / n - fp / n t / (1 -
    t)`` (Vickers & Elkin 2006, Medical Decision Making 26, 565-574), the one of treating all ``pi -
    (1 - pi) t / (1 - t)`` at prevalence ``pi``, and the one of treating none 0. A line jumps at
    each distinct probability and follows the formula in between, exactly. Means of folds are exact
    at each distinct probability, with straight lines in between. The band of a test set is
    pointwise.

    Net benefit assumes probabilities that are calibrated, and a test set with the prevalence of the
    use. The range of sensible thresholds is chosen before the figure is drawn; ``ax.set_xlim``
    shows it.

    Examples
    --------
    >>> import prplot as prp
    >>> ax = prp.plot_net_benefit([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('Threshold probability', 'Net benefit')
    """
    ax = plot_thresholds(
        y_true,
        y_score,
        metrics="standardized_net_benefit" if standardized else "net_benefit",
        mark=mark,
        show_rate=False,
        mark_kws=mark_kws,
        ax=ax,
        **options,
    )
    ax.set_xlabel("Threshold probability")
    return ax
