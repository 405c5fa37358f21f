"""Precision-recall analysis done right: exact curves, the unachievable region, and intervals.

Importing `prplot` loads no other library. Names are loaded on first use: metrics need only numpy,
plots also matplotlib.
"""

import importlib
from typing import TYPE_CHECKING, Any

from prplot.core.notebook_view import NotebookView as _NotebookView

if TYPE_CHECKING:
    from prplot import datasets, draw
    from prplot.core.bounds import (
        aucpr_min,
        average_precision_min,
        is_achievable,
        max_recall,
        min_precision,
    )
    from prplot.core.measures.averaging import average_curve
    from prplot.core.measures.operating_point import OperatingPoint, UnreachableError
    from prplot.core.point_scores import (
        f_gain,
        f_score,
        modified_f_score,
        precision_gain,
        recall_gain,
    )
    from prplot.core.record import ConfusionCurve, MissingValuesWarning
    from prplot.core.scan.accumulator import Accumulator
    from prplot.core.scan.scanned_curve import ScannedCurve
    from prplot.core.uncertainty.differences import Comparison, Difference
    from prplot.core.uncertainty.intervals import FewExamplesWarning, Interval
    from prplot.decisions import (
        best_threshold,
        calibrate,
        f_calibrate,
        operating_conditions,
        operating_point,
        operating_points,
    )
    from prplot.estimators import cv_scores, scorer, scores
    from prplot.inputs.curves import (
        SuspiciousScoresWarning,
        UndefinedMetricWarning,
        UnequalPrevalenceWarning,
    )
    from prplot.inputs.scan import scan
    from prplot.metrics import (
        aucnpr,
        aucpr,
        auprg,
        auroc,
        average_precision,
        expected_f_gain,
        normalized_average_precision,
    )
    from prplot.plots.alt_text.description import describe
    from prplot.plots.alt_text.saving import savefig
    from prplot.plots.analyses.difference import plot_difference
    from prplot.plots.analyses.downsampling import plot_downsampling
    from prplot.plots.analyses.f_gain import plot_f_gain
    from prplot.plots.analyses.forest import plot_comparison, plot_tasks
    from prplot.plots.analyses.formulas import plot_aucpr_min, plot_isometrics, plot_min
    from prplot.plots.analyses.hull import plot_hull
    from prplot.plots.analyses.rank_agreement import plot_rank_agreement
    from prplot.plots.analyses.threshold_metrics import plot_net_benefit, plot_thresholds
    from prplot.plots.facets import curveplot
    from prplot.plots.readout.drawn_curves import to_frame, to_vega
    from prplot.plots.spaces import plot_npr, plot_pr, plot_prg, plot_roc, plot_spaces
    from prplot.summaries import rank_agreement, rank_table, summary
    from prplot.uncertainty import compare, interval
    from prplot.versions import show_versions

__version__ = "0.1.0"

# What each module holds once it is asked for (PEP 562): ``prplot --help`` waits for no library.
_NAMES_IN = {
    "core.bounds": "aucpr_min average_precision_min is_achievable max_recall min_precision",
    "core.point_scores": "f_gain f_score modified_f_score precision_gain recall_gain",
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
    "core.scan.accumulator": "Accumulator",
    "core.scan.scanned_curve": "ScannedCurve",
    "core.uncertainty.intervals": "FewExamplesWarning Interval",
    "uncertainty": "interval compare",
    "core.uncertainty.differences": "Comparison Difference",
    "inputs.scan": "scan",
    "estimators": "scores cv_scores scorer",
    "versions": "show_versions",
    "summaries": "summary rank_table rank_agreement",
    "plots.alt_text.description": "describe",
    "plots.alt_text.saving": "savefig",
    "plots.readout.drawn_curves": "to_frame to_vega",
    "plots.spaces": "plot_pr plot_roc plot_prg plot_npr plot_spaces",
    "plots.analyses.rank_agreement": "plot_rank_agreement",
    "plots.analyses.f_gain": "plot_f_gain",
    "plots.facets": "curveplot",
    "plots.analyses.hull": "plot_hull",
    "plots.analyses.forest": "plot_tasks plot_comparison",
    "plots.analyses.threshold_metrics": "plot_thresholds plot_net_benefit",
    "plots.analyses.difference": "plot_difference",
    "plots.analyses.downsampling": "plot_downsampling",
    "plots.analyses.formulas": "plot_isometrics plot_min plot_aucpr_min",
}
_LATER = {name: f"prplot.{module}" for module, names in _NAMES_IN.items() for name in names.split()}

__all__ = [
    "Accumulator",
    "Comparison",
    "ConfusionCurve",
    "Difference",
    "FewExamplesWarning",
    "Interval",
    "MissingValuesWarning",
    "OperatingPoint",
    "ScannedCurve",
    "SuspiciousScoresWarning",
    "UndefinedMetricWarning",
    "UnequalPrevalenceWarning",
    "UnreachableError",
    "aucnpr",
    "aucpr",
    "aucpr_min",
    "auprg",
    "auroc",
    "average_curve",
    "average_precision",
    "average_precision_min",
    "best_threshold",
    "calibrate",
    "compare",
    "curveplot",
    "cv_scores",
    "datasets",
    "describe",
    "draw",
    "expected_f_gain",
    "f_calibrate",
    "f_gain",
    "f_score",
    "interval",
    "is_achievable",
    "max_recall",
    "min_precision",
    "modified_f_score",
    "normalized_average_precision",
    "operating_conditions",
    "operating_point",
    "operating_points",
    "plot_aucpr_min",
    "plot_comparison",
    "plot_difference",
    "plot_downsampling",
    "plot_f_gain",
    "plot_hull",
    "plot_isometrics",
    "plot_min",
    "plot_net_benefit",
    "plot_npr",
    "plot_pr",
    "plot_prg",
    "plot_rank_agreement",
    "plot_roc",
    "plot_spaces",
    "plot_tasks",
    "plot_thresholds",
    "precision_gain",
    "rank_agreement",
    "rank_table",
    "recall_gain",
    "savefig",
    "scan",
    "scorer",
    "scores",
    "show_versions",
    "summary",
    "to_frame",
    "to_vega",
]


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
