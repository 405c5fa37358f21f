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
from typing import TYPE_CHECKING, Self, TypeVar

from prplot.core.checks import brief, is_whole

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

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
    wanted = _from_environment() if n_jobs is None else _checked(n_jobs)
    if n_jobs is None and is_worker():
        return 1
    return min(available_cores() if wanted == -1 else int(wanted), MOST)


def _from_environment() -> int:
    """Return what the environment variable says; -1 if it is not set."""
    given = os.environ.get(VARIABLE, "").strip() or "-1"
    wanted = int(given) if given.removeprefix("-").isdecimal() else 0
    if wanted < 1 and wanted != -1:
        raise ValueError(f"{VARIABLE} must be 1 or more, or -1 for all cores, found {given!r}")
    return wanted


def _checked(n_jobs: int) -> int:
    if not is_whole(n_jobs):
        raise TypeError(f"n_jobs must be an integer, found {brief(n_jobs)}")
    if n_jobs < 1 and n_jobs != -1:
        raise ValueError(f"n_jobs must be 1 or more, or -1 for all cores, found {brief(n_jobs)}")
    return n_jobs


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


class Threads:
    """The threads of one call: a context manager that ends them.

    Attributes
    ----------
    count : int
        Their number; 1 stands for the calling thread.
    """

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None

    @classmethod
    def worth(cls, size: int, n_jobs: int | None = None) -> Self:
        """Return as many threads as this many numbers justify; `n_jobs` as in `thread_count`."""
        count = thread_count(n_jobs)
        return cls(count if size >= WORTHWHILE else 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def parts(self, size: int) -> list[slice]:
        """Return slices of rows, all of the same length except the last; none is empty."""
        # More parts than there are threads: one that is late does fewer of them.
        parts = 1 if self.count == 1 else 2 * self.count
        share = max(-(-size // parts), 1)
        return [slice(start, min(start + share, size)) for start in range(0, size, share)]

    def map_blocks(self, work: Callable[[slice], object], size: int, block: int) -> None:
        """Apply a function to all rows, in blocks of a given size."""

        def each(part: slice) -> None:
            for start in range(part.start, part.stop, block):
                work(slice(start, min(start + block, part.stop)))

        self.map(each, self.parts(size))

    def map(self, work: Callable[[Given], Found], parts: Sequence[Given]) -> list[Found]:
        """Return what a function returns for each part, in their order.

        Of several errors, that of the first part is raised. After an error, or
        Ctrl-C, no further part is started.
        """
        if self.count == 1 or len(parts) < 2:
            return [work(part) for part in parts]
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self.count, "prplot")
        # How numpy treats overflow and the like is part of the context.
        contexts = [copy_context() for _ in parts]
        return list(self._pool.map(lambda context, part: context.run(work, part), contexts, parts))


# Where nothing says how many threads there are.
SINGLE = Threads()
