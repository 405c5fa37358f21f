import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp


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
def test_wrong_input_is_refused_before_anything_is_drawn(plot, call, words):
    with pytest.raises(ValueError, match=words):
        plot(**call)
    assert plt.get_fignums() == []
