"""Tables of the results: all of them for a terminal, the most telling ones for the page."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fresh import LAID_OUT
from benchmarks.numbers import OURS, SORT, THEIRS
from benchmarks.results import Results, Row, provenance

PAGE = Path(__file__).parents[1] / "docs" / "speed.md"
README = Path(__file__).parents[1] / "README.md"
START, END = "<!-- benchmarks: start -->\n", "<!-- benchmarks: end -->\n"

# Sizes that the README shows.
TYPICAL = (10**4, 10**6, 10**7)
# Below this calls cost, not scores.
GROWS_FROM = 10**4
SHOWN_PREVALENCE = 0.1

Cells = Iterable[Sequence[Any]]


def rows_of(results: Results, task: str, **fixed: Any) -> list[Row]:
    """Return the rows of a task that have some values, smallest size first."""
    held = [row for row in results["times"] if row["task"] == task]
    return [row for row in held if all(row[key] == value for key, value in fixed.items())]


def growth(rows: Sequence[Row], contestant: str) -> float:
    """Return the slope of log time over log size; nan of fewer than two sizes."""
    held = [(r["size"], r["seconds"][contestant]) for r in rows if r["size"] >= GROWS_FROM]
    if len(held) < 2:
        return float("nan")
    size, seconds = np.log(held).T
    return float(np.polyfit(size, seconds, 1)[0])


def _growths(rows: Sequence[Row]) -> list[str]:
    """Say how times grow; nothing of too few sizes."""
    ours, sort, theirs = (growth(rows, contestant) for contestant in (OURS, SORT, THEIRS))
    if np.isnan(ours):
        return []
    return [
        f"From {power(GROWS_FROM)} scores on, time grows as n to the power {ours:.2f} (a sort: "
        f"{sort:.2f}, scikit-learn: {theirs:.2f})."
    ]


def markdown(head: Sequence[str], cells: Cells) -> str:
    """Return a table; all columns but the first are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *cells]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def number(value: float) -> str:
    """Write two digits, or all before the point."""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.95 else f"{value:.2g}"


def power(size: int) -> str:
    exponent = round(np.log10(size))
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if 10**exponent == size else str(size)


def _ratio(row: Row, contestant: str, to: str) -> str:
    seconds = row["seconds"]
    return number(seconds[contestant] / seconds[to])


def times_table(results: Results, sizes: Sequence[int] | None = None) -> str:
    """Return record and areas of the shown prevalence, a line for each size or some of them."""
    shown = {"prevalence": SHOWN_PREVALENCE, "dtype": "float64"}
    cells = []
    for record, areas in zip(
        rows_of(results, "record", **shown), rows_of(results, "areas", **shown), strict=True
    ):
        if sizes is not None and record["size"] not in sizes:
            continue
        ours = [1e3 * row["seconds"][OURS] for row in (record, areas)]
        cells.append(
            [
                power(record["size"]),
                number(ours[0]),
                _ratio(record, OURS, SORT),
                f"{_ratio(record, THEIRS, OURS)}×",
                number(ours[1]),
                f"{_ratio(areas, THEIRS, OURS)}×",
            ]
        )
    head = ["scores", "record, ms", "in sorts", "scikit-learn", "and areas, ms", "scikit-learn"]
    return markdown(head, cells)


def weighted_table(results: Results) -> str:
    """Return record and areas of weighted scores of the shown prevalence, a line for each size."""
    shown = {"prevalence": SHOWN_PREVALENCE, "dtype": "float64"}
    cells = [
        [
            power(row["size"]),
            number(1e3 * row["seconds"][OURS]),
            number(row["seconds"][OURS] / plain["seconds"][OURS]),
            f"{_ratio(row, THEIRS, OURS)}×",
        ]
        for row, plain in zip(
            rows_of(results, "weighted", **shown), rows_of(results, "areas", **shown), strict=True
        )
    ]
    head = ["weighted scores", "record and areas, ms", "times unweighted", "scikit-learn"]
    return markdown(head, cells)


def drawing_table(results: Results) -> str:
    """Return seconds and kB of a figure with one curve and with three, by format."""
    held = [row for row in results["drawing"] if row["prevalence"] == SHOWN_PREVALENCE]
    cells = [
        [
            f"{row['format'].upper()}, {row['models']} curve{'s' * (row['models'] > 1)}",
            *[f"{row['seconds'][name]:.2f}" for name in (OURS, THEIRS)],
            *[f"{row['bytes'][name] / 1000:.0f}" for name in (OURS, THEIRS)],
        ]
        for row in held
    ]
    return markdown(["file", OURS + ", s", THEIRS + ", s", OURS + ", kB", THEIRS + ", kB"], cells)


