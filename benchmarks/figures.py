"""What figures cost beside bare matplotlib and seaborn: time of the processor, and its limits.

From the checkout, after ``pip install -e '.[bench]'``::

    python -m benchmarks.figures

``--store`` keeps the results and writes the table of the page on speed.

The peer draws lines with the same vertices: matplotlib by ``plot``, ``fill_between`` and
``legend(loc="best")``, beside lines of equal F1 with our words, too; seaborn by ``relplot``. Both
are measured in turn; the least time counts.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from tqdm import tqdm

import prplot as prp
from benchmarks import results, tables
from benchmarks.results import Results, Row, circumstances
from prplot.draw.scene import CURVE, MINIMUM
from prplot.draw.scene_artist import drawn_in

FILE = Path(__file__).parent / "results" / "figures.json"
START, END = "<!-- figures: start -->\n", "<!-- figures: end -->\n"
HEAD = ["figure", "prplot, ms", "peer, ms", "ratio", "limit", "met"]
# On the page; a terminal shows all.
SHOWN = {
    *("1 curve", "5 curves", "pan and zoom, 5 curves", "10 facets", "200 curves"),
}

RUNS = 5
# Seconds that matplotlib takes for one curve where limits in seconds hold. They are longer on
# slower machines.
REFERENCE = 0.03
# A row is measured again until it has taken so many seconds, and not when it has taken as many.
LEAST, ENOUGH = 3.0, 10.0
EXAMPLES, PREVALENCE = 375, 0.37
# Views of a hand that zooms in, pans and zooms out again, as limits of both axes.
VIEWS = ((0.2, 1.0), (0.25, 1.05), (0.3, 1.1), (-0.012, 1.012))

Draw = Callable[[], object]


@dataclass(frozen=True)
class Task:
    """A figure, or a change of one, by us and by a peer.

    Attributes
    ----------
    name : str
    ours : callable
        Return what is measured, with everything prepared.
    peer : callable or None
    limit : float
        Of the ratio of times, or in seconds if there is no peer.
    steps : int
        How many draws a call makes; times are those of one.
    """

    name: str
    ours: Callable[[], Draw]
    peer: Callable[[], Draw] | None
    limit: float
    steps: int = 1


def models(
    count: int, name: str = "model {}", examples: int = EXAMPLES
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Make labels, and scores by name."""
    rng = np.random.default_rng(count)
    labels = rng.random(examples) < PREVALENCE
    shifts = np.linspace(2.4, 0.6, count)
    return labels, {
        name.format(i): rng.normal(size=examples) + shift * labels
        for i, shift in enumerate(shifts, 1)
    }


def groups(panels: int, hues: int, examples: int = 150) -> pd.DataFrame:
    """Make a table of labels and scores with a panel and a model for each row."""
    parts = []
    for panel in range(panels):
        labels, scores = models(hues, examples=examples)
        parts += [
            pd.DataFrame({"y": labels, "s": score + 0.1 * panel, "panel": panel, "model": name})
            for name, score in scores.items()
        ]
    return pd.concat(parts, ignore_index=True)


# Our figures


def our_axes(count: int, size: tuple[float, float] | None = None, **options: Any) -> Axes:
    """Draw some models in axes of their own."""
    name = options.pop("name", "model {}")
    figure, ax = plt.subplots(figsize=size)
    prp.plot_pr(*models(count, name), ax=ax, **options)
    figure.canvas.draw()
    return ax


def first_draw(*args: Any, **options: Any) -> Draw:
    """Return what draws a figure and closes it."""

    def draw() -> None:
        plt.close(our_axes(*args, **options).figure)

    return draw


def first_thresholds(examples: int) -> Draw:
    """Return what draws metrics against the threshold."""
    labels, scores = models(1, examples=examples)
    (score,) = scores.values()

    def draw() -> None:
        figure, ax = plt.subplots()
        prp.plot_thresholds(labels, score, ax=ax)
        figure.canvas.draw()
        plt.close(figure)

    return draw


def our_facets(table: pd.DataFrame, **options: Any) -> sns.FacetGrid:
    given = {"y_true": "y", "y_score": "s", "col": "panel", "hue": "model", "progress": False}
    grid = prp.curveplot(table, **given, **options)
    grid.figure.canvas.draw()
    return grid


def facets(panels: int, hues: int, **options: Any) -> Draw:
    table = groups(panels, hues)
    return lambda: plt.close(our_facets(table, **options).figure)


# Peers


