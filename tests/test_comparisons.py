"""compare: what goes in and what comes out."""

import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from matplotlib.figure import Figure

import prplot as prp
from prplot.core.checks import brief
from prplot.core.measures.score_definitions import SCORES

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [40, 160])
GOOD = RNG.normal(size=200) + 2 * LABELS
MODELS = {
    "noisy": GOOD + RNG.normal(size=200),
    "good": GOOD,
    "half": GOOD + RNG.normal(size=200) / 2,
}
OPTIONS = {"n_boot": 400, "seed": 1}


def compared(y_true=LABELS, y_score=MODELS, **options):
    return prp.compare(y_true, y_score, **{**OPTIONS, **options})


@pytest.mark.parametrize("metric", [*SCORES, prp.auroc])
def test_differences_are_those_of_scores(metric):
    found = compared(metric=metric)
    of = metric if callable(metric) else getattr(prp, metric)
    assert [one.name for one in found.differences] == ["good", "half"]
    for one in found.differences:
        assert one.baseline == found.baseline == "noisy"
        expected = of(LABELS, MODELS[one.name]) - of(LABELS, MODELS["noisy"])
        assert one.estimate == pytest.approx(expected, abs=1e-14)
        assert one.low <= one.estimate <= one.high
        assert 2 / 401 <= one.p <= one.p_adjusted <= 1


def test_columns_of_data_are_arrays():
    groups = np.arange(200) // 2
    frame = pd.DataFrame({"y": LABELS, **MODELS, "w": 1 + LABELS, "patient": groups})
    weighted = {"sample_weight": 1 + LABELS, "clusters": groups}
    named = {"sample_weight": "w", "clusters": "patient", "data": frame}
    expected = compared(**weighted)
    assert compared("y", list(MODELS), **named) == expected
    assert compared("y", {name: name for name in MODELS}, **named) == expected
    assert compared(sample_weight=2.0 + 2 * LABELS, clusters=groups) == expected
    assert compared(LABELS, MODELS) != expected


def test_clusters_of_several_types_are_told_apart_by_their_values():
    numbers = np.arange(200) // 2
    mixed = np.array([i if i % 3 else str(i) for i in numbers.tolist()], dtype=object)
    texts = np.array([repr(one) for one in mixed])
    expected = compared(clusters=texts)
    assert compared(clusters=mixed) == expected
    mixed[::2] = [np.int64(one) if isinstance(one, int) else np.str_(one) for one in mixed[::2]]
    assert compared(clusters=mixed) == expected


def test_columns_named_after_labels_are_models():
    labels = np.where(LABELS == 1, "a", "b")
    frame = pd.DataFrame({"a": GOOD, "b": MODELS["noisy"]})
    found = compared(labels, ["a", "b"], data=frame, pos_label="a")
    assert found.differences[0].estimate < 0


def test_rows_without_weight_are_absent():
    weights = np.arange(200) % 5
    there = weights > 0
    groups = np.arange(200) // 2
    fewer = {name: scores[there] for name, scores in MODELS.items()}
    assert compared(sample_weight=weights, clusters=groups) == compared(
        LABELS[there], fewer, sample_weight=weights[there], clusters=groups[there]
    )


def test_a_comparison_is_a_table_and_a_text():
    found = compared(baseline="good")
    frame = found.to_frame()
    assert frame.name.tolist() == ["noisy", "half"]
    assert frame.p_adjusted.tolist() == [one.p_adjusted for one in found.differences]
    first, *lines = str(found).splitlines()
    assert first == "AUCPR minus that of good (95 %, percentile bootstrap, 400 draws)"
    number = r"[+-]0\.\d{3}"
    assert re.fullmatch(
        rf"noisy  {number} \[{number}, {number}\]  p ≤ 0\.005, adjusted ≤ 0\.01", lines[0]
    )
    assert "adjusted" not in str(compared(y_score={"a": GOOD, "b": -GOOD}))
    assert re.fullmatch(r"noisy - good: -0\..*, p ≤ 0\.005", str(found.differences[0]))
    alike = compared(y_score={"a": GOOD, "b": GOOD + RNG.normal(size=200) / 9})
    assert re.search(r"  p = 0\.\d+$", str(alike))


