import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.core.measures.score_definitions import area_under_polyline
from prplot.core.spaces import NPR, PR
from prplot.draw.scene import BASELINE, CHANCE, CURVE, HULL, ISOMETRIC, MINIMUM
from tests.plots.artists import cells_of, legend_texts, marked, words


def test_the_area_under_the_drawn_line_is_what_the_legend_says(labels, models):
    ax = prp.plot_npr(labels, models)
    for line, scores in zip(marked(ax, CURVE), models.values(), strict=True):
        drawn = area_under_polyline(*line.get_xydata().T, 0, 1)
        assert drawn == pytest.approx(prp.aucnpr(labels, scores), abs=1e-4)
    assert legend_texts(ax)[1] == f"tied (AUCNPR {prp.aucnpr(labels, models['tied']):.3f})"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Normalised recall", "Precision × specificity")


def test_a_finely_traced_curve_has_aucnpr_as_its_area(curve):
    for drawn in (curve, curve.hull(), curve.at_prevalence(0.9), curve.at_prevalence(1e-3)):
        line = prp.draw.trace(drawn, NPR, tolerance=1e-9)
        area = area_under_polyline(line.x, line.y, 0, 1)
        assert area == pytest.approx(prp.aucnpr(drawn), abs=1e-9)


def test_random_guessing_is_drawn_once_for_each_prevalence(labels, models):
    (line,) = marked(prp.plot_npr(labels, models), CHANCE)
    pi = np.mean(labels)
    u, q = line.get_xydata().T
    recall = np.expm1(u * np.log1p(pi / (1 - pi))) * (1 - pi) / pi
    np.testing.assert_allclose(q, pi * (1 - recall), atol=1e-12)
    assert words(line) == f"random, π = {pi:.2g}"
    plt.figure()
    ax = prp.plot_npr(labels, models["good"], prevalence=[0.5, 0.1])
    assert [line.get_ydata()[0] for line in marked(ax, CHANCE)] == pytest.approx([0.5, 0.1])


def test_there_is_no_unachievable_region_and_the_worst_ranking_lies_on_the_axis():
    ax = prp.plot_npr([0, 0, 1, 1], [0.9, 0.8, 0.3, 0.1])
    assert marked(ax, MINIMUM) == []
    (line,) = marked(ax, CURVE)
    assert (line.get_ydata() == 0).all()
    assert ax.get_legend().get_texts()[0].get_text() == "AUCNPR = 0.000"


def test_isometrics_baseline_and_hull_are_those_of_the_counts(curve):
    ax = prp.plot_npr(curve, show_isometrics=True, show_baseline=True, show_hull=True, beta=2)
    pos, neg = curve.pos, curve.neg

    def f2(line):
        tp, fp = NPR.invert(*line.get_xydata()[1:].T, pos, neg)
        recall, precision = PR.project(tp, fp, pos, neg)
        return prp.f_score(precision, recall, beta=2)

    for line, level in zip(marked(ax, ISOMETRIC), (0.8, 0.6, 0.4, 0.2), strict=True):
        np.testing.assert_allclose(f2(line), level, atol=1e-9)
        # Nothing is drawn outside of the square.
        assert line.get_ydata().min() > -1e-12
    (baseline,) = marked(ax, BASELINE)
    np.testing.assert_allclose(f2(baseline), prp.f_score(curve.prevalence, 1.0, beta=2), atol=1e-9)
    (hull,) = marked(ax, HULL)
    assert area_under_polyline(*hull.get_xydata().T, 0, 1) == pytest.approx(
        prp.aucnpr(curve.hull()), abs=1e-4
    )


def test_isometrics_need_one_prevalence(curve):
    with pytest.raises(ValueError, match=r"several"):
        prp.plot_npr(curve, prevalence=[0.5, 0.1], show_isometrics=True)
    assert plt.get_fignums() == []


def test_weights_move_the_random_level(labels, models):
    weight = np.where(labels, 3.0, 0.5)
    (line,) = marked(prp.plot_npr(labels, models["good"], sample_weight=weight), CHANCE)
    assert line.get_ydata()[0] == pytest.approx(np.average(labels, weights=weight))


@pytest.mark.filterwarnings("ignore::prplot.UndefinedMetricWarning")
@pytest.mark.parametrize(("label", "area"), [(0, "0.000"), (1, "1.000")])
def test_one_class_has_no_line_but_a_number(label, area):
    ax = prp.plot_npr([label, label], [0.1, 0.9])
    (line,) = marked(ax, CURVE)
    assert not np.isfinite(line.get_ydata()).any()
    assert ax.get_legend().get_texts()[0].get_text() == f"AUCNPR = {area}"


def test_the_cursor_reads_recall_and_precision(curve):
    ax = prp.plot_npr(curve)
    x, y = NPR.project(curve.tp[5], curve.fp[5], curve.pos, curve.neg)
    said = ax.format_coord(float(x), float(y))
    assert f"recall {curve.recall[5]:.3f}  precision {curve.precision[5]:.3f}" in said
    assert "unachievable" not in said


def test_spaces_has_four_panels(labels, models):
    panels = prp.plot_spaces(labels, models, spaces=("roc", "pr", "npr", "prg"))
    assert [ax.get_xlabel() for ax in panels] == [
        "False positive rate",
        "Recall",
        "Normalised recall",
        "Recall gain",
    ]
    assert len(marked(panels[2], CHANCE)) == 1
    assert set(cells_of(panels[0].figure)) >= {"AUROC", "AUCPR", "AUCNPR", "AUPRG"}


def test_other_axes_are_refused(curve):
    ax = prp.plot_pr(curve)
    with pytest.raises(ValueError, match=r"PR space already"):
        prp.plot_npr(curve, ax=ax)
