import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.path import Path

import prplot as prp
from prplot.draw.scene import BASELINE, CHANCE, CURVE, HULL, ISOMETRIC, MINIMUM, REGION
from tests.cases import slowly
from tests.plots.artists import cells_of, fresh_axes, legends_of, marked, rows_of

TWO = ("roc", "pr")


def test_returns_one_axes_for_each_space(curve):
    options = {"legend": False, "show_chance": False, "show_min": False, "show_baseline": False}
    axes = prp.plot_spaces(curve, **options)
    assert isinstance(axes, np.ndarray)
    names = ["False positive rate", "Recall", "Recall gain"]
    assert [ax.get_xlabel() for ax in axes] == names
    # Legend and layers are switched off.
    assert legends_of(axes[0].figure) == []
    assert [len(marked(ax, gid)) for ax in axes for gid in (CHANCE, REGION, BASELINE)] == [0] * 9
    mosaic = plt.figure().subplot_mosaic("AB")
    axes = prp.plot_spaces(curve, spaces=["pr", "roc"], axes=mosaic, **options)
    assert list(axes) == list(mosaic.values())
    assert [ax.get_xlabel() for ax in axes] == ["Recall", "False positive rate"]
    for single in (["pr"], "pr"):
        assert len(prp.plot_spaces(curve, spaces=single, **options)) == 1


def test_panels_show_what_the_single_figures_show(labels, models):
    panels = prp.plot_spaces(labels, models, show_hull=True, legend=False)
    options = {"show_hull": True, "legend": False}
    single = (
        prp.plot_roc(labels, models, ax=fresh_axes(), **options),
        prp.plot_pr(labels, models, show_chance=True, ax=fresh_axes(), **options),
        prp.plot_prg(labels, models, ax=fresh_axes(), **options),
    )
    for panel, alone in zip(panels, single, strict=True):
        assert (panel.get_xlim(), panel.get_ylim()) == (alone.get_xlim(), alone.get_ylim())
        for gid in (CURVE, HULL, CHANCE, BASELINE):
            drawn, expected = marked(panel, gid), marked(alone, gid)
            assert [x.get_color() for x in drawn] == [x.get_color() for x in expected]
            for here, there in zip(drawn, expected, strict=True):
                np.testing.assert_array_equal(here.get_xydata(), there.get_xydata())
    assert [len(marked(ax, REGION)) for ax in panels] == [0, 1, 0]
    assert [len(marked(ax, BASELINE)) for ax in panels] == [0, 0, 1]


@pytest.mark.parametrize("size", [slowly(None), (7, 2.4), slowly(((8, 4),))])
def test_names_are_said_once_and_the_area_of_each_space(labels, models, size):
    axes = None if size is None else plt.subplots(1, 3, figsize=size, layout="constrained")[1]
    figure = prp.plot_spaces(labels, models, axes=axes)[0].figure
    said = cells_of(figure)
    assert [said.count(name) for name in models] == [1, 1, 1]
    metrics = (prp.auroc, prp.aucpr, prp.auprg)
    areas = {f"{area(labels, scores):.3f}" for area in metrics for scores in models.values()}
    areas = {area.replace("-", "\N{MINUS SIGN}") for area in areas}
    assert {*areas, "AUROC", "AUCPR", "AUPRG"} <= set(said)


@pytest.mark.parametrize(
    ("spaces", "options", "size"),
    [
        slowly((TWO, {}, None)),
        (("prg",), {}, None),
        (TWO, {"show_hull": True}, (8, 4)),
    ],
)
def test_legends_cover_nothing(labels, models, spaces, options, size):
    axes = None if size is None else plt.subplots(1, 2, figsize=size, layout="constrained")[1]
    panels = prp.plot_spaces(labels, models, spaces=spaces, axes=axes, **options)
    panels[0].figure.draw_without_rendering()
    for legend in legends_of(panels[0].figure):
        box = legend.get_window_extent()
        for ax in panels:
            for line in ax.lines:
                way = Path(line.get_transform().transform(line.get_xydata()))
                assert not line.get_xdata().size or not way.intersects_bbox(box, filled=False)


def test_a_legend_without_room_stands_beneath_all_panels(labels, models):
    long = {f"{name}, a model with a long name for a small panel": s for name, s in models.items()}
    with plt.rc_context({"figure.figsize": (2.4, 2.4)}):
        figure = prp.plot_spaces(labels, long, spaces=TWO, show_isometrics=True)[0].figure
        bare = prp.plot_spaces(labels, long, spaces=TWO, show_isometrics=True, legend=False)[
            0
        ].figure
    axes = figure.axes
    figure.draw_without_rendering()
    bare.draw_without_rendering()
    # The figure grows, not the panels shrink.
    here, there = (each.axes[0].get_window_extent() for each in (figure, bare))
    assert here.width == pytest.approx(there.width, rel=0.05)
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert legend in figure.legends
    assert all(box.y1 <= ax.get_tightbbox().y0 for ax in axes)
    assert figure.bbox.y0 <= box.y0


def test_a_second_call_continues_and_names_each_once(labels, models):
    fig, axes = plt.subplots(1, 2, figsize=(8, 4))
    axes[1].plot([0.2, 0.3], [0.5, 0.5], label="mine")
    for name, scores in models.items():
        prp.plot_spaces(labels, scores, name=name, spaces=TWO, axes=axes)
    said = cells_of(fig)
    assert [said.count(name) for name in (*models, "mine")] == [1, 1, 1, 1]
    for ax in axes:
        assert len({line.get_color() for line in marked(ax, CURVE)}) == len(models)


