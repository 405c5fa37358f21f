"""The import rules of "How the code is built", read from the source of the package."""

import ast
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

import prplot

PACKAGE = Path(prplot.__file__).parent
LONGEST = 420  # lines of a module

# What each layer may import, beside the standard library. "prplot" means the public names.
LAYERS = {
    "__init__": {"core", "inputs", "metrics", "estimators", "summaries", "tables"},
    "core": {"core", "numpy"},
    "inputs": {"inputs", "core", "numpy", "narwhals"},
    "metrics": {"inputs", "core", "numpy"},
    "tables": {"inputs", "core", "numpy"},
    "summaries": {"inputs", "core", "numpy"},
    "estimators": {"core", "numpy"},
    "draw": {"draw", "core", "numpy", "matplotlib"},
    "plots": {"plots", "draw", "tables", "metrics", "inputs", "core", "numpy", "matplotlib"},
    "styles": set(),
    "scripts": set(),
    "galleries": {"scripts", "tqdm"},
    "cli": {"galleries", "scripts", "inputs", "prplot", "click", "tqdm"},
}

# What more is allowed inside a function and for the type checker, by layer or file.
IN_FUNCTIONS = {
    "core": {"pandas"},
    "tables": {"pandas", "tqdm"},
    "summaries": {"pandas"},
    "estimators": {"pandas"},
    "inputs/files.py": {"pandas"},
    "inputs/opening.py": {"duckdb", "polars"},
    "inputs/scans.py": {"tqdm"},
    "draw/palettes.py": {"seaborn"},
    "plots/ranks.py": {"seaborn"},
    "plots/facets.py": {"seaborn", "pandas", "tqdm"},
    "plots/grids.py": {"pandas", "seaborn"},
    "scripts": {"matplotlib"},
}
IN_TYPING = {
    "core": {"pandas"},
    "tables": {"pandas"},
    "summaries": {"pandas"},
    "estimators": {"pandas"},
    "plots": {"seaborn"},
    "__init__": {"draw", "plots"},
}

# Inside core each module may import what stands in an earlier group.
CORE_ORDER = [
    {"options", "pieces"},
    {"observations"},
    {"keys", "ordering", "units", "products"},
    {"steps"},
    {"counting"},
    {"ranking"},
    {"refining", "tubes"},
    {"arcs", "gains", "normalized"},
    {"spaces"},
    {"paths", "courses"},
    {"hulls", "dominance", "published", "cells"},
    {"layouts"},
    {"operating_points"},
    {"interpolated"},
    {"counts"},
    {"traces", "bounds", "points", "pointwise"},
    {"tradeoffs"},
    {"areas", "gain_areas", "averages", "conditions", "grids"},
    {"references", "isometrics", "reduction"},
    {"scores"},
    {"scanned"},
]

# Where pyplot may be imported: file and the number of functions that may do so.
PYPLOT = {"draw/frames.py": 3, "scripts.py": 2}

# Where the state of matplotlib may be changed.
STATEFUL = {"scripts.py"}


@dataclass(frozen=True)
class Import:
    """One imported name with all its dots, and where: "module", "typing" or a function's name."""

    name: str
    place: str
    line: int

    @property
    def owner(self) -> str:
        """The layer, "prplot" for a public name, or the library."""
        first, second, *_ = [*self.name.split("."), ""]
        return second if first == "prplot" and second in LAYERS else first


