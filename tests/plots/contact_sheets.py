"""Sheets of figures at print size, ours beside scikit-learn's and bare matplotlib's, for eyes.

From the checkout, ``python -m tests.plots.contact_sheets OUTDIR`` writes a sheet for each size,
style and layout, and ``--sizes 3.25x2.8 --styles paper talk`` some of them. With ``--venues`` it
writes one for each style of the package, or for those that follow, in their own sizes.
"""

import argparse
import warnings
from functools import partial
from itertools import product
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image, ImageDraw
from sklearn.metrics import PrecisionRecallDisplay, RocCurveDisplay
from tqdm import tqdm

import prplot as prp
from prplot.cli.commands import styles_of_prplot
from prplot.draw.scene import CURVE
from prplot.draw.scene_artist import drawn_in
from tests.plots import print_size
from tests.plots.print_size import LAYERS, LAYOUTS, MODELS, SIZES, STYLES, Case

DPI = 110
MOST_PIXELS = 2200  # of a sheet's width
MODELS_OF_A_SHEET = 2
CAPTION = 16
# Figures this many times as wide as high hold two panels.
PAGE = 1.5


def their_figure(case: Case) -> plt.Figure:
    """Draw the models with scikit-learn; it has no third space."""
    figure, axes = plt.subplots(1, case.panels, figsize=case.size, layout=case.layout)
    labels, scores = print_size.data(case.models)
    displays = [PrecisionRecallDisplay]
    if case.panels == 3:
        displays = [RocCurveDisplay, PrecisionRecallDisplay]
    for ax, display in zip(np.ravel(axes), displays, strict=False):
        for name, score in scores.items():
            display.from_predictions(labels, score, name=name, ax=ax)
    for ax in figure.axes[len(displays) :]:
        ax.remove()
    return figure


def bare_figure(case: Case) -> plt.Figure:
    """Draw our lines with matplotlib alone."""
    ours, ours_axes = print_size.drawn(case)
    figure, axes = plt.subplots(1, case.panels, figsize=case.size, layout=case.layout)
    for ax, our_ax in zip(np.ravel(axes), ours_axes, strict=True):
        for one in drawn_in(our_ax, CURVE):
            said = one.mark.text if case.panels == 1 else one.mark.name
            ax.plot(*one.artist.get_data(), label=said)
        ax.set(xlabel=our_ax.get_xlabel(), ylabel=our_ax.get_ylabel(), aspect="equal")
        ax.set(xlim=our_ax.get_xlim(), ylim=our_ax.get_ylim())
        ax.legend(loc="best")
    plt.close(ours)
    return figure


def columns(size: tuple[float, float], style: str, layout: str, models: int) -> list[tuple]:
    """Return what stands beside one another: a caption, a function that draws, and its case."""
    cases = {layers: Case(size, style, layout, models, layers) for layers in LAYERS}
    ours = [("prplot", lambda case: print_size.drawn(case)[0], case) for case in cases.values()]
    first = next(iter(cases.values()))
    return [*ours, ("scikit-learn", their_figure, first), ("matplotlib", bare_figure, first)]


def picture(caption: str, draw, case: Case) -> Image.Image:
    """Draw a figure at the resolution of print, with a caption above."""
    # The others' legends may leave no room for axes.
    with print_size.styled(case.style), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        figure = draw(case)
        figure.set_dpi(DPI)
        figure.canvas.draw()
        shown = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")
        plt.close(figure)
    framed = Image.new("RGB", (shown.width + 8, shown.height + CAPTION + 8), "#999999")
    ImageDraw.Draw(framed).text((4, 2), f"{caption}, {case}", fill="black")
    framed.paste(shown, (4, CAPTION))
    return framed


def sheet(size: tuple[float, float], style: str, layout: str, models: list[int]) -> Image.Image:
    """Draw all columns for some numbers of models."""
    pictures = [picture(*one) for number in models for one in columns(size, style, layout, number)]
    return pasted(pictures)


def pasted(pictures: list[Image.Image]) -> Image.Image:
    """Put pictures side by side, in rows as wide as a screen."""
    width = max(one.width for one in pictures)
    across = max(1, min(len(LAYERS) + 2, MOST_PIXELS // width))
    rows = [pictures[i : i + across] for i in range(0, len(pictures), across)]
    heights = [max(one.height for one in row) for row in rows]
    whole = Image.new("RGB", (across * width, sum(heights)), "#999999")
    for row, top in zip(rows, np.cumsum([0, *heights[:-1]]).tolist(), strict=True):
        for place, one in enumerate(row):
            whole.paste(one, (place * width, top))
    return whole


def venue_sheet(name: str) -> Image.Image:
    """Draw all models and layers in a style of the package, and panels if it is wide enough."""
    style = f"prplot.styles.{name}"
    with print_size.styled(style):
        width, height = mpl.rcParams["figure.figsize"]
    cases = [Case((width, height), style, "constrained", *one) for one in product(MODELS, LAYERS)]
    pictures = [picture("plot_pr", lambda case: print_size.drawn(case)[0], one) for one in cases]
    if width >= PAGE * height:
        plots = {"plot_spaces": prp.plot_spaces, "plot_hull": prp.plot_hull}
        for (word, plot), number in product(plots.items(), MODELS):
            case = Case((width, height), style, "own", number, "minimum")
            pictures.append(picture(word, partial(own_figure, plot), case))
    return pasted(pictures)


def own_figure(plot, case: Case) -> plt.Figure:
    """Draw in a figure that the function makes."""
    return plot(*print_size.data(case.models))[0].figure


def main() -> None:
    sizes = {f"{width:g}x{height:g}": (width, height) for width, height in SIZES}
    parser = argparse.ArgumentParser(prog="python -m tests.plots.contact_sheets")
    parser.add_argument("folder", type=Path, help="where the sheets are written")
    parser.add_argument("--sizes", nargs="+", choices=sizes, default=list(sizes))
    parser.add_argument("--styles", nargs="+", choices=STYLES, default=list(STYLES))
    parser.add_argument("--layouts", nargs="+", choices=LAYOUTS, default=list(LAYOUTS))
    parser.add_argument("--models", nargs="+", type=int, default=list(MODELS))
    venues = [name for name in styles_of_prplot() if name != "dark"]
    parser.add_argument("--venues", nargs="*", choices=venues, metavar="STYLE")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.venues is not None:
        for name in tqdm(given.venues or venues, smoothing=0):
            venue_sheet(name).save(given.folder / f"{name}.png")
        return
    sheets = list(product(given.sizes, given.styles, given.layouts))
    for size, style, layout in tqdm(sheets, smoothing=0):
        for start in range(0, len(given.models), MODELS_OF_A_SHEET):
            models = given.models[start : start + MODELS_OF_A_SHEET]
            name = "_".join([size, style, layout, "-".join(map(str, models))])
            sheet(sizes[size], style, layout, models).save(given.folder / f"{name}.png")


if __name__ == "__main__":
    mpl.use("agg")
    main()
