"""Calls of every public name: fine ones, in which some arguments are replaced by hostile values."""

import inspect
import re
from dataclasses import dataclass, field
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import prplot as prp
from tests.fuzz import hostile
from tests.fuzz.hostile import choose

SIZE = 8
RANDOM = np.random.default_rng(0)
CURVE = prp.ConfusionCurve.from_scores([1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
SCANNED = prp.scan(
    pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1]}),
    y_true="y",
    y_score="s",
    progress=False,
)
ONE_CLASS = prp.ConfusionCurve.from_counts([1], [0], 1, 0)
# Names that draw, and that need files or figures of their own.
FIGURES = sorted(name for name in prp.__all__ if name.startswith("plot_") or name == "curveplot")
OTHERS = {"draw", "datasets", "savefig", "describe", "to_frame", "to_vega"}
CLASSES = {name for name in prp.__all__ if isinstance(getattr(prp, name), type)}
NUMBERS = sorted(set(prp.__all__) - set(FIGURES) - OTHERS - CLASSES)
MADE = ("from_scores", "from_counts", "from_rates", "from_precision_recall")
ASKED = ("at_prevalence", "dominates", "precision_at", "recall_at", "hull", "to_frame")


class Said:
    """A classifier of two classes."""

    classes_ = (0, 1)

    def __init__(self, says=None):
        self.says = says

    def predict_proba(self, cases):
        shape = getattr(cases, "shape", ())
        rows = shape[0] if isinstance(shape, tuple) and shape else SIZE
        return np.full((rows, 2), 0.5) if self.says is None else self.says


