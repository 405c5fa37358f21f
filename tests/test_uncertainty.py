"""Intervals of users' data: interval, and summary with intervals."""

import warnings

import numpy as np
import pandas as pd
import pytest
import tqdm

import prplot as prp
from prplot.core.cells import Cells

RNG = np.random.default_rng(3)
LABELS = np.repeat([1, 0], [40, 160])
SCORES = RNG.normal(size=200) + 1.5 * LABELS
WEIGHTS = RNG.random(200) + 0.5
CURVE = prp.ConfusionCurve.from_scores(LABELS, SCORES)
SHARES = prp.ConfusionCurve.from_rates([0, 0.2, 1], [0, 0.8, 1], 0.3)


def interval(*args, n_boot=400, seed=0, **options):
    return prp.interval(*(args or (LABELS, SCORES)), n_boot=n_boot, seed=seed, **options)


def test_an_interval_unpacks_contains_and_says_what_it_is():
    found = interval(metric=prp.auroc, level=0.9)
    low, high = found
    assert (low, high) == (found.low, found.high)
    assert found.estimate == prp.auroc(LABELS, SCORES)
    assert found.estimate in found
    assert 1.5 not in found
    assert found.width == high - low
    assert str(found) == (
        f"AUROC {found.estimate:.3f} [{low:.3f}, {high:.3f}] "
        "(90 %, Bayesian bootstrap, at prevalence 0.2)"
    )
    assert (found.effective_pos, found.effective_neg, found.n_boot) == (40, 160, 400)


@pytest.mark.parametrize("seed", [5, np.random.SeedSequence(5), lambda: np.random.default_rng(5)])
def test_seeds_of_every_kind_repeat_and_a_generator_moves_on(seed):
    make = seed if callable(seed) else lambda: seed
    assert interval(seed=make()) == interval(seed=make())
    generator = np.random.default_rng(5)
    assert interval(seed=generator) != interval(seed=generator)


def test_what_was_counted_and_what_was_scored_have_the_same_interval():
    assert interval(CURVE) == interval()
    summary = prp.summary({"a": CURVE}, errorbar="ci", n_boot=400, seed=0)
    for head, metric in (("AUROC", "auroc"), ("AP", "average_precision"), ("AUPRG", "auprg")):
        ends = summary[[f"{head} 2.5 %", f"{head} 97.5 %"]].iloc[0]
        assert tuple(ends) == tuple(interval(metric=metric))
    curves = {"a": CURVE, "b": CURVE.hull()}
    with pytest.warns(prp.FewExamplesWarning, match="'b': a hull has no interval"):
        more = prp.summary(curves, errorbar="ci", n_boot=400, seed=0)
    assert more.loc["b"].filter(like="%").isna().all()
    pd.testing.assert_series_equal(more.loc["a"], summary.loc["a"])
    heads = list(summary)
    assert heads[heads.index("AUROC") :][:3] == ["AUROC", "AUROC 2.5 %", "AUROC 97.5 %"]


def test_weights_are_of_sampling_and_lower_the_effective_numbers():
    kish = WEIGHTS[:40].sum() ** 2 / (WEIGHTS[:40] ** 2).sum()
    for method in ("bayesian", "bootstrap"):
        weighted = interval(LABELS, SCORES, sample_weight=WEIGHTS, method=method)
        assert weighted.effective_pos == pytest.approx(kish)
        with pytest.raises(ValueError, match=r"found 5 positives$"):
            interval(LABELS[35:], SCORES[35:], sample_weight=np.full(165, 0.3), method=method)
        with pytest.raises(ValueError, match=r"found 9\.9 effective positives$"):
            interval(LABELS[30:], SCORES[30:], sample_weight=[1.02] + [1] * 169, method=method)
    # Twice the weights are no more rows; twice the counts are.
    assert interval(LABELS, SCORES, sample_weight=np.full(200, 2)).width == pytest.approx(
        interval().width, rel=1e-9
    )
    twice = prp.ConfusionCurve.from_counts(2 * CURVE.tp, 2 * CURVE.fp, 80, 320)
    assert interval(twice).width < 0.85 * interval().width


def test_rows_of_a_cluster_count_once():
    rows = np.tile(np.arange(200), 4)
    copies = interval(LABELS[rows], SCORES[rows], clusters=rows, seed=1)
    assert copies.effective_pos == 40
    assert copies.width == pytest.approx(interval(seed=1).width, rel=0.3)
    assert interval(LABELS[rows], SCORES[rows]).width < 0.7 * copies.width
    # Values of several types are clusters, too; a row of no weight belongs to none.
    mixed = np.array([*range(100), *map(str, range(100))], dtype=object)
    weights = np.where(np.arange(200) == 0, 0, 1)
    found = interval(LABELS, SCORES, clusters=mixed, sample_weight=weights)
    assert found.effective_pos == 39


