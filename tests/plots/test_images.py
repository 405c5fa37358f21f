import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from tests.cases import slowly
from tests.plots.images import COLUMN, PAGE, compared, in_both_sizes
from tests.plots.test_scanned import curve_of

pytestmark = pytest.mark.usefixtures("boxes_for_letters", "no_figures_kept")


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


@pytest.mark.slow
@compared
def test_plot_hull_models(labels, models):
    return prp.plot_hull(labels, models)[0].figure


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
def test_plot_difference(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
    pair = {name: models[name] for name in ("poor", "good")}
    prp.plot_difference(labels, pair, n_boot=400, seed=0, ax=axes[0])
    prp.plot_difference(labels, models, n_boot=400, seed=0, ax=axes[1])
    return fig


@pytest.mark.slow
@compared
def test_plot_difference_dark(labels, models):
    with plt.style.context("dark_background"):
        fig, ax = plt.subplots(figsize=(4, 3), layout="constrained")
        prp.plot_difference(labels, models, n_boot=400, seed=0, baseline="poor", ax=ax)
    return fig


def comparison(count):
    """Return differences of models that nobody trained."""
    rng = np.random.default_rng(count)
    found = []
    for i, center in enumerate(rng.normal(0, 0.06, count)):
        width = rng.uniform(0.02, 0.05)
        p = float(min(1, 8 * 10 ** (-2 * abs(center) / width)))
        ends = center - width, center + width
        name = f"model {i}, with a long name" if i % 4 == 0 else f"model {i}"
        found.append(prp.Difference(name, "rule", center, *ends, p / count, p))
    return prp.Comparison("aucpr", 0.95, "rule", 2000, tuple(found))


@compared
@pytest.mark.parametrize(("count", "size"), [(5, (3.25, 2.2)), slowly((30, (6, 5.5)))])
def test_plot_comparison(count, size):
    fig, ax = plt.subplots(figsize=size, layout="constrained")
    prp.plot_comparison(comparison(count), ax=ax)
    return fig


@pytest.mark.slow
@compared
def test_plot_comparison_dark():
    with plt.style.context("dark_background"):
        fig, ax = plt.subplots(figsize=(5, 3), layout="constrained")
        prp.plot_comparison(comparison(5), ax=ax)
    return fig


@pytest.mark.slow
@compared
def test_plot_modified_isometrics():
    fig, axes = plt.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
    prp.plot_isometrics(0.33, score="modified_f", ax=axes[0])
    prp.plot_isometrics(0.33, show_unachievable=False, ax=axes[1])
    prp.plot_isometrics(0.33, space="npr", ax=axes[2])
    return fig


@pytest.mark.slow
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


@pytest.mark.slow
@compared
def test_curveplot_of_classes():
    rng = np.random.default_rng(4)
    names = np.array(["ant", "bee", "dragonfly"])
    codes = rng.choice(3, 300, p=[0.5, 0.35, 0.15])
    models = {
        key: rng.normal(size=(300, 3)) + skill * np.eye(3)[codes]
        for key, skill in {"forest": 2, "linear": 1}.items()
    }
    grid = prp.curveplot(y_true=names[codes], y_score=models, col="class", progress=False)
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


def bands_of(kind, y_true, y_score, **options):
    """Return a function that draws bands of one test set."""

    def draw(ax):
        n_boot = 400 if kind == "ci" else None
        prp.plot_pr(y_true, y_score, errorbar=kind, n_boot=n_boot, seed=0, ax=ax, **options)

    return draw


def bands_drawn():
    """Return for each picture of bands the function that draws it."""
    rng = np.random.default_rng(5)
    y = np.arange(375) < 75
    rows = rng.normal(size=375)
    shared = {
        name: distance * y + 0.7 * rows + 0.7 * rng.normal(size=375)
        for name, distance in (("boosting", 2.2), ("forest", 1.8), ("logistic", 1.1))
    }
    alike = {"A": shared["forest"], "B": shared["forest"] + 0.25 * rng.normal(size=375)}
    prevalence = np.repeat([0.5, 0.1], [125, 250])
    where = np.repeat(["clinic", "screening"], [125, 250])
    sick = np.arange(375) % 10 < 10 * prevalence
    return {
        "pointwise": bands_of("ci", y, shared["forest"]),
        "simultaneous": bands_of("simultaneous", y, shared["forest"]),
        "models": bands_of("ci", y, shared),
        "pair": bands_of("ci", y, alike),
        "groups": bands_of("ci", sick, 1.7 * sick + rows, hue=where),
        "perfect": bands_of("ci", y, y + 0.1 * rng.random(375)),
        "scan": bands_of("simultaneous", curve_of(8, 800), None),
        "dark": bands_of("ci", y, shared),
    }


@pytest.mark.parametrize(
    ("name", "in_print"), in_both_sizes(bands_drawn(), ["models", "pair", "groups", "dark"])
)
@compared
def test_plot_bands(name, in_print):
    with plt.style.context("dark_background" if name == "dark" else "default"):
        size = (COLUMN, 2.8) if in_print else (4.8, 3.6)
        fig, ax = plt.subplots(figsize=size, layout="constrained")
        bands_drawn()[name](ax)
    return fig


def thresholds_drawn():
    """Return for each picture of metrics against the threshold the function that draws it."""
    rng = np.random.default_rng(6)
    y = rng.random(400) < 0.2
    logits = rng.normal(size=400) + 1.6 * y - 1.5
    scores = 1 / (1 + np.exp(-logits))
    saturated = 1 / (1 + np.exp(-5 * logits))
    fold, where = np.arange(400) % 5, np.where(np.arange(400) % 2, "clinic", "screening")
    published = prp.ConfusionCurve.from_counts(
        [20, 50, 80, 100], [2, 10, 60, 900], 100, 900, thresholds=[0.9, 0.7, 0.4, 0.1]
    )

    def of(*given, with_logit=False, **options):
        def draw(ax):
            prp.plot_thresholds(*given, ax=ax, **options)
            if with_logit:
                ax.set_xscale("logit", use_overline=True)

        return draw

    return {
        "single": of(y, scores),
        "groups": of(y, scores, hue=where),
        "folds": of(y, scores, units=fold, errorbar="sd"),
        "chosen": of(y, scores, x="rate", errorbar="ci", n_boot=400, seed=0, mark={"recall": 0.8}),
        "logit": of(y, saturated, with_logit=True),
        "published": of(published, None),
    }


@pytest.mark.parametrize(
    ("name", "in_print"), in_both_sizes(thresholds_drawn(), ["folds", "groups"])
)
@compared
def test_plot_thresholds(name, in_print):
    with plt.style.context("prplot.styles.paper" if in_print else "default"):
        size = (COLUMN, 2.8) if in_print else (4.8, 3.6)
        fig, ax = plt.subplots(figsize=size, layout="constrained")
        thresholds_drawn()[name](ax)
    return fig


@pytest.mark.parametrize(("spaces", "in_print"), in_both_sizes(["roc_pr_prg"], ["roc_pr_prg"]))
@compared
def test_plot_spaces_bands(labels, models, spaces, in_print):
    size = (PAGE, 2.6) if in_print else (10.5, 3.6)
    fig, axes = plt.subplots(1, 3, figsize=size, layout="constrained")
    shown = spaces.split("_")
    given = {"errorbar": "simultaneous", "seed": 0, "spaces": shown}
    prp.plot_spaces(labels, models["good"], axes=axes, **given)
    return fig


def test_image_comparison_is_switched_on(request):
    assert request.config.getoption("--mpl") or request.config.getoption("--mpl-generate-path")
