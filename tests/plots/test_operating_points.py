import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.path import Path
from matplotlib.text import Text

import prplot as prp
from prplot.core.spaces import NPR, PR, PRG, ROC
from prplot.draw.scene import CURVE, FOLD, FOLD_POINTS, POINT
from prplot.draw.scene_artist import drawn_in
from prplot.draw.style import SHAPES
from prplot.plots.figure.groups import distinct_texts
from tests.cases import sampled, slowly
from tests.plots.artists import (
    away_from,
    fresh_axes,
    leaders_of,
    legend_texts,
    marked,
    shown_texts,
    words,
    words_of,
)

FOLDS = np.arange(300) % 4
PLOTS = {prp.plot_pr: PR, prp.plot_npr: NPR, prp.plot_roc: ROC, prp.plot_prg: PRG}


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_points_are_counted_exactly_at_the_thresholds(labels, models, plot):
    scores = models["good"]
    ax = plot(labels, scores, thresholds=[0.5, 2.0], legend=False)
    points = marked(ax, POINT)
    assert [words(point) for point in points] == ["threshold 2", "threshold 0.5"]
    for point, threshold in zip(points, (2.0, 0.5), strict=True):
        tp, fp = np.sum(labels & (scores >= threshold)), np.sum(~labels & (scores >= threshold))
        x, y = PLOTS[plot].project(tp, fp, labels.sum(), (~labels).sum())
        np.testing.assert_allclose(point.get_xydata(), [(x, y)])
    # One of them says what the numbers are.
    ax.figure.draw_without_rendering()
    said = {text.get_text() for text in shown_texts(ax)}
    assert {"threshold 2", "0.5"} <= said or {"2", "threshold 0.5"} <= said


def test_a_threshold_among_negatives_has_its_own_point():
    # The record lists no threshold at which only negatives fall.
    y_true, y_score = [1, 0, 0, 0, 1], [5, 4, 3, 2, 1]
    (point,) = marked(prp.plot_roc(y_true, y_score, thresholds=3), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(2 / 3, 1 / 2)])


def test_each_model_has_points_in_its_colour(labels, models):
    ax = prp.plot_pr(labels, models, thresholds=0.5, legend=False)
    colors = [[to_hex(line.get_color()) for line in marked(ax, gid)] for gid in (POINT, CURVE)]
    assert colors[0] == colors[1]


def test_a_ready_curve_has_the_points_that_it_lists(curve):
    (point,) = marked(prp.plot_pr(curve, thresholds=curve.thresholds[5]), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(curve.recall[5], curve.precision[5])])


