import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot as prp
from prplot.core.measures.averaging import trace_difference
from prplot.core.spaces import PR
from prplot.core.traces import trace
from prplot.core.uncertainty import differences
from prplot.draw.scene import BAND, ZERO
from tests.cases import sampled, slowly
from tests.plots.artists import colors, fresh_axes, legend_texts, marked, names, words

RECALLS = np.random.default_rng(0).random(3000)


def drawn(labels, models, **options):
    """Draw differences with few draws."""
    return prp.plot_difference(
        labels, models, **{"ax": fresh_axes(), "seed": 0, "n_boot": 400, **options}
    )


@pytest.fixture(scope="module")
def curves(labels, models):
    return {name: prp.ConfusionCurve.from_scores(labels, of) for name, of in models.items()}


@pytest.fixture(scope="module")
def shown(labels, models):
    """A figure that several tests look at and leave as it is."""
    return drawn(labels, models)


# The line


@pytest.mark.parametrize("tolerance", [1e-4, 1e-7])
@pytest.mark.parametrize(("one", "other"), [("good", "tied"), ("tied", "poor"), ("poor", "poor")])
def test_a_difference_is_that_of_exact_arcs(curves, one, other, tolerance):
    line = trace_difference(curves[one], curves[other], tolerance)
    exact = curves[one].precision_at(RECALLS) - curves[other].precision_at(RECALLS)
    assert np.abs(np.interp(RECALLS, line.x, line.y) - exact).max() < tolerance
    assert (np.diff(line.x) >= 0).all()
    assert (line.x[0], line.x[-1], line.y[-1]) == (0, 1, 0)


def test_it_drops_where_one_curve_drops_and_jumps_where_the_baseline_does():
    one = prp.ConfusionCurve.from_counts([1, 1, 2], [0, 1, 2], 2, 4)
    other = prp.ConfusionCurve.from_counts([2, 2], [0, 2], 2, 4)
    line = trace_difference(one, other)
    half = line.y[line.x == 0.5]
    np.testing.assert_allclose(half[[0, -1]], [0, 1 / 2 - 1])
    # Of several points at one recall the first and the last.
    np.testing.assert_allclose(line.y[line.x == 1][[0, -1]], [1 / 2 - 1, 0])


@pytest.mark.parametrize("strengths", [(0.5, 2), slowly(((1, 1),))])
def test_the_line_of_many_rows_has_few_vertices(strengths):
    rng = np.random.default_rng(2)
    labels = rng.random(100_000) < 0.3
    models = {i: rng.normal(size=labels.size) + d * labels for i, d in enumerate(strengths)}
    ax = prp.plot_difference(labels, models, errorbar=None, ax=fresh_axes())
    ax.figure.draw_without_rendering()
    (line,) = marked(ax)
    # At most four for a tenth of a pixel, of 40,000 corners.
    assert line.get_xdata().size < 4 * 10 * ax.bbox.width


# The figure


def test_each_model_but_the_baseline_has_a_line_and_a_band(shown, curves):
    assert names(shown) == ["tied", "poor"]
    assert len(marked(shown, BAND)) == 3
    for line, name in zip(marked(shown), ("tied", "poor"), strict=True):
        exact = curves[name].precision_at(RECALLS) - curves["good"].precision_at(RECALLS)
        np.testing.assert_allclose(np.interp(RECALLS, *line.get_data()), exact, atol=1e-3)
    assert shown.get_ylabel() == "Precision minus that of good"
    assert shown.get_xlabel() == "Recall"
    assert legend_texts(shown)[-1] == "95 % pointwise band"


