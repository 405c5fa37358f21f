import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.text import Text

import prplot as prp
from prplot.draw.scene import CURVE, FOLD, MINIMUM
from tests.cases import sampled
from tests.plots.artists import fresh_axes, marked


@pytest.fixture(scope="module")
def classes():
    return np.random.default_rng(0).choice(["ant", "bee", "cat"], 200, p=[0.6, 0.3, 0.1])


@pytest.fixture(scope="module")
def scores(classes):
    rng = np.random.default_rng(1)
    return rng.normal(size=(200, 3)) + (classes[:, None] == ["ant", "bee", "cat"])


def test_each_class_has_its_own_prevalence_and_area(classes, scores):
    ax = prp.plot_pr(classes, scores)
    ends = [border.get_ydata()[-1] for border in marked(ax, MINIMUM)]
    names = ["ant", "bee", "cat"]
    assert ends == pytest.approx([np.mean(classes == name) for name in names])
    areas = [prp.aucpr(classes == name, scores[:, i]) for i, name in enumerate(names)]
    said = [f"{name} (AUCPR {area:.3f})" for name, area in zip(names, areas, strict=True)]
    assert [line.get_label() for line in marked(ax, CURVE)] == said


def test_an_indicator_matrix_may_hold_several_classes_of_an_example(scores):
    belongs = np.random.default_rng(2).random((200, 3)) < 0.4
    ax = prp.plot_pr(belongs.astype(int), scores)
    areas = [prp.aucpr(belongs[:, i], scores[:, i]) for i in range(3)]
    said = [f"class {i} (AUCPR {area:.3f})" for i, area in enumerate(areas)]
    assert [line.get_label() for line in marked(ax, CURVE)] == said
    plt.figure()
    two = prp.plot_pr(belongs[:, :2], scores[:, :2])
    assert len(marked(two, CURVE)) == 2


def test_the_macro_average_is_the_mean_of_the_classes(classes, scores):
    ax = prp.plot_npr(classes, scores, average="macro", errorbar="sd")
    areas = [
        prp.aucnpr(classes == name, scores[:, i]) for i, name in enumerate(["ant", "bee", "cat"])
    ]
    said = f"normalised macro mean of 3 classes (AUCNPR {np.mean(areas):.3f})"
    assert [line.get_label() for line in marked(ax, CURVE)] == [said]
    assert len(marked(ax, FOLD)) == 3
    assert "± 1 sd of classes" in [artist.get_label() for artist in ax.collections]


def test_weights_count_in_every_class(classes, scores):
    weight = np.random.default_rng(3).uniform(0.5, 2, 200)
    ax = prp.plot_pr(classes, scores, sample_weight=weight)
    area = prp.aucpr(classes == "cat", scores[:, 2], sample_weight=weight)
    assert marked(ax, CURVE)[2].get_label() == f"cat (AUCPR {area:.3f})"
    plt.figure()
    ax = prp.plot_pr(classes, scores, sample_weight=weight, average="micro")
    belongs = classes[:, None] == ["ant", "bee", "cat"]
    area = prp.aucpr(belongs.ravel(), scores.ravel(), sample_weight=np.repeat(weight, 3))
    assert marked(ax, CURVE)[0].get_label() == f"micro average (AUCPR {area:.3f})"


