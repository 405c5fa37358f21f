import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib.colors import to_hex, to_rgb

import prplot as prp
from prplot.draw.scene import BASELINE, CHANCE, CURVE, FOLD, MINIMUM, REGION
from prplot.draw.style import TINT_STRENGTH, shade
from tests.cases import sampled, slowly
from tests.plots.artists import legend_texts, marked, rows_of, words_of


@pytest.fixture(scope="module")
def table(labels, models):
    held = pd.DataFrame({"y": labels, **models, "fold": np.arange(300) % 3})
    held["site"] = np.where(np.arange(300) < 150, "north", "south")
    held["kind"] = np.where(np.arange(300) % 2 == 0, "a", "b")
    return held


@pytest.mark.parametrize("kind", sampled(["pr", "npr", "roc", "prg"], every=3))
def test_each_panel_shows_its_rows(table, kind):
    grid = prp.curveplot(table, kind=kind, y_true="y", y_score="good", col="site")
    plot = getattr(prp, f"plot_{kind}")
    for site, ax in grid.axes_dict.items():
        part = table[table.site == site]
        plt.figure()
        expected = plot(part.y, part.good)
        (line,), (other,) = marked(ax, CURVE), marked(expected, CURVE)
        np.testing.assert_array_equal(line.get_xydata(), other.get_xydata())
        assert line.get_label() == other.get_label()
        assert ax.get_title() == f"site = {site}"
        assert ax.get_legend() is not None


def test_a_group_has_one_colour_in_all_panels(table):
    # In the south there is no group a.
    held = table[(table.site == "north") | (table.kind == "b")]
    options = {"col": "site", "hue": "kind", "legend": False}
    grid = prp.curveplot(held, y_true="y", y_score="good", **options)
    found = {
        site: {line.get_label()[0]: to_hex(line.get_color()) for line in marked(ax, CURVE)}
        for site, ax in grid.axes_dict.items()
    }
    assert set(found["north"]) == {"a", "b"}
    assert found["south"] == {"b": found["north"]["b"]}


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.parametrize(("height", "legend"), sampled([(3.5, False), (2.5, "auto")], every=2))
def test_rows_columns_folds_and_options_go_through(table, height, legend):
    grid = prp.curveplot(
        table,
        y_true="y",
        y_score="good",
        row="site",
        col="kind",
        units="fold",
        height=height,
        errorbar="sd",
        legend=legend,
        plot_kws={"show_chance": True},
    )
    assert grid.axes.shape == (2, 2)
    assert all(len(marked(ax, FOLD)) == 3 for ax in grid.axes.flat)
    assert grid.figure.get_figheight() == pytest.approx(2 * height)


@pytest.mark.parametrize("palette", ["deep", {"a": "#ff0000", "b": "#00ff00"}])
def test_palettes_are_as_in_seaborn(table, palette):
    grid = prp.curveplot(table, y_true="y", y_score="good", hue="kind", palette=palette)
    colors = [to_hex(line.get_color()) for line in marked(grid.axes.flat[0], CURVE)]
    named = palette if isinstance(palette, str | list) else list(palette.values())
    assert colors == [to_hex(color) for color in sns.color_palette(named, 2)]


def test_axes_level_functions_work_in_a_grid_of_seaborn(table):
    grid = sns.FacetGrid(table, col="site", hue="kind")
    grid.map_dataframe(prp.plot_pr, y_true="y", y_score="good")
    for site, ax in grid.axes_dict.items():
        lines = marked(ax, CURVE)
        assert [line.get_label() for line in lines] == ["a", "b"]
        part = table[(table.site == site) & (table.kind == "a")]
        expected = prp.draw.trace(prp.ConfusionCurve.from_scores(part.y, part.good), prp.draw.PR)
        np.testing.assert_array_equal(lines[0].get_xdata(), expected.x)


def test_several_columns_have_colours_of_their_own_in_a_grid_of_seaborn(table):
    grid = sns.FacetGrid(table, col="site")
    grid.map_dataframe(prp.plot_pr, y_true="y", y_score=["good", "poor"])
    for ax in grid.axes.flat:
        assert [line.get_color() for line in marked(ax, CURVE)] == ["#1f77b4", "#ff7f0e"]


