"""Every ranking of up to seven examples, with all ties: what is computed and what is drawn.

A ranking is how many positives and negatives have each score, best first. The formulas here know
nothing of curves but these numbers: fractions, sums over pairs, and integrals by quadrature.
"""

from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, groupby, pairwise
from math import inf, nan, sqrt

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.draw.scene import HULL
from tests.cases import slowly
from tests.laws import Point, slow_hull
from tests.plots.artists import cells_of, marked

SIZES = [2, 3, 4, *map(slowly, (5, 6, 7))]
# Where each ranking takes longer.
SMALLER = [2, 3, *map(slowly, (4, 5, 6, 7))]
DRAWN = [2, 3, *map(slowly, (4, 5, 6, 7))]
NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)
CONDITIONS = ("max_f1", "recall@precision=0.6", "precision@recall=0.5", "precision@k=2")


@cache
def rankings(n):
    """Return all rankings of `n` examples: 2, 7, 24, 82, 280, 956, 3264 of them."""
    if n == 0:
        return ((),)
    return tuple(
        ((pos, size - pos), *rest)
        for size in range(1, n + 1)
        for rest in rankings(n - size)
        for pos in range(size + 1)
    )


def totals(ranking):
    return tuple(map(sum, zip(*ranking, strict=True)))


@cache
def of_both_classes(n):
    return tuple(one for one in rankings(n) if all(totals(one)))


def rows(ranking):
    """Return labels and scores."""
    each = [(pos * [1] + neg * [0], -i) for i, (pos, neg) in enumerate(ranking)]
    return [one for group, _ in each for one in group], [s for group, s in each for _ in group]


def path_of(ranking):
    """Return true and false positives at every threshold, from none on."""
    return [(0, 0), *accumulate(ranking, lambda a, b: (a[0] + b[0], a[1] + b[1]))]


def hull_of(path):
    return [(point.tp, point.fp) for point in slow_hull([Point(None, *one) for one in path])]


# Areas


def share_of_pairs(ranking):
    pos, neg = totals(ranking)
    won = sum(a * d for (a, _), (_, d) in combinations(ranking, 2))
    return (won + sum(Fraction(a * b, 2) for a, b in ranking)) / (pos * neg)


def mean_precision_at_positives(ranking):
    path = path_of(ranking)
    each = [a * Fraction(tp, tp + fp) for (a, _), (tp, fp) in zip(ranking, path[1:], strict=True)]
    return sum(each) / totals(ranking)[0]


def along(path, value, start=0):
    """Integrate ``value(tp, fp, dtp, dfp)`` over the segments of a path, from a `tp` on."""
    area = 0.0
    for (tp, fp), (after, beyond) in pairwise(path):
        if after >= start:
            dtp, dfp = float(after - tp), float(beyond - fp)
            first = max(0.0, (start - tp) / dtp) if dtp else 0.0
            at = first + (1 - first) * (NODES + 1) / 2
            each = value(float(tp) + dtp * at, float(fp) + dfp * at, dtp, dfp)
            area += (1 - first) * (WEIGHTS @ np.broadcast_to(each, at.shape)) / 2
    return area


def area_pr(path):
    return along(path, lambda tp, fp, dtp, _: dtp and tp / (tp + fp) * dtp) / float(path[-1][0])


def area_by_chords(path, *, whole):
    """Add up trapezoids between thresholds, or between whole true positives."""
    pos, area = path[-1][0], Fraction(0)
    points = [
        (tp + Fraction(i, steps) * (after - tp), fp + Fraction(i, steps) * (beyond - fp))
        for (tp, fp), (after, beyond) in pairwise(path)
        for steps in [after - tp if whole and after > tp else 1]
        for i in range(steps + 1)
    ]
    for (tp, fp), (after, beyond) in pairwise(points):
        ahead = Fraction(after, after + beyond)
        # From no prediction on precision is that of the first.
        area += (after - tp) * ((Fraction(tp, tp + fp) if tp + fp else ahead) + ahead) / 2
    return area / pos


