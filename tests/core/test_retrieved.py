"""Curves of detections and searches: matches, false alarms, and the number of positives.

Scores are compared with their published definitions, in fractions, and with pycocotools and
trec_eval: with what these answered for stored cases, and with themselves where they are installed.
"""

import json
import pickle
import warnings
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.core.measures.score_definitions import INTERPOLATED, SCORES, drawn_scores
from prplot.core.uncertainty.bands import band_of
from prplot.core.uncertainty.draws import Resampling
from prplot.core.uncertainty.resampled import RetrievedSample

STORED = Path(__file__).parents[1] / "fixtures" / "retrieved.json"
from_retrieved = prp.ConfusionCurve.from_retrieved
REFUSED = "the number of negatives is not known"
FOUR = from_retrieved([1, 1, 0, 1], [0.9, 0.8, 0.7, 0.6], 5)
MANY = from_retrieved(np.arange(120) % 3 > 0, np.linspace(1, 0, 120), 100)


def drawn(seed):
    """Return matches, scores with ties, and the number of positives."""
    rng = np.random.default_rng(seed)
    size = rng.integers(1, 60)
    matches = rng.random(size) < rng.random()
    # Also totals at which recalls are hundredths.
    missed = rng.integers(0, 20) if seed % 3 else -int(matches.sum()) % 100
    return matches, rng.integers(0, rng.integers(1, 80), size), max(int(matches.sum() + missed), 1)


def in_order(scores):
    """Return scores without ties: of a tie the first is the highest, as programs sort them."""
    found = np.empty(len(scores))
    found[np.argsort(-np.asarray(scores), kind="stable")] = -np.arange(len(scores))
    return found


# Definitions


def points(matches, scores, positives):
    """Return recall and precision at each distinct score, the best first, in fractions."""
    for level in sorted(set(scores), reverse=True):
        found = [bool(m) for m, s in zip(matches, scores, strict=True) if s >= level]
        yield Fraction(sum(found), positives), Fraction(sum(found), len(found))


def highest(found, recall):
    return max((p for r, p in found if r >= recall), default=Fraction(0))


def coco(found):
    """Return the mean over the 101 recalls that pycocotools compares with, which are floats."""
    recalls = np.linspace(0, 1, 101).tolist()
    return sum(highest([(float(r), p) for r, p in found], at) for at in recalls) / 101


def voc07(found):
    return sum(highest(found, Fraction(i, 10)) for i in range(11)) / 11


def voc(found):
    recalls = [Fraction(0), *(r for r, _ in found)]
    return sum((b - a) * highest(found, b) for a, b in pairwise(recalls))


def step(found):
    recalls = [Fraction(0), *(r for r, _ in found)]
    return sum((b - a) * p for (a, b), (_, p) in zip(pairwise(recalls), found, strict=True))


DEFINITIONS = {"coco": coco, "voc": voc, "voc07": voc07, "step": step}


def test_each_average_precision_has_an_interpolation():
    curve, keys = from_retrieved(*drawn(5)), ["average_precision", *INTERPOLATED]
    found = {prp.average_precision(curve, interpolation=one) for one in DEFINITIONS}
    assert found == {SCORES[key].of(curve) for key in keys}
    assert len(found) == len(keys)


@pytest.mark.parametrize("interpolation", DEFINITIONS)
def test_average_precisions_are_those_of_their_definitions(interpolation):
    for seed in range(0, 1000, 20):
        given = drawn(seed)
        wanted = float(DEFINITIONS[interpolation](list(points(*given))))
        curve = from_retrieved(*given)
        assert prp.average_precision(curve, interpolation=interpolation) == pytest.approx(wanted)


@pytest.mark.parametrize("interpolation", DEFINITIONS)
def test_complete_data_have_the_same_average_precisions(interpolation):
    for seed in range(40):
        matches, scores, _ = drawn(seed)
        if 0 < matches.sum() < matches.size:
            found = list(points(matches, scores, int(matches.sum())))
            value = prp.average_precision(matches, scores, interpolation=interpolation)
            assert value == pytest.approx(float(DEFINITIONS[interpolation](found)))