def test_wrong_classes_are_refused(classes, scores):
    binary = classes == "ant"
    for y_true, y_score, options, message in [
        (
            classes,
            scores[:, :2],
            {},
            r"y_score has 2 columns, but y_true has 3 labels; ",
        ),
        (classes, scores[:, :2], {"pos_label": "ant"}, r"pass y_score\[:, \d\]"),
        (
            classes,
            np.column_stack([scores, scores]),
            {},
            r"one for each .* found shape \(200, 6\) and 3 labels",
        ),
        (binary, scores, {}, r"has 3 columns, but y_true has 2 labels"),
        (classes, scores, {"pos_label": "ant"}, r"pos_label can't be given"),
        (classes, scores, {"name": "model"}, r"name goes with a single curve, found 3"),
        (classes, scores, {"average": "mean"}, r"average must be one of 'micro', 'macro', 'weigh"),
        (classes, scores, {"average": "weighted", "errorbar": "sd"}, r"found 'weighted'"),
        (binary, scores[:, 0], {"average": "macro"}, r"average needs classes"),
        (np.full((200, 3), 2), scores, {}, r"indicator matrix of 0 and 1"),
        (np.zeros((200, 2)), scores, {}, r"same shape, found \(200, 2\) and \(200, 3\)"),
        (classes, np.where(scores > 3, np.nan, scores), {}, r"class 'ant': y_score holds"),
        (classes, scores, {"errorbar": "sd"}, r"errorbar 'sd' needs folds"),
        (np.where(binary, np.nan, 1.0), scores, {}, r"y_true holds \d+ missing values"),
        (binary, scores[:, 0], {"average": "micro", "hue": classes}, r"average needs classes"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            prp.plot_pr(y_true, y_score, **options)
    assert plt.get_fignums() == []


def test_averages_of_classes_have_names_and_colours(classes, scores):
    ax = prp.plot_pr(classes, scores, average="macro", name="forest", legend=False)
    said = [line.get_label() for line in ax.lines]
    assert "each class" in said
    assert "each fold" not in said
    options = {"palette": {"micro average": "red"}, "legend": False}
    ax = prp.plot_pr(classes, scores, average="micro", ax=fresh_axes(), **options)
    belongs = classes[:, None] == ["ant", "bee", "cat"]
    area = prp.aucpr(belongs.ravel(), scores.ravel())
    (line,) = marked(ax)
    assert (line.get_label(), line.get_color()) == (f"micro average (AUCPR {area:.3f})", "red")


MEANS = {
    "macro": {"AUCPR": "macro AUCPR", "AP": "macro AP", "AUROC": "macro AUROC"},
    "weighted": {"AUCPR": "weighted AUCPR", "AP": "weighted AP", "AUROC": "weighted AUROC"},
    "micro": {"AUCPR": "AUCPR", "AP": "AP", "AUROC": "AUROC"},
}


@pytest.mark.parametrize("average", MEANS)
def test_the_legend_shows_what_the_metrics_return(classes, scores, average):
    options = {"score": ["aucpr", "average_precision", "auroc"], "legend": False}
    ax = prp.plot_pr(classes, {"a": scores}, average=average, **options)
    metrics = {"AUCPR": prp.aucpr, "AP": prp.average_precision, "AUROC": prp.auroc}
    values = {head: of(classes, scores, average=average) for head, of in metrics.items()}
    said = ", ".join(f"{MEANS[average][head]} {value:.3f}" for head, value in values.items())
    assert [line.get_label() for line in marked(ax, CURVE)] == [f"a ({said})"]


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_the_scores_of_a_mean_are_those_of_the_classes_at_the_shown_prevalence(
    classes, scores, average
):
    ax = prp.plot_pr(classes, scores, average=average, prevalence=0.3, name="a", legend=False)
    curves = [
        prp.ConfusionCurve.from_scores(classes == name, scores[:, i])
        for i, name in enumerate(["ant", "bee", "cat"])
    ]
    areas = [prp.aucpr(curve.at_prevalence(0.3)) for curve in curves]
    weights = [curve.pos for curve in curves] if average == "weighted" else None
    said = f"a ({average} AUCPR {np.average(areas, weights=weights):.3f})"
    assert [line.get_label() for line in marked(ax, CURVE)] == [said]


def test_a_weighted_mean_counts_classes_by_their_examples(classes, scores):
    ax = prp.plot_npr(classes, scores, average="weighted", legend=False)
    (line,) = marked(ax, CURVE)
    assert line.get_label().startswith("normalised weighted mean of 3 classes (AUCNPR ")
    names = ["ant", "bee", "cat"]
    folds = [
        prp.ConfusionCurve.from_scores(classes == name, scores[:, i])
        for i, name in enumerate(names)
    ]
    curve = prp.average_curve(folds, weights=[fold.pos for fold in folds])
    alone = prp.plot_npr(curve, ax=fresh_axes(), legend=False)
    np.testing.assert_array_equal(line.get_xydata(), marked(alone, CURVE)[0].get_xydata())
    assert prp.aucnpr(curve) == pytest.approx(prp.aucnpr(classes, scores, average="weighted"))


@pytest.mark.parametrize("average", sampled(MEANS, every=2))
def test_several_models_of_several_classes_have_an_average_each(classes, scores, average):
    models = {"good": scores, "poor": scores[:, ::-1]}
    ax = prp.plot_pr(classes, models, average=average, legend=False)
    lines = {line.get_label().split(" (")[0]: line for line in marked(ax, CURVE)}
    assert list(lines) == ["good", "poor"]
    drawn = [line for line in marked(ax, FOLD) if line.get_xydata().size]
    assert len(drawn) == (0 if average == "micro" else 6)
    for name, one in models.items():
        alone = prp.plot_pr(classes, one, average=average, ax=fresh_axes(), legend=False)
        (expected,) = marked(alone, CURVE)
        np.testing.assert_array_equal(lines[name].get_xydata(), expected.get_xydata())


def test_several_models_without_an_average_are_refused(classes, scores):
    models = {"good": scores, "poor": scores}
    says = (
        r"models of several classes \(good, poor\): average='macro'.*curveplot\(\.\.\., col='class'"
    )
    for draw in (prp.plot_pr, prp.plot_roc, prp.plot_npr, prp.plot_prg, prp.plot_spaces):
        with pytest.raises(ValueError, match=says):
            draw(classes, models)
    for plot in (prp.plot_hull, prp.plot_f_gain):
        with pytest.raises(ValueError, match=r"models of several classes"):
            plot(classes, models)
    with pytest.raises(ValueError, match=r"as 'good' has, or each a single column, as 'poor' has"):
        prp.plot_pr(classes, {"good": scores, "poor": scores[:, 0]})
    with pytest.raises(
        ValueError, match=r"model 'poor': y_score must have one column, or one for each"
    ):
        prp.plot_pr(classes, {"good": scores, "poor": scores[:, [0, 1, 2, 0]]}, average="macro")
    assert plt.get_fignums() == []
    # Of a single model, the classes can be told apart.
    ax = prp.plot_pr(classes, {"good": scores}, legend=False)
    names = [line.get_label().split(" (")[0] for line in marked(ax, CURVE)]
    assert names == ["good, ant", "good, bee", "good, cat"]


def test_classes_are_named_in_every_space(classes, scores):
    codes, names = np.unique(classes, return_inverse=True)[1], ["Ant", "Bee", "Cat"]
    for draw in (prp.plot_pr, prp.plot_roc, prp.plot_npr, prp.plot_prg):
        ax = draw(codes, scores, classes=names, ax=fresh_axes(), legend=False)
        assert [line.get_label().split(" (")[0] for line in marked(ax, CURVE)] == names
        expected = draw(classes, scores, ax=fresh_axes(), legend=False)
        for line, other in zip(marked(ax, CURVE), marked(expected, CURVE), strict=True):
            np.testing.assert_array_equal(line.get_xydata(), other.get_xydata())
    for plot in (prp.plot_spaces, prp.plot_hull, prp.plot_f_gain):
        plt.figure()
        plot(codes, scores, classes=names, legend=False)
        words = [text for ax in plt.gcf().axes for line in ax.lines if (text := line.get_label())]
        assert any("Bee" in one for one in words)


def test_each_heading_says_that_its_numbers_are_means(classes, scores):
    models = {"good": scores, "poor": scores[:, ::-1]}
    panels = prp.plot_spaces(classes, models, average="macro")
    panels[0].figure.draw_without_rendering()
    legends = [legend for ax in panels if (legend := ax.get_legend()) is not None]
    words = [text.get_text() for one in legends for text in one.findobj(Text)]
    assert {"macro AUROC", "macro AUCPR", "macro AUPRG"} <= set(words)
