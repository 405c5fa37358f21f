"""Style sheets: their settings, what a figure is like in each, and who can tell their colours."""

import logging
from itertools import combinations, pairwise

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import font_manager
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb

import prplot as prp
from prplot.cli.commands import styles_of_prplot
from tests.cases import sampled
from tests.plots import print_size

NAMES = list(styles_of_prplot())
DRAWN = [name for name in NAMES if name != "dark"]
# One of those that differ in their comments alone.
DISTINCT = list(
    {str(mpl.rc_params_from_file(styles_of_prplot()[name])): name for name in DRAWN}.values()
)
# Widths in inches, as printed in the guides of the venues, by who may have them.
WIDTHS = {
    3.25: ["icml", "aistats", "uai", "cvpr"],
    3.3: ["aaai"],
    3.33: ["acm"],
    3.5: ["ieee", "nature"],
    3.6: ["paper"],
    4.8: ["eccv", "lncs"],
    5.5: ["neurips", "iclr", "colm"],
    6.0: ["jmlr"],
    6.5: ["tmlr"],
    6.75: ["icml_wide", "aistats_wide", "uai_wide"],
    6.875: ["cvpr_wide"],
    6.975: ["aaai_wide"],
    7.0: ["acm_wide"],
    7.16: ["ieee_wide"],
    7.2: ["nature_wide"],
    10.0: ["slides"],
    12.0: ["poster"],
}
LEAST_TYPE = 6.0
SIZES = ("font.size", "axes.labelsize", "axes.titlesize", "legend.fontsize", "figure.titlesize")
SCALED = ("medium", "large")
SIZES += ("xtick.labelsize", "ytick.labelsize", "legend.title_fontsize", "figure.labelsize")


def own(name):
    """Return what a style sets."""
    return mpl.rc_params_from_file(styles_of_prplot()[name], use_default_template=False)


@pytest.mark.filterwarnings("error")
def test_every_style_has_the_width_of_its_venue():
    widths = {name: width for width, names in WIDTHS.items() for name in names}
    assert {name: own(name)["figure.figsize"][0] for name in DRAWN} == widths


@pytest.mark.parametrize("name", DRAWN)
def test_letters_are_never_too_small_and_texts_stay_texts(name):
    with plt.style.context(f"prplot.styles.{name}"):
        settings = dict(mpl.rcParams)
    sizes = [settings[key] or settings["legend.fontsize"] for key in SIZES]
    scale = {word: font_manager.font_scalings[word] * settings["font.size"] for word in SCALED}
    assert min(scale.get(size, size) for size in sizes) >= LEAST_TYPE
    assert (settings["pdf.fonttype"], settings["svg.fonttype"]) == (42, "none")
    assert not any("usetex" in key for key in own(name))


def test_fonts_are_lists_of_a_generic_family_that_end_in_one_of_matplotlib():
    shipped = {font.name for font in font_manager.fontManager.ttflist if "mpl-data" in font.fname}
    for name in DISTINCT:
        with plt.style.context(f"prplot.styles.{name}"):
            (family,) = mpl.rcParams["font.family"]
            assert family in ("serif", "sans-serif")
            # The paper style has matplotlib's own list.
            assert mpl.rcParams[f"font.{family}"][-1] in shipped or name == "paper"


@pytest.mark.parametrize("name", sampled(DISTINCT, every=6))
def test_a_figure_in_each_style_has_nothing_that_overlaps_or_is_too_small(name, caplog):
    labels, scores = print_size.data(3)
    wanted = [*scores, *(f"{prp.aucpr(labels, score):.3f}" for score in scores.values())]
    with plt.style.context(f"prplot.styles.{name}"), caplog.at_level(logging.WARNING):
        ax = prp.plot_pr(labels, scores)
        ax.figure.draw_without_rendering()
        found = print_size.measured(ax.figure, [ax], wanted)
        texts = print_size.Page(ax.figure, [ax]).legend_texts
    plt.close(ax.figure)
    assert found.gave_way() == {}
    assert min(text.get_fontsize() for text in texts) >= LEAST_TYPE
    # Such as "findfont: Font family ... not found".
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("name", "plot"),
    sampled(["icml_wide", "neurips", "slides"], [prp.plot_spaces, prp.plot_hull], every=6),
)
def test_panels_side_by_side_are_as_wide_as_the_style_and_clear_of_the_legend(name, plot):
    labels, scores = print_size.data(3)
    with plt.style.context(f"prplot.styles.{name}"):
        panels = plot(labels, scores)
        figure = panels[0].figure
        # Once only: a file is drawn once.
        figure.draw_without_rendering()
        found = print_size.measured(figure, list(panels), list(scores))
        width, _ = mpl.rcParams["figure.figsize"]
    plt.close(figure)
    assert figure.get_size_inches()[0] == pytest.approx(width)
    assert found.gave_way() == {}


