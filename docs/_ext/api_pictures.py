"""The picture right below the first sentence of each plot function's page.

All are drawn from the stored predictions in the style of a paper.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib
import matplotlib.pyplot as plt
import pandas

import prplot as prp

if TYPE_CHECKING:  # the tests import this module, and do without Sphinx
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FIGURES = "_build/figures"
DPI = 230
WIDE = 6.0  # inches; wider figures may be as wide as the page


def _pair() -> dict[str, Any]:
    y_true, y_score = prp.datasets.load("digits")
    shown = ("Logistic regression", "Decision tree")
    return {"y_true": y_true, "y_score": {name: y_score[name] for name in shown}}


def _one() -> dict[str, Any]:
    pair = _pair()
    return {**pair, "y_score": pair["y_score"]["Logistic regression"]}


def _ranks() -> Any:
    tasks = {"digits": prp.datasets.load("digits"), "tumours": prp.datasets.load("breast_cancer")}
    return prp.rank_table(tasks, metrics=["aucpr", "aucnpr", "auprg"], progress=False)


def _panels() -> Any:
    pair = _pair()
    scores = pair["y_score"]
    halves = ["one half", "other half"] * len(pair["y_true"])
    table = {"eight": pair["y_true"], **scores, "part": halves[: len(pair["y_true"])]}
    columns = {"y_true": "eight", "y_score": list(scores), "col": "part"}
    return prp.curveplot(pandas.DataFrame(table), **columns, height=3.0, progress=False)


PICTURES: dict[str, Callable[[], Any]] = {
    "plot_pr": lambda: prp.plot_pr(**_pair(), show_chance=True),
    "plot_roc": lambda: prp.plot_roc(**_pair(), show_chance=True),
    "plot_prg": lambda: prp.plot_prg(**_pair()),
    "plot_npr": lambda: prp.plot_npr(**_pair(), show_chance=True),
    "plot_spaces": lambda: prp.plot_spaces(**_pair(), spaces=("roc", "pr")),
    "curveplot": _panels,
    "plot_thresholds": lambda: prp.plot_thresholds(**_one()),
    "plot_f_gain": lambda: prp.plot_f_gain(**_one(), threshold=0.5),
    "plot_hull": lambda: prp.plot_hull(**_one()),
    "plot_isometrics": lambda: prp.plot_isometrics(0.2),
    "plot_min": lambda: prp.plot_min([0.1, 0.3, 0.5, 0.7, 0.9]),
    "plot_aucpr_min": prp.plot_aucpr_min,
    "plot_comparison": lambda: prp.plot_comparison(*prp.datasets.load("digits"), seed=0),
    "plot_difference": lambda: prp.plot_difference(**_pair(), seed=0),
    "plot_tasks": lambda: prp.plot_tasks(_ranks()),
    "plot_downsampling": lambda: prp.plot_downsampling(**_one()),
    "plot_rank_agreement": lambda: prp.plot_rank_agreement(_ranks()),
}


def draw(name: str, folder: Path) -> tuple[Path, str, float]:
    """Draw the picture of a function; return its file, its text, and its width in inches."""
    matplotlib.rcdefaults()
    matplotlib.use("Agg")
    with plt.style.context("prplot.styles.paper"):
        PICTURES[name]()
        figure = plt.gcf()
        words = prp.describe(figure)
        path = folder / f"api-{name}.png"
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=DPI, metadata={"Software": None})
    width = figure.get_figwidth()
    plt.close("all")
    return path, words, float(width)


def insert(app: "Sphinx", what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Put the picture of a plot function below its first sentence."""
    short = name.removeprefix("prplot.")
    if short not in PICTURES:
        return
    path, words, width = draw(short, Path(app.srcdir) / FIGURES)
    kind = "api-wide" if width > WIDE else "api-picture"
    start = next(at for at, line in enumerate(lines) if line)
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    image = [f".. image:: /{FIGURES}/{path.name}", f"   :alt: {words}"]
    lines[end:end] = ["", *image, f"   :class: {kind}", ""]


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Insert pictures after numpydoc has written the docstring anew."""
    app.connect("autodoc-process-docstring", insert, priority=900)
    return {"parallel_read_safe": True}
