import pickle
import runpy
import sys
from functools import lru_cache
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.draw.placement import ground

GALLERY = Path(__file__).parents[2] / "gallery"
SCRIPTS = sorted(GALLERY.glob("*/plot_*.py"))


@pytest.fixture(autouse=True)
def measured_anew(text_placeholders):
    """Forget how wide letters are, and afterwards how wide placeholders are."""
    ground._measured.cache_clear()
    yield
    ground._measured.cache_clear()


compared = pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})


def square(**style):
    return plt.subplots(figsize=(4, 4), layout="constrained", **style)


@compared
def test_plot_pr(labels, models):
    fig, ax = square()
    prp.plot_pr(labels, models, show_chance=True, ax=ax)
    return fig


@compared
def test_plot_pr_isometrics(labels, models):
    fig, ax = square()
    prp.plot_pr(labels, models["good"], name="good", show_isometrics=True, beta=2, ax=ax)
    return fig


@compared
def test_plot_pr_dark(labels, models):
    with plt.style.context("dark_background"):
        fig, ax = square()
        prp.plot_pr(labels, models, show_chance=True, ax=ax)
    return fig


@compared
def test_plot_pr_groups(curve):
    fig, ax = square()
    curves = {f"π = {pi}": curve.at_prevalence(pi) for pi in (0.1, 0.5)}
    prp.plot_pr(curves, show_chance=True, ax=ax)
    return fig


@compared
def test_plot_pr_interpolations():
    curve = prp.ConfusionCurve.from_counts([2, 4], [1, 6], 8, 12)
    fig, axes = plt.subplots(1, 4, figsize=(12, 3.4), layout="constrained")
    for ax, way in zip(axes, ("exact", "integer", "linear", "step"), strict=True):
        prp.plot_pr(curve, interpolation=way, ax=ax)
    return fig


@compared
def test_plot_roc(labels, models):
    fig, ax = square()
    prp.plot_roc(labels, models, show_isometrics=True, ax=ax)
    return fig


@compared
def test_plot_pr_hull(labels, models):
    fig, ax = square()
    prp.plot_pr(labels, models, show_hull=True, ax=ax)
    return fig


@compared
def test_plot_roc_hull(labels, models):
    fig, ax = square()
    prp.plot_roc(labels, models["good"], show_hull=True, ax=ax)
    return fig


@compared
def test_plot_hull():
    curve = prp.ConfusionCurve.from_counts([4, 6, 8, 8, 11], [0, 3, 4, 9, 9], 12, 30)
    return prp.plot_hull(curve)[0].figure


@compared
def test_plot_hull_models(labels, models):
    return prp.plot_hull(labels, models)[0].figure


@compared
def test_plot_hull_dark(labels, models):
    with plt.style.context("dark_background"):
        return prp.plot_hull(labels, models["tied"])[0].figure


@compared
def test_plot_spaces(labels, models):
    return prp.plot_spaces(labels, models, show_hull=True)[0].figure


@compared
def test_plot_prg(labels, models):
    fig, ax = square()
    prp.plot_prg(labels, models, show_isometrics=True, ax=ax)
    return fig


@compared
def test_plot_prg_calibration(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
    prp.plot_prg(labels, models["good"], show_calibration=True, ax=axes[0])
    prp.plot_roc(labels, models["good"], show_calibration=True, ax=axes[1])
    return fig


@compared
def test_plot_pr_baseline(labels, models):
    fig, ax = square()
    prp.plot_pr(labels, models, show_baseline=True, ax=ax)
    return fig


@compared
def test_plot_f_gain(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4.4), layout="constrained")
    prp.plot_f_gain(labels, models["good"], threshold=0.4, ax=axes[0])
    prp.plot_f_gain(labels, models, ax=axes[1])
    return fig


@compared
def test_plot_rank_agreement():
    rng = np.random.default_rng(0)
    rows = [
        (f"t{i}", model, *pair)
        for i in range(20)
        for model, pair in enumerate(rng.normal(size=(8, 2)).cumsum(axis=1))
    ]
    table = pd.DataFrame(rows, columns=["task", "model", "aucpr", "auprg"])
    fig, ax = square()
    prp.plot_rank_agreement(table, ax=ax)
    return fig


