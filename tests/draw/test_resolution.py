"""What is drawn is as fine as the canvas and the view: 0.1 px, and 1 / 4000 of the axes."""

import io
import pickle
import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.core.measures.averaging import average_band
from prplot.core.spaces import PR, PRG, ROC, SPACES
from prplot.core.traces import DRAWN_TOLERANCE, Trace, minimum_curve, simplified, trace
from prplot.draw import draw_band, draw_region, draw_trace, dress, resolution
from tests.cases import sampled, slowly
from tests.core.test_simplify import along, exact_points, far_from, noisy_curve


def square(space, inches=4):
    fig, ax = plt.subplots(figsize=(inches, inches))
    dress(ax, space)
    return fig, ax


def save(fig, **options):
    held = io.BytesIO()
    fig.savefig(held, **options)
    return held.getvalue()


def pixels(ax, points):
    return ax.transData.transform(points)


def apart_in_pixels(ax, x, y, exact, rng):
    """Return how far the drawn and the exact line are apart, in pixels, inside of the axes."""
    drawn, true = (Trace(*pixels(ax, points).T, PR) for points in (np.column_stack([x, y]), exact))
    there = [np.column_stack([true.x, true.y]), along(drawn, rng, 150)]
    low, high = ax.bbox.min, ax.bbox.max
    inside = [at[((at >= low) & (at <= high)).all(axis=1)] for at in there]
    picked = rng.permutation(inside[0])[:500]
    back = far_from(inside[1], true) if len(inside[1]) else 0.0
    return max(far_from(picked, drawn), back)


@pytest.fixture(scope="module")
def curve():
    rng = np.random.default_rng(1)
    labels = rng.random(40_000) < 0.2
    scores = rng.normal(size=40_000) + labels
    # A tie of a tenth of all examples is a long arc.
    return prp.ConfusionCurve.from_scores(labels, np.where(abs(scores) < 0.12, 0, scores))


@pytest.mark.parametrize("space", sampled(SPACES.values(), every=3), ids=SPACES)
def test_a_large_raster_gets_a_tenth_of_a_pixel(curve, space):
    fig, ax = square(space)
    line = draw_trace(trace(curve, space), ax)
    usual = line.get_xydata().copy()
    fig.set_dpi(900)
    fig.draw_without_rendering()
    x, y = line.get_xydata().T
    assert x.size > len(usual)
    assert apart_in_pixels(ax, x, y, exact_points(curve, space), np.random.default_rng(0)) <= 0.1001
    fig.set_dpi(72)
    fig.draw_without_rendering()
    np.testing.assert_array_equal(line.get_xydata(), usual)


@pytest.mark.parametrize("space", [PR, ROC], ids=["pr", "roc"])
def test_a_part_of_the_curve_is_as_fine(curve, space):
    fig, ax = square(space)
    line = draw_trace(trace(curve, space), ax)
    whole = trace(curve, space)
    middle = np.interp(0.401, whole.x, whole.y)
    ax.set(xlim=(0.4, 0.402), ylim=(middle - 2e-3, middle + 2e-3), aspect="auto")
    fig.draw_without_rendering()
    x, y = line.get_xydata().T
    assert x.size < 2000
    assert apart_in_pixels(ax, x, y, exact_points(curve, space), np.random.default_rng(0)) <= 0.1001


@pytest.mark.parametrize("space", sampled(SPACES.values(), every=3), ids=SPACES)
def test_every_part_is_as_fine_whatever_was_shown_before(curve, space):
    rng = np.random.default_rng(7)
    _, ax = square(space)
    line = draw_trace(trace(curve, space), ax)
    exact = exact_points(curve, space)
    points = exact[(exact >= 0).all(axis=1)]
    for size in 10 ** rng.uniform(-3, 0, (5, 2)):
        corner = rng.choice(points) - rng.random(2) * size
        show(ax, *np.transpose([corner, corner + size]))
        x, y = line.get_xydata().T
        assert apart_in_pixels(ax, x, y, exact, rng) <= 0.1001


def show(ax, xlim, ylim):
    ax.set(xlim=xlim, ylim=ylim, aspect="auto")
    ax.figure.draw_without_rendering()


# A view of a linear and of a logarithmic axis, a part of it, a flat part as wide, and a wider one.
VIEWS = {
    "linear": [
        ((0.3, 0.5), (0.6, 0.9)),
        ((0.41, 0.413), (0.7, 0.71)),
        ((0.3, 0.5), (0.7, 0.71)),
        ((-0.1, 3), (-1, 1.5)),
    ],
    "log": [
        ((1e-2, 0.3), (0.1, 0.9)),
        ((0.04, 0.041), (0.2, 0.3)),
        ((1e-2, 0.3), (0.5, 0.51)),
        ((1e-9, 1), (0, 1.5)),
    ],
}