@pytest.mark.parametrize("space", ["pr", "npr"])
def test_references_of_groups_in_a_grid_of_seaborn_have_the_colours_of_the_groups(table, space):
    held = table.assign(y=table["y"] | (table["kind"] == "a") & (np.arange(300) % 3 == 0))
    grid = sns.FacetGrid(held, hue="kind")
    options = {"show_chance": True, "show_baseline": True}
    grid.map_dataframe(getattr(prp, f"plot_{space}"), y_true="y", y_score="good", **options)
    for gid in (CURVE, CHANCE, BASELINE, *([MINIMUM] if space == "pr" else [])):
        colors = [to_hex(line.get_color()) for line in marked(grid.ax, gid)]
        assert colors == ["#1f77b4", "#ff7f0e"], gid
    tints = [
        to_hex(fill.get_facecolor()[0])
        for fill in grid.ax.collections
        if fill.get_gid() == REGION.name
    ]
    expected = [shade(grid.ax, TINT_STRENGTH, color) for color in ("#1f77b4", "#ff7f0e")]
    assert tints == (expected if space == "pr" else [])


def test_a_references_own_colour_stays_when_another_comes(table):
    _, ax = plt.subplots()
    given = {"color": "#ff00ff"}
    for kind, part in table.groupby("kind"):
        shown = part.iloc[: 150 if kind == "a" else 60]
        prp.plot_pr("y", "good", data=shown, ax=ax, min_kws=given)
    assert len(marked(ax, MINIMUM)) == 2
    assert {line.get_color() for line in marked(ax, MINIMUM)} == {"#ff00ff"}


@pytest.mark.parametrize(
    "ground", sampled(["default", "dark_background", "prplot.styles.paper"], every=3)
)
def test_very_many_curves_have_colours_far_apart(ground):
    rng = np.random.default_rng(0)

    def apart(colors):
        gaps = np.linalg.norm(np.array(colors)[:, None] - np.array(colors)[None], axis=-1)
        return gaps[np.triu_indices(42, 1)].min()

    with plt.style.context(ground):
        ax = prp.plot_pr(np.arange(840) % 42, rng.random((840, 42)), legend=False)
        colors = [to_rgb(line.get_color()) for line in marked(ax, CURVE)]
    # Further than hues of one lightness.
    assert apart(colors) > 1.2 * apart(sns.husl_palette(42, l=0.65))


def test_twenty_curves_repeat_the_cycle_with_other_dashes():
    rng = np.random.default_rng(0)
    ax = prp.plot_pr(np.arange(400) % 20, rng.random((400, 20)), legend=False)
    looks = [(line.get_color(), line.get_linestyle()) for line in marked(ax, CURVE)]
    assert len(set(looks)) == 20
    assert {look[0] for look in looks} == {to_hex(f"C{i}") for i in range(10)}
    with plt.rc_context({"axes.prop_cycle": "cycler(color=['r', 'b'])"}):
        _, ax = plt.subplots()
        prp.plot_pr(np.arange(400) % 20, rng.random((400, 20)), legend=False, ax=ax)
    assert len({line.get_color() for line in marked(ax, CURVE)}) == 20


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kind": "prc"}, r"kind must be one of 'pr', 'npr', 'roc', 'prg'"),
        ({"col": "sight"}, r"data has no column 'sight'; the nearest: site"),
        ({"hue_order": ["c"], "hue": "kind"}, r"hue has no group 'c'"),
        ({"hue": "kind", "palette": {"a": "r"}}, r"palette has no colour for 'b'"),
    ],
)
def test_wrong_options_are_refused(table, options, message):
    with pytest.raises(ValueError, match=message):
        prp.curveplot(table, **{"y_true": "y", "y_score": "good", **options})


