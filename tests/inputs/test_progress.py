"""Progress bars, which whatever lasts shows after two seconds and not before."""

import itertools

import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.inputs.notices import DELAY, progress_bar

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [30, 60])
MODELS = {name: RNG.normal(size=90) + LABELS for name in "abc"}
TABLE = pd.DataFrame({"y": LABELS, "s": MODELS["a"], "site": np.arange(90) % 3})
COLUMNS = {"y_true": "y", "y_score": "s"}
CALLS = {
    "tasks": lambda **shown: prp.rank_table({"t": (LABELS, MODELS)}, **shown),
    "ratios": lambda **shown: prp.plot_downsampling(LABELS, MODELS["a"], **shown),
    "panels": lambda **shown: prp.curveplot(TABLE, **COLUMNS, col="site", **shown),
    "scan": lambda **shown: prp.scan(TABLE, **COLUMNS, **shown),
    "curves": lambda: prp.summary(LABELS, MODELS),
    "bootstrap": lambda: prp.compare(LABELS, MODELS, n_boot=400),
}


@pytest.fixture
def pace(monkeypatch):
    """Let a number of seconds pass between two looks at the clock."""

    def passing(seconds):
        clock = itertools.count(step=seconds)
        monkeypatch.setattr("tqdm.std.time", lambda: next(clock))

    return passing


@pytest.mark.parametrize("name", CALLS)
def test_what_lasts_shows_a_bar_and_what_does_not_shows_none(name, pace, capsys):
    call = CALLS[name]
    pace(DELAY / 1e5)
    call()
    assert capsys.readouterr().err == ""
    pace(DELAY)
    call()
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("name", ["tasks", "ratios", "panels", "scan"])
def test_a_bar_can_be_switched_off(name, pace, capsys):
    pace(DELAY)
    CALLS[name](progress=False)
    assert capsys.readouterr().err == ""


def test_no_bar_is_shown_within_two_seconds_whatever_is_written_on_it(monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr("tqdm.std.time", lambda: now[0])
    with progress_bar(10, "work", "step") as advance:
        for seconds, is_shown in ((1.0, False), (1.99, False), (2.01, True)):
            now[0] = seconds
            advance()
            assert ("work: " in capsys.readouterr().err) == is_shown