@pytest.mark.parametrize("weight", [0.1, 0.3, 1 / 3, 7.7])
def test_equal_weights_change_nothing(weight):
    """Although their sums are rounded, and recalls with them."""
    for seed in range(30):
        matches, scores, positives = drawn(seed)
        curve = from_retrieved(matches, scores, positives)
        weights = np.full(matches.size, weight)
        weighted = from_retrieved(matches, scores, positives * weight, sample_weight=weights)
        wanted = prp.average_precision(curve, interpolation="voc07")
        assert prp.average_precision(weighted, interpolation="voc07") == pytest.approx(wanted)
        wanted = float(
            coco([(r + Fraction(1, 10**9), p) for r, p in points(matches, scores, positives)])
        )
        assert prp.average_precision(weighted, interpolation="coco") == pytest.approx(wanted)


# Other programs


def by_pycocotools(matches, scores, positives):
    """Return AP as pycocotools accumulates the matches of one image."""
    from pycocotools.cocoeval import COCOeval, Params

    one = COCOeval.__new__(COCOeval)
    one.params = one._paramsEval = Params(iouType="bbox")
    own = one.params
    own.imgIds, own.catIds, own.iouThrs = [1], [1], np.array([0.5])
    own.areaRng, own.areaRngLbl, own.maxDets = [[0, 1e10]], ["all"], [len(matches)]
    order = np.argsort(-np.asarray(scores), kind="mergesort")
    ids = np.where(matches, np.arange(1, len(matches) + 1), 0)[order][None]
    one.evalImgs = [
        {
            "image_id": 1,
            "dtMatches": ids,
            "dtScores": np.asarray(scores, float)[order].tolist(),
            "dtIgnore": np.zeros(ids.shape, bool),
            "gtIgnore": np.zeros(positives, int),
        }
    ]
    one.accumulate()
    return float(one.eval["precision"].mean())


def by_trec_eval(matches, scores, positives):
    """Return AP of a run; documents are named so that the first of a tie is ranked first."""
    import pytrec_eval

    names = [f"d{len(matches) - i:05}" for i in range(len(matches))]
    found = {name: int(match) for name, match in zip(names, matches, strict=True)}
    found |= {f"missed{i}": 1 for i in range(positives - int(np.sum(matches)))}
    run = dict(zip(names, map(float, scores), strict=True))
    answer = pytrec_eval.RelevanceEvaluator({"q": found}, {"map"}).evaluate({"q": run})
    return answer["q"]["map"]


PROGRAMS = {"pycocotools": (by_pycocotools, "coco"), "pytrec_eval": (by_trec_eval, "step")}


def test_average_precisions_are_those_that_other_programs_answered():
    for case in json.loads(STORED.read_text())["cases"]:
        matches = [mark == "1" for mark in case["matches"]]
        curve = from_retrieved(matches, in_order(case["scores"]), case["positives"])
        for program, (_, interpolation) in PROGRAMS.items():
            value = prp.average_precision(curve, interpolation=interpolation)
            assert value == pytest.approx(case[program], abs=1e-12)


@pytest.mark.parametrize("program", PROGRAMS)
def test_average_precisions_are_those_of_installed_programs(program):
    pytest.importorskip(program)
    compute, interpolation = PROGRAMS[program]
    for seed in range(1000):
        matches, scores, positives = drawn(seed)
        curve = from_retrieved(matches, in_order(scores), positives)
        value = prp.average_precision(curve, interpolation=interpolation)
        assert value == pytest.approx(compute(matches, scores, positives), abs=1e-12), seed


# Paths


def test_a_curve_ends_where_it_ends():
    assert FOUR.tp.tolist() == [0, 1, 2, 2, 3]
    assert FOUR.fp.tolist() == [0, 0, 0, 1, 1]
    assert FOUR.fn.tolist() == [5, 4, 3, 3, 2]
    assert FOUR.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.7, 0.6]
    assert FOUR.precision_at([0.5, 0.6]).tolist() == pytest.approx([2.5 / 3.5, 0.75])
    assert np.isnan(FOUR.precision_at([0.61, 1.0])).all()
    assert FOUR.recall_at([0.75, 0.5]).tolist() == pytest.approx([0.6, 0.6])
    alarms = from_retrieved([0, 0], [2, 1], 3)
    assert (alarms.recall.tolist(), alarms.precision.tolist()) == ([0, 0], [0, 0])
    assert prp.aucpr(alarms) == prp.average_precision(alarms, interpolation="coco") == 0
    assert "5 points, pos=5, negatives unknown, ends at tp=3, fp=1" in repr(FOUR)