class ImportReader(ast.NodeVisitor):
    """Collects the imports of one module; `package` is where its relative imports start."""

    def __init__(self, package: str) -> None:
        self.package = package.split(".")
        self.place = "module"
        self.found: list[Import] = []

    def visit_Import(self, node: ast.Import) -> None:
        self.found += [Import(alias.name, self.place, node.lineno) for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        above = self.package[: len(self.package) + 1 - node.level] if node.level else []
        start = [*above, *([node.module] if node.module else [])]
        names = [".".join([*start, alias.name]) for alias in node.names]
        self.found += [Import(name, self.place, node.lineno) for name in names]

    def visit_If(self, node: ast.If) -> None:
        if name_of(node.test) != "TYPE_CHECKING":
            return self.generic_visit(node)
        self._visit_in("typing", node.body)
        for child in node.orelse:
            self.visit(child)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_in(node.name if self.place == "module" else self.place, node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def _visit_in(self, place: str, nodes: list[ast.stmt]) -> None:
        before, self.place = self.place, place
        for node in nodes:
            self.visit(node)
        self.place = before


@dataclass(frozen=True)
class Module:
    """One file of the package, its path in the package and its layer."""

    path: str
    source: str

    @property
    def layer(self) -> str:
        return self.path.split("/")[0].removesuffix(".py")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def imports(self) -> list[Import]:
        reader = ImportReader(".".join(["prplot", *self.path.split("/")[:-1]]))
        reader.visit(self.tree)
        return reader.found


def name_of(node: ast.AST | None) -> str:
    """Return the last part of a dotted name; nothing for what is no name."""
    return getattr(node, "attr", getattr(node, "id", ""))


def allowed(module: Module, place: str) -> set[str]:
    more = {"module": {}, "typing": IN_TYPING}.get(place, IN_FUNCTIONS)
    wider = [more.get(key, set()) for key in (module.layer, module.path)]
    return LAYERS.get(module.layer, set()).union(*wider)


def breaches_of_layers(module: Module) -> Iterator[str]:
    if module.layer not in LAYERS:
        yield "1: is in no layer"
    for found in module.imports:
        known = found.owner in sys.stdlib_module_names
        if not known and found.owner not in allowed(module, found.place):
            yield f"{found.line}: {module.layer} may not import {found.name} ({found.place})"


def breaches_of_core_order(module: Module) -> Iterator[str]:
    if module.layer != "core" or module.path == "core/__init__.py":
        return
    rank = {name: index for index, group in enumerate(CORE_ORDER) for name in group}
    own = rank.get(Path(module.path).stem)
    if own is None:
        yield "1: stands nowhere in the order of core"
        return
    for found in module.imports:
        if found.owner == "core" and rank.get([*found.name.split("."), ""][2], own) >= own:
            yield f"{found.line}: {found.name} does not stand before it in the order of core"


def breaches_by_pyplot(module: Module) -> Iterator[str]:
    found = [item for item in module.imports if {"pyplot", "pylab"} & set(item.name.split("."))]
    for item in found:
        if item.place in ("module", "typing"):
            yield f"{item.line}: pyplot is imported outside of a function"
    if len({item.place for item in found}) > PYPLOT.get(module.path, 0):
        yield f"{found[-1].line}: pyplot is imported in a place too many"


def breaches_by_state(module: Module) -> Iterator[str]:
    if module.path in STATEFUL:
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            if name_of(node.value) == "rcParams":
                yield f"{node.lineno}: rcParams are changed"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            call = name_of(node.func.value), node.func.attr
            if call in {("rcParams", "update"), ("plt", "show"), ("pyplot", "show")}:
                yield f"{node.lineno}: calls {'.'.join(call)}"


def breaches_of_habit(module: Module) -> Iterator[str]:
    if "util" in module.path:
        yield "1: is named after no noun"
    if (lines := len(module.source.splitlines())) > LONGEST:
        yield f"{lines}: is longer than {LONGEST} lines"


RULES = [
    breaches_of_layers,
    breaches_of_core_order,
    breaches_by_pyplot,
    breaches_by_state,
    breaches_of_habit,
]


def breaches(package: Path) -> list[str]:
    """Return every breach in a package as ``path:line: what``."""
    paths = [path.relative_to(package).as_posix() for path in sorted(package.rglob("*.py"))]
    modules = [Module(path, (package / path).read_text(encoding="utf-8")) for path in paths]
    return [f"{m.path}:{breach}" for m in modules for rule in RULES for breach in rule(m)]


def test_the_package_keeps_the_rules():
    assert breaches(PACKAGE) == []


def test_the_order_of_core_names_its_modules():
    modules = {path.stem for path in (PACKAGE / "core").glob("*.py")} - {"__init__"}
    assert set().union(*CORE_ORDER) == modules
    assert sum(map(len, CORE_ORDER)) == len(modules)


def test_the_name_of_a_class_means_nothing_else():
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    every = [node for source in sources for node in ast.parse(source).body]
    classes = [node.name for node in every if isinstance(node, ast.ClassDef)]
    # `Layout = Sequence[Piece]` names a type too.
    types = {name_of(node.targets[0]) for node in every if isinstance(node, ast.Assign)}
    assert [name for name in classes if classes.count(name) > 1 or name in types] == []


# Each rule fails when it is broken: a line is added to a copy of the package.


@pytest.fixture
def copy(tmp_path):
    """Return a function that breaks a copy of the package and tells the breaches."""
    ignore = shutil.ignore_patterns("__pycache__")
    package = shutil.copytree(PACKAGE, tmp_path / "prplot", ignore=ignore)

    def with_lines(path, lines):
        file = package / path
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(f"{before}\n{lines}\n", encoding="utf-8")
        return breaches(package)

    return with_lines


@pytest.mark.parametrize(
    ("path", "lines", "breach"),
    [
        ("core/arcs.py", "import pandas", "core may not import pandas (module)"),
        ("core/arcs.py", "def f():\n    import scipy.stats", "import scipy.stats (f)"),
        ("core/arcs.py", "from matplotlib.path import Path", "import matplotlib.path.Path"),
        ("core/areas.py", "from prplot.inputs import curves", "import prplot.inputs.curves"),
        ("core/areas.py", "from prplot import draw", "core may not import prplot.draw"),
        ("core/areas.py", "from prplot import aucpr", "core may not import prplot.aucpr"),
        ("core/areas.py", "from ..draw import style", "core may not import prplot.draw.style"),
        ("core/areas.py", "try:\n    import pandas\nexcept ImportError:\n    pass", "pandas"),
        ("core/arcs.py", "from prplot.core import spaces", "spaces does not stand before it"),
        ("core/spaces.py", "from prplot.core.counts import rank", "does not stand before it"),
        ("core/spaces.py", "def f():\n    import prplot.core.counts", "does not stand before it"),
        ("core/areas.py", "from prplot.core.reduction import reduce", "does not stand before it"),
        ("core/areas.py", "from . import reduction", "prplot.core.reduction does not stand"),
        ("core/fresh.py", "", "core/fresh.py:1: stands nowhere in the order of core"),
        ("inputs/curves.py", "import pandas", "inputs may not import pandas"),
        ("inputs/curves.py", "from prplot.draw import dress", "import prplot.draw.dress"),
        ("metrics.py", "from prplot.plots import pr", "metrics may not import prplot.plots.pr"),
        ("metrics.py", "from sklearn import metrics", "metrics may not import sklearn"),
        ("draw/style.py", "import seaborn", "draw may not import seaborn (module)"),
        ("draw/frames.py", "def f():\n    import seaborn", "draw may not import seaborn (f)"),
        ("draw/style.py", "from prplot.inputs import curves", "may not import prplot.inputs"),
        ("draw/style.py", "import prplot.plots.pr", "draw may not import prplot.plots.pr"),
        ("plots/pr.py", "from tqdm import tqdm", "plots may not import tqdm.tqdm"),
        ("plots/pr.py", "import prplot.cli", "plots may not import prplot.cli"),
        ("cli.py", "from prplot.core import counts", "cli may not import prplot.core.counts"),
        ("galleries.py", "import matplotlib", "galleries may not import matplotlib (module)"),
        ("__init__.py", "from prplot import draw", "may not import prplot.draw (module)"),
        ("extra.py", "", "extra.py:1: is in no layer"),
        ("plots/pr.py", "import matplotlib.pyplot", "pyplot is imported outside of a function"),
        ("plots/pr.py", "from matplotlib import pyplot as p", "pyplot is imported outside"),
        ("plots/pr.py", "def f():\n    from matplotlib.pyplot import gca", "in a place too many"),
        ("draw/frames.py", "def f():\n    from matplotlib import pyplot", "in a place too many"),
        ("plots/pr.py", "mpl.rcParams['lines.linewidth'] = 2", "rcParams are changed"),
        ("plots/pr.py", "def f():\n    rcParams['axes.grid'] |= True", "rcParams are changed"),
        ("plots/pr.py", "plt.rcParams.update({})", "calls rcParams.update"),
        ("plots/pr.py", "plt.show()", "calls plt.show"),
        ("plots/utils.py", "", "plots/utils.py:1: is named after no noun"),
        ("metrics.py", "\n" * LONGEST, f"is longer than {LONGEST} lines"),
    ],
)
def test_a_breach_is_seen(copy, path, lines, breach):
    found = copy(path, lines)
    assert [line for line in found if line.startswith(f"{path}:") and breach in line]


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("core/spaces.py", "def f():\n    import pandas as pd"),
        ("core/spaces.py", "if TYPE_CHECKING:\n    import pandas as pd"),
        ("core/spaces.py", "import collections.abc"),
        ("inputs/curves.py", "import narwhals as nw"),
        ("draw/palettes.py", "def f():\n    import seaborn as sns"),
        ("plots/pr.py", "width = mpl.rcParams['lines.linewidth']"),
        ("cli.py", "from prplot import plot_pr"),
    ],
)
def test_what_is_allowed_is_no_breach(copy, path, lines):
    assert copy(path, lines) == breaches(PACKAGE)
