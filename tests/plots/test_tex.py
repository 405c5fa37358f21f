"""With TeX, our own words hold only what TeX reads; names of the user stay as they are."""

import re
import shutil

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.texmanager import TexManager
from matplotlib.text import Text

import prplot as prp
from prplot.draw.tex import check_formulas, typeset
from tests.cases import sampled

pytestmark = pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")

SPECIAL = re.compile(r"(?<!\\)[%_&#<>|~^{}\"]")
MINUS = re.compile(r"(?<![\w.)])-(?=[\d.])")


def has_only_what_tex_reads(text):
    outside = re.sub(r"\$[^$]+\$", "", text)
    return text.isascii() and "$" not in outside and not (SPECIAL.search(outside))


NO_FORMULA = r"$\alert{x}$"
Y, SCORES = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
ROWS = pd.DataFrame({"y": Y * 2, "s": SCORES * 2, "g": [NO_FORMULA] * 4 + ["k"] * 4})
AREAS = pd.DataFrame({"task": [NO_FORMULA], "aucpr": [0.5], "prevalence": [0.2]})
WITH_NO_FORMULA = {
    "a model": lambda: prp.plot_pr(Y, {NO_FORMULA: SCORES}),
    "an entry": lambda: prp.plot_roc(Y, SCORES, label=NO_FORMULA),
    "a group": lambda: prp.plot_thresholds("y", "s", data=ROWS, hue="g"),
    "a panel": lambda: prp.curveplot(data=ROWS, y_true="y", y_score="s", col="g"),
    "a difference": lambda: prp.plot_difference(
        Y, {"a": SCORES, NO_FORMULA: SCORES}, errorbar=None
    ),
    "a ratio": lambda: prp.plot_downsampling(Y, SCORES, name=NO_FORMULA),
    "a task": lambda: prp.plot_tasks(AREAS),
}


@pytest.mark.parametrize("case", WITH_NO_FORMULA)
def test_a_name_that_is_no_formula_is_refused_before_anything_is_drawn(case):
    with pytest.raises(ValueError, match=r"^the name .* that matplotlib can't draw: Unknown sym"):
        WITH_NO_FORMULA[case]()
    assert plt.get_fignums() == []


def test_names_that_can_be_drawn_and_those_for_tex_are_not_refused():
    check_formulas([None, 5, "$5", r"\$5 or \$6", r"$\alpha$"])
    with plt.rc_context({"text.usetex": True}):
        check_formulas([NO_FORMULA])


def test_words_are_typeset_for_tex_alone():
    words = "F2 β² = -0.5, π ≤ 20 %, ± a_b & 1e-05, well-known #1, (−3) × 4"
    assert typeset(words) == words.replace("-0.5", "\N{MINUS SIGN}0.5")
    with plt.rc_context({"axes.unicode_minus": False}):
        assert typeset(words) == words
    with plt.rc_context({"text.usetex": True}):
        written = typeset(words)
    assert written == (
        r"F2 $\beta^2$ = $-$0.5, $\pi$ $\leq$ 20 \%, $\pm$ a\_b \& 1e-05, well-known \#1, "
        r"($-$3) $\times$ 4"
    )
    assert has_only_what_tex_reads(written)


def test_words_are_typeset_for_the_backend_that_writes_tex(monkeypatch):
    monkeypatch.setattr("matplotlib.get_backend", lambda **_: "pgf")
    assert typeset("π") == r"$\pi$"


@pytest.fixture
def seen(monkeypatch):
    """Return the texts that TeX has to write, in rough sizes and without writing them."""
    texts = []

    def measured(tex, fontsize, renderer=None):
        texts.append(tex)
        size = fontsize * (renderer.points_to_pixels(1.0) if renderer else 1.0)
        return 0.5 * size * len(re.sub(r"\\\w+|[${}]", "", tex)), size, 0.2 * size

    monkeypatch.setattr(TexManager, "get_text_width_height_descent", staticmethod(measured))
    for renderer in (RendererAgg, RendererBase):
        monkeypatch.setattr(renderer, "draw_tex", lambda *_, **__: None)
    with plt.rc_context({"text.usetex": True}):
        yield texts


def scores_of_classes():
    y = np.arange(120) % 3
    return y, np.random.default_rng(5).normal(size=(120, 3)) + np.eye(3)[y]


def tasks(labels, models):
    tables = dict.fromkeys(("a", "b"), (labels, models))
    return prp.rank_table(tables, progress=False)


def negative(models):
    return -models["good"]