def test_the_area_is_that_up_to_the_end():
    """The same as of complete data in which all the rest is negative, up to that recall."""
    for seed in range(80):
        matches, scores, positives = drawn(seed)
        curve = from_retrieved(matches, scores, positives)
        end = matches.sum() / positives
        if 0 < end < 1:
            rest = from_retrieved(matches, scores, positives, negatives=10**6)
            wanted = prp.aucpr(rest, recall_range=(0, end))
            assert prp.aucpr(curve) == pytest.approx(wanted)
            assert prp.aucpr(curve, recall_range=(end / 2, 1)) == pytest.approx(
                prp.aucpr(rest, recall_range=(end / 2, end))
            )
            assert prp.aucpr(curve, recall_range=(end, 1)) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("weight", [None, 2, 0.3])
def test_with_negatives_the_rest_is_one_tie_as_scores_of_minus_infinity_are(weight):
    for seed in range(40):
        matches, scores, positives = drawn(seed)
        missed, others = positives - matches.sum(), 7
        labels = np.concatenate([matches, np.ones(missed, bool), np.zeros(others, bool)])
        every = np.append(scores.astype(float), np.full(missed + others, -np.inf))
        weights = None if weight is None else np.full(labels.size, weight)
        whole = prp.ConfusionCurve.from_scores(labels, every, sample_weight=weights)
        totals = {"positives": whole.pos, "negatives": whole.neg}
        own = None if weight is None else weights[: matches.size]
        curve = from_retrieved(matches, scores, **totals, sample_weight=own)
        for name in ("tp", "fp", "thresholds"):
            np.testing.assert_allclose(getattr(curve, name), getattr(whole, name))
        if curve.neg:
            assert prp.auprg(curve) == pytest.approx(prp.auprg(whole), nan_ok=True)


def test_nothing_is_left_over_where_all_was_retrieved():
    curve = from_retrieved([1, 0, 1], [3, 2, 1], 2, negatives=1)
    assert curve.thresholds.tolist() == [np.inf, 3, 2, 1]
    tenth = from_retrieved([1, 0, 1, 1], [4, 3, 2, 1], 0.3, negatives=0.1, sample_weight=[0.1] * 4)
    assert np.isfinite(tenth.thresholds[1:]).all()


def test_curves_are_copied_whole():
    again = pickle.loads(pickle.dumps(FOUR))
    assert repr(again) == repr(FOUR)
    assert again.precision.tolist() == FOUR.precision.tolist()
    assert not again.tp.flags.writeable


