import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.draw.scene import CHANCE, ISOMETRIC
from tests.plots.artists import marked


def test_draws_the_operating_points_and_nothing_between(curve):
    (line,) = marked(prp.plot_roc(curve))
    np.testing.assert_array_equal(line.get_xydata(), np.column_stack([curve.fpr, curve.tpr]))


def test_chance_is_the_diagonal_once(curve):
    ax = prp.plot_roc({"one": curve, "other": curve.at_prevalence(0.01)})
    (line,) = [line for line in ax.lines if line.get_gid() == CHANCE.name]
    np.testing.assert_array_equal(line.get_xydata(), [[0, 0], [1, 1]])


def test_legend_names_the_area(labels, models):
    ax = prp.plot_roc(labels, models["good"], name="good")
    area = prp.auroc(labels, models["good"])
    assert ax.get_legend().get_texts()[0].get_text() == f"good (AUROC {area:.3f})"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("False positive rate", "True positive rate")


def test_isometrics_are_straight_and_have_their_f_score(curve):
    ax = prp.plot_roc(curve, show_isometrics=True, levels=[0.4])
    (line,) = [line for line in ax.lines if line.get_gid() == ISOMETRIC.name]
    assert len(line.get_xydata()) == 2
    fpr, tpr = line.get_xydata().T
    tp, fp = tpr * curve.pos, fpr * curve.neg
    np.testing.assert_allclose(2 * tp / (tp + fp + curve.pos), 0.4)


def test_isometrics_of_several_prevalences_are_refused(curve):
    with pytest.raises(ValueError, match="depend on prevalence"):
        prp.plot_roc({"a": curve, "b": curve.at_prevalence(0.5)}, show_isometrics=True)
    assert plt.get_fignums() == []


def test_cursor_reads_in_roc_space_too(curve):
    ax = prp.plot_roc(curve)
    said = ax.format_coord(curve.fpr[9], curve.tpr[9])
    assert f"recall {curve.recall[9]:.3f}  precision {curve.precision[9]:.3f}" in said
    assert f"threshold {curve.thresholds[9]:.4g}" in said


def test_one_class_gives_one_warning_and_nan():
    with pytest.warns(prp.UndefinedMetricWarning, match="no negatives") as caught:
        ax = prp.plot_roc([1, 1], [0.1, 0.2])
    assert len(caught) == 1
    assert ax.get_legend().get_texts()[0].get_text() == "AUROC = nan"