def _memory(results: Results) -> str:
    """Return a sentence on the bytes that a score takes, with weights and without."""
    held: dict[bool, list[Row]] = {}
    for row in results["memory"]:
        held.setdefault(row.get("weighted", False), []).append(row["bytes per score"])
    ours, theirs = (
        {weighted: _between(row[name] for row in rows) for weighted, rows in held.items()}
        for name in (OURS, THEIRS)
    )
    words = f"A record of 10⁶ scores takes {ours[False]} bytes per score beyond the data"
    words += f" ({ours[True]} with weights)" if True in held else ""
    words += f", scikit-learn {theirs[False]}"
    words += f" ({theirs[True]})" if True in held else ""
    return f"{words}."


def _between(values: Iterable[float]) -> str:
    held = sorted(values)
    low, high = number(held[0]), number(held[-1])
    return low if low == high else f"{low} to {high}"


def _ratios(results: Results, task: str, contestant: str, to: str) -> str:
    largest = max(row["size"] for row in results["times"])
    held = [row["seconds"] for row in rows_of(results, task, size=largest)]
    return _between(seconds[contestant] / seconds[to] for seconds in held)


def remarks(results: Results) -> str:
    """Return what the table leaves out: other prevalences and types, and imports."""
    largest = power(max(row["size"] for row in results["times"]))
    cost = results["import"]["milliseconds"]
    return "".join(
        f"- {line}\n"
        for line in (
            f"At {largest} scores of 64 and 32 bits, prevalences 0.5 to 0.01, record and areas are "
            f"{_ratios(results, 'areas', THEIRS, OURS)} times as fast as scikit-learn, with "
            f"weights {_ratios(results, 'weighted', THEIRS, OURS)} times.",
            f"`import prplot` takes {cost['prplot']:.0f} ms of CPU time more than "
            f"`import numpy` ({cost['numpy']:.0f} ms), `import sklearn.metrics` "
            f"{cost['sklearn.metrics']:.0f} ms more.",
            _measured(results),
        )
    )


def _first_figure(results: Results) -> Iterator[str]:
    """Yield what a first figure costs in a process of its own, if it has been measured."""
    found = results["import"].get("first figure, seconds")
    if found is not None:
        ours, theirs, laid_out = found[OURS], found["matplotlib"], found[LAID_OUT]
        yield (
            f"A script that imports prplot and saves a PNG of 10⁴ scores takes {ours:.2f} s of CPU "
            f"time, {ours / theirs:.2f} times as long as matplotlib for the same line, fill and "
            f"legend, and {ours / laid_out:.2f} times as long with a constrained layout."
        )


def _measured(results: Results) -> str:
    made = results["made"]
    return f"{provenance(made)}; medians of {made['runs']} runs in turn."


def page_part(results: Results) -> str:
    """Return what stands on the page between the two marks."""
    return f"{times_table(results)}\n{remarks(results)}"


def readme_part(results: Results) -> str:
    """Return what stands in the README between the two marks."""
    table = times_table(results, TYPICAL)
    return f"{table}\n{textwrap.fill(_measured(results), 110)}\n"


def written(page: str, part: str, start: str = START, end: str = END) -> str:
    """Return a page with what stands between two marks made anew."""
    before, rest = page.split(start)
    after = rest.split(end)[1]
    return f"{before}{start}\n{part}\n{end}{after}"


def full(results: Results) -> str:
    """Return all ratios of all cases."""
    cells = [
        [
            row["task"],
            power(row["size"]),
            row["prevalence"],
            row["dtype"],
            f"{1e3 * row['seconds'][OURS]:.3g}",
            _ratio(row, OURS, SORT),
            _ratio(row, THEIRS, OURS) if THEIRS in row["seconds"] else "",
        ]
        for row in results["times"]
    ]
    head = ["task", "scores", "prevalence", "type", "ms", "/ sort", "scikit-learn /"]
    loaded = ", ".join(results["import"]["loaded by the first plot"]) or "nothing heavy"
    shown = rows_of(results, "record", prevalence=SHOWN_PREVALENCE, dtype="float64")
    first = _first_figure(results)
    parts = (weighted_table(results), drawing_table(results), page_part(results))
    return (
        "\n".join([markdown(head, cells), *parts])
        + "".join(f"- {line}\n" for line in (*_growths(shown), _memory(results), *first))
        + f"- The first `plot_pr` of plain arrays loads {loaded}.\n"
    )