# What is refused


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (
            ([1, 1], [2, 1], 1),
            {},
            "positives must count all of them, retrieved or not, found 1 bes",
        ),
        (([0, 0], [2, 1], 1), {"negatives": 1}, "negatives must .* found 1 beside 2 false alarms"),
        (
            ([0, 0], [2, 1], 0),
            {},
            "positives must be above 0; without positives there is no recall",
        ),
        (([1], [1], -1), {}, "positives must be a finite number, 0 or more, found -1"),
        (
            ([1, 0], [1, -np.inf], 3),
            {},
            "y_score holds -inf, but only what was retrieved has a row",
        ),
        (
            ([1, 0], [1, np.nan], 3),
            {},
            r"y_score holds 1 NaN or \+inf value .*; all must be finite \(missing",
        ),
        (([1, 2], [1, 2], 3), {}, r"is_match holds 2 labels \(1, 2\); it must hold True and False"),
        (([1], [1, 2], 3), {}, "is_match and y_score must have the same length, found 1 and 2"),
        (([], [], 3), {}, "is_match is empty; at least one example is needed"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(given, options, message):
    with pytest.raises(ValueError, match=message):
        from_retrieved(*given, **options)


def test_rows_that_were_left_out_are_told_by_their_names():
    with pytest.warns(prp.MissingValuesWarning, match="1 in is_match$"):
        from_retrieved([1, None], [2, 1], 3, missing="drop")


NEED_NEGATIVES = {
    "neg": lambda curve: curve.neg,
    "prevalence": lambda curve: curve.prevalence,
    "tn": lambda curve: curve.tn,
    "fpr": lambda curve: curve.fpr,
    "recall_gain": lambda curve: curve.recall_gain,
    "precision_gain": lambda curve: curve.precision_gain,
    "hull": lambda curve: curve.hull(),
    "at_prevalence": lambda curve: curve.at_prevalence(0.1),
    "dominates": lambda curve: curve.dominates(curve),
    "auroc": prp.auroc,
    "part of auroc": lambda curve: prp.auroc(curve, fpr_range=(0, 0.1)),
    "aucnpr": prp.aucnpr,
    "auprg": prp.auprg,
    "expected_f_gain": prp.expected_f_gain,
    "normalized AP": prp.normalized_average_precision,
    "average_curve": lambda curve: prp.average_curve([curve, curve]),
    "operating_conditions": prp.operating_conditions,
    "a point by fpr": lambda curve: prp.operating_point(curve, fpr=0.1),
    "a point by rate": lambda curve: prp.operating_point(curve, rate=0.1),
    "plot_roc": prp.plot_roc,
    "plot_roc without scores": lambda curve: prp.plot_roc(curve, score=None, show_chance=False),
    "plot_npr": prp.plot_npr,
    "plot_prg": prp.plot_prg,
    "plot_spaces": prp.plot_spaces,
    "plot_hull": prp.plot_hull,
    "plot_f_gain": prp.plot_f_gain,
    "plot_downsampling": prp.plot_downsampling,
    "chance": lambda curve: prp.plot_pr(curve, show_chance=True),
    "baseline": lambda curve: prp.plot_pr(curve, show_baseline=True),
    "show_hull": lambda curve: prp.plot_pr(curve, show_hull=True),
    "AUROC": lambda curve: prp.plot_pr(curve, score="auroc"),
    "MCC": lambda curve: prp.plot_pr(curve, score="max_mcc"),
    "prevalence=": lambda curve: prp.plot_pr(curve, prevalence=0.1),
    "folds": lambda curve: prp.plot_pr([curve, curve]),
    "folds alone": lambda curve: prp.plot_pr([curve, curve], estimator=None),
    "specificity": lambda curve: prp.plot_thresholds(curve, metrics=["specificity"]),
    "rate": lambda curve: prp.plot_thresholds(curve, x="rate"),
}


@pytest.mark.parametrize("need", NEED_NEGATIVES)
def test_what_needs_negatives_is_refused_before_anything_is_drawn(need):
    with pytest.raises(ValueError, match=REFUSED):
        NEED_NEGATIVES[need](MANY)
    assert all(not ax.lines and not ax.get_xlabel() for ax in plt.gcf().axes)
    # Of the same curve with negatives it is not.
    known = from_retrieved(np.arange(120) % 3 > 0, np.linspace(1, 0, 120), 100, negatives=1000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        NEED_NEGATIVES[need](known)


# What they are good for


def test_scores_are_found_by_name_and_shown_in_tables():
    names = ["coco_ap", "voc_ap", "voc07_ap", "max_f1", "precision@k=3", "max_mcc"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        row = prp.summary({"a": FOUR}, score=names).loc["a"]
    undefined = ["n", "prevalence", "AUROC", "AUCPR_MIN", "AUCNPR", "AP_MIN", "AUPRG", "E[FG1]"]
    assert row[row.isna()].index.tolist() == [*undefined, "max MCC"]
    assert row["COCO AP"] == pytest.approx((41 + 20 * 0.75) / 101)
    assert row["VOC07 AP"] == pytest.approx((5 + 2 * 0.75) / 11)
    assert row["Precision at top 3"] == pytest.approx(2 / 3)
    worst = prp.ConfusionCurve.from_counts([0], [1], 0, 2)
    assert SCORES["coco_ap"].of(worst) == SCORES["voc_ap"].of(worst) == 0


def test_the_table_has_what_is_known():
    table = FOUR.to_frame()
    assert list(table) == ["threshold", "tp", "fp", "fn", "recall", "precision"]
    assert isinstance(table, pd.DataFrame)


def test_points_are_chosen_by_what_is_known():
    point = prp.operating_point(FOUR, precision=0.7)
    assert (point.threshold, point.tp, point.fp, point.fn) == (0.6, 3, 1, 2)
    assert np.isnan([point.tn, point.fpr, point.specificity, point.mcc]).all()
    assert prp.best_threshold(FOUR).threshold == 0.6
    for count in (1, 2, 3, 4):
        point = prp.operating_point(FOUR, predicted_positives=count)
        assert point.tp + point.fp == count


def test_figures_show_the_curves_and_no_region():
    known = from_retrieved([1, 0, 1], [3, 2, 1], 4, negatives=16)
    ax = prp.plot_pr({"one": MANY, "other": known}, score=["aucpr", "coco_ap"])
    words = prp.describe(ax, level="long")
    assert "4 to 100 positives" in words
    # The region is that of the curve that has a prevalence.
    assert words.count("No model can reach") == 1
    assert "at prevalence 0.2" in words
    ax = prp.plot_pr(MANY, show_isometrics=True, thresholds=[0.5], ax=plt.figure().gca())
    assert ax.lines[0].get_xdata()[-1] == pytest.approx(0.8)
    assert prp.describe(ax).startswith("One PR curve of precision against recall, 100 positives.")
    assert "No model can reach" not in prp.describe(ax, level="long")
    readout = ax.format_coord(0.5, 0.5)
    assert "threshold" in readout
    assert "achievable" not in readout
    prp.plot_pr(MANY, color="threshold", show_points=True, ax=plt.figure().gca())
    prp.plot_thresholds(MANY, ax=plt.figure().gca())
    for number in plt.get_fignums():
        plt.figure(number).canvas.draw()


def test_all_points_are_marked_but_the_start():
    ax = prp.plot_pr(FOUR, show_points=True)
    assert ax.lines[-1].get_xdata().tolist() == [0.2, 0.4, 0.4, 0.6]


def test_the_view_in_notebooks_shows_what_is_known():
    view = FOUR._repr_html_()
    assert "negatives unknown" in view
    assert "AUCPR" in view
    assert "AUROC" not in view
    assert "unachievable" not in view


# Clusters, such as images


def detector(images, seed=0, share=0.7, gap=1.2):
    """Return the matches, scores and images of detections, and the objects of each image."""
    rng = np.random.default_rng(seed)
    objects, alarms = rng.poisson(1.5, images), rng.poisson(2, images)
    found = rng.binomial(objects, share)
    image = np.concatenate([np.repeat(np.arange(images), count) for count in (found, alarms)])
    is_match = np.arange(image.size) < found.sum()
    scores = (rng.normal(size=image.size) + gap * is_match).round(1)
    return is_match, scores, image, objects


def in_clusters(*given, **options):
    is_match, scores, image, objects = detector(*given, **options)
    return from_retrieved(is_match, scores, dict(enumerate(objects.tolist())), clusters=image)


def test_clusters_change_nothing_of_the_curve():
    is_match, scores, image, objects = detector(80)
    plain = from_retrieved(is_match, scores, objects.sum())
    for positives in (dict(enumerate(objects)), pd.Series(objects)):
        curve = from_retrieved(is_match, scores, positives, clusters=image)
        assert curve.pos == plain.pos
        for name in ("tp", "fp", "thresholds", "precision"):
            assert getattr(curve, name).tolist() == getattr(plain, name).tolist()
    again = pickle.loads(pickle.dumps(curve))
    few = {"level": 0.5, "n_boot": 40, "seed": 0}
    assert prp.interval(again, **few) == prp.interval(curve, **few)


def test_a_draw_is_the_curve_of_weighted_clusters():
    is_match, scores, image, objects = detector(40)
    sample = RetrievedSample(in_clusters(40))
    how = Resampling(0.5, 40, np.random.SeedSequence(3))
    at = np.array([0.1, 0.3, 0.5, 0.9])
    found, precision = sample.draws(drawn_scores(sample.curve), how, at)
    rng = np.random.default_rng(how.stream)
    for i in range(20):
        masses = rng.standard_exponential(40)
        total = float(masses @ objects)
        curve = from_retrieved(is_match, scores, total, sample_weight=masses[image])
        for key, drawn_values in found.items():
            assert drawn_values[i] == pytest.approx(SCORES[key].of(curve), rel=1e-12)
        assert precision[i] == pytest.approx(curve.precision_at(at), rel=1e-12, nan_ok=True)


def test_intervals_are_the_same_wherever_they_are_asked_for():
    curves = {"good": in_clusters(100), "worse": in_clusters(100, seed=1, gap=0.5)}
    options = {"errorbar": ("ci", 80), "n_boot": 100, "seed": 1}
    table = prp.summary(curves, score="coco_ap", **options)
    assert (table["COCO AP 10 %"] < table["COCO AP"]).all()
    assert (table["COCO AP"] < table["COCO AP 90 %"]).all()
    assert table.filter(regex="AUROC .* %").isna().all(axis=None)
    found = prp.interval(curves["good"], metric="coco_ap", level=0.8, n_boot=100, seed=1)
    assert "prevalence" not in str(found)
    assert found.effective_pos == np.count_nonzero(detector(100)[3])
    ax = prp.plot_pr(curves, score="coco_ap", **options)
    row = table.loc["good"]
    words = "{:.3f} [{:.3f}, {:.3f}]".format(*row[["COCO AP", "COCO AP 10 %", "COCO AP 90 %"]])
    assert words in prp.describe(ax)
    # More images, narrower intervals.
    assert prp.interval(in_clusters(900), level=0.8, n_boot=100).width < found.width / 2


def test_a_band_contains_the_curve_and_ends_where_draws_do():
    curve = in_clusters(60)
    band = band_of(curve, RetrievedSample(curve), "ci", Resampling(n_boot=400))
    end = band.upper.recall[-1]
    assert curve.recall[-1] - 0.2 < end < curve.recall[-1]
    inside = (curve.recall >= 0.05) & (curve.recall <= end)
    at = curve.recall[inside]
    assert (band.lower.precision_at(at) <= curve.precision_at(at) + 1e-9).all()
    assert (curve.precision_at(at) <= band.upper.precision_at(at) + 1e-9).all()
    # At the foot of a drop, too.
    assert (band.lower.precision_at(at) <= curve.precision[inside] + 1e-9).all()


def test_a_curve_that_ends_early_has_an_interval_but_no_band():
    images = np.arange(60)
    curve = from_retrieved(images % 30 == 0, -images, dict.fromkeys(images, 5), clusters=images)
    assert prp.interval(curve, level=0.5, n_boot=40, seed=0).high < 0.05
    with pytest.raises(ValueError, match=r"starts at recall 0.05.* ends at recall 0.00667"):
        prp.plot_pr(curve, errorbar=("ci", 50), n_boot=40)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"positives": 4},
            "clusters= and the positives of each .* found positives 4 with clusters",
        ),
        ({"clusters": None}, "go together, found positives .* without clusters"),
        ({"clusters": ["a"]}, r"clusters and y_score must be .* found shapes \(1,\) and \(3,\)"),
        ({"clusters": ["a", "a", "c"]}, "positives must have a number .* found none for 'c'"),
        ({"clusters": ["a", None, "b"]}, "clusters holds 1 missing value .* each item needs one"),
        ({"positives": {"a": 1, "b": 5}}, r"positives\['a'\] must count all of them, .* 2 matches"),
        ({"positives": {"a": 2, "b": -1}}, r"positives\['b'\] must be a finite number"),
        ({"negatives": 9}, "negatives can't be given beside clusters"),
        ({"sample_weight": [1, 1, 1]}, "sample_weight can't be given beside clusters"),
    ],
)
def test_wrong_clusters_are_refused_in_one_sentence(change, message):
    given = {"positives": {"a": 2, "b": 0}, "clusters": ["a", "a", "b"], **change}
    with pytest.raises((ValueError, TypeError), match=message):
        from_retrieved([1, 1, 0], [3, 2, 1], **given)


