"""On logarithmic and other scales, lines and fills are a tenth of a pixel from the exact path."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.scale import FuncScale

import prplot as prp
from prplot.core.measures.averaging import average_band
from prplot.core.spaces import NPR, PR, PRG, ROC
from prplot.core.traces import (
    DRAWN_TOLERANCE,
    ENOUGH,
    Trace,
    f_line,
    minimum_curve,
    random_curve,
    trace,
    trace_line,
    trace_modified_f,
)
from prplot.draw import draw_band, draw_region, draw_trace, dress
from tests.cases import sampled, slowly
from tests.core.test_simplify import far_from, noisy_curve

# Ever closer to both ends of a segment, where a logarithm bends it.
_NEAR = np.geomspace(1e-14, 0.5, 700)
SHARES = np.concatenate([[0.0], _NEAR, 1 - _NEAR[::-1], [1.0]])
RARE = prp.ConfusionCurve.from_counts([3, 50, 99], [1, 2000, 10**6], 100, 10**7)
SCALES = {
    "log y": {"yscale": "log", "ylim": (1e-6, 1)},
    "log x": {"xscale": "log", "xlim": (1e-7, 1)},
    "both": {"xscale": "log", "yscale": "log", "xlim": (1e-4, 1), "ylim": (1e-6, 1)},
    "logit": {"xscale": "logit", "xlim": (1e-4, 1 - 1e-4)},
    "from the right": {"xscale": "log", "xlim": (1, 1e-4)},
    "falling": {"xscale": FuncScale(None, 2 * (lambda x: 1 - x,)), "xlim": (0.3, 0.7)},
}


def square(scales, space=PR):
    fig, ax = plt.subplots(figsize=(4, 4))
    dress(ax, space)
    ax.set(**{**scales, "aspect": "auto"})
    return fig, ax


def exact(curve, space, shares=SHARES):
    """Follow straight lines of counts, ever closer to their ends."""
    at = (np.arange(curve.tp.size - 1)[:, None] + shares).ravel()
    index = np.arange(curve.tp.size)
    counts = (np.interp(at, index, part.astype(float)) for part in (curve.tp, curve.fp))
    return np.column_stack(space.project_path(*counts, curve.pos, curve.neg))


def apart(ax, drawn, true):
    """Return by how many pixels two lines differ where they are seen, both ways."""
    lines = []
    for points in (drawn, true):
        with np.errstate(all="ignore"):
            at = ax.transData.transform(points)
        at = at[np.isfinite(at).all(axis=1)]
        steps = np.arange(len(at) - 1)[:, None] + np.linspace(0, 1, 5 + 4000 // len(at))[:-1]
        dense = np.column_stack(
            [np.interp(steps.ravel(), np.arange(len(at)), part) for part in at.T]
        )
        seen = ((dense >= ax.bbox.min) & (dense <= ax.bbox.max)).all(axis=1)
        lines.append((Trace(*at.T, PR), dense[seen][:: max(1, seen.sum() // 700)]))
    (one, of_one), (other, of_other) = lines
    assert len(of_one)
    assert len(of_other)
    return max(far_from(of_one, other), far_from(of_other, one))


@pytest.mark.parametrize(
    ("scales", "space", "of"),
    sampled(SCALES, [ROC, PR, NPR], ["curve", "hull", "chance", "minimum"], every=17),
)
def test_a_line_of_counts_is_followed(scales, space, of):
    scales = SCALES[scales]
    curves = {"curve": RARE, "hull": RARE.hull(), "chance": random_curve(100, 10**7)}
    curve = curves.get(of) or minimum_curve(100, 10**7)
    fig, ax = square(scales, space)
    line = draw_trace(trace(curve, space), ax)
    fig.draw_without_rendering()
    if of == "minimum" and space == NPR and "yscale" in scales:
        # It is 0 throughout.
        assert not line.get_ydata()[1:-1].any()
        return
    if of == "minimum" and space == ROC:
        return
    assert apart(ax, line.get_xydata(), exact(curve, space)) <= 0.1001
    assert len(line.get_xydata()) < 400


def test_scales_may_be_set_after_a_first_picture_and_taken_back():
    fig, ax = square({})
    line = draw_trace(trace(RARE, PR), ax)
    fig.draw_without_rendering()
    usual = line.get_xydata().copy()
    ax.set(**SCALES["both"])
    fig.draw_without_rendering()
    assert apart(ax, line.get_xydata(), exact(RARE, PR)) <= 0.1001
    ax.set(xscale="linear", yscale="linear", xlim=(0, 1), ylim=(0, 1))
    fig.draw_without_rendering()
    np.testing.assert_array_equal(line.get_xydata(), usual)


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param((1e-5, 1), id="to the right"),
        pytest.param((0.05, 1e-4), id="to the left", marks=pytest.mark.slow),
    ],
)
def test_a_long_curve_is_followed_and_reduced(limits):
    curve = noisy_curve(3000, 30_000)
    fig, ax = square({"xscale": "log", "xlim": limits}, ROC)
    line = draw_trace(trace(curve, ROC), ax)
    assert trace(curve, ROC).x.size > ENOUGH
    fig.draw_without_rendering()
    x = line.get_xdata()
    assert 100 < len(x) < 1500
    # What is further from the view than half of its width is left out.
    half = np.sqrt(max(limits) / min(limits))
    assert np.sum((x < min(limits) / half) | (x > half * max(limits))) <= 2
    ends = np.array([0.0, 1e-6, 1e-4, 0.01, 0.1, 0.5, 1.0])
    assert apart(ax, line.get_xydata(), exact(curve, ROC, ends)) <= 0.1001


def test_a_line_from_the_origin_is_followed_through_many_powers_of_ten():
    fig, ax = square(
        {"xscale": "log", "yscale": "log", "xlim": (1e-15, 1), "ylim": (1e-15, 1)}, ROC
    )
    line = draw_trace(trace(prp.ConfusionCurve.from_counts([1], [1], 2, 4), ROC), ax)
    fig.draw_without_rendering()
    share = np.geomspace(1e-12, 1, 200)
    start = np.column_stack([share / 4, share / 2])
    drawn = Trace(*ax.transData.transform(line.get_xydata()).T, ROC)
    assert far_from(ax.transData.transform(start), drawn) <= 0.1001


@pytest.mark.parametrize("base", [slowly(0.0), 0.001])
def test_isometrics_are_followed(base):
    drawn = trace_line(f_line(0.01, 1.0), PR, 1.0, 1.0)
    if base:
        drawn = trace_modified_f(0.01, base)
    fig, ax = square({"xscale": "log", "yscale": "log", "xlim": (4e-3, 1), "ylim": (1e-3, 1)})
    line = draw_trace(drawn, ax)
    fig.draw_without_rendering()
    precision = np.geomspace(0.00502513, 1, 5000)
    recall = 1 / (2 / 0.01 - 1 / precision)
    true = np.column_stack([recall, base + (1 - base) * precision])
    assert apart(ax, line.get_xydata(), true[recall <= 1]) <= 0.1001


@pytest.mark.parametrize("scales", [slowly(SCALES["log y"]), SCALES["both"]], ids=["log y", "both"])
def test_the_border_of_a_region_is_followed(scales):
    minimum = minimum_curve(1, 999)
    fig, ax = square(scales)
    region = draw_region(trace(minimum, PR), ax)
    fig.draw_without_rendering()
    vertices = region.get_paths()[0].vertices
    border = vertices[vertices[:, 1] > 1e-200]
    assert apart(ax, border[np.argsort(border[:, 0], kind="stable")], exact(minimum, PR)) <= 0.1001


def test_the_borders_of_a_band_are_followed():
    folds = [RARE, prp.ConfusionCurve.from_counts([4, 60, 99], [1, 1000, 10**6], 100, 10**7)]
    lower, upper = average_band(folds, PR, how="vertical", errorbar="sd")
    fig, ax = square(SCALES["log y"])
    band = draw_band(lower, upper, ax)
    fig.draw_without_rendering()
    vertices = band.get_paths()[0].vertices
    turn = int(np.argmax(vertices[:, 0])) + 1
    places = (np.arange(upper.size - 1)[:, None] + np.array([0, 0.1, 0.5, 0.9])).ravel()
    true = np.column_stack(upper.at(places))
    true = true[np.isfinite(true).all(axis=1)]
    far = far_from(
        ax.transData.transform(true[::7]), Trace(*ax.transData.transform(vertices[turn:]).T, PR)
    )
    assert far <= 0.1001


@pytest.mark.parametrize(
    ("axis", "scale", "form"),
    sampled("xy", ["log", "logit", "symlog"], ["png", "pdf", "svg"], every=7),
)
def test_any_scale_can_be_chosen_afterwards(axis, scale, form):
    fig, ax = plt.subplots()
    prp.plot_pr(RARE, ax=ax)
    ax.set(**{f"{axis}scale": scale})
    held = io.BytesIO()
    fig.savefig(held, format=form)
    low, high = getattr(ax, f"get_{axis}lim")()
    if scale != "symlog":
        assert 0 < low < high
    at = ax.transAxes.inverted().transform(ax.transData.transform(ax.lines[0].get_xydata()))
    assert np.ptp(at[:, "xy".index(axis)].clip(0, 1)) > 0.3


def test_gains_of_minus_infinity_are_far_away_on_a_symmetric_logarithm():
    fig, ax = square({"xscale": "symlog", "xlim": (-1000, 1)}, PRG)
    line = draw_trace(trace(RARE, PRG), ax)
    fig.draw_without_rendering()
    assert np.isfinite(line.get_xydata()).all()
    assert line.get_xdata().min() <= -1000


@pytest.mark.parametrize(
    ("xlim", "ylim"), sampled([(0.41, 1), (0.5, 0.6)], [(1e-3, 1), (0.02, 0.05)], every=3)
)
def test_long_arcs_after_many_points_are_followed(xlim, ylim):
    number = np.arange(1, 2001)
    tp, fp = np.append(number, [3000, 5000]), np.append(number // 2, [10**5, 10**6])
    curve = prp.ConfusionCurve.from_counts(tp, fp, 5000, 10**6)
    fig, ax = square({"xscale": "log", "yscale": "log", "xlim": xlim, "ylim": ylim})
    line = draw_trace(trace(curve, PR), ax)
    fig.draw_without_rendering()
    at = np.concatenate([2000 + SHARES[:-1], 2001 + SHARES])
    counts = (np.interp(at, np.arange(2003), part.astype(float)) for part in (curve.tp, curve.fp))
    arcs = np.column_stack(PR.project_path(*counts, curve.pos, curve.neg))
    low, high = ax.bbox.min, ax.bbox.max
    seen = ax.transData.transform(arcs)
    seen = seen[((seen >= low) & (seen <= high)).all(axis=1)]
    assert len(seen) > 100
    drawn = Trace(*ax.transData.transform(line.get_xydata()).T, PR)
    assert far_from(seen, drawn) <= 0.1001


def test_another_scale_of_the_same_name_is_followed():
    fig, ax = square({"xscale": "symlog", "xlim": (0, 1)}, ROC)
    line = draw_trace(trace(RARE, ROC), ax)
    fig.draw_without_rendering()
    coarse = len(line.get_xydata())
    ax.set_xscale("symlog", linthresh=1e-7)
    ax.set_xlim(0, 1)
    fig.draw_without_rendering()
    assert len(line.get_xydata()) > coarse
    assert apart(ax, line.get_xydata(), exact(RARE, ROC)) <= 0.1001


def test_the_tolerance_of_a_vector_file_holds_as_well():
    fig, ax = square(SCALES["both"])
    line = draw_trace(trace(RARE, PR), ax)
    fig.savefig(io.BytesIO(), format="pdf")
    fig.set_dpi(72)
    assert apart(ax, line.get_xydata(), exact(RARE, PR)) <= DRAWN_TOLERANCE * ax.bbox.width * 1.0001


@pytest.mark.parametrize("scales", [slowly(SCALES["log y"]), SCALES["both"]], ids=["log y", "both"])
def test_the_colours_of_thresholds_are_followed(scales):
    rng = np.random.default_rng(0)
    labels = rng.random(300) < 0.1
    scores = np.round(rng.normal(size=300) + labels, 1)
    fig, ax = plt.subplots()
    prp.plot_pr(labels, scores, color="threshold", ax=ax)
    ax.set(**{**scales, "ylim": (0.05, 1), "xlim": (0.02, 1), "aspect": "auto"})
    fig.draw_without_rendering()
    # The other lines lead from words to what they name.
    lines = [held for held in ax.collections if isinstance(held, LineCollection)]
    colored = max(lines, key=lambda held: len(held.get_segments()))
    drawn = np.vstack(colored.get_segments())
    curve = prp.ConfusionCurve.from_scores(labels, scores)
    assert apart(ax, drawn, exact(curve, PR, np.linspace(0, 1, 60))) <= 0.1001
    colors = [tuple(color) for color in colored.get_colors()]
    assert len(set(colors)) > 20