def panels_of(labels, models):
    table = pd.DataFrame({"y": labels, "s": models["good"], "g": np.arange(len(labels)) % 2})
    return prp.curveplot(table, y_true="y", y_score="s", col="g", progress=False)


ALL = {"show_chance": True, "show_baseline": True, "show_isometrics": True, "show_hull": True}
PLOTS = {
    "pr": lambda y, m: prp.plot_pr(y, m, **ALL, beta=2, thresholds=[-0.5, 0.5]),
    "pr_folds": lambda y, m: prp.plot_pr(
        y, m["good"], units=np.arange(300) % 4, errorbar="pi", show_chance=True, thresholds=-0.5
    ),
    "pr_prevalences": lambda y, m: prp.plot_pr(y, m["good"], prevalence=[0.1, 0.3, 0.5]),
    "direct": lambda y, m: prp.plot_pr(y, m, legend="direct"),
    "roc": lambda y, m: prp.plot_roc(y, m, show_calibration=True),
    "pr_band": lambda y, m: prp.plot_pr(y, m["good"], errorbar=("ci", 50), n_boot=40, seed=0),
    "roc_macro": lambda y, m: prp.plot_roc(*scores_of_classes(), average="macro", errorbar="sd"),
    "npr": prp.plot_npr,
    "prg": lambda y, m: prp.plot_prg(y, m["good"], show_calibration="beta", beta=2),
    "prg_negative": lambda y, m: prp.plot_prg(y, negative(m)),
    "threshold": lambda y, m: prp.plot_pr(y, m["good"], color="threshold"),
    "spaces": lambda y, m: prp.plot_spaces(y, {"a": m["good"], "b": negative(m)})[0],
    "hull": lambda y, m: prp.plot_hull(y, m)[0],
    "f_gain": lambda y, m: prp.plot_f_gain(y, m["good"], threshold=-0.5),
    "isometrics": lambda y, m: prp.plot_isometrics(
        0.3, score="modified_f", points={"A": (0.9, 0.3)}
    ),
    "isometrics_prg": lambda y, m: prp.plot_isometrics(0.3, space="prg", points={"A": (0.9, 0.28)}),
    "min": lambda y, m: prp.plot_min([0.1, 0.5]),
    "aucpr_min": lambda y, m: prp.plot_aucpr_min(),
    "downsampling": lambda y, m: prp.plot_downsampling(y, negative(m), progress=False),
    "rank_agreement": lambda y, m: prp.plot_rank_agreement(tasks(y, m)),
    "tasks": lambda y, m: prp.plot_tasks(tasks(y, m)),
    "tasks_of_one": lambda y, m: prp.plot_tasks(tasks(y, {"good": negative(m)})),
    "panels": lambda y, m: panels_of(y, m).axes.flat[0],
}


@pytest.mark.parametrize("plot", sampled(PLOTS, every=4))
def test_all_words_of_ours_are_such_as_tex_reads(labels, models, seen, plot):
    figure = PLOTS[plot](labels, models).figure
    figure.draw_without_rendering()
    texts = {text.get_text() for text in figure.findobj(Text)} | set(seen)
    # matplotlib itself writes powers of ten.
    own = {text.strip() for text in texts if "mathdefault{10^" not in text}
    assert len(own) > 5
    assert {text for text in own if not has_only_what_tex_reads(text)} == set()
    assert {text for text in own if MINUS.search(re.sub(r"\$[^$]+\$", "", text))} == set()


def test_minus_signs_of_ticks_are_in_formulas(labels, models, seen):
    ax = prp.plot_prg(labels, negative(models))
    ax.figure.draw_without_rendering()
    texts = [label.get_text() for label in ax.get_yticklabels()]
    assert r"$\mathdefault{-0.25}$" in texts
    assert r"$\mathdefault{0.5}$" in texts


def test_names_of_the_user_may_hold_tex(labels, models, seen):
    name = r"$\alpha_1$ \& b"
    ax = prp.plot_pr(labels, {name: models["good"], "c_d": models["poor"]})
    shown = {text.get_text() for text in ax.get_legend().get_texts()}
    assert {name, "c_d"} <= {text.split(" (")[0] for text in shown}


@pytest.mark.skipif(shutil.which("latex") is None, reason="LaTeX is not installed")
@pytest.mark.parametrize("plot", ["pr", "prg_negative", "npr", "rank_agreement", "spaces"])
def test_tex_writes_the_words(labels, models, plot):
    with plt.rc_context({"text.usetex": True}):
        figure = PLOTS[plot](labels, models).figure
        figure.draw_without_rendering()
