"""Figures in files, for comparisons of processes: ``python -m tests.plots.written_files FOLDER``.

``--figures`` names some of them and ``--formats`` some suffixes; ``--after`` first draws them in
another size and style, and writes them from a second thread.
"""

import argparse
import locale
from itertools import product
from pathlib import Path
from threading import Thread

import matplotlib.pyplot as plt
import numpy as np

import prplot as prp

STYLES = ("default", "prplot.styles.icml")
FORMATS = ("png", "pdf", "svg", "html")


def curves():
    """Draw labels, a legend and a hatched region in one panel."""
    return prp.plot_pr(*data(), show_chance=True)


def bands():
    """Draw bands of draws, with intervals in the legend."""
    return prp.plot_roc(*data(), errorbar="ci", n_boot=400, seed=0)


def colors():
    """Draw colours of thresholds, which are a collection and an image, and isometrics."""
    labels, models = data()
    options = {"show_isometrics": True, "thresholds": [0.5], "show_min": False}
    return prp.plot_pr(labels, models["good one"], color="threshold", **options)


def thresholds():
    """Draw metrics against the threshold."""
    labels, models = data()
    return prp.plot_thresholds(labels, models["größe <ä> & π"])


def spaces():
    """Draw three panels."""
    return prp.plot_spaces(*data(), show_hull=True)[0]


def facets():
    """Draw panels of a table, by seaborn."""
    import pandas as pd

    labels, models = data()
    table = pd.DataFrame(models).assign(label=labels, site=np.arange(labels.size) % 3)
    table["kind"] = np.array(["a", "b"])[np.arange(labels.size) % 2]
    return prp.curveplot(table, y_true="label", y_score="good one", hue="kind", col="site")


def hull():
    """Draw vertices of hulls in two spaces."""
    return prp.plot_hull(*data())[0]


def comparison():
    """Draw a forest plot of draws."""
    return prp.plot_comparison(*data(), n_boot=400, seed=0)


def difference():
    """Draw a difference of two curves."""
    labels, models = data()
    pair = dict(list(models.items())[:2])
    return prp.plot_difference(labels, pair, n_boot=400, seed=0)


FIGURES = (curves, bands, colors, thresholds, spaces, facets, hull, comparison, difference)


def data():
    rng = np.random.default_rng(0)
    labels = rng.random(200) < 0.3
    names = ("good one", "größe <ä> & π", "$x_1$")
    return labels, {name: rng.normal(size=200) + (2 - i) * labels for i, name in enumerate(names)}


def write(folder, figures, formats, styles):
    """Write each figure in each style and format; each file is of a new figure."""
    for draw, style, suffix in product(figures, styles, formats):
        with plt.style.context(style):
            prp.savefig(draw(), folder / f"{draw.__name__}-{style}.{suffix}")
        plt.close("all")


def draw_others(folder, figures):
    """Draw the figures in another size and style, into a file that is written over."""
    path = folder / "other.pdf"
    for draw in figures:
        with plt.style.context("prplot.styles.slides"):
            figure = draw().figure
            figure.set_size_inches(5, 4)
            prp.savefig(figure, path, save_kws={"dpi": 50})
        plt.close("all")
    path.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--figures", nargs="+", default=[draw.__name__ for draw in FIGURES])
    parser.add_argument("--formats", nargs="+", default=FORMATS)
    parser.add_argument("--styles", nargs="+", default=STYLES)
    parser.add_argument("--after", action="store_true")
    chosen = parser.parse_args()
    locale.setlocale(locale.LC_ALL, "")
    figures = [draw for draw in FIGURES if draw.__name__ in chosen.figures]
    told = (chosen.folder, figures, chosen.formats, chosen.styles)
    if not chosen.after:
        write(*told)
        return
    draw_others(chosen.folder, figures)
    thread = Thread(target=write, args=told)
    thread.start()
    thread.join()


if __name__ == "__main__":
    main()
