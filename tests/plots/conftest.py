import numpy as np
import pytest

import prplot as prp

try:
    from matplotlib.testing.conftest import text_placeholders
except ImportError:

    @pytest.fixture
    def text_placeholders():
        pytest.skip("pictures are compared with the text placeholders of matplotlib 3.11 or newer")


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
