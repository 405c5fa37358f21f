import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.draw.scene import CURVE, FOLD, MINIMUM
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
        (classes, scores[:, :2], {}, r"one-dimensional, found shape \(200, 2\)"),
        (classes, scores[:, :2], {"pos_label": "ant"}, r"pass y_score\[:, \d\]"),
        (classes, np.column_stack([scores, scores]), {}, r"each of the 3 labels .* found 6"),
        (binary, scores, {}, r"has 3 columns, but y_true has 2 labels"),
        (classes, scores, {"pos_label": "ant"}, r"pos_label can't be given"),
        (classes, scores, {"name": "model"}, r"the labels name the classes"),
        (classes, scores, {"average": "weighted"}, r"average must be one of 'micro', 'macro'"),
        (binary, scores[:, 0], {"average": "macro"}, r"average needs classes"),
        (np.full((200, 3), 2), scores, {}, r"indicator matrix of 0 and 1"),
        (np.zeros((200, 2)), scores, {}, r"same shape, found \(200, 2\) and \(200, 3\)"),
        (classes, np.where(scores > 3, np.nan, scores), {}, r"class 'ant': y_score holds"),
        (classes, scores, {"errorbar": "sd"}, r"errorbar 'sd' needs folds"),
        (np.where(binary, np.nan, 1.0), scores, {}, r"y_true holds \d+ missing values"),
        (np.array([1, "a"] * 100, dtype=object), scores, {}, r"labels of several kinds"),
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
