"""Threads: how many a call may use, and how they share the work.

Numpy's loops over large arrays let other threads run, so threads need neither copies of the data
nor processes.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from typing import Self, TypeVar

from prplot.core.checks import brief, is_whole

# How many threads are used where a call does not say.
VARIABLE = "PRPLOT_THREADS"
# With fewer numbers than this threads take longer to start than they save.
WORTHWHILE = 2**18
# More threads than this are never started, however many are allowed.
MOST = 256

Given = TypeVar("Given")
Found = TypeVar("Found")


def thread_count(n_jobs: int | None = None) -> int:
    """Return how many threads a call may use.

    Parameters
    ----------
    n_jobs : int, optional
        1 or more, or -1 for `available_cores`. By default what the environment variable
        ``PRPLOT_THREADS`` says, else -1; but 1 in a worker (see `is_worker`).

    Returns
    -------
    int
        At most 256.

    Raises
    ------
    ValueError, TypeError
        Any other value.
    """
    if n_jobs is None:
        text = os.environ.get(VARIABLE, "").strip() or "-1"
        wanted = int(text) if text.removeprefix("-").isdecimal() else 0
        found = f"{VARIABLE} must be 1 or more, or -1 for all cores, found {text!r}"
    elif is_whole(n_jobs):
        wanted = int(n_jobs)
        found = f"n_jobs must be 1 or more, or -1 for all cores, found {brief(n_jobs)}"
    else:
        raise TypeError(f"n_jobs must be an integer, found {brief(n_jobs)}")
    if wanted < 1 and wanted != -1:
        raise ValueError(found)
    if n_jobs is None and is_worker():
        return 1
    return min(available_cores() if wanted == -1 else wanted, MOST)


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_worker() -> bool:
    """Return whether this call runs in a thread or in a process of a pool.

    Each worker of joblib, dask or `concurrent.futures` has a core of its own.
    """
    # Loaded wherever a pool has started the process.
    process = sys.modules.get("multiprocessing.process")
    return threading.current_thread() is not threading.main_thread() or (
        process is not None and process.parent_process() is not None
    )


@dataclass(frozen=True)
class Threads:
    """The threads of one call.

    Attributes
    ----------
    count : int
        Their number; 1 stands for the calling thread.
    """

    count: int = 1

    @classmethod
    def worth(cls, size: int, n_jobs: int | None = None) -> Self:
        """Return as many threads as this many numbers justify; `n_jobs` as in `thread_count`."""
        count = thread_count(n_jobs)
        return cls(count if size >= WORTHWHILE else 1)

    def map_blocks(self, work: Callable[[slice], object], size: int, block: int) -> None:
        """Apply a function to all rows, in blocks of a given size."""

        def each(start: int) -> None:
            stop = min(start + share, size)
            for first in range(start, stop, block):
                work(slice(first, min(first + block, stop)))

        # More parts than there are threads: one that is late does fewer of them.
        parts = 1 if self.count == 1 else 2 * self.count
        share = max(-(-size // parts), 1)
        self.map(each, range(0, size, share))

    def map(self, work: Callable[[Given], Found], parts: Sequence[Given]) -> list[Found]:
        """Return what a function returns for each part, in their order.

        Of several errors, that of the first part is raised. After an error, or Ctrl-C, no further
        part is started.
        """
        if self.count == 1 or len(parts) < 2:
            return [work(part) for part in parts]
        from concurrent.futures import ThreadPoolExecutor

        # How numpy treats overflow and the like is part of the context.
        contexts = [copy_context() for _ in parts]
        with ThreadPoolExecutor(self.count, "prplot") as pool:
            return list(pool.map(lambda context, part: context.run(work, part), contexts, parts))


# Where nothing says how many threads there are.
SINGLE = Threads()
