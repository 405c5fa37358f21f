import io
import pickle
import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.ticker import LogLocator

import prplot as prp
from prplot.core.measures.operating_point import UnreachableError
from prplot.draw.scene import (
    AXIS_ABOVE,
    BAND,
    BEST,
    CHOSEN,
    CURVE,
    FOLD,
    MINIMUM,
    OPERATING_POINT,
    REGION,
    RUG,
)
from prplot.draw.scene_artist import drawn_in
from tests.cases import sampled
from tests.plots.artists import colors, fresh_axes, legend_texts, marked, words


def drawn(*args, **options):
    return prp.plot_thresholds(*args, ax=fresh_axes(), **options)


def lines_of(ax, kind=CURVE):
    """Return the drawn lines of a kind, without the swatches of legends."""
    return [line for line in marked(ax, kind) if np.size(line.get_xdata())]


def above(ax):
    (held,) = drawn_in(ax, AXIS_ABOVE)
    return held.artist


def texts_above(ax):
    ax.figure.draw_without_rendering()
    return [label.get_text() for label in above(ax).get_xticklabels()]


@pytest.fixture(scope="module")
def probabilities(models):
    return 1 / (1 + np.exp(-models["good"]))


@pytest.fixture(scope="module")
def folds():
    return np.arange(300) % 4


def test_thresholds_of_several_models_have_one_form(labels, models):
    two = {name: models[name] for name in ("good", "tied")}
    ax = drawn(labels, two, mark={"threshold": [0.3, 0.5]})
    ax.figure.draw_without_rendering()
    assert legend_texts(ax)[-2:] == ["threshold 0.3", "threshold 0.5"]
    ax = drawn(labels, two)
    ax.figure.draw_without_rendering()
    assert [text.startswith("threshold ") for text in legend_texts(ax)[-2:]] == [True, True]
    assert not any("threshold" in text.get_text() for text in ax.texts)


def test_lines_are_steps_at_every_score():
    y_true, y_score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
    ax = drawn(y_true, y_score, metrics=["recall", "precision"])
    recall, precision = (line.get_xydata() for line in lines_of(ax))
    np.testing.assert_allclose(recall[1:-1, 0], np.repeat([0.1, 0.7, 0.8, 0.9], 2))
    np.testing.assert_allclose(recall[:, 1], np.repeat([1, 1, 0.5, 0.5, 0], 2))
    # Above the highest score there is no precision.
    np.testing.assert_allclose(precision[:, 1], np.repeat([0.5, 2 / 3, 0.5, 1], 2))
    assert precision[-1, 0] == 0.9
    low, high = ax.get_xlim()
    assert low < min(y_score)
    assert high > max(y_score)
    assert recall[0, 0] <= low < high <= recall[-1, 0]


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_the_best_threshold_is_marked(labels, probabilities, beta):
    ax = drawn(labels, probabilities, metrics=["precision", "f_beta"], beta=beta)
    (point,) = marked(ax, BEST)
    best = prp.best_threshold(prp.ConfusionCurve.from_scores(labels, probabilities), beta)
    np.testing.assert_allclose(point.get_xdata(), best.threshold)
    np.testing.assert_allclose(point.get_ydata(), best.f_score)
    assert words(point) == f"threshold {best.threshold:.3g}"
    assert not marked(drawn(labels, probabilities, mark=False), BEST)


def test_nothing_is_marked_where_to_predict_nothing_is_best():
    ax = drawn([0, 0, 0, 1], [0.9, 0.8, 0.3, 0.1], metrics=["accuracy", "f1"])
    (point,) = marked(ax, BEST)
    assert point.get_xdata() == [0.1]


def test_a_score_that_is_as_good_as_to_predict_nothing_is_marked():
    ax = drawn([0, 1, 0, 0], [0.9, 0.8, 0.3, 0.1], metrics=["accuracy", "mcc"])
    accuracy, mcc = marked(ax, BEST)
    assert accuracy.get_xdata() == mcc.get_xdata() == [0.8]


def test_of_equally_good_thresholds_the_highest_is_marked():
    (point,) = marked(drawn([1, 0, 1], [3, 2, 1], metrics=["recall", "accuracy"]), BEST)
    assert point.get_xdata() == [3]
    (point,) = marked(drawn([1, 0, 1], [3, 2, 1], metrics=["recall", "accuracy"], x="rate"), BEST)
    assert point.get_xdata() == [1 / 3]


