import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot as prp
from prplot.draw.scene import CURVE, NEGATIVE
from tests.plots.artists import fresh_axes, legend_texts, marked, names, words


def areas(ax):
    return {line.get_label(): line.get_xydata() for line in marked(ax, CURVE)}


def test_downsampling_draws_the_areas_of_the_curve_at_other_prevalences(curve):
    drawn = areas(prp.plot_downsampling(curve, ratios=(1, 50)))
    assert list(drawn) == ["AUCPR", "AUCNPR", "AUPRG"]
    for score, area in (("AUCPR", prp.aucpr), ("AUCNPR", prp.aucnpr), ("AUPRG", prp.auprg)):
        x, y = drawn[score].T
        assert (x[0], x[-1]) == pytest.approx((1, 50))
        expected = [area(curve.at_prevalence(1 / (1 + ratio))) for ratio in x]
        np.testing.assert_allclose(y, expected, rtol=1e-12)


def test_auroc_is_level_and_the_data_are_marked(curve):
    ax = prp.plot_downsampling(curve, score="auroc")
    np.testing.assert_allclose(areas(ax)["AUROC"][:, 1], prp.auroc(curve), rtol=1e-12)
    dot, explained = (line for line in ax.lines if line.get_marker() == "o")
    np.testing.assert_allclose(dot.get_xydata(), [(curve.neg / curve.pos, prp.auroc(curve))])
    assert explained.get_label() == f"data, 1:{curve.neg / curve.pos:.3g}"
    # What has no lowest value of interest has no line for it.
    assert "lowest AUCPR" not in {line.get_label() for line in ax.lines}


def test_removing_negatives_at_random_does_what_the_line_says(labels):
    rng = np.random.default_rng(0)
    y = np.arange(4000) < 400
    s = rng.normal(size=4000) + y
    curve = prp.ConfusionCurve.from_scores(y, s)
    drawn = []
    for _ in range(40):
        kept = np.append(np.arange(400), rng.choice(np.arange(400, 4000), 800, replace=False))
        drawn.append([prp.aucpr(y[kept], s[kept]), prp.aucnpr(y[kept], s[kept])])
    moved = curve.at_prevalence(1 / 3)
    expected = prp.aucpr(moved), prp.aucnpr(moved)
    assert np.mean(drawn, axis=0) == pytest.approx(expected, abs=4e-3)


def test_models_have_colours_and_areas_have_dashes(labels, models):
    ax = prp.plot_downsampling(labels, models, score=["aucpr", "aucnpr"])
    lines = marked(ax, CURVE)
    assert len({to_hex(line.get_color()) for line in lines}) == 3
    assert [line.get_label() for line in lines[:2]] == ["good", "_"]
    assert lines[0].get_linestyle() != lines[1].get_linestyle()
    explained = {line.get_label(): line.get_linestyle() for line in ax.lines}
    assert explained["AUCPR"] == lines[0].get_linestyle()
    assert explained["AUCNPR"] == lines[1].get_linestyle()


def test_a_second_model_adds_no_second_explanations_and_one_area_is_on_the_axis(labels, models):
    ax = prp.plot_downsampling(labels, models["good"], name="good")
    prp.plot_downsampling(labels, models["poor"], name="poor", ax=ax)
    said = [line.get_label() for line in ax.lines if not line.get_label().startswith("_")]
    assert len(said) == len(set(said))
    ax = prp.plot_downsampling(labels, models, score="aucpr", ax=fresh_axes())
    assert ax.get_ylabel() == "AUCPR"
    assert names(ax) == list(models)


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        ((1, 100), ["1:1", "1:10", "1:100"]),
        ((0.1, 10), ["10:1", "1:1", "1:10"]),
        ((0.1, 1e4), ["10:1", "1:1", "1:10", "1:100", "1:1000", "1:10000"]),
    ],
)
def test_ticks_are_round_ratios(curve, ratios, said):
    ax = prp.plot_downsampling(curve, ratios=ratios)
    low, high = ax.get_xlim()
    ticks = zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
    assert [label.get_text() for at, label in ticks if low <= at <= high] == said


def test_a_negative_auprg_is_on_the_picture(labels, models):
    ax = prp.plot_downsampling(labels, models["poor"], ratios=(1, 3), score="auprg")
    ((name, line),) = areas(ax).items()
    assert name == "AUPRG"
    assert ax.get_ylim()[0] < line[:, 1].min() < 0
    assert [words(one) for one in marked(ax, NEGATIVE)] == ["negative area"]
    plt.figure()
    ax = prp.plot_downsampling(labels, models["poor"], score="auprg")
    (line,) = areas(ax).values()
    # One that is far worse than random leaves the others room, and says how low it is.
    assert line[:, 1].min() < ax.get_ylim()[0] < -0.4
    said = f"negative area, down to \N{MINUS SIGN}{-line[:, 1].min():.2g}"
    assert [words(one) for one in marked(ax, NEGATIVE)] == [said]
    prp.plot_downsampling(labels, models["good"], score="auprg", ax=ax)
    assert ax.get_ylim()[0] < -0.4
    assert [words(one) for one in marked(ax, NEGATIVE)] == [said]
    assert "AUPRG goes from -" in prp.describe(ax)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ratios": (5, 1)}, r"0 < low < high"),
        ({"ratios": 3}, r"ratios must be two numbers"),
        ({"score": "f1"}, r"score must be one of"),
        ({"score": []}, r"score must be a list"),
        ({"score": ["aucpr", "aucpr"]}, r"different names"),
    ],
)
def test_wrong_options_of_downsampling_are_refused(curve, options, message):
    with pytest.raises(ValueError, match=message):
        prp.plot_downsampling(curve, **options)
    assert plt.get_fignums() == []


def test_data_beyond_the_ratios_have_no_row(curve):
    ratio = curve.neg / curve.pos
    ax = prp.plot_downsampling(curve, ratios=(2 * ratio, 9 * ratio))
    assert not any(text.startswith("data") for text in legend_texts(ax))


def test_scores_of_one_point_are_not_called_areas(curve):
    ax = prp.plot_downsampling(curve, score=["aucpr", "max_f1"])
    assert ax.get_ylabel() == "Score"
    assert prp.describe(ax, "short").startswith("Scores of one model against the ratio")


def test_one_class_has_no_other_ratio():
    with pytest.raises(ValueError, match=r"one class only"):
        prp.plot_downsampling([1, 1], [0.1, 0.2])


def test_axes_of_areas_show_no_curves(curve):
    prp.plot_downsampling(curve, ratios=(10, 100))
    with pytest.raises(ValueError, match=r"show downsampling already"):
        prp.plot_pr(curve)
