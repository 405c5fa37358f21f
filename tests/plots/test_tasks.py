import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.draw.scene import CURVE
from prplot.draw.scene_artist import drawn_in
from tests.plots.artists import fresh, fresh_axes, words_of


@pytest.fixture(scope="module")
def table():
    held = {"task": ["gender", "genre"], "prevalence": [0.5, 0.05], "aucpr": [0.4, 0.4]}
    return pd.DataFrame(held)


@pytest.fixture(scope="module")
def drawn(table):
    """The figure that several tests look at and leave as it is."""
    return prp.plot_tasks(table, ax=fresh_axes())


def texts(ax):
    return [text.get_text() for text in ax.texts]


def boxes(ax, label):
    (bars,) = [artist for artist in ax.collections if artist.get_label() == label]
    return [path.get_extents() for path in bars.get_paths()]


def test_every_row_shows_the_interval_the_random_level_and_the_score(drawn):
    ax = drawn
    least = prp.aucpr_min([0.5, 0.05])
    assert [(box.x0, box.x1) for box in boxes(ax, "achievable")] == [
        pytest.approx((low, 1)) for low in least
    ]
    assert [(box.x0, box.x1) for box in boxes(ax, "unachievable")] == [
        pytest.approx((0, low)) for low in least
    ]
    (dots,) = [line for line in ax.lines if line.get_gid() == CURVE.name]
    np.testing.assert_allclose(dots.get_xydata(), [[0.4, 0], [0.4, 1]])
    (random,) = [line for line in ax.lines if line.get_label() == "random"]
    np.testing.assert_allclose(random.get_xydata(), [[0.5, 0], [0.05, 1]])
    # The first task stands at the top.
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_numbers_and_means_stand_beside_a_single_model(table, drawn):
    ax = drawn
    shares = (0.4 - prp.aucpr_min([0.5, 0.05])) / (1 - prp.aucpr_min([0.5, 0.05]))
    assert texts(ax) == [
        "AUCPR",
        *("0.400", "0.400", "0.400"),
        "AUCNPR",
        *(f"{share:.3f}" for share in [*shares, shares.mean()]),
    ]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["gender", "genre", "mean"]
    ax = fresh(prp.plot_tasks, table, show_mean=False)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["gender", "genre"]
    assert len(texts(ax)) == 6


def test_models_have_colours_and_means_in_the_legend(labels, models):
    tasks = {"one": (labels, models), "two": (labels[::-1], models)}
    found = prp.rank_table(tasks, metrics=["aucpr", "aucnpr"], progress=False)
    ax = prp.plot_tasks(found)
    dots = [line for line in ax.lines if line.get_gid() == CURVE.name]
    assert len({line.get_color() for line in dots}) == 3
    means = found.groupby("model", sort=False)[["aucpr", "aucnpr"]].mean()
    for line, (name, row) in zip(dots, means.iterrows(), strict=True):
        said = f"{name} (AUCPR mean {row.aucpr:.3f}, AUCNPR mean {row.aucnpr:.3f})"
        assert line.get_label() == said
    assert texts(ax) == []


def test_a_summary_is_such_a_table(labels, models):
    ax = prp.plot_tasks(prp.summary(labels, models))
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [*models, "mean"]
    assert f"{prp.aucnpr(labels, models['good']):.3f}" in texts(ax)


def test_a_task_without_a_row_for_a_model_has_no_dot(table):
    found = pd.concat([table.assign(model="a"), table.iloc[:1].assign(model="b")])
    ax = prp.plot_tasks(found)
    dots = [line.get_xdata() for line in ax.lines if line.get_gid() == CURVE.name]
    assert np.isfinite(dots).tolist() == [[True, True], [True, False]]


def test_perfect_and_degenerate_tasks_have_a_place():
    found = pd.DataFrame({"task": list("abc"), "prevalence": [0, 1, 0.5], "aucpr": [0, 1, 1]})
    ax = prp.plot_tasks(found)
    assert texts(ax)[5:9] == ["AUCNPR", "0.000", "1.000", "1.000"]


def test_layers_can_be_left_out(table):
    ax = prp.plot_tasks(table, show_min=False, show_chance=False, legend=False)
    assert [artist.get_label() for artist in ax.collections] == ["achievable"]
    assert ax.get_legend() is None
    assert ax.figure.legends == []


def test_an_own_figure_grows_with_its_rows():
    found = pd.DataFrame(
        {"task": [f"t{i}" for i in range(40)], "prevalence": 0.1, "aucpr": np.linspace(0.1, 1, 40)}
    )
    assert prp.plot_tasks(found).figure.get_figheight() > 12


def test_markers_of_many_models_can_be_told_apart():
    rows = [(i, f"m{j}", 0.1, 0.3 + 0.05 * j) for i in range(12) for j in range(8)]
    table = pd.DataFrame(rows, columns=["task", "model", "prevalence", "aucpr"])
    dots = [one.artist for one in drawn_in(prp.plot_tasks(table, ax=fresh_axes()), CURVE)]
    assert min(one.get_markersize() for one in dots) >= 4.5


