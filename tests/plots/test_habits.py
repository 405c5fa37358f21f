"""Habits of seaborn's users: themes and styles before our calls, panels of tables after them."""

import contextlib

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.colors import to_hex, to_rgba
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import CURVE, MINIMUM
from tests.cases import sampled
from tests.plots.artists import (
    check_that_words_are_clear,
    contrast,
    legend_texts,
    marked,
    shown_texts,
    words,
)


@contextlib.contextmanager
def theme():
    with mpl.rc_context():
        sns.set_theme(color_codes=False)
        yield


@contextlib.contextmanager
def talk():
    with mpl.rc_context():
        sns.set_context("talk")
        yield


@contextlib.contextmanager
def dark():
    with mpl.rc_context():
        plt.style.use("dark_background")
        yield


@contextlib.contextmanager
def dark_grid():
    with mpl.rc_context():
        rc = {"axes.facecolor": "#222222"}
        # Color codes would stay: "k" is another black from then on.
        sns.set_theme(style="dark", palette="pastel", color_codes=False, rc=rc)
        mpl.rcParams.update({"axes.labelcolor": "0.2", "figure.facecolor": "white"})
        yield


HABITS = pytest.mark.parametrize("habit", [theme, talk, dark], ids=lambda habit: habit.__name__)


@pytest.fixture(scope="module")
def table():
    """Return 120 rows of two sites, each with two kinds; s and t are scores."""
    rng = np.random.default_rng(3)
    y = np.arange(120) % 3 == 0
    s = rng.normal(size=120) + y * 1.5
    held = {"y": y.astype(int), "s": s, "t": s + rng.normal(size=120)}
    held |= {"site": np.repeat(["north", "south"], 60)}
    return pd.DataFrame({**held, "kind": np.where(np.arange(120) // 3 % 2, "a", "b")})


def ground_of(text, figure):
    """Return what a text is written on: the axes if it lies in them, else the figure."""
    x, y = np.mean(Text.get_window_extent(text).get_points(), axis=0)
    for ax in figure.axes:
        if ax.get_window_extent().contains(x, y) and to_rgba(ax.get_facecolor())[3] > 0.5:
            return to_hex(ax.get_facecolor())
    paper = figure.get_facecolor()
    return to_hex(paper) if to_rgba(paper)[3] > 0.5 else "#ffffff"


def check_texts(figure):
    """Assert that all texts can be read, and overlap no other."""
    page = check_that_words_are_clear(figure)
    ticks = [text for axis in page.axis_ticks for text in axis]
    found = [*page.words, *page.legend_texts, *page.axis_labels, *ticks]
    found = [text for text in found if text.get_text().strip()]
    assert len(found) > 5
    for text in found:
        assert contrast(text.get_color(), ground_of(text, figure)) >= 3, text.get_text()


CALLS = {
    "pr": lambda y, m, **o: prp.plot_pr(y, m, show_chance=True, **o),
    "isometrics": lambda y, m, **o: prp.plot_pr(y, m["good"], show_isometrics=True, **o),
    "roc": prp.plot_roc,
    "thresholds": lambda y, m, **o: prp.plot_pr(y, m["good"], thresholds=[0.5, 2], **o),
    "by_threshold": lambda y, m, **o: prp.plot_pr(y, m["good"], color="threshold", **o),
    "direct": lambda y, m, **o: prp.plot_pr(y, m, **{**o, "legend": "direct"}),
    "spaces": prp.plot_spaces,
}


def state():
    return {key: value for key, value in mpl.rcParams.items() if key != "backend"}


@pytest.mark.parametrize("habit", sampled([theme, talk, dark], every=3))
def test_nothing_of_matplotlibs_state_changes(labels, models, table, habit):
    with habit():
        before, library = state(), {key: dict(held) for key, held in plt.style.library.items()}
        for call in ("pr", "by_threshold", "spaces"):
            CALLS[call](labels, models, legend="auto")
            plt.close("all")
        prp.curveplot(table, y_true="y", y_score="s", col="site", hue="kind")
        assert state() == before
        assert {key: dict(held) for key, held in plt.style.library.items()} == library


@pytest.mark.parametrize(("habit", "call"), sampled([theme, talk, dark], CALLS, every=8))
def test_every_text_can_be_read_and_covers_no_other(labels, models, habit, call):
    with habit():
        axes = CALLS[call](labels, models, legend="auto")
        check_texts(np.ravel(axes)[0].figure)


@pytest.mark.parametrize("habit", sampled([dark, talk, theme], every=3))
def test_every_text_of_panels_can_be_read(table, habit):
    with habit():
        grid = prp.curveplot(table, y_true="y", y_score="s", col="site", hue="kind")
        check_texts(grid.figure)


def test_a_dark_panel_on_a_light_figure_can_be_read(labels, models):
    with dark_grid():
        ax = prp.plot_pr(labels, models, legend="direct")
        check_texts(ax.figure)
        assert shown_texts(ax)


@pytest.mark.parametrize("style", ["default", "dark_background"])
def test_the_chance_of_each_group_can_be_read(style):
    y = np.r_[np.arange(60) % 2 == 0, np.arange(60) % 3 == 0]
    scores = np.random.default_rng(1).normal(size=120) + y
    with plt.style.context(style):
        ax = prp.plot_pr(y, scores, hue=np.repeat(["a", "b"], 60), show_chance=True)
        check_texts(ax.figure)


@HABITS
def test_the_cycle_of_the_theme_is_taken(labels, models, habit):
    with habit():
        ax = prp.plot_pr(labels, models, legend=False)
        cycle = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
        drawn = [line.get_color() for line in ax.lines if line.get_gid() == CURVE.name]
        assert [to_hex(one) for one in drawn] == [to_hex(one) for one in cycle[:3]]


# Panels of a table.


def said(ax):
    return [words(line).split(" (")[0] for line in marked(ax)]


def test_panels_have_groups_in_colours_and_columns_in_dashes(table):
    options = {"col": "site", "hue": "kind", "legend": False}
    grid = prp.curveplot(table, y_true="y", y_score=["s", "t"], **options)
    for site, ax in grid.axes_dict.items():
        assert said(ax) == ["s, b", "s, a", "t, b", "t, a"]
        colors = [to_hex(line.get_color()) for line in marked(ax)]
        assert colors[:2] == colors[2:]
        assert len(set(colors)) == 2
        dashes = [line._unscaled_dash_pattern for line in marked(ax)]
        assert dashes[0] == dashes[1] != dashes[2] == dashes[3]
        part = table[(table.site == site) & (table.kind == "a")]
        area = prp.aucpr(part.y, part.t)
        assert words(marked(ax)[3]) == f"t, a (AUCPR {area:.3f})"


def test_a_style_has_one_dash_in_all_panels(table):
    held = table[(table.site == "north") | (table.kind == "a")]
    grid = prp.curveplot(held, y_true="y", y_score="s", col="site", style="kind")
    north, south = (marked(ax) for ax in grid.axes.flat)
    assert [line.get_label()[0] for line in north] == ["b", "a"]
    assert north[0].get_color() == north[1].get_color()
    assert north[0]._unscaled_dash_pattern != north[1]._unscaled_dash_pattern
    assert south[0].get_label().startswith("a")
    assert south[0]._unscaled_dash_pattern == north[1]._unscaled_dash_pattern


def test_a_panel_without_positives_is_warned_of_and_drawn(table):
    held = table.assign(y=table.y.map({0: "well", 1: "ill"}))
    held.loc[held.site == "south", "y"] = "well"
    options = {"y_true": "y", "y_score": "s", "col": "site", "pos_label": "ill"}
    with pytest.warns(prp.UndefinedMetricWarning, match="no positives") as seen:
        grid = prp.curveplot(held, **options)
    assert {one.category for one in seen} == {prp.UndefinedMetricWarning}
    part = table[table.site == "north"]
    (line,) = marked(grid.axes_dict["north"])
    assert line.get_ydata()[-1] == pytest.approx(part.y.mean())
    (border,) = marked(grid.axes_dict["north"], MINIMUM)
    assert border.get_ydata()[-1] == pytest.approx(part.y.mean())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plot_kws": {"score": "aucpc"}}, r"score must be one of"),
        ({"plot_kws": {"curve_kws": {"nonsense": 1}}}, r"curve_kws"),
        ({"palette": ["red"], "hue": "kind"}, r"palette must have 2 colours"),
        ({"style": "sort"}, r"data has no column 'sort'"),
        ({"plot_kws": {"estimator": None}, "errorbar": "sd"}, r"errorbar"),
        ({"pos_label": 7}, r"7"),
    ],
)
def test_an_error_while_drawing_leaves_no_figure(table, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.curveplot(table, **{"y_true": "y", "y_score": "s", "col": "site", **options})
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    "plot", sampled([prp.plot_roc, prp.plot_pr, prp.plot_prg, prp.plot_npr], every=4)
)
def test_brief_and_full_legends_are_as_in_seaborn(plot):
    rng = np.random.default_rng(0)
    labels, hue = rng.random(900) < 0.4, np.repeat(np.arange(10, 19), 100)
    scores = rng.random(900) + labels

    def said(legend, hue):
        plt.figure()
        ax = plot(labels, scores, hue=hue, legend=legend)
        assert len(marked(ax)) == 9
        return [one.split(" (")[0] for one in legend_texts(ax)]

    numbers = [str(number) for number in range(10, 19)]
    assert [name for name in said("full", hue) if name in numbers] == numbers
    assert [n for n in said("brief", hue) if n in numbers] == ["10", "12", "13", "15", "16", "18"]
    # Names have no order: all are said.
    named = hue.astype(str) + np.array(["x"])
    assert len([n for n in said("brief", named) if n.endswith("x")]) == 9
