"""Threads: how many a call may use, and work on parts of the data in them.

Numpy's loops over large arrays let other threads run, so that threads need no copies of the data
and no processes.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import copy_context
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from prplot.core.checks import brief, is_whole

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

# How many threads are used where a call does not say.
VARIABLE = "PRPLOT_THREADS"
# Limits that programs set for the libraries they use; joblib sets the first in its workers.
LIMITS = ("OMP_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
# With fewer scores than this threads take longer to start than they save, and than it takes to
# measure whether cores are idle.
WORTHWHILE, MEASURED = 2**17, 2**20
# Cores are idle if all threads take no more than so many times as long as one alone for as much
# work each; on a busy one they take twice as long.
IDLE = 1.5
# Numbers in that work: a fraction of a millisecond.
_TRIED = 2**16
# More threads than this are never started, however many are allowed.
MOST = 256

Given = TypeVar("Given")
Found = TypeVar("Found")


def thread_count(n_jobs: int | None = None) -> int:
    """Return how many threads a call may use.

    Parameters
    ----------
    n_jobs : int, optional
        1 or more, or -1 for `available_cores`; by default the environment variable
        ``PRPLOT_THREADS`` says so, or it is -1.

    Returns
    -------
    int
        At most 256. By default 1 in a worker: see `is_worker`.

    Raises
    ------
    ValueError, TypeError
        Something else.
    """
    if n_jobs is not None:
        return available_cores() if _checked(n_jobs) == -1 else min(int(n_jobs), MOST)
    if is_worker():
        return 1
    given = os.environ.get(VARIABLE, "").strip()
    if not given:
        return available_cores()
    try:
        wanted = int(given)
    except ValueError:
        wanted = 0
    if wanted < 1 and wanted != -1:
        raise ValueError(f"{VARIABLE} must be 1 or more, or -1 for all cores, found {given!r}")
    return available_cores() if wanted == -1 else min(wanted, MOST)


def _checked(n_jobs: int) -> int:
    if not is_whole(n_jobs):
        raise TypeError(f"n_jobs must be an integer, found {brief(n_jobs)}")
    if n_jobs < 1 and n_jobs != -1:
        raise ValueError(f"n_jobs must be 1 or more, or -1 for all cores, found {brief(n_jobs)}")
    return n_jobs


def available_cores() -> int:
    """Return how many cores this process may use, within the limits of its environment."""
    if is_worker():
        return 1
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    limits = [os.environ.get(name, "") for name in LIMITS]
    return min([cores, *(int(limit) for limit in limits if limit.isdecimal() and int(limit) > 0)])


def is_worker() -> bool:
    """Return whether others already run beside this call: it is in a thread or a process of a pool.

    So it is in the workers of joblib, dask and `concurrent.futures`; each of them has its core.
    """
    # Loaded wherever a pool has started the process.
    process = sys.modules.get("multiprocessing.process")
    return threading.current_thread() is not threading.main_thread() or (
        process is not None and process.parent_process() is not None
    )


class Threads:
    """The threads of one call: the one that calls, and others that help it.

    Used in a ``with`` statement, at whose end the others are gone.

    Attributes
    ----------
    count : int
        How many there are; with 1 all is done by the one that calls.
    is_sure : bool
        Whether there are as many as was said; else fewer if that many don't run at once.
    """

    def __init__(self, count: int = 1, is_sure: bool = True) -> None:
        self.count = count
        self.is_sure = is_sure
        self._helpers: ThreadPoolExecutor | None = None

    @classmethod
    def worth(cls, size: int, n_jobs: int | None = None) -> Self:
        """Return the threads that so many scores are worth.

        Parameters
        ----------
        size : int
        n_jobs : int, optional
            As in `thread_count`, with its errors. By default only as many as find idle cores.
        """
        # A wrong number is refused whatever the size.
        count = thread_count(n_jobs)
        is_sure = n_jobs is not None or bool(os.environ.get(VARIABLE, "").strip())
        if size < (WORTHWHILE if is_sure else MEASURED):
            return cls()
        return cls(count, is_sure)

    def __enter__(self) -> Self:
        while self.count > 1 and not self.is_sure and not self._run_at_once():
            self.count = (self.count + 1) // 2
        return self

    def __exit__(self, *_: object) -> None:
        if self._helpers is not None:
            self._helpers.shutdown(cancel_futures=True)
            self._helpers = None

    def _run_at_once(self) -> bool:
        """Measure whether each thread has a core, beside all other programs."""
        numbers = np.arange(_TRIED, dtype=np.uint16) * np.uint16(40503)

        def work(_: int) -> None:
            numbers.argsort(kind="stable")

        def taken(parts: int) -> float:
            seconds = []
            for _ in range(2):
                start = perf_counter()
                self.map(work, range(parts))
                seconds.append(perf_counter() - start)
            return min(seconds)

        return taken(self.count) < IDLE * taken(1)

    def parts(self, size: int) -> list[slice]:
        """Return the parts of so many rows, of nearly equal length; none is empty."""
        # More than there are threads: one that is late does fewer of them.
        parts = 1 if self.count == 1 else 2 * self.count
        edges = [size * part // parts for part in range(parts + 1)]
        return [slice(*ends) for ends in pairwise(edges) if ends[0] < ends[1]]

    def map(self, work: Callable[[Given], Found], parts: Sequence[Given]) -> list[Found]:
        """Return what a function returns for each part, in their order.

        What it raises is raised here. After an error, or Ctrl-C, no further part is begun.
        """
        if self.count == 1 or len(parts) < 2:
            return [work(part) for part in parts]
        if self._helpers is None:
            from concurrent.futures import ThreadPoolExecutor

            self._helpers = ThreadPoolExecutor(self.count - 1, "prplot")
        found: dict[int, Found] = {}
        left = deque(enumerate(parts))

        def take() -> None:
            # Each takes the next part, so that none waits for a helper that starts late.
            try:
                while (following := _first_of(left)) is not None:
                    i, part = following
                    found[i] = work(part)
            except BaseException:
                left.clear()
                raise

        helpers = _begun(self._helpers, take, min(self.count, len(parts)) - 1)
        take()
        for helper in helpers:
            if not helper.cancel():
                helper.result()
        return [found[i] for i in range(len(parts))]


# Where nothing says how many threads there are.
SINGLE = Threads()


def _begun(helpers: ThreadPoolExecutor, work: Callable[[], None], count: int) -> list[Future[None]]:
    """Let so many helpers begin, or as many as can start."""
    begun: list[Future[None]] = []
    for _ in range(count):
        try:
            # How numpy treats overflow and the like is part of the context.
            begun.append(helpers.submit(copy_context().run, work))
        except RuntimeError:
            break
    return begun


def _first_of(left: deque[Any]) -> Any:
    """Take the first of what is left; None if nothing is."""
    try:
        return left.popleft()
    except IndexError:
        return None
