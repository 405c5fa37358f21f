"""Precision-recall analysis done right: exact curves, the unachievable region, and intervals.

Importing `prplot` loads no other library. Names are loaded on first use: metrics need only numpy,
plots also matplotlib.
"""

import importlib
from typing import TYPE_CHECKING, Any

from prplot.core.notebook_view import NotebookView as _NotebookView

if TYPE_CHECKING:
    from prplot import datasets as datasets, draw as draw
    from prplot.core.bounds import (
        aucpr_min as aucpr_min,
        average_precision_min as average_precision_min,
        is_achievable as is_achievable,
        max_recall as max_recall,
        min_precision as min_precision,
    )
    from prplot.core.measures.averaging import average_curve as average_curve
    from prplot.core.measures.operating_point import (
        OperatingPoint as OperatingPoint,
        UnreachableError as UnreachableError,
    )
    from prplot.core.point_scores import (
        f_gain as f_gain,
        f_score as f_score,
        modified_f_score as modified_f_score,
        precision_gain as precision_gain,
        recall_gain as recall_gain,
    )
    from prplot.core.record import (
        ConfusionCurve as ConfusionCurve,
        MissingValuesWarning as MissingValuesWarning,
    )
    from prplot.core.scan.accumulator import Accumulator as Accumulator
    from prplot.core.scan.scanned_curve import ScannedCurve as ScannedCurve
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
    from prplot.inputs.notices import (
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
    from prplot.plots.alt_text.description import describe as describe
    from prplot.plots.alt_text.saving import savefig as savefig
    from prplot.plots.analyses.difference import plot_difference as plot_difference
    from prplot.plots.analyses.downsampling import plot_downsampling as plot_downsampling
    from prplot.plots.analyses.f_gain import plot_f_gain as plot_f_gain
    from prplot.plots.analyses.forest import (
        plot_comparison as plot_comparison,
        plot_tasks as plot_tasks,
    )
    from prplot.plots.analyses.formulas import (
        plot_aucpr_min as plot_aucpr_min,
        plot_isometrics as plot_isometrics,
        plot_min as plot_min,
    )
    from prplot.plots.analyses.hull import plot_hull as plot_hull
    from prplot.plots.analyses.rank_agreement import plot_rank_agreement as plot_rank_agreement
    from prplot.plots.analyses.threshold_metrics import (
        plot_net_benefit as plot_net_benefit,
        plot_thresholds as plot_thresholds,
    )
    from prplot.plots.facets import curveplot as curveplot
    from prplot.plots.readout.drawn_curves import to_frame as to_frame, to_vega as to_vega
    from prplot.plots.spaces import (
        plot_npr as plot_npr,
        plot_pr as plot_pr,
        plot_prg as plot_prg,
        plot_roc as plot_roc,
        plot_spaces as plot_spaces,
    )
    from prplot.summaries import (
        rank_agreement as rank_agreement,
        rank_table as rank_table,
        summary as summary,
    )
    from prplot.uncertainty import compare as compare, interval as interval

__version__ = "0.1.0"
# What prplot is built on, and what it reads tables or classifiers of, if it is there.
_LIBRARIES = (
    *("numpy", "matplotlib", "seaborn", "narwhals", "tqdm", "click"),
    *("pandas", "polars", "pyarrow", "duckdb", "scikit-learn"),
)

# What each module holds once it is asked for (PEP 562): ``prplot --help`` waits for no library.
_NAMES_IN = {
    "core.bounds": "aucpr_min average_precision_min is_achievable max_recall min_precision",
    "core.point_scores": "f_gain f_score modified_f_score precision_gain recall_gain",
    "core.record": "ConfusionCurve MissingValuesWarning",
    "inputs.notices": "SuspiciousScoresWarning UndefinedMetricWarning UnequalPrevalenceWarning",
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

__all__ = sorted([*_LATER, "datasets", "draw", "show_versions"])  # noqa: PLE0605


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


def show_versions() -> None:
    """Print the versions of prplot, Python, the system and all that prplot uses.

    Reports of a fault should contain them.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.show_versions()  # doctest: +ELLIPSIS
    prplot       ...
    python       ...
    """
    import platform
    from importlib import metadata

    found = {"prplot": __version__, "python": platform.python_version()}
    found["system"] = platform.platform()
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    for name, version in found.items():
        print(f"{name:<12} {version}")
