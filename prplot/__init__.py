"""Precision-recall analysis done right: exact arcs, the unachievable region, ROC and PR curves.

Importing `prplot` loads no library. A name is loaded when it is asked for: the numbers with numpy
only, the plots with matplotlib.
"""

import importlib
from typing import TYPE_CHECKING, Any

from prplot.core.notebook_view import NotebookView as _NotebookView

if TYPE_CHECKING:
    from prplot import datasets, draw
    from prplot.comparisons import rank_agreement, rank_table
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
    from prplot.estimators import cv_scores, scores
    from prplot.inputs.curves import UndefinedMetricWarning, UnequalPrevalenceWarning
    from prplot.inputs.scan.scan import scan
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
    from prplot.plots.curves.facets import curveplot
    from prplot.plots.curves.spaces import plot_npr, plot_pr, plot_prg, plot_roc, plot_spaces
    from prplot.plots.decisions.threshold_metrics import plot_thresholds
    from prplot.summaries import summary
    from prplot.uncertainty import compare, interval

__version__ = "0.1.0"

# Where each name is once it is asked for (PEP 562), so that ``prplot --help`` waits for no library.
_LATER = {
    "aucpr_min": "prplot.core.bounds",
    "average_precision_min": "prplot.core.bounds",
    "is_achievable": "prplot.core.bounds",
    "max_recall": "prplot.core.bounds",
    "min_precision": "prplot.core.bounds",
    "f_gain": "prplot.core.point_scores",
    "f_score": "prplot.core.point_scores",
    "modified_f_score": "prplot.core.point_scores",
    "precision_gain": "prplot.core.point_scores",
    "recall_gain": "prplot.core.point_scores",
    "ConfusionCurve": "prplot.core.record",
    "MissingValuesWarning": "prplot.core.record",
    "UndefinedMetricWarning": "prplot.inputs.curves",
    "UnequalPrevalenceWarning": "prplot.inputs.curves",
    "aucnpr": "prplot.metrics",
    "aucpr": "prplot.metrics",
    "auprg": "prplot.metrics",
    "auroc": "prplot.metrics",
    "average_precision": "prplot.metrics",
    "expected_f_gain": "prplot.metrics",
    "normalized_average_precision": "prplot.metrics",
    "average_curve": "prplot.core.measures.averaging",
    "best_threshold": "prplot.decisions",
    "calibrate": "prplot.decisions",
    "f_calibrate": "prplot.decisions",
    "operating_conditions": "prplot.decisions",
    "operating_point": "prplot.decisions",
    "operating_points": "prplot.decisions",
    "OperatingPoint": "prplot.core.measures.operating_point",
    "UnreachableError": "prplot.core.measures.operating_point",
    "ScannedCurve": "prplot.core.scan.scanned_curve",
    "FewExamplesWarning": "prplot.core.uncertainty.intervals",
    "Interval": "prplot.core.uncertainty.intervals",
    "interval": "prplot.uncertainty",
    "compare": "prplot.uncertainty",
    "Comparison": "prplot.core.uncertainty.differences",
    "Difference": "prplot.core.uncertainty.differences",
    "scan": "prplot.inputs.scan.scan",
    "scores": "prplot.estimators",
    "cv_scores": "prplot.estimators",
    "summary": "prplot.summaries",
    "rank_table": "prplot.comparisons",
    "rank_agreement": "prplot.comparisons",
    "describe": "prplot.plots.alt_text.description",
    "savefig": "prplot.plots.alt_text.saving",
    "plot_pr": "prplot.plots.curves.spaces",
    "plot_npr": "prplot.plots.curves.spaces",
    "plot_prg": "prplot.plots.curves.spaces",
    "plot_rank_agreement": "prplot.plots.analyses.rank_agreement",
    "plot_roc": "prplot.plots.curves.spaces",
    "plot_f_gain": "prplot.plots.analyses.f_gain",
    "curveplot": "prplot.plots.curves.facets",
    "plot_hull": "prplot.plots.analyses.hull",
    "plot_spaces": "prplot.plots.curves.spaces",
    "plot_tasks": "prplot.plots.analyses.forest",
    "plot_thresholds": "prplot.plots.decisions.threshold_metrics",
    "plot_comparison": "prplot.plots.analyses.forest",
    "plot_difference": "prplot.plots.analyses.difference",
    "plot_downsampling": "prplot.plots.analyses.downsampling",
    "plot_isometrics": "prplot.plots.analyses.formulas",
    "plot_min": "prplot.plots.analyses.formulas",
    "plot_aucpr_min": "prplot.plots.analyses.formulas",
}

__all__ = [
    "Comparison",
    "ConfusionCurve",
    "Difference",
    "FewExamplesWarning",
    "Interval",
    "MissingValuesWarning",
    "OperatingPoint",
    "ScannedCurve",
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
    "scores",
    "summary",
]


def _view_of(item: Any) -> str:
    """Return what notebooks show of an object, by views that are loaded once a notebook asks."""
    from prplot.notebooks.views import html_of

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
