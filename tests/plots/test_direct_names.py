"""Names of curves beside them: in the axes, over nothing, each once, and so after every change."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.path import Path
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import HULL
from tests.cases import sampled, slowly
from tests.plots.artists import (
    check_that_curves_are_clear,
    check_that_words_are_clear,
    contrast,
    leaders,
    legend_texts,
    marked,
    name_in,
    shown_texts,
)

PLOTS = {"pr": prp.plot_pr, "roc": prp.plot_roc, "prg": prp.plot_prg, "npr": prp.plot_npr}


def spread_models(count):
    rng = np.random.default_rng(count)
    y = rng.random(200) < 0.3
    return y, {f"model {i}": y * 2.5 * (i + 1) / count + rng.normal(size=200) for i in range(count)}


def near_models(count):
    """Return models that are nearly one, and two that are the same."""
    rng = np.random.default_rng(count)
    y = rng.random(200) < 0.3
    scores = 1.2 * y + rng.normal(size=200)
    alike = {f"a rather long name {i}": scores + 0.15 * rng.normal(size=200) for i in range(count)}
    return y, alike | {"a rather long name 1": alike["a rather long name 0"]}


def check(ax, names):
    """Assert that each curve is named once, clearly, in its colour or in the legend."""
    check_that_curves_are_clear(check_that_words_are_clear(ax.figure, names))
    check_words_beside_curves(ax, names)


def check_words_beside_curves(ax, names):
    """Assert that words are in the axes, and names in the colours of curves, or lead to them."""
    frame = ax.get_window_extent().padded(1)
    held = [*marked(ax, HULL), *marked(ax)]
    lines = {line.get_label().removeprefix("_").split(" (")[0]: line for line in held}
    for text in shown_texts(ax):
        box = Text.get_window_extent(text)
        assert (frame.p0 <= box.p0).all(), text.get_text()
        assert (box.p1 <= frame.p1).all(), text.get_text()
        if name_in(text) in names:
            check_color(ax, text, lines[name_in(text)])
    check_leaders(ax, lines)


def check_color(ax, text, line):
    """Assert that a name has its curve's colour, or one nearer the text's that can be read."""
    ink, paper = (np.array(to_rgb(one)) for one in (ax.xaxis.label.get_color(), ax.get_facecolor()))
    own, color = np.array(to_rgb(line.get_color())), np.array(to_rgb(text.get_color()))
    share = (color - own) @ (ink - own) / max((ink - own) @ (ink - own), 1e-9)
    np.testing.assert_allclose(own + share * (ink - own), color, atol=0.01)
    assert contrast(color, paper) >= 2.95
    assert share < 0.01 or contrast(own, paper) < 3


def check_leaders(ax, lines):
    """Assert that leaders end on their curves, and cross no name and at most one other curve."""
    paths = {
        name: line.get_path().transformed(line.get_transform()) for name, line in lines.items()
    }
    for text, ends in leaders(ax):
        name = name_in(text)
        if name not in lines:
            continue
        at = paths[name].vertices[np.isfinite(paths[name].vertices).all(axis=1)]
        first, step = at[:-1], np.diff(at, axis=0)
        length = np.maximum((step**2).sum(axis=1), 1e-300)
        along = np.clip(((ends[1] - first) * step).sum(axis=1) / length, 0, 1)
        assert np.hypot(*(first + along[:, None] * step - ends[1]).T).min() < 2
        way = Path(ends)
        others = [Text.get_window_extent(one) for one in shown_texts(ax) if one is not text]
        assert not any(way.intersects_bbox(box, filled=False) for box in others)
        crossed = [path.intersects_path(way, filled=False) for path in paths.values()]
        # Its own one, and one other.
        assert sum(crossed) <= 2


def directly(plot, data, size, **options):
    _, ax = plt.subplots(figsize=np.broadcast_to(size, 2), layout="constrained")
    plot(*data, legend="direct", ax=ax, **options)
    ax.figure.draw_without_rendering()
    return ax


CASES = [
    *[("pr", spread_models, count, 3) for count in (2, 3, 5)],
    ("pr", spread_models, 8, 4.5),
    *[("pr", near_models, count, 3) for count in (2, 5)],
    ("pr", near_models, 12, 5.5),
    *[("roc", spread_models, count, 3) for count in (2, 5)],
    *[("roc", near_models, count, 3) for count in (2, 5)],
    *[("prg", spread_models, count, 3) for count in (2, 4)],
    ("npr", near_models, 3, 3),
    ("npr", spread_models, 5, 3.5),
    ("pr", spread_models, 12, 5),
    ("roc", near_models, 7, 4.5),
    ("pr", near_models, 6, 5),
    ("prg", near_models, 12, 6.4),
]


@pytest.mark.parametrize(("kind", "models", "count", "size"), sampled(CASES, every=7))
def test_names_stand_clear_and_say_all(kind, models, count, size):
    data = models(count)
    check(directly(PLOTS[kind], data, size), list(data[1]))


CHANGES = [
    ("pr", spread_models, 3, 3),
    ("pr", near_models, 3, 4),
    ("roc", spread_models, 4, 3.5),
    ("npr", spread_models, 3, 4),
]


@pytest.mark.parametrize(("kind", "models", "count", "size"), sampled(CHANGES, every=4))
def test_names_stay_clear_when_the_figure_changes(kind, models, count, size, tmp_path):
    data = models(count)
    ax = directly(PLOTS[kind], data, size)
    figure, names = ax.figure, list(data[1])
    for change in (
        lambda: figure.set_size_inches(1.3 * size, 0.9 * size),
        lambda: figure.set_size_inches(0.7 * size, 0.7 * size),
        lambda: figure.set_dpi(170),
        lambda: figure.savefig(tmp_path / "figure.png", dpi=60),
    ):
        change()
        check(ax, names)


@pytest.mark.parametrize("style", sampled(["dark_background", "default"], every=2))
def test_references_words_make_room_for_names(style):
    data = spread_models(3)
    with plt.style.context(style):
        ax = directly(prp.plot_pr, data, 5, show_chance=True, show_isometrics=True)
        check(ax, list(data[1]))
        assert legend_texts(ax) == []
        assert any("unachievable" in text.get_text() for text in shown_texts(ax))


@pytest.mark.parametrize("plot", ["plot_spaces", slowly("plot_hull")])
def test_each_panel_says_its_own_number(plot):
    y, models = spread_models(2)
    options = {"spaces": ["roc", "pr"]} if plot == "plot_spaces" else {}
    panels = getattr(prp, plot)(y, models, legend="direct", **options)
    check_that_curves_are_clear(check_that_words_are_clear(panels[0].figure, [*models, *models]))
    for ax, (head, area) in zip(panels, (("AUROC", prp.auroc), ("AUCPR", prp.aucpr)), strict=True):
        check_words_beside_curves(ax, list(models))
        shown = [*legend_texts(ax), *(text.get_text() for text in shown_texts(ax))]
        said = " ".join(" ".join(shown).replace("(", "").split())
        for key, scores in models.items():
            assert f"{key} {head} {area(y, scores):.3f}" in said


@pytest.mark.parametrize("first", sampled(["auto", "direct"], every=2))
def test_a_second_call_keeps_the_earlier_names(first):
    y, models = spread_models(3)
    _, ax = plt.subplots(figsize=(5, 5), layout="constrained")
    for i, (name, scores) in enumerate(models.items()):
        prp.plot_pr(y, scores, name=name, legend="direct" if i else first, ax=ax)
    check(ax, list(models))


@pytest.mark.parametrize("how", sampled(["remove", "hide"], every=2))
def test_a_name_goes_with_its_curve(how):
    y, models = spread_models(3)
    ax = directly(prp.plot_pr, (y, models), 5)
    for line in marked(ax)[:2]:
        line.remove() if how == "remove" else line.set_visible(False)
    check(ax, ["model 2"])
    assert not {"model 0", "model 1"} & set(map(name_in, shown_texts(ax)))


def test_folds_alone_are_named_once_for_each_group():
    rng = np.random.default_rng(2)
    y = np.arange(240) % 4 == 0
    scores = rng.normal(size=240) + y * np.where(np.arange(240) < 120, 0.5, 3)
    rows = {"hue": np.repeat(["poor", "good"], 120), "units": np.arange(240) // 4 % 3}
    ax = directly(prp.plot_pr, (y, scores), 5, estimator=None, **rows)
    check_that_words_are_clear(ax.figure, ["poor", "good"])


def test_an_unknown_legend_is_refused():
    y, models = spread_models(2)
    with pytest.raises(ValueError, match=r"legend"):
        prp.plot_pr(y, models, legend="directly")
    assert plt.get_fignums() == []
