import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot as prp
from prplot.draw.scene import BAND, CHANCE, CURVE, FOLD, HULL, MINIMUM
from tests.cases import sampled
from tests.plots.artists import legend_texts, marked


def split(labels, scores, count=5):
    part = np.argsort(np.argsort(labels, kind="stable")) % count
    return [
        prp.ConfusionCurve.from_scores(labels[part == k], scores[part == k]) for k in range(count)
    ]


@pytest.fixture
def folds(labels, models):
    return split(labels, models["good"])


@pytest.fixture
def unequal():
    return [
        prp.ConfusionCurve.from_counts([2, 4], [0, 3], 5, 45),
        prp.ConfusionCurve.from_counts([3, 5], [1, 1], 5, 5),
    ]


@pytest.mark.parametrize(
    ("plot", "estimator"),
    [(prp.plot_npr, "normalized"), (prp.plot_pr, "vertical"), (prp.plot_pr, "roc")],
)
def test_a_list_of_curves_is_drawn_as_folds_beneath_their_average(folds, plot, estimator):
    ax = plot(folds, estimator=estimator, legend=False)
    thin, (mean,) = marked(ax, FOLD), marked(ax, CURVE)
    assert len(thin) == 5
    assert all(line.get_linewidth() < mean.get_linewidth() / 2 for line in thin)
    assert all(line.get_zorder() < mean.get_zorder() for line in thin)
    average = prp.average_curve(folds, how=estimator)
    space = prp.draw.PR if plot is prp.plot_pr else prp.draw.NPR
    expected = prp.draw.trace(average, space)
    at = np.linspace(0.02, 0.98, 50)
    # Away from jumps both are the same function.
    drawn, true = (
        np.interp(at, line[0], line[1]) for line in (mean.get_data(), expected_xy(expected))
    )
    assert np.median(np.abs(drawn - true)) < 1e-3


def expected_xy(trace):
    return trace.x, trace.y


def label(ax):
    return marked(ax, CURVE)[0].get_label()


def test_the_legend_has_the_mean_and_the_standard_deviation_of_folds(folds):
    areas = [prp.aucpr(fold) for fold in folds]
    shown = f"{np.mean(areas):.3f} ± {np.std(areas, ddof=1):.3f}"
    assert label(prp.plot_pr(folds)) == f"normalised mean of 5 folds (AUCPR {shown})"
    plt.figure()
    assert label(prp.plot_pr(folds, estimator=None)) == f"5 folds (AUCPR mean {shown})"
    plt.figure()
    areas = [prp.aucnpr(fold) for fold in folds]
    ax = prp.plot_npr(folds, name="forest")
    assert label(ax) == f"forest (AUCNPR {np.mean(areas):.3f} ± {np.std(areas, ddof=1):.3f})"
    # The area under the curve that is drawn.
    assert np.mean(areas) == pytest.approx(prp.aucnpr(prp.average_curve(folds)), rel=1e-6)


@pytest.mark.parametrize(
    ("errorbar", "written"),
    [
        ("sd", "{mean:.3f} ± {sd:.3f}"),
        (("sd", 2), "{mean:.3f} ± {two:.3f}"),
        ("se", "{mean:.3f} ± {se:.3f}"),
        (("pi", 50), "{mean:.3f} [{low:.3f}, {high:.3f}]"),
    ],
)
def test_the_spread_of_scores_is_that_of_the_band(folds, errorbar, written):
    areas = [prp.auroc(fold) for fold in folds]
    sd, (low, high) = np.std(areas, ddof=1), np.percentile(areas, (25, 75))
    numbers = {"mean": np.mean(areas), "sd": sd, "two": 2 * sd, "se": sd / np.sqrt(5)}
    ax = prp.plot_roc({"good": folds}, errorbar=errorbar)
    assert label(ax) == f"good (AUROC {written.format(**numbers, low=low, high=high)})"


