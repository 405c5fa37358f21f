"""Tables of the stored counts, in per cent, for the documentation."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.coverage.cells import Tally, hits, standard_error
from benchmarks.results import Results, Row
from benchmarks.tables import markdown
from prplot.core.uncertainty.bands import RECALLS
from prplot.core.uncertainty.differences import band_recalls

DOCUMENT = Path(__file__).parents[2] / "docs" / "simulations.md"
START, END = "<!-- coverage: start -->\n", "<!-- coverage: end -->\n"

AREAS = {"aucpr": "AUCPR", "auroc": "AUROC", "auprg": "AUPRG", "average_precision": "AP"}
METHODS = {
    "bayesian": "Bayesian bootstrap",
    "percentile": "bootstrap, percentile",
    "influence": "influence function",
    "delong": "DeLong",
    "logit": "logit",
    "binomial": "binomial",
}
DEFAULT = "bayesian"
# Shown in detail; tables of all populations have the extremes of the others.
SHOWN = ("aucpr", "auprg")
# Below so many true positives at recall gain 0 no interval of AUPRG holds its level.
FEWEST_IN_GAIN = 2


def covered(counts: Tally) -> float:
    """Return how often an interval held the truth, in per cent."""
    return 100 * hits(counts) / float(counts["n"])


def width(counts: Tally) -> float:
    """Return the mean width of the defined intervals, in any unit."""
    return float(counts["width"] / max(counts["n"] - counts.get("undefined", 0), 1))


def rows_of(results: Results, study: str) -> list[Row]:
    return [row for row in results["cells"] if row["study"] == study]


def _by(rows: Iterable[Row], key: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def _by_pos(rows: Iterable[Row]) -> dict[int, list[Row]]:
    return dict(sorted(_by(rows, lambda row: row["pos"]).items()))


def _spread(values: Sequence[float]) -> str:
    """Write a mean, the least and the most."""
    if len(values) == 1:
        return f"{values[0]:.1f}"
    return f"{np.mean(values):.1f} ({min(values):.1f}–{max(values):.1f})"


def _positives(numbers: Iterable[int]) -> list[str]:
    return [f"{pos} positives" for pos in numbers]


def _noise(rows: Sequence[Row]) -> str:
    """Say how many replications there were, and how exact a coverage of 95 % is."""
    numbers = [counts["n"] for row in rows for counts in row["tallies"].values()]
    least, most = min(numbers), max(numbers)
    errors = [f"{100 * standard_error(0.95, n):.1f}" for n in (most, least)]
    if least == most:
        return f"{most} replications; the standard error of 95 % is {errors[0]}."
    return (
        f"{least} to {most} replications; the standard error of 95 % is {errors[0]} to {errors[1]}."
    )


# Areas


def methods_table(rows: Sequence[Row], metric: str) -> str:
    """Return the coverage of an area by all methods over populations, and how wide they are."""
    by_pos = _by_pos(rows)
    cells = []
    for method, words in METHODS.items():
        name = f"{metric} {method}"
        if any(name in row["tallies"] for row in rows):
            cells.append([words, *(_of_method(held, metric, name) for held in by_pos.values())])
    return markdown([AREAS[metric], *_positives(by_pos)], cells)


def _of_method(rows: Sequence[Row], metric: str, name: str) -> str:
    held = [row["tallies"] for row in rows if name in row["tallies"]]
    ratios = [width(one[name]) / width(one[f"{metric} {DEFAULT}"]) for one in held]
    return f"{_spread([covered(one[name]) for one in held])} ×{np.median(ratios):.2f}"


def populations_table(rows: Sequence[Row], method: str) -> str:
    """Return the coverage of two areas by one method, a line for each population."""
    by_pos = _by_pos(rows)
    cells = []
    for population, own in _by(rows, lambda row: row["population"]).items():
        held = {row["pos"]: row["tallies"] for row in own}
        shown = [
            " / ".join(f"{covered(held[pos][f'{metric} {method}']):.1f}" for metric in SHOWN)
            if pos in held
            else ""
            for pos in by_pos
        ]
        cells.append([population, *shown])
    return markdown(["population", *_positives(by_pos)], cells)


def sides(rows: Sequence[Row]) -> str:
    """Say on which side of the default's intervals of AUCPR the truth lies when they miss it."""
    parts = []
    for pos, held in _by_pos(rows).items():
        counts = [row["tallies"][f"aucpr {DEFAULT}"] for row in held]
        below, above = (
            np.mean([100 * one[side] / one["n"] for one in counts]) for side in ("below", "above")
        )
        parts.append(f"{below:.1f} and {above:.1f} % with {pos} positives")
    return (
        "The true AUCPR lies below and above the interval of the Bayesian bootstrap in "
        f"{', '.join(parts)}.\n"
    )


