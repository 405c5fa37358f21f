import matplotlib.text
import numpy as np
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.ft2font import FT2Font
from matplotlib.patches import Rectangle
from pytest_mpl.plugin import ImageComparison

import prplot as prp
from prplot.draw.placement import table

# Pixels. A box whose edge is halfway between two pixels is drawn in the same one in all versions.
TIES = 1e-6


@pytest.fixture
def text_placeholders(monkeypatch):
    """Draw texts as boxes whose size no font has a part in, the same in every matplotlib.

    The sizes are those of the fixture of this name that matplotlib has from 3.11 on.
    """

    def size(renderer, words, font, ismath, dpi=None):
        return len(words) * font.get_size() / 1.618, font.get_size(), 0

    def draw(text, renderer):
        if text.get_visible() and text.get_text():
            (left, low), (right, high) = (
                # That of an annotation has its leader, too.
                window_extent(text, renderer).get_points().round(6) + TIES
            )
            looks = {"facecolor": text.get_color(), "edgecolor": "none"}
            Rectangle((left, low), right - left, high - low, **looks).draw(renderer)

    def made(renderer, width, height, dpi):
        # In matplotlib 3.10 459.9999 pixels are 459.
        whole(renderer, round(width, 6), round(height, 6), dpi)

    whole, window_extent = RendererAgg.__init__, matplotlib.text.Text.get_window_extent
    monkeypatch.setattr(RendererAgg, "__init__", made)
    monkeypatch.setattr(RendererAgg, "get_text_width_height_descent", size)
    monkeypatch.setattr(FT2Font, "get_sfnt_table", lambda *_: None)
    monkeypatch.setattr(matplotlib.text, "_get_text_metrics_with_cache", size)
    monkeypatch.setattr(matplotlib.text.Text, "draw", draw)
    # Lines stand at their height from one another.
    one = property(lambda _: 1, lambda *_: None)
    monkeypatch.setattr(matplotlib.text.Text, "_linespacing", one, raising=False)


@pytest.fixture
def boxes_for_letters(text_placeholders):
    """Forget how wide letters are, and afterwards how wide placeholders are."""
    table._measured.cache_clear()
    yield
    table._measured.cache_clear()


@pytest.fixture
def no_figures_kept(request):
    """Let go of the figure once it is compared: pytest-mpl keeps those of all tests."""
    yield
    for plugin in request.config.pluginmanager.get_plugins():
        if isinstance(plugin, ImageComparison):
            plugin.return_value.clear()


def kept(array):
    """Return an array that no test can change for the next one."""
    array.flags.writeable = False
    return array


@pytest.fixture(scope="session")
def labels():
    return kept(np.random.default_rng(7).random(300) < 0.3)


@pytest.fixture(scope="session")
def models(labels):
    rng = np.random.default_rng(8)
    scores = {
        "good": rng.normal(size=300) + 2 * labels,
        "tied": np.round(rng.normal(size=300) + labels),
        "poor": rng.normal(size=300) - 0.3 * labels,
    }
    return {name: kept(held) for name, held in scores.items()}


@pytest.fixture(scope="session")
def curve(labels, models):
    return prp.ConfusionCurve.from_scores(labels, models["good"])