@compared
def test_draw_grid():
    fig, axes = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
    pairs = (prp.draw.PRG, prp.draw.ROC), (prp.draw.ROC, prp.draw.PRG)
    for ax, (of, into) in zip(axes, pairs, strict=True):
        prp.draw.dress(ax, into)
        prp.draw.draw_grid(of, into, 28, 400, ax)
    return fig


def even_folds(labels, scores):
    part = np.argsort(np.argsort(labels, kind="stable")) % 4
    return [prp.ConfusionCurve.from_scores(labels[part == k], scores[part == k]) for k in range(4)]


@compared
def test_plot_npr(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4.2), layout="constrained")
    prp.plot_npr(labels, models, ax=axes[0])
    prp.plot_npr(
        labels, models["good"], show_hull=True, show_isometrics=True, show_baseline=True, ax=axes[1]
    )
    return fig


@compared
def test_plot_spaces_with_npr(labels, models):
    return prp.plot_spaces(labels, models, spaces=("roc", "pr", "npr", "prg"))[0].figure


@compared
def test_plot_folds(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4.2), layout="constrained")
    folds = {name: even_folds(labels, scores) for name, scores in models.items()}
    prp.plot_pr(folds["good"], errorbar="sd", show_chance=True, ax=axes[0])
    both = {name: folds[name] for name in ("good", "poor")}
    prp.plot_npr(both, errorbar=("pi", 90), ax=axes[1])
    return fig


@compared
def test_plot_folds_dark(labels, models):
    with plt.style.context("dark_background"):
        fig, ax = square()
        prp.plot_pr(even_folds(labels, models["good"]), errorbar="sd", ax=ax)
    return fig


@compared
def test_plot_prevalences(curve):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4.2), layout="constrained")
    prp.plot_pr(curve, prevalence=[0.5, 0.1, 0.01], show_chance=True, ax=axes[0])
    prp.plot_npr(curve, prevalence=[0.5, 0.1, 0.01], ax=axes[1])
    return fig


@compared
def test_plot_downsampling(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 3.8), layout="constrained")
    prp.plot_downsampling(labels, models["good"], ax=axes[0])
    prp.plot_downsampling(labels, models, score="aucpr", ax=axes[1])
    return fig


@compared
def test_plot_tasks(labels, models):
    tasks = {"even": (labels, models), "rare": (labels[::-1] & (np.arange(300) % 3 == 0), models)}
    table = prp.rank_table(tasks, metrics=["aucpr"], progress=False)
    fig, axes = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    prp.plot_tasks(table[table.model == "good"].drop(columns="model"), ax=axes[0], legend=False)
    prp.plot_tasks(table, ax=axes[1])
    return fig


@compared
def test_plot_modified_isometrics():
    fig, axes = plt.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
    prp.plot_isometrics(0.33, score="modified_f", ax=axes[0])
    prp.plot_isometrics(0.33, show_unachievable=False, ax=axes[1])
    prp.plot_isometrics(0.33, space="npr", ax=axes[2])
    return fig


@compared
def test_plot_groups_of_a_table(labels, models):
    table = pd.DataFrame({"y": labels, **models})
    table["fold"] = np.argsort(np.argsort(labels, kind="stable")) % 3
    table["depth"] = np.arange(300) // 100
    fig, axes = plt.subplots(1, 3, figsize=(12, 4.2), layout="constrained")
    prp.plot_pr("y", ["good", "poor"], data=table, ax=axes[0])
    prp.plot_roc("y", "good", data=table, hue="depth", ax=axes[1])
    prp.plot_prg("y", "good", data=table, units="fold", errorbar="sd", ax=axes[2])
    return fig


@compared
def test_plot_classes():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 200)
    scores = rng.normal(size=(200, 3)) + 1.5 * np.eye(3)[y]
    fig, axes = plt.subplots(1, 3, figsize=(12, 4.2), layout="constrained")
    for ax, average in zip(axes, (None, "micro", "macro"), strict=True):
        prp.plot_pr(y, scores, average=average, ax=ax)
    return fig