def test_colours_of_numbers_are_those_of_the_axes_level_function(table):
    held = table.assign(depth=np.arange(300) % 3)
    for order in (None, [2, 1, 0]):
        options = {"hue": "depth", "hue_order": order, "legend": False}
        grid = prp.curveplot(held, y_true="y", y_score="good", **options)
        plt.figure()
        ax = prp.plot_pr("y", "good", data=held, **options)
        found = [
            {line.get_label()[0]: to_hex(line.get_color()) for line in marked(one, CURVE)}
            for one in (grid.axes.flat[0], ax)
        ]
        assert found[0] == found[1]


def test_categories_keep_their_order(table):
    kind = pd.Categorical(table.kind, categories=["b", "unused", "a"])
    options = {"y_true": "y", "y_score": "good", "col": "kind", "legend": False}
    grid = prp.curveplot(table.assign(kind=kind), **options)
    assert list(grid.axes_dict) == ["b", "a"]


def test_a_panel_without_any_of_the_groups_stays_empty(table):
    held = table[(table.site == "north") | (table.kind == "b")]
    options = {"col": "site", "hue": "kind", "hue_order": ["a"], "legend": False}
    grid = prp.curveplot(held, y_true="y", y_score="good", **options)
    assert [len(marked(ax, CURVE)) for ax in grid.axes.flat] == [1, 0]


def test_unknown_panels_are_refused(table):
    with pytest.raises(ValueError, match=r"col has no group 'east'; the nearest: .*south"):
        prp.curveplot(table, y_true="y", y_score="good", col="site", col_order=["east"])
    assert plt.get_fignums() == []


def facets(count, groups, **options):
    rng = np.random.default_rng(1)
    parts = []
    for site in range(count):
        for group in ["forest", "boosting", "linear", "network"][:groups]:
            y = rng.random(200) < 0.3
            scores = rng.normal(size=200) + y * (2.2 - 0.1 * site)
            parts.append(pd.DataFrame({"y": y, "s": scores, "site": site, "group": group}))
    held = pd.concat(parts, ignore_index=True)
    given = {"y_true": "y", "y_score": "s", "col": "site", "hue": "group", "col_wrap": 3}
    grid = prp.curveplot(held, **{**given, **options})
    grid.figure.draw_without_rendering()
    return grid


@pytest.mark.parametrize("height", [2, slowly(4)])
def test_panels_have_one_legend_right_of_all(height):
    grid = facets(2, 3, height=height)
    (legend,) = grid.figure.legends
    references = ["unachievable"] if height == 2 else []
    assert words_of(legend) == ["forest", "boosting", "linear", "numbers: AUCPR", *references]
    assert legend.get_title().get_text() == "group"
    assert grid.legend is legend
    assert not legend.get_frame_on()
    place = legend.get_window_extent()
    assert place.x1 <= grid.figure.bbox.x1
    for ax in grid.axes.flat:
        assert ax.get_tightbbox().x1 <= place.x0
        numbers = [line.get_label()[-6:-1] for line in marked(ax, CURVE)]
        assert rows_of(ax.get_legend()) == [[number] for number in numbers]
        assert len({one.get_color() for one in ax.get_legend().legend_handles}) == 3
        box = ax.get_legend().get_window_extent()
        for line in marked(ax, CURVE):
            at = ax.transData.transform(line.get_xydata())
            assert not ((at > box.p0) & (at < box.p1)).all(axis=1).any()
    # It takes nothing from the panels, and seaborn can move it.
    bare = facets(2, 3, height=height, legend=False)
    assert not bare.figure.legends
    widths = [each.axes.flat[0].get_window_extent().width for each in (grid, bare)]
    assert widths[0] == pytest.approx(widths[1], rel=0.03)
    sns.move_legend(grid, "lower center", ncol=3)
    assert "forest" in words_of(grid.legend)


def test_the_region_is_named_in_one_panel():
    grid = facets(2, 2)
    texts = [text for ax in grid.axes.flat for text in ax.texts if text.get_visible()]
    assert [text.get_text() for text in texts].count("unachievable") == 1


def test_numbers_of_one_colour_have_swatches():
    grid = facets(2, 3, height=2, hue=None, style="group")
    for ax in grid.axes.flat:
        dashes = [line.get_linestyle() for line in ax.get_legend().legend_handles]
        assert [handle.get_xdata().size > 0 for handle in ax.get_legend().legend_handles]
        assert len(dashes) == 3
    assert grid.figure.legends[0].get_title().get_text() == "group"


