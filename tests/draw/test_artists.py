from io import BytesIO

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba

import prplot as prp
from prplot.draw import PR

CURVE = prp.ConfusionCurve.from_counts([5, 10], [5, 30], 20, 2000)
LINE = prp.draw.f_line(0.5, 20)
TRACE = prp.draw.trace(CURVE, PR)
X = Y = np.array([0.2, 0.4])


@pytest.mark.parametrize(
    ("layer", "given", "words"),
    [
        (
            "draw_trace",
            [CURVE, "ax"],
            "drawn must be a Trace or StepFunction, found Conf",
        ),
        ("draw_trace", [TRACE, None], "ax must be rectilinear matplotlib Axes, found NoneType"),
        ("draw_trace", [TRACE, "polar"], "ax must be rectilinear matplotlib Axes, found PolarAxes"),
        ("draw_region", [TRACE, "ax", {"hatch": "z"}], "style: hatch must consist of"),
        ("draw_region", [[0, 1], "ax"], "drawn must be a Trace"),
        ("draw_band", [TRACE, 3, "ax"], "upper must be a Trace"),
        ("draw_points", [["a"], [1], "ax"], "x must hold numbers, found dtype <U1"),
        ("draw_points", [[1, 2], [1, 2, 3], "ax"], "shapes must broadcast .* found x .2,., y .3,."),
        ("draw_points", [X, Y[:, None], "ax"], r"x and y must be one-dimensional, found shape"),
        ("draw_vertices", [X, Y, "ax", ["r"]], r"colors must be 2 colours, found \['r'\]"),
        ("draw_vertices", [X, Y, "ax", "rg"], "colors must be 2 colours, found 'rg'"),
        ("draw_grid", ["roc", PR, 1, 2, "ax"], "of must be a Space, found 'roc'"),
        ("draw_grid", [PR, PR, "1", 2, "ax"], "pos must be a finite number, 0 or more"),
        ("dress", ["ax", "pr"], "space must be a Space, found 'pr'"),
        ("dress", ["ax", PR, [CURVE]], "curves must be a list of .name, ConfusionCurve., found"),
        ("annotate", ["ax", "no"], "legend must be one of 'auto', 'brief', 'full', 'direct'"),
        ("annotate", ["ax", "auto", (np.nan, 0)], "home must be two finite numbers"),
        ("trace", ["curve", PR], "curve must be a ConfusionCurve, found 'curve'"),
        ("trace", [CURVE, "pr"], "space must be a Space, found 'pr'"),
        ("trace_line", [0.5, PR, 1, 2], "line must be a CountLine, found 0.5"),
        ("trace_line", [LINE, PR, [1], 2], "pos must be a finite number, 0 or more"),
        ("f_line", ["0.5", 2], r"levels must lie in \(0, 1\], found '0.5'"),
        ("f_line", [0.5, 20, 1e200], "beta must be smaller for 20 positives"),
        ("Trace", [[0.1], [0.2], PR], "x must be a ndarray, found"),
    ],
)
def test_layers_refuse_what_they_cannot_draw_before_they_draw(layer, given, words):
    _, ax = plt.subplots()
    places = {"ax": ax}
    if "polar" in map(str, given):
        places["polar"] = plt.figure().add_subplot(projection="polar")
    given = [places.get(one, one) if isinstance(one, str) else one for one in given]
    with pytest.raises((TypeError, ValueError), match=f"^{words}"):
        getattr(prp.draw, layer)(*given)
    assert not ax.has_data()


@pytest.mark.parametrize("tolerance", [0, -1, 1e-12, float("nan")])
def test_tolerances_that_no_memory_suffices_for_are_refused(tolerance):
    for function, drawn in ((prp.draw.trace, [CURVE]), (prp.draw.trace_line, [LINE])):
        totals = [20, 2000] if drawn == [LINE] else []
        with pytest.raises(ValueError, match=r"^tolerance must be "):
            function(*drawn, prp.draw.NPR, *totals, tolerance=tolerance)


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_dashes_of_an_outline_without_a_width_leave_the_file_alone(kind):
    _, ax = plt.subplots()
    lower = prp.draw.trace(prp.draw.minimum_curve(20, 2000), PR)
    for style in ({"linestyle": "--"}, {"linestyle": "--", "linewidth": 1}):
        prp.draw.draw_band(lower, TRACE, ax, style)
        ax.figure.savefig(BytesIO(), format=kind)


def test_a_marker_of_none_is_the_usual_one():
    _, ax = plt.subplots()
    vertices = prp.draw.draw_vertices(X, Y, ax, ["C0", "C3"], {"marker": None})
    assert len(vertices.get_facecolors()) == 2


def test_a_style_of_a_region_may_have_short_names():
    _, ax = plt.subplots()
    region = prp.draw.draw_region(TRACE, ax, {"fc": "C3", "hatch": "x"})
    assert tuple(region.get_facecolor()[0]) == to_rgba("C3")


@pytest.mark.parametrize("space", [PR, prp.draw.ROC, prp.draw.PRG, prp.draw.NPR])
def test_coordinates_are_of_numbers_that_fit_and_of_finite_totals(space):
    for convert in (space.project, space.invert):
        with pytest.raises(ValueError, match=r"^shapes must broadcast"):
            convert([0, 1], [0, 1, 2], 3, 3)
        with pytest.raises(TypeError, match="must hold numbers, found dtype <U1"):
            convert(["a"], [1], 3, 3)
        with pytest.raises(ValueError, match=r"^neg must be a finite number"):
            convert([0], [1], 3, np.inf)
    # No warning of an overflow.
    space.invert(0.5, 1e308, 3, 3)