def test_the_table_takes_clusters_of_a_column_in_each_group():
    table = pd.DataFrame({"y": LABELS, "s": SCORES, "who": np.arange(200) // 2})
    table = pd.concat([table.assign(site="a"), table.assign(site="b")])
    given = {"data": table, "hue": "site", "errorbar": ("ci", 80), "n_boot": 400, "seed": 0}
    found = prp.summary("y", "s", **given, clusters="who")
    assert (found["AUPRG 90 %"] > found["AUPRG"]).all()
    with pytest.warns(prp.FewExamplesWarning, match="'a', 'b': 10 clusters with positives; 20"):
        prp.summary("y", "s", **given, clusters=np.tile(np.arange(200) // 4, 2))


@pytest.mark.parametrize("method", ["bayesian", "bootstrap", "delong", "logit"])
def test_methods_agree_on_many_rows(method):
    labels = np.repeat([1, 0], [1000, 3000])
    scores = np.random.default_rng(0).normal(size=4000) + labels
    metric = "auroc" if method == "delong" else "aucpr"
    found, usual = (interval(labels, scores, metric=metric, method=m) for m in (method, "bayesian"))
    assert found.width == pytest.approx(usual.width, rel=0.9 if method == "logit" else 0.15)
    assert (found.n_boot is None) == (method not in ("bayesian", "bootstrap"))


def test_random_numbers_of_positives_make_it_wider():
    wide, narrow = (interval(sampling=one, n_boot=4000) for one in ("simple", "stratified"))
    assert wide.width > 1.05 * narrow.width
    assert interval(metric="auroc", sampling="simple") != interval(metric="auroc")


def test_a_scan_is_as_uncertain_as_its_data_and_what_it_leaves_open():
    frame = pd.DataFrame({"y": LABELS, "s": SCORES})
    exact = prp.scan(frame, y_true="y", y_score="s", progress=False)
    assert tuple(interval(exact)) == pytest.approx(tuple(interval()), abs=1e-11)
    # The same scores in cells of 0.2, within which no order is known.
    cell = np.floor(SCORES / 0.2)
    low, place = np.unique(cell, return_inverse=True)
    pos, neg = (np.bincount(place[rows], minlength=low.size) for rows in (LABELS == 1, LABELS == 0))
    cells = Cells.cumulated(low * 0.2, low * 0.2 + 0.19, pos, neg)
    coarse = prp.ScannedCurve.from_cells(cells)
    for metric in ("aucpr", "auroc", "auprg", "average_precision", "aucnpr"):
        narrow, wide = (interval(*of, metric=metric) for of in ((LABELS, SCORES), (coarse,)))
        low, high = coarse.bounds(metric)
        assert wide.width > narrow.width + 0.5 * (high - low)
        assert wide.low < narrow.low
        assert wide.high > narrow.high


@pytest.mark.parametrize("is_table", [False, True])
def test_a_bar_counts_the_draws_of_both_sides_of_a_scan(is_table, monkeypatch):
    counts = np.array([60, 30, 9])
    ends = np.arange(3.0)
    cells = Cells.cumulated(ends, ends + 0.5, counts, counts[::-1])
    bars = []

    class Bar(tqdm.tqdm):
        def close(self):
            bars.append((self.n, self.total))
            super().close()

    monkeypatch.setattr(tqdm, "tqdm", Bar)
    curve = prp.ScannedCurve.from_cells(cells)
    if is_table:
        prp.summary({"a": curve}, errorbar="ci", n_boot=400)
    else:
        interval(curve)
    assert set(bars) - {(1, 1)} == {(800, 800)}


WARNED = {
    "20 positives or more are needed for intervals that hold their level, found 14": (14, 60, {}),
    "20 negatives or more are needed": (60, 14, {}),
    r"AUPRG depends on the first prevalence \* positives = 0.5 true positives; below 2": (
        25,
        1225,
        {"metric": "auprg"},
    ),
    # Weights that differ among the negatives tell of positives that were thinned to none.
    "AUROC depends on the positives with low scores: with uneven weights 50": (
        30,
        100,
        {"metric": "auroc", "sample_weight": np.repeat([1, 2], [80, 50])},
    ),
}


@pytest.mark.parametrize(("sentence", "case"), WARNED.items())
def test_few_examples_warn_once_and_in_the_result(sentence, case):
    pos, neg, options = case
    labels = np.repeat([1, 0], [pos, neg])
    scores = np.random.default_rng(0).normal(size=pos + neg) + labels
    with pytest.warns(prp.FewExamplesWarning, match=sentence) as caught:
        found = interval(labels, scores, **options)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert any(sentence[:20].replace("\\", "") in one for one in found.warnings)


def test_published_points_say_how_much_order_they_leave_unknown():
    curve = prp.ConfusionCurve.from_counts([20, 37], [5, 30], 50, 400)
    with pytest.warns(prp.FewExamplesWarning, match="order of 100 % of the positives is known"):
        interval(curve)


def test_one_class_has_no_ends_and_few_rows_of_a_table_have_none():
    with pytest.warns(prp.UndefinedMetricWarning) as alone:
        prp.summary([0] * 50, np.arange(50), errorbar="ci", n_boot=400)
    assert len(alone) == 1
    with pytest.warns(prp.UndefinedMetricWarning):
        found = interval([0] * 50, np.arange(50), metric="aucpr")
    assert found.estimate == 0
    assert np.isnan([found.low, found.high]).all()
    curves = {"large": CURVE, "small": prp.ConfusionCurve.from_scores(LABELS[35:], SCORES[35:])}
    with pytest.warns(
        prp.FewExamplesWarning, match="'small': intervals need at least 10"
    ) as caught:
        table = prp.summary(curves, errorbar="ci", n_boot=400, seed=0)
    assert len(caught) == 1
    assert table.loc["small"].filter(like="%").isna().all()
    assert table.loc["large"].notna().all()


REFUSED = {
    "y_true must be labels or one ConfusionCurve here, found a dict": (({"a": CURVE},), {}),
    "10 negatives, found 1 effective negative": (
        (LABELS, SCORES),
        {"sample_weight": np.r_[np.ones(199), 1e9]},
    ),
    "intervals need counts of examples, but the curve holds shares": ((SHARES,), {}),
    "a hull has no interval: its thresholds were chosen on the same data; pass the curve": (
        (CURVE.hull(),),
        {"method": "logit"},
    ),
    "the curve holds masses that are not whole; pass y_true, y_score and sample_weight": (
        (prp.ConfusionCurve.from_scores(LABELS, SCORES, sample_weight=WEIGHTS),),
        {},
    ),
    "intervals need at least 10 positives and 10 negatives, found 5 positives": (
        (LABELS[35:], SCORES[35:]),
        {},
    ),
    "found 7 clusters with positives": (
        (LABELS, SCORES),
        {"clusters": np.where(LABELS == 1, np.arange(200) % 7, np.arange(200))},
    ),
    "metric must be one of 'aucpr'": ((LABELS, SCORES), {"metric": "f1"}),
    "method must be one of 'bayesian'": ((LABELS, SCORES), {"method": "bca"}),
    "sampling must be one of 'stratified', 'simple'": ((LABELS, SCORES), {"sampling": "random"}),
    "method 'delong' goes with metric 'auroc', found 'aucpr'": (
        (LABELS, SCORES),
        {"method": "delong"},
    ),
    "method 'logit' goes with metric 'aucpr', found 'auroc'": (
        (LABELS, SCORES),
        {"method": "logit", "metric": "auroc"},
    ),
    "method 'logit' needs sampling='stratified', found 'simple'": (
        (LABELS, SCORES),
        {"method": "logit", "sampling": "simple"},
    ),
    "method 'delong' supports no clusters; use 'bayesian'": (
        (LABELS, SCORES),
        {"method": "delong", "metric": "auroc", "clusters": LABELS},
    ),
    "clusters can't be given beside a ConfusionCurve": ((CURVE,), {"clusters": LABELS}),
    "y_true and clusters must have the same length, found 200 and 3": (
        (LABELS, SCORES),
        {"clusters": [1, 2, 3]},
    ),
    "n_boot must be a positive whole number, found 2.5": ((LABELS, SCORES), {"n_boot": 2.5}),
    "level 0.99 needs n_boot of at least 2000, so that 10 draws lie beyond each end, found 1000": (
        (LABELS, SCORES),
        {"level": 0.99, "n_boot": 1000},
    ),
    "level must be a number strictly between 0 and 1, found 95": ((LABELS, SCORES), {"level": 95}),
    "seed must be a nonnegative whole number": ((LABELS, SCORES), {"seed": -1}),
}


@pytest.mark.parametrize(("sentence", "call"), REFUSED.items())
def test_wrong_input_is_refused_in_one_sentence(sentence, call):
    with pytest.raises((ValueError, TypeError)) as caught:
        interval(*call[0], **call[1])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


REFUSED_IN_TABLES = {
    "errorbar 'simultaneous' is a band of a whole curve; a table has 'ci'": {
        "errorbar": "simultaneous"
    },
    "errorbar 'ci' must have a level in percent in [1, 100), found 0.95; write ('ci', 95)": {
        "errorbar": ("ci", 0.95)
    },
    "errorbar must be 'ci', ('ci', level in percent) or None, found 'sd'; with units= prp.": {
        "errorbar": "sd"
    },
    "level in percent) or None, found ('ci', 95, 3)": {"errorbar": ("ci", 95, 3)},
    "level in percent) or None, found 5": {"errorbar": 5},
    "clusters goes with errorbar='ci'": {"clusters": LABELS},
}


@pytest.mark.parametrize(("sentence", "options"), REFUSED_IN_TABLES.items())
def test_tables_refuse_other_error_bars(sentence, options):
    with pytest.raises((ValueError, TypeError)) as caught:
        prp.summary(LABELS, SCORES, **options)
    assert sentence in str(caught.value)


def test_a_bar_appears_only_if_it_takes_long(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        interval()
    assert capsys.readouterr().err == ""
