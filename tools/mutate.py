"""Break the package in many small ways, one at a time, and show which test sees each.

    pip install -e '.[test]'
    pytest -n 0 -p tools.reached --reached reached.jsonl
    python tools/mutate.py reached.jsonl --count 120 --seed 18 --results mutants.jsonl

Places are drawn at random from `prplot/core`, `inputs`, `draw` and `plots`, all with the same
chance, and one of the faults of tools/mutations.py is put into each: in a copy of the checkout,
never in the checkout. Then the tests run that reach the place by the file that tools/reached.py
wrote of the same source, the fastest first, until one fails. A fault is *seen* if a test fails, or
runs on for longer than `--limit` seconds; it has *survived* if all tests pass. What is in the file
of results already is not run again.
"""

import argparse
import ast
import json
import math
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).parents[1]
sys.path[0] = str(CHECKOUT)

from tools.mutations import Mutation, mutations  # noqa: E402
from tools.reached import read  # noqa: E402

PACKAGES = ("core", "inputs", "draw", "plots")
# Defaults of public functions are stored.
SIGNATURES = "tests/test_signatures.py"
# Seconds of the tests that run together: a few fast ones first.
TOGETHER = (6.0, 30.0, 120.0)
# What pytest returns if all tests are left out.
NO_TESTS = 5
TOO_LONG = "more than"
MEMORY = 6 * 2**30
OPTIONS = [
    *("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no", "--hypothesis-profile=brief"),
    *("-W", "ignore:Module already imported"),
]


class Mutant(NamedTuple):
    """A mutation of a module, whose path is relative to the package."""

    module: str
    mutation: Mutation

    def record(self) -> dict[str, Any]:
        """Return what the results hold of it."""
        one = self.mutation
        source = (CHECKOUT / "prplot" / self.module).read_bytes()
        line = source.count(b"\n", 0, one.start) + 1
        words = {"operator": one.operator, "old": one.old, "new": one.new}
        return {"module": self.module, "line": line, **words, "start": one.start}


def drawn(count: int, seed: int) -> tuple[list[Mutant], int]:
    """Draw places, and one of the mutations of each; also return of how many."""
    modules = [
        path for name in PACKAGES for path in sorted((CHECKOUT / "prplot" / name).rglob("*.py"))
    ]
    places = [
        [Mutant(str(path.relative_to(CHECKOUT / "prplot")), one) for one in place]
        for path in modules
        for place in mutations(path.read_bytes())
    ]
    rng = random.Random(seed)
    rng.shuffle(places)
    mutants = (rng.choice(place) for place in places)
    return list(islice(filter(compiles, mutants), count)), len(places)


def compiles(mutant: Mutant) -> bool:
    """Tell whether a mutant is Python at all."""
    source = (CHECKOUT / "prplot" / mutant.module).read_bytes()
    try:
        compile(mutant.mutation.applied_to(source), mutant.module, "exec")
    except SyntaxError:
        return False
    return True


