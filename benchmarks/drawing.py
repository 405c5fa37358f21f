"""From raw scores to a file: seconds and bytes."""

import io
from typing import Any

import matplotlib.pyplot as plt
from sklearn.metrics import PrecisionRecallDisplay

import prplot as prp
from benchmarks.cases import Case, Data, scored
from benchmarks.numbers import OURS, THEIRS
from benchmarks.timing import Calls

FORMATS = ("png", "pdf", "svg")
PIXELS_PER_INCH = 200


def our_figure(data: Data, models: int) -> Any:
    """Draw curves, the minimum curve and the unachievable region."""
    figure, ax = plt.subplots(figsize=(4, 4))
    columns = data.scores.reshape(-1, models).T
    scores = {f"model {i}": column for i, column in enumerate(columns)}
    prp.plot_pr(data.labels, scores if models > 1 else columns[0], ax=ax)
    return figure


def their_figure(data: Data, models: int) -> Any:
    figure, ax = plt.subplots(figsize=(4, 4))
    for i, column in enumerate(data.scores.reshape(-1, models).T):
        own = {"name": f"model {i}"} if models > 1 else {}
        PrecisionRecallDisplay.from_predictions(data.labels, column, ax=ax, **own)
    return figure


def file_of(draw: Any, data: Data, models: int, form: str) -> bytes:
    """Draw and return the file."""
    figure = draw(data, models)
    file = io.BytesIO()
    figure.savefig(file, format=form, dpi=PIXELS_PER_INCH)
    plt.close(figure)
    return file.getvalue()


def drawings(case: Case, models: int) -> Calls:
    data = scored(case, models)
    return {
        f"{form}|{name}": lambda draw=draw, form=form: file_of(draw, data, models, form)
        for form in FORMATS
        for name, draw in ((OURS, our_figure), (THEIRS, their_figure))
    }


def vertices(case: Case, models: int) -> int:
    """Return the vertices of the longest line of our figure."""
    figure = our_figure(scored(case, models), models)
    most = max(len(line.get_xydata()) for line in figure.axes[0].lines)
    plt.close(figure)
    return most
