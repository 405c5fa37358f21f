"""Random calls with hostile values: right, or one clear sentence, and nothing else is touched.

A failure names the seed and the number of its case: ``python -m tests.fuzz.test_fuzz numbers 0 17``
runs it again.
"""

import io
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp
from prplot.core import threads
from tests.cases import slowly
from tests.fuzz import calls, layers
from tests.fuzz.hostile import choose
from tests.fuzz.oracle import ViolationError, check_warnings, judged
from tests.laws import slow_aucpr, slow_auroc, slow_average_precision, slow_points

# Metrics with an independent formula, in exact fractions.
EXACT = {"auroc": slow_auroc, "aucpr": slow_aucpr, "average_precision": slow_average_precision}
FORMATS = ("png", "svg", "pdf")


def number_call(seed, i):
    rng = np.random.default_rng([seed, i])
    made = [calls.random_call] * 16 + [calls.call_of_the_record] * 3 + [layers.computed]
    return choose(rng, made)(rng)


@contextmanager
def apart():
    """Run in an empty folder, below another one, which is also the home of the user."""
    with TemporaryDirectory() as folder:
        inner = Path(folder) / "inner"
        inner.mkdir()
        with chdir(inner), patch.dict(os.environ, HOME=str(inner)):
            yield


@apart()
def number(seed, i):
    """Judge a call that returns numbers or tables, and the number if it is a metric."""
    call = number_call(seed, i)
    # So that several threads share even a few scores.
    with patch.object(threads, "WORTHWHILE", 0):
        result = judged(call)
    if call.name in EXACT and isinstance(result, float):
        check_number(call, result)
    if "n_jobs" in call.kwargs and isinstance(result, prp.ConfusionCurve):
        check_threads(call, result)
    return call, result


def check_threads(call, found):
    """Compare a curve that several threads computed with that of one thread."""
    if any(isinstance(one, Iterator) for one in [*call.args, *call.kwargs.values()]):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = call.function(*call.args, **call.kwargs | {"n_jobs": 1})
    for name in ("tp", "fp", "thresholds"):
        one, other = getattr(found, name), getattr(alone, name)
        if one is not other and not np.array_equal(one, other):
            raise ViolationError(f"{name} depends on n_jobs: {one!r} and {other!r}")


def check_number(call, found):
    """Compare a metric of plain arguments with exact fractions."""
    if set(call.kwargs) - {"sample_weight"} or len(call.args) != 2:
        return
    if not all(isinstance(one, np.ndarray) and one.ndim == 1 for one in call.args):
        return
    labels, scores = call.args
    weights = call.kwargs.get("sample_weight")
    if weights is not None and not isinstance(weights, np.ndarray):
        return
    weights = None if weights is None else weights.ravel().tolist()
    points = slow_points((labels == 1).tolist(), scores.tolist(), weights)
    if not all(points[-1][1:]):
        return
    expected = float(EXACT[call.name](points))
    if not abs(found - expected) <= 1e-12:
        raise ViolationError(f"{found!r} is not {expected!r}")


def figure_call(seed, i):
    """Return a call that draws or writes, and the random numbers for what follows."""
    rng = np.random.default_rng([seed, i, 1])
    made = choose(rng, [plot_call] * 16 + [layers.drawn] * 2 + [layers.written] * 2)
    return made(rng), rng


def plot_call(rng):
    return calls.random_call(rng, calls.FIGURES)


@apart()
def figure(seed, i):
    """Judge a call that draws, then draw, zoom and save; or one that writes a file."""
    calls.bystander()
    try:
        call, rng = figure_call(seed, i)
        if call.name in layers.WRITTEN:
            return call, written(call)
        result = judged(call)
        is_layer = call.name.startswith("draw.")
        if isinstance(result, Exception):
            check_nothing_drawn(result)
        else:
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                use(rng, plt.gca() if is_layer else result)
            check_warnings(told)
    finally:
        plt.close("all")
    return call, result


