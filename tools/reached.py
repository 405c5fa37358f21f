"""Which lines of the package each test reaches: a plugin of pytest, which tools/mutate.py uses.

``pytest -n 0 -p tools.reached --reached FILE`` appends one line of JSON per test to the file: the
test, whether it passed, its seconds, and for each module the lines that it ran. Tests that the file
has already are not run again, so that a run may be interrupted; one case of each test comes first.
It needs nothing but the interpreter's own tracing, and sees only what runs in the process of the
tests.
"""

import json
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

PACKAGE = str(Path(__file__).parents[1] / "prplot")
# Later calls of a function in one test are not watched, and neither are later lines of a long loop.
CALLS = 40
LINES = 3000

FAILED: set[str] = set()


class Watch:
    """The lines of the package that run while it is on."""

    def __init__(self) -> None:
        self.lines: defaultdict[str, set[int]] = defaultdict(set)
        self.calls: Counter[int] = Counter()
        self.codes: list[CodeType] = []  # keeps their ids from being given to others
        self.ours: dict[str, bool] = {}

    def call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Return how the lines of a call are watched; None if it is not of the package."""
        code = frame.f_code
        ours = self.ours.get(code.co_filename)
        if ours is None:
            ours = self.ours[code.co_filename] = code.co_filename.startswith(PACKAGE)
        if not ours:
            return None
        if not self.calls[id(code)]:
            self.codes.append(code)
        self.calls[id(code)] += 1
        return self.lines_of(code) if self.calls[id(code)] <= CALLS else None

    def lines_of(self, code: CodeType) -> Any:
        """Return a function that keeps the lines of one call."""
        seen, left = self.lines[code.co_filename], LINES

        def line(frame: FrameType, event: str, arg: Any) -> Any:
            nonlocal left
            seen.add(frame.f_lineno)
            left -= 1
            return line if left else None

        return line

    def on(self) -> None:
        """Watch from here on, in all threads."""
        threading.settrace(self.call)
        sys.settrace(self.call)

    def off(self) -> None:
        """Watch no more."""
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--reached``."""
    parser.addoption("--reached", type=Path, help="file to which the lines are appended")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that the file has; put the first case of each test first."""
    known = {test["name"] for test in read(config.getoption("reached"))}
    seen: Counter[str] = Counter()
    turn = {}
    for item in items:
        function = item.nodeid.partition("[")[0]
        turn[item] = seen[function]
        seen[function] += 1
    items[:] = sorted((item for item in items if item.nodeid not in known), key=turn.__getitem__)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch a test, its fixtures too, and append it to the file."""
    watch, start = Watch(), time.perf_counter()
    watch.on()
    try:
        return (yield)
    finally:
        watch.off()
        lines = {name[len(PACKAGE) + 1 :]: sorted(seen) for name, seen in watch.lines.items()}
        test = {
            "name": item.nodeid,
            "passed": item.nodeid not in FAILED,
            "seconds": time.perf_counter() - start,
            "lines": lines,
        }
        with item.config.getoption("reached").open("a") as file:
            file.write(json.dumps(test) + "\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep the tests that fail."""
    if report.failed:
        FAILED.add(report.nodeid)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the tests that a file holds."""
    if path.exists():
        with path.open() as file:
            yield from map(json.loads, file)
