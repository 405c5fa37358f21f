"""The gallery as it is drawn in letters; its pictures are compared with texts as boxes."""

import runpy
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

from tests.cases import sampled
from tests.plots.artists import check_that_words_are_clear

GALLERY = Path(__file__).parents[2] / "gallery"
SCRIPTS = sorted(GALLERY.glob("*/plot_*.py"))


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
@pytest.mark.parametrize("script", sampled(SCRIPTS, every=9))
def test_no_two_texts_overlap(script):
    runpy.run_path(str(script), run_name="__main__")
    check_that_words_are_clear(plt.gcf())
