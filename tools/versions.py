"""Run commands and tests with the lowest and the newest dependencies, in every Python at hand.

    python tools/versions.py
    python tools/versions.py --python 3.11 /opt/bin/python3.14 --kind lowest -- tests/core -n 2

Each combination has an environment of its own, which is removed at the end. *Lowest* is the version
that pyproject.toml names of everything in `dependencies` and in the extra `test`. In a newer
Python, for which some of these have no wheel, it is the lowest that has one, and of all others the
newest. *Newest* is what pip finds. `prplot summary`, `prplot gallery` and pytest run in it
(arguments after `--` go to pytest), and the images of pytest-mpl are compared with their baselines.

The folder `--out` gets a log and a result of each combination. What has a result is not run again,
unless `--again`. The tables of all results are printed, and `--store` writes them into the page.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

CHECKOUT = Path(__file__).parents[1]
sys.path[0] = str(CHECKOUT)

from benchmarks.tables import markdown, written  # noqa: E402

PAGE = CHECKOUT / "docs" / "trust.md"
START, END = "<!-- versions: start -->\n", "<!-- versions: end -->\n"
KINDS = ("lowest", "newest")
# What the table of versions shows; the results hold all.
SHOWN = (
    *("numpy", "matplotlib", "seaborn", "narwhals", "pandas", "polars", "pyarrow", "duckdb"),
    *("dask", "scikit-learn"),
)
COMMANDS = (
    ("prplot", "summary", "gallery/data/breast_cancer.csv"),
    ("prplot", "gallery", "--out", "figures"),
)
# Old versions warn of what newer ones of their own dependencies, or a newer Python, do.
LENIENT = tuple(
    word
    for name in ("Deprecation", "PendingDeprecation", "Future")
    for word in ("-W", f"ignore::{name}Warning")
)

Result = Mapping[str, Any]


class Combination(NamedTuple):
    """An interpreter, its version, and which dependencies it gets."""

    python: str
    version: str
    kind: str

    @property
    def name(self) -> str:
        """Return what files are called by."""
        return f"{self.version}-{self.kind}"


class Workplace:
    """The folder and the log of one combination; commands run in the checkout."""

    def __init__(self, folder: Path, log: Path, pip: Path) -> None:
        self.folder, self.log, self._pip = folder, log, pip
        self.programs = folder / "environment" / "bin"

    def run(self, *words: str | Path, **more: str) -> int:
        """Run a program, write what it prints into the log, and return how it ended."""
        environment = {
            **{key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
            "PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}",
            "MPLBACKEND": "Agg",
            "PYTHONPYCACHEPREFIX": str(self.folder / "pycache"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
            **more,
        }
        with self.log.open("ab") as log:
            log.write(f"\n$ {' '.join(map(str, words))}\n".encode())
            log.flush()
            ended = subprocess.run(
                words, cwd=CHECKOUT, env=environment, stdout=log, stderr=log, check=False
            )
        return ended.returncode

    def pip(self, *words: str | Path) -> int:
        """Run pip on the environment."""
        return self.run(self._pip, "--python", self.programs / "python", *words)

    def asked_of_pip(self, *words: str) -> Any:
        """Return what pip writes as JSON."""
        command = [self._pip, "--python", self.programs / "python", *words]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def minimums(project: Mapping[str, Any], extra: str = "test") -> dict[str, str | None]:
    """Return the lowest version of every dependency, and those left out; None of what has none."""
    held = {}
    for one in [*project["dependencies"], *project["optional-dependencies"][extra]]:
        found = re.fullmatch(r"([\w.-]+)(?:\[.+\])?(?:>=([\w.]+(?:,!=[\w.]+)*))?", one)
        if found is None:
            raise ValueError(f"a dependency is a name and its lowest version, got {one!r}")
        held[found[1]] = found[2]
    return held


def release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, without zeros at the end."""
    return tuple(map(int, re.sub(r"(\.0+)*$", "", version).split(".")))


def lowest(versions: Iterable[str], minimum: str) -> str:
    """Return the lowest final release from a minimum on, as `minimums` returns it."""
    least, *left_out = (release(one) for one in minimum.split(",!="))
    final = [one for one in versions if re.fullmatch(r"\d+(\.\d+)*", one)]
    held = [one for one in final if release(one) >= least and release(one) not in left_out]
    return min(held, key=release)


def version_of(python: str) -> str | None:
    """Return the version of an interpreter; None of what isn't one, or isn't a usual release."""
    code = (
        "import sys, sysconfig; v = sys.version_info; "
        "free = sysconfig.get_config_var('Py_GIL_DISABLED'); "
        "print(*v[:3], sep='.') if v.releaselevel == 'final' and not free else sys.exit(1)"
    )
    try:
        ended = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return ended.stdout.strip() if ended.returncode == 0 else None


