"""Whatever the size, the resolution and the layout: nothing off the figure, nothing on a curve."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import prplot as prp
from prplot.draw.scene import CURVE, ISOMETRIC
from tests.cases import sampled, slowly
from tests.plots.artists import (
    check_that_curves_are_clear,
    check_that_words_are_clear,
    shown_texts,
    words,
)
from tests.plots.print_size import Page


def drawn(count, size, layout, dpi, labels, **options):
    rng = np.random.default_rng(3)
    noise = np.linspace(0.3, 1.5, count)
    models = {f"model {i}": labels + s * rng.normal(size=labels.size) for i, s in enumerate(noise)}
    fig, ax = plt.subplots(figsize=(size, size), layout=layout)
    prp.plot_pr(labels, models, ax=ax, **options)
    fig.set_dpi(dpi)
    fig.draw_without_rendering()
    return fig, ax


@pytest.mark.parametrize(
    ("count", "size", "layout", "dpi"),
    sampled([1, 3, 6], [3, 5], [None, "constrained", "tight"], [100, 300], every=11),
)
def test_words_and_legend_keep_clear(labels, count, size, layout, dpi):
    fig, _ = drawn(count, size, layout, dpi, labels, show_chance=True)
    page = check_that_words_are_clear(fig, [f"model {i}" for i in range(count)])
    # Six names in a small square have to cover something.
    if size == 5 or count < 6:
        check_that_curves_are_clear(page)


@pytest.mark.parametrize(("count", "show_isometrics"), [(1, True), (5, False)])
def test_what_is_not_on_the_picture_is_in_the_legend(labels, count, show_isometrics):
    _, ax = drawn(
        count, 5, "constrained", 100, labels, show_chance=True, show_isometrics=show_isometrics
    )
    said = {text.get_text() for text in [*shown_texts(ax), *ax.get_legend().get_texts()]}
    references = [
        artist for artist in [*ax.lines, *ax.collections] if artist.get_gid() != CURVE.name
    ]
    for artist in references:
        wanted = words(artist)
        if wanted and artist.get_gid() != ISOMETRIC.name and "minimum" not in wanted:
            assert wanted in said
    assert show_isometrics == any("F1 = " in text for text in said)


@pytest.mark.parametrize("dpi", sampled([300, 72], every=2))
def test_saving_at_another_resolution_moves_nothing_onto_a_curve(labels, dpi, tmp_path):
    fig, ax = drawn(2, 4, "constrained", 100, labels, show_chance=True, show_isometrics=True)
    fig.savefig(tmp_path / "figure.png", dpi=dpi)
    # As the words were placed for the other resolution, in whose pixels the legend's frame is.
    fig.set_dpi(dpi)
    check_that_curves_are_clear(Page(fig, [ax]))
    fig.set_dpi(100)
    fig.draw_without_rendering()
    check_that_curves_are_clear(Page(fig, [ax]))


def test_many_models_leave_the_axes_large_enough(labels):
    rng = np.random.default_rng(3)
    models = {f"model {i}": labels + rng.normal(size=labels.size) for i in range(30)}
    ax = prp.plot_pr(labels, models)
    ax.figure.draw_without_rendering()
    assert ax.get_window_extent().width > 120
    styles = {(line.get_color(), str(line.get_linestyle())) for line in ax.lines[:30]}
    assert len(styles) >= 20
    legend = ax.get_legend().get_window_extent()
    assert legend.x1 <= ax.figure.bbox.x1 + 1
    assert not legend.overlaps(ax.get_window_extent())


@pytest.mark.parametrize(
    ("size", "layout"),
    [slowly(((6.4, 4.8), None)), ((5, 5), "constrained"), slowly(((3.25, 3.25), None))],
)
def test_a_legend_of_twenty_curves_has_all_names_and_is_outside(labels, size, layout):
    noise = np.random.default_rng(3).normal(size=(20, labels.size))
    models = {f"model {i}": labels * i / 10 + one for i, one in enumerate(noise)}
    _, ax = plt.subplots(figsize=size, layout=layout)
    prp.plot_pr(labels, models, ax=ax)
    ax.figure.draw_without_rendering()
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert [name.split(" (")[0] for name in named[:20]] == list(models)
    extent, frame = ax.get_legend().get_window_extent(), ax.get_window_extent()
    assert ax.figure.bbox.padded(1).contains(*extent.p0)
    assert ax.figure.bbox.padded(1).contains(*extent.p1)
    assert not Bbox(frame.padded(-1)).overlaps(extent)


def forty_models():
    """Return labels of 300 examples and scores that range from bad to good ones."""
    rng = np.random.default_rng(0)
    truth = rng.random(300) < 0.3
    shifts = np.linspace(0.2, 2.5, 40)
    return truth, {f"model {i}": rng.normal(size=300) + s * truth for i, s in enumerate(shifts)}


@pytest.mark.slow
def test_a_figure_of_ours_grows_for_a_legend_of_many_curves_side_by_side():
    panels = prp.plot_spaces(*forty_models(), spaces=["roc", "pr"])
    figure = panels[0].figure
    figure.draw_without_rendering()
    (legend,) = figure.legends
    names = [text.get_text().split(" (")[0] for text in legend.get_texts()]
    assert names[:40] == [f"model {i}" for i in range(40)]
    extent = legend.get_window_extent()
    assert extent.height < 0.5 * figure.bbox.height
    assert not any(extent.overlaps(ax.get_tightbbox()) for ax in panels)


def test_a_full_legend_lists_all_and_others_keep_what_explains_them(labels):
    noise = np.random.default_rng(3).normal(size=(45, labels.size))
    models = {f"model {i}": labels + one for i, one in enumerate(noise)}
    _, ax = plt.subplots(figsize=(3.25, 2.8))
    prp.plot_pr(labels, models, ax=ax, legend="full")
    with pytest.warns(UserWarning, match="^the legend of .* rows does not fit the figure"):
        ax.figure.draw_without_rendering()
    # References without a place are listed, too.
    assert len(ax.get_legend().get_texts()) >= 45
    models = dict(list(models.items())[:12])
    grid = prp.curveplot({"label": labels, **models}, y_true="label", y_score=list(models))
    said = [text.get_text() for text in grid.figure.legends[0].get_texts()]
    assert said[-1] == "numbers: AUCPR"
    _, ax = plt.subplots(figsize=(9, 6))
    prp.plot_thresholds(labels, models, metrics=["precision", "recall"], ax=ax)
    ax.figure.draw_without_rendering()
    said = [text.get_text() for text in ax.get_legend().get_texts()]
    assert said == [*models, "Precision", "Recall"]


def test_references_are_named_in_smaller_axes_too():
    rng = np.random.default_rng(0)
    truth = rng.random(1500) < 0.12
    models = {f"model {i}": rng.normal(size=1500) + (0.4 + 0.3 * i) * truth for i in range(8)}
    figure, ax = plt.subplots(figsize=(3.25, 2.8), layout="constrained")
    prp.plot_pr(truth, models, show_chance=True, ax=ax)
    figure.draw_without_rendering()
    said = [text.get_text() for text in [*ax.get_legend().get_texts(), *shown_texts(ax)]]
    assert "random, π = 0.12" in said


def test_zooming_in_places_the_words_anew(labels, models):
    ax = prp.plot_pr(labels, models["good"], show_chance=True)
    ax.figure.draw_without_rendering()
    before = [text.get_position() for text in shown_texts(ax)]
    ax.set_xlim(0.4, 1.01)
    ax.figure.draw_without_rendering()
    frame = ax.get_window_extent()
    for text in shown_texts(ax):
        box = Text.get_window_extent(text)
        assert frame.x0 - 1 <= box.x0
        assert box.x1 <= frame.x1 + 1
    assert [text.get_position() for text in shown_texts(ax)] != before


def test_a_grid_does_not_strike_through_the_legend(labels, models):
    with plt.rc_context({"axes.grid": True}):
        ax = prp.plot_pr(labels, models)
        ax.figure.draw_without_rendering()
    assert ax.get_legend().get_frame_on()


def test_a_row_alone_is_set_off_from_the_curve_that_it_looks_like(labels, models):
    framed = []
    for shown in (models["good"], models):
        _, ax = plt.subplots(figsize=(6.4, 6.4))
        prp.plot_pr(labels, shown, ax=ax)
        ax.figure.draw_without_rendering()
        framed.append(ax.get_legend().get_frame_on())
    assert framed == [True, False]


def test_hatch_is_opaque_so_that_print_shows_it(labels, models):
    ax = prp.plot_pr(labels, models["good"])
    (region,) = ax.collections
    assert region.get_facecolor()[0][3] == 1
    assert region.get_edgecolor()[0][3] == 1


def test_axes_that_share_a_figure_do_not_lay_it_out_at_every_call(labels, models, monkeypatch):
    fig, axes = plt.subplots(2, 2, figsize=(8, 8), layout="constrained")
    engine = fig.get_layout_engine()
    calls = []
    execute = engine.execute
    monkeypatch.setattr(engine, "execute", lambda figure: (calls.append(1), execute(figure)))
    for ax in axes.flat:
        prp.plot_pr(labels, models["good"], name="good", ax=ax)
    assert not calls
    fig.draw_without_rendering()
    legends = [ax.get_legend().get_window_extent() for ax in axes.flat]
    for ax, legend in zip(axes.flat, legends, strict=True):
        frame = ax.get_window_extent()
        assert frame.x0 <= legend.x0
        assert legend.x1 <= frame.x1


@pytest.mark.parametrize("count", sampled(range(3, 11), every=8))
def test_drawing_again_moves_nothing(labels, count):
    rng = np.random.default_rng(count)
    scores = {f"model {i}": rng.normal(size=300) + i * labels / 4 for i in range(count)}
    with plt.style.context("prplot.styles.paper"):
        ax = prp.plot_npr(labels, scores)
        sizes = []
        for _ in range(4):
            ax.figure.draw_without_rendering()
            sizes.append(ax.get_window_extent().size)
            # Names of axes are on the figure.
            assert ax.get_tightbbox().p0.min() >= 0
    assert np.ptp(sizes, axis=0).max() < 0.5


@pytest.mark.parametrize("legend", ["outside right", "outside below"])
@pytest.mark.parametrize("layout", ["constrained", "tight"])
def test_axes_beside_a_legend_stay_where_they_are(labels, models, legend, layout):
    _, ax = plt.subplots(figsize=(4, 4), layout=layout)
    prp.plot_pr(labels, models, legend=legend, ax=ax)
    places = []
    for _ in range(3):
        ax.figure.draw_without_rendering()
        places.append(ax.get_window_extent().x0)
    # A tight layout itself moves all axes once.
    assert np.ptp(places) < 1.5
