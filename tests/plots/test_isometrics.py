import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.text import Text

import prplot as prp
from prplot.core.spaces import NPR, PR, PRG
from prplot.draw.scene import ISOMETRIC, MINIMUM, POINT
from tests.plots.artists import marked

POINTS = {"A": (0.9, 0.3), "B": (0.7, 0.331579), "C": (0.3, 0.9)}


@pytest.mark.parametrize("beta", [0.5, 2])
def test_f_is_constant_along_every_line(beta):
    ax = prp.plot_isometrics(0.33, beta=beta)
    lines = marked(ax, ISOMETRIC)
    assert len(lines) == 9
    for line, level in zip(lines, np.arange(9, 0, -1) / 10, strict=True):
        x, y = line.get_xydata().T
        np.testing.assert_allclose(prp.f_score(y, x, beta=beta), level, atol=1e-9)
        assert x[-1] == pytest.approx(1)
        assert y[0] == pytest.approx(1)


def test_lines_are_straight_and_right_in_prg_space():
    ax = prp.plot_isometrics(0.2, space="prg", levels=[0.5])
    (line,) = marked(ax, ISOMETRIC)
    assert len(line.get_xydata()) == 2
    tp, fp = PRG.invert(*line.get_xydata().T, 0.2, 0.8)
    recall, precision = PR.project(tp, fp, 0.2, 0.8)
    np.testing.assert_allclose(prp.f_score(precision, recall), 0.5)


def test_an_unachievable_point_is_drawn_as_such():
    ax = prp.plot_isometrics(0.33, points=POINTS)
    at = {line.get_label(): line for line in marked(ax, POINT)}
    assert {label: line.get_marker() for label, line in at.items()} == {
        "_A": "X",
        "_B": "o",
        "_C": "o",
    }
    assert at["_A"].get_markerfacecolor() != at["_B"].get_markerfacecolor()
    assert {"A", "B", "C"} <= {text.get_text() for text in ax.texts if text.get_visible()}


def test_words_of_points_keep_off_lines():
    with plt.style.context("prplot.styles.paper"):
        ax = prp.plot_isometrics(0.33, points=POINTS, levels=[0.3, 0.45, 0.6])
    ax.figure.draw_without_rendering()
    said = [text for text in ax.texts if text.get_text() in POINTS]
    paths = [line.get_path().transformed(ax.transData) for line in marked(ax, ISOMETRIC)]
    assert len(said) == 3
    for text in said:
        box = Text.get_window_extent(text)
        assert not any(path.intersects_bbox(box, filled=False) for path in paths)


def test_without_a_region_the_name_says_it():
    ax = prp.plot_isometrics(0.33, points=POINTS, show_min=False)
    assert "A (unachievable)" in [text.get_text() for text in ax.texts]
    assert not marked(ax, MINIMUM)


def test_without_a_prevalence_there_is_no_region_and_no_verdict():
    ax = prp.plot_isometrics(points=POINTS)
    assert not ax.collections
    assert {line.get_marker() for line in marked(ax, POINT)} == {"o"}


