"""Tables of the stored counts, in per cent, for the documentation."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.coverage.cells import Tally, hits
from benchmarks.results import Results, Row
from benchmarks.tables import markdown

DOCUMENT = Path(__file__).parents[2] / "docs" / "simulations.md"
START, END = "<!-- coverage: start -->\n", "<!-- coverage: end -->\n"

AREAS = {"aucpr": "AUCPR", "auroc": "AUROC", "auprg": "AUPRG", "average_precision": "AP"}
METHODS = {
    "bayesian": "Bayesian bootstrap",
    "percentile": "percentile bootstrap",
    "delong": "DeLong",
    "logit": "logit",
    "binomial": "binomial",
}
DEFAULT = "bayesian"
RARE = 0.01
ENOUGH = 200
# Below so many true positives at recall gain 0 no interval of AUPRG keeps its level.
FEWEST_IN_GAIN = 2
# Further studies of bands.
BANDS = {"wide": "30 or 105, wd", "difference bands": "20 to 200, differences"}
# Studies in which a part of the design is used, and ignored.
PAIRS = {
    "simple": ("simple", "stratified"),
    "weights": ("weights", "as counts"),
    "clusters": ("clusters", "as rows"),
}


def covered(counts: Tally) -> float:
    """Return how often an interval contained the truth, in per cent."""
    return 100 * hits(counts) / float(counts["n"])


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


def areas_table(rows: Sequence[Row]) -> str:
    """Return the coverage of AUCPR by all methods, of other areas, and of rare positives.

    AUPRG is that of enough positives, unless they are rare. From `ENOUGH` on, methods agree.
    """
    rows = [row for row in rows if row["pos"] <= ENOUGH]
    enough = [row for row in rows if row["prevalence"] * row["pos"] >= FEWEST_IN_GAIN]
    rare = [row for row in rows if row["prevalence"] == RARE]
    lines = [
        [f"{words}, {METHODS[method]}", *_coverages(enough if metric == "auprg" else rows, name)]
        for metric, words in AREAS.items()
        for method in (METHODS if metric == "aucpr" else (DEFAULT, "delong"))
        if (name := f"{metric} {method}") in rows[0]["tallies"]
    ]
    lines += [
        [f"{words}, prevalence {RARE}", *_coverages(rare, f"{metric} {DEFAULT}")]
        for metric, words in AREAS.items()
        if metric != "auroc"
    ]
    return markdown(["area, method", *(f"{pos} positives" for pos in _by_pos(rows))], lines)


def _coverages(rows: Sequence[Row], name: str) -> list[str]:
    held = ([row["tallies"] for row in some] for some in _by_pos(rows).values())
    return [_spread([covered(one[name]) for one in some if name in one]) for some in held]


def bands_table(results: Results) -> str:
    """Return the coverage of bands."""
    cells = [[pos, *_of_bands(held)] for pos, held in _by_pos(rows_of(results, "bands")).items()]
    cells += [[words, *_of_bands(rows_of(results, study))] for study, words in BANDS.items()]
    head = ["mean over recall", "worst recall", "whole curve", "simultaneous, whole"]
    return markdown(["positives", *head], cells)


def _of_bands(rows: Sequence[Row]) -> list[str]:
    tallies = [row["tallies"] for row in rows]
    at_recalls = [100 * (1 - np.array(one["ci"]["misses"]) / one["ci"]["n"]) for one in tallies]
    means, worst = ([float(of(one)) for one in at_recalls] for of in (np.mean, np.min))
    kinds = [[one[kind] for one in tallies if kind in one] for kind in ("ci", "simultaneous")]
    whole = ([100 * one["whole"] / one["n"] for one in kind if "whole" in one] for kind in kinds)
    return [_spread(means), _spread(worst), *(_spread(one) if one else "" for one in whole)]


def pairs_table(results: Results) -> str:
    """Return the coverage of AUCPR where a part of the design is used, and where it is ignored."""
    cells = []
    for study, kinds in PAIRS.items():
        for words, held in _by(rows_of(results, study), _sample).items():
            names = [f"aucpr {kind}" for kind in kinds]
            cells.append(
                [words, *(_spread([covered(row["tallies"][n]) for row in held]) for n in names)]
            )
    return markdown(["sample", "used", "ignored"], cells)


def _sample(row: Row) -> str:
    if row["study"] == "clusters":
        return f"{row['variant']} clusters"
    return {"simple": "simple random sample", "weights": "sampling weights"}[row["study"]]


def rejections(rows: Sequence[Row]) -> str:
    """Return how often models are told apart that are equal."""
    equal = [row for row in rows if row["population"] == row["variant"]]
    sizes = list(_by_pos(equal))
    shares = [
        f"{_spread([_rejected(row, metric) for row in equal])} for {AREAS[metric]}"
        for metric in ("aucpr", "auprg")
    ]
    return f"With {sizes[0]} to {sizes[-1]} positives, per cent of p < 0.05: {', '.join(shares)}."


def _rejected(row: Row, metric: str) -> float:
    counts = row["tallies"][metric]
    return float(100 * counts["rejected"] / counts["n"])


def part(results: Results) -> str:
    """Return all tables of what is stored."""
    made = results["made"]
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    return (
        f"{areas_table(rows_of(results, 'areas'))}\n"
        f"**Bands**, pointwise and simultaneous, from recall 0.05 on:\n\n{bands_table(results)}\n"
        '**Designs.** AUCPR with or without `sampling="simple"`, `sample_weight`, `clusters`:\n\n'
        f"{pairs_table(results)}\n"
        f"**Comparisons** of equal models. {rejections(rows_of(results, 'differences'))}\n\n"
        f"Simulated on {made['date']} with {versions}.\n"
    )


def written(document: str, results: Results) -> str:
    """Return the document with its tables made anew."""
    before, rest = document.split(START)
    return f"{before}{START}\n{part(results)}\n{END}{rest.split(END)[1]}"
