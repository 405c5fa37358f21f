"""Dashes, pooled folds, folds that stand alone, and classes as columns of a table."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_validate

import prplot as prp
from prplot.draw.scene import BAND, CHANCE, CURVE, FOLD, MINIMUM, POINT
from tests.cases import sampled
from tests.plots.artists import (
    colors,
    fresh,
    fresh_axes,
    legend_texts,
    marked,
    names,
    rows_of,
    words,
)

PLOTS = [prp.plot_pr, prp.plot_npr, prp.plot_roc, prp.plot_prg]
CLASSES = ["ant", "bee", "cat"]


def dashes(axes, kind=CURVE):
    """Return for each line which of the lines before it, itself included, has its dash first."""
    found = [line._unscaled_dash_pattern for line in marked(axes, kind)]
    return [found.index(one) for one in found]


def paths(axes, kind=CURVE):
    return [line.get_xydata().tolist() for line in marked(axes, kind)]


@pytest.fixture(scope="module")
def table():
    """Return 120 rows: groups "b", half positive, and "a", a quarter; kinds u, v; three folds."""
    rng = np.random.default_rng(3)
    y = np.r_[np.arange(60) % 2, np.arange(60) % 4 == 0].astype(int)
    s = np.round(rng.normal(size=120) + y, 1)
    held = {"y": y, "s": s, "t": np.round(s + rng.normal(size=120), 1)}
    held |= {"g": np.repeat(["b", "a"], 60), "k": np.arange(120) // 4 % 3}
    return pd.DataFrame({**held, "d": np.where(np.arange(120) // 12 % 2, "v", "u")})


@pytest.fixture(scope="module")
def dashed(table):
    """The figure that several tests look at and leave as it is."""
    return prp.plot_pr("y", "s", data=table, legend=False, hue="g", style="d", ax=fresh_axes())


@pytest.fixture(scope="module")
def classes():
    rng = np.random.default_rng(1)
    labels = rng.choice(CLASSES, 120, p=[0.5, 0.3, 0.2])
    scores = rng.normal(size=(120, 3)) + (labels[:, None] == CLASSES)
    return pd.DataFrame(scores, columns=CLASSES).assign(y=labels, g=np.arange(120) % 2)


@pytest.fixture(scope="module")
def crossed():
    rng = np.random.default_rng(4)
    y = np.repeat(CLASSES, 30)
    points = rng.normal(size=(90, 2)) + np.repeat(np.eye(3)[:, :2], 30, axis=0)
    options = {"cv": 3, "return_estimator": True, "return_indices": True}
    return prp.cv_scores(cross_validate(LogisticRegression(), points, y, **options), points, y)


# Dashes.


@pytest.mark.parametrize("plot", [prp.plot_npr, prp.plot_spaces])
def test_style_has_dashes_and_hue_has_colours(table, plot):
    axes = np.ravel(plot("y", "s", data=table, legend=False, hue="g", style="d"))
    for ax in axes:
        assert names(ax) == ["b, u", "b, v", "a, u", "a, v"]
        assert colors(ax) == ["#1f77b4"] * 2 + ["#ff7f0e"] * 2
        assert dashes(ax) == [0, 1, 0, 1]


def test_each_dash_is_the_curve_of_its_rows(table, dashed):
    shares = set()
    for line, name in zip(marked(dashed), names(dashed), strict=True):
        group, kind = name.split(", ")
        rows = table[(table.g == group) & (table.d == kind)]
        assert line.get_ydata()[-1] == pytest.approx(rows.y.mean())
        alone = marked(fresh(prp.plot_pr, rows.y, rows.s, legend=False))[0]
        np.testing.assert_array_equal(line.get_xydata(), alone.get_xydata())
        assert words(line).split(" (")[1] == f"AUCPR {prp.aucpr(rows.y, rows.s):.3f})"
        shares.add((to_hex(line.get_color()), round(float(rows.y.mean()), 9)))
    # So are the minimum curves, in the colours of their groups.
    found = set()
    for line in marked(dashed, MINIMUM):
        x, y = line.get_xydata().T
        share = y[-1]
        np.testing.assert_allclose(y, share * x / (1 - share + share * x), atol=1e-12)
        found.add((to_hex(line.get_color()), round(float(share), 9)))
    assert found == shares


def test_the_legend_has_a_key_of_colours_and_one_of_dashes(table):
    by = {"data": table, "hue": "g", "style": "d"}
    ax = prp.plot_roc("y", "s", **by, score=["auroc", "aucpr"])
    ax.figure.draw_without_rendering()
    *rows, heads = rows_of(ax.get_legend())
    area = {
        key: f"{prp.auroc(part.y, part.s):.3f}"
        for key, part in table.groupby(["g", "d"], sort=False)
    }
    assert [row[:3] for row in rows[:2]] == [[g, area[g, "u"], area[g, "v"]] for g in "ba"]
    assert rows[2:5] == [["d"], ["u"], ["v"]]
    assert heads == ["g", "AUROC u", "v", "AUCPR u", "v"]
    # As matplotlib lists them.
    texts = [one.split(" (")[0] for one in ax.get_legend_handles_labels()[1]]
    assert texts[:5] == ["b", "a", "d", "u", "v"]
    b, a, title, solid, dashed = ax.get_legend_handles_labels()[0][:5]
    assert [to_hex(one.get_color()) for one in (b, a)] == ["#1f77b4", "#ff7f0e"]
    assert b.get_linestyle() == a.get_linestyle() == solid.get_linestyle() == "-"
    assert (title.get_linestyle(), dashed.get_linestyle()) == ("None", "--")
    assert solid.get_color() == dashed.get_color() not in (a.get_color(), b.get_color())
    # Columns of scores have no name.
    ax = fresh(prp.plot_roc, "y", ["s", "t"], data=table, hue="g")
    assert [one.split(" (")[0] for one in legend_texts(ax)[:4]] == ["b", "a", "s", "t"]
    ax = fresh(prp.plot_roc, "y", "s", **by, legend="direct")
    assert names(ax) == ["b, u", "b, v", "a, u", "a, v"]


def test_a_key_without_room_is_no_silent_loss(table):
    _, ax = plt.subplots(figsize=(1.2, 1.2))
    prp.plot_roc("y", "s", data=table, hue="g", style="k", ax=ax)
    with pytest.warns(UserWarning, match=r"the legend of \d+ rows does not fit the figure"):
        ax.figure.draw_without_rendering()


def test_references_of_dashes_are_neutral(table):
    # Each kind has a prevalence of its own.
    held = table.assign(y=np.where(table.d == "u", np.arange(120) % 2, np.arange(120) % 4 == 0))
    ax = prp.plot_pr("y", "s", data=held, hue="g", style="d", show_chance=True)
    assert len({to_hex(line.get_color()) for line in marked(ax, MINIMUM)} & {*colors(ax)}) == 0
    assert not {to_hex(line.get_color()) for line in marked(ax, CHANCE)} & {*colors(ax)}
    assert dashes(ax, MINIMUM) == [0, 1]


def test_style_alone_has_one_colour(table):
    ax = prp.plot_pr("y", "s", data=table, legend=False, style="d")
    assert (names(ax), colors(ax), dashes(ax)) == (["u", "v"], ["#1f77b4"] * 2, [0, 1])
    red = fresh(
        prp.plot_pr, "y", "s", data=table, legend=False, style="d", curve_kws={"color": "red"}
    )
    assert (colors(red), dashes(red)) == (["#ff0000"] * 2, [0, 1])


def test_style_of_the_hue_is_named_once(table):
    ax = prp.plot_pr("y", "s", data=table, legend=False, hue="g", style="g")
    assert (names(ax), dashes(ax)) == (["b", "a"], [0, 1])
    assert colors(ax) == ["#1f77b4", "#ff7f0e"]


def test_any_number_of_groups_has_dashes_that_differ(table):
    ax = prp.plot_pr("y", "s", data=table, style=np.arange(120) // 4 % 15)
    assert dashes(ax) == list(range(15))


def test_any_number_of_columns_has_dashes_that_differ(table):
    held = table.assign(**{f"s{i}": table.s + i for i in range(7)})
    ax = prp.plot_roc("y", [f"s{i}" for i in range(7)], data=held, hue="g", legend=False)
    assert dashes(ax)[::2] == dashes(ax)[1::2] == [0, 2, 4, 6, 8, 10, 12]
    by = {"style": np.arange(120) // 40, "units": "k", "prevalence": 0.3}
    ax = fresh(prp.plot_pr, "y", "s", data=table, **by)
    assert dashes(ax, FOLD)[:9] == [0, 0, 0, 3, 3, 3, 6, 6, 6]


@pytest.mark.parametrize(
    ("count", "width"), sampled([(2, 6.4), (7, 6.4), (7, 3.3), (12, 3.3)], every=2)
)
def test_swatches_are_as_long_as_it_takes_to_tell_dashes_apart(count, width):
    rows = np.arange(120 * count)
    figure = plt.figure(figsize=(width, width), layout="constrained")
    ax = prp.plot_roc(rows % 3 == 0, rows % 11, style=rows // 120, ax=figure.gca())
    figure.draw_without_rendering()
    swatches = [line for line in ax.get_legend().get_lines() if np.size(line.get_xdata())]
    for line in swatches:
        period = sum(line._dash_pattern[1] or [0])
        assert np.ptp(line.get_xdata()) > period
    usual = 2 * ax.get_legend().get_texts()[-1].get_fontsize()
    assert (np.ptp(swatches[-1].get_xdata()) > usual + 0.1) == (count > 2)


def test_a_cycle_of_one_colour_has_dashes_that_differ(table):
    models = {f"{i}": table.s * (-1) ** i for i in range(8)}
    with plt.rc_context({"axes.prop_cycle": plt.cycler(color=["red", "blue"])}):
        ax = prp.plot_roc(table.y, models, legend=False)
    found = list(zip(colors(ax), dashes(ax), strict=True))
    assert len(set(found)) == 8


def test_a_wrong_style_names_the_nearest_column(table):
    with pytest.raises(ValueError, match=r"data has no column 'dd'; the nearest: d\b"):
        prp.plot_pr("y", "s", data=table, style="dd")
    with pytest.raises(ValueError, match=r"style must be one-dimensional"):
        prp.plot_pr("y", "s", data=table, style=np.zeros((120, 2)))
    with pytest.raises(ValueError, match=r"style holds 1 missing value \(first at index 5\)"):
        prp.plot_pr(table.y, table.s, style=[None if i == 5 else "u" for i in range(120)])
    with pytest.raises(ValueError, match=r"same length"):
        prp.plot_pr(table.y, table.s, style=["u"] * 100)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("kind", [list, pd.Index, pd.Categorical])
def test_style_may_be_an_array(table, dashed, kind):
    options = {"hue": table.g, "style": kind(table.d.tolist()), "legend": False}
    ax = prp.plot_pr(table.y, table.s, **options, ax=fresh_axes())
    for look in (names, colors, dashes, paths):
        assert look(ax) == look(dashed)


def test_columns_have_dashes_and_groups_have_colours(table):
    ax = prp.plot_pr("y", ["s", "t"], data=table, legend=False, hue="g")
    assert names(ax) == ["s, b", "s, a", "t, b", "t, a"]
    assert colors(ax) == ["#1f77b4", "#ff7f0e"] * 2
    assert dashes(ax) == [0, 0, 2, 2]
    ax = fresh(prp.plot_pr, "y", ["s", "t"], data=table, legend=False, style="d")
    assert colors(ax) == ["#1f77b4"] * 2 + ["#ff7f0e"] * 2
    assert dashes(ax) == [0, 1, 0, 1]


def test_folds_have_the_dash_of_their_group_and_of_their_column(table):
    for scores, by, count in (("s", {"style": "d"}, 3), (["s", "t"], {"hue": "g"}, 6)):
        ax = fresh(prp.plot_pr, "y", scores, data=table, legend=False, units="k", **by)
        thin = [line for line in marked(ax, FOLD) if np.size(line.get_xdata())]
        patterns = [line._unscaled_dash_pattern[1] is None for line in thin]
        assert patterns == [True] * count + [False] * count


@pytest.mark.parametrize("by", ["hue", "style"])
def test_the_order_of_categories_is_kept(table, by):
    kind = pd.Categorical(table.d, categories=["v", "u"])
    ax = prp.plot_pr("y", "s", data=table.assign(d=kind), legend=False, **{by: "d"})
    assert names(ax) == ["v", "u"]


# Pooled folds, and folds alone.


@pytest.mark.parametrize(
    ("plot", "options"), [(prp.plot_roc, {}), (prp.plot_pr, {"prevalence": 0.1})]
)
def test_a_pooled_curve_is_that_of_all_rows(table, plot, options):
    options = {"data": table, "hue": "g", "legend": False, **options}
    ax = plot("y", "s", units="k", estimator="pooled", **options)
    found = names(ax), colors(ax), paths(ax), [line.get_label() for line in marked(ax)]
    assert len([line for line in marked(ax, FOLD) if np.size(line.get_xdata())]) == 6
    ax = fresh(plot, "y", "s", **options)
    assert (names(ax), colors(ax), paths(ax), [one.get_label() for one in marked(ax)]) == found


def test_a_pooled_curve_says_what_it_is(table):
    ax = prp.plot_roc("y", "s", data=table, legend=False, units="k", estimator="pooled")
    area = roc_auc_score(table.y, table.s)
    assert marked(ax)[0].get_label() == f"pooled curve of 3 folds (AUROC {area:.3f})"


def test_thresholds_are_counted_on_the_pooled_curve(table):
    ax = prp.plot_roc(
        "y", "s", data=table, legend=False, units="k", estimator="pooled", thresholds=0.5
    )
    (point,) = marked(ax, POINT)
    above = table.s >= 0.5
    expected = [(above[table.y == label].mean()) for label in (0, 1)]
    np.testing.assert_allclose(point.get_xydata(), [expected])


def test_ready_folds_cannot_be_pooled(table):
    fold = prp.ConfusionCurve.from_scores(table.y, table.s)
    with pytest.raises(ValueError, match=r"estimator='pooled' needs the folds' scores"):
        prp.plot_pr([fold, fold], estimator="pooled")
    assert plt.get_fignums() == []


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.parametrize("units", ["k", None])
def test_classes_are_pooled_each_by_itself(classes, units):
    held = classes.assign(k=np.arange(120) % 3)
    ax = prp.plot_roc("y", CLASSES, data=held, legend=False, units=units, estimator="pooled")
    areas = [roc_auc_score(held.y == one, held[one]) for one in CLASSES]
    said = [f"{one} (AUROC {area:.3f})" for one, area in zip(CLASSES, areas, strict=True)]
    assert [words(line) for line in marked(ax)] == said


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_all_decisions_on_classes_are_pooled_over_folds(classes):
    held = classes.assign(k=np.arange(120) % 3)
    options = {"units": "k", "average": "micro", "estimator": "pooled"}
    ax = prp.plot_roc("y", CLASSES, data=held, **options)
    belongs = held.y.to_numpy()[:, None] == CLASSES
    area = roc_auc_score(belongs.ravel(), held[CLASSES].to_numpy().ravel())
    assert f"AUROC {area:.3f}" in marked(ax)[0].get_label()


@pytest.mark.parametrize("plot", sampled(PLOTS, every=3))
def test_folds_alone_are_curves_in_their_groups_colour(table, plot):
    ax = plot("y", "s", data=table, hue="g", units="k", estimator=None, legend=False)
    assert marked(ax, FOLD) == marked(ax, BAND) == []
    assert colors(ax) == ["#1f77b4"] * 3 + ["#ff7f0e"] * 3
    by = [table[(table.g == g) & (table.k == k)] for g in "ba" for k in range(3)]
    for path, rows in zip(paths(ax), by, strict=True):
        assert paths(fresh(plot, rows.y, rows.s, legend=False))[0] == path


def test_folds_alone_have_the_mean_of_their_areas(table):
    ax = prp.plot_pr("y", "s", data=table, hue="g", units="k", estimator=None, show_min=False)
    areas = {
        group: spread([prp.aucpr(fold.y, fold.s) for _, fold in rows.groupby("k")])
        for group, rows in table.groupby("g", sort=False)
    }
    said = [line.get_label() for line in marked(ax) if not line.get_label().startswith("_")]
    assert said == [f"{group} (AUCPR mean {area})" for group, area in areas.items()]
    listed = " ".join(legend_texts(ax))
    assert "AUCPR mean" in listed
    assert "each fold" not in listed
    assert all(area in listed for area in areas.values())
    ax = fresh(
        prp.plot_roc, "y", "s", data=table, units="k", estimator=None, name="forest", legend=False
    )
    areas = [roc_auc_score(fold.y, fold.s) for _, fold in table.groupby("k")]
    assert marked(ax)[0].get_label() == f"forest (AUROC mean {spread(areas)})"


def spread(areas):
    """Return the mean and the standard deviation as legends write them."""
    return f"{np.mean(areas):.3f} ± {np.std(areas, ddof=1):.3f}"


def test_the_minimum_of_folds_alone_is_that_of_all_together(table):
    # 12 of 33 and 34 of 89 are positive: nearly the same, and only 46 of 122 their share together.
    y = np.r_[np.arange(33) < 12, np.arange(89) < 34]
    held = pd.DataFrame({"y": y, "s": np.arange(122) % 7, "k": np.repeat([0, 1], [33, 89])})
    ax = prp.plot_pr("y", "s", data=held, legend=False, units="k", estimator=None, show_chance=True)
    border = marked(ax, MINIMUM)
    assert [line.get_ydata()[-1] for line in border] == pytest.approx([held.y.mean()])


def test_one_prevalence_redraws_folds_alone(table):
    ax = prp.plot_pr(
        "y", "s", data=table, legend=False, hue="g", units="k", estimator=None, prevalence=0.2
    )
    assert [line.get_ydata()[-1] for line in marked(ax)] == pytest.approx([0.2] * 6)
    assert {round(line.get_ydata()[-1], 9) for line in marked(ax, MINIMUM)} == {0.2}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"errorbar": "sd"}, r"errorbar is a band around a mean of curves"),
        ({"show_hull": True}, r"a hull needs an estimator"),
        ({"average": "macro"}, r"average='macro' needs an estimator"),
        ({"estimator": "pooled", "errorbar": "sd"}, r"errorbar .* 'pooled'"),
        ({"estimator": "pooled", "average": "macro"}, r"average='macro' .* 'pooled'"),
        ({"estimator": "mean"}, r"estimator must be one of .*'pooled'"),
    ],
)
def test_what_needs_a_mean_is_refused(table, options, message):
    with pytest.raises(ValueError, match=message):
        prp.plot_pr("y", "s", data=table, units="k", **{"estimator": None, **options})
    assert plt.get_fignums() == []


# Classes as columns.


@pytest.mark.parametrize("plot", sampled(PLOTS, every=3))
def test_columns_called_as_the_labels_are_classes(classes, plot):
    ax = plot("y", CLASSES, data=classes, legend=False)
    found = names(ax), paths(ax), colors(ax)
    ax = fresh(plot, classes.y, classes[CLASSES].to_numpy(), legend=False)
    assert (names(ax), paths(ax), colors(ax)) == found
    assert found[0] == CLASSES


def test_each_class_of_each_group_has_its_area(classes):
    ax = prp.plot_roc("y", CLASSES, data=classes, legend=False, hue="g")
    said = []
    for one in CLASSES:
        for group, rows in classes.groupby("g"):
            said.append(f"{one}, {group} (AUROC {roc_auc_score(rows.y == one, rows[one]):.3f})")
    assert [words(line) for line in marked(ax)] == said
    assert dashes(ax) == [0, 0, 2, 2, 4, 4]


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_averages_of_classes_are_those_of_arrays(classes, average):
    scores, options = classes[CLASSES].to_numpy(), {"average": average, "legend": False}
    ax = prp.plot_npr("y", CLASSES, data=classes, **options)
    found = paths(ax), paths(ax, FOLD), [line.get_label()[-6:-1] for line in marked(ax)]
    if average == "micro":
        belongs = classes.y.to_numpy()[:, None] == CLASSES
        assert found[2] == [f"{prp.aucnpr(belongs.ravel(), scores.ravel()):.3f}"]
        assert names(ax) == ["micro average"]
    ax = fresh(prp.plot_npr, classes.y, scores, **options)
    numbers = [line.get_label()[-6:-1] for line in marked(ax)]
    assert (paths(ax), paths(ax, FOLD), numbers) == found


def test_folds_of_a_classifier_of_three_classes_are_drawn_by_class(crossed):
    ax = prp.plot_npr(
        "y_true", CLASSES, data=crossed, legend=False, units="fold", estimator="vertical"
    )
    assert names(ax) == CLASSES
    assert len([line for line in marked(ax, FOLD) if np.size(line.get_xdata())]) == 9
    ax = fresh(prp.plot_roc, "y_true", CLASSES, data=crossed, legend=False, units="fold")
    for one, line in zip(CLASSES, marked(ax), strict=True):
        folds = [rows for _, rows in crossed.groupby("fold")]
        areas = [roc_auc_score(rows.y_true == one, rows[one]) for rows in folds]
        assert line.get_label() == f"{one} (AUROC {spread(areas)})"


@pytest.mark.parametrize("hue", [None, "g"])
def test_thresholds_of_classes_are_counted_exactly(classes, hue):
    ax = prp.plot_roc("y", CLASSES, data=classes, legend=False, hue=hue, thresholds=[0.3, 1.1])
    found = np.concatenate([point.get_xydata() for point in marked(ax, POINT)])
    groups = [classes] if hue is None else [rows for _, rows in classes.groupby("g")]
    expected = [
        [(rows[one][(rows.y == one) == label] >= level).mean() for label in (False, True)]
        for one in CLASSES
        for rows in groups
        for level in (1.1, 0.3)
    ]
    np.testing.assert_allclose(found, expected)


def test_thresholds_of_all_decisions_are_counted_exactly(classes):
    ax = prp.plot_roc("y", CLASSES, data=classes, legend=False, average="micro", thresholds=0.3)
    belongs = classes.y.to_numpy()[:, None] == CLASSES
    above = classes[CLASSES].to_numpy() >= 0.3
    (point,) = marked(ax, POINT)
    np.testing.assert_allclose(
        point.get_xydata(), [(above[~belongs].mean(), above[belongs].mean())]
    )


def test_thresholds_of_groups_are_counted_exactly(table):
    weight = np.arange(120) % 3 + 0.5
    ax = prp.plot_roc(
        "y", "s", data=table, legend=False, hue="g", thresholds=0.5, sample_weight=weight
    )
    for point, group, color in zip(marked(ax, POINT), "ba", colors(ax), strict=True):
        here = (table.g == group).to_numpy()
        expected = [
            np.average(table.s[at] >= 0.5, weights=weight[at])
            for at in (here & (table.y == 0), here & (table.y == 1))
        ]
        np.testing.assert_allclose(point.get_xydata(), [expected])
        assert to_hex(point.get_color()) == color


def test_absent_rows_of_classes_may_miss_their_label(classes):
    weight = np.ones(120)
    weight[7] = 0
    held = classes.astype({"y": object}).assign(w=weight)
    held.loc[7, ["y", "ant"]] = None
    ax = prp.plot_pr("y", CLASSES, data=held, sample_weight="w", legend=False)
    kept = classes.drop(index=7)
    ends = [(kept.y == one).mean() for one in CLASSES]
    assert [line.get_ydata()[-1] for line in marked(ax)] == pytest.approx(ends)


# Other ways to hand over rows.


def test_weights_may_be_a_column_of_their_own(table):
    weight = np.arange(120) % 3
    flat = prp.plot_pr("y", "s", data=table, legend=False, hue="g", sample_weight=weight)
    found = names(flat), paths(flat)
    ax = fresh(
        prp.plot_pr, "y", "s", data=table, legend=False, hue="g", sample_weight=weight[:, None]
    )
    assert (names(ax), paths(ax)) == found


def test_an_index_of_pandas_names_columns_and_groups(table):
    ax = prp.plot_pr("y", pd.Index(["s", "t"]), data=table, legend=False)
    assert names(ax) == ["s", "t"]
    ax = fresh(
        prp.plot_pr, "y", "s", data=table, legend=False, hue="g", hue_order=pd.Index(["a", "b"])
    )
    assert (names(ax), colors(ax)) == (["a", "b"], ["#1f77b4", "#ff7f0e"])


def test_columns_of_one_name_are_refused(table):
    with pytest.raises(ValueError, match=r"data has several columns with the same name"):
        prp.plot_pr("y", "s", data=pd.concat([table, table[["s"]]], axis=1))
    assert plt.get_fignums() == []


def test_a_palette_may_be_an_array_of_colours_or_a_colormap(table):
    palette = np.array([[1.0, 0, 0], [0, 0, 1.0]])
    ax = prp.plot_pr("y", "s", data=table, legend=False, hue="g", palette=palette)
    assert colors(ax) == ["#ff0000", "#0000ff"]
    plasma = plt.get_cmap("plasma")
    ax = fresh(prp.plot_pr, "y", "s", data=table, legend=False, hue="k", palette=plasma)
    assert colors(ax) == [to_hex(plasma(place)) for place in (0.0, 0.5, 1.0)]


def test_a_group_that_starts_with_an_underscore_is_in_the_legend(table):
    held = table.assign(g=table.g.map({"b": "_b", "a": "a"}))
    ax = prp.plot_pr("y", "s", data=held, hue="g")
    assert sorted(words[:2] for words in legend_texts(ax)) == ["_b", "a "]


def test_a_hull_is_coloured_by_thresholds_or_refuses_to(table):
    try:
        axes = prp.plot_hull(table.y, table.s, color="threshold")
    except (TypeError, ValueError):
        return
    bars = [child for ax in axes for child in ax.child_axes]
    assert bars
