"""Threads: how many a call may use, and work on parts of the data in them.

Numpy's loops over large arrays let other threads run, so that threads need no copies of the data
and no processes.
"""

import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from itertools import pairwise
from typing import TypeVar

from prplot.core.checks import brief

# How many threads are used where a call does not say.
VARIABLE = "PRPLOT_THREADS"
# Limits that programs set for the libraries they use; joblib sets the first in its workers.
LIMITS = ("OMP_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
# With fewer scores than this threads take longer to start than they save.
WORTHWHILE = 2**17

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
        By default 1 in a worker: see `is_worker`.

    Raises
    ------
    ValueError, TypeError
        Something else.
    """
    if n_jobs is not None:
        return available_cores() if _checked(n_jobs) == -1 else int(n_jobs)
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
    return available_cores() if wanted == -1 else wanted


def threads_for(size: int, n_jobs: int | None = None) -> int:
    """Return how many threads so many scores are worth; arguments and errors of `thread_count`."""
    if n_jobs is not None:
        _checked(n_jobs)
    return 1 if size < WORTHWHILE else thread_count(n_jobs)


def _checked(n_jobs: int) -> int:
    if isinstance(n_jobs, bool) or not hasattr(n_jobs, "__index__"):
        raise TypeError(f"n_jobs must be an integer, found {brief(n_jobs)}")
    if n_jobs < 1 and n_jobs != -1:
        raise ValueError(f"n_jobs must be 1 or more, or -1 for all cores, found {n_jobs}")
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
    return (
        threading.current_thread() is not threading.main_thread()
        or multiprocessing.parent_process() is not None
    )


def in_threads(work: Callable[[Given], Found], parts: Sequence[Given], threads: int) -> list[Found]:
    """Return what a function returns for each part, in their order.

    Parameters
    ----------
    work : callable
        It takes a part; what it raises is raised here.
    parts : sequence
    threads : int
        With 1 all is done here, one part after the other. Others are gone when this returns or
        raises; after an error, or Ctrl-C, no further part is begun.

    Returns
    -------
    list
    """
    if threads == 1 or len(parts) < 2:
        return [work(part) for part in parts]
    with ThreadPoolExecutor(min(threads, len(parts)), VARIABLE.lower()) as pool:
        # How numpy treats overflow and the like is part of the context.
        begun = [pool.submit(copy_context().run, work, part) for part in parts]
        try:
            return [one.result() for one in begun]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def slices(size: int, parts: int) -> list[slice]:
    """Return slices of nearly equal length that make up a whole; none is empty."""
    edges = [size * part // parts for part in range(parts + 1)]
    return [slice(*ends) for ends in pairwise(edges) if ends[0] < ends[1]]