def test_dark_goes_behind_every_other_style():
    with plt.style.context(["prplot.styles.icml", "prplot.styles.dark"]):
        assert tuple(mpl.rcParams["figure.figsize"]) == (3.25, 3.25)
        ax = prp.plot_pr([0, 1, 1, 0], [1, 2, 3, 4])
        assert ax.lines[0].get_color() == cycle("dark")[0]
        plt.close(ax.figure)


# Colours.

# The CIEDE2000 difference of any two colours, and the one at which thin lines are still told apart
# without a kind of cones, or in grey.
CLEAR_DIFFERENCE = 20.0
LEAST_DIFFERENCE = 8.0
LEAST_CONTRAST = 3.0
# What is seen by people without one of the kinds of cones, in linear RGB: Machado, Oliveira &
# Fernandes (2009), table 1, severity 1.
SEEN = {
    "all": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def cycle(name):
    return own(name)["axes.prop_cycle"].by_key()["color"]


def linear(color):
    """Return linear RGB (IEC 61966-2-1)."""
    rgb = np.array(to_rgb(color))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """Return CIELAB under D65 of linear RGB."""
    to_xyz = [[0.4124, 0.3576, 0.1805], LUMINANCE, [0.0193, 0.1192, 0.9505]]
    xyz = np.clip(to_xyz @ np.clip(rgb, 0, 1), 0, None) / np.sum(to_xyz, axis=1)
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other):
    """Return CIEDE2000 (Sharma, Wu & Dalal 2005) of two colours of CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    grow = 1.5 - 0.5 * np.sqrt(chroma**7 / (chroma**7 + 25**7))
    c1, c2 = np.hypot(a1 * grow, b1), np.hypot(a2 * grow, b2)
    h1, h2 = (np.arctan2(b, a * grow) % (2 * np.pi) for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + np.pi) % (2 * np.pi) - np.pi if c1 * c2 else 0.0
    hue = h1 + turn / 2 if c1 * c2 else h1 + h2
    light, c = (l1 + l2) / 2 - 50, (c1 + c2) / 2
    t = 1 - 0.17 * np.cos(hue - np.pi / 6) + 0.24 * np.cos(2 * hue)
    t += 0.32 * np.cos(3 * hue + np.pi / 30) - 0.2 * np.cos(4 * hue - np.radians(63))
    blue = np.radians(60) * np.exp(-((((np.degrees(hue) % 360) - 275) / 25) ** 2))
    by_light = (l2 - l1) / (1 + 0.015 * light**2 / np.sqrt(20 + light**2))
    by_chroma = (c2 - c1) / (1 + 0.045 * c)
    by_hue = 2 * np.sqrt(c1 * c2) * np.sin(turn / 2) / (1 + 0.015 * c * t)
    twist = -2 * np.sqrt(c**7 / (c**7 + 25**7)) * np.sin(blue)
    return np.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + twist * by_chroma * by_hue)


def contrast(one, other):
    """Return the contrast of WCAG 2."""
    low, high = sorted(LUMINANCE @ linear(color) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_that_of_the_published_data(one, other, expected):
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("name", ["paper", "icml", "dark"])
def test_any_two_colours_differ_for_all_readers(name, eyes):
    found = [lab(np.array(SEEN[eyes]) @ linear(color)) for color in cycle(name)]
    least = CLEAR_DIFFERENCE if eyes == "all" else LEAST_DIFFERENCE
    assert min(difference(*pair) for pair in combinations(found, 2)) >= least


def test_all_but_the_paper_and_dark_styles_have_the_same_colours():
    for name in set(DRAWN) - {"paper"}:
        assert cycle(name) == cycle("icml")


@pytest.mark.parametrize("name", ["paper", "icml"])
def test_neighbours_differ_in_grey_print(name):
    found = [lab(np.full(3, LUMINANCE @ linear(color))) for color in cycle(name)]
    assert min(difference(*pair) for pair in pairwise(found)) >= LEAST_DIFFERENCE


def test_lines_have_contrast_with_their_ground():
    grounds = {name: own(name).get("axes.facecolor", "white") for name in NAMES}
    for name in set(NAMES) - {"paper"}:
        assert min(contrast(color, grounds[name]) for color in cycle(name)) >= LEAST_CONTRAST
    # These two of the paper style are paler; rows of legends are in the order of curves, and direct
    # names stand beside them.
    pale = [color for color in cycle("paper") if contrast(color, "white") < LEAST_CONTRAST]
    assert pale == ["#E69F00", "#56B4E9"]