def area_prg(path, *, clip=False):
    pos, neg = map(float, path[-1])
    odds = pos / neg

    def gain(tp, fp, dtp, dfp):
        height = 1 - odds * fp / tp
        return (np.maximum(height, 0) if clip else height) * odds * pos / tp**2 * dtp

    return along(split_at_no_gain(path) if clip else path, gain, pos * pos / (pos + neg))


def split_at_no_gain(path):
    """Insert the points at which precision is the prevalence."""
    pos, neg = path[-1]
    found = path[:1]
    for (tp, fp), (after, beyond) in pairwise(path):
        before, ahead = neg * tp - pos * fp, neg * after - pos * beyond
        if before * ahead < 0:
            t = Fraction(before, before - ahead)
            found.append((tp + t * (after - tp), fp + t * (beyond - fp)))
        found.append((after, beyond))
    return found


def expected_f_gain(path, beta):
    """Average the F gain over ``Delta``, which is uniform along the path from recall gain 0 on."""
    pos, neg = map(float, path[-1])
    odds, pi = pos / neg, pos / (pos + neg)

    def delta(tp, fp, dtp, dfp):
        return odds * pos * dtp / tp**2 / pi + odds * (dfp - fp * dtp / tp) / tp / (1 - pi)

    def weighted(tp, fp, dtp, dfp):
        errors = (fp + beta**2 * (pos - tp)) / (1 + beta**2)
        return (1 - odds * errors / tp) * delta(tp, fp, dtp, dfp)

    start = pos * pos / (pos + neg)
    span = along(path, delta, start)
    return along(path, weighted, start) / span if span > 1e-9 else nan


def area_under_envelope(path):
    """Add up trapezoids under the highest mixtures of two thresholds."""
    pos, neg = path[-1]

    def highest(at):
        return max(
            tp + Fraction(after - tp, beyond - fp) * (at - fp)
            if beyond > fp
            else Fraction(max(tp, after))
            for (tp, fp), (after, beyond) in combinations(path, 2)
            if fp <= at <= beyond
        )

    ends = sorted({fp for _, fp in path})
    heights = [highest(at) for at in ends]
    between = zip(pairwise(ends), pairwise(heights), strict=True)
    return sum((b - a) * (x + y) / 2 for (a, b), (x, y) in between) / (pos * neg)


@pytest.mark.parametrize("n", SIZES)
def test_areas_are_those_of_independent_formulas(n):
    lowest = {}
    for ranking in of_both_classes(n):
        found = mean_precision_at_positives(ranking)
        lowest[totals(ranking)] = min(found, lowest.get(totals(ranking), found))
    for ranking in of_both_classes(n):
        data, path = rows(ranking), path_of(ranking)
        (pos, neg), area, mean = (
            totals(ranking),
            area_pr(path),
            mean_precision_at_positives(ranking),
        )
        worst, low = area_pr([(0, 0), (0, neg), (pos, neg)]), lowest[totals(ranking)]
        assert prp.auroc(*data) == float(share_of_pairs(ranking))
        expected = {
            prp.aucpr: area,
            prp.aucnpr: (area - worst) / (1 - worst),
            prp.average_precision: float(mean),
            prp.normalized_average_precision: float((mean - low) / (1 - low)),
            prp.auprg: area_prg(path),
            prp.expected_f_gain: expected_f_gain(path, 1),
        }
        found = {metric: metric(*data) for metric in expected}
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-14, nan_ok=True), ranking
        assert prp.average_precision_min(pos, neg) == pytest.approx(float(low), rel=1e-15)
        assert prp.aucpr_min(pos / n) == pytest.approx(worst, rel=1e-13)
        assert area > worst - 1e-14


@pytest.mark.parametrize("n", SIZES)
def test_other_forms_of_the_areas_are_those_of_independent_formulas(n):
    for ranking in of_both_classes(n):
        data, path = rows(ranking), path_of(ranking)
        hull, best = prp.ConfusionCurve.from_scores(*data).hull(), hull_of(path)
        pairs = [
            (prp.aucpr(*data, interpolation="integer"), area_by_chords(path, whole=True)),
            (prp.aucpr(*data, interpolation="linear"), area_by_chords(path, whole=False)),
            (prp.auprg(*data, clip=True), area_prg(path, clip=True)),
            (prp.expected_f_gain(*data, beta=2), expected_f_gain(path, 2)),
            (prp.auroc(hull), area_under_envelope(path)),
            (prp.aucpr(hull), area_pr(best)),
            (prp.auprg(hull), area_prg(best)),
        ]
        found, expected = zip(*pairs, strict=True)
        expected = list(map(float, expected))
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-14, nan_ok=True), ranking


