"""Every number of docs/ten_tools.md, each by a few lines of its own, and the two figures."""

import re
import runpy
from math import log
from pathlib import Path

import numpy as np
import pytest

import prplot as prp
from tests.cases import slowly

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "ten_tools.md").read_text(encoding="utf-8")
REFERENCE = ROOT / "tests" / "fixtures" / "reference"
COUNTS = [78124, 269661], [13913, 566487]  # tp and fp of the first scenario


def rows_of(columns):
    """Return the cells of the tables of the page that have this number of columns."""
    lines = [line[2:-1].split("|") for line in PAGE.splitlines() if line[:2] == "| "]
    _, _, *rows = [cells for cells in lines if len(cells) == columns]
    return [[cell.strip() for cell in cells] for cells in rows]


RANKINGS = rows_of(8)


def data(ranking):
    """Return labels and scores of a row of the table of rankings."""
    scores, labels = (np.array(cell.split(), int) for cell in ranking[:2])
    return labels, scores


def counts(y_true, y_score):
    """Return tp and fp at each distinct score, the highest first."""
    cuts = np.unique(y_score)[::-1]
    called = y_score >= cuts[:, None]
    return (called & (y_true == 1)).sum(axis=1), (called & (y_true == 0)).sum(axis=1)


def chords(recall, precision):
    return np.trapezoid(precision, recall)


def chords_from_0_1(tp, fp):
    return chords(np.r_[0, tp / tp[-1]], np.r_[1, tp / (tp + fp)])


def mleval(tp, fp):
    return chords(tp / tp[-1], tp / (tp + fp))


def perfmeas(labels):
    tp = np.cumsum(labels)
    return chords(tp / tp[-1], tp / np.arange(1, tp.size + 1))


def rocr(tp, fp, *, in_order=False):
    tp, first = np.unique(np.r_[0, tp], return_index=True)
    fp = np.r_[0, fp][first]
    recall, precision = (tp / tp[-1]).tolist(), [1, *(tp[1:] / (tp + fp)[1:])]
    added = 0
    for i, gap in enumerate(np.diff(tp)):
        if gap > 2:
            more, at = np.arange(1, gap + 1), i + 1 + added * in_order
            called = tp[i] + fp[i] + more * (1 + (fp[i + 1] - fp[i]) / gap)
            recall[at:at] = (tp[i] + more) / tp[-1]
            precision[at:at] = (tp[i] + more) / called
            added += gap
    return chords(recall, precision)


def keras(y_true, y_score):
    """Return the area of Keras: its cuts, and its formula in true and all called positives."""
    cuts = np.r_[-1e-7, np.arange(1, 199) / 199, 1 + 1e-7]
    over = y_score > cuts[:, None]
    tp, called = (over & (y_true == 1)).sum(axis=1), over.sum(axis=1)
    slope = (tp[:-1] - tp[1:]) / np.maximum(called[:-1] - called[1:], 1)
    ratio = np.where(called[1:] > 0, called[:-1] / np.maximum(called[1:], 1), 1)
    parts = tp[:-1] - tp[1:] + (tp[1:] - slope * called[1:]) * np.log(ratio)
    return np.sum(slope * parts) / tp[0]


def other_rules(y_true, y_score):
    """Return what the page has for the other rules, by the names of its columns."""
    points = counts(y_true, y_score)
    ranked = y_true[np.argsort(-y_score, kind="stable")]
    return [chords_from_0_1(*points), rocr(*points), perfmeas(ranked), mleval(*points)]


# By hand: the areas of arcs, and the sums of average precision.
AREAS = [
    (1 + 1 - log(3 / 2)) / 2,
    2 / 5,
    (1 + 2 / 4.5 + 3.5 / 4.5**2 * log(10)) / 3,
    (1 + 1 / 2 + log(3) / 4) / 2,
    (1 / 2 + 1 - 2 * log(4 / 3)) / 2,
    1 - log(2),
    7 / 8,
]
SUMS = [5 / 6, 2 / 5, 8 / 15, 5 / 6, 1 / 2, 5 / 12, 7 / 8]


def digits_of(cell):
    return len(cell.partition(".")[2])


@pytest.mark.parametrize(
    ("ranking", "area", "steps"), [*zip(RANKINGS, AREAS, SUMS, strict=True)], ids=str
)
def test_each_rule_gives_the_number_of_the_page(ranking, area, steps):
    y_true, y_score = data(ranking)
    own = prp.aucpr(y_true, y_score), prp.average_precision(y_true, y_score)
    assert own == pytest.approx((area, steps), abs=1e-15)
    for cell, value in zip(ranking[2:], (*own, *other_rules(y_true, y_score)), strict=True):
        assert f"{value:.{digits_of(cell)}f}" == cell


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking[1])
def test_the_order_of_rows_changes_nothing_here_and_perfmeas_where_scores_are_tied(ranking):
    y_true, y_score = data(ranking)
    rng = np.random.default_rng(0)
    orders = [rng.permutation(y_true.size) for _ in range(12)]
    own, theirs = set(), set()
    for rows in orders:
        shuffled = y_true[rows], y_score[rows]
        own.add((prp.aucpr(*shuffled), prp.average_precision(*shuffled)))
        theirs.add(other_rules(*shuffled)[2])
    assert len(own) == 1
    assert (len(theirs) > 1) == (np.unique(y_score).size < y_score.size)


