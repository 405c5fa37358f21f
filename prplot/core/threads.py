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
from contextvars import ContextVar, copy_context
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

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
WORTHWHILE, MEASURED = 2**17, 10**6
# Of several data in as many threads, each must have so many, else the many short steps of their
# records wait for each other: 32 of 10^4 take as long in two threads as in one, 16 of 3 * 10^4 take
# 0.62 to 0.85 times as long.
LEAST_EACH = 2**15
# Cores are idle if all threads take no more than so many times as long as one alone for as much
# work each; on a busy one they take twice as long.
IDLE = 1.5
# Numbers in that work: a fraction of a millisecond.
_TRIED = 2**16
# More threads than this are never started, however many are allowed.
MOST = 256

Given = TypeVar("Given")
Found = TypeVar("Found")


# How many threads each of the parts that are worked on at once may use.
_share: ContextVar[int | None] = ContextVar("share", default=None)


def thread_count(n_jobs: int | None = None) -> int:
    """Return how many threads a call may use.

    Parameters
    ----------
    n_jobs : int, optional
        1 or more, or -1 for `available_cores`. By default what the environment variable
        ``PRPLOT_THREADS`` says, else -1; but 1 in a worker (see `is_worker`), and within
        `Threads.map` the share of each part.

    Returns
    -------
    int
        At most 256.

    Raises
    ------
    ValueError, TypeError
        Something else.
    """
    wanted = _from_environment() if n_jobs is None else _checked(n_jobs)
    if n_jobs is None and (share := _share.get()) is not None:
        return share
    if n_jobs is None and is_worker():
        return 1
    return min(available_cores() if wanted is None or wanted == -1 else int(wanted), MOST)


def _from_environment() -> int | None:
    """Return what the environment variable says; None if it is not set."""
    given = os.environ.get(VARIABLE, "").strip()
    if not given:
        return None
    try:
        wanted = int(given)
    except ValueError:
        wanted = 0
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
    """Return how many cores this process may use, within the limits of its environment."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    limits = [os.environ.get(name, "") for name in LIMITS]
    return min([cores, *(int(limit) for limit in limits if limit.isdecimal() and int(limit) > 0)])


def is_worker() -> bool:
    """Return whether others may run beside this call: it is in a thread, or a process of a pool.

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
        wanted = _from_environment() if n_jobs is None else _checked(n_jobs)
        is_sure = wanted is not None or _share.get() is not None
        if size < (WORTHWHILE if is_sure else MEASURED):
            return cls()
        return cls(thread_count(n_jobs), is_sure)

    @classmethod
    def for_each(cls, sizes: Sequence[int]) -> Self:
        """Return the threads that several data of so many scores are worth, each as a whole.

        With one thread the data are worked on in turn, and each may be worth several. With more
        threads than data, `map` gives each of the data its share of them.
        """
        large = [size for size in sizes if size >= LEAST_EACH]
        return cls.worth(sum(large)) if len(large) > 1 else cls()

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

    def share(self, size: int) -> int:
        """Return how many of so many rows are in a part, at least 1."""
        # More parts than there are threads: one that is late does fewer of them.
        parts = 1 if self.count == 1 else 2 * self.count
        return max(-(-size // parts), 1)

    def parts(self, size: int) -> list[slice]:
        """Return the parts of so many rows, all of one length but the last; none is empty."""
        share = self.share(size)
        return [slice(start, min(start + share, size)) for start in range(0, size, share)]

    def map(self, work: Callable[[Given], Found], parts: Sequence[Given]) -> list[Found]:
        """Return what a function returns for each part, in their order.

        What it raises is raised here, of several errors that of the first part. After an error, or
        Ctrl-C, no further part is begun.
        """
        if self.count == 1 or len(parts) < 2:
            return [work(part) for part in parts]
        if self._helpers is None:
            from concurrent.futures import ThreadPoolExecutor

            self._helpers = ThreadPoolExecutor(self.count - 1, "prplot")
        shared = _Shared(work, parts)
        before = _share.set(max(self.count // len(parts), 1))
        try:
            helpers = _begun(self._helpers, shared.take, min(self.count, len(parts)) - 1)
            shared.take()
            for helper in helpers:
                if not helper.cancel():
                    helper.result()
        finally:
            shared.stop()
            _share.reset(before)
        return shared.in_order()


# Where nothing says how many threads there are.
SINGLE = Threads()


class _Shared(Generic[Given, Found]):
    """Parts that several threads work on; each takes the next, so that none waits for another."""

    def __init__(self, work: Callable[[Given], Found], parts: Sequence[Given]) -> None:
        self._work = work
        self._left = deque(enumerate(parts))
        self._found: dict[int, Found] = {}
        self._failed: dict[int, Exception] = {}

    def take(self) -> None:
        """Work on parts until none is left, or one has failed."""
        i = -1
        try:
            while not self._failed and (following := _first_of(self._left)) is not None:
                i, part = following
                self._found[i] = self._work(part)
        except Exception as error:
            self._failed[i] = error
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Begin no further part."""
        self._left.clear()

    def in_order(self) -> list[Found]:
        """Return what was found of all parts, or raise the error of the first that failed.

        Parts are begun in order, so that with one thread it would be the same.
        """
        if self._failed:
            # An error refers to the frames of the work, and these to `self`: if that still held the
            # error, the data in those frames would stay in memory until a garbage collection.
            failed, self._failed = self._failed, {}
            raise failed.pop(min(failed))
        return [self._found[i] for i in range(len(self._found))]


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
