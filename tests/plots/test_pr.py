import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.text import Text

import prplot as prp
from prplot.core.spaces import PR
from prplot.core.traces import DRAWN_TOLERANCE, Trace
from prplot.draw.scene import CHANCE, ISOMETRIC, MINIMUM, REGION
from tests.cases import sampled
from tests.core.test_simplify import far_from
from tests.laws import law_of
from tests.plots.artists import (
    fresh_axes,
    legend_texts,
    marked,
    rows_of,
    shown_texts,
)


def texts(ax):
    return [text.get_text() for text in ax.texts if text.get_visible()]


def test_returns_the_axes_it_was_given(labels, models):
    _, (left, right) = plt.subplots(1, 2)
    assert prp.plot_pr(labels, models["good"], ax=left) is left
    assert not right.lines
    assert not right.collections
    assert right.get_xlabel() == ""


def test_draws_into_the_current_axes_by_default_and_leaves_global_state_alone(labels, models):
    _, ax = plt.subplots()
    before = dict(plt.rcParams)
    assert prp.plot_pr(labels, models, show_chance=True, show_isometrics=True) is ax
    assert dict(plt.rcParams) == before
    # References lie beneath the data, and the grid above the region.
    line = marked(ax)[0]
    for group in (MINIMUM, CHANCE, ISOMETRIC, REGION):
        assert all(artist.get_zorder() < line.get_zorder() for artist in marked(ax, group))
    assert marked(ax, REGION)[0].get_zorder() < 0.5


def test_every_operating_point_is_on_the_drawn_curve_and_axes_are_named_and_square(curve):
    ax = prp.plot_pr(curve)
    (line,) = marked(ax)
    drawn = {tuple(vertex) for vertex in line.get_xydata()}
    assert drawn >= set(zip(curve.recall, curve.precision, strict=True))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Recall", "Precision")
    assert ax.get_box_aspect() == 1
    # There is room for a line on the frame.
    for low, high in (ax.get_xlim(), ax.get_ylim()):
        assert -0.03 < low < 0
        assert 1 < high < 1.03


@pytest.mark.parametrize(("pos", "neg"), [(1, 1), (3, 1000), (1000, 3), (1, 10**6)])
def test_the_worst_ranking_is_drawn_on_the_minimum_curve(pos, neg):
    worst = prp.ConfusionCurve.from_counts([0], [neg], pos, neg)
    ax = prp.plot_pr(worst, legend=False)
    x, y = marked(ax)[0].get_xydata().T
    np.testing.assert_allclose(y, prp.min_precision(x, worst.prevalence), rtol=0, atol=1e-12)
    border = marked(ax, MINIMUM)[0].get_xydata()
    np.testing.assert_allclose(marked(ax)[0].get_xydata()[1:], border[1:], atol=1e-12)


@law_of(4)
@given(st.data())
def test_no_vertex_lies_below_the_minimum_curve(data):
    size = data.draw(st.integers(2, 30))
    scores = data.draw(st.lists(st.integers(0, 6), min_size=size, max_size=size))
    positive = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    if len(set(positive)) == 1:
        positive[0] = not positive[0]
    curve = prp.ConfusionCurve.from_scores(positive, scores)
    ax = prp.plot_pr(curve, legend=False)
    for line in ax.lines:
        x, y = line.get_xydata().T
        assert (y >= prp.min_precision(np.clip(x, 0, 1), curve.prevalence) - 1e-12).all()
    plt.close("all")


@pytest.mark.parametrize(
    ("tp", "fp"), [(9, 0), (1, 1), (0, 10), (0, 1), (1, 50_000), (400, 56_000), (432, 3)]
)
def test_arcs_leave_the_true_hyperbola_by_less_than_a_thousandth(tp, fp):
    curve = prp.ConfusionCurve.from_counts([tp], [fp], 433, 56_164)
    (line,) = marked(prp.plot_pr(curve, legend=False))
    x, y = line.get_xydata().T
    rising = np.unique(x, return_index=True)[1]
    for high in rising[1:]:
        between = np.linspace(x[high - 1], x[high], 52)[1:-1]
        chord = np.interp(between, [x[high - 1], x[high]], [y[high - 1], y[high]])
        np.testing.assert_allclose(chord, curve.precision_at(between), rtol=0, atol=2e-4)