def areas_part(rows: Sequence[Row]) -> str:
    enough = [row for row in rows if row["prevalence"] * row["pos"] >= FEWEST_IN_GAIN]
    rare = min(row["prevalence"] for row in rows)
    tables = [methods_table(enough if name == "auprg" else rows, name) for name in AREAS]
    return (
        "### Areas\n\n"
        "Coverage over all populations: mean (minimum–maximum), and median width relative to "
        "the Bayesian\nbootstrap. The AUPRG table includes only populations where prevalence × "
        f"positives is at least {FEWEST_IN_GAIN}.\n{_noise(rows)}\n\n"
        + "\n".join(tables)
        + f"\n{sides(rows)}\n"
        + f"The Bayesian bootstrap at a prevalence of {rare:g}, by population: "
        f"{' / '.join(AREAS[name] for name in SHOWN)}.\n\n"
        + populations_table([row for row in rows if row["prevalence"] == rare], DEFAULT)
    )


# Bands


def bands_part(rows: Sequence[Row]) -> str:
    words = "From recall 0.05 on, over all populations: mean (minimum–maximum). "
    return f"### Bands\n\n{words}{_noise(rows)}\n\n{_bands_table(rows)}"


def wide_part(rows: Sequence[Row]) -> str:
    """Return the coverage of bands where positives reach below the negatives."""
    return (
        "Where some positives score below all negatives (wd, prevalence 0.3). "
        f"{_noise(rows)}\n\n{_bands_table(rows)}"
    )


def _bands_table(rows: Sequence[Row]) -> str:
    cells = [[pos, *_of_bands(held)] for pos, held in _by_pos(rows).items()]
    head = [
        "positives",
        "pointwise, mean over recall",
        "at the worst recall",
        "pointwise, whole curve",
        "simultaneous, whole curve",
        "width, simultaneous / pointwise",
    ]
    return markdown(head, cells)


def _of_bands(rows: Sequence[Row]) -> list[str]:
    pointwise, simultaneous = ([row["tallies"][k] for row in rows] for k in ("ci", "simultaneous"))
    held = [100 * (1 - np.array(one["misses"]) / one["n"]) for one in pointwise]
    whole = [[100 * one["whole"] / one["n"] for one in kind] for kind in (pointwise, simultaneous)]
    ratios = [width(b) / width(a) for a, b in zip(pointwise, simultaneous, strict=True)]
    return [
        _spread([float(one.mean()) for one in held]),
        _spread([float(one.min()) for one in held]),
        *map(_spread, whole),
        f"{np.median(ratios):.2f}",
    ]


# Weights, clusters, random class counts


def pairs_part(
    rows: Sequence[Row], title: str, intro: str, label: Callable[[Row], str], methods: Sequence[str]
) -> str:
    """Return the coverage of areas by two methods, the right one first, a line for each label."""
    metrics = [name for name in (*AREAS, "aucnpr") if f"{name} {methods[0]}" in rows[0]["tallies"]]
    heads = [AREAS.get(name, "AUCNPR") for name in metrics]
    cells = [
        [words, *(" / ".join(_of_both(held, name, methods)) for name in metrics)]
        for words, held in _by(rows, label).items()
    ]
    return f"### {title}\n\n{intro}\n{_noise(rows)}\n\n{markdown(['sample', *heads], cells)}"


def _of_both(rows: Sequence[Row], name: str, methods: Sequence[str]) -> Iterator[str]:
    for how in methods:
        yield _spread([covered(row["tallies"][f"{name} {how}"]) for row in rows])


def weights_part(rows: Sequence[Row]) -> str:
    return pairs_part(
        rows,
        "Weights",
        "Rows with low scores are thinned, positives to 25 % and negatives to 10 %, or both to a "
        "half, and weighted\naccordingly: as `sample_weight`, and as counts, which is wrong.",
        lambda row: ", ".join(
            filter(None, (row["population"], row["variant"], f"{row['pos']} positives"))
        ),
        ("weights", "as counts"),
    )


