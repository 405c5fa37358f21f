import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot as prp
from prplot.core.spaces import NPR, PR, PRG, ROC
from prplot.draw.labels import CURVE, POINT, words

FOLDS = np.arange(300) % 4
PLOTS = {prp.plot_pr: PR, prp.plot_npr: NPR, prp.plot_roc: ROC, prp.plot_prg: PRG}


def marked(ax, gid):
    return [line for line in ax.lines if line.get_gid() == gid]


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_points_are_counted_exactly_at_the_thresholds(labels, models, plot):
    scores = models["good"]
    ax = plot(labels, scores, thresholds=[0.5, 2.0])
    points = marked(ax, POINT)
    assert [words(point) for point in points] == ["2", "0.5"]
    for point, threshold in zip(points, (2.0, 0.5), strict=True):
        tp, fp = np.sum(labels & (scores >= threshold)), np.sum(~labels & (scores >= threshold))
        x, y = PLOTS[plot].project(tp, fp, labels.sum(), (~labels).sum())
        np.testing.assert_allclose(point.get_xydata(), [(x, y)])
    assert {"2", "0.5"} <= {text.get_text() for text in ax.texts}


def test_a_threshold_among_negatives_has_its_own_point():
    # The record lists no threshold at which only negatives fall.
    y_true, y_score = [1, 0, 0, 0, 1], [5, 4, 3, 2, 1]
    (point,) = marked(prp.plot_roc(y_true, y_score, thresholds=3), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(2 / 3, 1 / 2)])


def test_points_move_with_the_prevalence(labels, models):
    scores = models["good"]
    (point,) = marked(prp.plot_pr(labels, scores, thresholds=1.0, prevalence=0.1), POINT)
    moved = prp.ConfusionCurve.from_scores(labels, scores, thresholds=[1.0]).at_prevalence(0.1)
    np.testing.assert_allclose(point.get_xydata(), [(moved.recall[1], moved.precision[1])])


def test_each_model_has_points_in_its_colour(labels, models):
    ax = prp.plot_pr(labels, models, thresholds=0.5)
    colors = [[to_hex(line.get_color()) for line in marked(ax, gid)] for gid in (POINT, CURVE)]
    assert colors[0] == colors[1]


def test_a_ready_curve_has_the_points_that_it_lists(curve):
    (point,) = marked(prp.plot_pr(curve, thresholds=curve.thresholds[5]), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(curve.recall[5], curve.precision[5])])


def test_wrong_thresholds_are_refused(labels, models, curve):
    published = prp.ConfusionCurve.from_counts([1], [1], 2, 2)
    frame = {"good": models["good"]}
    for args, options, message in [
        ((labels, models["good"]), {"thresholds": [np.inf]}, r"finite ones only"),
        ((labels, models["good"]), {"thresholds": []}, r"at least one number"),
        ((labels, models["good"]), {"thresholds": "high"}, r"thresholds must"),
        ((published,), {"thresholds": 0.5}, r"knows those of all its points"),
        (([curve, curve],), {"thresholds": 0.5}, r"thresholds go with labels and scores"),
        ((labels, frame["good"]), {"thresholds": 0.5, "units": FOLDS}, r"thresholds go with"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            prp.plot_pr(*args, **options)
    assert plt.get_fignums() == []


def test_several_prevalences_have_points_each(labels, models):
    ax = prp.plot_pr(labels, models["good"], thresholds=0.5, prevalence=[0.5, 0.1])
    exact = prp.ConfusionCurve.from_scores(labels, models["good"], thresholds=[0.5])
    for point, share in zip(marked(ax, POINT), (0.5, 0.1), strict=True):
        moved = exact.at_prevalence(share)
        np.testing.assert_allclose(point.get_xydata(), [(moved.recall[1], moved.precision[1])])


@pytest.mark.filterwarnings("ignore::prplot.UndefinedMetricWarning")
def test_one_class_has_thresholds_too():
    (point,) = marked(prp.plot_pr([1, 1], [0.2, 0.8], thresholds=0.5), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(0.5, 1.0)])