@compared
def test_curveplot(labels, models):
    table = pd.DataFrame({"y": labels, **models})
    table["site"] = np.where(np.arange(300) % 2 == 0, "north", "south")
    table["depth"] = np.arange(300) // 100
    grid = prp.curveplot(table, y_true="y", y_score="good", col="depth", hue="site", progress=False)
    return grid.figure


@compared
def test_plot_isometrics():
    fig, axes = plt.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
    points = {"B": (0.7, 0.331579), "C": (0.3, 0.9)}
    for ax, space in zip(axes, ("pr", "roc", "prg"), strict=True):
        prp.plot_isometrics(0.33, space=space, points=points, ax=ax)
    return fig


@compared
def test_plot_min():
    fig, ax = square()
    prp.plot_min([0.05, 0.2, 0.4, 0.6, 0.8], ax=ax)
    return fig


@compared
def test_plot_aucpr_min():
    fig, axes = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained")
    prp.plot_aucpr_min(ax=axes[0])
    prp.plot_aucpr_min(normalize=True, ax=axes[1])
    return fig


@compared
def test_draw_layers():
    curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 60)
    fig, ax = square()
    prp.draw.dress(ax, prp.draw.PR)
    border = prp.draw.trace(prp.draw.minimum_curve(20, 60), prp.draw.PR)
    prp.draw.draw_region(border, ax)
    prp.draw.draw_trace(border, ax, {"color": "0.3"})
    prp.draw.draw_trace(prp.draw.trace(curve, prp.draw.PR), ax, {"color": "C3"})
    prp.draw.draw_points(curve.recall, curve.precision, ax, {"color": "C3"})
    return fig


# Widths of a column and of a page of a paper, in inches.
COLUMN, PAGE = 3.25, 7.0
SIZES = [
    pytest.param(script, in_print, id=f"{script.stem}_in_print" if in_print else script.stem)
    for script in SCRIPTS
    for in_print in (False, True)
]


@lru_cache(maxsize=1)
def drawn(script):
    """Run a script of the gallery, once for both sizes; return its figure, not yet laid out."""
    runpy.run_path(str(script), run_name="__main__")
    assert len(plt.get_fignums()) == 1
    return pickle.dumps(plt.gcf())


def fit_paper(figure):
    """Make a figure as wide as a column, or as a page if it has several panels."""
    panels = [ax for ax in figure.axes if ax.get_label() != "<colorbar>"]
    size = figure.get_size_inches()
    figure.set_size_inches(size * (COLUMN if len(panels) == 1 else PAGE) / size[0])


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
@pytest.mark.parametrize(("script", "in_print"), SIZES)
@compared
def test_gallery(script, in_print, monkeypatch):
    # The gallery runs on what the package itself needs.
    for absent in ("scipy", "sklearn"):
        monkeypatch.setitem(sys.modules, absent, None)
    figure = pickle.loads(drawn(script))
    if in_print:
        fit_paper(figure)
    return figure


def test_every_figure_of_the_papers_is_in_the_gallery():
    made = {script.stem.removeprefix("plot_") for script in SCRIPTS}
    boyd = {f"boyd_fig{part}" for part in ("1", "2", "3a", "3b", "4")}
    boyd |= {"boyd_table2", "boyd_table3", "boyd_modified_f"}
    davis = {f"davis_fig{number}" for number in range(1, 8)} | {"davis_table1"}
    flach = {f"flach_fig{number}" for number in range(1, 6)}
    real = {
        "benchmarks",
        "breast_cancer",
        "classes",
        "tidy_table",
        "published",
        "thresholds",
        "direct_labels",
        "npr",
        "cross_validation",
        "folds",
        "tasks",
        "prevalence",
        "downsampling",
    }
    assert made >= boyd | davis | flach | real | {"davis_tuning", "davis_conventions"}


def test_image_comparison_is_switched_on(request):
    assert request.config.getoption("--mpl") or request.config.getoption("--mpl-generate-path")