@pytest.mark.parametrize("scale", ["linear", slowly("log")])
def test_a_view_looks_the_same_after_any_others(curve, scale):
    whole = trace(curve, ROC)

    def lines_in(*views):
        _, ax = square(ROC)
        line = draw_trace(whole, ax)
        ax.set(xscale=scale)
        for view in views:
            show(ax, *view)
            yield line.get_xydata()

    view, *others = VIEWS[scale]
    for other in others:
        first, between, again = lines_in(view, other, view)
        np.testing.assert_array_equal(again, first)
        between_first, after = lines_in(other, view)
        np.testing.assert_array_equal(between_first, between)
        np.testing.assert_array_equal(after, first)
        assert len(between) != len(first)


@pytest.mark.parametrize("scale", ["linear", slowly("log")])
def test_neighbouring_views_share_their_vertices(curve, scale, monkeypatch):
    computed = []
    compute = resolution.followed
    monkeypatch.setattr(
        resolution, "followed", lambda *args: computed.append(args) or compute(*args)
    )
    _, ax = square(ROC)
    line = draw_trace(trace(curve, ROC), ax)
    ax.set(xscale=scale)
    (low, high), ylim = VIEWS[scale][0]
    held = []
    for step in range(20):
        share = 1 + 0.005 * step
        show(ax, (low * share, high * share), ylim)
        held.append(line.get_ydata(orig=True))
    assert len(computed) <= 4
    assert len({id(vertices) for vertices in held}) == len(computed)


def lines_run(call):
    """Count the lines that a call runs of the code that makes vertices."""
    count, before = 0, sys.gettrace()

    def watch(frame, event, _):
        nonlocal count
        parts = Path(frame.f_code.co_filename).parts
        if "prplot" not in parts or not {"core", "resolution.py"} & set(parts):
            return None
        count += event == "line"
        return watch

    sys.settrace(watch)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("scale", ["linear", slowly("log")])
def test_no_loop_over_vertices_runs_when_the_view_changes(scale):
    _, ax = square(ROC)
    line = draw_trace(trace(noisy_curve(10_000, 10_000), ROC), ax)
    ax.set(xscale=scale)
    show(ax, *VIEWS[scale][1])
    ax.set(xlim=(0.01, 0.8), ylim=(0.1, 0.95))
    assert 0 < lines_run(ax.figure.canvas.draw) < len(line.get_xydata())


def test_few_points_with_long_arcs_are_finer_on_a_poster():
    few = prp.ConfusionCurve.from_counts([1, 5, 10], [0, 40, 900], 10, 1000)
    fig, ax = square(PR, 2)
    line = draw_trace(trace(few, PR), ax)
    drawn = len(line.get_xydata())
    save(fig, dpi=100)
    assert len(line.get_xydata()) == drawn
    save(fig, dpi=1200)
    error = far_from(exact_points(few, PR), Trace(*line.get_xydata().T, PR))
    assert error <= 0.1 / (0.77 * 2 * 1200) + 1e-9
    save(fig, format="pdf")
    assert len(line.get_xydata()) == drawn


def test_in_prg_space_the_line_is_right_left_of_the_square_when_that_is_shown(curve):
    fig, ax = square(PRG)
    line = draw_trace(trace(curve, PRG), ax)
    assert (line.get_xdata() < -1).sum() <= 2
    ax.set_xlim(-20, 1)
    fig.draw_without_rendering()
    exact = exact_points(curve, PRG)
    exact = exact[exact[:, 0] > -20]
    error = 21 * DRAWN_TOLERANCE
    assert far_from(exact[::20], Trace(*line.get_xydata().T, PRG)) <= error


@pytest.mark.parametrize("dpi", [72, 900])
def test_fills_follow_as_well(dpi):
    fig, ax = square(PR)
    border = trace(minimum_curve(60, 40), PR)
    region = draw_region(border, ax)
    usual = len(region.get_paths()[0].vertices)
    folds = [noisy_curve(2000, 2000, seed) for seed in range(3)]
    borders = average_band(folds, PR, how="vertical", errorbar="sd")
    band = draw_band(*borders, ax)
    assert min(side.x.size for side in borders) > 2000
    fig.set_dpi(dpi)
    fig.draw_without_rendering()
    assert (len(region.get_paths()[0].vertices) > usual) == (dpi == 900)
    drawn = band.get_paths()[0].vertices
    corners = np.vstack([[t.x, t.y] for t in borders[:1]]).T
    allowed = DRAWN_TOLERANCE if dpi == 72 else 0.1 / (0.77 * 4 * 900) + 2e-4
    assert far_from(corners[::20], Trace(*drawn.T, PR)) <= allowed