def test_clusters_are_left_out_with_their_rows():
    each = {"a": 2, "b": 0}
    with pytest.warns(prp.MissingValuesWarning, match="1 in clusters$"):
        curve = from_retrieved([1, 1], [2, 1], each, clusters=["a", None], missing="drop")
    assert curve.tp.tolist() == [0, 1]


NO_INTERVAL = {
    "interval": (prp.interval, "need their clusters, such as images or queries"),
    "summary": (lambda curve: prp.summary(curve, errorbar="ci"), None),
    "plot_pr": (lambda curve: prp.plot_pr(curve, errorbar="ci"), "need their clusters"),
}


@pytest.mark.parametrize("call", NO_INTERVAL)
def test_without_clusters_there_is_no_interval(call):
    function, message = NO_INTERVAL[call]
    if message is None:
        with pytest.warns(prp.FewExamplesWarning, match="need their clusters"):
            assert np.isnan(function(MANY)["AUCPR 2.5 %"].item())
        return
    with pytest.raises(ValueError, match=message):
        function(MANY)


def test_what_retrieved_items_have_no_interval_of():
    curve = in_clusters(40)
    with pytest.raises(ValueError, match=r"metric must be one of .*'coco_ap'.*, found 'auroc'"):
        prp.interval(curve, metric="auroc")
    with pytest.raises(ValueError, match=r"metric must be one of .*'auprg', found 'coco_ap'"):
        prp.interval([1, 0], [1, 0], metric="coco_ap")
    for method in ("bootstrap", "logit"):
        with pytest.raises(ValueError, match=f"method 'bayesian' only, found '{method}'"):
            prp.interval(curve, method=method)
    with pytest.raises(ValueError, match="'simultaneous' needs complete data"):
        prp.plot_pr(curve, errorbar="simultaneous")
    with pytest.raises(ValueError, match="at least 10 clusters with positives, found 6"):
        prp.interval(in_clusters(8))
    with pytest.warns(prp.FewExamplesWarning, match="12 clusters with positives; with fewer than"):
        prp.interval(in_clusters(16), level=0.5, n_boot=40)
