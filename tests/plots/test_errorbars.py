import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import same_color
from matplotlib.lines import Line2D
from matplotlib.text import Text

import prplot as prp
from prplot.core.spaces import NPR, PR, PRG, ROC
from prplot.core.traces import trace
from prplot.core.uncertainty.bands import FIRST_RECALL, band_of
from prplot.core.uncertainty.draws import Resampling, child, seed_sequence
from prplot.core.uncertainty.intervals import FewExamplesWarning, intervals_of
from prplot.core.uncertainty.resampled import Sample
from prplot.draw.placement.table import Entry, Ruler, Wish
from prplot.draw.scene import BAND, CURVE
from prplot.draw.scene_artist import drawn_in
from prplot.draw.style import text_color
from prplot.plots.figure.layers import WORDS
from tests.plots.artists import cells_of, legend_texts, marked, shown_texts
from tests.plots.test_scanned import curve_of

PLOTS = {"pr": prp.plot_pr, "roc": prp.plot_roc, "npr": prp.plot_npr, "prg": prp.plot_prg}
SPACES = {"pr": PR, "roc": ROC, "npr": NPR, "prg": PRG}
AREAS = {"pr": "aucpr", "roc": "auroc", "npr": "aucnpr", "prg": "auprg"}
# The fewest draws of a band at a level of 50 percent.
QUICK = {"errorbar": ("ci", 50), "n_boot": 40, "seed": 0}
WIDE = {"errorbar": ("simultaneous", 50), "n_boot": 400, "seed": 0}
POINTWISE, SIMULTANEOUS = "50 % pointwise band", "50 % simultaneous band from recall 0.05"


def bands(axes):
    """Return the bands, without what explains them in the legend."""
    return [band for band in marked(axes, BAND) if any(len(p.vertices) for p in band.get_paths())]


def corners(axes):
    return [band.get_paths()[0].vertices for band in bands(axes)]


def how(errorbar, n_boot, seed, i=0):
    return Resampling(errorbar[1] / 100, n_boot, child(seed_sequence(seed), i))


def wish_of(numbers):
    entry = Entry(Line2D([], []), "a", CURVE, numbers, "a")
    return Wish((entry, entry), (10.0, 7.5), Ruler())


def few(labels, scores, count=7):
    """Return labels and scores with few positives."""
    kept = np.flatnonzero(~labels | (np.cumsum(labels) <= count))
    return labels[kept], scores[kept]


@pytest.mark.parametrize("name", PLOTS)
@pytest.mark.parametrize("options", [QUICK, WIDE])
def test_a_band_has_the_borders_that_resampling_gives(curve, name, options):
    ax = PLOTS[name](curve, **options)
    kind, _ = options["errorbar"]
    expected = band_of(curve, Sample.of(curve), kind, how(**options))
    borders = [
        trace(one, SPACES[name], recall_range=(FIRST_RECALL, 1))
        for one in (expected.lower, expected.upper)
    ]
    ((x, y),) = [one.T for one in corners(ax)]
    found = {(round(a, 9), round(b, 9)) for a, b in zip(x, y, strict=True)}
    for border in borders:
        ends = zip(border.x[[0, -1]].round(9), border.y[[0, -1]].round(9), strict=True)
        assert set(ends) <= found
    # A drawn line has some of the points of its trace.
    known = {
        (round(a, 9), round(b, 9)) for one in borders for a, b in zip(one.x, one.y, strict=True)
    }
    assert found <= known
    assert {POINTWISE, SIMULTANEOUS} & set(legend_texts(ax)) == {
        POINTWISE if kind == "ci" else SIMULTANEOUS
    }


@pytest.mark.parametrize("prevalence", [None, 0.05, 0.9])
@pytest.mark.parametrize("kind", ["ci", "simultaneous"])
def test_bands_of_draws_stay_within_what_is_achievable(labels, models, kind, prevalence):
    how = {"errorbar": (kind, 80), "n_boot": 1000, "seed": 0, "prevalence": prevalence}
    band, _ = marked(prp.plot_pr(labels, models["poor"], **how), BAND)
    recall, precision = band.get_paths()[0].vertices.T
    least = prp.min_precision(recall, labels.mean() if prevalence is None else prevalence)
    assert (precision >= least - 1e-9).all()
    assert (precision <= 1).all()