def written(call):
    """Judge a call that may write a file: if it is refused, there is none."""
    try:
        result = judged(call)
    except ViolationError as error:
        # A path on which there can be no file, in the words of the system.
        result = error.__cause__
        if not isinstance(result, OSError) or result.filename is None:
            raise
    found = sorted(one.name for one in Path.cwd().iterdir())
    for name in found:
        if name.endswith(".svg"):
            ElementTree.parse(name)
    is_file = call.name == "savefig" and not isinstance(result, Exception)
    if bool(found) != is_file:
        raise ViolationError(f"{result!r} came with the files {found}")
    return result


def check_nothing_drawn(error):
    drawn = [ax for n in plt.get_fignums()[1:] for ax in plt.figure(n).axes if ax.has_data()]
    if drawn:
        raise ViolationError(f"a refused call drew something: {error}")


def use(rng, result):
    """Draw, zoom, describe and save what a call returned."""
    panels = [ax for ax in np.ravel(np.array(result, dtype=object)) if hasattr(ax, "get_xlim")]
    panels = panels or list(result.axes.flat)
    canvas = panels[0].figure
    canvas.canvas.draw()
    low, high = panels[0].get_xlim()
    panels[0].set_xlim(low + 0.3 * (high - low), low + 0.6 * (high - low))
    canvas.canvas.draw()
    prp.describe(canvas)
    written, kind = io.BytesIO(), choose(rng, FORMATS)
    canvas.savefig(written, format=kind)
    if kind == "svg":
        ElementTree.fromstring(written.getvalue())


KINDS = {"numbers": number, "figures": figure}


def run(kind, seed, count):
    """Run so many cases; return how many calls were answered."""
    answered = 0
    for i in range(count):
        try:
            _, result = KINDS[kind](seed, i)
        except Exception as error:
            raise AssertionError(f"{kind} {seed} {i}: {described(kind, seed, i)}") from error
        answered += not isinstance(result, Exception)
    return answered


def described(kind, seed, i):
    """Return the call of a case."""
    return str(number_call(seed, i) if kind == "numbers" else figure_call(seed, i)[0])


@pytest.mark.parametrize("seed", [0, *map(slowly, range(1, 101))])
def test_numbers_are_right_or_refused_in_a_sentence(seed):
    count = 150 if seed == 0 else 1000
    # Else the values would be hostile only, and nothing would be tried beyond the checks.
    assert run("numbers", seed, count) > count / 10


@pytest.mark.parametrize("seed", [0, *map(slowly, range(1, 101))])
def test_figures_are_drawn_zoomed_and_saved_or_refused_in_a_sentence(seed):
    count = 6 if seed == 0 else 100
    assert run("figures", seed, count) > count / 20


@pytest.mark.slow
@pytest.mark.parametrize("name", [*calls.NUMBERS, *calls.FIGURES])
def test_each_argument_alone_may_be_hostile(name):
    for call in calls.with_one_wrong(name):
        calls.bystander()
        try:
            with apart():
                result = judged(call)
                if isinstance(result, Exception):
                    check_nothing_drawn(result)
        except Exception as error:
            raise AssertionError(str(call)) from error
        finally:
            plt.close("all")


def test_every_public_name_is_called():
    known = {*calls.NUMBERS, *calls.FIGURES, *calls.CLASSES, *calls.OTHERS}
    assert known == set(prp.__all__)
    assert {*layers.DRAWN, *layers.COMPUTED, *layers.VALUES} == set(prp.draw.__all__)
    assert {*layers.LOADED, "StoredPredictions"} == set(prp.datasets.__all__)


if __name__ == "__main__":
    kind, seed, case = sys.argv[1], *map(int, sys.argv[2:])
    print(described(kind, seed, case))
    plt.close("all")
    print(KINDS[kind](seed, case)[1])