def test_wrong_thresholds_are_refused(labels, models, curve):
    published = prp.ConfusionCurve.from_counts([1], [1], 2, 2)
    for args, options, message in [
        ((labels, models["good"]), {"thresholds": [np.inf]}, r"finite ones only"),
        ((labels, models["good"]), {"thresholds": []}, r"one or more numbers"),
        ((labels, models["good"]), {"thresholds": "high"}, r"thresholds must"),
        ((labels, models["good"]), {"thresholds": [1, [2]]}, "^thresholds .* NumPy can.t read"),
        ((published,), {"thresholds": 0.5}, r"a threshold for each point"),
        (([published, published],), {"thresholds": 0.5}, r"a threshold for each point"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            prp.plot_pr(*args, **options)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("prevalences", [[0.1], [0.5, 0.1]])
def test_each_prevalence_has_points(labels, models, prevalences):
    options = {"thresholds": 0.5, "prevalence": prevalences, "legend": False}
    ax = prp.plot_pr(labels, models["good"], **options)
    exact = prp.ConfusionCurve.from_scores(labels, models["good"], thresholds=[0.5])
    for point, share in zip(marked(ax, POINT), prevalences, strict=True):
        moved = exact.at_prevalence(share)
        np.testing.assert_allclose(point.get_xydata(), [(moved.recall[1], moved.precision[1])])


def of_folds(space, labels, scores, threshold):
    """Return the point of each fold at a threshold, counted by hand."""
    points = []
    for fold in range(4):
        y, above = labels[fold == FOLDS], scores[fold == FOLDS] >= threshold
        points += [space.project(np.sum(y & above), np.sum(~y & above), y.sum(), (~y).sum())]
    return np.array(points)


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.parametrize(("plot", "estimator"), sampled(PLOTS, ["vertical", "roc", None], every=5))
def test_each_fold_has_its_own_point_at_a_threshold(labels, models, plot, estimator):
    scores = models["good"]
    options = {"thresholds": [0.5, 1.5], "legend": False}
    ax = plot(labels, scores, units=FOLDS, estimator=estimator, **options)
    assert marked(ax, POINT) == []
    drawn = marked(ax, FOLD_POINTS)
    assert [words(points) for points in drawn] == ["threshold 1.5", "threshold 0.5"]
    assert [points.get_marker() for points in drawn] == list(SHAPES[:2])
    for points, threshold in zip(drawn, (1.5, 0.5), strict=True):
        expected = of_folds(PLOTS[plot], labels, scores, threshold)
        np.testing.assert_allclose(points.get_xydata(), expected)
        # In the colour of the curves that they lie on.
        folds = marked(ax, CURVE if estimator is None else FOLD)
        assert {points.get_color()} == {line.get_color() for line in folds}
    ax.figure.draw_without_rendering()
    said = [number_of(text) for text in shown_texts(ax)]
    assert said.count("0.5") == said.count("1.5") == 1


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_folds_of_each_model_have_points_in_their_colour(labels, models):
    groups = np.arange(300) // 4 % 2
    ax = prp.plot_roc(labels, models["good"], hue=groups, units=FOLDS, thresholds=0.5)
    drawn = marked(ax, FOLD_POINTS)
    assert [len(points.get_xydata()) for points in drawn] == [4, 4]
    thin = [line.get_color() for line in marked(ax, FOLD) if np.size(line.get_xdata())]
    assert [points.get_color() for points in drawn] == list(dict.fromkeys(thin))


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_ready_folds_have_the_points_that_they_list(labels, models):
    folds = [
        prp.ConfusionCurve.from_scores(labels[k == FOLDS], models["good"][k == FOLDS])
        for k in range(4)
    ]
    (points,) = marked(prp.plot_pr(folds, thresholds=0.5), FOLD_POINTS)
    last = [np.flatnonzero(fold.thresholds >= 0.5)[-1] for fold in folds]
    expected = [(fold.recall[i], fold.precision[i]) for fold, i in zip(folds, last, strict=True)]
    np.testing.assert_allclose(points.get_xydata(), expected)


def test_classes_have_points_beneath_their_mean():
    y = np.arange(90) % 3
    scores = np.random.default_rng(5).normal(size=(90, 3)) + np.eye(3)[y]
    ax = prp.plot_roc(y, scores, average="macro", thresholds=0.5)
    (points,) = marked(ax, FOLD_POINTS)
    above = scores >= 0.5
    expected = [(above[y != k, k].mean(), above[y == k, k].mean()) for k in range(3)]
    np.testing.assert_allclose(points.get_xydata(), expected)


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_points_of_folds_move_with_the_prevalence(labels, models):
    options = {"units": FOLDS, "thresholds": 0.5, "prevalence": 0.1, "legend": False}
    ax = prp.plot_pr(labels, models["good"], **options)
    recall, precision = marked(ax, FOLD_POINTS)[0].get_xydata().T
    before = of_folds(ROC, labels, models["good"], 0.5)
    np.testing.assert_allclose(recall, before[:, 1])
    np.testing.assert_allclose(precision, 0.1 * recall / (0.1 * recall + 0.9 * before[:, 0]))


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.parametrize("width", sampled([6.4, 3.3], every=2))
def test_the_words_of_points_of_folds_cover_no_line(labels, models, width):
    figure = plt.figure(figsize=(width, width), layout="constrained")
    ax = figure.gca()
    levels = ["-0.5", "0.25", "0.75", "1.25"]
    prp.plot_pr(labels, models["good"], units=FOLDS, thresholds=np.array(levels, float), ax=ax)
    figure.draw_without_rendering()
    said = [text for text in shown_texts(ax) if number_of(text) in levels]
    assert len(said) == 4
    for text in said:
        # An annotation's own extent counts its leader, too.
        box, frame = Text.get_window_extent(text), ax.get_window_extent()
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
        for line in [
            *marked(ax, FOLD),
            *marked(ax, CURVE),
            *marked(ax, FOLD_POINTS),
        ]:
            path = line.get_path().transformed(line.get_transform())
            if line.get_gid() == FOLD_POINTS.name:
                assert not any(box.contains(*point) for point in path.vertices)
            else:
                assert not path.intersects_bbox(box, filled=False)


@pytest.mark.filterwarnings("ignore::prplot.UndefinedMetricWarning")
def test_one_class_has_thresholds_too():
    (point,) = marked(prp.plot_pr([1, 1], [0.2, 0.8], thresholds=0.5), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(0.5, 1.0)])


@pytest.mark.parametrize("plot", sampled([prp.plot_pr, prp.plot_npr, prp.plot_prg], every=2))
def test_a_threshold_above_all_scores_is_not_lost_silently(labels, models, plot):
    message = r"^thresholds 99, 50 can't be marked: above the highest score nothing is called"
    with pytest.warns(UserWarning, match=message) as warned:
        ax = plot(labels, models["good"], thresholds=[99, 1.0, 50], legend=False)
    assert [words(point) for point in marked(ax, POINT)] == ["threshold 1"]
    assert [warning.filename for warning in warned] == [__file__]


def test_a_threshold_without_precision_has_its_place_in_roc_space(labels, models):
    (point,) = marked(prp.plot_roc(labels, models["good"], thresholds=99), POINT)
    np.testing.assert_array_equal(point.get_xydata(), [(0, 0)])


def test_a_threshold_that_some_curves_lack_says_so(labels, models):
    both = {name: models[name] for name in ("good", "tied")}
    between = np.mean([scores.max() for scores in both.values()])
    with pytest.warns(UserWarning, match=r"can't be marked on some curves: above"):
        prp.plot_pr(labels, both, thresholds=between)
    second = np.sort(both["good"])[-2]
    with pytest.warns(UserWarning, match=r"can't be marked on some folds: above"):
        prp.plot_pr(labels, both["good"], units=FOLDS, thresholds=second)


def test_a_threshold_outside_of_the_gains_axes_says_so(labels, models):
    scores = models["good"]
    with pytest.warns(UserWarning, match=r"can't be marked: where recall or precision is below"):
        prp.plot_prg(labels, scores, thresholds=np.sort(scores)[-3])
    # Everything called positive lies on the border.
    (point,) = marked(prp.plot_prg(labels, scores, thresholds=-99, ax=fresh_axes()), POINT)
    np.testing.assert_allclose(point.get_xydata(), [(1, 0)], atol=1e-12)


def test_of_one_class_there_is_one_warning():
    with pytest.warns(prp.UndefinedMetricWarning) as warned:
        prp.plot_pr([1, 1], [2, 1], thresholds=99)
    assert len(warned) == 1


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ([2.83941, 2.5], ["2.84", "2.5"]),
        ([0.12351, 0.12443], ["0.1235", "0.1244"]),
        ([1234.5, 0.5, -2.0], ["1234", "0.5", "-2"]),
        ([0.1 + 0.2, 0.3], ["0.30000000000000004", "0.29999999999999999"]),
        ([1.23456e-7], ["1.23e-07"]),
        ([1e12], ["1e+12"]),
    ],
)
def test_thresholds_have_as_many_digits_as_tell_them_apart(levels, said):
    assert distinct_texts(np.array(levels)) == said


