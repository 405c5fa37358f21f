import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patheffects import Normal
from matplotlib.transforms import IdentityTransform

import prplot as prp
from prplot.draw.style import (
    BAND,
    background,
    checked_color,
    cycle_colors,
    is_dark,
    merged,
    merged_fill,
    merged_region,
    ordered_colors,
    shade,
    text_color,
)


def brightness(color):
    return sum(to_rgb(color)) / 3

    style = merged({"linewidth": 1.5, "color": "C0"}, {"lw": 3}, "curve_kws")
    assert style == {"linewidth": 3, "color": "#1f77b4"}


def test_styles_of_the_user_are_merged_with_the_defaults():
    with pytest.raises(TypeError, match=r"curve_kws: .*aliases"):
        merged({}, {"lw": 3, "linewidth": 2}, "curve_kws")
    line, region = merged_region({}, {"c": "red", "fc": "blue", "hatch": "x"}, "min_kws")
    assert line == {"color": "red"}
    assert (region["facecolor"], region["hatch"]) == ("blue", "x")


@pytest.mark.parametrize("style", ["default", "dark_background", "ggplot", "Solarize_Light2"])
def test_shades_lie_between_the_background_and_the_text(style):
    with plt.style.context(style):
        _, ax = plt.subplots()
    paper, ink = brightness(background(ax)), brightness(text_color(ax))
    weak, strong = (brightness(shade(ax, share)) for share in (0.2, 0.8))
    assert min(paper, ink) < min(weak, strong)
    assert max(weak, strong) < max(paper, ink)
    assert abs(weak - paper) < abs(strong - paper)


def test_ordered_colours_are_readable_on_their_background():
    for style in ("default", "dark_background"):
        with plt.style.context(style):
            _, ax = plt.subplots()
        paper = brightness(background(ax))
        colors = ordered_colors(5, ax)
        assert len(set(colors)) == 5
        assert all(abs(brightness(color) - paper) > 0.2 for color in colors)


def test_transparent_axes_take_the_figures_colour():
    fig, ax = plt.subplots(facecolor="black")
    ax.set_facecolor("none")
    assert background(ax) == "#000000"
    assert is_dark(ax)
    fig.set_facecolor("none")
    assert background(ax) == "#ffffff"


def test_cycle_colours_are_those_that_plot_would_take():
    _, (one, other) = plt.subplots(1, 2)
    taken = cycle_colors(2, one)
    assert not one.lines
    third = one.plot([0], [0])[0].get_color()
    assert [*taken, third] == [other.plot([0], [0])[0].get_color() for _ in range(3)]


@pytest.mark.parametrize(
    ("color", "message"),
    [
        ("bleu", r"^color: 'bleu' is not a colour that matplotlib knows; the nearest: .*\bblue\b"),
        ("#12", r"^color: '#12' is not a colour that matplotlib knows$"),
        ((1, 2), r"^color: \(1, 2\) is not a colour"),
        (("red", 2), r"^color: \('red', 2\) is not a colour"),
        (([], []), r"^color: \(\[\], \[\]\) is not a colour"),
    ],
)
def test_what_is_no_colour_is_named_with_the_nearest(color, message):
    with pytest.raises(ValueError, match=message):
        checked_color(color)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("zorder", "a", "zorder can't be 'a'; matplotlib says: '<' not supported"),
        ("label", "\ud800", "label must be whole characters"),
        ("linewidth", "a", "linewidth can't be 'a'; matplotlib says: could not convert"),
        ("linewidth", np.float64("nan"), "linewidth must be finite, found nan"),
        ("linewidth", 10**400, "linewidth can't be 1000"),
        ("clip_on", np.array([1, 0]), "clip_on can't be array"),
        ("snap", "a", "snap can't be 'a'; matplotlib says: "),
        ("path_effects", 3, "path_effects can't be 3; matplotlib says: 'int' object is not"),
        ("sketch_params", "a", "sketch_params can't be 'a'"),
        ("transform", 3, "'transform' must be an instance of"),
        ("no_such", 3, r"Line2D.set\(\) got an unexpected keyword argument 'no_such'"),
    ],
)
def test_values_that_would_fail_when_they_are_drawn_fail_at_once(key, value, words):
    with pytest.raises(ValueError, match=f"^curve_kws: {words}"):
        prp.plot_pr([1, 0], [1, 0], curve_kws={"linestyle": "--", key: value, "color": "red"})
    assert not plt.get_fignums()


def test_what_matplotlib_draws_is_no_error():
    given = {"zorder": 5, "visible": True, "clip_on": 1, "snap": None, "path_effects": [Normal()]}
    given |= {"markerfacecolor": "#ff0000", "marker": "o", "transform": IdentityTransform()}
    assert merged({}, given, "curve_kws") == given


def test_wrong_values_of_fills_are_named():
    # Deprecated by matplotlib, which only warns.
    with pytest.raises(ValueError, match=r"^min_kws: hatch must consist of "):
        prp.plot_pr([1, 0], [1, 0], min_kws={"hatch": "zz"})
    assert not plt.get_fignums()
    with pytest.raises(ValueError, match=r"^band_kws: linestyle can't be \(1, 2\)"):
        merged_fill(BAND, {"dashes": (1, 2)}, "band_kws")
    with pytest.raises(ValueError, match=r"^band_kws: linewidth can't be 'a'; matplotlib says: "):
        merged_fill(BAND, {"lw": "a"}, "band_kws")
    # A pair is a colour and its opacity.
    with pytest.raises(ValueError, match=r"^band_kws: color can't be \(1, 2\)"):
        merged_fill(BAND, {"color": (1, 2)}, "band_kws")
