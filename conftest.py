"""Settings that every test and every docstring's example needs before matplotlib is loaded."""

import os

import pytest

os.environ["MPLBACKEND"] = "agg"


@pytest.fixture(autouse=True)
def no_figures_left():
    """Close what a test or an example drew, if matplotlib was loaded at all."""
    import sys

    yield
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")