@pytest.mark.parametrize("name", PLOTS)
def test_numbers_have_their_interval_from_the_same_draws(curve, name):
    score = AREAS[name]
    interval = intervals_of(curve, Sample.of(curve), [score], how(**QUICK))[score]
    head = score.upper()
    expected = f"{head} = {interval.estimate:.3f} [{interval.low:.3f}, {interval.high:.3f}]"
    assert expected in legend_texts(PLOTS[name](curve, **QUICK))


def test_other_models_change_no_band(labels, models):
    alone = corners(prp.plot_pr(labels, {"good": models["good"]}, **QUICK))
    plt.figure()
    ax = prp.plot_pr(labels, models, **QUICK)
    assert np.array_equal(corners(ax)[0], alone[0])
    lines = [one.artist for one in drawn_in(ax, CURVE)]
    for band, line in zip(bands(ax), lines, strict=True):
        assert same_color(band.get_facecolor()[0][:3], line.get_color())
        assert band.get_zorder() < line.get_zorder()
    assert legend_texts(ax).count(POINTWISE) == 1


def test_the_same_seed_gives_the_same_figure(labels, models):
    first = corners(prp.plot_pr(labels, models["good"], **QUICK))
    assert np.array_equal(
        first, corners(prp.plot_pr(labels, models["good"], ax=plt.figure().gca(), **QUICK))
    )
    other = prp.plot_pr(labels, models["good"], ax=plt.figure().gca(), **{**QUICK, "seed": 1})
    assert not np.array_equal(first, corners(other))


def test_groups_classes_and_panels_have_a_band_each(labels, models):
    table = pd.DataFrame({"y": labels, "s": models["good"], "g": np.arange(300) % 2})
    assert len(bands(prp.plot_pr("y", "s", data=table, hue="g", **QUICK))) == 2
    panels = prp.plot_spaces(labels, models["good"], **QUICK)
    assert [len(bands(ax)) for ax in panels] == [1, 1, 1]
    assert cells_of(panels[0].figure).count(POINTWISE) == 1
    grid = prp.curveplot(table, y_true="y", y_score="s", col="g", legend=False, **QUICK)
    assert [len(bands(ax)) for ax in grid.axes.flat] == [1, 1]
    with pytest.raises(TypeError, match=r"^errorbar goes to curveplot itself, not into plot_kws"):
        prp.curveplot(table, y_true="y", y_score="s", col="g", plot_kws=QUICK)
    classes = np.arange(300) % 3
    scores = np.eye(3)[classes] + models["good"][:, None] * [1, 2, 3]
    plt.figure()
    assert len(bands(prp.plot_pr(classes, scores, **QUICK))) == 3


