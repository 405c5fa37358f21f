from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba

import prplot as prp
from prplot.core.spaces import PR, ROC
from prplot.draw.scene import CHANCE, CURVE, DISCARDED, HULL, MINIMUM, REGION, VERTEX
from prplot.plots import hulls
from tests.cases import slowly
from tests.core.test_simplify import LOG_RECALL
from tests.plots.artists import cells_of, fresh_axes, legend_texts, marked, rows_of


def vertices(ax):
    return [np.asarray(dots.get_offsets()) for dots in marked(ax, VERTEX)]


@pytest.fixture(scope="module")
def small():
    """Points on the hull, beneath it, and on a straight part of it."""
    return prp.ConfusionCurve.from_counts([4, 6, 8, 8, 11], [0, 3, 4, 9, 9], 12, 30)


@pytest.fixture(scope="module")
def panels(small):
    """The figure that several tests look at and leave as it is."""
    return prp.plot_hull(small)


def test_a_space_without_an_area_has_a_hull_without_a_score(curve, monkeypatch):
    monkeypatch.setattr(hulls, "PANELS", (LOG_RECALL, PR))
    bare, pr = prp.plot_hull(curve)
    assert not marked(bare, HULL)[0].get_label().strip("_")
    assert "AUCPR" in marked(pr, HULL)[0].get_label()


def test_vertices_are_the_hull_and_map_onto_each_other(curve):
    axes = roc, pr = prp.plot_hull(curve, legend=False)
    assert isinstance(axes, np.ndarray)
    assert [ax.get_xlabel() for ax in axes] == ["False positive rate", "Recall"]
    assert len(plt.gcf().axes) == 2
    hull, (in_roc,), (in_pr,) = curve.hull(), vertices(roc), vertices(pr)
    np.testing.assert_array_equal(in_roc, np.column_stack([hull.fpr, hull.tpr]))
    np.testing.assert_array_equal(in_pr, np.column_stack([hull.recall, hull.precision]))
    # The start, (0, 0), has no counts in PR space (Theorem 3.1); all others do.
    totals = curve.pos, curve.neg
    for one, other, there, here in ((ROC, PR, in_pr, in_roc), (PR, ROC, in_roc, in_pr)):
        back = one.project(*other.invert(*there[1:].T, *totals), *totals)
        np.testing.assert_allclose(back, here[1:].T, rtol=0, atol=1e-15)


def test_a_vertex_has_one_colour_in_both_spaces_and_each_model_its_shape(labels, models):
    axes = roc, pr = prp.plot_hull(labels, models)
    for here, there in zip(marked(roc, VERTEX), marked(pr, VERTEX), strict=True):
        np.testing.assert_array_equal(here.get_facecolors(), there.get_facecolors())
        assert len(np.unique(here.get_facecolors(), axis=0)) == len(here.get_offsets())
        np.testing.assert_array_equal(here.get_paths()[0].vertices, there.get_paths()[0].vertices)
    curves = [prp.ConfusionCurve.from_scores(labels, scores) for scores in models.values()]
    hulls = [curve.hull() for curve in curves]
    roc.figure.draw_without_rendering()
    for ax, area, words in (
        (roc, prp.auroc, ("ROC curve", "AUROC", "of hull")),
        (pr, prp.aucpr, ("PR curve", "AUCPR", "achievable")),
    ):
        *rows, swatch, headings = rows_of(ax.get_legend())
        assert (swatch, headings) == ([words[0]], [*words[1:]])
        for row, name, curve, hull in zip(rows, models, curves, hulls, strict=True):
            assert row == [name, f"{area(curve):.3f}", f"{area(hull):.3f}"]
    prp.plot_hull(labels, models["good"], name="once more", axes=axes)
    shapes = {dots.get_paths()[0].vertices.tobytes() for dots in marked(roc, VERTEX)}
    lines = [line for line in marked(roc, HULL) if line.get_xdata().size]
    assert len(shapes) == len({line.get_color() for line in lines}) == len(models) + 1
    # The legend shows the shapes; the hulls themselves have no markers.
    assert [line.get_marker() for line in lines] == ["o", "s", "D", "None"]
    assert all(line.get_markevery() == [] for line in lines[: len(models)])
    for ax in axes:
        (line,) = ax.plot([0, 1], [0, 1])
        assert to_rgba(line.get_color()) == to_rgba("C4")