def test_criteria_mark_thresholds(labels, probabilities):
    ax = drawn(labels, probabilities, mark={"recall": 0.8, "threshold": [0.3, 0.5]})
    at = [line.get_xdata()[0] for line in marked(ax, CHOSEN) if len(line.get_xdata()) == 2]
    curve = prp.ConfusionCurve.from_scores(labels, probabilities, thresholds=np.unique)
    enough = curve.thresholds[curve.recall >= 0.8].max()
    assert at == [enough, 0.3, 0.5]
    assert [words(point) for point in marked(ax, BEST)] == [
        f"threshold {enough:.3g} (recall ≥ 0.8)",
        "threshold 0.3",
        "threshold 0.5",
    ]
    (first, *_) = marked(ax, BEST)
    assert first.get_ydata() >= 0.8
    costs = drawn(labels, probabilities, mark=[{"cost": (1, 5)}, {"beta": 2}])
    assert [words(point).split(" (")[1] for point in marked(costs, BEST)] == [
        "least cost, 1 : 5)",
        "best F2)",
    ]


def test_points_of_a_criterion_have_one_shape_on_all_metrics(labels, probabilities):
    groups = np.arange(len(labels)) % 2
    ax = drawn(labels, probabilities, hue=groups, mark={"recall": [0.8, 0.95], "fpr": 0.05})
    ax.figure.draw_without_rendering()
    shapes = {}
    for point in [*marked(ax, CHOSEN), *marked(ax, BEST)]:
        if len(point.get_xdata()) == 1:
            shapes.setdefault(point.get_xdata()[0], []).append(point.get_marker())
    assert len(shapes) == 6
    assert all(len(held) == 3 and len(set(held)) == 1 for held in shapes.values())
    assert len({held[0] for held in shapes.values()}) == 3


def test_metrics_of_two_calls_have_a_common_axis(labels, probabilities):
    ax = drawn(labels, probabilities, metrics="precision")
    prp.plot_thresholds(labels, probabilities, metrics="precision", ax=ax)
    assert ax.get_ylabel() == "Precision"
    prp.plot_thresholds(labels, probabilities, metrics="recall", ax=ax)
    assert ax.get_ylabel() == "Metric"


def test_shares_on_a_logarithmic_axis_have_its_ticks(labels, probabilities):
    _, ax = plt.subplots()
    ax.set_xscale("log")
    prp.plot_thresholds(labels, probabilities, x="rate", ax=ax)
    assert isinstance(ax.xaxis.get_major_locator(), LogLocator)


def test_the_axis_above_says_the_share_predicted_positive(labels, probabilities):
    ax = drawn(labels, probabilities)
    assert above(ax).get_xlabel() == "Share predicted positive"
    ticks = [tick for tick in ax.get_xticks() if ax.get_xlim()[0] <= tick <= ax.get_xlim()[1]]
    shares = [(probabilities >= tick).mean() for tick in ticks]
    assert [float(text) for text in texts_above(ax)] == pytest.approx(shares, abs=0.006)
    by_rate = drawn(labels, probabilities, x="rate")
    assert above(by_rate).get_xlabel() == "Threshold"
    assert not drawn_in(drawn(labels, probabilities, show_rate=False), AXIS_ABOVE)


@pytest.mark.parametrize("scale", ["logit", "log"])
def test_the_axes_follow_a_scale(labels, probabilities, scale):
    ax = drawn(labels, probabilities, metrics="recall")
    ax.set_xscale(scale)
    ax.figure.draw_without_rendering()
    low, high = ax.get_xlim()
    assert 0 < low < probabilities.min()
    assert high > probabilities.max()
    assert high < 1 or scale == "log"
    ticks = [tick for tick in ax.get_xticks() if low <= tick <= high]
    shares = [(probabilities >= tick).mean() for tick in ticks]
    assert [float(text) for text in texts_above(ax)] == pytest.approx(shares, abs=0.006)
    (line,) = lines_of(ax)
    assert line.get_xdata()[0] <= low
    assert line.get_xdata()[-1] >= high


