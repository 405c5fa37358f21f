"""Record, areas, weights and hull against scikit-learn and one sort."""

from collections.abc import Callable

import numpy as np
from sklearn.metrics import average_precision_score, precision_recall_curve

import prplot as prp
from benchmarks.cases import Case, Data, scored
from benchmarks.timing import Calls, peak_memory

OURS, THEIRS, SORT = "prplot", "scikit-learn", "np.sort"


def our_areas(data: Data, **weights: np.ndarray) -> tuple[float, ...]:
    """Make a record, and AUCPR, AUROC, AUPRG and average precision of it."""
    curve = prp.ConfusionCurve.from_scores(data.labels, data.scores, **weights)
    return prp.aucpr(curve), prp.auroc(curve), prp.auprg(curve), prp.average_precision(curve)


def their_areas(data: Data, **weights: np.ndarray) -> float:
    """Make a PR curve, and average precision alone: the least that anybody asks for."""
    precision_recall_curve(data.labels, data.scores, **weights)
    return float(average_precision_score(data.labels, data.scores, **weights))


def plain(case: Case) -> Calls:
    """Record and areas, all on the same data; their names tell task and contestant."""
    data = scored(case)
    return {
        f"record|{SORT}": lambda: np.sort(data.scores),
        f"record|{OURS}": lambda: prp.ConfusionCurve.from_scores(data.labels, data.scores),
        f"record|{THEIRS}": lambda: precision_recall_curve(data.labels, data.scores),
        f"areas|{OURS}": lambda: our_areas(data),
        f"areas|{THEIRS}": lambda: their_areas(data),
    }


def weighted(case: Case) -> Calls:
    data = scored(case)
    own = {"sample_weight": data.weights}
    return {
        f"weighted|{SORT}": lambda: np.sort(data.scores),
        f"weighted|{OURS}": lambda: our_areas(data, **own),
        f"weighted|{THEIRS}": lambda: their_areas(data, **own),
    }


def hull(case: Case) -> Calls:
    """Hull of a path of as many points as there are numbers to sort."""
    data = scored(case)
    ranked = data.labels[np.argsort(-data.scores)]
    tp, fp = np.cumsum(ranked), np.cumsum(~ranked)
    curve = prp.ConfusionCurve.from_counts(tp, fp, int(tp[-1]), int(fp[-1]))
    return {f"hull|{SORT}": lambda: np.sort(data.scores), f"hull|{OURS}": curve.hull}


TASKS: dict[str, Callable[[Case], Calls]] = {"plain": plain, "weighted": weighted, "hull": hull}


def memory(case: Case, is_weighted: bool = False) -> dict[str, float]:
    """Return peak additional bytes for each score while a record is made, by one thread."""
    data = scored(case)
    own = {"sample_weight": data.weights} if is_weighted else {}
    calls: Calls = {
        OURS: lambda: prp.ConfusionCurve.from_scores(data.labels, data.scores, n_jobs=1, **own),
        THEIRS: lambda: precision_recall_curve(data.labels, data.scores, **own),
        SORT: lambda: np.sort(data.scores),
    }
    return {name: peak_memory(call) / case.size for name, call in calls.items()}