def test_lines_are_the_curve_and_its_hull(small, panels):
    roc, pr = panels
    for ax, space in ((roc, ROC), (pr, PR)):
        (line,), (hull,) = marked(ax, CURVE), marked(ax, HULL)
        expected = prp.draw.trace(small, space), prp.draw.trace(small.hull(), space)
        for drawn, trace in zip((line, hull), expected, strict=True):
            np.testing.assert_array_equal(drawn.get_xydata(), np.column_stack([trace.x, trace.y]))
        assert line.get_zorder() < hull.get_zorder() < marked(ax, VERTEX)[0].get_zorder()
        # Where they coincide, both are seen.
        assert line.get_linewidth() > 1.5 * hull.get_linewidth()


def test_discarded_points_are_there(small, panels):
    roc, pr = panels
    for ax, x, y in ((roc, small.fpr, small.tpr), (pr, small.recall, small.precision)):
        np.testing.assert_array_equal(marked(ax, DISCARDED)[0].get_xydata(), np.c_[x, y])
    assert small.tp.size > small.hull().tp.size + 1


def test_legends_give_the_areas_of_curve_and_hull(small, panels):
    roc, pr = panels
    hull = small.hull()
    areas = [f"{prp.auroc(each):.3f}" for each in (small, hull)]
    names = ["ROC curve", "hull"]
    said = [f"{name} (AUROC {area})" for name, area in zip(names, areas, strict=True)]
    assert legend_texts(roc) == [*said, "thresholds, high to low"]
    areas = [f"{prp.aucpr(each):.3f}" for each in (small, hull)]
    names = ["PR curve", "achievable curve"]
    said = [f"{name} (AUCPR {area})" for name, area in zip(names, areas, strict=True)]
    assert legend_texts(pr)[:2] == said


def test_references_stand_in_their_space(small, panels):
    roc, pr = panels
    assert [len(marked(ax, CHANCE)) for ax in (roc, pr)] == [1, 1]
    assert [len(marked(ax, MINIMUM)) + len(marked(ax, REGION)) for ax in (roc, pr)] == [
        0,
        2,
    ]
    bare = prp.plot_hull(small, show_min=False, show_chance=False, legend=False)
    assert [len(marked(ax, gid)) for ax in bare for gid in (CHANCE, REGION)] == [0] * 4
    assert [ax.get_legend() for ax in bare] == [None, None]


def test_prevalence_moves_the_pr_panel_only(small, panels):
    before, after = panels, prp.plot_hull(small, prevalence=0.02, legend=False)
    np.testing.assert_allclose(vertices(before[0])[0], vertices(after[0])[0], atol=1e-15)
    hull = small.hull().at_prevalence(0.02)
    np.testing.assert_allclose(vertices(after[1])[0][:, 1], hull.precision, atol=1e-15)


def test_many_points_are_thinned_to_what_can_be_seen():
    rng = np.random.default_rng(0)
    y_true = rng.random(50_000) < 0.3
    roc, pr = prp.plot_hull(y_true, rng.normal(size=y_true.size) + y_true, legend=False)
    (some,), (same) = vertices(roc), vertices(pr)
    assert 10 < len(some) == len(same[0]) < 100
    np.testing.assert_array_equal(some[[0, -1]], [[0, 0], [1, 1]])
    assert marked(roc, DISCARDED) == []
    x = np.linspace(0, 1, 200_000)
    curve = prp.ConfusionCurve.from_rates(x, np.sqrt(x), 0.3)
    curve.hull()
    start = perf_counter()
    roc, _ = prp.plot_hull(curve, legend=False)
    assert perf_counter() - start < 5
    assert len(vertices(roc)[0]) < 100


def test_draws_into_given_axes_and_changes_nothing_of_theirs_but_data(small):
    fig, axes = plt.subplots(1, 3)
    assert list(prp.plot_hull(small, axes=axes[:2], legend=False)) == list(axes[:2])
    assert plt.get_fignums() == [fig.number]
    assert not axes[2].lines
    held = (ax for ax in axes[:2])
    assert list(prp.plot_hull(small, axes=held, legend=False)) == list(axes[:2])