def test_it_can_be_pickled(labels, probabilities):
    ax = drawn(labels, probabilities, errorbar="ci", n_boot=400, seed=0)
    copy = pickle.loads(pickle.dumps(ax.figure)).axes[0]
    assert texts_above(copy) == texts_above(ax)


def test_the_region_is_that_of_boyd(labels, probabilities):
    ax = drawn(labels, probabilities)
    (border,) = marked(ax, MINIMUM)
    (region,) = marked(ax, REGION)
    assert words(region) == "unachievable precision"
    x, y = border.get_xydata()[1:-1].T
    prevalence = labels.mean()
    for at, height in zip(x[::2], y[::2], strict=True):
        recall = (labels & (probabilities >= at)).sum() / labels.sum()
        assert height == pytest.approx(prp.min_precision(recall, prevalence))
    assert not marked(drawn(labels, probabilities, show_min=False), MINIMUM)
    assert not marked(drawn(labels, probabilities, metrics=["recall", "f1"]), MINIMUM)


def test_groups_have_colours_and_metrics_dashes(labels, models, probabilities):
    ax = drawn(labels, models, metrics=["precision", "recall"])
    assert legend_texts(ax)[:5] == ["good", "tied", "poor", "Precision", "Recall"]
    lines = lines_of(ax)
    assert len({line.get_color() for line in lines}) == 3
    assert len({line.get_linestyle() for line in lines}) == 2
    assert not drawn_in(ax, AXIS_ABOVE)
    assert not marked(ax, REGION)
    alone = drawn(labels, models, metrics="f1")
    assert legend_texts(alone)[:3] == list(models)
    assert alone.get_ylabel() == "F1"
    one = drawn(labels, probabilities, metrics=["precision", "recall"])
    assert len(set(colors(one))) == 2
    assert legend_texts(one)[:2] == ["Precision", "Recall"]
    assert one.get_ylabel() == "Metric"


def test_colour_palette_and_names(labels, probabilities):
    named = drawn(labels, probabilities, color="C3", name="forest", metrics=["recall", "mcc"])
    assert legend_texts(named)[:2] == ["forest, Recall", "forest, MCC"]
    assert set(colors(named)) == {plt.matplotlib.colors.to_hex("C3")}
    own = drawn(
        labels, probabilities, palette={"recall": "red", "mcc": "blue"}, metrics=["mcc", "recall"]
    )
    assert colors(own) == ["#0000ff", "#ff0000"]
    thick = drawn(labels, probabilities, curve_kws={"lw": 5}, metrics="f1")
    assert lines_of(thick)[0].get_linewidth() == 5
    direct = drawn(labels, probabilities, legend="direct")
    direct.figure.draw_without_rendering()
    assert [words(line) for line in marked(direct)] == ["Precision", "Recall", "F1"]


def test_a_second_call_adds_to_the_first(labels, models):
    ax = drawn(labels, models["good"], name="good", metrics="f1")
    prp.plot_thresholds(labels, 3 * models["poor"], name="poor", metrics="f1", ax=ax)
    assert legend_texts(ax)[:2] == ["good", "poor"]
    assert len(set(colors(ax))) == 2
    assert not drawn_in(ax, AXIS_ABOVE)
    low, high = ax.get_xlim()
    every = np.concatenate([models["good"], 3 * models["poor"]])
    assert low < every.min()
    assert high > every.max()
    with pytest.raises(ValueError, match="metrics against thresholds already"):
        prp.plot_thresholds(labels, models["good"], x="rate", ax=ax)


def test_folds_have_a_mean_a_band_and_a_rug(labels, probabilities, folds):
    ax = drawn(labels, probabilities, units=folds, metrics=["recall", "f1"], errorbar="sd")
    assert len(lines_of(ax, FOLD)) == 8
    assert len([one for one in marked(ax, BAND) if one.get_label().startswith("_")]) == 2
    rug = next(line for line in marked(ax, RUG) if np.size(line.get_xdata()))
    best = [
        prp.best_threshold(
            prp.ConfusionCurve.from_scores(labels[one], probabilities[one])
        ).threshold
        for one in (folds == fold for fold in range(4))
    ]
    np.testing.assert_allclose(rug.get_xdata()[::3], best)
    shown = legend_texts(ax)
    assert {"± 1 sd of folds", "best of each fold", "each of 4 folds"} <= set(shown)
    ready = [
        prp.ConfusionCurve.from_scores(
            labels[folds == fold], probabilities[folds == fold], thresholds=np.unique
        )
        for fold in range(4)
    ]
    again = drawn(ready, metrics=["recall", "f1"], errorbar="sd")
    for line, other in zip(lines_of(ax), lines_of(again), strict=True):
        np.testing.assert_allclose(line.get_xydata(), other.get_xydata())