@dataclass(frozen=True)
class Lines:
    """The lines of our axes, with their looks, the border of the unachievable region, and words."""

    lines: list[tuple[np.ndarray, dict[str, Any]]]
    region: np.ndarray | None
    words: list[tuple[float, float, str, dict[str, Any]]]
    limits: dict[str, Any]

    @classmethod
    def of(cls, ax: Axes, with_words: bool = False) -> "Lines":
        """Read the lines of our axes, also the words in them if these count; close their figure."""
        named = {one.artist: one.mark.text for one in drawn_in(ax, CURVE)}
        lines = [
            (
                line.get_xydata(),
                {
                    "color": line.get_color(),
                    "linewidth": line.get_linewidth(),
                    "label": named.get(line, "_"),
                },
            )
            for line in ax.lines
        ]
        borders = [one.artist.get_xydata() for one in drawn_in(ax, MINIMUM)]
        words = [
            (
                *text.get_position(),
                text.get_text(),
                {"rotation": text.get_rotation(), "fontsize": text.get_fontsize()},
            )
            for text in ax.texts
            if with_words and text.get_visible()
        ]
        limits = {key: getattr(ax, f"get_{key}")() for key in ("xlim", "ylim", "xlabel", "ylabel")}
        plt.close(ax.figure)
        return cls(lines, borders[0] if borders else None, words, {**limits, "aspect": "equal"})

    def axes(self) -> Axes:
        """Draw them with matplotlib alone."""
        figure, ax = plt.subplots()
        for at, look in self.lines:
            ax.plot(*at.T, **look)
        if self.region is not None:
            ax.fill_between(*self.region.T, hatch="//", facecolor="0.9", edgecolor="0.6")
        for x, y, text, look in self.words:
            ax.text(x, y, text, ha="center", va="center", **look)
        ax.set(**self.limits)
        ax.legend(loc="best")
        figure.canvas.draw()
        return ax


def their_first_draw(*args: Any, with_words: bool = False, **options: Any) -> Draw:
    lines = Lines.of(our_axes(*args, **options), with_words)
    return lambda: plt.close(lines.axes().figure)


def their_facets(panels: int, hues: int, **options: Any) -> Draw:
    """Draw lines with as many vertices as ours by seaborn's relplot."""
    grid = our_facets(groups(panels, hues), **options)
    parts = [
        pd.DataFrame(mark.artist.get_xydata(), columns=["x", "y"]).assign(panel=panel, line=i)
        for panel, ax in grid.axes_dict.items()
        for i, mark in enumerate(drawn_in(ax, CURVE, MINIMUM))
    ]
    plt.close(grid.figure)
    table = pd.concat(parts, ignore_index=True).astype({"line": str})
    drawn = {"kind": "line", "estimator": None, "sort": False, "errorbar": None}

    def draw() -> None:
        grid = sns.relplot(
            table, x="x", y="y", col="panel", hue="line", legend="full", **drawn, **options
        )
        grid.figure.canvas.draw()
        plt.close(grid.figure)

    return draw


# A hand that pans and zooms


def our_steps(count: int) -> Draw:
    return steps(our_axes(count))


def their_steps(count: int) -> Draw:
    return steps(Lines.of(our_axes(count)).axes())


def steps(ax: Axes) -> Draw:
    """Return what draws a figure in one view after the other."""

    def draw() -> None:
        for view in VIEWS:
            ax.set(xlim=view, ylim=view)
            ax.figure.canvas.draw()

    return draw


def tasks() -> Iterator[Task]:
    """Yield everything that has a limit."""
    variants = {"": {}, ", no region": {"show_min": False}, ", isometrics": ISOMETRICS}
    for words, options in variants.items():
        for count, limit in ((1, 1.5), (5, 1.5), (12, 2.0)):
            yield Task(
                f"{_curves(count)}{words}",
                partial(first_draw, count, **options),
                partial(their_first_draw, count, with_words="isometrics" in words, **options),
                limit,
            )
    for count in (1, 5, 12):
        yield Task(
            f"pan and zoom, {_curves(count)}",
            partial(our_steps, count),
            partial(their_steps, count),
            1.5,
            len(VIEWS),
        )
    ten = {"col_wrap": 5, "height": 2.5}
    yield Task("10 facets", partial(facets, 10, 3, **ten), partial(their_facets, 10, 3, **ten), 1.5)
    yield Task("names beside 16 curves", partial(first_draw, 16, legend="direct"), None, 1.0)
    long = {"name": LONG_NAME}
    # A legend that lists all names is as long as the peer's.
    small = (30, (3.25, 2.8))
    yield Task(
        "30 long names, 3.25 in",
        partial(first_draw, *small, **long),
        partial(their_first_draw, *small, **long),
        1.5,
    )
    yield Task("200 curves", partial(first_draw, 200), partial(their_first_draw, 200), 1.5)
    yield Task("4 x 4 facets, 3 hues", partial(facets, 16, 3, col_wrap=4, height=2.0), None, 2.0)
    yield Task("metrics of 10⁶ thresholds", partial(first_thresholds, 10**6), None, 0.3)
    yield Task("8 long names, 3 x 2.4 in", partial(first_draw, 8, (3, 2.4), **long), None, 2.0)


