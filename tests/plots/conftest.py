import numpy as np
import pytest

import prplot as prp

try:
    from matplotlib.testing.conftest import text_placeholders
except ImportError:

    @pytest.fixture
    def text_placeholders(monkeypatch):
        """Draw texts as boxes whose size no font has a part in, as matplotlib 3.11 does."""
        from matplotlib import text
        from matplotlib.backends.backend_agg import RendererAgg
        from matplotlib.patches import Rectangle

        def size(renderer, words, font, ismath, dpi=None):
            return len(words) * font.get_size() / 1.618, font.get_size(), 0

        def draw(self, renderer):
            if self.get_visible() and self.get_text():
                box = self.get_window_extent(renderer)
                looks = {"facecolor": self.get_color(), "edgecolor": "none"}
                Rectangle(box.p0, box.width, box.height, **looks).draw(renderer)

        monkeypatch.setattr(text, "_get_text_metrics_with_cache", size)
        monkeypatch.setattr(RendererAgg, "get_text_width_height_descent", size)
        monkeypatch.setattr(text.Text, "draw", draw)
        # Before 3.11 there is some room between lines, and 459.9999 pixels are 459.
        one = property(lambda _: 1, lambda *_: None)
        monkeypatch.setattr(text.Text, "_linespacing", one, raising=False)
        made = RendererAgg.__init__
        monkeypatch.setattr(
            RendererAgg, "__init__", lambda self, *size: made(self, *[round(n, 6) for n in size])
        )


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
