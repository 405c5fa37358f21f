"""Marks: what a figure shows is recorded, never read from text."""

import pickle

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.core.measures.score_definitions import SCORES, Score
from prplot.draw import scene
from prplot.draw.painting import paint
from prplot.draw.placement.table import entries_of, labelled, merged
from prplot.draw.scene import (
    CHANCE,
    CURVE,
    MINIMUM,
    REGION,
    Mark,
    Number,
    Polyline,
    Scene,
)
from prplot.draw.scene_artist import SceneArtist, drawn_in, scene_of
from tests.plots.scenes import record

DIAGONAL = Polyline(np.array([0, 1.0]), np.array([0, 1.0]))
LABELS, SCORED = [1, 0, 1, 0], {"good": [4, 2, 3, 1], "poor": [1, 2, 3, 4]}


def texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_names_that_look_like_numbers_stay_names():
    models = dict(zip(["ours (AUC 0.912)", "theirs (AUC 0.871)"], SCORED.values(), strict=True))
    ax = prp.plot_pr(LABELS, models, score=None)
    assert texts(ax) == list(models)
    ax = prp.plot_pr(LABELS, models, ax=plt.figure().gca())
    assert texts(ax) == ["ours (AUC 0.912) (AUCPR 1.000)", "theirs (AUC 0.871) (AUCPR 0.366)"]


def test_a_score_of_any_name_has_a_column(monkeypatch):
    monkeypatch.setitem(SCORES, "mcc", Score("MCC", lambda curve: curve.prevalence))
    ax = prp.plot_pr(LABELS, SCORED, score=["aucpr", "mcc"])
    assert texts(ax) == ["good (AUCPR 1.000, MCC 0.500)", "poor (AUCPR 0.366, MCC 0.500)"]
    assert [held.artist.get_label() for held in drawn_in(ax, CURVE)] == texts(ax)
    first, _ = labelled(ax)[0]
    assert first.cells == {"AUCPR": "1.000", "MCC": "0.500"}
    assert first.without_numbers().text == "good"
    alone = prp.plot_pr(LABELS, SCORED["good"], score="mcc", ax=plt.figure().gca())
    assert texts(alone) == ["MCC = 0.500"]


def test_a_label_that_the_user_gives_wins():
    given = prp.plot_pr(LABELS, SCORED["good"], curve_kws={"label": "mine"}, ax=plt.figure().gca())
    assert texts(given) == ["mine"]


@pytest.mark.parametrize("label", ["", None, "_hidden"])
def test_a_label_that_the_user_left_empty_keeps_an_artist_out_of_the_legend(label):
    given = {"label": label}
    ax = prp.plot_pr(LABELS, SCORED["good"], name="m", curve_kws=given)
    assert ax.get_legend() is None
    ax = prp.plot_pr(LABELS, SCORED, show_hull=True, hull_kws=given, ax=plt.figure().gca())
    assert "achievable curve" not in texts(ax)
    options = {"show_isometrics": True, "isometric_kws": {"label": "_mine"}}
    ax = prp.plot_pr(LABELS, SCORED["good"], **options, ax=plt.figure().gca())
    shown = [text.get_text() for text in ax.texts if text.get_visible()]
    assert shown.count("mine") == 4


def test_a_score_without_a_name_stands_alone():
    ax = prp.plot_pr(LABELS, {"": SCORED["good"], "b": SCORED["poor"]})
    assert texts(ax) == ["AUCPR = 1.000", "b (AUCPR 0.366)"]
    ax = prp.plot_pr(LABELS, SCORED["good"], label="", show_hull=True, ax=plt.figure().gca())
    assert ax.get_legend() is None


def test_a_legend_beneath_panels_is_replaced_also_when_these_were_cleared():
    axes = prp.plot_spaces(LABELS, SCORED, legend="outside below")
    for ax in axes:
        ax.cla()
    prp.plot_spaces(LABELS, SCORED, legend="outside below", axes=axes)
    assert len(axes[0].figure.legends) == 1


def test_marks_are_pickled_removed_and_cleared_with_their_axes():
    ax = prp.plot_pr(LABELS, SCORED)
    assert [len(drawn_in(ax, kind)) for kind in (CURVE, MINIMUM, REGION)] == [2, 1, 1]
    again = pickle.loads(pickle.dumps(ax.figure)).axes[0]
    assert str(scene_of(again)) == str(scene_of(ax))
    ax.lines[0].remove()
    assert [mark.name for mark in scene_of(ax).of(CURVE)] == ["poor"]
    ax.cla()
    assert scene_of(ax).marks == ()
    assert SceneArtist.find(ax) is None


def test_numbers_of_one_model_in_two_panels_stand_behind_one_name():
    _, panels = plt.subplots(1, 2)
    for ax, head in zip(panels, ("AUROC", "AUCPR"), strict=True):
        marks = (Mark(CURVE, DIAGONAL, name="a", numbers=(Number(head, 0.5),), is_listed=True),)
        paint(Scene(None, marks), ax)
    (entry,) = merged([entry for ax in panels for entry in entries_of(ax)])
    assert entry.text == "a (AUROC 0.500, AUCPR 0.500)"


def test_arrays_and_ready_curves_have_one_scene():
    curves = {
        name: prp.ConfusionCurve.from_scores(LABELS, scores) for name, scores in SCORED.items()
    }
    options = {"show_chance": True, "show_hull": True, "show_isometrics": True}
    arrays = prp.plot_pr(LABELS, SCORED, show_points=False, **options)
    ready = prp.plot_pr(curves, show_points=False, ax=plt.figure().gca(), **options)
    assert record(arrays) == record(ready)
    assert "prplot-isometric" in {role for role, *_ in record(arrays)}


def test_a_second_call_adds_marks_and_colours_what_was_neutral():
    ax = prp.plot_pr(LABELS, SCORED["good"], show_chance=True)
    (line,) = [one.artist for one in drawn_in(ax, CHANCE)]
    neutral = line.get_color()
    before = record(ax)
    prp.plot_pr([1, 0, 0, 0], SCORED["poor"], show_chance=True, ax=ax)
    said = [(role, words) for role, words, *_ in record(ax)]
    assert [words for role, words in said if role == CURVE.name] == [
        "curve 1 (AUCPR 1.000)",
        f"curve 2 (AUCPR {prp.aucpr([1, 0, 0, 0], SCORED['poor']):.3f})",
    ]
    assert [words for role, words in said if role == REGION.name] == [
        "",
        "unachievable at π = 0.5",
    ][::-1]
    assert len(record(ax)) == 2 * len(before)
    assert line.get_color() != neutral
    # A third call that says the same again adds its curve alone.
    prp.plot_pr([1, 0, 0, 0], SCORED["poor"], show_chance=True, ax=ax)
    assert len(record(ax)) == 2 * len(before) + 1


def test_what_has_words_is_placed_in_some_order():
    roles = [one for one in vars(scene).values() if isinstance(one, scene.Role)]
    worded = {one.name for one in roles if one.places}
    assert worded == {one.name for one in scene.FIRST_WORDS}