def test_interpolations_draw_what_they_are_named_after():
    curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
    drawn, said = {}, {}
    for way in ("exact", "linear", "integer", "step"):
        ax = prp.plot_pr(curve, interpolation=way, ax=fresh_axes())
        drawn[way], said[way] = marked(ax)[0].get_xydata(), legend_texts(ax)[0]
    np.testing.assert_allclose(drawn["linear"], np.column_stack([curve.recall, curve.precision]))
    at = np.isin(drawn["integer"][:, 0], [0.3, 0.35, 0.4, 0.45])
    np.testing.assert_allclose(drawn["integer"][at, 1], [3 / 8, 7 / 22, 2 / 7, 9 / 34])
    heights = drawn["step"][(drawn["step"][:, 0] > 0.25) & (drawn["step"][:, 0] <= 0.5), 1]
    assert set(heights) <= {0.25, curve.precision[-1]}
    assert len(drawn["exact"]) > len(drawn["linear"])
    chords, whole = (prp.aucpr(curve, interpolation=way) for way in ("linear", "integer"))
    assert said["linear"] == f"AUCPR by chords = {chords:.3f}"
    assert said["integer"] == f"AUCPR at whole counts = {whole:.3f}"
    assert said["step"] == f"AP = {prp.average_precision(curve):.3f}"


def test_legend_numbers_are_those_of_the_functions_in_columns(labels, models):
    ax = prp.plot_pr(labels, models, score=("aucpr", "average_precision", "auroc"))
    metrics = {"AUCPR": prp.aucpr, "AP": prp.average_precision, "AUROC": prp.auroc}
    ax.figure.draw_without_rendering()
    *rows, headings = rows_of(ax.get_legend())
    assert headings == list(metrics)
    for line, said, row, (name, scores) in zip(
        marked(ax), legend_texts(ax), rows, models.items(), strict=True
    ):
        areas = [f"{metric(labels, scores):.3f}" for metric in metrics.values()]
        assert row == [name, *areas]
        numbers = [f"{head} {area}" for head, area in zip(metrics, areas, strict=True)]
        assert line.get_label() == said == f"{name} ({', '.join(numbers)})"


def test_a_label_is_the_whole_legend_entry(labels, models):
    ax = prp.plot_pr(labels, models["good"], label="just this")
    assert ax.get_legend().get_texts()[0].get_text() == "just this"


def test_curves_come_first_for_those_who_label_them_by_hand(labels, models):
    ax = prp.plot_pr(labels, models, show_chance=True)
    handles = ax.legend(["a", "b", "c"]).legend_handles
    drawn = [line.get_color() for line in marked(ax)]
    assert [handle.get_color() for handle in handles] == drawn


def test_another_space_on_the_same_axes_is_refused(labels, models):
    ax = prp.plot_pr(labels, models["good"])
    with pytest.raises(ValueError, match="shows PR space already"):
        prp.plot_roc(labels, models["good"], ax=ax)


def test_one_neutral_region_for_one_prevalence(labels, models):
    ax = prp.plot_pr(labels, models)
    assert len(marked(ax, REGION)) == 1
    assert marked(ax, MINIMUM)[0].get_color() == to_hex(ax.xaxis.label.get_color())
    assert texts(ax).count("unachievable") == 1


def test_layers_can_be_switched_off(labels, models):
    ax = prp.plot_pr(labels, models["good"], show_min=False, legend=False)
    assert len(ax.lines) == 1
    assert not ax.collections
    assert ax.get_legend() is None


def test_f_is_constant_along_its_isometrics(labels, models):
    options = {"show_isometrics": True, "beta": 2, "levels": [0.3, 0.6], "legend": False}
    ax = prp.plot_pr(labels, models["good"], **options)
    lines = marked(ax, ISOMETRIC)
    assert len(lines) == 2
    for line, level in zip(lines, (0.6, 0.3), strict=True):
        x, y = line.get_xydata().T
        np.testing.assert_allclose(prp.f_score(y, x, beta=2), level, atol=1e-9)