def disc_of(point, ax):
    """Return centres and radius of markers in pixels."""
    return ax.transData.transform(point.get_xydata()), point.get_markersize() / 2 * (
        ax.figure.dpi / 72
    )


def number_of(text):
    """Return the threshold that a text names, alone or in full."""
    return text.get_text().removeprefix("threshold ").replace("\N{MINUS SIGN}", "-")


def assert_words_are_free(ax, said):
    """Check that numbers in the axes cover nothing, and that the legend has the others."""
    ax.figure.draw_without_rendering()
    legend, frame = ax.get_legend(), ax.get_window_extent()
    shown = [text for text in shown_texts(ax) if number_of(text) in said]
    assert sum(text.get_text().startswith("threshold ") for text in shown) <= 1
    boxes = [Text.get_window_extent(text) for text in shown]
    points = [*marked(ax, POINT), *marked(ax, FOLD_POINTS)]
    for i, box in enumerate(boxes):
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
        assert frame.y0 <= box.y0 < box.y1 <= frame.y1
        # Letters are drawn up to a pixel wider than they are measured.
        assert not any(box.padded(-0.5).overlaps(other) for other in boxes[i + 1 :])
        assert not box.overlaps(legend.get_window_extent())
        for point in points:
            centres, radius = disc_of(point, ax)
            away = np.maximum(np.maximum(box.p0 - centres, centres - box.p1), 0)
            assert (np.hypot(*away.T) >= radius).all()
    entries = [words.removeprefix("threshold ") for words in words_of(legend)]
    handles = dict(zip(entries, legend.legend_handles, strict=False))
    missing = set(said) - {number_of(text) for text in shown}
    assert missing <= set(entries)
    shapes = [handles[one].get_marker() for one in missing]
    assert len(set(shapes)) == len(shapes)
    return shown