def table(rng, size=SIZE):
    """Return rows of two models in two groups and two folds."""
    return pd.DataFrame(
        {
            "y": np.arange(size) % 2,
            "s": rng.random(size),
            "t": rng.random(size),
            "w": rng.random(size),
            "g": np.array(["a", "b"])[np.arange(size) // 2 % 2],
            "f": np.arange(size) // 4,
        }
    )


def tasks(rng):
    held = rng.integers(0, 2, SIZE)
    held[:2] = 0, 1
    return {name: (held, {"m": rng.random(SIZE), "n": rng.random(SIZE)}) for name in ("p", "q")}


def areas():
    rows = [("p", "m", 0.3, 0.6, 0.5), ("p", "n", 0.3, 0.7, 0.4), ("q", "m", 0.5, 0.8, 0.5)]
    rows += [("q", "n", 0.5, 0.9, 0.6)]
    return pd.DataFrame(rows, columns=["task", "model", "prevalence", "aucpr", "auprg"])


# A fine value of each required parameter; those that are not listed are left to their default.
FINE = {
    "y_true": lambda rng: hostile.labels(rng, SIZE),
    "y_score": lambda rng: hostile.scores(rng, SIZE),
    "precision": lambda rng: rng.random(3),
    "recall": lambda rng: rng.random(3),
    "prevalence": lambda rng: rng.random(),
    "prevalences": lambda rng: rng.random(2),
    "pos": lambda rng: int(rng.integers(1, 5)),
    "neg": lambda rng: int(rng.integers(1, 5)),
    "tp": lambda _: [0, 1],
    "fp": lambda _: [0, 1],
    "fpr": lambda _: [0, 0.5, 1],
    "tpr": lambda _: [0, 0.8, 1],
    "curves": lambda _: [CURVE, CURVE],
    "other": lambda _: CURVE,
    "tasks": tasks,
    "table": lambda _: areas(),
    "frame": table,
    "data": table,
    "estimator": lambda _: Said(),
    "X": lambda _: np.ones((SIZE, 2)),
    "y": lambda rng: rng.integers(0, 2, SIZE),
    "cv_results": lambda _: {"estimator": [Said()], "indices": {"test": [list(range(SIZE))]}},
}
# Better guesses than any value at all, for optional parameters.
GUESSES = {
    "sample_weight": lambda rng: hostile.weights(rng, SIZE),
    "pos_label": lambda rng: choose(rng, [0, 1, True, "a", "b", 2, 10**400, None]),
    "n_boot": lambda rng: choose(rng, [400, 400, 1, 0, -1, 2.5]),
    "errorbar": lambda rng: choose(rng, ["ci", ("ci", 95), "sd", "se", "simultaneous", ("pi", 50)]),
    "hue": lambda rng: choose(rng, [np.arange(SIZE) % 2, list("aabbccdd"), "g", ["s", "t"]]),
    "style": lambda rng: choose(rng, [np.arange(SIZE) % 2, list("aabbccdd")]),
    "units": lambda rng: choose(rng, [np.arange(SIZE) // 4, list("aaaabbbb")]),
    "clusters": lambda rng: np.arange(SIZE) // 2,
    "missing": lambda rng: choose(rng, ["raise", "drop"]),
    "average": lambda rng: choose(rng, ["macro", "micro", "weighted"]),
    "score": lambda rng: choose(rng, ["aucpr", "auprg", "f", None, ["aucpr", "auroc"]]),
    "metric": lambda rng: choose(rng, ["aucpr", "auroc", "auprg", "f1"]),
    "method": lambda rng: choose(rng, ["bayesian", "bootstrap", "logit", "delong"]),
    "estimator": lambda rng: choose(rng, ["mean", "pooled", "roc", "normalized", "vertical"]),
    "recall_range": lambda rng: choose(rng, [(0, 0.5), (0.2, 0.2), (0.5, 1.5), (0, 1e-300)]),
    "legend": lambda rng: choose(rng, ["auto", "direct", "brief", "full", "outside", True, False]),
    "levels": lambda rng: choose(rng, [[0.2, 0.5], 3, [0], [1.0], []]),
    "thresholds": lambda rng: choose(rng, [[0.5], 0.5, {"recall": 0.5}, [np.inf], {"beta": 1}]),
    "color": lambda rng: choose(rng, ["red", "threshold", (1, 0, 0), "C3", (1, 2, 3)]),
    "palette": lambda rng: choose(rng, ["deep", "viridis", ["r", "b"], {"a": "r"}]),
    "name": lambda rng: choose(rng, hostile.TEXTS),
    "label": lambda rng: choose(rng, [*hostile.TEXTS, 3]),
    "prevalence": lambda rng: choose(rng, [0.1, [0.1, 0.5], 5e-324, 1.0]),
    "progress": lambda _: False,
    "threshold": lambda rng: choose(rng, [0.5, -np.inf, np.inf, [0.1, 0.9]]),
    "beta": lambda rng: choose(rng, [0, 0.5, 2, 1e200, -1]),
    "cost": lambda rng: choose(rng, [(1, 5), (0, 0), (1e308, 1e308)]),
    "n_jobs": lambda rng: choose(rng, JOBS),
}
JOBS = [
    1, 2, 3, -1, None, 0, -2, 2.0, True, "2", np.int8(2), np.array([2]), np.array(2), 10**6, 2**63,
    10**400,
]  # fmt: skip
STYLES = {
    "linewidth": [2, "a", None, np.nan, [1, 2]], "color": ["red", "zz", None, (1, 2), "C1"],
    "alpha": [0.5, 2, "a"], "zorder": [5, "a", None, np.nan, [1]], "visible": [False, "no"],
    "linestyle": ["--", "zz", (0, (1, 2)), (0, "a")], "marker": ["o", "zz", None, 3],
    "snap": ["a", True], "gid": ["a"], "label": [3, "_a", "\ud800"], "path_effects": [3, []],
    "hatch": ["x", "zz", 3], "facecolor": ["none", "zz"], "transform": [3], "markevery": ["a", 2],
    "markersize": [0, "a", np.inf], "nosuch": [1], "s": [30, "a"], "rasterized": ["a", True],
    "drawstyle": ["steps"], "dashes": ["a", (1, 2)], "clip_on": [np.array([1, 0]), False],
}  # fmt: skip


@dataclass
class Call:
    """A call, and how it is shown."""

    function: Any
    args: list[Any] = field(default_factory=list)
    kwargs: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    def __str__(self):
        given = [*map(short, self.args)]
        given += [f"{key}={short(value)}" for key, value in self.kwargs.items()]
        return f"{self.name}({', '.join(given)})"


def short(value):
    return re.sub(r"\s+", " ", f"{type(value).__name__}: {value!r}")[:160]


def random_call(rng, names=NUMBERS):
    """Return a call of one of some public names, with up to three hostile arguments."""
    name = choose(rng, names)
    return with_arguments(rng, getattr(prp, name), name)


def call_of_the_record(rng):
    """Return a call of what makes a curve, or of a curve's own methods."""
    name = choose(rng, [*MADE, *MADE[:1], *ASKED])
    owner = prp.ConfusionCurve if name in MADE else choose(rng, [CURVE, SCANNED, ONE_CLASS])
    return with_arguments(rng, getattr(owner, name), f"ConfusionCurve.{name}")


def with_arguments(rng, function, name, fine=FINE, guesses=GUESSES):
    """Return a call with fine arguments, of which some are replaced, and with further ones."""
    parameters = inspect.signature(function).parameters
    given = needed(rng, parameters, fine)
    if name == "scan":
        given |= {"y_true": "y", "y_score": "s", "progress": False}
    elif "data" in parameters and (rng.random() < 0.3 or name == "curveplot"):
        given |= {"data": table(rng), "y_true": "y", "y_score": choose(rng, ["s", ["s", "t"]])}
    optional = [key for key in parameters if key not in given and key not in ("ax", "axes", "fig")]
    for key in rng.permutation(optional)[: rng.integers(0, 3)].tolist():
        given[key] = guessed(rng, key, guesses)
    for key in rng.permutation(list(given))[: rng.integers(0, 3)].tolist():
        is_array = isinstance(given[key], np.ndarray) and given[key].ndim > 0
        given[key] = spoilt_or_any(rng, given[key]) if is_array else guessed(rng, key, guesses)
    if "n_boot" in parameters and "n_boot" not in given:
        given["n_boot"] = 400
    by_position = [key for key in ("y_true", "y_score") if key in given]
    if any(parameters[key].kind is inspect.Parameter.KEYWORD_ONLY for key in by_position):
        by_position = []
    args = [given.pop(key) for key in by_position]
    return Call(function, args, given, name)


# Nested, masked, empty and huge values, texts that no file can hold, and no values at all.
ALONE = [
    [1, [2]], np.ma.array([1.0, 2.0], mask=[0, 1]), [[]], 10**400, "\x00", "\ud800", float("nan"),
    object(), {"a": [1]}, b"a",
]  # fmt: skip


def with_one_wrong(name):
    """Return calls of a public name, in each of which one argument is hostile."""
    function = getattr(prp, name)
    parameters = inspect.signature(function).parameters
    wrong = [(key, value) for key in parameters for value in ALONE if key not in ("ax", "fig")]
    for key, value in wrong:
        given = needed(np.random.default_rng(0), parameters)
        if name in ("scan", "curveplot"):
            given |= {"y_true": "y", "y_score": "s"}
            given |= {"progress": False} if name == "scan" else {"data": FINE["data"](RANDOM)}
        if "n_boot" in parameters:
            given["n_boot"] = 400
        yield Call(function, [], given | {key: value}, name)


def needed(rng, parameters, fine=FINE):
    """Return a fine value of each argument that a call needs."""
    keys = [key for key, one in parameters.items() if one.default is one.empty or key == "y_score"]
    return {key: fine[key](rng) for key in keys if key in fine}


def spoilt_or_any(rng, value):
    return hostile.spoilt(rng, value) if rng.random() < 0.8 else hostile.anything(rng)


def guessed(rng, key, guesses=GUESSES):
    """Return a value for an argument: a likely one, or any."""
    if key.endswith("_kws") and rng.random() < 0.8:
        chosen = rng.permutation(list(STYLES))[: rng.integers(1, 3)].tolist()
        return {one: choose(rng, STYLES[one]) for one in chosen}
    if key.startswith("show_") and rng.random() < 0.8:
        return bool(rng.integers(2))
    if key in guesses and rng.random() < 0.7:
        return guesses[key](rng)
    return hostile.anything(rng)


def bystander():
    """Draw what no call may touch."""
    figure = plt.figure()
    figure.add_axes((0, 0, 1, 1), label="bystander").plot([0, 1])
    plt.figure()