def test_a_band_holds_its_line_and_starts_where_draws_vary(labels, models, shown):
    for line, band in zip(marked(shown), marked(shown, BAND), strict=False):
        corners = band.get_paths()[0].vertices
        half = (len(corners) - 1) // 2
        lower, upper = corners[:half], corners[half : 2 * half][::-1]
        assert lower[0, 0] == upper[0, 0] == 0.06  # The fifth of 88 positives.
        assert lower[-1, 0] == upper[-1, 0] == 0.97  # The last but two.
        height = np.interp(lower[:, 0], *line.get_data())
        assert (lower[:, 1] <= height + 1e-3).all()
        assert (height <= upper[:, 1] + 1e-3).all()
        low, high = shown.get_ylim()
        assert low < corners[:, 1].min()
        assert corners[:, 1].max() < high
    narrow = drawn(labels, models, errorbar=("ci", 50))
    areas = [
        [np.ptp(band.get_paths()[0].vertices[:, 1]) for band in marked(ax, BAND)[:2]]
        for ax in (narrow, shown)
    ]
    assert (np.array(areas[0]) < areas[1]).all()
    assert "50 % pointwise band" in legend_texts(narrow)


def test_the_legend_has_the_differences_of_compare(labels, models, shown):
    found = prp.compare(labels, models, n_boot=400, seed=0)
    for line, one in zip(marked(shown), found.differences, strict=True):
        ends = f"[{one.low:+.3f}, {one.high:+.3f}]"
        said = f"{one.name} (AUCPR {one.estimate:+.3f} {ends})"
        assert words(line) == said.replace("-", "\N{MINUS SIGN}")


def test_bands_and_areas_are_of_the_same_draws(labels, models, monkeypatch):
    asked = []
    draw = differences.drawn_rows

    def watched(atoms, how, **options):
        asked.append(how.n_boot)
        return draw(atoms, how, **options)

    monkeypatch.setattr(differences, "drawn_rows", watched)
    drawn(labels, models)
    assert asked == [400] * (len(models) - 1)


def test_without_an_error_bar_nothing_is_drawn_at_random(labels, models):
    ax = drawn(labels, models, errorbar=None, seed=object())
    assert not marked(ax, BAND)
    assert words(marked(ax)[0]).count("[") == 0


def test_the_baseline_is_the_users_and_its_exchange_turns_the_line_over(labels, models):
    pair = {name: models[name] for name in ("good", "tied")}
    lines = [marked(drawn(labels, pair, baseline=name, errorbar=None))[0] for name in pair]
    np.testing.assert_array_equal(lines[0].get_xdata(), lines[1].get_xdata())
    np.testing.assert_array_equal(lines[0].get_ydata(), -lines[1].get_ydata())