def test_rows_of_a_cluster_are_resampled_together(labels, models):
    given = {"y_true": labels, "y_score": models["good"], **QUICK}
    plain = corners(prp.plot_pr(**given))
    in_clusters = corners(prp.plot_pr(**given, clusters=np.arange(300) // 3, ax=plt.figure().gca()))
    assert not np.array_equal(plain, in_clusters)
    # The decisions on one example are a cluster by themselves.
    classes = np.arange(300) % 3
    scores = np.eye(3)[classes] + models["good"][:, None] * [1, 2, 3]
    micro = prp.plot_pr(classes, scores, average="micro", **QUICK, ax=plt.figure().gca())
    melted = (classes[:, None] == np.arange(3)).ravel()
    rows = np.repeat(np.arange(300), 3)
    expected = prp.plot_pr(melted, scores.ravel(), clusters=rows, **QUICK, ax=plt.figure().gca())
    assert np.allclose(corners(micro), corners(expected))


def test_folds_that_are_pooled_have_the_band_of_all_their_rows(labels, models):
    folds = np.argsort(np.argsort(labels, kind="stable")) % 3
    pooled = prp.plot_pr(labels, models["good"], units=folds, estimator="pooled", **QUICK)
    plain = prp.plot_pr(labels, models["good"], ax=plt.figure().gca(), **QUICK)
    assert np.array_equal(corners(pooled), corners(plain))


def test_a_band_moves_with_the_prevalence(curve):
    shares = [0.5, 0.1]
    both = prp.plot_pr(curve, prevalence=shares, **QUICK)
    for share, found in zip(shares, corners(both), strict=True):
        alone = prp.plot_pr(curve, prevalence=share, ax=plt.figure().gca(), **QUICK)
        assert np.array_equal(found, corners(alone)[0])
    (roc,) = prp.plot_spaces(curve, spaces="roc", prevalence=shares, legend=False, **QUICK)
    assert np.allclose(*corners(roc))


def test_a_curve_in_colours_of_thresholds_has_a_neutral_band(labels, models):
    ax = prp.plot_pr(labels, models["good"], color="threshold", **QUICK)
    (band,) = bands(ax)
    assert same_color(band.get_facecolor()[0][:3], text_color(ax))


def test_a_scanned_curve_has_one_band_around_its_certified_bounds():
    ax = prp.plot_pr(curve_of(5, 1000), **QUICK)
    assert len(bands(ax)) == 1
    assert WORDS not in legend_texts(ax)


def test_a_user_styles_the_band_and_its_entry(curve):
    ax = prp.plot_pr(curve, band_kws={"fc": "red", "alpha": 0.5, "label": "mine"}, **QUICK)
    assert {band.get_facecolor()[0].tolist() == [1, 0, 0, 0.5] for band in marked(ax, BAND)} == {
        True
    }
    assert "mine" in legend_texts(ax)


def test_a_label_replaces_the_whole_entry(curve):
    ax = prp.plot_pr(curve, label="mine", **QUICK)
    assert legend_texts(ax) == ["mine", POINTWISE]
    assert len(bands(ax)) == 1


def test_names_beside_curves_have_intervals(labels, models):
    ax = prp.plot_pr(labels, {"good": models["good"]}, legend="direct", **QUICK)
    ax.figure.draw_without_rendering()
    texts = [text.get_text() for text in shown_texts(ax)] + legend_texts(ax)
    assert any("good" in text and "[" in text for text in texts)


@pytest.mark.parametrize("size", [(3.25, 2.4), (2.4, 2.1)])
def test_no_legend_does_without_intervals(labels, models, size):
    ax = plt.subplots(figsize=size, layout="constrained")[1]
    prp.plot_pr(labels, models, ax=ax, **QUICK)
    ax.figure.draw_without_rendering()
    shown = [text.get_text() for text in ax.get_legend().findobj(Text) if text.get_visible()]
    assert sum("[" in text for text in shown) >= len(models)


def test_a_curve_with_few_examples_among_others_has_no_band(labels, models):
    table = pd.DataFrame({"y": labels, "s": models["good"], "g": "much"})
    y, s = few(labels, models["good"])
    both = pd.concat([table, pd.DataFrame({"y": y, "s": s, "g": "little"})])
    sentence = (
        r"^'little': intervals need at least 10 positives and 10 negatives, found 7 positives$"
    )
    with pytest.warns(FewExamplesWarning, match=sentence) as given:
        ax = prp.plot_pr("y", "s", data=both, hue="g", **QUICK)
    assert [one.filename for one in given] == [__file__]
    assert len(bands(ax)) == 1
    much, little = (text for text in legend_texts(ax) if "AUCPR" in text)
    assert "[" in much
    assert "[" not in little


def test_a_panel_with_few_examples_among_others_has_no_band(labels, models):
    y, s = few(labels, models["good"])
    much = pd.DataFrame({"y": labels, "s": models["good"], "g": "much"})
    little = pd.DataFrame({"y": y, "s": s, "g": "little"})
    much["who"], little["who"] = np.arange(len(much)), np.arange(len(little))
    given = {"y_true": "y", "y_score": "s", "col": "g", "clusters": "who", **QUICK}
    with pytest.warns(FewExamplesWarning, match=r"^'little': intervals need at least") as told:
        grid = prp.curveplot(pd.concat([much, little]), **given)
    assert [one.filename for one in told] == [__file__]
    assert [len(bands(ax)) for ax in grid.axes.flat] == [1, 0]
    plt.close("all")
    with pytest.raises(ValueError, match=r"^intervals need at least"):
        prp.curveplot(little, **given)
    assert plt.get_fignums() == []


def test_doubts_are_told_once(labels, models):
    y, s = few(labels, models["good"], 12)
    with pytest.warns(FewExamplesWarning, match="^20 positives or more are needed") as given:
        prp.plot_spaces(y, s, legend=False, **QUICK)
    assert [one.filename for one in given] == [__file__]


def test_panels_warn_at_the_callers_line(labels, models):
    y, s = few(labels, models["good"], 12)
    both = pd.concat([pd.DataFrame({"y": y, "s": s, "g": name}) for name in "ab"])
    with pytest.warns(FewExamplesWarning, match="^20 positives or more are needed") as given:
        prp.curveplot(both, y_true="y", y_score="s", col="g", legend=False, **QUICK)
    assert [one.filename for one in given] == [__file__]


def test_a_single_class_has_no_band():
    with pytest.warns(prp.UndefinedMetricWarning):
        ax = prp.plot_pr([1] * 30, np.arange(30), **QUICK)
    assert marked(ax, BAND) == []


REFUSED = [
    ({"errorbar": ("ci", 0.95)}, r"'ci' must have a level in percent in \[1, 100\), found 0.95"),
    ({"errorbar": ("simultaneous", 100)}, r"'simultaneous' must have a level in percent"),
    ({"errorbar": "ci", "n_boot": 2.5}, r"n_boot must be a positive whole number, found 2.5"),
    ({"clusters": np.arange(300)}, r"clusters goes with errorbar 'ci' or 'simultaneous'"),
    ({"errorbar": "sd", "n_boot": 0}, r"n_boot must be a positive whole number"),
    ({"errorbar": ("ci", 99), "n_boot": 1000}, r"level 0.99 needs n_boot of at least 2000"),
    ({"errorbar": "simultaneous", "n_boot": 2000}, r"simultaneous .* n_boot of at least 4000"),
    ({"errorbar": "ci", "seed": -1}, r"seed must be a nonnegative whole number"),
    ({"errorbar": "ci", "interpolation": "step"}, r"goes with interpolation='exact', found 'step'"),
    ({"errorbar": "ci", "clusters": [1, 2]}, r"y_true and clusters must have the same length"),
    ({"errorbar": "sd"}, r"'sd' needs folds: .* or units=; one test set has 'ci' or 'simultan"),
    (
        {"errorbar": "ci", "units": np.arange(300) % 3},
        r"'ci' is a band of one test set, found fold",
    ),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_what_has_no_band_is_refused_before_anything_is_drawn(labels, models, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        prp.plot_pr(labels, models["good"], **options)
    assert plt.get_fignums() == []


def folds_of(labels, models):
    return [prp.ConfusionCurve.from_scores(labels, models["good"])] * 3, None


def macro(labels, models):
    classes = np.arange(300) % 3
    return classes, np.eye(3)[classes] + models["good"][:, None]


READY = [
    (folds_of, {}, r"'ci' is a band of one test set, found folds"),
    (macro, {"average": "macro"}, r"not defined for average='macro'"),
    (
        lambda y, m: (prp.ConfusionCurve.from_rates([0.1, 0.5], [0.5, 0.8], 0.1), None),
        {},
        r"intervals need counts of examples, but the curve holds shares",
    ),
    (
        lambda y, m: (prp.ConfusionCurve.from_counts([10.5], [3], 20, 30), None),
        {},
        r"intervals need counts of examples, but the curve holds masses that are not whole",
    ),
    (lambda y, m: few(y, m["good"]), {}, r"intervals need at least 10 .* found 7 positives$"),
]


@pytest.mark.parametrize(("given", "options", "message"), READY)
def test_curves_that_have_no_band_are_refused_before_anything_is_drawn(
    labels, models, given, options, message
):
    y_true, y_score = given(labels, models)
    with pytest.raises(ValueError, match=message):
        prp.plot_pr(y_true, y_score, errorbar="ci", **options)
    with pytest.raises(ValueError, match=message):
        prp.plot_spaces(y_true, y_score, errorbar="ci", **options)
    assert plt.get_fignums() == []


def test_clusters_stand_beside_no_ready_curve(curve):
    with pytest.raises(TypeError, match="clusters can't be given beside a ConfusionCurve"):
        prp.plot_pr(curve, clusters=[1, 2], errorbar="ci")
    assert plt.get_fignums() == []


def test_a_figure_of_hulls_has_bands_of_folds_only(labels, models):
    with pytest.raises(ValueError, match=r"'ci' is a band of plot_pr, .*'sd', 'se' or 'pi'"):
        prp.plot_hull(labels, models["good"], errorbar="ci")
    assert plt.get_fignums() == []


def test_published_counts_have_a_band_without_a_warning_if_steps_are_small(curve):
    counted = prp.ConfusionCurve.from_counts(curve.tp, curve.fp, curve.pos, curve.neg)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = prp.plot_pr(counted, show_points=False, **QUICK)
    assert np.allclose(
        corners(ax)[0], corners(prp.plot_pr(curve, ax=plt.figure().gca(), **QUICK))[0]
    )