def test_calling_again_adds_a_curve_and_repeats_no_reference(labels, models):
    _, (left, ax) = plt.subplots(1, 2, figsize=(9, 4.5))
    prp.plot_pr(labels, models, ax=left)
    for name, scores in models.items():
        prp.plot_pr(labels, scores, name=name, show_chance=True, ax=ax)
    # As with a dict of models.
    for one, other in zip(marked(left), marked(ax), strict=True):
        np.testing.assert_array_equal(one.get_xydata(), other.get_xydata())
        assert one.get_color() == other.get_color()
        assert one.get_label() == other.get_label()
    assert len(marked(ax, REGION)) == len(marked(ax, CHANCE)) == 1
    assert len({line.get_color() for line in marked(ax)}) == 3
    ax.figure.draw_without_rendering()
    assert [row[0] for row in rows_of(ax.get_legend())] == [*models, "AUCPR"]
    assert sorted(texts(ax)) == [f"random, π = {labels.mean():.2g}", "unachievable"]


def test_users_style_wins(labels, models):
    ax = prp.plot_pr(
        labels,
        models["good"],
        color="crimson",
        curve_kws={"lw": 3, "ls": ":"},
        min_kws={"color": "green", "facecolor": "yellow", "hatch": "xx"},
        chance_kws={"c": "blue"},
        show_chance=True,
        legend=False,
    )
    (line,) = marked(ax)
    assert (line.get_color(), line.get_linewidth(), line.get_linestyle()) == ("crimson", 3, ":")
    assert marked(ax, MINIMUM)[0].get_color() == "green"
    assert to_hex(marked(ax, REGION)[0].get_facecolor()[0]) == to_hex("yellow")
    assert marked(ax, REGION)[0].get_hatch() == "xx"
    assert marked(ax, CHANCE)[0].get_color() == "blue"


@pytest.mark.parametrize(
    ("style", "side"),
    sampled(["default", "dark_background", "ggplot", "grayscale"], [2.6, 3.5, 6.0], every=5),
)
def test_words_touch_neither_each_other_nor_the_frame_nor_a_curve(labels, models, style, side):
    with plt.style.context(style):
        fig, ax = plt.subplots(figsize=(side, side), layout="constrained")
        prp.plot_pr(labels, models["good"], show_chance=True, show_isometrics=True, ax=ax)
        fig.draw_without_rendering()
    frame = ax.get_window_extent()
    shown = shown_texts(ax)
    boxes = [Text.get_window_extent(text) for text in shown]
    upright = [text.get_rotation() == 0 for text in shown]
    legend = ax.get_legend().get_window_extent()
    if legend.overlaps(frame):
        boxes.append(legend)
        upright.append(True)
    for i, box in enumerate(boxes):
        assert box.x0 >= frame.x0 - 1
        assert box.x1 <= frame.x1 + 1
        assert box.y0 >= frame.y0 - 1
        assert box.y1 <= frame.y1 + 1
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])
        for line in marked(ax) if upright[i] else []:
            at = ax.transData.transform(line.get_xydata())
            inside = (at > box.p0) & (at < box.p1)
            assert not inside.all(axis=1).any()


def test_region_label_stands_inside_the_region_at_every_size(labels, models):
    fig, ax = plt.subplots(figsize=(8, 8))
    prp.plot_pr(labels, models["good"], ax=ax)
    for size in (5, 3):
        fig.set_size_inches(size, size)
        fig.draw_without_rendering()
        (text,) = [text for text in ax.texts if text.get_text() == "unachievable"]
        box = Text.get_window_extent(text).transformed(ax.transData.inverted())
        assert box.y1 < prp.min_precision(box.x0, labels.mean())
        assert box.y0 > 0
        assert box.x1 < 1


@pytest.mark.filterwarnings("ignore::prplot.UndefinedMetricWarning")
@pytest.mark.parametrize(("label", "height"), [(0, 0.0), (1, 1.0)])
def test_one_class_is_drawn_by_the_conventions(label, height):
    ax = prp.plot_pr([label] * 5, [0.1, 0.2, 0.3, 0.4, 0.5])
    x, y = marked(ax)[0].get_xydata().T
    assert (x[0], x[-1]) == (0, 1)
    assert set(y) == {height}


def test_one_class_gives_one_warning():
    with pytest.warns(prp.UndefinedMetricWarning, match="no positives") as caught:
        prp.plot_pr([0, 0, 0], [0.1, 0.2, 0.3], show_chance=True)
    assert len(caught) == 1
    assert caught[0].filename == __file__