def interpreters(wanted: Sequence[str], least: str) -> dict[str, str]:
    """Return paths by version: of those that are named, or of all on the path from one on."""
    first = release(least)[1]
    found = {}
    for name in wanted or [f"3.{minor}" for minor in range(first, first + 20)]:
        folders = os.environ["PATH"].split(os.pathsep)
        places = [name] if os.sep in name else [f"{one}/python{name}" for one in folders]
        held = {version: place for place in places[::-1] if (version := version_of(place))}
        if wanted and not held:
            raise SystemExit(f"there is no Python {name}, or it is no final release")
        # The first on the path.
        found.update(list(held.items())[-1:])
    return found


def pinned(found: Mapping[str, str], least: Mapping[str, str | None]) -> list[str]:
    """Return constraints: the lowest versions that are found for a Python.

    If some are above the minimum, all minimums are older than this Python. Then those whose wheels
    serve every Python are left to pip: their authors could not try them with it.
    """
    minimum = {name: release(str(least[name]).partition(",")[0]) for name in found}
    above = {name for name, one in found.items() if release(one) > minimum[name]}
    return [f"{name}=={one}" for name, one in found.items() if not above or name in above]


def constraints(place: Workplace, least: Mapping[str, str | None]) -> list[str]:
    """Return the constraints for the lowest versions in an environment."""
    found = {
        name: lowest(place.asked_of_pip(*_versions_of(name))["versions"], minimum)
        for name, minimum in least.items()
        if minimum is not None
    }
    return pinned(found, least)


def _versions_of(name: str) -> list[str]:
    return ["index", "versions", name, "--json", "--only-binary", ":all:"]


def installed(place: Workplace, one: Combination, least: Mapping[str, str | None]) -> bool:
    """Make the environment of a combination; return whether all could be installed."""
    if place.run(one.python, "-m", "venv", "--without-pip", place.programs.parent):
        return False
    held = place.folder / "constraints.txt"
    lines = constraints(place, least) if one.kind == "lowest" else []
    held.write_text("".join(f"{line}\n" for line in lines))
    wheels = ("--prefer-binary", "--only-binary", ",".join(least))
    what = ("--editable", ".[test]", "--constraint", held)
    return place.pip("install", "--quiet", *wheels, *what) == 0


def tested(place: Workplace, kind: str, arguments: Sequence[str]) -> dict[str, Any]:
    """Run pytest, and return what it counted and which tests failed."""
    report = place.folder / "tests.xml"
    options = [f"--junitxml={report}", "-p", "no:cacheprovider"]
    images = [f"--mpl-results-path={place.folder / 'images'}", "--mpl-results-always"]
    place.run(
        *("python", "-m", "pytest", "-q", *options, *images),
        *(LENIENT if kind == "lowest" else ()),
        *arguments,
    )
    if not report.exists():
        return {"passed": 0, "failed": ["pytest itself"], "skipped": 0}
    return counted(ElementTree.parse(report).iter("testcase"))


def counted(cases: Iterable[ElementTree.Element]) -> dict[str, Any]:
    """Count the cases of a JUnit report, and name those that failed."""
    passed, skipped, failed = 0, 0, []
    for case in cases:
        ends = {part.tag for part in case}
        if ends & {"failure", "error"}:
            failed.append(f"{case.get('classname')}.{case.get('name')}")
        elif "skipped" in ends:
            skipped += 1
        else:
            passed += 1
    return {"passed": passed, "failed": failed, "skipped": skipped}


def compared(folder: Path) -> dict[str, Any]:
    """Count the images of pytest-mpl; name those with a pixel off by more than 1 of 255."""
    from matplotlib.image import imread

    differ = []
    made = sorted(folder.rglob("result.png"))
    for path in made:
        baseline = path.with_name("baseline.png")
        if not baseline.exists() or _is_other(imread(path), imread(baseline)):
            differ.append(path.parent.name)
    return {"images": len(made), "differ": differ}


def _is_other(image: Any, baseline: Any) -> bool:
    """Whether images differ by more than rounding does where a colour shines through."""
    return image.shape != baseline.shape or abs(image - baseline).max() > 1.5 / 255


def outcome(place: Workplace, one: Combination, least: Any, arguments: list[str]) -> Result:
    """Install a combination, run everything in it, and return what the results hold."""
    about = {
        "python": one.version,
        "kind": one.kind,
        "date": date.today().isoformat(),
        "arguments": arguments,
    }
    if not installed(place, one, least):
        return {**about, "installed": False}
    listed = place.asked_of_pip("list", "--format", "json")
    versions = {each["name"].lower(): each["version"] for each in listed}
    figures = str(place.folder / "figures")
    commands = [
        place.run(*(figures if word == "figures" else word for word in command)) == 0
        for command in COMMANDS
    ]
    return {
        **about,
        "installed": True,
        "versions": {name: versions[name.lower()] for name in least},
        "commands": commands,
        **tested(place, one.kind, arguments),
        **compared(place.folder / "images"),
    }


