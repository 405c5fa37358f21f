from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

import prplot as prp
from prplot import Comparison, Difference
from tests.cases import sampled
from tests.plots.artists import fresh_axes, marked, words

P_ADJUSTED = (0.0004, 0.0123, 1.0, 0.04999)
LONG = ("histogram gradient boosting, tuned", "calibrated random forest, isotonic")


def made(names, *, baseline="rule", metric="aucpr", seed=0):
    """Return a comparison of models with a baseline, with numbers of no data.

    The second p is as small as the draws can tell.
    """
    rng = np.random.default_rng(seed)
    estimates, widths = rng.normal(0, 0.1, len(names)), rng.uniform(0.01, 0.05, len(names))
    n_boot = int(2 * len(names) / P_ADJUSTED[1]) - 1
    found = [
        Difference(name, baseline, value, value - width, value + 2 * width, 0.01, p, (), n_boot)
        for name, value, width, p in zip(
            names, estimates, widths, np.resize(P_ADJUSTED, len(names)), strict=True
        )
    ]
    return Comparison(metric, 0.95, baseline, n_boot, tuple(found))


FOUR = made(["a", "b", "c", "d"])


def row_names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def bars_of(ax):
    """Return the rows and the ends of the bars."""
    (bars,) = [line for line in ax.lines if line.get_label() == "_intervals"]
    ends = bars.get_xydata().reshape(-1, 3, 2)
    return ends[:, 0, 1], ends[:, :2, 0]


def dots_of(ax):
    """Return what each group of dots is called, with its differences by row."""
    return {words(dots): dict(dots.get_xydata()[:, ::-1].tolist()) for dots in marked(ax)}


@pytest.mark.parametrize("sort", [True, False])
def test_rows_hold_the_differences_with_the_best_at_the_top(sort):
    ax = prp.plot_comparison(FOUR, sort=sort, ax=fresh_axes())
    shown = sorted(FOUR.differences, key=lambda one: -one.estimate if sort else one.name)
    assert row_names(ax) == [one.name for one in shown]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    rows, ends = bars_of(ax)
    np.testing.assert_array_equal(rows, range(4))
    np.testing.assert_array_equal(ends, [[one.low, one.high] for one in shown])
    drawn = {row: x for dots in dots_of(ax).values() for row, x in dots.items()}
    assert drawn == {row: one.estimate for row, one in enumerate(shown)}
    assert ax.get_xlabel() == "AUCPR minus that of rule, with 95 % intervals"
    low, high = ax.get_xlim()
    assert low < min(0, ends.min())
    assert high > max(0, ends.max())


@pytest.mark.parametrize("style", ["default", "dark_background", "ggplot"])
def test_dots_are_filled_where_the_adjusted_p_is_below_one_minus_level(style):
    with plt.style.context(style):
        ax = prp.plot_comparison(FOUR, sort=False, ax=fresh_axes())
    assert {name: sorted(dots) for name, dots in dots_of(ax).items()} == {
        "difference": [0, 1, 3],
        "uncertain difference": [2],
    }
    filled, opened = marked(ax)
    assert to_hex(opened.get_markerfacecolor()) == to_hex(ax.get_facecolor())
    assert filled.get_markerfacecolor() == opened.get_markeredgecolor() == filled.get_color()


def test_p_values_stand_in_a_column_whose_figures_are_aligned():
    ax = prp.plot_comparison(FOUR, sort=False, ax=fresh_axes())
    ax.figure.draw_without_rendering()
    head, *cells = ax.texts
    assert [text.get_text() for text in ax.texts] == [
        "p (Holm)",
        "< 0.001",
        "≤ 0.012",
        "1.000",
        "0.050",
    ]
    frame = ax.get_window_extent()
    boxes = [cell.get_window_extent() for cell in cells]
    assert np.ptp([box.x1 for box in boxes]) < 0.01
    assert min(box.x0 for box in boxes) > frame.x1
    assert head.get_window_extent().y0 > frame.y1
    for row, box in enumerate(boxes):
        assert box.y0 < ax.transData.transform((0, row))[1] < box.y1
    assert prp.plot_comparison(made(["a"]), ax=fresh_axes()).texts[0].get_text() == "p"
    assert not prp.plot_comparison(FOUR, show_p=False, ax=fresh_axes()).texts


def _holds(outer, box):
    return (outer.p0 <= box.p0).all() and (box.p1 <= outer.p1).all()


MANY = [f"model number {i}" for i in range(30)]
FIVE = ["logistic regression", *LONG, "naive Bayes", "svm"]


ROOMS = [
    (FIVE, (3.25, 2.0)),
    (FIVE, (6.4, 4.8)),
    (FIVE[:1], (3.25, 1.6)),
    (MANY, (6.4, 4.8)),
    (MANY, (3.25, 6)),
    ([*MANY[:20], *LONG], (3.25, 5)),
]