def first_scenario(*, positives_first):
    """Return labels and scores of all rows, in the order of scores."""
    (tp, pos), (fp, neg) = COUNTS
    sizes = ([tp, fp], [pos - tp, neg - fp])
    labels = [1, 0] if positives_first else [0, 1]
    order = slice(None, None, 1 if positives_first else -1)
    y_true = np.concatenate([np.repeat(labels, block[order]) for block in sizes])
    return y_true, np.repeat([1, 0], [sum(block) for block in sizes])


@pytest.mark.parametrize("positives_first", [False, slowly(True)])
def test_areas_of_the_first_scenario_are_those_of_its_rows(positives_first):
    y_true, y_score = first_scenario(positives_first=positives_first)
    assert y_true.size == 836_148
    areas = [float(cells[1]) for cells in rows_of(4)]
    values = [
        *[prp.aucpr(y_true, y_score)] * 2,
        keras(y_true, y_score),
        prp.average_precision(y_true, y_score),
        chords_from_0_1(*np.array(COUNTS)),
        rocr(*COUNTS),
        mleval(*np.array(COUNTS)),
    ]
    written = areas[-1] if positives_first else areas[-2]
    assert perfmeas(y_true) == pytest.approx(written, abs=5e-7)
    assert values[:-1] == pytest.approx(areas[:6], abs=5e-7)
    assert f"{values[-1]:.2f}" == f"{areas[6]:.2f}"
    assert float(re.search(r"would give\s+(\S+)\.\n", PAGE)[1]) == pytest.approx(
        rocr(*COUNTS, in_order=True), abs=5e-7
    )
    whole = prp.aucpr(y_true, y_score, interpolation="integer")
    assert whole == pytest.approx(areas[0], abs=5e-7)


def test_the_rule_of_rocr_gives_what_rocr_answers_and_precrec_errs_as_said():
    answers = np.genfromtxt(
        REFERENCE / "other_tools.csv", delimiter=",", names=True, dtype=None, encoding="utf-8"
    )
    unweighted = answers[~np.isnan(answers["ROCR"])]
    assert unweighted.size == 7
    for row in unweighted:
        table = np.genfromtxt(REFERENCE / f"{row['data']}.csv", delimiter=",", names=True)
        area = rocr(*counts(table["label"], table["score"]))
        assert area == pytest.approx(row["ROCR"], abs=1e-14)
    error = abs(unweighted["precrec"] - unweighted["exact"]).max()
    assert f"errors of up to {error:.0e} in our tests" in PAGE


def test_crowded_scores_are_ties_for_keras():
    labels, spread = data(RANKINGS[0])
    words = r"for Keras: ([\d., ]+) and (\S+) with.* have an area of (\S+), not"
    said = re.search(words, PAGE, re.DOTALL)
    scores = np.array([*said[1].split(", "), said[2]], float)
    assert keras(labels, scores) == pytest.approx(float(said[3]), abs=1e-9)
    assert keras(labels, spread / 10) == pytest.approx(prp.aucpr(labels, spread), abs=1e-6)
    assert prp.aucpr(labels, scores) == prp.aucpr(labels, spread)


def figure(name):
    return runpy.run_path(str(ROOT / "gallery" / "report" / f"plot_{name}.py"))


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
def test_the_figure_draws_the_areas_of_the_page():
    held = figure("ten_tools")
    drawn = np.concatenate(list(held["areas"].values()))
    areas = [float(cells[1]) for cells in rows_of(4)]
    mleval_area = mleval(*np.array(COUNTS))
    expected = [areas[0], areas[3], areas[4], mleval_area, areas[5], *areas[7:]]
    assert drawn == pytest.approx(expected, abs=1e-5)
    for text in (PAGE, held["__doc__"]):
        assert f"from {min(areas):.3f} to {max(areas):.3f}" in text
        assert [count for count in (*COUNTS[0], *COUNTS[1]) if f"{count:,}" not in text] == []


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
def test_a_mended_mistake_is_worth_what_the_texts_say():
    held = figure("mistakes")
    rises, tp = held["rises"], held["tp"].astype(float)
    fp = held["pairs"] - tp  # above the negative of each pair
    pos, neg = held["labels"].sum(), (1 - held["labels"]).sum()
    assert (pos, neg, tp.size) == (200, 1800, 129)
    assert "200 positives and 1800 negatives" in PAGE
    np.testing.assert_allclose(rises["AUROC"], 1 / (pos * neg), rtol=1e-9)

    # One more true positive at fp instead of fp + 1 false positives, by the arcs.
    def part(fp):
        return 1 - fp * np.log1p(1 / (tp + fp))

    np.testing.assert_allclose(rises["AUCPR"], (part(fp) - part(fp + 1)) / pos, rtol=1e-7)
    near = tp / (tp + fp) ** 2 / pos
    assert rises["AUCPR"][9:] == pytest.approx(near[9:], rel=0.1)
    assert (np.diff(rises["AUCPR"]) < 0).mean() > 0.8
    share = 1 - prp.aucpr_min(0.1)
    np.testing.assert_allclose(rises["AUCNPR"], rises["AUCPR"] / share, rtol=1e-9)
    assert f"{1 / share:.2f}" == "1.05"
    odds = pos / neg
    gains = odds**2 * pos * (2 * tp + 1) / (2 * (tp * (tp + 1)) ** 2)
    counted = tp >= 0.1 * pos
    np.testing.assert_allclose(rises["AUPRG"][counted], gains[counted], rtol=1e-6)
    assert rises["AUPRG"][~counted] == pytest.approx(0, abs=1e-15)
    assert rises["AUROC"][-1] > max(rises[name][-1] for name in ("AUCPR", "AUCNPR", "AUPRG"))