# Points


def metrics_at(tp, fp, pos, neg):
    """Return the metrics of a point by their definitions in counts; 0 / 0 is nan."""
    fn, tn = pos - tp, neg - fp

    def share(part, whole):
        return float(Fraction(part, whole)) if whole else nan

    square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return {
        **{"tp": tp, "fp": fp, "fn": fn, "tn": tn},
        "precision": share(tp, tp + fp),
        "recall": share(tp, pos),
        "f1": share(2 * tp, 2 * tp + fp + fn),
        "f_gain": 1 - share(pos * (fp + fn), 2 * neg * tp) if tp else -inf,
        "specificity": share(tn, neg),
        "fpr": share(fp, neg),
        "accuracy": share(tp + tn, pos + neg),
        "balanced_accuracy": share(tp * neg + tn * pos, 2 * pos * neg),
        "mcc": (tp * tn - fp * fn) / sqrt(square) if square else 0.0,
        "queue_rate": share(tp + fp, pos + neg),
    }


@pytest.mark.parametrize("n", SMALLER)
def test_points_are_those_of_their_counts(n):
    for ranking in of_both_classes(n):
        thresholds = [0, *(-i for i in range(len(ranking)))]
        thresholds[0] = 1  # above all scores
        table = prp.operating_points(*rows(ranking), threshold=thresholds)
        for (_, row), point in zip(table.iterrows(), path_of(ranking), strict=True):
            expected = metrics_at(*point, *totals(ranking))
            found = {name: row[name] for name in expected}
            assert found == pytest.approx(expected, rel=1e-14, abs=1e-15, nan_ok=True), ranking


def expected_conditions(ranking):
    """Return the values of CONDITIONS, over all thresholds."""
    (pos, _), path = totals(ranking), path_of(ranking)
    points = [
        (Fraction(tp, tp + fp), Fraction(tp, pos), Fraction(2 * tp, tp + fp + pos))
        for tp, fp in path[1:]
    ]
    top, left = Fraction(0), 2
    for a, b in ranking:
        taken = min(left, a + b)
        top, left = top + Fraction(a * taken, a + b), left - taken
    return [
        max(f1 for *_, f1 in points),
        max([recall for precision, recall, _ in points if precision >= Fraction(6, 10)], default=0),
        max(precision for precision, recall, _ in points if recall >= Fraction(1, 2)),
        top / 2,
    ]


@pytest.mark.parametrize("n", SMALLER)
def test_summaries_hold_the_metrics_and_the_best_points(n):
    for ranking in of_both_classes(n):
        data = rows(ranking)
        found = prp.summary(*data, score=list(CONDITIONS)).iloc[0].tolist()
        pos, neg = totals(ranking)
        areas = [
            *(pos + neg, pos / n, prp.auroc(*data), prp.aucpr(*data), prp.aucpr_min(pos / n)),
            *(prp.aucnpr(*data), prp.average_precision(*data), prp.average_precision_min(pos, neg)),
            *(prp.auprg(*data), prp.expected_f_gain(*data)),
        ]
        expected = [*areas, *map(float, expected_conditions(ranking))]
        assert found == pytest.approx(expected, rel=1e-14, nan_ok=True), ranking


# What is drawn


def counts_in_pr(x, y, pos, neg):
    return x * pos, x * pos * (1 / y - 1)


def counts_in_npr(x, y, pos, neg):
    tp = neg * ((1 + pos / neg) ** x - 1)
    return tp, neg * tp * (1 - y) / (tp + y * neg)


def counts_in_roc(x, y, pos, neg):
    return y * pos, x * neg


def counts_in_prg(x, y, pos, neg):
    tp = pos / (1 + (1 - x) * neg / pos)
    return tp, (1 - y) * neg / pos * tp


