import duckdb
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import seaborn as sns
from matplotlib.colors import to_hex

import prplot as prp
from prplot.draw import style
from prplot.draw.scene import BAND, CHANCE, CURVE, FOLD, HULL, MINIMUM
from tests.cases import sampled, slowly
from tests.plots.artists import colors, fresh, marked, names

WITH_UNITS = [prp.plot_pr, prp.plot_npr, prp.plot_roc, prp.plot_prg, prp.plot_spaces]
LIBRARIES = {
    "pandas": lambda table: table.set_axis(range(240, 0, -2))[[*"wgsktyz"]],
    "polars": pl.from_pandas,
    "lazy": lambda table: pl.from_pandas(table).lazy(),
    "pyarrow": pa.Table.from_pandas,
    "duckdb": lambda table: duckdb.from_arrow(pa.Table.from_pandas(table)),
}


def drawn(axes):
    lines = [line for ax in np.ravel(axes) for line in ax.lines]
    return [
        (line.get_gid(), line.get_xydata().tolist(), line.get_color(), line.get_label())
        for line in lines
    ]


def pixels(ax):
    canvas = ax.figure.canvas
    canvas.draw()
    return np.array(canvas.buffer_rgba())


@pytest.fixture(scope="module")
def table():
    """Return 60 rows of "b", half positive, and 60 of "a", a quarter; each in three alike folds."""
    rng = np.random.default_rng(3)
    y = np.r_[np.arange(60) % 2, np.arange(60) % 4 == 0].astype(int)
    s = np.round(rng.normal(size=120) + y, 1)
    held = {"y": y, "s": s, "t": np.round(s + rng.normal(size=120), 1), "w": [1, 0, 2] * 40}
    held |= {"g": np.repeat(["b", "a"], 60), "k": np.arange(120) // 4 % 3}
    return pd.DataFrame({**held, "z": np.arange(120) // 40})


@pytest.mark.parametrize(
    ("plot", "library"), list(zip([*WITH_UNITS[1:], prp.plot_hull], LIBRARIES, strict=True))
)
def test_tables_of_any_library_draw_the_same_lines_as_arrays(table, plot, library):
    by = {"hue": table.g.to_numpy(), "sample_weight": list(table.w), "legend": False}
    arrays = drawn(plot(table.y, table.s, **by))
    columns = {"data": LIBRARIES[library](table), "hue": "g", "sample_weight": "w"}
    assert drawn(fresh(plot, "y", "s", **columns, legend=False)) == arrays


@pytest.mark.slow
def test_tables_of_any_library_make_the_same_picture_as_arrays(table):
    options = {"show_chance": True, "score": None}
    arrays = pixels(prp.plot_pr(table.y, table.s, hue=table.g, **options))
    for library in ("polars", "duckdb"):
        ax = fresh(prp.plot_pr, "y", "s", data=LIBRARIES[library](table), hue="g", **options)
        np.testing.assert_array_equal(pixels(ax), arrays)


def test_each_group_has_its_own_prevalence_minimum_and_chance_in_its_colour(table):
    ax = prp.plot_pr("y", "s", data=table, hue="g", show_chance=True)
    assert names(ax) == ["b", "a"]
    assert colors(ax) == colors(ax, MINIMUM) == colors(ax, CHANCE) == ["#1f77b4", "#ff7f0e"]
    for share, border, chance in zip(
        (0.5, 0.25), marked(ax, MINIMUM), marked(ax, CHANCE), strict=True
    ):
        x, y = border.get_xydata().T
        np.testing.assert_allclose(y, prp.min_precision(x, share), rtol=0, atol=1e-12)
        assert y[-1] == pytest.approx(share)
        assert chance.get_ydata() == pytest.approx([share] * 2)
    for line, group in zip(marked(ax), ("b", "a"), strict=True):
        rows = table[table.g == group]
        assert line.get_label() == f"{group} (AUCPR {prp.aucpr(rows.y, rows.s):.3f})"
        assert line.get_ydata()[-1] == pytest.approx(rows.y.mean())


def test_hue_order_chooses_groups_and_colours(table):
    given = {"data": table, "hue": "g", "legend": False}
    ax = prp.plot_pr("y", "s", hue_order=["a", "b"], **given)
    assert (names(ax), colors(ax)) == (["a", "b"], ["#1f77b4", "#ff7f0e"])
    ax = fresh(prp.plot_pr, "y", "s", hue_order=["a"], **given)
    assert (names(ax), len(marked(ax, MINIMUM))) == (["a"], 1)
    assert marked(ax, MINIMUM)[0].get_ydata()[-1] == pytest.approx(0.25)


def test_numbers_have_colours_in_their_order(table):
    ax = prp.plot_pr("y", "s", data=table[::-1], hue="k", legend=False)
    ordered = style.ordered_colors(3, ax)
    assert (names(ax), colors(ax)) == (["0", "1", "2"], ordered)
    options = {"hue": "k", "hue_order": [2, 0, 1], "legend": False}
    ax = fresh(prp.plot_pr, "y", "s", data=table, **options)
    assert (names(ax), colors(ax)) == (["2", "0", "1"], [ordered[2], ordered[0], ordered[1]])


PALETTES = [
    ("Set2", ["#66c2a5", "#fc8d62"]),
    (["red", "#00ff00"], ["#ff0000", "#00ff00"]),
    (("0.5", "C3", "unused"), ["#808080", "#d62728"]),
    ({"a": "red", "b": "blue", "c": "green"}, ["#0000ff", "#ff0000"]),
    (sns.color_palette("Set2", 2), ["#66c2a5", "#fc8d62"]),
]


@pytest.mark.parametrize(("case", "plot"), sampled(PALETTES, [prp.plot_pr, prp.plot_hull], every=3))
def test_a_palette_is_a_name_a_list_or_a_dict(table, plot, case):
    palette, expected = case
    axes = plot("y", "s", data=table, hue="g", palette=palette, legend=False)
    kind = HULL if plot is prp.plot_hull else CURVE
    assert colors(np.ravel(axes)[0], kind)[:2] == expected


def test_a_palette_of_numbers_takes_equal_ones(table):
    palette = {0: "red", 1: "blue", 2: "lime"}
    ax = prp.plot_pr("y", "s", data=table.astype({"k": float}), hue="k", palette=palette)
    assert colors(ax) == ["#ff0000", "#0000ff", "#00ff00"]


@pytest.mark.parametrize("plot", sampled(WITH_UNITS, every=4))
def test_score_columns_are_a_curve_each(table, plot):
    models = drawn(plot(table.y, {"s": table.s, "t": table.t}, legend=False))
    assert drawn(fresh(plot, "y", ["s", "t"], data=table, legend=False)) == models


def test_palettes_go_together_with_columns(table):
    # Colours are those of the groups, as their minimum curves' are; dashes tell columns apart.
    options = {"palette": {"b": "red", "a": "blue"}, "legend": False}
    ax = prp.plot_pr("y", ["s", "t"], data=table, hue="g", **options)
    assert colors(ax) == ["#ff0000", "#0000ff"] * 2
    ends = {line.get_color(): line.get_ydata()[-1] for line in marked(ax, MINIMUM)}
    assert ends == pytest.approx({"red": 0.5, "blue": 0.25})


@pytest.mark.parametrize(
    ("plot", "estimator"),
    [
        *((plot, "normalized") for plot in (prp.plot_npr, prp.plot_prg)),
        slowly((prp.plot_spaces, "normalized")),
        *((prp.plot_pr, "vertical"), (prp.plot_roc, "roc")),
    ],
)
def test_units_are_folds_as_if_made_by_hand(table, plot, estimator):
    folds = {
        group: [prp.ConfusionCurve.from_scores(x.y, x.s) for _, x in rows.groupby("k", sort=False)]
        for group, rows in table.groupby("g", sort=False)
    }
    options = {"estimator": estimator, "legend": False}
    by_hand = drawn(plot(folds, **options))
    assert drawn(fresh(plot, "y", "s", data=table, hue="g", units="k", **options)) == by_hand


def test_folds_and_bands_have_the_colour_of_their_group(table):
    ax = prp.plot_pr("y", "s", data=table, hue="g", units="k", errorbar="sd", legend=False)
    bands = marked(ax, BAND)[:2]
    assert [to_hex(band.get_facecolor()[0]) for band in bands] == colors(ax)
    shares = [float(line.get_ydata()[-1]) for line in marked(ax, FOLD)[:6]]
    assert shares == pytest.approx([0.5] * 3 + [0.25] * 3)


def test_rows_of_weight_zero_leave_no_group_and_no_fold(table):
    w = np.where((table.g == "a") | (table.k == 2), 0, 1)
    by = {"hue": "g", "units": "k", "legend": False}
    ax = prp.plot_pr("y", "s", data=table.assign(w=w), sample_weight="w", **by)
    rest = drawn(ax)
    assert drawn(fresh(prp.plot_pr, "y", "s", data=table[w > 0], **by)) == rest
    assert (names(ax), len(marked(ax, MINIMUM))) == (["b"], 1)


@pytest.mark.parametrize("plot", sampled(WITH_UNITS, every=4))
def test_a_group_with_one_class_is_warned_of_once(table, plot):
    held = table.assign(y=table["y"].where(table.g == "b", 0))
    with pytest.warns(prp.UndefinedMetricWarning, match="no positives") as seen:
        axes = plot("y", "s", data=held, hue="g", legend=False)
    assert len(seen) == 1
    assert seen[0].filename == __file__
    assert names(np.ravel(axes)[0]) == ["b", "a"]


def test_arrays_split_rows_without_a_table(table):
    columns = drawn(prp.plot_pr("y", "s", data=table, hue="g", units="k", legend=False))
    for kind in (list, pd.Series, pl.Series):
        y, s, g, k = (kind(table[name].tolist()) for name in "ysgk")
        assert drawn(fresh(prp.plot_pr, y, s, hue=g, units=k, legend=False)) == columns
    by = {"hue": table.g, "units": "k", "legend": False}
    mixed = fresh(prp.plot_pr, table.y, "s", data=table, **by)
    assert drawn(mixed) == columns


def test_rows_in_another_order_change_the_order_of_groups_alone(table):
    mixed = table.iloc[np.r_[119, np.random.default_rng(0).permutation(119)]]
    ax = prp.plot_pr("y", "s", data=mixed, hue="g")
    assert names(ax) == ["a", "b"]
    again = {label: xy for _, xy, _, label in drawn(ax)}
    ax = fresh(prp.plot_pr, "y", "s", data=table, hue="g")
    assert {label: xy for _, xy, _, label in drawn(ax)} == again
    for options in ({"hue": "g", "hue_order": ["a", "b"]}, {"hue": "k"}):
        first = pixels(fresh(prp.plot_pr, "y", "s", data=table, **options))
        second = pixels(fresh(prp.plot_pr, "y", "s", data=mixed, **options))
        np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("options", [slowly({}), {"hue": "g", "palette": "Set2"}])
def test_facets_of_seaborn_are_drawn_into(table, options):
    options = {**options, "legend": False}
    grid = sns.FacetGrid(table, col="z")
    grid.map_dataframe(prp.plot_pr, y_true="y", y_score="s", **options)
    for (_, rows), ax in zip(table.groupby("z"), grid.axes.flat, strict=True):
        _, alone = plt.subplots()
        prp.plot_pr("y", "s", data=rows, ax=alone, **options)
        assert [line[1] for line in drawn(ax)] == [line[1] for line in drawn(alone)]
        assert names(ax) == names(alone)


def test_groups_of_seaborns_facets_have_their_colour_and_label(table):
    grid = sns.FacetGrid(table, col="z", hue="k", palette=["red", "lime", "blue"])
    grid.map_dataframe(prp.plot_pr, y_true="y", y_score="s", legend=False)
    for ax in grid.axes.flat:
        assert (names(ax), colors(ax)) == (["0", "1", "2"], ["#ff0000", "#00ff00", "#0000ff"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"y_true": "Y"}, r"data has no column 'Y'; the nearest"),
        ({"y_score": ["s", "x"]}, r"data has no column 'x'"),
        ({"y_score": ["s", "s"]}, r"must differ"),
        ({"y_score": []}, r"y_score"),
        ({"y_score": None}, r"y_score"),
        ({"y_score": "g"}, r"y_score holds labels such as 'b'"),
        ({"y_true": "g"}, r"pass pos_label"),
        ({"y_true": prp.ConfusionCurve.from_counts([1], [1], 2, 2)}, r"y_true ConfusionCurve"),
        ({"data": None}, r"'y' names a column, but data is missing"),
        ({"data": {"y": [1, 0], "s": [1]}}, r"columns of data must be .* the same length"),
        ({"data": {"y": [1, 0], "s": [[1, 0]] * 2}}, r"one-dimensional .*'s': \(2, 2\)"),
        ({"data": {}}, r"data is an empty dict"),
        ({"data": [1, 0]}, r"data must be a data frame or a dict of columns, found list"),
        ({"y_score": {}}, r"y_score is empty"),
        ({"y_score": {"A": "s"}, "name": "x"}, r"keys of the dict name its curves"),
        (
            {"y_score": {"A": "s", "B": np.zeros((120, 3))}},
            r"each model must have a column of scores for each class, as 'B' has",
        ),
        ({"hue": ["a", "b"]}, r"y_true and hue must have the same length, found \d+ and 2"),
        ({"hue": np.zeros((120, 2))}, r"hue must be one-dimensional"),
        ({"units": np.zeros((120, 2))}, r"units must be one-dimensional"),
        ({"units": 3}, r"units must be"),
        ({"units": "unit"}, r"data has no column 'unit'"),
        ({"hue_order": ["a"]}, r"hue_order goes with hue"),
        ({"hue": "g", "hue_order": ["a", "c"]}, r"hue has no group 'c'; the nearest"),
        ({"hue": "g", "hue_order": ["a", "a"]}, r"must be a list of different groups"),
        ({"hue": "g", "hue_order": []}, r"hue_order"),
        ({"hue": "g", "hue_order": 3}, r"hue_order"),
        ({"hue": "g", "palette": "sett2"}, r"palette: 'sett2' is not a valid palette"),
        ({"hue": "g", "palette": ["red"]}, r"palette must have 2 colours"),
        ({"hue": "g", "palette": ["red", "no"]}, r"palette: .*'no'"),
        ({"hue": "g", "palette": {"a": "red"}}, r"palette has no colour for 'b'"),
        ({"hue": "g", "name": "x"}, r"name goes with a single curve"),
        ({"hue": "g", "label": "x"}, r"goes with a single curve"),
        ({"hue": "g", "prevalence": [0.1, 0.2]}, r"several prevalences"),
        ({"errorbar": "sd"}, r"errorbar 'sd' needs folds"),
        ({"sample_weight": "g"}, r"sample_weight must hold numbers"),
        ({"sample_weight": np.zeros(120)}, r"sample_weight is 0 everywhere"),
        ({"units": "y"}, r"fold 0 has no positives"),
    ],
)
def test_wrong_input_leaves_no_figure(table, change, says):
    with pytest.raises((TypeError, ValueError), match=says):
        prp.plot_pr(**{"y_true": "y", "y_score": "s", "data": table, **change})
    assert plt.get_fignums() == []


def test_a_fold_needs_one_example_of_each_class(table):
    one = pd.DataFrame({"y": [1, 0, 1, 1, 0, 1], "s": range(6), "g": list("aaabbb")})
    assert len(marked(prp.plot_pr("y", "s", data=one, units="g"), FOLD)) == 2
    for y, sentence in [
        ([1, 0, 1, 1, 1, 1], "fold b has no negatives"),
        ([0, 0, 0, 1, 0, 1], "fold a has no positives"),
    ]:
        with pytest.raises(ValueError, match=f"^{sentence}, so it can't be averaged"):
            prp.plot_pr("y", "s", data=one.assign(y=y), units="g")
    with pytest.raises(ValueError, match=r"^fold a of 'x' has no negatives"):
        prp.plot_pr("y", "s", data=one.assign(y=[1, 1, 1, 1, 0, 1], h="x"), units="g", hue="h")


def test_more_groups_than_the_cycle_has_colours_are_told_apart(table):
    number = np.argsort(np.argsort(table.y, kind="stable")) % 12
    held = table.assign(many=[f"group {i}" for i in number])
    ax = prp.plot_pr("y", "s", data=held, hue="many", legend=False)
    assert len({(line.get_color(), line.get_linestyle()) for line in marked(ax, CURVE)}) == 12


@pytest.mark.parametrize("library", [pd.DataFrame, pl.LazyFrame])
def test_a_dict_may_hold_columns_and_arrays(table, library):
    held = library(table.to_dict("list"))
    ax = prp.plot_pr("y", {"A": "s", "B": table.s.to_numpy()}, data=held, score=None)
    assert names(ax) == ["A", "B"]