def test_the_rug_shows_what_criteria_choose_in_each_fold(labels, probabilities, folds):
    ax = drawn(labels, probabilities, units=folds, mark={"recall": 0.8}, metrics="recall")
    rug = next(line for line in marked(ax, RUG) if np.size(line.get_xdata()))
    assert len(rug.get_xdata()) == 3 * 4
    assert "recall ≥ 0.8 in each fold" in legend_texts(ax)
    assert not marked(ax, BEST)


def test_a_band_surrounds_the_line(labels, probabilities):
    widths = []
    for more in (
        {},
        {"sample_weight": np.where(labels, 3.0, 0.5)},
        {"clusters": np.arange(300) // 6},
    ):
        options = {"metrics": "recall", "errorbar": "ci", "n_boot": 500, "seed": 1, **more}
        ax = drawn(labels, probabilities, **options)
        band = next(one for one in marked(ax, BAND) if one.get_paths())
        (line,) = lines_of(ax)
        corners = band.get_paths()[0]
        middle = line.get_xydata()[20:-20]
        assert corners.contains_points(middle).mean() > 0.9
        # Of few scores, the band has a step at each.
        assert np.isin(probabilities, corners.vertices[:, 0]).all()
        widths.append(np.ptp(corners.vertices[:, 1]))
        assert "95 % pointwise band" in legend_texts(ax)
    by_share = drawn(labels, probabilities, errorbar=("ci", 80), n_boot=500, x="rate")
    assert "80 % pointwise band" in legend_texts(by_share)


def test_a_band_is_that_of_beta_distributions():
    # Without weights the drawn recall at a threshold is Beta(k + 1/2, n - k + 1/2).
    rng = np.random.default_rng(0)
    labels = rng.random(2000) < 0.4
    scores = rng.normal(size=2000) + labels
    options = {"metrics": "recall", "errorbar": "ci", "n_boot": 4000, "seed": 0}
    ax = drawn(labels, scores, **options)
    band = next(one for one in marked(ax, BAND) if one.get_paths())
    at = 1.0
    found, n = (labels & (scores >= at)).sum(), labels.sum()
    ends = np.quantile(rng.beta(found + 0.5, n - found + 0.5, 200_000), [0.025, 0.975])
    corners = band.get_paths()[0].vertices
    half = len(corners) // 2
    turn = int(np.argmax(corners[:, 0]))
    low = np.interp(at, *corners[: turn + 1].T)
    assert low == pytest.approx(ends[0], abs=0.004)
    assert half > 10


def test_ready_curves_show_what_they_know(labels, probabilities):
    published = prp.ConfusionCurve.from_counts(
        [20, 50, 80, 100], [2, 10, 60, 900], 100, 900, thresholds=[0.9, 0.7, 0.4, 0.1]
    )
    ax = drawn(published, metrics=["recall", "precision"])
    points, _ = marked(ax, OPERATING_POINT)
    np.testing.assert_allclose(points.get_xydata(), [[0.1, 1], [0.4, 0.8], [0.7, 0.5], [0.9, 0.2]])
    recall, _ = lines_of(ax)
    np.testing.assert_allclose(recall.get_xydata()[1:], points.get_xydata())
    # Its region would need the recall everywhere.
    assert not marked(ax, REGION)
    exact = prp.ConfusionCurve.from_scores(labels, probabilities, thresholds=np.unique)
    one, other = drawn(exact, metrics="f1"), drawn(labels, probabilities, metrics="f1")
    np.testing.assert_array_equal(lines_of(one)[0].get_xydata(), lines_of(other)[0].get_xydata())


def test_curves_without_thresholds_are_drawn_against_the_share():
    curve = prp.ConfusionCurve.from_precision_recall([0.9, 0.7, 0.4], [0.3, 0.6, 0.9], 0.2)
    ax = drawn(curve, x="rate", metrics=["precision", "f1"])
    points, _ = marked(ax, OPERATING_POINT)
    np.testing.assert_allclose(points.get_ydata(), [0.9, 0.7, 0.4, 0.2])
    assert not drawn_in(ax, AXIS_ABOVE)
    (best,) = marked(ax, BEST)
    assert words(best).startswith("share 0.171")


def test_a_scan_is_drawn_through_its_points(labels, probabilities):
    table = pd.DataFrame({"y": labels, "s": probabilities})
    curve = prp.scan(table, y_true="y", y_score="s", tolerance=0.3, progress=False)
    ax = drawn(curve, metrics="recall", mark=False)
    (line,) = lines_of(ax)
    known = np.isfinite(curve.thresholds)
    x, y = line.get_xydata().T
    for at, recall in zip(curve.thresholds[known], curve.recall[known], strict=True):
        assert np.isclose(y[np.isclose(x, at)], recall).any()


def test_facets_pass_colour_label_and_data(labels, probabilities):
    table = pd.DataFrame({"y": labels, "s": probabilities, "g": np.arange(300) % 2, "p": "one"})
    grid = sns.FacetGrid(table, col="p", hue="g")
    grid.map_dataframe(prp.plot_thresholds, "y", "s", metrics="f1")
    ax = grid.axes.flat[0]
    assert len(set(colors(ax))) == 2
    assert [one.mark.text for one in drawn_in(ax, CURVE)] == ["0", "1"]
    plt.close(grid.figure)
    by_name = drawn("y", "s", data=table, hue="g", hue_order=[1], metrics="f1")
    assert len(lines_of(by_name)) == 1


@pytest.mark.parametrize(
    "scores", sampled([[0.5] * 40, [0.0, 1.0] * 20, list(range(40)), [-1e306, 1e306] * 20], every=3)
)
def test_few_scores(scores):
    ax = drawn([1, 0, 0, 1] * 10, scores, metrics=["precision", "recall", "mcc"])
    ax.figure.draw_without_rendering()
    low, high = ax.get_xlim()
    assert low < min(scores) <= max(scores) < high


@pytest.mark.parametrize("score", [0.0, 0.3, -200.0])
def test_a_single_score_is_seen_from_near_by(score):
    ax = prp.plot_thresholds([1, 0, 1], [score] * 3)
    low, high = ax.get_xlim()
    assert low < score < high
    assert high - low < 0.2 * max(abs(score), 1)


def test_metrics_below_0_are_in_view():
    ax = drawn([0, 1, 1, 0], [0.9, 0.1, 0.2, 0.8], metrics=["mcc", "f1"])
    assert ax.get_ylim()[0] < -1
    assert drawn([1, 0, 1, 0], [4, 3, 2, 1], metrics="f_gain").get_ylim()[0] > -0.1


def test_one_class_is_drawn_with_a_warning():
    with pytest.warns(prp.UndefinedMetricWarning, match="no positives.*not drawn"):
        ax = drawn([0, 0, 0], [0.1, 0.2, 0.3], metrics=["recall", "accuracy"])
    assert len(lines_of(ax)) == 1


def test_many_scores_need_few_vertices_and_zooming_shows_them_all():
    rng = np.random.default_rng(0)
    labels = rng.random(200_000) < 0.1
    scores = rng.normal(size=labels.size) + 2 * labels
    ax = drawn(labels, scores)
    ax.figure.draw_without_rendering()
    assert sum(np.size(line.get_xdata()) for line in ax.lines) < 4000
    few = np.unique(scores)[-30:]
    ax.set_xlim(few[0], few[-1])
    ax.figure.draw_without_rendering()
    recall = lines_of(ax)[1]
    assert set(few[1:-1]) <= set(recall.get_xdata())


@pytest.mark.slow
def test_a_million_scores_make_a_small_file():
    rng = np.random.default_rng(0)
    labels = rng.random(10**6) < 0.1
    scores = 1 / (1 + np.exp(-(rng.normal(size=10**6) + 2 * labels - 2)))
    ax = drawn(labels, scores)
    file = io.BytesIO()
    ax.figure.savefig(file, format="pdf")
    assert len(file.getvalue()) < 30_000


RATES = prp.ConfusionCurve.from_rates([0, 0.5, 1], [0.5, 0.7, 1], 0.3, thresholds=[3, 2, 1])
NO_THRESHOLDS = prp.ConfusionCurve.from_counts([1, 2], [0, 3], 2, 3)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"metrics": "recal"}, r"metrics must be one of .*'recall'"),
        ({"metrics": []}, "metrics must be a name or a list of names"),
        ({"metrics": ["f1", "f1"]}, "metrics must differ"),
        ({"beta": -1}, "beta"),
        ({"x": "score"}, "x must be"),
        ({"mark": 0.5}, r"mark must be None .*'threshold'"),
        ({"mark": {"recal": 0.5}}, "a condition must be one of .*'recall'"),
        ({"mark": {"recall": 1.5}}, r"recall must be in \[0, 1\]"),
        (
            {"mark": {"precision": 1.0}, "y_true": [0, 1, 1], "y_score": [3, 2, 1]},
            "no threshold has",
        ),
        ({"errorbar": "simultaneous"}, "metrics have 'ci'"),
        ({"errorbar": "sd"}, "needs folds"),
        ({"errorbar": "ci", "units": [0, 0, 1, 1]}, "one test set; metrics have"),
        ({"errorbar": "ci", "y_true": RATES, "y_score": None}, "need counts of examples"),
        ({"clusters": [1, 1, 2, 2]}, "clusters goes with errorbar"),
        ({"units": [0, 1, 0, 1]}, "fold 0 has no negatives, so it can't be averaged"),
        ({"y_true": NO_THRESHOLDS, "y_score": None}, "has no thresholds; x='rate'"),
        ({"hue": [1, 1, 2, 2], "show_rate": True}, "show_rate goes with a single curve"),
        (
            {"y_score": [1.7e308, -1e308, 2, 1]},
            r"thresholds must be between -1e\+306 and 1e\+306 .*, found 1.7e\+308; x='rate'",
        ),
        ({"y_score": [1, -1.5e308, 2, 0]}, r"thresholds must be .*, found -1.5e\+308; x='rate'"),
        ({"color": "threshold"}, "thresholds are the x axis"),
        ({"color": "no colour"}, "is not a colour"),
        ({"palette": ["red"]}, "palette must have 3 colours"),
        ({"curve_kws": {"nonsense": 1}}, "curve_kws"),
        ({"mark_kws": {"nonsense": 1}}, "mark_kws"),
        ({"legend": "left"}, "legend must be"),
    ],
)
def test_wrong_input_is_one_sentence_and_draws_nothing(wrong, sentence):
    ax = fresh_axes()
    given = {"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.8, 0.7, 0.1], **wrong}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises((ValueError, TypeError), match=sentence) as error:
            prp.plot_thresholds(**given, ax=ax)
    assert "\n" not in str(error.value)
    assert not ax.lines
    assert not ax.collections
    assert not ax.child_axes


def test_an_unreachable_criterion_says_what_comes_nearest():
    with pytest.raises(
        UnreachableError, match="no threshold has precision of at least 1; the nearest"
    ):
        drawn([0, 1, 1], [3, 2, 1], mark={"precision": 1.0})


def test_an_unreachable_criterion_names_the_model_and_the_fold():
    labels, scores = [0, 1, 1, 1, 0, 1], [3, 2, 1, 3, 2, 1]
    options = {"units": [0, 0, 0, 1, 1, 1], "mark": {"precision": 0.9}}
    with pytest.raises(UnreachableError, match="good: fold 0: no threshold has precision"):
        drawn(labels, {"good": scores, "other": scores}, **options)


def test_models_share_clusters_in_their_bands(labels, models):
    two = {name: models[name] for name in ("good", "poor")}
    options = {"metrics": "recall", "errorbar": "ci", "n_boot": 400, "seed": 0}
    ax = drawn(labels, two, clusters=np.arange(300) // 5, **options)
    assert len([one for one in marked(ax, BAND) if one.get_label().startswith("_")]) == 2
    table = pd.DataFrame({"y": labels, "s": models["good"]})
    scanned = prp.scan(table, y_true="y", y_score="s", progress=False)
    assert marked(drawn(scanned, **options), BAND)