def test_vector_files_hold_the_vertices_of_a_reduced_line_and_no_fewer(curve):
    fig, ax = square(PR)
    line = draw_trace(trace(curve, PR), ax, {"gid": "the-line"})
    assert 1000 < len(line.get_xydata()) < 3000
    svg = save(fig, format="svg").decode()
    (path,) = re.findall(r'id="the-line">\s*<path d="([^"]*)"', svg)
    assert path.count("L") + 1 == len(line.get_xydata())


def test_what_is_hidden_or_taken_away_is_left_alone(curve):
    fig, ax = square(PR)
    lines = [draw_trace(trace(curve, PR), ax) for _ in range(2)]
    usual = len(lines[0].get_xydata())
    lines[0].remove()
    lines[1].set_visible(False)
    save(fig, dpi=600)
    assert [len(line.get_xydata()) for line in lines] == [usual, usual]


def test_a_figure_survives_pickling_and_is_as_fine_after(curve):
    fig, ax = square(PR)
    draw_trace(trace(curve, PR), ax)
    again = pickle.loads(pickle.dumps(fig))
    for figure in (fig, again):
        save(figure, dpi=300)
    line, other = fig.axes[0].lines[0], again.axes[0].lines[0]
    np.testing.assert_array_equal(line.get_xydata(), other.get_xydata())
    assert len(line.get_xydata()) > simplified(trace(curve, PR)).x.size


# Files


def million(prevalence, models=1, shift=1.0):
    rng = np.random.default_rng(0)
    labels = rng.random(10**6) < prevalence
    shifts = np.linspace(shift, 2, models)
    return labels, {f"model {d:g}": rng.normal(size=10**6) + d * labels for d in shifts}


MILLIONS = [(0.5, 1), (0.1, 1), (0.02, 2), (0.01, 1), (0.01, 2.5), (0.01, 3), (0.005, 2.5)]


@pytest.mark.parametrize(("prevalence", "shift"), sampled([*MILLIONS, (0.001, 3)], every=7))
def test_a_million_scores_make_small_files(prevalence, shift):
    labels, scores = million(prevalence, shift=shift)
    fig, ax = plt.subplots(figsize=(4, 4), layout="constrained")
    prp.plot_pr(labels, scores, ax=ax)
    assert max(len(line.get_xydata()) for line in ax.lines) <= 3000
    assert len(save(fig, format="pdf")) < 30_000
    # With the outlines of letters that have a halo.
    assert len(save(fig, format="svg")) < 72_000


@pytest.mark.slow
def test_three_curves_of_a_million_scores_make_small_files():
    labels, scores = million(0.5, models=3)
    fig, ax = plt.subplots(figsize=(4, 4), layout="constrained")
    prp.plot_pr(labels, scores, ax=ax)
    assert max(len(line.get_xydata()) for line in ax.lines) <= 3000
    sizes = [len(save(fig, format=form)) for form in ("pdf", "svg")]
    assert sizes[0] < 60_000
    assert sizes[1] < 120_000


def test_on_a_logarithmic_axis_the_line_is_right_near_zero(curve):
    fig, ax = plt.subplots()
    prp.plot_roc(curve, ax=ax)
    ax.set_xscale("log")
    ax.set_xlim(1e-6, 1)
    fig.draw_without_rendering()
    x, y = ax.lines[0].get_data()
    height = np.geomspace(curve.tpr[curve.fp > 0][0] * 1.01, 0.9, 200)
    drawn, true = (np.interp(height, *pair) for pair in ((y, x), (curve.tpr, curve.fpr)))
    apart = (np.log10(drawn) - np.log10(true)) / 6 * ax.bbox.width
    # Where the curve rises straight many places have one height, within the tenth of a pixel.
    assert np.median(np.abs(apart)) < 0.1
    assert len(x) > 100


def test_other_data_of_the_user_stay(curve):
    _, ax = square(ROC)
    line = draw_trace(trace(curve, ROC), ax)
    line.set_data([0, 1], [0.5, 0.5])
    ax.set_xlim(0.5, 0.501)
    ax.figure.draw_without_rendering()
    ax.figure.set_dpi(600)
    ax.figure.draw_without_rendering()
    np.testing.assert_array_equal(line.get_xydata(), [[0, 0.5], [1, 0.5]])