def test_a_second_table_needs_other_axes(table, drawn):
    with pytest.raises(ValueError, match=r"tasks already"):
        prp.plot_tasks(table, ax=drawn)


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"aucpr": [0.4, 0.01]}, {}, r"0\.01 for task 'genre', outside the achievable interval"),
        ({"aucpr": [0.4, 1.2]}, {}, r"1\.2 for task 'genre'"),
        ({"prevalence": [0.5, 1.5]}, {}, r"must lie in \[0, 1\], found 1\.5"),
        ({"task": ["a", "a"]}, {}, r"a row twice for task 'a'"),
        ({"aucpr": ["x", "y"]}, {}, r"column 'aucpr' must hold numbers"),
        ({"aucpr": [0.4, np.nan]}, {}, r"column 'aucpr' has 1 missing"),
        ({}, {"score": "aucrp"}, r"no column 'aucrp'; the nearest: aucpr"),
        ({}, {"task": "tusk"}, r"no column 'tusk'; the nearest: task"),
        ({}, {"columns": ["printed"]}, r"no column 'printed'"),
        ({}, {"legend": "yes"}, r"legend must be"),
        ({}, {"min_kws": {"colour": "r"}}, r"min_kws"),
        ({}, {"score_kws": {"colour": "r"}}, r"score_kws"),
    ],
)
def test_wrong_tables_and_options_are_refused(table, change, options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.plot_tasks(table.assign(**change), **options)
    assert plt.get_fignums() == []


def test_a_task_has_one_prevalence(table):
    found = pd.concat([table.assign(model="a"), table.assign(model="b", prevalence=[0.4, 0.05])])
    with pytest.raises(ValueError, match=r"'gender' has several prevalences, 0\.4 and 0\.5"):
        prp.plot_tasks(found)


def test_what_is_no_table_of_tasks_is_refused(table):
    with pytest.raises(
        TypeError, match=r"table must be a data frame or a dict of columns, found list"
    ):
        prp.plot_tasks([1, 2])
    with pytest.raises(ValueError, match=r"needs a column 'task'"):
        prp.plot_tasks(table.drop(columns="task"))
    with pytest.raises(ValueError, match=r"table is empty"):
        prp.plot_tasks(table.iloc[:0])
    assert plt.get_fignums() == []


def test_means_of_models_are_over_the_tasks_that_all_have(table):
    found = pd.concat([table.assign(model="a"), table.iloc[:1].assign(model="b", aucpr=0.6)])
    lines = [line for line in prp.plot_tasks(found).lines if line.get_gid() == CURVE.name]
    least = prp.aucpr_min(0.5)
    for line, name, area in zip(lines, "ab", (0.4, 0.6), strict=True):
        share = (area - least) / (1 - least)
        said = f"{name} (AUCPR mean {area:.3f}, AUCNPR mean {share:.3f})"
        assert line.get_label() == said


def test_models_stand_beside_each_other_in_shapes_of_their_own(table):
    found = pd.concat([table.assign(model=name) for name in "abc"])
    lines = [line for line in prp.plot_tasks(found).lines if line.get_gid() == CURVE.name]
    assert len({line.get_marker() for line in lines}) == 3
    assert len({tuple(line.get_ydata()) for line in lines}) == 3
    # All within their bars.
    assert all(abs(line.get_ydata() - [0, 1]).max() < 0.25 for line in lines)


def test_each_of_two_panels_has_a_legend(table):
    _, axes = plt.subplots(1, 2, layout="constrained")
    for ax, names in zip(axes, ("ab", "cd"), strict=True):
        prp.plot_tasks(pd.concat([table.assign(model=name) for name in names]), ax=ax)
        ax.figure.draw_without_rendering()
        *models, _, _, _ = words_of(ax.get_legend())
        assert [words[:3] for words in models] == [f"{name} (" for name in names]


def test_numbers_and_legend_have_room_without_a_layout(table):
    figure, ax = plt.subplots()
    prp.plot_tasks(table, ax=ax)
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts] + [ax.get_legend().get_window_extent()]
    assert all(box.x1 <= figure.bbox.width and box.y0 >= 0 for box in boxes)


def test_numbers_stand_in_columns_that_do_not_touch(table):
    wide = table.assign(average_precision=[0.1, 0.2], n=[200000, 3], printed=[0.1, 0.9])
    ax = prp.plot_tasks(wide, columns=["printed", "average_precision", "n"])
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(one.overlaps(other) for i, one in enumerate(boxes) for other in boxes[:i])
    assert texts(ax)[-11:-7] == ["printed", "0.100", "0.900", "0.500"]
    assert texts(ax)[-7:] == ["AP", "0.100", "0.200", "0.150", "n", "200000", "3"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"score": None}, r"score must be a str, found None"),
        ({"prevalence": 0.1}, r"prevalence must be a str"),
        ({"columns": "aucpr"}, r"columns must be a list of names"),
        ({"columns": 5}, r"columns must be a list of names"),
    ],
)
def test_names_of_columns_are_text(table, options, message):
    with pytest.raises(TypeError, match=message):
        prp.plot_tasks(table, **options)


def test_columns_go_with_one_model(table):
    found = pd.concat([table.assign(model=name, n=3) for name in "ab"])
    with pytest.raises(ValueError, match=r"columns go with a single model, found 2"):
        prp.plot_tasks(found, columns=["n"])