ISOMETRICS = {"show_isometrics": True}
LONG_NAME = "gradient boosting with features of set {} and no calibration"


def _curves(count: int) -> str:
    return f"{count} curve{'s' * (count > 1)}"


def measured(task: Task, runs: int) -> Row:
    """Run ours and the peer's in turn; return the least seconds of each."""
    calls = {"ours": task.ours()}
    if task.peer is not None:
        calls["peer"] = task.peer()
    least = dict.fromkeys(calls, np.inf)
    spent, run = 0.0, 0
    while spent < (ENOUGH if run < runs else LEAST):
        for name, call in calls.items():
            start = process_time()
            call()
            taken = process_time() - start
            least[name], spent = min(least[name], taken), spent + taken
        run += 1
    seconds = {name: float(f"{taken / task.steps:.3g}") for name, taken in least.items()}
    return {"figure": task.name, **seconds, "limit": task.limit}


def measure(runs: int, only: str = "") -> Results:
    """Measure all tasks whose names contain some words."""
    held = [task for task in tasks() if only in task.name]
    rows = [measured(task, runs) for task in tqdm(held, smoothing=0)]
    return {"made": circumstances(runs), "figures": rows}


def is_met(row: Row, slowness: float = 1.0) -> bool:
    return bool(row["ours"] <= row["limit"] * row.get("peer", slowness))


def slowness(held: Results) -> float:
    """Return how slow the machine is beside the one for which limits in seconds are."""
    peers = [row["peer"] for row in held["figures"] if row["figure"] == "1 curve"]
    return max([1.0, *(peer / REFERENCE for peer in peers)])


def table(held: Results) -> str:
    """Return times, ratios and limits as a table."""
    cells = [
        [
            row["figure"],
            tables.number(1e3 * row["ours"]),
            tables.number(1e3 * row["peer"]) if "peer" in row else "",
            f"{row['ours'] / row['peer']:.2f}" if "peer" in row else "",
            f"{row['limit']:.1f}×" if "peer" in row else f"{row['limit']:g} s",
            "yes" if is_met(row, slowness(held)) else "no",
        ]
        for row in held["figures"]
    ]
    made = held["made"]
    how = f"{results.provenance(made)}; least of {made['runs']} runs or more in turn."
    return f"{tables.markdown(HEAD, cells)}\n{how}\n"


def page_part(held: Results) -> str:
    """Return the table of the page: what users wait for."""
    rows = [row for row in held["figures"] if row["figure"] in SHOWN]
    cells = [
        [
            row["figure"],
            tables.number(1e3 * row["ours"]),
            tables.number(1e3 * row["peer"]) if "peer" in row else "",
        ]
        for row in rows
    ]
    how = results.machine(held["made"])
    return f"{tables.markdown(['figure', 'prplot, ms', 'peer, ms'], cells)}\n{how}.\n"


def written(page: str, held: Results) -> str:
    """Return the page with its table made anew."""
    return tables.written(page, page_part(held), START, END)


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.figures", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, help=f"at least so many (default {RUNS})")
    parser.add_argument("--only", default="", help="figures whose names contain this")
    parser.add_argument("--store", action="store_true", help="keep them, write the page")
    parser.add_argument("--stored", action="store_true", help="measure nothing, use the stored")
    given = parser.parse_args(arguments)
    if given.store and given.only:
        parser.error("--store keeps all figures, not those of --only")
    matplotlib.use("agg")
    held = results.load(FILE) if given.stored else measure(given.runs, given.only)
    if given.store:
        results.store(held, FILE)
    if given.store or given.stored:
        page = tables.PAGE.read_text(encoding="utf-8")
        tables.PAGE.write_text(written(page, held), encoding="utf-8")
    print(table(held))


if __name__ == "__main__":
    main()