def test_each_of_many_thresholds_has_its_number_beside_it_or_a_shape_in_the_legend():
    rng = np.random.default_rng(0)
    y = rng.random(2000) < 0.1
    scores = {f"m{i}": 1 / (1 + np.exp(-rng.normal(size=2000) - (2 - i) * y)) for i in range(3)}
    _, ax = plt.subplots()
    prp.plot_pr(y, scores, thresholds=[0.2, 0.3, 0.5, 0.7, 0.9], ax=ax)
    ax.figure.draw_without_rendering()
    rows = dict(zip(words_of(ax.get_legend()), ax.get_legend().legend_handles, strict=True))
    shapes = {handle.get_marker() for words, handle in rows.items() if "threshold" in words}
    beside = {number_of(text) for text in shown_texts(ax)}
    plain = [point for point in marked(ax, POINT) if point.get_marker() not in shapes]
    assert len(plain) == 3 * len({"0.2", "0.3", "0.5", "0.7", "0.9"} & beside)


ROOMS = [(3.3, 10), (3.3, 7), (5, 10), (6.4, 10), (6, 16)]


@pytest.mark.parametrize(
    ("plot", "room"), sampled([prp.plot_pr, prp.plot_roc, prp.plot_npr], ROOMS, every=8)
)
def test_words_of_close_thresholds_cover_nothing(labels, models, plot, room):
    size, font = room
    levels = np.quantile(models["good"], [0.95, 0.96, 0.97, 0.98])
    with plt.rc_context({"font.size": font}):
        _, ax = plt.subplots(figsize=(size, size), layout="constrained")
        plot(labels, models["good"], thresholds=levels, ax=ax)
        shown = assert_words_are_free(ax, distinct_texts(levels))
    # All are beside their points, or all in the legend.
    assert len(shown) in (0, len(levels))


@pytest.mark.parametrize("plot", sampled([prp.plot_npr, prp.plot_roc, prp.plot_pr], every=3))
def test_what_finds_no_room_has_an_entry_once(labels, models, plot):
    levels = np.quantile(models["good"], np.linspace(0.9, 0.99, 4))
    _, ax = plt.subplots(figsize=(2.6, 2.6), layout="constrained")
    plot(labels, {"a": models["good"], "b": models["good"] + 1e-9}, thresholds=levels, ax=ax)
    ax.figure.draw_without_rendering()
    entries = [words.removeprefix("threshold ") for words in legend_texts(ax)]
    numbers = [one for one in entries if one in distinct_texts(levels)]
    assert len(numbers) == len(set(numbers)) > 1