def test_styles_of_the_user_win(small):
    red = {"color": "red"}
    roc, _ = prp.plot_hull(
        small,
        curve_kws={"lw": 1, **red},
        hull_kws={"ls": ":"},
        point_kws={"ms": 7},
        vertex_kws={"s": 99, "ec": "k", "c": "red"},
        legend=False,
        color="green",
    )
    (line,), (hull,), (points,) = (
        marked(roc, CURVE),
        marked(roc, HULL),
        marked(roc, DISCARDED),
    )
    assert (line.get_color(), line.get_linewidth()) == ("red", 1)
    assert (hull.get_color(), hull.get_linestyle()) == ("green", ":")
    assert points.get_markersize() == 7
    (dots,) = marked(roc, VERTEX)
    assert (dots.get_sizes()[0], dots.get_edgecolors()[0].tolist()) == (99, [0, 0, 0, 1])
    np.testing.assert_array_equal(dots.get_facecolors(), [[1, 0, 0, 1]])


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"axes": 1}, TypeError, "axes must be 2 matplotlib Axes"),
        ({"axes": "ab"}, TypeError, "axes must be 2 matplotlib Axes or None, found str"),
        ({"axes": [None, 1]}, TypeError, "found NoneType"),
        ({"color": "nope"}, ValueError, "color: "),
        ({"hull_kws": {"width": 2}}, ValueError, "hull_kws: "),
        ({"hull_kws": {"c": "r", "color": "b"}}, TypeError, "hull_kws: "),
        ({"vertex_kws": {"wrong": 2}}, ValueError, "vertex_kws: "),
        ({"vertex_kws": {"s": 2, "c": "r", "color": "b"}}, TypeError, "property twice"),
        ({"vertex_kws": 3}, TypeError, "vertex_kws must be a dict"),
        ({"legend": "best"}, ValueError, "legend must be"),
        ({"prevalence": 2}, ValueError, "prevalence must lie"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(small, wrong, error, says):
    with pytest.raises(error, match=says):
        prp.plot_hull(small, **wrong)
    assert plt.get_fignums() == []


def test_panels_that_are_one_or_too_few_are_refused(small):
    _, axes = plt.subplots(1, 3)
    for wrong in (axes[:1], axes, [axes[0], axes[0]]):
        with pytest.raises(ValueError, match="axes must be 2 different Axes"):
            prp.plot_hull(small, axes=wrong)
    with pytest.raises(TypeError, match="axes must be 2 matplotlib Axes or None, found Axes"):
        prp.plot_hull(small, axes=axes[0])
    prp.plot_pr(small, ax=axes[0])
    with pytest.raises(ValueError, match="PR space already"):
        prp.plot_hull(small, axes=axes[:2])
    assert not axes[1].lines


def test_one_class_is_drawn_with_one_warning():
    with pytest.warns(prp.UndefinedMetricWarning, match="no positives") as caught:
        roc, pr = prp.plot_hull([0, 0], [0.1, 0.2])
    assert len(caught) == 1
    assert legend_texts(roc)[:2] == ["ROC curve (AUROC nan)", "hull (AUROC nan)"]
    assert legend_texts(pr)[:2] == ["PR curve (AUCPR 0.000)", "achievable curve (AUCPR 0.000)"]


# show_hull in the figures of one space


@pytest.mark.parametrize(("plot", "space"), [(prp.plot_roc, ROC), (prp.plot_pr, PR)])
def test_show_hull_draws_the_hull_in_the_colour_of_its_curve(labels, models, plot, space):
    ax = plot(labels, models, show_hull=True, ax=fresh_axes())
    *hulls, swatch = marked(ax, HULL)
    assert swatch.get_xdata().size == 0
    for scores, line, hull in zip(models.values(), marked(ax, CURVE), hulls, strict=True):
        trace = prp.draw.trace(prp.ConfusionCurve.from_scores(labels, scores).hull(), space)
        np.testing.assert_array_equal(hull.get_xydata(), np.column_stack([trace.x, trace.y]))
        assert hull.get_color() == line.get_color()
        assert hull.get_linestyle() == "--"
    *said, last = legend_texts(ax)
    assert last == ("hull" if space is ROC else "achievable curve")
    head = "AUROC of hull" if space is ROC else "AUCPR achievable"
    assert all(name in words and head in words for name, words in zip(models, said, strict=True))


def test_show_hull_says_both_areas_and_keeps_to_the_labels_of_the_user(small):
    ax = prp.plot_pr(small, show_hull=True, name="mine")
    numbers = [f"{prp.aucpr(each):.3f}" for each in (small, small.hull())]
    names = ["mine", "achievable curve"]
    said = [f"{name} (AUCPR {area})" for name, area in zip(names, numbers, strict=True)]
    assert legend_texts(ax) == said
    ax = prp.plot_pr(small, show_hull=True, label="all I say", ax=fresh_axes())
    assert legend_texts(ax) == ["all I say"]
    style = {"ls": ":", "color": "red"}
    ax = prp.plot_pr(small, show_hull=True, score=None, hull_kws=style, ax=fresh_axes())
    assert ax.get_legend() is None
    (hull,) = marked(ax, HULL)
    assert (hull.get_color(), hull.get_linestyle()) == ("red", ":")


def test_average_precision_has_no_hull(small):
    ax = prp.plot_pr(small, show_hull=True, name="mine", score=["average_precision", "aucpr"])
    assert "achievable curve (AUCPR" in marked(ax, HULL)[0].get_label()


@pytest.mark.parametrize("way", ["integer", "linear", "step"])
def test_the_area_of_the_hull_is_exact_however_the_curve_is_drawn(small, way):
    exact = f"{prp.aucpr(small.hull()):.3f}"
    ax = prp.plot_pr(small, interpolation=way, show_hull=True, legend=False)
    assert f"AUCPR {exact}" in marked(ax, HULL)[0].get_label()
    both = {"a": small, "b": small.hull()}
    ax = prp.plot_pr(both, interpolation=way, show_hull=True, legend=False, ax=fresh_axes())
    assert f"AUCPR achievable {exact}" in marked(ax, CURVE)[0].get_label()


def test_colours_and_markers_are_taken_in_every_form(small):
    for color in ([1, 0, 0], np.array([1, 0, 0])):
        _, pr = prp.plot_hull(small, color=color, legend=False)
        assert marked(pr, HULL)[0].get_color() == "#ff0000"
        ax = prp.plot_pr(small, curve_kws={"color": color}, legend=False, ax=fresh_axes())
        assert marked(ax, CURVE)[0].get_color() == "#ff0000"
    # Markers without a face take their colour.
    roc, _ = prp.plot_hull(small, vertex_kws={"marker": "x", "lw": 2}, legend=False)
    (dots,) = marked(roc, VERTEX)
    assert len(np.unique(dots.get_edgecolors(), axis=0)) == small.hull().tp.size
    assert dots.get_linewidths() == [2]
    # Colours of the cycle are those in force now.
    with plt.style.context("ggplot"):
        first = plt.rcParams["axes.prop_cycle"].by_key()["color"][1]
        roc, _ = prp.plot_hull(small, vertex_kws={"fc": "C1"}, legend=False)
    np.testing.assert_allclose(marked(roc, VERTEX)[0].get_facecolors()[0], to_rgba(first))


def test_markers_at_the_frame_are_whole_and_those_beyond_hidden(small):
    roc, _ = prp.plot_hull(small, legend=False)
    # A marker is as large in a small figure.
    for size in ((2, 2), (8, 8)):
        roc.figure.set_size_inches(size)
        frame = roc.get_window_extent()
        for artist in (marked(roc, VERTEX)[0], marked(roc, DISCARDED)[0]):
            box = artist.get_clip_box()
            assert 2 < (frame.x0 - box.x0) * 72 / roc.figure.dpi < 4
            assert 2 < (box.y1 - frame.y1) * 72 / roc.figure.dpi < 4


@pytest.fixture
def six(labels):
    rng = np.random.default_rng(5)
    strengths = np.linspace(0.4, 2.2, 6)
    return {f"model {s:.2f}": rng.normal(size=labels.size) + s * labels for s in strengths}


@pytest.mark.parametrize("own", [slowly(True), False])
def test_without_room_in_a_panel_both_keep_all_areas(labels, six, own):
    axes = None if own else plt.subplots(1, 2, figsize=(9, 4.5), layout="constrained")[1]
    roc, pr = prp.plot_hull(labels, six, axes=axes)
    said = cells_of(roc.figure)
    curves = [prp.ConfusionCurve.from_scores(labels, scores) for scores in six.values()]
    drawn = [each for curve in curves for each in (curve, curve.hull())]
    areas = {f"{area(each):.3f}" for area in (prp.auroc, prp.aucpr) for each in drawn}
    assert areas <= set(said)
    assert {*six, "AUROC", "of hull", "AUCPR", "achievable"} <= set(said)
    # One legend is beneath both; a figure of ours grows by it.
    assert [ax.get_legend() for ax in (roc, pr)] == [None] * 2
    assert len(roc.figure.legends) == 1
    assert roc.get_window_extent().width / roc.figure.dpi > (3.3 if own else 2.4)


@pytest.mark.parametrize("labels", [slowly([0, 0, 0]), [1, 1, 1]])
def test_a_hull_of_one_class_has_no_vertices_and_is_drawn(labels):
    with pytest.warns(prp.UndefinedMetricWarning):
        roc, pr = prp.plot_hull(labels, [1, 2, 3])
    roc.figure.draw_without_rendering()
    assert pr.has_data()
