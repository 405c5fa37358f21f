"""Calls of what draws into axes or writes figures, and of curves as coordinates."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

import prplot as prp
from tests.fuzz import calls, hostile
from tests.fuzz.hostile import choose

# Functions of `prplot.draw`, and what they are given.
DRAWN = ("annotate", "draw_band", "draw_grid", "draw_points", "draw_region", "draw_trace")
DRAWN += ("draw_vertices", "dress")
COMPUTED = ("f_line", "minimum_curve", "perfect_curve", "project_grid", "random_curve", "trace")
COMPUTED += ("trace_line", "Trace")
VALUES = {"PR", "NPR", "PRG", "ROC", "Space"}
LOADED = ("breast_cancer", "digits", "load")
WRITTEN = ("describe", "savefig", "to_frame", "to_vega")


def space(rng):
    return choose(rng, [prp.draw.PR, prp.draw.NPR, prp.draw.PRG, prp.draw.ROC])


def some_trace(rng):
    """Return a trace, with an arc, without points or with few of them."""
    held = space(rng)
    return choose(
        rng,
        [
            prp.draw.trace(calls.CURVE, held, join=choose(rng, ["exact", "step"])),
            prp.draw.trace_line(prp.draw.f_line(0.5, 3), held, 3, 3),
            prp.draw.Trace(rng.random(2), rng.random(2), held),
            prp.draw.Trace(np.empty(0), np.empty(0), held),
        ],
    )


# As in `calls`, for parameters of these functions.
FINE = calls.FINE | {
    "curve": lambda _: calls.CURVE,
    "space": space,
    "of": space,
    "into": space,
    "level": lambda rng: rng.random(),
    "line": lambda rng: prp.draw.f_line(rng.random(), 3),
    "drawn": some_trace,
    "lower": some_trace,
    "upper": some_trace,
    "x": lambda rng: rng.random(3),
    "y": lambda rng: rng.random(3),
    "colors": lambda _: ["r", "g", "C0"],
    "name": lambda _: "digits",
    # Made by the call itself.
    "ax": lambda _: plt.gca(),
}
GUESSES = calls.GUESSES | {
    "style": lambda rng: calls.guessed(rng, "style_kws"),
    "curves": lambda rng: choose(rng, [[("a", calls.CURVE)], [], [calls.CURVE], [(None, None)]]),
    "home": lambda rng: choose(rng, [(0, 0.5), (2, -1), (np.nan, 0), (0,)]),
    "join": lambda rng: choose(rng, ["exact", "step", "linear", "integer", "points"]),
    "tolerance": lambda rng: choose(rng, [1e-3, 1e-9, 0, -1, np.nan, 1]),
    "most_fp": lambda rng: choose(rng, [3, 0, -1, np.inf]),
    "count": lambda rng: choose(rng, [1, 3, 0, 2.0]),
    "space": space,
    "into": space,
    "error": lambda rng: choose(rng, [0.0, 1e-4, -1]),
    "level": lambda rng: choose(rng, ["short", "long", 0.5, 1, 1e-300]),
    "path": lambda rng: choose(rng, PATHS),
    "alt": lambda rng: choose(rng, [*hostile.TEXTS, None]),
    "title": lambda rng: choose(rng, [*hostile.TEXTS, None]),
    "save_kws": lambda rng: choose(rng, SAVED),
    "fig": lambda rng: choose(rng, FIGURES)(rng),
}
PATHS = [
    "a.png", "a.svg", "a.pdf", "a.svgz", "a.eps", "a.jpg", "a.PNG", "a", "a.xyz", "", ".", ".png",
    "no/a.png", "a b'c.pdf", "é模型.svg", "a\x00.png", "\ud800.png", "a" * 300 + ".png", b"a.png",
    Path("a.webp"), Path("a.tif"), "$(a).png", "-o.png", "a.png.", "a\n.svg",
]  # fmt: skip
SAVED = [
    {"dpi": 50}, {"dpi": "a"}, {"dpi": -1}, {"dpi": 0}, {"dpi": np.nan}, {"format": "png"},
    {"nosuch": 1}, {"bbox_inches": "tight"}, {"bbox_inches": "zz"}, {"bbox_inches": 3},
    {"metadata": {"a": "b"}}, {"metadata": 3}, {"metadata": {"Title": "\ud800"}},
    {"facecolor": "zz"}, {"facecolor": "none"}, {"transparent": "no"}, {"pad_inches": "a"},
    {"backend": "zz"}, {"orientation": "zz"}, {"pil_kwargs": {"quality": "a"}}, {3: 4},
]  # fmt: skip


def bare(_):
    return plt.figure()


def foreign(_):
    """Return axes with what other programs draw."""
    _, ax = plt.subplots()
    ax.plot([0, 1], [1, 0])
    ax.bar([0], [1])
    return ax


def curves(rng):
    """Return axes with curves."""
    held = {"a": rng.random(calls.SIZE), "b": rng.random(calls.SIZE)}
    return prp.plot_pr(calls.table(rng)["y"], held)


def facets(_):
    return sns.FacetGrid(calls.table(np.random.default_rng(0)), col="g")


def panels(_):
    return plt.subplots(1, 2)[1]


def nested(_):
    return plt.figure().subfigures(1, 2)[0]


FIGURES = [bare, foreign, curves, facets, panels, nested]


def computed(rng):
    """Return a call that computes coordinates, or that reads stored predictions."""
    name = choose(rng, [*COMPUTED, *COMPUTED, *LOADED, "project", "invert"])
    if name in LOADED:
        return _call(rng, getattr(prp.datasets, name), f"datasets.{name}")
    owner = space(rng) if name in ("project", "invert") else prp.draw
    return _call(rng, getattr(owner, name), f"draw.{name}")


def drawn(rng):
    """Return a call that adds a layer to axes of its own."""
    name = choose(rng, DRAWN)
    _, ax = plt.subplots()
    if rng.random() < 0.7:
        prp.draw.dress(ax, space(rng))
    return _call(rng, getattr(prp.draw, name), f"draw.{name}")


def written(rng):
    """Return a call that describes or writes a figure."""
    name = choose(rng, WRITTEN)
    fine = FINE | {"fig": GUESSES["fig"], "path": lambda rng: choose(rng, PATHS[:6])}
    return calls.with_arguments(rng, getattr(prp, name), name, fine, GUESSES)


def _call(rng, function, name):
    return calls.with_arguments(rng, function, name, FINE, GUESSES)
