"""What users do with a figure after the call, and calls that follow one another."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.draw.scene import CHANCE, CURVE, ISOMETRIC, MINIMUM, POINT, REGION
from tests.plots.artists import legend_texts, marked, words


def resize_and_draw(fig, side=3.5):
    fig.set_size_inches(side, side)
    fig.draw_without_rendering()


@pytest.fixture
def ax(labels, models):
    _, axes = plt.subplots(figsize=(5, 5))
    two = {name: models[name] for name in ("good", "poor")}
    return prp.plot_pr(labels, two, show_chance=True, show_isometrics=True, ax=axes)


@pytest.mark.parametrize("how", ["remove", "hide"])
def test_references_and_words_may_be_removed_or_hidden(ax, labels, models, how):
    artists = {group: marked(ax, group)[0] for group in (REGION, CHANCE, ISOMETRIC, MINIMUM, CURVE)}
    for artist in artists.values():
        artist.remove() if how == "remove" else artist.set_visible(False)
    resize_and_draw(ax.figure)
    shown = [text.get_text() for text in ax.texts if text.get_visible() and text.axes is ax]
    for group in (REGION, CHANCE, MINIMUM, CURVE) if how == "hide" else ():
        assert words(artists[group]) not in shown
    for text in list(ax.texts) if how == "remove" else ():
        text.remove()
    ax.get_legend().remove()
    resize_and_draw(ax.figure)
    assert ax.get_legend() is None
    prp.plot_pr(labels, models["good"], name="again", ax=ax)
    resize_and_draw(ax.figure, 5)


def test_a_legend_of_the_users_stays_as_it_is(labels, models):
    fig, ax = plt.subplots(figsize=(6, 6))
    prp.plot_pr(labels, models, legend=False, ax=ax)
    mine = ax.legend(loc="lower left", title="mine")
    before = mine._loc
    resize_and_draw(fig)
    assert ax.get_legend() is mine
    assert mine._loc == before
    assert mine.get_frame_on()


def test_our_legend_stays_where_the_user_put_it(ax):
    legend = ax.get_legend()
    legend.set_loc("upper right")
    before = legend._loc
    resize_and_draw(ax.figure)
    assert legend._loc == before


def test_a_shrunken_legend_grows_back(labels, models):
    fig, ax = plt.subplots(figsize=(7, 7))
    prp.plot_pr(labels, models, ax=ax)
    sizes = [text.get_fontsize() for text in ax.get_legend().get_texts()]
    resize_and_draw(fig, 2.2)
    shrunken = [text.get_fontsize() for text in ax.get_legend().get_texts()]
    assert max(shrunken) < max(sizes)
    resize_and_draw(fig, 7)
    assert [text.get_fontsize() for text in ax.get_legend().get_texts()] == sizes


def test_no_word_lies_under_a_legend_that_has_to_cover_something(labels):
    rng = np.random.default_rng(0)
    models = {f"model {i}": labels + i * rng.normal(size=300) for i in range(5)}
    fig, axes = plt.subplots(1, 2, figsize=(4.5, 2.25))
    for ax in axes.flat:
        prp.plot_pr(labels, models, show_chance=True, show_isometrics=True, ax=ax)
    fig.draw_without_rendering()
    for ax in axes.flat:
        legend = ax.get_legend().get_window_extent()
        for text in ax.texts:
            assert not (text.get_visible() and text.get_window_extent().overlaps(legend))


def test_a_legend_keeps_off_the_neighbours(labels):
    rng = np.random.default_rng(0)
    models = {f"model {i}": labels + i * rng.normal(size=300) for i in range(8)}
    fig, (left, right) = plt.subplots(1, 2, figsize=(8, 4))
    prp.plot_pr(labels, models, ax=left)
    fig.draw_without_rendering()
    assert not left.get_legend().get_window_extent().overlaps(right.get_window_extent())


def test_isometrics_are_drawn_once_and_cleared_axes_are_free(ax, labels, models):
    count = len(marked(ax, ISOMETRIC))
    prp.plot_pr(labels, models["good"], name="again", show_isometrics=True, ax=ax)
    assert len(marked(ax, ISOMETRIC)) == count
    ax.clear()
    ax.plot([0, 1], [0, 1])
    prp.plot_roc(labels, models["good"], ax=ax)
    resize_and_draw(ax.figure)
    assert len(marked(ax, CURVE)) == 1


def test_cleared_axes_keep_no_room_for_a_legend(labels, models):
    _, ax = plt.subplots()
    bare = ax.get_position().width
    prp.plot_pr(labels, models, ax=ax, legend="outside right")
    ax.figure.draw_without_rendering()
    assert ax.get_position().x0 < 0.2
    ax.clear()
    ax.set_box_aspect(None)
    ax.figure.draw_without_rendering()
    assert ax.get_position().width == pytest.approx(bare)


@pytest.mark.parametrize("side", ["below", "right"])
def test_a_legend_outside_keeps_off_a_text_of_the_figure(labels, models, side):
    fig, ax = plt.subplots()
    where = {"below": (0.5, 0.03), "right": (0.95, 0.75)}[side]
    note = fig.text(*where, "Source: trial", ha="center", rotation=90 * (side == "right"))
    prp.plot_pr(labels, models, ax=ax, legend=f"outside {side}")
    fig.draw_without_rendering()
    assert not ax.get_legend().get_window_extent().overlaps(note.get_window_extent())


def test_another_prevalence_in_a_second_call_has_a_colour_and_a_name(curve):
    _, ax = plt.subplots(figsize=(6, 6))
    prp.plot_pr(curve, name="a", ax=ax)
    prp.plot_pr(curve.at_prevalence(0.6), name="b", ax=ax)
    line = next(line for line in marked(ax, CURVE) if line.get_label().startswith("b"))
    assert marked(ax, MINIMUM)[1].get_color() == line.get_color()
    # The first was neutral while it was alone.
    assert marked(ax, MINIMUM)[0].get_color() == marked(ax, CURVE)[0].get_color()
    said = [text.get_text() for text in ax.texts if text.get_visible()]
    assert said == ["unachievable at π = 0.6"]


@pytest.mark.parametrize("draw", [prp.plot_pr, prp.plot_roc])
def test_the_current_axes_are_checked_like_given_ones(labels, models, draw):
    other = prp.plot_roc if draw is prp.plot_pr else prp.plot_pr
    ax = other(labels, models["good"])
    before = list(ax.get_children())
    with pytest.raises(ValueError, match="space already"):
        draw(labels, models["good"])
    assert ax.get_children() == before
    plt.close("all")
    plt.subplot(projection="polar")
    with pytest.raises(TypeError, match="rectilinear"):
        draw(labels, models["good"])


def test_log_axes_are_refused(labels, models):
    _, ax = plt.subplots()
    ax.set_xscale("log")
    with pytest.raises(ValueError, match="linear scales, found log"):
        prp.plot_pr(labels, models["good"], ax=ax)


def test_subfigures_shared_axes_and_insets(labels, models):
    fig = plt.figure(figsize=(9, 4), layout="constrained")
    left, right = fig.subfigures(1, 2)
    ax = prp.plot_pr(labels, models, ax=left.subplots())
    for shared in right.subplots(2, 1, sharex=True, sharey=True).flat:
        prp.plot_roc(labels, models["good"], ax=shared)
    prp.plot_pr(labels, models["good"], ax=ax.inset_axes((0.1, 0.5, 0.3, 0.3)))
    fig.savefig(io.BytesIO(), format="svg")
    assert ax.get_window_extent().x1 < fig.bbox.width / 2


def test_text_in_parentheses_is_not_taken_for_numbers(labels, models):
    named = {"A (fold 1, seed 3)": models["good"], "B (fold 2, seed 4)": models["poor"]}
    ax = prp.plot_pr(labels, named, score=None)
    assert legend_texts(ax) == list(named)
    plt.close("all")
    ax = prp.plot_pr(labels, models["good"], label="mine (seed 3, run 4)")
    assert legend_texts(ax) == ["mine (seed 3, run 4)"]


@pytest.mark.parametrize(
    ("kws", "name", "value"),
    [({"c": "r"}, "color", "r"), ({"ms": 9}, "markersize", 9), ({"mfc": "w"}, "mfc", "w")],
)
def test_aliases_style_points_too(kws, name, value):
    ax = prp.plot_isometrics(0.33, points={"B": (0.7, 0.4)}, point_kws=kws)
    (point,) = marked(ax, POINT)
    assert plt.getp(point, name) == value


@pytest.mark.parametrize("legend", [0, 1, None, "best"])
def test_other_ways_of_a_legend_are_refused(labels, models, legend):
    with pytest.raises(ValueError, match="legend must be"):
        prp.plot_pr(labels, models["good"], legend=legend)


def test_numpys_false_is_false(labels, models):
    assert prp.plot_pr(labels, models["good"], legend=np.False_).get_legend() is None


def test_names_that_differ_by_type_only_are_refused(labels, models):
    with pytest.raises(ValueError, match="differ as text"):
        prp.plot_pr(labels, {1: models["good"], "1": models["poor"]})


def test_a_colour_that_a_user_chose_afterwards_stays(curve):
    _, ax = plt.subplots()
    prp.plot_pr(curve, show_chance=True, ax=ax)
    marked(ax, CHANCE)[0].set_color("red")
    marked(ax, MINIMUM)[0].set_label("my own")
    prp.plot_pr(curve.at_prevalence(0.6), show_chance=True, ax=ax)
    assert marked(ax, CHANCE)[0].get_color() == "red"
    assert marked(ax, CHANCE)[1].get_color() == marked(ax, CURVE)[1].get_color()


def test_a_region_that_a_user_took_away_is_not_missed(curve):
    _, ax = plt.subplots()
    prp.plot_pr(curve, ax=ax)
    next(fill for fill in ax.collections if fill.get_gid() == REGION.name).remove()
    prp.plot_pr(curve.at_prevalence(0.6), ax=ax)
    (region,) = [fill for fill in ax.collections if fill.get_gid() == REGION.name]
    assert "unachievable" in region.get_label()
