"""Precision-recall analysis done right: exact arcs, the unachievable region, ROC and PR curves.

Importing `prplot` loads the numbers (numpy only). The plots, and matplotlib with them, are loaded
when the first of them is called; so are averages, calibration, tables and scans.
"""

import importlib
from typing import TYPE_CHECKING, Any

from prplot.core.bounds import (
    aucpr_min,
    average_precision_min,
    is_achievable,
    max_recall,
    min_precision,
)
from prplot.core.counts import ConfusionCurve
from prplot.core.points import (
    f_gain,
    f_score,
    modified_f_score,
    precision_gain,
    recall_gain,
)
from prplot.inputs.curves import UndefinedMetricWarning, UnequalPrevalenceWarning
from prplot.metrics import (
    aucnpr,
    aucpr,
    auprg,
    auroc,
    average_precision,
    expected_f_gain,
    normalized_average_precision,
)

if TYPE_CHECKING:
    from prplot import draw
    from prplot.core.averages import average_curve
    from prplot.core.conditions import (
        best_threshold,
        calibrate,
        f_calibrate,
        operating_conditions,
    )
    from prplot.core.scanned import ScannedCurve
    from prplot.estimators import cv_scores, scores
    from prplot.inputs.scans import scan
    from prplot.plots.bounds import plot_aucpr_min, plot_min
    from prplot.plots.downsampling import plot_downsampling
    from prplot.plots.f_gain import plot_f_gain
    from prplot.plots.facets import curveplot
    from prplot.plots.hull import plot_hull
    from prplot.plots.isometrics import plot_isometrics
    from prplot.plots.npr import plot_npr
    from prplot.plots.panels import plot_spaces
    from prplot.plots.pr import plot_pr
    from prplot.plots.prg import plot_prg
    from prplot.plots.ranks import plot_rank_agreement
    from prplot.plots.roc import plot_roc
    from prplot.plots.tasks import plot_tasks
    from prplot.summaries import summary
    from prplot.tables import rank_agreement, rank_table

__version__ = "0.1.0"

# Where plots, and other things that not everybody needs, are once they are asked for (PEP 562).
_LATER = {
    "average_curve": "prplot.core.averages",
    "best_threshold": "prplot.core.conditions",
    "calibrate": "prplot.core.conditions",
    "f_calibrate": "prplot.core.conditions",
    "operating_conditions": "prplot.core.conditions",
    "ScannedCurve": "prplot.core.scanned",
    "scan": "prplot.inputs.scans",
    "scores": "prplot.estimators",
    "cv_scores": "prplot.estimators",
    "summary": "prplot.summaries",
    "rank_table": "prplot.tables",
    "rank_agreement": "prplot.tables",
    "plot_pr": "prplot.plots.pr",
    "plot_npr": "prplot.plots.npr",
    "plot_prg": "prplot.plots.prg",
    "plot_rank_agreement": "prplot.plots.ranks",
    "plot_roc": "prplot.plots.roc",
    "plot_f_gain": "prplot.plots.f_gain",
    "curveplot": "prplot.plots.facets",
    "plot_hull": "prplot.plots.hull",
    "plot_spaces": "prplot.plots.panels",
    "plot_tasks": "prplot.plots.tasks",
    "plot_downsampling": "prplot.plots.downsampling",
    "plot_isometrics": "prplot.plots.isometrics",
    "plot_min": "prplot.plots.bounds",
    "plot_aucpr_min": "prplot.plots.bounds",
}

__all__ = [
    "ConfusionCurve",
    "ScannedCurve",
    "UndefinedMetricWarning",
    "UnequalPrevalenceWarning",
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
    "curveplot",
    "cv_scores",
    "draw",
    "expected_f_gain",
    "f_calibrate",
    "f_gain",
    "f_score",
    "is_achievable",
    "max_recall",
    "min_precision",
    "modified_f_score",
    "normalized_average_precision",
    "operating_conditions",
    "plot_aucpr_min",
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
    "precision_gain",
    "rank_agreement",
    "rank_table",
    "recall_gain",
    "scan",
    "scores",
    "summary",
]


def __getattr__(name: str) -> Any:
    if name == "draw":
        return importlib.import_module("prplot.draw")
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"module 'prplot' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