PLOTS = {
    prp.plot_pr: (prp.aucpr, counts_in_pr),
    prp.plot_npr: (prp.aucnpr, counts_in_npr),
    prp.plot_roc: (prp.auroc, counts_in_roc),
    prp.plot_prg: (prp.auprg, counts_in_prg),
}


# Where the vertices of a line tell the counts: recall 0 has one place for all false positives.
TOLD = {
    counts_in_pr: lambda x, y: y > 0,
    counts_in_npr: lambda x, y: x > 0,
    counts_in_roc: lambda x, y: x >= 0,
    counts_in_prg: lambda x, y: np.isfinite(x),
}


def away_from(path, tp, fp):
    """Return how far points of counts are from a path, in examples."""
    ends = np.array(path, dtype=float)
    a, d = ends[:-1, :, None], np.diff(ends, axis=0)[:, :, None]
    points = np.array([tp, fp])
    t = np.clip(((points - a) * d).sum(1) / np.maximum((d * d).sum(1), 1e-300), 0, 1)
    return np.hypot(*np.moveaxis(a + t[:, None] * d - points, 1, 0)).min(0)


def vertices_lie_on(path, line, counts):
    """Tell whether the vertices of a drawn line are points of a path."""
    x, y = map(np.asarray, line.get_data())
    told = TOLD[counts](x, y)
    on = away_from(path, *counts(x[told], y[told], *map(float, path[-1]))) < 1e-9
    # Where recall is 0, precision is that of the first examples, and their precision gain the same.
    (first, beyond), (pos, neg) = path[1], path[-1]
    start = -inf if first == 0 else 1 - beyond * pos / (first * neg)
    start = first / (first + beyond) if counts is not counts_in_prg else start
    return bool(told.any() and on.all() and np.isin(y[~told].round(12), np.round(start, 12)).all())


def printed(number):
    """Write a number as legends do: with two digits if it is small; a rounded 0 has no sign."""
    digits = 4 if 1e-6 < abs(number) < 0.01 else 3
    return f"{round(number, digits) + 0.0:.{digits}f}".replace("-", "−")


def figures(n, each=12):
    """Yield curves of the same totals by name, a dozen at a time."""
    for _, alike in groupby(sorted(of_both_classes(n), key=totals), key=totals):
        group = list(alike)
        for i in range(0, len(group), each):
            yield {f"m{i}": one for i, one in enumerate(group[i : i + each])}


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
@pytest.mark.parametrize("n", DRAWN)
def test_curves_are_drawn_on_achievable_points_and_named_with_their_metric(n, plot):
    metric, counts = PLOTS[plot]
    for models in figures(n):
        _, ax = plt.subplots()
        curves = {name: prp.ConfusionCurve.from_scores(*rows(one)) for name, one in models.items()}
        plot(curves, show_hull=True, ax=ax)
        lines = marked(ax)
        hulls = [line for line in marked(ax, HULL) if line.get_xdata().size]  # one is for legends
        assert len(lines) == len(hulls) == len(models)
        for line, hull, name in zip(lines, hulls, models, strict=True):
            path, best = path_of(models[name]), curves[name].hull()
            assert vertices_lie_on(path, line, counts), models[name]
            assert vertices_lie_on(hull_of(path), hull, counts), models[name]
            said = [printed(metric(curves[name])), printed(metric(best))]
            assert line.get_label().startswith(f"{name} (")
            assert [word.strip("(),") for word in line.get_label().split() if "." in word] == said
        plt.close(ax.figure)


@pytest.mark.parametrize("n", [2, slowly(3), slowly(4)])
def test_legends_show_the_metrics(n):
    for plot, (metric, _) in PLOTS.items():
        for models in figures(n, 5):
            _, ax = plt.subplots(figsize=(6, 6))
            plot(
                {name: prp.ConfusionCurve.from_scores(*rows(one)) for name, one in models.items()},
                ax=ax,
            )
            said = " ".join(cells_of(ax.figure))
            for one in models.values():
                assert printed(metric(*rows(one))) in said
            plt.close(ax.figure)