def test_what_is_no_mean_of_folds_has_no_spread(labels, models, folds, curve):
    units = np.argsort(np.argsort(labels, kind="stable")) % 5
    for ax in (
        prp.plot_pr(labels, models["good"], units=units, estimator="pooled"),
        prp.plot_pr([curve], ax=plt.subplots()[1]),
        prp.plot_pr(
            np.arange(300) % 3,
            np.random.default_rng(0).random((300, 3)),
            average="macro",
            ax=plt.subplots()[1],
        ),
    ):
        assert "±" not in label(ax)
    roc, _ = prp.plot_hull(folds, legend=False)
    assert [label(roc).count("±"), marked(roc, HULL)[0].get_label().count("±")] == [1, 0]


@pytest.mark.filterwarnings("ignore:the legend of . rows does not fit the figure")
def test_the_spread_never_gives_way(folds):
    figure, ax = plt.subplots(figsize=(2, 2))
    prp.plot_pr({"a rather long name": folds}, score=["aucpr", "auroc"], ax=ax)
    figure.draw_without_rendering()
    assert legend_texts(ax)[0].count("±") == 2


def test_several_models_have_folds_in_their_colours(labels, models, folds):
    both = {"good": folds, "poor": split(labels, models["poor"])}
    ax = prp.plot_pr(both, errorbar="sd")
    means, bands = marked(ax, CURVE), marked(ax, BAND)
    assert [len(marked(ax, gid)) for gid in (FOLD, CURVE, BAND)] == [11, 2, 3]
    for mean, band in zip(means, bands[:2], strict=True):
        assert to_hex(band.get_facecolor()[0]) == to_hex(mean.get_color())
    texts = legend_texts(ax)
    # Bands are explained once, after the curves.
    assert texts.count("± 1 sd of folds") == 1
    assert texts[0].startswith("good (AUCPR")
    assert texts[2:] == ["each fold", "± 1 sd of folds"]


def test_minimum_and_chance_are_those_of_all_folds_together(unequal):
    with pytest.warns(prp.UnequalPrevalenceWarning, match=r"range from 0\.1 to 0\.5"):
        ax = prp.plot_pr(unequal, show_chance=True)
    (border,), (chance,) = marked(ax, MINIMUM)[-1:], marked(ax, CHANCE)
    assert border.get_ydata()[-1] == pytest.approx(10 / 60)
    assert chance.get_ydata()[0] == pytest.approx(10 / 60)


def test_folds_of_nearly_one_prevalence_are_not_warned_of():
    near = [prp.ConfusionCurve.from_counts([5], [5], 10, neg) for neg in (40, 41, 42)]
    prp.plot_pr(near)


def test_one_prevalence_for_all_folds_needs_no_warning(unequal):
    ax = prp.plot_pr(unequal, prevalence=0.2)
    ends = {round(float(line.get_ydata()[-1]), 12) for line in marked(ax, FOLD)}
    assert ends == {0.2}
    same = [fold.at_prevalence(0.2) for fold in unequal]
    area = prp.aucpr(prp.average_curve(same))
    assert label(ax).startswith(f"normalised mean of 2 folds (AUCPR {area:.3f} ± ")


SAID = {
    "sd": "± 1 sd of folds",
    ("sd", 2): "± 2 sd of folds",
    "pi": "middle 95 % of folds",
    ("pi", 90): "middle 90 % of folds",
    ("se", 2): "± 2 se of the mean of folds",
}


@pytest.mark.parametrize(("errorbar", "plot"), sampled(SAID, [prp.plot_pr, prp.plot_npr], every=3))
def test_bands_stay_within_what_is_achievable_and_say_what_they_are(folds, plot, errorbar):
    ax = plot(folds, errorbar=errorbar)
    band, explained = marked(ax, BAND)
    assert explained.get_label() == SAID[errorbar]
    x, y = band.get_paths()[0].vertices.T
    assert (x >= 0).all()
    assert (x <= 1).all()
    least = prp.min_precision(np.clip(x, 0, 1), prp.average_curve(folds).prevalence)
    assert (y >= (least if plot is prp.plot_pr else 0) - 1e-9).all()
    assert (y <= 1 + 1e-12).all()


def test_a_band_holds_the_average_and_grows_with_its_size(folds):
    areas = []
    for size in (0.5, 1, 2):
        plt.figure()
        band, _ = marked(prp.plot_npr(folds, errorbar=("sd", size)), BAND)
        x, y = band.get_paths()[0].vertices.T
        areas.append(abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2)
    assert areas == sorted(areas)
    assert areas[0] > 0.01


