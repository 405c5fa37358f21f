import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import CHANCE, CURVE, MINIMUM, NEGATIVE, REGION
from tests.cases import sampled
from tests.plots.artists import colors, fresh_axes, legend_texts, marked, names, words

SHARES = [0.5, 0.1, 0.01]


def brightness(color):
    return float(np.dot(to_rgb(color), (0.299, 0.587, 0.114)))


def test_curve_minimum_chance_and_area_move_together(curve):
    ax = prp.plot_pr(curve, prevalence=SHARES, show_chance=True)
    parts = zip(SHARES, *(marked(ax, gid) for gid in (CURVE, MINIMUM, CHANCE)), strict=True)
    for share, line, border, chance in parts:
        moved = curve.at_prevalence(share)
        assert line.get_label() == f"π = {share:g} (AUCPR {prp.aucpr(moved):.3f})"
        assert line.get_ydata()[-1] == pytest.approx(share)
        assert border.get_ydata()[-1] == pytest.approx(share)
        assert chance.get_ydata() == pytest.approx([share, share])
        assert to_hex(border.get_color()) == to_hex(line.get_color()) == to_hex(chance.get_color())
    assert len(marked(ax, REGION)) == 3


@pytest.mark.parametrize("shares", [SHARES, SHARES[::-1], [0.1, 0.5, 0.01]])
def test_colours_are_in_the_order_of_the_prevalences(curve, shares):
    ax = prp.plot_npr(curve, prevalence=shares, legend=False)
    by_share = dict(zip(shares, colors(ax), strict=True))
    light = [brightness(by_share[share]) for share in sorted(shares, reverse=True)]
    assert light == sorted(light)


@pytest.mark.parametrize("plot", [prp.plot_prg, prp.plot_f_gain])
def test_other_spaces_take_several_prevalences_too(curve, plot):
    ax = plot(curve, name="forest", prevalence=SHARES, legend=False)
    assert len(set(colors(ax))) == 3
    assert names(ax) == [f"forest, π = {share}" for share in SHARES]


@pytest.mark.parametrize("plot", [prp.plot_spaces, prp.plot_hull])
def test_panels_take_several_prevalences_in_the_same_colours(curve, plot):
    panels = plot(curve, prevalence=[0.5, 0.1], legend=False)
    found = [colors(ax) for ax in panels]
    assert all(each == found[0] for each in found)
    assert len(set(found[0])) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"prevalence": []}, r"list of different numbers"),
        ({"prevalence": [0.5, 1.0]}, r"strictly between 0 and 1"),
        ({"prevalence": [[0.5, 0.1]]}, r"list of different numbers"),
        ({"prevalence": "half"}, r"prevalence must"),
        ({"prevalence": [0.5, 0.1], "color": "red"}, r"color goes with a single curve"),
    ],
)
def test_wrong_prevalences_are_refused(curve, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.plot_pr(curve, **options)
    assert plt.get_fignums() == []


def test_several_prevalences_go_with_one_model(labels, models):
    with pytest.raises(ValueError, match=r"single model, found 3 models"):
        prp.plot_pr(labels, models, prevalence=SHARES)


def test_weights_move_prevalence_chance_line_and_minimum_together(labels, models):
    # A peer draws its chance line at the unweighted prevalence.
    weight = np.where(labels, 2.0, 0.3)
    ax = prp.plot_pr(labels, models["good"], sample_weight=weight, show_chance=True)
    share = np.average(labels, weights=weight)
    assert abs(share - np.mean(labels)) > 0.3
    (chance,), (border,) = marked(ax, CHANCE), marked(ax, MINIMUM)
    assert chance.get_ydata() == pytest.approx([share, share])
    r, p = border.get_xydata().T
    np.testing.assert_allclose(p, prp.min_precision(np.clip(r, 0, 1), share), atol=1e-12)
    table = prp.summary(labels, models["good"], sample_weight=weight)
    assert table.prevalence.item() == pytest.approx(share)
    assert table["AUCPR_MIN"].item() == pytest.approx(float(prp.aucpr_min(share)))


# Downsampling


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


def test_a_prevalence_may_be_an_array_without_dimensions(curve):
    (line,) = marked(prp.plot_pr(curve, prevalence=np.array(0.1), legend=False), CURVE)
    assert line.get_ydata()[-1] == pytest.approx(0.1)


def test_random_levels_have_the_colours_of_their_curves(curve):
    ax = prp.plot_pr(curve, prevalence=[0.5, 0.25], show_chance=True)
    named = {text.get_text(): to_hex(text.get_color()) for text in ax.texts}
    (first, *_) = marked(ax, CURVE)
    assert named["random, π = 0.5"] == to_hex(first.get_color())


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ([0.37, 0.1], ["π = 0.37", "π = 0.1"]),
        ([1 / 3, 0.0019947], ["π = 0.333", "π = 0.00199"]),
        ([0.33333, 0.33334], ["π = 0.33333", "π = 0.33334"]),
    ],
)
def test_prevalences_are_rounded_as_far_as_they_differ(curve, shares, said):
    ax = prp.plot_pr(curve, prevalence=shares, score=None, legend=False)
    assert names(ax) == said


@pytest.mark.parametrize(
    ("size", "prevalences"),
    sampled([3.3, 4.5, 6.4], [(0.1, 0.3, 0.5, 0.55), (0.45, 0.5), (0.1, 0.6)], every=4),
)
def test_words_of_a_region_stand_on_no_other_region(size, prevalences):
    rng = np.random.default_rng(4)
    curves = {}
    for prevalence in prevalences:
        y = rng.random(400) < prevalence
        curves[f"at {prevalence}"] = prp.ConfusionCurve.from_scores(y, rng.normal(size=400) + y)
    _, ax = plt.subplots(figsize=(size, size), layout="constrained")
    prp.plot_pr(curves, ax=ax)
    ax.figure.draw_without_rendering()
    regions = [region for region in ax.collections if region.get_gid() == REGION.name]
    (largest,) = [region for region in regions if "unachievable" in region.get_label()]
    for text in ax.texts:
        if text.get_visible() and text.get_text().startswith("unachievable"):
            box = Text.get_window_extent(text)
            for region in regions:
                path = region.get_paths()[0].transformed(region.get_transform())
                assert region is largest or not path.intersects_bbox(box, filled=True)
