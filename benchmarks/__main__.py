"""Measure and print all ratios; with --store keep them and write them into documents."""

import argparse

import matplotlib

from benchmarks import results, tables
from benchmarks.measuring import measure

RUNS = 5


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--largest", type=int, default=10**7, help="most scores (default 10^7)")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"medians of (default {RUNS})")
    parser.add_argument("--store", action="store_true", help="keep them, write the documents")
    parser.add_argument("--stored", action="store_true", help="measure nothing, use the stored")
    given = parser.parse_args(arguments)
    if given.stored:
        held = results.load()
    else:
        matplotlib.use("agg")
        held = measure(given.largest, given.runs)
    if given.store:
        results.store(held)
    if given.store or given.stored:
        parts = {tables.PAGE: tables.page_part(held), tables.README: tables.readme_part(held)}
        for page, part in parts.items():
            text = tables.written(page.read_text(encoding="utf-8"), part)
            page.write_text(text, encoding="utf-8")
    print(tables.full(held))


if __name__ == "__main__":
    main()
