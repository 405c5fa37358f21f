"""Names of curves beside them: in the axes, over nothing, each once, and so after every change."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import CURVE, HULL, NAMED
from tests.cases import sampled
from tests.plots.artists import contrast, legend_texts, shown_texts

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


def without_number(said):
    return re.sub(r" \(.*", "", said)


def curves(ax):
    groups = NAMED.name, CURVE.name, HULL.name
    return [line for line in ax.lines if line.get_gid() in groups and np.size(line.get_xdata())]


def check_places(ax, names):
    """Assert that texts lie in the axes, off each other, and names off all curves."""
    renderer = ax.figure.canvas.get_renderer()
    frame, legend = ax.get_window_extent(), ax.get_legend()
    texts = shown_texts(ax)
    boxes = [Text.get_window_extent(text, renderer) for text in texts]
    for text, box in zip(texts, boxes, strict=True):
        assert frame.x0 - 1 <= box.x0 < box.x1 <= frame.x1 + 1, text.get_text()
        assert frame.y0 - 1 <= box.y0 < box.y1 <= frame.y1 + 1, text.get_text()
        if without_number(text.get_text()) in names:
            for line in curves(ax):
                way = line.get_path().transformed(line.get_transform())
                assert not way.intersects_bbox(box, filled=False), text.get_text()
    boxes += [] if legend is None else [legend.get_window_extent(renderer)]
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:i])


def check_names(ax, names):
    """Assert that each curve is named once, on the picture or in the legend."""
    said = [text.get_text() for text in shown_texts(ax)] + legend_texts(ax)
    assert sorted(set(names) & set(map(without_number, said))) == sorted(names)
    found = [one for one in map(without_number, said) if one in names]
    assert len(found) == len(set(found))


def check_leaders(ax, names):
    """Assert that names have their curve's colour, or one nearer the text's, and point to it."""
    by_name = {without_number(line.get_label().removeprefix("_")): line for line in curves(ax)}
    ink, paper = (np.array(to_rgb(one)) for one in (ax.xaxis.label.get_color(), ax.get_facecolor()))
    for text in shown_texts(ax):
        name = without_number(text.get_text())
        if name not in names:
            continue
        line = by_name[name]
        own, color = np.array(to_rgb(line.get_color())), np.array(to_rgb(text.get_color()))
        share = (color - own) @ (ink - own) / max((ink - own) @ (ink - own), 1e-9)
        np.testing.assert_allclose(own + share * (ink - own), color, atol=0.01)
        assert contrast(color, paper) >= 2.95
        assert share < 0.01 or contrast(own, paper) < 3
        if text.arrow_patch.get_visible():
            tip = ax.transData.transform(text.xy)
            at = ax.transData.transform(line.get_xydata())
            at = at[np.isfinite(at).all(axis=1)]
            first, step = at[:-1], np.diff(at, axis=0)
            length = np.maximum((step**2).sum(axis=1), 1e-300)
            along = np.clip(((tip - first) * step).sum(axis=1) / length, 0, 1)
            # In pixels.
            assert np.hypot(*(first + along[:, None] * step - tip).T).min() < 1.5


def check(ax, names):
    check_places(ax, names)
    check_names(ax, names)
    check_leaders(ax, names)


def directly(plot, data, size, **options):
    _, ax = plt.subplots(figsize=(size, size), layout="constrained")
    plot(*data, legend="direct", ax=ax, **options)
    ax.figure.canvas.draw()
    return ax


CASES = [
    *[("pr", spread_models, count, 3) for count in (2, 3, 5)],
    ("pr", spread_models, 8, 3),
    *[("pr", near_models, count, 3) for count in (2, 5)],
    ("pr", near_models, 12, 3),
    *[("roc", spread_models, count, 3) for count in (2, 5)],
    *[("roc", near_models, count, 3) for count in (2, 5)],
    *[("prg", spread_models, count, 3) for count in (2, 4)],
    ("npr", near_models, 3, 3),
    ("npr", spread_models, 5, 3),
    ("pr", spread_models, 12, 5),
    ("roc", near_models, 7, 4.5),
]


@pytest.mark.parametrize(("kind", "models", "count", "size"), sampled(CASES, every=7))
def test_names_stand_clear_and_say_all(kind, models, count, size):
    data = models(count)
    check(directly(PLOTS[kind], data, size), list(data[1]))


CHANGES = [
    ("pr", spread_models, 3, 3),
    ("pr", near_models, 3, 4),
    ("roc", spread_models, 4, 3.5),
    ("npr", spread_models, 3, 3.5),
]


@pytest.mark.parametrize(("kind", "models", "count", "size"), sampled(CHANGES, every=4))
def test_names_stay_clear_when_the_figure_changes(kind, models, count, size, tmp_path):
    data = models(count)
    ax = directly(PLOTS[kind], data, size)
    ax.figure.set_size_inches(1.3 * size, 0.9 * size)
    ax.figure.canvas.draw()
    check(ax, list(data[1]))
    ax.figure.set_dpi(170)
    ax.figure.canvas.draw()
    check(ax, list(data[1]))
    ax.figure.savefig(tmp_path / "figure.png", dpi=60)
    ax.figure.canvas.draw()
    check(ax, list(data[1]))


@pytest.mark.parametrize(
    ("kind", "models", "width", "height"),
    sampled([("pr", spread_models, 2.1, 2.1), ("roc", near_models, 3.9, 2.7)], every=2),
)
def test_a_smaller_figure_loses_no_name(kind, models, width, height):
    data = models(3)
    ax = directly(PLOTS[kind], data, 3)
    ax.figure.set_size_inches(width, height)
    ax.figure.canvas.draw()
    check_names(ax, list(data[1]))


@pytest.mark.parametrize("style", sampled(["dark_background", "default"], every=2))
def test_references_words_make_room_for_names(style):
    data = spread_models(3)
    with plt.style.context(style):
        ax = directly(prp.plot_pr, data, 5, show_chance=True, show_isometrics=True)
        check(ax, list(data[1]))
        assert legend_texts(ax) == []
        said = [text.get_text() for text in shown_texts(ax)]
        assert any("unachievable" in one for one in said)


def test_a_name_has_its_number_behind_it():
    y, models = spread_models(2)
    ax = directly(prp.plot_roc, (y, models), 5)
    said = {text.get_text() for text in shown_texts(ax)}
    assert {f"{key} (AUROC {prp.auroc(y, one):.3f})" for key, one in models.items()} <= said


def test_in_spaces_each_panel_says_its_own_number():
    y, models = spread_models(2)
    panels = prp.plot_spaces(y, models, spaces=["roc", "pr"], legend="direct")
    panels[0].figure.canvas.draw()
    for ax, (head, area) in zip(panels, (("AUROC", prp.auroc), ("AUCPR", prp.aucpr)), strict=True):
        said = [text.get_text() for text in shown_texts(ax)]
        for key, scores in models.items():
            assert f"{key} ({head} {area(y, scores):.3f})" in said
        check(ax, list(models))


def test_hulls_are_named_beside_them():
    y, models = spread_models(2)
    panels = prp.plot_hull(y, models, legend="direct")
    panels[0].figure.canvas.draw()
    for ax in panels:
        said = [without_number(text.get_text()) for text in shown_texts(ax)]
        assert sorted(one for one in said if one in models) == sorted(models)
        check_places(ax, list(models))


@pytest.mark.parametrize("first", sampled(["auto", "direct"], every=2))
def test_a_second_call_keeps_the_earlier_names(first):
    y, models = spread_models(3)
    _, ax = plt.subplots(figsize=(5, 5), layout="constrained")
    prp.plot_pr(y, models["model 0"], name="model 0", legend=first, ax=ax)
    prp.plot_pr(y, models["model 1"], name="model 1", legend="direct", ax=ax)
    prp.plot_pr(y, models["model 2"], name="model 2", legend="direct", ax=ax)
    ax.figure.canvas.draw()
    check(ax, list(models))


@pytest.mark.parametrize("how", sampled(["remove", "hide"], every=2))
def test_a_name_goes_with_its_curve(how):
    y, models = spread_models(3)
    ax = directly(prp.plot_pr, (y, models), 5)
    for line in [line for line in ax.lines if line.get_gid() == NAMED.name][:2]:
        line.remove() if how == "remove" else line.set_visible(False)
    ax.figure.set_size_inches(4.5, 4.5)
    ax.figure.canvas.draw()
    said = {without_number(text.get_text()) for text in shown_texts(ax) if text.axes is ax}
    assert said & set(models) == {"model 2"}


def test_folds_alone_are_named_once_for_each_group():
    rng = np.random.default_rng(2)
    y = np.arange(240) % 4 == 0
    scores = rng.normal(size=240) + y * np.where(np.arange(240) < 120, 0.5, 3)
    rows = {"hue": np.repeat(["poor", "good"], 120), "units": np.arange(240) // 4 % 3}
    ax = directly(prp.plot_pr, (y, scores), 5, estimator=None, **rows)
    check_places(ax, ["poor", "good"])
    check_names(ax, ["poor", "good"])


def test_an_unknown_legend_is_refused():
    y, models = spread_models(2)
    with pytest.raises(ValueError, match=r"legend"):
        prp.plot_pr(y, models, legend="directly")
    assert plt.get_fignums() == []


def test_no_leader_runs_through_a_name():
    y, models = near_models(6)
    ax = directly(prp.plot_pr, (y, models), 5)
    renderer = ax.figure.canvas.get_renderer()
    texts = [text for text in shown_texts(ax) if without_number(text.get_text()) in models]
    for text in texts:
        if text.arrow_patch.get_visible():
            way = text.arrow_patch.get_path().transformed(text.arrow_patch.get_transform())
            others = [Text.get_window_extent(one, renderer) for one in texts if one is not text]
            assert not any(way.intersects_bbox(box, filled=False) for box in others)