def test_points_move_with_the_space():
    ax = prp.plot_isometrics(0.33, space="roc", points={"C": POINTS["C"]})
    (point,) = marked(ax, POINT)
    (fpr,), (tpr,) = point.get_data()
    assert tpr == pytest.approx(0.3)
    assert fpr == pytest.approx(0.3 * 0.33 * (1 / 0.9 - 1) / 0.67)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ({"space": "cost"}, ValueError, "space must be one of"),
        ({"space": "roc"}, ValueError, "prevalence is needed"),
        ({"prevalence": 0}, ValueError, "strictly between"),
        ({"prevalence": 0.3, "points": {"A": (0.5,)}}, ValueError, r"points\['A'\]"),
        ({"prevalence": 0.3, "points": {"A": (0.5, 1.5)}}, ValueError, r"points\['A'\]"),
        (
            {"prevalence": 0.33, "space": "roc", "points": POINTS},
            ValueError,
            r"points\['A'\] .* no confusion matrix",
        ),
        ({"point_kws": {"size": 3}}, ValueError, "point_kws: "),
        ({"levels": [0, 0.5]}, ValueError, "levels must lie"),
        ({"levels": [[]]}, ValueError, r"levels must be a list of numbers, found \[\[\]\]"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(call, error, words):
    with pytest.raises(error, match=words):
        prp.plot_isometrics(**call)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_the_modified_f_is_constant_along_its_lines(beta):
    lines = marked(prp.plot_isometrics(0.33, score="modified_f", beta=beta), ISOMETRIC)
    assert len(lines) == 9
    for line, level in zip(lines, np.arange(9, 0, -1) / 10, strict=True):
        x, y = line.get_xydata().T
        np.testing.assert_allclose(prp.modified_f_score(y, x, 0.33, beta=beta), level, atol=1e-9)
        assert prp.is_achievable(y, x, 0.33).all()
        assert x[-1] == pytest.approx(1)
        assert y[0] == pytest.approx(1)
    assert lines[0].get_label() == f"_modified F{beta:g} = 0.9"


def test_f_isometrics_can_end_at_the_minimum_curve():
    whole = marked(prp.plot_isometrics(0.33), ISOMETRIC)
    plt.figure()
    ended = marked(prp.plot_isometrics(0.33, show_unachievable=False), ISOMETRIC)
    for line, cut in zip(whole, ended, strict=True):
        x, y = cut.get_xydata().T
        assert prp.is_achievable(y, x, 0.33).all()
        last = line.get_xydata()[-1]
        if prp.is_achievable(last[1], last[0], 0.33):
            assert (x[-1], y[-1]) == pytest.approx(tuple(last))
        else:
            assert y[-1] == pytest.approx(float(prp.min_precision(x[-1], 0.33)))


def test_f_is_constant_along_every_line_in_normalised_space():
    for line in marked(prp.plot_isometrics(0.33, space="npr"), ISOMETRIC):
        x, y = line.get_xydata().T
        tp, fp = NPR.invert(x, y, 0.33, 0.67)
        recall, precision = PR.project(tp, fp, 0.33, 0.67)
        f = prp.f_score(precision, recall)
        np.testing.assert_allclose(f, f[0], atol=1e-9)
        assert (y > -1e-12).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"score": "modified_f"}, r"needs a prevalence"),
        ({"prevalence": 0.3, "score": "modified_f", "space": "roc"}, r"PR space only"),
        ({"prevalence": 0.3, "score": "f2"}, r"score must be one of 'f', 'modified_f'"),
        ({"show_unachievable": False}, r"show_unachievable=False needs a prevalence"),
    ],
)
def test_wrong_scores_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        prp.plot_isometrics(**options)
    assert plt.get_fignums() == []


# Minimum curves


def test_minimum_curves_are_the_formula_in_ordered_colours():
    prevalences = [0.01, 0.1, 0.5, 0.9]
    ax = prp.plot_min(prevalences)
    for line, prevalence in zip(ax.lines, prevalences, strict=True):
        x, y = line.get_xydata().T
        np.testing.assert_allclose(y, prp.min_precision(x, prevalence), atol=1e-12)
    assert len({line.get_color() for line in ax.lines}) == 4


def test_every_minimum_curve_is_named_near_its_end():
    ax = prp.plot_min([0.1, 0.3, 0.5, 0.7])
    ax.figure.draw_without_rendering()
    shown = [text for text in ax.texts if text.get_visible()]
    assert {text.get_text() for text in shown} == {"π = 0.1", "π = 0.3", "π = 0.5", "π = 0.7"}
    assert all(text.get_position()[0] > 0.75 for text in shown)


@pytest.mark.parametrize("normalize", [False, True])
def test_minimum_areas_are_the_formula(normalize):
    ranges = [(0, 1), (0.5, 1), (0.8, 1)]
    ax = prp.plot_aucpr_min(ranges, normalize=normalize)
    assert ax.get_xscale() == "log"
    for line, (low, high) in zip(ax.lines, ranges, strict=True):
        x, y = line.get_xydata().T
        scale = high - low if normalize else 1
        np.testing.assert_allclose(y, prp.aucpr_min(x, (low, high)) / scale)
        assert line.get_label() == f"recall in [{low:g}, {high:g}]"


@pytest.mark.parametrize(
    ("plot", "call", "words"),
    [
        (prp.plot_min, {"prevalences": [0.5, 1]}, "prevalences must be"),
        (prp.plot_min, {"prevalences": []}, "prevalences must be"),
        (prp.plot_aucpr_min, {"recall_ranges": []}, "recall_ranges must be a sequence of pairs"),
        (prp.plot_aucpr_min, {"recall_ranges": [(0.5, 0.2)]}, "recall_ranges must be two numbers"),
    ],
)
def test_wrong_prevalences_and_ranges_are_refused(plot, call, words):
    with pytest.raises(ValueError, match=words):
        plot(**call)
    assert plt.get_fignums() == []
