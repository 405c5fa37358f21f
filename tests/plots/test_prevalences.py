import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import CHANCE, CURVE, MINIMUM, REGION
from tests.cases import sampled
from tests.plots.artists import colors, marked, names

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