@pytest.mark.parametrize("groups", [None, np.arange(200) // 2])
@pytest.mark.parametrize("metric", ["auroc", "aucpr"])
def test_p_is_below_1_minus_level_exactly_where_the_interval_excludes_0(metric, groups):
    rng = np.random.default_rng(11)
    models = {"a": rng.normal(size=200), "b": 0.3 * LABELS + rng.normal(size=200)}
    options = {"y_score": models, "metric": metric, "clusters": groups}
    p = compared(**options).differences[0].p
    assert 0.06 < p < 0.9
    for level, is_outside in ((1 - 1.001 * p, True), (1 - 0.999 * p, False)):
        (one,) = compared(level=level, **options).differences
        assert (one.low > 0) == (one.p < 1 - level) == is_outside


def test_a_seed_makes_draws_repeatable_and_leaves_the_global_state_alone():
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    assert compared() == compared()
    assert compared() != compared(seed=2)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_few_examples_are_warned_of_once():
    chosen = np.r_[0:14, 100:200]
    models = {name: scores[chosen] for name, scores in MODELS.items()}
    with pytest.warns(prp.FewExamplesWarning) as caught:
        found = compared(LABELS[chosen], models)
    (message,) = {str(one.message) for one in caught}
    assert len(caught) == 1
    assert message.startswith("20 positives or more are needed for intervals that hold their level")
    assert [one.warnings for one in found.differences] == [(message,)] * 2
    with pytest.warns(prp.FewExamplesWarning, match="AUPRG depends on the first prevalence"):
        compared(
            np.r_[LABELS, np.zeros(1000)],
            {"a": np.r_[GOOD, RNG.normal(size=1000)], "b": RNG.normal(size=1200)},
            metric="auprg",
        )


@pytest.mark.parametrize("weights", [None, 1.1 + np.sin(np.arange(200))])
def test_a_difference_that_no_draw_changes_is_doubtful_unless_models_are_equal(weights):
    models = {"best": LABELS, "same": 2 * LABELS, "worst": -LABELS}
    with pytest.warns(prp.FewExamplesWarning, match="^the difference is the same in all draws"):
        same, worst = compared(y_score=models, metric="auprg", sample_weight=weights).differences
    assert (same.low, same.high, same.warnings) == (0, 0, ())
    assert len(worst.warnings) == 1


CURVE = prp.ConfusionCurve.from_scores(LABELS, GOOD)
TWO = {"a": GOOD, "b": -GOOD}


@pytest.mark.parametrize(
    ("given", "kind", "sentence"),
    [
        ({"y_score": {"a": GOOD}}, ValueError, "compare needs two models or more, found one"),
        ({"y_score": GOOD}, ValueError, "compare needs two models or more, found one"),
        (
            {"y_score": np.c_[GOOD, GOOD]},
            TypeError,
            "compare needs labels and a dict of name to scores, or columns of data, found an "
            "array of shape (200, 2)",
        ),
        *(
            (
                given,
                TypeError,
                "compare needs labels and a dict of name to scores, or columns of data, found "
                "ConfusionCurves",
            )
            for given in (
                {"y_true": CURVE},
                {"y_true": [CURVE, CURVE]},
                {"y_true": {"a": CURVE, "b": CURVE}},
                {"y_score": {"a": CURVE, "b": CURVE}},
            )
        ),
        ({"baseline": "x"}, ValueError, "baseline 'x' is not among the models ('a', 'b')"),
        (
            {"baseline": ["long"] * 40},
            ValueError,
            f"baseline {brief(['long'] * 40)} is not among the models ('a', 'b')",
        ),
        (
            {"y_score": {"a": GOOD, "b": None}},
            TypeError,
            "model 'b': y_score is missing",
        ),
        ({"n_boot": 2.5}, ValueError, "n_boot must be a positive whole number, found 2.5"),
        (
            {"level": 0.99, "n_boot": 1000},
            ValueError,
            "level 0.99 needs n_boot of at least 2000, so that 10 draws lie beyond each end, found "
            "1000",
        ),
        ({"method": "bayesian"}, ValueError, "method must be one of 'bootstrap', found 'bayesian'"),
        (
            {"y_true": (np.arange(200) < 7).astype(int)},
            ValueError,
            "intervals need at least 10 positives and 10 negatives, found 7 positives",
        ),
        (
            {"clusters": np.arange(200) // 6},
            ValueError,
            "intervals need at least 10 positives and 10 negatives, found 7 clusters with "
            "positives",
        ),
        (
            {"clusters": np.arange(100)},
            ValueError,
            "y_true and clusters must have the same length, found 200 and 100",
        ),
        (
            {"y_true": np.c_[LABELS, 1 - LABELS]},
            ValueError,
            "compare needs labels of two classes, found a column for each class; pass the labels "
            "and scores of one class, y == class and {name: scores[:, i], ...}",
        ),
        (
            {"clusters": "patient"},
            TypeError,
            "'patient' names a column, but data is missing; pass data=table, or arrays",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(given, kind, sentence):
    with pytest.raises(kind, match=f"^{re.escape(sentence)}$"):
        compared(**{"y_score": TWO, **given})


def long_table(**others):
    """Return a table with a row for each model and example, as of `cv_scores`."""
    rows = pd.DataFrame({"y": LABELS, "fold": np.arange(200) % 4, "w": 1 + LABELS, **others})
    return pd.concat([rows.assign(model=key, s=scores) for key, scores in MODELS.items()])


LONG = {"y_true": "y", "y_score": "s", "hue": "model"}


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, lambda table: dict(table.items())])
def test_a_long_table_is_compared_as_columns_are(library):
    table = long_table(patient=np.arange(200) // 2)
    groups = {"sample_weight": 1.0 + LABELS, "clusters": np.arange(200) // 2}
    named = {"sample_weight": "w", "clusters": "patient", "data": library(table), **LONG}
    assert compared(**named) == compared(**groups)
    arrays = {key: table[name].to_numpy() for key, name in LONG.items()}
    assert compared(**arrays) == compared()
    some = ["half", "noisy"]
    found = compared(data=table, **LONG, hue_order=some)
    assert found == compared(y_score={name: MODELS[name] for name in some})


def test_rows_are_paired_within_folds_whose_order_may_differ():
    table = long_table()
    by_fold = table.sort_values("fold", kind="stable")
    order = np.argsort(np.arange(200) % 4, kind="stable")
    expected = compared(LABELS[order], {name: MODELS[name][order] for name in MODELS})
    turned = pd.concat([table[table.model == "noisy"], by_fold[by_fold.model != "noisy"]])
    for rows in (table, by_fold, turned):
        assert compared(data=rows, **LONG, units="fold") == expected


def test_a_row_that_lacks_the_score_of_one_model_is_left_out_for_all():
    table = long_table().reset_index(drop=True)
    table.loc[[3, 204], "s"] = np.nan
    kept = np.delete(np.arange(200), [3, 4])
    with pytest.warns(prp.MissingValuesWarning, match="2 of 200 rows left out"):
        found = compared(data=table, **LONG, missing="drop")
    assert found == compared(LABELS[kept], {name: of[kept] for name, of in MODELS.items()})


@pytest.mark.parametrize("plot", [prp.plot_comparison, prp.plot_difference])
def test_figures_of_comparisons_take_long_tables(plot):
    long = {"data": long_table(), "units": "fold", "seed": 1, **LONG}
    drawn = [plot(ax=Figure().subplots(), **one) for one in (long, {**long, "units": None})]
    drawn.append(plot(LABELS, MODELS, seed=1, ax=Figure().subplots()))
    names = [ax.get_legend_handles_labels()[1] or ax.get_yticklabels() for ax in drawn]
    assert len({str(one) for one in names}) == 1
    assert len({prp.describe(ax) for ax in drawn[1:]}) == 1


def without(row):
    return long_table().reset_index(drop=True).drop(index=row)


def changed(column, row, value):
    table = long_table(patient=np.arange(200) // 2).reset_index(drop=True)
    table[column] = table[column].astype(object)
    table.loc[row, column] = value
    return table


PAIRED = "rows of models are paired by their order, but 'noisy' and 'good' have different "
EACH = "each model needs a row for each example, but 'noisy' and 'good' have "


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"data": without(201)}, f"{EACH}200 and 199 rows"),
        ({"data": without(201), "units": "fold"}, f"{EACH}200 and 199 rows"),
        ({"data": changed("y", 206, 0)}, f"{PAIRED}labels; sort data by example"),
        (
            {"data": changed("y", 206, 0), "units": "fold"},
            f"{PAIRED}labels; sort data by example",
        ),
        ({"data": changed("y", 206, None)}, f"{PAIRED}labels; sort data by example"),
        (
            {"data": changed("w", 206, 9), "sample_weight": "w"},
            f"{PAIRED}weights; sort data by example",
        ),
        (
            {"data": changed("patient", 206, 0), "clusters": "patient"},
            f"{PAIRED}clusters; sort data by example",
        ),
        (
            {"data": changed("model", 206, None), "missing": "drop"},
            "hue holds 1 missing value (first at index 206); without it no row can be paired",
        ),
        ({"hue": None, "units": "fold"}, "hue_order and units go with hue, the column of models"),
        (
            {"y_score": ["s", "w"]},
            "hue goes with one column of scores as y_score, found ",
        ),
        ({"y_score": "good"}, "data has no column 'good'; the nearest: "),
        ({"hue": LABELS}, "y_true and hue must have the same length, found 600 and 200"),
        ({"hue_order": ["good"]}, "compare needs two models or more, found one"),
        ({"hue_order": ["good", "x"]}, "hue has no group 'x'; the nearest: "),
        ({"data": None}, "'y' names a column, but data is missing"),
        ({"data": None, "hue": None}, "'y' names a column, but data is missing"),
        ({"data": [1, 2], "hue": None}, "data must be a data frame or a dict of columns, found"),
    ],
)
def test_rows_that_do_not_belong_together_are_refused_in_one_sentence(given, sentence):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(sentence)}"):
        compared(**{"data": long_table(), **LONG, **given})


def test_unknown_metrics_are_refused():
    with pytest.raises(ValueError, match=r"^metric must be one of 'aucpr', .*, found 'f1'"):
        compared(metric="f1")


def test_equal_models_do_not_differ():
    (found,) = compared(y_score={"a": GOOD, "b": np.exp(GOOD)}).differences
    assert (found.estimate, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


def test_many_rows_are_compared_in_cells():
    rng = np.random.default_rng(1)
    labels = np.arange(40_000) < 4000
    shared = rng.normal(size=40_000) + labels
    models = {name: shared + rng.normal(size=40_000) / 3 for name in ("a", "b", "c")}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for metric in ("aucpr", "average_precision"):
            (found,) = compared(
                labels, {"a": models["a"], "b": models["b"]}, metric=metric
            ).differences
            assert found.low < found.estimate < found.high
            assert (found.high - found.low) < 0.05
    swapped = compared(labels, {"b": models["b"], "a": models["a"]}, metric="average_precision")
    (one,) = swapped.differences
    assert (one.estimate, one.low, one.high) == (-found.estimate, -found.high, -found.low)
    assert one.p == found.p