def test_columns_weights_and_clusters_are_those_of_compare(labels, models):
    table = {"y": labels, **models, "w": np.arange(300) % 3, "of": np.arange(300) // 2}
    given = {"data": table, "sample_weight": "w", "clusters": "of"}
    ax = drawn("y", ["good", "tied"], **given)
    (one,) = prp.compare("y", ["good", "tied"], **given, n_boot=400, seed=0).differences
    assert f"{one.high:+.3f}".lstrip("-") in words(marked(ax)[0])


def test_models_have_the_colours_that_their_curves_have(labels, models):
    curves = colors(prp.plot_pr(labels, models, ax=fresh_axes()))
    assert colors(drawn(labels, models, errorbar=None)) == curves[1:]
    ax = drawn(labels, models, errorbar=None, palette={"good": "k", "tied": "r", "poor": "b"})
    assert colors(ax) == ["#ff0000", "#0000ff"]
    pair = {name: models[name] for name in ("good", "tied")}
    ax = drawn(labels, pair, color="g")
    assert colors(ax) == ["#008000"]
    assert to_hex(marked(ax, BAND)[0].get_facecolor()[0]) == "#008000"


def test_zero_and_styles_are_the_users(labels, models):
    ax = drawn(
        labels,
        models,
        curve_kws={"lw": 3},
        band_kws={"alpha": 0.5},
        zero_kws={"color": "r"},
        legend=False,
    )
    assert {line.get_linewidth() for line in marked(ax)} == {3}
    assert {band.get_alpha() for band in marked(ax, BAND)} == {0.5}
    (zero,) = marked(ax, ZERO)
    assert zero.get_color() == "#ff0000" or zero.get_color() == "r"
    assert list(zero.get_ydata()) == [0, 0]
    assert ax.get_legend() is None
    assert not marked(drawn(labels, models, show_zero=False, errorbar=None), ZERO)


@pytest.mark.parametrize(
    ("size", "layout"), sampled([(3.25, 2.4), (6.4, 4.8)], [None, "constrained"], every=3)
)
def test_a_long_name_of_the_baseline_is_beside_the_axes(labels, models, size, layout):
    long = "gradient boosting with class weights, tuned"
    fig, ax = plt.subplots(figsize=size, layout=layout)
    drawn(labels, {long: models["good"], "b": models["tied"]}, errorbar=None, ax=ax)
    fig.draw_without_rendering()
    box = ax.yaxis.label.get_window_extent()
    assert ax.xaxis.label.get_window_extent().y0 >= 0
    assert (box.p0 >= 0).all()
    assert box.y1 <= fig.bbox.height
    assert long in " ".join(ax.get_ylabel().split())


@pytest.mark.parametrize(("height", "layout"), sampled([2.4, 2.8], [None, "constrained"], every=3))
def test_the_name_of_an_axis_stays_whole_above_a_legend(height, layout):
    rng = np.random.default_rng(0)
    truth = rng.random(600) < 0.2
    means = {"boosted trees": 1.5, "logistic regression": 1.2, "random forest": 1.0}
    models = {name: rng.normal(size=600) + mean * truth for name, mean in means.items()}
    with plt.style.context("prplot.styles.paper"):
        fig, ax = plt.subplots(figsize=(3.25, height), layout=layout)
        drawn(truth, models, legend="outside below", ax=ax)
        fig.draw_without_rendering()
    name = ax.yaxis.label.get_window_extent()
    assert 0 <= name.y0 <= name.y1 <= fig.bbox.height
    assert ax.get_legend().get_window_extent().y1 < name.y0


def test_numbers_that_are_longer_above_a_legend_leave_the_name_of_the_axis_on_the_figure():
    rng = np.random.default_rng(0)
    truth = rng.random(1000) < 0.1
    models = {f"model {i}": rng.normal(size=1000) + (2.2 - 0.25 * i) * truth for i in range(3)}
    fig, ax = plt.subplots(figsize=(3.25, 3.25), layout="constrained")
    drawn(truth, models, ax=ax)
    fig.draw_without_rendering()
    assert ax.yaxis.get_tightbbox().x0 >= 0


@pytest.mark.parametrize(
    ("style", "size", "seed"),
    [
        slowly(("default", (5, 4), 4)),
        ("default", (5, 4), 17),
        slowly(("prplot.styles.paper", (3.25, 3), 8)),
        ("prplot.styles.paper", (3.25, 3), 5),
    ],
)
def test_the_legend_keeps_its_distance_from_the_band(style, size, seed):
    rng = np.random.default_rng(seed)
    truth = rng.random(300) < 0.3
    scores = {"noise": rng.normal(size=300) + truth, "good": rng.normal(size=300) + 2 * truth}
    with plt.style.context(style):
        fig, ax = plt.subplots(figsize=size, layout="constrained")
        drawn(truth, scores, ax=ax)
        fig.draw_without_rendering()
    around = ax.get_legend().get_window_extent().padded(2 * fig.dpi / 72)
    # The last one is in the legend.
    band, _ = marked(ax, BAND)
    assert not band.get_paths()[0].transformed(ax.transData).intersects_bbox(around, filled=True)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        (
            {"errorbar": "simultaneous"},
            ValueError,
            "errorbar 'simultaneous' is not known to hold for differences; plot_difference",
        ),
        ({"errorbar": ("simultaneous", 90)}, ValueError, "'simultaneous' is not known to hold"),
        ({"errorbar": "sd"}, ValueError, "errorbar must be 'ci', .* found 'sd'"),
        ({"errorbar": 95}, ValueError, "errorbar must be 'ci', .* found 95"),
        ({"errorbar": ("ci", 0.95)}, ValueError, "level in percent"),
        ({"n_boot": 100}, ValueError, "n_boot of at least 400"),
        ({"baseline": "x"}, ValueError, "baseline 'x' is not among the models"),
        ({"y_score": {"a": np.arange(300)}}, ValueError, "two models or more, found one"),
        ({"y_true": np.zeros(300)}, ValueError, "found one class only"),
        ({"color": "r"}, ValueError, "color goes with a single difference, found 2"),
        ({"palette": ["r"]}, ValueError, "palette must have 3 colours"),
        ({"curve_kws": {"size": 3}}, ValueError, "curve_kws"),
        ({"band_kws": 3}, TypeError, "band_kws"),
        ({"zero_kws": {"lw": "no"}}, ValueError, "zero_kws"),
        ({"legend": 3}, ValueError, "legend must be"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(labels, models, options, error, sentence):
    given = {"y_true": labels, "y_score": models, "ax": fresh_axes(), **options}
    with pytest.raises(error, match=sentence):
        prp.plot_difference(**given)
    assert not given["ax"].has_data()


def test_axes_show_one_baseline(labels, models, shown):
    with pytest.raises(ValueError, match="ax shows differences of precision already"):
        drawn(labels, models, ax=shown, errorbar=None)


def test_few_examples_are_doubted_once_at_the_callers_line():
    rng = np.random.default_rng(0)
    labels = np.repeat([1, 0], [12, 100])
    models = {name: rng.normal(size=112) + labels for name in "abc"}
    with pytest.warns(prp.FewExamplesWarning, match="found 12") as caught:
        ax = drawn(labels, models)
    assert len(caught) == 1
    line = drawn.__code__.co_firstlineno + 2
    assert (caught[0].filename, caught[0].lineno) == (__file__, line)
    assert len(marked(ax)) == 2


def test_the_limits_hold_a_curve_that_begins_at_its_lowest():
    labels = np.repeat([1, 0], [20, 80])
    good = np.arange(100.0, 0, -1)
    poor = good + 200 * (np.arange(100) == 99)
    ax = drawn(labels, {"good": good, "poor": poor}, baseline="good", errorbar=None)
    (line,) = marked(ax)
    assert line.get_ydata().min() == -1
    assert ax.get_ylim()[0] < -1


@pytest.mark.parametrize(("pos", "weight"), [(3, None), (30, 1e-4)])
def test_without_a_band_any_number_and_mass_of_positives_is_shown(pos, weight):
    labels = np.repeat([1, 0], [pos, 100])
    models = {name: np.random.default_rng(i).normal(size=pos + 100) for i, name in enumerate("ab")}
    weights = None if weight is None else np.full(pos + 100, weight)
    ax = drawn(labels, models, errorbar=None, sample_weight=weights)
    (line,) = marked(ax)
    x, y = line.get_data()
    # Of three positives the fifth has no recall.
    seen = y if pos < 5 else y[(5 / pos < x) & (x < 1 - 2 / pos)]
    low, high = ax.get_ylim()
    assert low < seen.min() <= seen.max() < high


def test_the_trace_of_a_curve_and_nothing_else_has_its_own_heights(curves):
    """A baseline that is precise nowhere leaves the curve itself."""
    one = curves["good"]
    nothing = prp.ConfusionCurve.from_counts([0, one.pos], [one.neg, one.neg], one.pos, one.neg)
    line, alone = trace_difference(one, nothing), trace(one, PR)
    at = RECALLS
    below = nothing.precision_at(at)
    np.testing.assert_allclose(
        np.interp(at, line.x, line.y) + below, np.interp(at, alone.x, alone.y), atol=3e-4
    )