def in_words(result: Result) -> str:
    """Return a line about a combination."""
    if not result["installed"]:
        return "could not be installed, see its log"
    identical = result["images"] - len(result["differ"])
    return (
        f"{sum(result['commands'])} of {len(result['commands'])} commands, "
        f"{result['passed']} tests passed, {len(result['failed'])} failed, "
        f"{result['skipped']} skipped; {identical} of {result['images']} images identical"
    )


def _ordered(results: Iterable[Result]) -> list[Result]:
    return sorted(results, key=lambda one: (release(one["python"]), one["kind"]))


def outcomes_table(results: Iterable[Result]) -> str:
    """Return what was run in each combination, and how it ended."""
    head = ["Python", "dependencies", "tests", "passed", "failed", "skipped"]
    cells = []
    for one in _ordered(results):
        row = [one["python"], one["kind"]]
        if not one["installed"]:
            cells.append([*row, "not installed", *[""] * 6])
            continue
        identical = one["images"] - len(one["differ"])
        counts = [one["passed"], len(one["failed"]), one["skipped"]]
        commands = f"{sum(one['commands'])} of {len(one['commands'])}"
        part = " ".join(one["arguments"])
        row += [f"`{part}`" if part else "all", *[f"{count:,}" for count in counts]]
        cells.append([*row, one["images"], identical, commands])
    return markdown([*head, "images", "identical", "commands"], cells)


def versions_table(results: Iterable[Result]) -> str:
    """Return the versions that each combination had."""
    cells = [
        [one["python"], one["kind"], *[one["versions"].get(name, "") for name in SHOWN]]
        for one in _ordered(results)
        if one["installed"]
    ]
    return markdown(["Python", "", *SHOWN], cells)


def page_part(results: Sequence[Result]) -> str:
    """Return what stands on the page between the two marks."""
    days = sorted({one["date"] for one in results})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return (
        f"{outcomes_table(results)}\nThe versions that were installed ({when}, "
        f"{sysconfig.get_platform()}):\n\n{versions_table(results)}"
    )


def held_in(folder: Path) -> list[Result]:
    """Return all results of a folder."""
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def combinations(arguments: argparse.Namespace, least: str) -> Iterator[Combination]:
    """Yield what is to run."""
    for version, python in interpreters(arguments.python, least).items():
        for kind in arguments.kind:
            one = Combination(python, version, kind)
            if arguments.again or not (arguments.out / f"{one.name}.json").exists():
                yield one


def run(one: Combination, arguments: argparse.Namespace, project: Any, pip: Path) -> None:
    """Run a combination in a folder of its own, and write its result."""
    log = arguments.out / f"{one.name}.log"
    log.unlink(missing_ok=True)
    started = time.monotonic()
    print(f"{one.name}: {log}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        place = Workplace(Path(arguments.keep or scratch) / one.name, log, pip)
        place.folder.mkdir(parents=True, exist_ok=True)
        result = outcome(place, one, minimums(project), arguments.pytest)
    path = arguments.out / f"{one.name}.json"
    path.write_text(json.dumps(result, indent=1) + "\n")
    print(f"{one.name}: {in_words(result)} ({time.monotonic() - started:.0f} s)", flush=True)
    for name in [*result.get("failed", ()), *result.get("differ", ())]:
        print(f"    {name}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", nargs="+", default=[], help="3.12, or a path; default: all")
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--out", type=Path, default=Path("results/versions"))
    parser.add_argument("--again", action="store_true", help="also run what has a result")
    parser.add_argument("--keep", help="folder in which the environments stay")
    parser.add_argument("--store", action="store_true", help="write the tables into docs/trust.md")
    parser.add_argument("pytest", nargs="*", help="after --: arguments of pytest")
    return parser.parse_args()


def main() -> None:
    """Run what has no result, and show the tables of all."""
    arguments = _arguments()
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    arguments.out.mkdir(parents=True, exist_ok=True)
    todo = list(combinations(arguments, project["requires-python"].removeprefix(">=")))
    with tempfile.TemporaryDirectory() as scratch:
        pip = Path(scratch) / "bin" / "pip"
        if todo:
            # The pip of an old environment doesn't run in the newest Python.
            subprocess.run([sys.executable, "-m", "venv", scratch], check=True)
            subprocess.run([pip, "install", "--quiet", "--upgrade", "pip"], check=True)
        for one in todo:
            run(one, arguments, project, pip)
    part = page_part(held_in(arguments.out))
    print(part)
    if arguments.store:
        PAGE.write_text(written(PAGE.read_text(), part, START, END))


if __name__ == "__main__":
    main()