def test_one_fold_is_its_own_average(curve):
    ax = prp.plot_pr([curve], errorbar="sd")
    assert legend_texts(ax)[0].startswith("normalised mean of 1 fold (")
    (mean,) = marked(ax, CURVE)
    assert prp.aucpr(curve) == pytest.approx(
        float(np.trapezoid(mean.get_ydata(), mean.get_xdata())), abs=1e-3
    )


def test_band_style_is_the_users(folds):
    ax = prp.plot_pr(folds, errorbar="sd", band_kws={"fc": "red", "alpha": 0.5})
    band, _ = marked(ax, BAND)
    assert to_hex(band.get_facecolor()[0]) == "#ff0000"
    assert band.get_alpha() == 0.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"estimator": "median"}, r"estimator must be one of 'normalized', 'vertical', 'roc'"),
        ({"errorbar": "sem"}, r"errorbar must be one of 'sd', 'se', 'pi', 'ci', 'simultaneous'"),
        ({"errorbar": ("sd", -1)}, r"errorbar 'sd' must have a size"),
        ({"errorbar": ("pi", 120)}, r"errorbar 'pi' must have a size in \(0, 100\]"),
        ({"errorbar": 3}, r"errorbar must be 'sd', .* or 'simultaneous', a pair"),
        ({"band_kws": {"nonsense": 1}}, r"band_kws"),
        ({"band_kws": {"fc": "r", "facecolor": "b"}}, r"band_kws"),
        ({"prevalence": [0.5, 0.5]}, r"different numbers"),
        ({"prevalence": 1.5}, r"strictly between 0 and 1"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_drawn(folds, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.plot_pr(folds, **options)
    assert plt.get_fignums() == []


def test_wrong_folds_are_refused(folds, curve, labels):
    one_class = prp.ConfusionCurve.from_counts([3], [0], 3, 0)
    for held, message in [
        ([*folds, 3], r"curves must hold ConfusionCurves, found 3 at 5"),
        ([*folds, one_class], r"curve 5 has no negatives"),
        ({"a": folds, "b": curve}, r"each a single curve, found both"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            prp.plot_pr(held)
    with pytest.raises(TypeError, match=r"y_score can't be given beside"):
        prp.plot_pr(folds, labels)
    with pytest.raises(TypeError, match=r"name goes with a single"):
        prp.plot_pr({"a": folds}, name="b")
    with pytest.raises(ValueError, match=r"errorbar 'sd' needs folds"):
        prp.plot_pr(curve, errorbar="sd")
    with pytest.raises(ValueError, match=r"errorbar 'sd' needs folds"):
        prp.plot_pr({"a": curve}, errorbar="sd")
    assert plt.get_fignums() == []


def test_several_prevalences_redraw_all_folds(unequal):
    ax = prp.plot_pr(unequal, prevalence=[0.5, 0.1])
    assert [len(marked(ax, gid)) for gid in (FOLD, CURVE)] == [4 + 1, 2]


def test_a_label_of_the_users_names_the_band(folds):
    ax = prp.plot_pr(folds, errorbar="sd", band_kws={"label": "spread"})
    assert "spread" in legend_texts(ax)


def test_folds_may_stand_in_an_array(folds):
    held = np.empty(len(folds), dtype=object)
    held[:] = folds
    assert len(marked(prp.plot_pr(held), FOLD)) == 5


def test_roc_curves_of_unequal_prevalences_are_not_warned_of(unequal):
    prp.plot_roc(unequal)


def test_names_of_models_with_folds_must_differ(folds):
    with pytest.raises(ValueError, match=r"must differ as text"):
        prp.plot_pr({1: folds, "1": folds})


def test_the_region_says_for_which_prevalence_it_stands(unequal, folds):
    with pytest.warns(prp.UnequalPrevalenceWarning):
        ax = prp.plot_pr(unequal)
    assert "unachievable at π = 0.17" in [text.get_text() for text in ax.texts]
    plt.figure()
    assert "unachievable" in [text.get_text() for text in prp.plot_pr(folds).texts]