class Tests:
    """What reaches which lines."""

    def __init__(self, path: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.of_line: dict[tuple[str, int], list[str]] = {}
        for test in read(path):
            if test["passed"]:
                self.seconds[test["name"]] = test["seconds"]
                for module, lines in test["lines"].items():
                    for line in lines:
                        self.of_line.setdefault((module, line), []).append(test["name"])

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach a mutation, and then those that reach its function."""
        module, place = mutant.module, mutant.mutation.place
        found = self.reaching([(module, line) for line in place.lines])
        found += self.reaching(self.uses.get(place.defines, []))
        # Not all lines of a function that is called often were watched.
        found += self.reaching([(module, line) for line in place.around])
        if not found:
            # A table, perhaps, that is read as a whole.
            held = [key for key in self.of_line if key[0] == module]
            found = self.reaching(held) or self.fastest(self.seconds)
        return [SIGNATURES] * place.in_signature + list(dict.fromkeys(found))

    def reaching(self, lines: Iterable[tuple[str, int]]) -> list[str]:
        """Return the tests of any of some lines, the fastest first."""
        return self.fastest({test for line in lines for test in self.of_line.get(line, [])})

    def fastest(self, tests: Iterable[str]) -> list[str]:
        """Return tests by their seconds."""
        return sorted(tests, key=self.seconds.__getitem__)

    @cached_property
    def uses(self) -> dict[str, list[tuple[str, int]]]:
        """Where each name is used: what is read before any test matters there."""
        found: dict[str, list[tuple[str, int]]] = {}
        for path in (CHECKOUT / "prplot").rglob("*.py"):
            module = str(path.relative_to(CHECKOUT / "prplot"))
            for node in ast.walk(ast.parse(path.read_bytes())):
                match node:
                    case ast.Name(name) | ast.Attribute(attr=name):
                        found.setdefault(name, []).append((module, node.lineno))
        return found

    def batches(self, names: Iterable[str]) -> Iterator[list[str]]:
        """Yield tests that run together, in a row of their seconds."""
        limits = iter(TOGETHER)
        batch, left = [], next(limits)
        for name in names:
            seconds = self.seconds.get(name, 1.0)
            if batch and seconds > left:
                yield batch
                batch, left = [], next(limits, TOGETHER[-1])
            batch.append(name)
            left -= seconds
        if batch:
            yield batch


class Copy:
    """A copy of the checkout, in which one module at a time is replaced."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = subprocess.check_output(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=CHECKOUT
        )
        for name in names.decode().splitlines():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CHECKOUT / name, target)
        self.runs = 0
        # Whether tests that saw something pass without any fault, too.
        self.passes: dict[str, bool] = {}

    def run(self, mutant: Mutant | None, tests: list[str], limit: float) -> tuple[str, str]:
        """Run tests with a mutation; return "seen" and by which test, or "survived"."""
        if mutant is None:
            return self.outcome(tests, limit)
        path = self.folder / "prplot" / mutant.module
        source, self.runs = path.read_bytes(), self.runs + 1
        path.write_bytes(mutant.mutation.applied_to(source))
        # Stored bytecode is told from what is new by the time of the file alone.
        os.utime(path, (10**9 + 10 * self.runs,) * 2)
        try:
            return self.outcome(tests, limit)
        finally:
            path.write_bytes(source)

    def seen(self, mutant: Mutant, tests: list[str], limit: float) -> tuple[str, str]:
        """Run tests with a mutation; those that fail without it, too, do not count."""
        while True:
            outcome, by = self.run(mutant, tests, limit)
            if by in self.passes or "::" not in by:
                return outcome, by
            self.passes[by] = self.run(None, [by], limit)[0] == "survived"
            if self.passes[by]:
                return outcome, by

    def outcome(self, tests: list[str], limit: float) -> tuple[str, str]:
        """Run tests in a process of their own, with the modules as they are in the copy."""
        told = self.folder / "outcome.json"
        told.unlink(missing_ok=True)
        if not (child := os.fork()):
            try:
                self._test(tests, told)
            except BaseException as error:
                told.write_text(json.dumps([repr(error), ""]))
            finally:
                os._exit(0)
        end = time.monotonic() + limit
        while not os.waitpid(child, os.WNOHANG)[0]:
            if time.monotonic() > end:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return "seen", f"{TOO_LONG} {limit:g} s in {Told.running(told)}"
            time.sleep(0.05)
        if not told.exists():
            return "seen", f"the interpreter ends in {Told.running(told)}"
        code, failed = json.loads(told.read_text())
        if code == NO_TESTS:
            return "survived", ""
        if code and not failed:
            raise RuntimeError(f"the tests did not run: {code}")
        return ("seen", failed) if code else ("survived", "")

    def _test(self, tests: list[str], told: Path) -> None:
        """Run tests in this process, which ends after that."""
        os.setpgid(0, 0)
        os.chdir(self.folder)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.path[:] = [str(self.folder), *(p for p in sys.path if Path(p).resolve() != CHECKOUT)]
        for name in [name for name in sys.modules if name.partition(".")[0] == "tools"]:
            del sys.modules[name]
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(self.folder / "pycache")
        os.environ["PYTHONPATH"] = str(self.folder)
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        import pytest

        plugin = Told(told)
        unsound = [f"--deselect={name}" for name, passes in self.passes.items() if not passes]
        code = int(pytest.main([*OPTIONS, *unsound, *tests], plugins=[plugin]))
        told.write_text(json.dumps([code, plugin.failed]))


