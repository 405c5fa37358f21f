"""The picture right below the first sentence of each plot function's page.

All are drawn from the stored predictions in the style of a paper.
"""

from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import pandas

import prplot as prp

EIGHTS, SCORES = prp.datasets.load("digits")
PAIR = {
    "y_true": EIGHTS,
    "y_score": {name: SCORES[name] for name in ("Logistic regression", "Decision tree")},
}
ONE = {"y_true": EIGHTS, "y_score": SCORES["Logistic regression"]}


def _ranks() -> Any:
    tasks = {"digits": (EIGHTS, SCORES), "tumours": prp.datasets.load("breast_cancer")}
    return prp.rank_table(tasks, metrics=["aucpr", "aucnpr", "auprg"], progress=False)


def _panels() -> Any:
    table = pandas.DataFrame({"eight": EIGHTS, **PAIR["y_score"]})
    table["part"] = ["other half" if at % 2 else "one half" for at in table.index]
    columns = {"y_true": "eight", "y_score": list(PAIR["y_score"]), "col": "part"}
    return prp.curveplot(table, **columns, height=3.0, progress=False)


PICTURES: dict[str, Callable[[], Any]] = {
    "plot_pr": lambda: prp.plot_pr(**PAIR, show_chance=True),
    "plot_roc": lambda: prp.plot_roc(**PAIR, show_chance=True),
    "plot_prg": lambda: prp.plot_prg(**PAIR),
    "plot_npr": lambda: prp.plot_npr(**PAIR, show_chance=True),
    "plot_spaces": lambda: prp.plot_spaces(**PAIR, spaces=("roc", "pr")),
    "curveplot": _panels,
    "plot_thresholds": lambda: prp.plot_thresholds(**ONE),
    "plot_net_benefit": lambda: prp.plot_net_benefit(**PAIR),
    "plot_f_gain": lambda: prp.plot_f_gain(**ONE, threshold=0.5),
    "plot_hull": lambda: prp.plot_hull(**ONE),
    "plot_isometrics": lambda: prp.plot_isometrics(0.2),
    "plot_min": lambda: prp.plot_min([0.1, 0.3, 0.5, 0.7, 0.9]),
    "plot_aucpr_min": prp.plot_aucpr_min,
    "plot_comparison": lambda: prp.plot_comparison(EIGHTS, SCORES, seed=0),
    "plot_difference": lambda: prp.plot_difference(**PAIR, seed=0),
    "plot_tasks": lambda: prp.plot_tasks(_ranks()),
    "plot_downsampling": lambda: prp.plot_downsampling(**ONE),
    "plot_rank_agreement": lambda: prp.plot_rank_agreement(_ranks()),
}


def draw(name: str) -> None:
    """Draw the picture of a function."""
    plt.style.use("prplot.styles.paper")
    PICTURES[name]()


def insert(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Put the picture of a plot function below its first sentence."""
    short = name.removeprefix("prplot.")
    if short in PICTURES:
        end = lines.index("", next(at for at, line in enumerate(lines) if line))
        code = f"import api_pictures; api_pictures.draw({short!r})"
        example = [".. example::", "   :hide-code:", "   :scale: 130", "", f"   {code}"]
        lines[end:end] = ["", *example, ""]


def setup(app: Any) -> dict[str, Any]:
    """Insert pictures after numpydoc has written the docstring anew."""
    app.connect("autodoc-process-docstring", insert, priority=900)
    return {"parallel_read_safe": True}
