"""Seconds and memory of calls, measured in turn."""

import os
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

import numpy as np

from prplot.core.threads import VARIABLE

Calls = Mapping[str, Callable[[], object]]

# A clock is read after so many seconds at least.
LEAST = 2e-3
# What is over in a moment is easily disturbed, and can be measured more often.
SHORT = 0.1
MORE = 5
# What takes longer has no need to warm up: its first round counts.
LONG = 1.0


def medians(calls: Calls, runs: int) -> dict[str, float]:
    """Run every call `runs` times, all of them in turn; return median seconds of one call."""
    # The first round warms up, and tells how often a short call is to be repeated.
    first = {name: _seconds(call, 1) for name, call in calls.items()}
    often = {name: max(1, round(LEAST / max(taken, 1e-9))) for name, taken in first.items()}
    rounds: dict[str, list[float]] = {name: [] for name in calls}
    whole = sum(first[name] * often[name] for name in calls)
    if whole < SHORT:
        runs *= MORE
    elif whole > LONG:
        rounds, runs = {name: [taken] for name, taken in first.items()}, runs - 1
    for _ in range(runs):
        for name, call in calls.items():
            rounds[name].append(_seconds(call, often[name]))
    return {name: float(np.median(taken)) for name, taken in rounds.items()}


def _seconds(call: Callable[[], object], often: int) -> float:
    start = perf_counter()
    for _ in range(often):
        call()
    return (perf_counter() - start) / often


@contextmanager
def in_threads(count: int) -> Iterator[None]:
    """Let prplot work in so many threads."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(count)
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def peak_memory(call: Callable[[], object]) -> int:
    """Return how many bytes more than before a call needs at most; its result counts."""
    call()
    tracemalloc.start()
    try:
        held = call()
        peak = tracemalloc.get_traced_memory()[1]
        del held
    finally:
        tracemalloc.stop()
    return peak