def bad_calls(labels, models):
    good = models["good"]
    return [
        (ValueError, "same length", {"y_true": labels, "y_score": good[:-1]}),
        (ValueError, "y_score is empty", {"y_true": [], "y_score": []}),
        (ValueError, "1 NaN .* index 0", {"y_true": [1, 0], "y_score": [np.nan, 1]}),
        (ValueError, "3 labels .* pos_label", {"y_true": [0, 1, 2], "y_score": [1, 2, 3]}),
        (TypeError, "y_score is missing", {"y_true": labels}),
        (ValueError, "interpolation must be one of", {"interpolation": "cubic"}),
        (ValueError, "score must be one of .*the nearest: aucpr", {"score": "aucpt"}),
        (ValueError, "legend must be", {"legend": "best"}),
        (
            ValueError,
            "whole numbers of true positives",
            {"interpolation": "integer", "sample_weight": labels + 0.5, "score": None},
        ),
        (ValueError, "levels must lie", {"levels": [0.5, 1.5]}),
        (ValueError, "beta must be", {"beta": -1}),
        (ValueError, "prevalence must lie", {"prevalence": 1.5}),
        (ValueError, "curve_kws: ", {"curve_kws": {"colour": "red"}}),
        (ValueError, "curve_kws: ", {"curve_kws": {"color": "no such colour"}}),
        (TypeError, "curve_kws: .*aliases", {"curve_kws": {"c": "red", "color": "blue"}}),
        (TypeError, "color is given twice", {"color": "red", "curve_kws": {"c": "blue"}}),
        (ValueError, "color: ", {"color": "no such colour"}),
        (ValueError, "color goes with a single curve", {"y_score": models, "color": "red"}),
        (TypeError, "min_kws must be a dict", {"min_kws": "red"}),
        (TypeError, "name and label", {"name": "a", "label": "b"}),
        (TypeError, "name goes with a single", {"y_score": models, "name": "a"}),
        (ValueError, "^name must be whole characters", {"name": "half \ud800"}),
        (TypeError, "label goes with .* the keys of", {"y_score": models, "label": "a"}),
        (ValueError, "y_score is empty", {"y_score": {}}),
        (TypeError, "ax must be", {"ax": "here"}),
    ]


@pytest.mark.parametrize("i", range(25))
def test_a_failed_call_says_why_and_leaves_the_axes_untouched(labels, models, i):
    error, words, change = bad_calls(labels, models)[i]
    fig, ax = plt.subplots()
    before = fig.get_children(), ax.get_children(), ax.get_xlim(), ax.get_xlabel()
    call = {"y_true": labels, "y_score": models["good"], "ax": ax, **change}
    if change.keys() >= {"y_true"} and "y_score" not in change:
        del call["y_score"]
    with pytest.raises(error, match=words) as raised:
        prp.plot_pr(**call)
    assert "\n" not in str(raised.value)
    assert (fig.get_children(), ax.get_children(), ax.get_xlim(), ax.get_xlabel()) == before


def test_a_failed_call_makes_no_figure():
    with pytest.raises(ValueError, match="same length"):
        prp.plot_pr([0, 1], [0.5])
    assert plt.get_fignums() == []


def test_cursor_reads_recall_precision_f1_threshold_and_achievability(labels, models):
    ax = prp.plot_pr(labels, models)
    curve = prp.ConfusionCurve.from_scores(labels, models["good"])
    i = 20
    said = ax.format_coord(curve.recall[i], curve.precision[i])
    assert f"recall {curve.recall[i]:.3f}  precision {curve.precision[i]:.3f}" in said
    assert f"F1 {prp.f_score(curve.precision[i], curve.recall[i]):.3f}" in said
    assert f"threshold {curve.thresholds[i]:.4g} (good)" in said
    assert "unachievable" not in said
    assert ax.format_coord(0.9, 0.05).endswith("unachievable")


def test_a_reduced_curve_stays_on_the_full_one():
    rng = np.random.default_rng(0)
    labels = rng.random(10_000) < 0.2
    curve = prp.ConfusionCurve.from_scores(labels, rng.normal(size=labels.size) + labels)
    (line,) = marked(prp.plot_pr(curve))
    x, y = line.get_xydata().T
    assert x.size < 3000
    full = Trace(curve.recall, curve.precision, PR)
    assert far_from(np.column_stack([x, y]), full) <= DRAWN_TOLERANCE * (1 + 1e-9)
