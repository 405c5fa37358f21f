"""The public names, and where they are: `prplot` loads them from there on first use."""

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
from prplot.plots.comparisons import (
    plot_comparison as plot_comparison,
    plot_difference as plot_difference,
)
from prplot.plots.description import describe as describe
from prplot.plots.downsampling import plot_downsampling as plot_downsampling
from prplot.plots.facets import curveplot as curveplot
from prplot.plots.hulls import plot_f_gain as plot_f_gain, plot_hull as plot_hull
from prplot.plots.isometrics import (
    plot_aucpr_min as plot_aucpr_min,
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

__version__: str
__all__: list[str]
# The module of each name.
_LATER: dict[str, str]

def show_versions() -> None: ...