@pytest.mark.parametrize("plot", [prp.plot_roc, slowly(prp.plot_npr)])
def test_a_number_away_from_its_marker_has_a_leader_over_nothing_else(labels, models, plot):
    levels = np.quantile(models["good"], [0.95, 0.96, 0.97, 0.98])
    _, ax = plt.subplots(figsize=(2.6, 2.6))
    plot(labels, models["good"], thresholds=levels, ax=ax)
    shown = assert_words_are_free(ax, distinct_texts(levels))
    unit = ax.figure.dpi / 72
    points = zip(distinct_texts(levels[::-1]), marked(ax, POINT), strict=True)
    centres = {number: disc_of(point, ax)[0][0] for number, point in points}
    leaders = leaders_of(ax)
    for text in shown:
        at = centres[number_of(text)]
        assert (text in leaders) == (away_from(text, at) > 7.2 * unit)
    for text, path in leaders.items():
        assert np.hypot(*(path[1] - centres[number_of(text)])) < 4 * unit
        others = [Text.get_window_extent(one) for one in shown if one is not text]
        assert not any(Path(path).intersects_bbox(box) for box in others)
        along = path[0] + np.linspace(0, 1, 50)[:, None] * (path[1] - path[0])
        for number, centre in centres.items():
            is_own = number == number_of(text)
            assert is_own or np.hypot(*(along - centre).T).min() > 3 * unit


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.parametrize("size", sampled([5, 3.3], every=2))
def test_words_of_folds_cover_no_marker(labels, models, size):
    levels = np.quantile(models["good"], [0.9, 0.92, 0.95])
    _, ax = plt.subplots(figsize=(size, size), layout="constrained")
    prp.plot_roc(labels, models["good"], units=FOLDS, thresholds=levels, ax=ax)
    assert_words_are_free(ax, distinct_texts(levels))


LABELS, SCORES = [1, 0, 1, 1, 0, 0, 0, 1], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.1]


def points_of(ax):
    """Return the marked points of an axes, by their texts."""
    marks = drawn_in(ax, POINT, FOLD_POINTS)
    return {held.mark.text: held.artist.get_xydata().tolist() for held in marks}


def test_points_are_marked_by_conditions():
    wishes = {"recall": [0.5, 0.75], "beta": 1}
    ax = prp.plot_pr(LABELS, SCORES, thresholds=wishes)
    chosen = [prp.operating_point(LABELS, SCORES, recall=r) for r in (0.5, 0.75)]
    # The highest F score is at the second point.
    expected = {f"threshold {one.threshold:g}": [[one.recall, one.precision]] for one in chosen}
    assert points_of(ax) == expected


def test_conditions_choose_a_point_on_each_fold():
    folds = np.arange(8) % 2
    ax = prp.plot_roc(LABELS, SCORES, units=folds, thresholds={"recall": 0.5}, estimator="roc")
    ((text, points),) = points_of(ax).items()
    assert text == "recall of at least 0.5"
    for fold, point in enumerate(points):
        rows = folds == fold
        one = prp.operating_point(np.array(LABELS)[rows], np.array(SCORES)[rows], recall=0.5)
        assert point == [one.fpr, one.recall]


def test_conditions_that_no_threshold_fulfils_are_not_marked():
    with pytest.warns(UserWarning, match="no threshold has precision of at least 0.9") as found:
        ax = prp.plot_pr([0, 1, 1], [3, 2, 1], thresholds={"precision": [0.6, 0.9]})
    assert found[0].filename == __file__
    assert len(points_of(ax)) == 1
    with pytest.raises(ValueError, match=r"found 'recal'; did you mean 'recall'"):
        prp.plot_pr(LABELS, SCORES, thresholds={"recal": 0.5})


def test_conditions_mark_points_without_thresholds_by_their_words():
    published = prp.ConfusionCurve.from_counts([50, 80], [10, 40], 100, 100)
    ax = prp.plot_pr(published, thresholds={"recall": [0.7, 0.75]})
    assert points_of(ax) == {"recall of at least 0.7": [[0.8, 80 / 120]]}
    # At the start no threshold is finite; where there is no precision, the figure says so.
    worst, asked = ([0, 1], [2, 1]), {"fpr": 0}
    ax = prp.plot_roc(*worst, thresholds=asked, ax=fresh_axes())
    assert points_of(ax) == {"false positive rate of at most 0": [[0, 0]]}
    with pytest.warns(UserWarning, match="^false positive rate of at most 0 can't be marked: abo"):
        prp.plot_pr(*worst, thresholds=asked, ax=fresh_axes())
    # A threshold that was given is the one that is written.
    ax = prp.plot_pr(LABELS, SCORES, thresholds={"threshold": 0.55}, ax=fresh_axes())
    assert list(points_of(ax)) == ["threshold 0.55"]
