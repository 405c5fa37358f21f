"""In every figure of the gallery, words and legends keep clear of each other."""

import runpy
import sys
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.text import Text

from tests.plots.artists import shown_texts

GALLERY = Path(__file__).parents[2] / "gallery"
SCRIPTS = sorted(GALLERY.glob("*/plot_*.py"))


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_no_two_texts_overlap(script, monkeypatch):
    # The gallery runs on what the package itself needs.
    for absent in ("scipy", "sklearn"):
        monkeypatch.setitem(sys.modules, absent, None)
    runpy.run_path(str(script), run_name="__main__")
    figure = plt.gcf()
    figure.canvas.draw()
    canvas = figure.bbox.padded(1)
    for ax in figure.axes:
        shown = shown_texts(ax)
        boxes = [Text.get_window_extent(text) for text in shown]
        boxes += [legend.get_window_extent() for legend in [ax.get_legend()] if legend]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        for box in boxes:
            assert canvas.x0 <= box.x0 < box.x1 <= canvas.x1
            assert canvas.y0 <= box.y0 < box.y1 <= canvas.y1