@pytest.mark.parametrize(
    ("room", "layout", "baseline"),
    sampled(ROOMS, [None, "constrained", "tight"], ["rule", LONG[0]], every=13),
)
def test_nothing_is_clipped_and_no_name_runs_into_the_next(room, layout, baseline):
    names, size = room
    fig, ax = plt.subplots(figsize=size, layout=layout)
    prp.plot_comparison(made(names, baseline=baseline), ax=ax)
    fig.draw_without_rendering()
    texts = [*ax.get_yticklabels(), *ax.texts, ax.xaxis.label]
    boxes = [text.get_window_extent() for text in texts]
    whole = fig.bbox.padded(0.5)
    clipped = [one for one, box in zip(texts, boxes, strict=True) if not _holds(whole, box)]
    assert [one.get_text() for one in clipped] == []
    for column in (boxes[: len(names)], boxes[len(names) + 1 : -1]):
        assert all(
            upper.y0 > lower.y0 and upper.y0 > lower.y1 - 1 for upper, lower in pairwise(column)
        )
    # Names keep all their words, and data most of the room that is left.
    assert {" ".join(name.split()) for name in row_names(ax)} == set(names)
    assert ax.get_window_extent().width > 0.16 * fig.bbox.width


@pytest.mark.parametrize("dpi", [72, 110, 300])
def test_names_stay_on_the_figure_at_another_number_of_dots(dpi):
    fig, ax = plt.subplots(figsize=(3.25, 3.25))
    prp.plot_comparison(made([*FIVE, *MANY[:3]]), ax=ax)
    fig.set_dpi(dpi)
    fig.draw_without_rendering()
    boxes = [text.get_window_extent() for text in [*ax.get_yticklabels(), *ax.texts]]
    assert all(_holds(fig.bbox, box) for box in boxes)


def test_what_is_unknown_has_a_name_but_no_dot():
    nan = float("nan")
    unknown = Difference("e", "rule", nan, nan, nan, nan, nan)
    found = Comparison("auroc", 0.95, "rule", 2000, (unknown, *FOUR.differences))
    ax = prp.plot_comparison(found, ax=fresh_axes())
    assert row_names(ax)[-1] == "e"
    assert ax.texts[-1].get_text() == "\N{EN DASH}"
    assert ax.get_xlabel() == "AUROC minus that of rule, with 95 % intervals"
    assert np.isfinite(ax.get_xlim()).all()
    assert prp.describe(ax).endswith("e undefined.")


def test_styles_override_the_defaults():
    ax = prp.plot_comparison(
        FOUR,
        color="C3",
        point_kws={"marker": "s", "markersize": 9},
        err_kws={"lw": 4, "color": "C1"},
        zero_kws={"ls": ":"},
        ax=fresh_axes(),
    )
    filled, opened = marked(ax)
    assert {dots.get_marker() for dots in (filled, opened)} == {"s"}
    assert filled.get_color() == opened.get_markeredgecolor() == "#d62728"
    assert filled.get_markersize() == 9
    zero, bars = ax.lines[:2]
    assert zero.get_linestyle() == ":"
    assert list(zero.get_xdata()) == [0, 0]
    assert bars.get_linewidth() == 4
    assert bars.get_color() == "#ff7f0e"
    ax = prp.plot_comparison(FOUR, show_zero=False, ax=fresh_axes())
    assert len(ax.lines) == 3


def test_a_new_figure_has_a_height_for_all_rows():
    plt.close("all")
    ax = prp.plot_comparison(made(MANY))
    assert ax.figure.get_size_inches()[1] > 30 * 0.2


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"y_score": {"a": [1]}}, TypeError, "y_score can't be given beside a Comparison"),
        ({"seed": 1, "level": 0.9}, TypeError, "level and seed can't be given beside a Comparison"),
        ({"color": "no"}, ValueError, "color: 'no' is not a colour"),
        ({"point_kws": {"size": 3}}, ValueError, "point_kws"),
        ({"err_kws": 3}, TypeError, "err_kws must be a dict"),
        ({"zero_kws": {"lw": "no"}}, ValueError, "zero_kws"),
        ({"ax": 3}, TypeError, "ax must be"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_drawn(options, error, words):
    ax = fresh_axes()
    with pytest.raises(error, match=words):
        prp.plot_comparison(FOUR, **{"ax": ax, **options})
    assert not ax.has_data()


def test_axes_hold_one_comparison(labels, models):
    ax = prp.plot_comparison(FOUR, ax=fresh_axes())
    with pytest.raises(ValueError, match="ax shows a comparison already"):
        prp.plot_comparison(FOUR, ax=ax)
    with pytest.raises(ValueError, match="ax shows a comparison already"):
        prp.plot_pr(labels, models, ax=ax)


def test_models_are_compared_with_the_same_numbers_as_by_compare(labels, models):
    given = {"baseline": "tied", "metric": "auroc", "level": 0.9, "n_boot": 400, "seed": 3}
    found = prp.compare(labels, models, **given)
    ready = prp.plot_comparison(found, ax=fresh_axes())
    ax = prp.plot_comparison(labels, models, ax=fresh_axes(), **given)
    assert row_names(ax) == row_names(ready)
    assert "tied" not in row_names(ax)
    np.testing.assert_array_equal(bars_of(ax)[1], bars_of(ready)[1])
    assert dots_of(ax) == dots_of(ready)