class Told:
    """A plugin of pytest that keeps the first test that fails."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed = ""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Say which test runs, in case it never ends."""
        self.path.with_suffix(".running").write_text(nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep a test that fails."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        """Keep a file that cannot be imported."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    @staticmethod
    def running(path: Path) -> str:
        """Return the test that ran last."""
        running = path.with_suffix(".running")
        return running.read_text() if running.exists() else "collection"


def load_libraries() -> None:
    """Import once, before the copies of this process, what most tests need."""
    os.environ["MPLBACKEND"] = "agg"
    import hypothesis
    import matplotlib.pyplot
    import mpmath
    import pandas
    import pytest
    import scipy.stats
    import seaborn
    import sklearn.metrics

    assert all((matplotlib.pyplot, mpmath, pandas, pytest, scipy.stats, seaborn, sklearn.metrics))
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("brief", derandomize=True, phases=phases)


def judge(mutant: Mutant, tests: Tests, copy: Copy, given: argparse.Namespace) -> dict[str, Any]:
    """Run the tests of a mutant in growing batches."""
    start, names = time.monotonic(), tests.of(mutant)
    outcome, by = ("survived" if names else "no test"), ""
    sums = accumulate(tests.seconds.get(name, 1.0) for name in names)
    names = [name for name, total in zip(names, sums, strict=True) if total <= given.most]
    # Of a test with many cases perhaps only the first one was watched.
    several = dict.fromkeys(name.partition("[")[0] for name in names if "[" in name)
    for batch in filter(None, [*tests.batches(names), list(several)]):
        outcome, by = copy.seen(mutant, batch, given.limit)
        if by.startswith(TOO_LONG) and batch == list(several):
            # So many cases may take long by themselves.
            outcome, by = "survived", ""
        if outcome == "seen":
            break
    taken = round(time.monotonic() - start, 1)
    return {**mutant.record(), "outcome": outcome, "by": by, "tests": len(names), "seconds": taken}


def key(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return what tells mutants apart."""
    return tuple(record[name] for name in ("module", "start", "new"))


def line_of(number: int, record: dict[str, Any]) -> str:
    """Return the row of a mutant in the table."""
    old, new = (" ".join(record[name].split()).replace("|", "\\|") for name in ("old", "new"))
    place = f"{record['module']}:{record['line']}"
    seen = f"`{record['by'].replace('|', ' ')}`" if record["by"] else f"**{record['outcome']}**"
    return f"| {number} | {place} | {record['operator']} | `{old[:60]}` → `{new[:60]}` | {seen} |"


def main() -> None:
    """Draw mutants, run their tests, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reached", type=Path, help="file that tools/reached.py wrote")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument(
        "--limit", type=float, default=240, help="seconds for tests that run together"
    )
    parser.add_argument("--most", type=float, default=math.inf, help="seconds of all for a fault")
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--only", type=int, nargs="+", help="numbers of the sample")
    parser.add_argument(
        "--again", action="store_true", help="run the survivors of the results again"
    )
    parser.add_argument("--list", action="store_true", help="show the sample only")
    given = parser.parse_args()
    mutants, places = drawn(given.count, given.seed)
    stored = {key(one): one for one in read(given.results)}
    tests = Tests(given.reached)
    print(f"{given.count} of {places} places, seed {given.seed}")
    if given.list:
        for i, mutant in enumerate(mutants):
            found = tests.of(mutant)
            record = {**mutant.record(), "by": "", "outcome": f"{len(found)} tests"}
            print(line_of(i, record))
        return
    load_libraries()
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for i, mutant in enumerate(mutants):
            record = stored.get(key(mutant.record()))
            if given.only and i not in given.only:
                continue
            if record is None or (given.again and record["outcome"] != "seen"):
                record = judge(mutant, tests, copy, given)
                stored[key(record)] = record
                with given.results.open("a") as file:
                    file.write(json.dumps(record) + "\n")
            print(line_of(i, record), flush=True)
    found = [stored[one] for one in (key(mutant.record()) for mutant in mutants) if one in stored]
    print(f"{sum(one['outcome'] == 'seen' for one in found)} of {len(found)} seen")


if __name__ == "__main__":
    main()