def test_colours_and_dashes_have_a_key_each_in_the_legend_of_all_panels(table):
    held = table.assign(kind=np.arange(300) % 2, part=np.arange(300) // 2 % 2)
    options = {"y_true": "y", "y_score": "good", "col": "site", "hue": "kind", "style": "part"}
    grid = prp.curveplot(held, **options)
    grid.figure.draw_without_rendering()
    (legend,) = grid.figure.legends
    assert words_of(legend)[:5] == ["0", "1", "part", "0", "1"]
    assert legend.get_title().get_text() == "kind"
    for ax in grid.axes.flat:
        *rows, heads = rows_of(ax.get_legend())
        assert [len(row) for row in rows] == [2, 2]
        assert heads == ["AUCPR 0", "1"]


def test_names_of_all_panels_are_in_one_order(table):
    held = table.assign(kind=np.where(np.arange(300) % 3 == 0, "b", "c"))
    held.loc[(held.site == "south") & (held.kind == "c"), "kind"] = "a"
    grid = prp.curveplot(
        held,
        y_true="y",
        y_score="good",
        col="site",
        hue="kind",
        hue_order=["c", "a", "b"],
        height=1.5,
    )
    assert words_of(grid.figure.legends[0])[:3] == ["c", "a", "b"]


def test_without_names_numbers_need_no_legend_of_all_panels(table):
    grid = prp.curveplot(table, y_true="y", y_score="good", col="site", height=1.2)
    names = [text for legend in grid.figure.legends for text in words_of(legend)]
    assert not any("AUCPR" in name for name in names)


def test_names_beside_curves_need_no_legend_of_all_panels():
    assert not facets(2, 2, height=2, legend="direct").figure.legends


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"col": "z", "facet_kws": {"hue": "g"}}, r"^hue goes to curveplot itself, not into"),
        ({"col": "z", "facet_kws": {"sharx": False}}, r"facet_kws must be one of .*mean 'sharex'"),
        ({"col": "z", "facet_kws": 3}, r"facet_kws must be a dict of options, found 3"),
        ({"col_wrap": 2}, r"^col_wrap goes with col$"),
    ],
)
def test_options_of_the_grid_are_checked(table, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.curveplot(table, y_true="y", y_score="s", **options)
    assert plt.get_fignums() == []


@pytest.fixture
def drawn(table):
    return prp.curveplot(table, y_true="y", y_score="good", col="site", hue="kind")


def legends_of(grid):
    return [legend_texts(ax) for ax in grid.axes.flat]


@pytest.mark.parametrize("height", sampled([2.2, 3.2], every=2))
def test_a_legend_that_is_added_shows_the_groups(table, height):
    given = {"y_true": "y", "y_score": "good", "col": "site", "hue": "kind", "height": height}
    grid = prp.curveplot(table, **given)
    before = grid.figure.get_size_inches()
    had_one = grid.legend is not None
    grid.add_legend()
    said = words_of(grid.legend)
    assert said[:2] == ["a", "b"]
    assert grid.legend.get_title().get_text() == "kind"
    assert len(grid.figure.legends) == 1
    # There is room for it, once.
    assert (grid.figure.get_size_inches()[0] > before[0]) != had_one
    grid.figure.draw_without_rendering()
    beside = grid.legend.get_window_extent()
    assert all(ax.get_window_extent().x1 < beside.x0 for ax in grid.axes.flat)
    assert beside.x1 <= grid.figure.bbox.x1
    assert len(legends_of(grid)[0]) > 0


def test_another_legend_takes_the_place_of_an_added_one(drawn):
    sizes = []
    for title in ("kind", "other"):
        drawn.add_legend(title=title)
        drawn.figure.draw_without_rendering()
        assert drawn.legend.get_title().get_text() == title
        assert len(drawn.figure.legends) == 1
        sizes.append(drawn.axes.flat[0].get_window_extent().width)
    assert sizes == pytest.approx(sizes[:1] * 2, rel=0.03)


def test_a_grid_keeps_the_other_columns_of_pandas(table):
    table = table.set_axis(np.arange(300) * 7 % 300)
    grid = prp.curveplot(table, y_true="y", y_score="good", col="site")
    assert set(grid.data.columns) == set(table.columns)
    np.testing.assert_array_equal(grid.data["fold"], table["fold"])
    other = next(name for name in table.columns if name not in ("y", "good", "fold"))
    grid.map_dataframe(prp.plot_pr, y_true="y", y_score=other, name="other")
    for site, ax in grid.axes_dict.items():
        part = table[table.site == site]
        plt.figure()
        (expected,) = marked(prp.plot_pr(part.y, part[other]), CURVE)
        np.testing.assert_array_equal(marked(ax, CURVE)[1].get_xydata(), expected.get_xydata())


def test_lines_of_seaborn_leave_layout_and_legends(drawn):
    engine, before = drawn.figure.get_layout_engine(), legends_of(drawn)
    drawn.refline(y=0.4).tight_layout()
    assert drawn.figure.get_layout_engine() is engine
    assert legends_of(drawn) == before
    assert all(0.4 in ax.lines[-1].get_ydata() for ax in drawn.axes.flat)


def test_a_grid_without_our_layout_is_laid_out_by_seaborn(drawn, monkeypatch):
    calls = []
    monkeypatch.setattr(drawn.figure, "tight_layout", lambda **options: calls.append(options))
    drawn.tight_layout()
    assert calls == []
    drawn.figure.set_layout_engine("none")
    drawn.tight_layout()
    assert len(calls) == 1


NAMES = ["ant", "bee", "cat"]


@pytest.fixture(scope="module")
def classes():
    """Labels of three classes, and the matrices of scores of two models."""
    rng = np.random.default_rng(2)
    codes = rng.choice(3, 240, p=[0.5, 0.3, 0.2])
    models = {key: rng.normal(size=(240, 3)) + k * np.eye(3)[codes] for key, k in WAYS.items()}
    return np.array(NAMES)[codes], models


WAYS = {"good": 2.0, "poor": 1.0}


def check_panels(grid, y, models, plot=prp.plot_pr, weight=None):
    """Check that each class has a panel, with the curve of each model against the rest."""
    assert [ax.get_title() for ax in grid.axes.flat] == [f"class = {name}" for name in NAMES]
    for i, (name, ax) in enumerate(grid.axes_dict.items()):
        columns = {key: scores[:, i] for key, scores in models.items()}
        plt.figure()
        expected = plot(y == name, columns, sample_weight=weight)
        for line, other in zip(marked(ax, CURVE), marked(expected, CURVE), strict=True):
            np.testing.assert_array_equal(line.get_xydata(), other.get_xydata())
            assert line.get_label().removeprefix("_") == other.get_label()
            assert line.get_color() == other.get_color()


def test_each_class_has_a_panel_with_a_curve_for_each_model(classes):
    y, models = classes
    grid = prp.curveplot(y_true=y, y_score=models, col="class", progress=False)
    check_panels(grid, y, models)
    assert words_of(grid._legend) == ["good", "poor", "numbers: AUCPR"]
    assert list(grid.data.columns) == ["y_true", "good", "poor", "class"]
    weight = np.arange(240) % 3
    options = {"kind": "roc", "sample_weight": weight, "legend": False, "progress": False}
    grid = prp.curveplot(y_true=y, y_score=models, col="class", **options)
    check_panels(grid, y, models, prp.plot_roc, weight)


@pytest.mark.slow
def test_one_model_has_panels_of_classes_too(classes):
    y, models = classes
    options = {"row": "class", "legend": False, "progress": False}
    grid = prp.curveplot(y_true=y, y_score=models["good"], **options)
    for i, (name, ax) in enumerate(grid.axes_dict.items()):
        (line,) = marked(ax, CURVE)
        assert line.get_label() == f"AUCPR = {prp.aucpr(y == name, models['good'][:, i]):.3f}"


@pytest.mark.parametrize("label", ["class", slowly("y")])
def test_panels_of_classes_may_come_from_columns(classes, label):
    y, models = classes
    columns = {key: [f"{key} {name}" for name in NAMES] for key in models}
    table = pd.DataFrame(
        np.hstack(list(models.values())), columns=[*columns["good"], *columns["poor"]]
    )
    table[label], table["w"] = y, np.arange(240) % 3
    table["site"] = pd.Categorical(np.arange(240) % 2, categories=[1, 0])
    options = {"y_true": label, "classes": NAMES, "col": "class"}
    options |= {"legend": False, "progress": False}
    grid = prp.curveplot(table, y_score=columns, sample_weight="w", **options)
    check_panels(grid, y, models, weight=table["w"])
    grid = prp.curveplot(table, y_score=columns, row="site", hue=None, **options)
    assert grid.row_names == [1, 0]
    part = (table["site"] == 1).to_numpy()
    _, third = marked(grid.axes[0, 2], CURVE)
    assert (
        third.get_label()
        == f"poor (AUCPR {prp.aucpr(y[part] == 'cat', models['poor'][part, 2]):.3f})"
    )
    named = table.set_axis([*NAMES, *table.columns[3:]], axis=1)
    options.pop("classes")
    grid = prp.curveplot(named, y_score=NAMES, hue="site", **options)
    found = [line.get_label().strip("_")[0] for line in marked(grid.axes[0, 0], CURVE)]
    assert found == ["1", "0"]


def test_a_column_that_is_called_class_has_its_own_panels(table):
    held = table.rename(columns={"site": "class"})
    options = {"col": "class", "legend": False, "progress": False}
    grid = prp.curveplot(held, y_true="y", y_score="good", **options)
    assert grid.col_names == ["north", "south"]


def test_classes_are_the_same_in_panels_that_lack_some(classes):
    y, models = classes
    held = pd.DataFrame(models["good"], columns=["p", "q", "r"])
    held["y"], held["site"] = np.searchsorted(NAMES, y), np.where(y == "cat", 1, 0)
    held.loc[:20, "site"] = 1
    options = {"y_true": "y", "y_score": ["p", "q", "r"], "col": "site", "classes": NAMES}
    with pytest.warns(prp.UndefinedMetricWarning, match="'cat'"):
        grid = prp.curveplot(held, **options, progress=False)
    found = [line.get_label().strip("_").split(" (")[0] for line in marked(grid.axes[0, 0], CURVE)]
    assert found == NAMES


def test_wrong_panels_of_classes_are_refused(classes, table):
    y, models = classes
    for arguments, says in [
        ({"y_true": y == "ant", "y_score": models["good"][:, 0]}, r"panels of classes need a sco"),
        ({"data": table, "y_true": "y", "y_score": "good"}, r"or a column 'class' of data"),
        ({"y_true": y, "y_score": models, "pos_label": "ant"}, r"pos_label can't be given"),
        ({"y_true": y, "y_score": models, "hue": y}, r"hue must be the name of a column"),
        ({"y_true": y, "y_score": models, "hue": "site"}, r"'site' names a column, but data is"),
        ({"y_true": y, "y_score": {"class": models["good"]}}, r"a model is called 'class'"),
        ({"y_true": y, "y_score": models, "plot_kws": {"classes": NAMES}}, r"not into plot_kws"),
        (
            {"y_true": y, "y_score": models, "col": None},
            r"y_score must name columns .* col='class'",
        ),
    ]:
        with pytest.raises((TypeError, ValueError), match=says):
            prp.curveplot(**{"col": "class", "progress": False, **arguments})
    assert plt.get_fignums() == []


@pytest.mark.parametrize("how", [{}, {"y_true": "y", "y_score": "s"}])
@pytest.mark.parametrize("given", [lambda one: one, lambda one: {"A": one, "B": [one]}])
def test_ready_curves_are_refused_in_a_sentence(given, how):
    curve = prp.ConfusionCurve.from_counts([1, 2], [0, 2], 2, 2)
    with pytest.raises(TypeError, match=r"curveplot needs .*; prp\.plot_pr draws "):
        prp.curveplot(given(curve), **how)
