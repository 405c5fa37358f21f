"""Precision-recall analysis done right: exact curves, the unachievable region, and intervals.

Importing `prplot` loads no other library. Names are loaded on first use: metrics need only numpy,
plots also matplotlib.
"""

import importlib
from typing import TYPE_CHECKING, Any

from prplot.core import NotebookView as _NotebookView

if TYPE_CHECKING:
    from prplot import datasets as datasets, draw as draw
    from prplot.core.measures.averaging import average_curve as average_curve
    from prplot.core.measures.operating_point import (
        OperatingPoint as OperatingPoint,
        UnreachableError as UnreachableError,
    )
    from prplot.core.points import (
        aucpr_min as aucpr_min,
        average_precision_min as average_precision_min,
        f_gain as f_gain,
        f_score as f_score,
        is_achievable as is_achievable,
        max_recall as max_recall,
        min_precision as min_precision,
        modified_f_score as modified_f_score,
        precision_gain as precision_gain,
        recall_gain as recall_gain,
    )
    from prplot.core.record import (
        ConfusionCurve as ConfusionCurve,
        MissingValuesWarning as MissingValuesWarning,
    )
    from prplot.core.scanned import Accumulator as Accumulator, ScannedCurve as ScannedCurve
    from prplot.core.uncertainty.differences import (
        Comparison as Comparison,
        Difference as Difference,
    )
    from prplot.core.uncertainty.intervals import (
        FewExamplesWarning as FewExamplesWarning,
        Interval as Interval,
    )
    from prplot.decisions import (
        best_threshold as best_threshold,
        calibrate as calibrate,
        f_calibrate as f_calibrate,
        operating_conditions as operating_conditions,
        operating_point as operating_point,
        operating_points as operating_points,
    )
    from prplot.estimators import cv_scores as cv_scores, scorer as scorer, scores as scores
    from prplot.inputs.curves import (
        SuspiciousScoresWarning as SuspiciousScoresWarning,
        UndefinedMetricWarning as UndefinedMetricWarning,
        UnequalPrevalenceWarning as UnequalPrevalenceWarning,
    )
    from prplot.inputs.scan import scan as scan
    from prplot.metrics import (
        aucnpr as aucnpr,
        aucpr as aucpr,
        auprg as auprg,
        auroc as auroc,
        average_precision as average_precision,
        expected_f_gain as expected_f_gain,
        normalized_average_precision as normalized_average_precision,
    )
    from prplot.plots.comparisons import (
        plot_comparison as plot_comparison,
        plot_difference as plot_difference,
    )
    from prplot.plots.description import describe as describe
    from prplot.plots.facets import curveplot as curveplot
    from prplot.plots.hulls import plot_f_gain as plot_f_gain, plot_hull as plot_hull
    from prplot.plots.prevalence import (
        plot_aucpr_min as plot_aucpr_min,
        plot_downsampling as plot_downsampling,
        plot_isometrics as plot_isometrics,
        plot_min as plot_min,
    )
    from prplot.plots.readout import to_frame as to_frame, to_vega as to_vega
    from prplot.plots.saving import savefig as savefig
    from prplot.plots.spaces import (
        plot_npr as plot_npr,
        plot_pr as plot_pr,
        plot_prg as plot_prg,
        plot_roc as plot_roc,
        plot_spaces as plot_spaces,
    )
    from prplot.plots.tasks import (
        plot_rank_agreement as plot_rank_agreement,
        plot_tasks as plot_tasks,
    )
    from prplot.plots.threshold_metrics import (
        plot_net_benefit as plot_net_benefit,
        plot_thresholds as plot_thresholds,
    )
    from prplot.summaries import (
        rank_agreement as rank_agreement,
        rank_table as rank_table,
        summary as summary,
    )
    from prplot.uncertainty import compare as compare, interval as interval
    from prplot.versions import show_versions as show_versions

__version__ = "0.1.0"

# What each module holds once it is asked for (PEP 562): ``prplot --help`` waits for no library.
_NAMES_IN = {
    "core.points": (
        "aucpr_min average_precision_min is_achievable max_recall min_precision "
        "f_gain f_score modified_f_score precision_gain recall_gain"
    ),
    "core.record": "ConfusionCurve MissingValuesWarning",
    "inputs.curves": "SuspiciousScoresWarning UndefinedMetricWarning UnequalPrevalenceWarning",
    "metrics": (
        "aucnpr aucpr auprg auroc average_precision expected_f_gain normalized_average_precision"
    ),
    "core.measures.averaging": "average_curve",
    "decisions": (
        "best_threshold calibrate f_calibrate operating_conditions operating_point operating_points"
    ),
    "core.measures.operating_point": "OperatingPoint UnreachableError",
    "core.scanned": "Accumulator ScannedCurve",
    "core.uncertainty.intervals": "FewExamplesWarning Interval",
    "uncertainty": "interval compare",
    "core.uncertainty.differences": "Comparison Difference",
    "inputs.scan": "scan",
    "estimators": "scores cv_scores scorer",
    "versions": "show_versions",
    "summaries": "summary rank_table rank_agreement",
    "plots.description": "describe",
    "plots.saving": "savefig",
    "plots.readout": "to_frame to_vega",
    "plots.spaces": "plot_pr plot_roc plot_prg plot_npr plot_spaces",
    "plots.facets": "curveplot",
    "plots.hulls": "plot_hull plot_f_gain",
    "plots.threshold_metrics": "plot_thresholds plot_net_benefit",
    "plots.comparisons": "plot_comparison plot_difference",
    "plots.tasks": "plot_tasks plot_rank_agreement",
    "plots.prevalence": "plot_isometrics plot_min plot_aucpr_min plot_downsampling",
}
_LATER = {name: f"prplot.{module}" for module, names in _NAMES_IN.items() for name in names.split()}

__all__ = sorted([*_LATER, "datasets", "draw"])  # noqa: PLE0605


def _view_of(item: Any) -> str:
    """Return an object's HTML for notebooks; the views are loaded on first use."""
    from prplot.notebook_views import html_of

    return html_of(item)


_NotebookView._repr_html_ = _view_of


def __getattr__(name: str) -> Any:
    if name in ("draw", "datasets"):
        return importlib.import_module(f"prplot.{name}")
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    sentence = f"module 'prplot' has no attribute {name!r}"
    if not name.startswith("_"):
        from prplot.core.calls import name_hint

        sentence += name_hint(name, __all__)
    raise AttributeError(sentence)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