def test_a_second_call_replaces_the_legend_beneath(labels, models):
    many = {f"{name} with a long name for a panel": s for name, s in models.items()}
    options = {"spaces": TWO, "legend": "outside"}
    axes = prp.plot_spaces(labels, many, **options)
    prp.plot_spaces(labels, models["good"], name="last", axes=axes, **options)
    (legend,) = legends_of(axes[0].figure)
    assert [row[0] for row in rows_of(legend)[:4]] == [*many, "last"]


@pytest.mark.slow
def test_the_legend_stays_when_the_figure_is_resized(labels, models):
    axes = prp.plot_spaces(labels, models, spaces=TWO)
    figure = axes[0].figure
    for size in ((7, 3.5), (14, 7)):
        figure.set_size_inches(size)
        figure.draw_without_rendering()
        (legend,) = legends_of(figure)
        box = legend.get_window_extent()
        frames = [ax.get_window_extent() for ax in axes]
        assert any(f.contains(*box.p0) and f.contains(*box.p1) for f in frames)


@pytest.mark.parametrize(
    ("usual", "expected"),
    [((4, 4), (12, 4)), ((12, 3), (9, 3)), ((7, 2.6), (7, 7 / 3))],
    ids=["square", "wide", "narrower panels"],
)
def test_a_new_figure_is_as_high_as_others_or_shares_their_width(curve, usual, expected):
    with plt.rc_context({"figure.figsize": usual}):
        panels = prp.plot_spaces(curve, spaces=["pr", "roc", "prg"], legend=False)
    width, height = panels[0].figure.get_size_inches()
    assert width == pytest.approx(expected[0])
    # Panels that share a width are squares, and the figure is no higher than they need it.
    assert 0.85 * expected[1] < height <= expected[1] + 1e-9


def test_isometrics_are_those_of_the_curves_prevalence(curve):
    panels = prp.plot_spaces(curve, show_isometrics=True, levels=[0.4], beta=2, legend=False)
    for ax, space in zip(panels, (prp.draw.ROC, prp.draw.PR, prp.draw.PRG), strict=True):
        (line,) = marked(ax, ISOMETRIC)
        x, y = line.get_xydata().T
        inner = x > 0
        tp, fp = space.invert(x[inner], y[inner], curve.pos, curve.neg)
        np.testing.assert_allclose(5 * tp / (tp + fp + 4 * curve.pos), 0.4, atol=1e-12)


@pytest.mark.parametrize("spaces", [["roc", "xyz"], [], ["pr", "pr"], "xyz", 3, [["pr"]]])
def test_wrong_spaces_are_refused(curve, spaces):
    with pytest.raises(ValueError, match="spaces"):
        prp.plot_spaces(curve, spaces=spaces)
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"score": "auc"}, "score"),
        ({"levels": [2]}, "levels"),
        ({"beta": -1}, "beta"),
        ({"min_kws": {"a": 1}}, "min_kws"),
        ({"legend": 3}, "legend"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(curve, wrong, says):
    with pytest.raises(ValueError, match=says):
        prp.plot_spaces(curve, **wrong)
    assert plt.get_fignums() == []


def test_isometrics_in_roc_space_need_one_prevalence(curve):
    both = {"a": curve, "b": curve.at_prevalence(0.5)}
    with pytest.raises(ValueError, match="depend on prevalence"):
        prp.plot_spaces(both, show_isometrics=True)
    with pytest.raises(ValueError, match="depend on prevalence"):
        prp.plot_spaces(both, spaces="prg", show_isometrics=True)
    prp.plot_spaces(both, spaces=["pr"], show_isometrics=True, legend=False)


def test_prevalence_and_styles_reach_their_layers(labels, models):
    minimum = {"color": "red"}
    kws = {"min_kws": minimum, "chance_kws": {"color": "blue"}, "curve_kws": {"lw": 3}}
    roc, pr, _ = prp.plot_spaces(labels, models["good"], prevalence=0.02, legend=False, **kws)
    (line,) = marked(pr, MINIMUM)
    assert (line.get_color(), line.get_ydata()[-1]) == ("red", pytest.approx(0.02))
    assert [marked(ax, CHANCE)[0].get_color() for ax in (roc, pr)] == ["blue", "blue"]
    assert [marked(ax, CURVE)[0].get_linewidth() for ax in (roc, pr)] == [3, 3]


def test_one_class_is_drawn_with_one_warning_at_the_call():
    with pytest.warns(prp.UndefinedMetricWarning, match="no positives") as caught:
        prp.plot_spaces([0, 0], [0.1, 0.2], legend=False)
    assert [warning.filename for warning in caught] == [__file__]


def test_panels_of_a_small_figure_keep_its_size_and_theirs(labels, models):
    widths = []
    for legend in (False, "auto"):
        fig, axes = plt.subplots(1, 3, figsize=(7, 2.4), layout="constrained")
        prp.plot_spaces(labels, models, axes=axes, legend=legend)
        fig.draw_without_rendering()
        assert tuple(fig.get_size_inches()) == (7, 2.4)
        widths.append([ax.get_window_extent().width for ax in axes])
    assert np.min(np.divide(*widths[::-1])) > 0.7