def clusters_part(rows: Sequence[Row]) -> str:
    return pairs_part(
        rows,
        "Clusters",
        "Five correlated rows per cluster, all of one class or one positive with four negatives; "
        "10 to 50 clusters\ncontain positives. With `clusters`, and as if rows were independent.",
        lambda row: f"{row['variant']}, correlation {row['correlation']:g}",
        ("clusters", "as rows"),
    )


def simple_part(rows: Sequence[Row]) -> str:
    return pairs_part(
        rows,
        "Random class counts",
        "Simple random samples of d1, d2 and hv at prevalences of 0.5, 0.1 and 0.01, judged by the "
        'areas at the\npopulation\'s prevalence: `sampling="simple"`, and "stratified", which is '
        "for the prevalence of the sample.",
        lambda row: f"about {row['pos']} positives",
        ("simple", "stratified"),
    )


# Differences


def _rejected(rows: Sequence[Row], name: str) -> list[float]:
    return [100 * row["tallies"][name]["rejected"] / row["tallies"][name]["n"] for row in rows]


def differences_part(rows: Sequence[Row]) -> str:
    """Return how often models are told apart where they are equal, and where they are not."""
    equal = [row for row in rows if row["population"] == row["variant"]]
    unequal = [row for row in rows if row["population"] != row["variant"]]
    return (
        "### Differences between two models on the same rows\n\n"
        "How often p < 0.05 at prevalences of 0.5, 0.1 and 0.01: mean (minimum–maximum).\n"
        f"{_noise(rows)}\n\nModels that are equal (d1, d2):\n\n"
        + _rejections(equal)
        + "\nModels that differ (d1.3 and d1):\n\n"
        + _rejections(unequal)
    )


def _rejections(rows: Sequence[Row]) -> str:
    grouped = sorted(_by(rows, lambda row: (row["pos"], row["correlation"])).items())
    cells = [
        [f"{pos}, {rho:g}", *(_spread(_rejected(held, name)) for name in SHOWN)]
        for (pos, rho), held in grouped
    ]
    return markdown(["positives, correlation", "AUCPR", "AUPRG"], cells)


def tied_part(rows: Sequence[Row]) -> str:
    return pairs_part(
        rows,
        "Intervals of differences",
        "How often they contain the true difference, with 50 positives and correlation 0.5: of "
        "scores as drawn, and of scores\nrounded to whole numbers, most of which are tied.",
        lambda row: f"{row['population']}, {row['variant']}, prevalence {row['prevalence']:g}",
        ("fine", "tied"),
    )


def difference_bands_part(rows: Sequence[Row]) -> str:
    cells = []
    for row in rows:
        counts = row["tallies"]["ci"]
        held = 100 * (1 - np.array(counts["misses"]) / counts["n"])
        first = RECALLS.searchsorted(band_recalls(row["pos"])[0])
        worst = RECALLS[first + int(held.argmin())]
        models = f"{row['population']}, {row['variant']}, {row['pos']} positives"
        cells.append([models, f"{held.mean():.1f}", f"{held.min():.1f} at {worst:.2f}"])
    return (
        "### Bands of differences\n\n"
        f"Pointwise, prevalence 0.1, correlation 0.5.\n{_noise(rows)}\n\n"
        + markdown(["models", "mean over recall", "at the worst recall"], cells)
    )


# All


PARTS = {
    "areas": areas_part,
    "bands": bands_part,
    "wide": wide_part,
    "weights": weights_part,
    "clusters": clusters_part,
    "simple": simple_part,
    "differences": differences_part,
    "tied": tied_part,
    "difference bands": difference_bands_part,
}


def part(results: Results) -> str:
    """Return all tables of what is stored."""
    held = {study: rows_of(results, study) for study in PARTS}
    made = results["made"]
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    tables = "\n".join(PARTS[study](rows) for study, rows in held.items() if rows)
    return f"{tables}\nSimulated on {made['date']} with {versions}.\n"


def written(document: str, results: Results) -> str:
    """Return the document with its tables made anew."""
    before, rest = document.split(START)
    return f"{before}{START}\n{part(results)}\n{END}{rest.split(END)[1]}"
