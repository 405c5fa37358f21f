"""The rules of "How the code is built", read from the source of the package."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

import pytest

import prplot

PACKAGE = Path(prplot.__file__).parent
MOST_MODULES = 11  # of a folder

# What each layer may import, beside the standard library. "prplot" means the public names.
LAYERS = {
    "__init__": {
        *("core", "inputs", "metrics", "estimators", "summaries"),
        *("uncertainty", "decisions", "versions"),
    },
    "core": {"core", "numpy"},
    "inputs": {"inputs", "core", "numpy", "narwhals"},
    "metrics": {"inputs", "core", "numpy"},
    "decisions": {"inputs", "core", "numpy"},
    "summaries": {"inputs", "core", "numpy"},
    "uncertainty": {"inputs", "core", "numpy"},
    "estimators": {"metrics", "inputs", "core", "numpy"},
    "versions": {"core"},
    "draw": {"draw", "core", "numpy", "matplotlib"},
    "plots": {
        "plots",
        "draw",
        "metrics",
        "summaries",
        "uncertainty",
        "inputs",
        "core",
        "numpy",
        "matplotlib",
    },
    "styles": set(),
    "notebook_views": {"core", "numpy"},
    "datasets": {"datasets", "core", "numpy"},
    "cli": {"cli", "inputs", "prplot", "click"},
    "__main__": {"cli"},
}

# The name of a module that is known at run time only.
COMPUTED = "a computed name"

# What more is allowed inside a function and for the type checker, by layer or file.
IN_FUNCTIONS = {
    "__init__": {"notebook_views", COMPUTED},
    "core": {"pandas"},
    "decisions": {"pandas"},
    "summaries": {"pandas"},
    "estimators": {"pandas", "sklearn"},
    "inputs/scan.py": {"duckdb", "polars"},
    "inputs/samples.py": {"tqdm"},
    "inputs/task_areas.py": {"pandas"},
    "uncertainty": {"pandas"},
    "draw/color.py": {"seaborn"},
    "plots/tasks.py": {"pandas", "seaborn"},
    "plots/facets.py": {"seaborn", "pandas"},
    "plots/readout.py": {"pandas"},
    "cli/drawing.py": {"matplotlib"},
    "cli/loading.py": {"pandas"},
    "cli/reading.py": {"numpy", "pandas", "pyarrow"},
    "cli/options.py": {"core"},
}
IN_TYPING = {
    "core": {"pandas"},
    "decisions": {"pandas"},
    "summaries": {"pandas"},
    "estimators": {"pandas"},
    "plots": {"seaborn"},
    "plots/readout.py": {"pandas"},
    "__init__": {"draw", "datasets", "plots"},
}

# The rooms of core: each may import those of earlier groups.
CORE_ORDER = (
    {"checks"},
    {"threads"},
    {"signatures"},
    {"calls"},
    {"points"},
    {"spaces"},
    {"record"},
    {"traces"},
    {"measures"},
    {"cells"},
    {"scanned"},
    {"uncertainty"},
)

# Where pyplot may be imported: file and the number of functions that may do so.
PYPLOT = {
    "draw/axes.py": 3,
    "cli/drawing.py": 1,
}

# Where the state of matplotlib may be changed.
STATEFUL = {"cli/drawing.py"}

# Names that modules of parallel families share: spaces and their plots.
FAMILIES = {"spaces"}

SPACES = {"ROC", "PR", "NPR", "PRG"}

# Where labels are written, and where one that a user wrote over ours is accepted.
WRITING_LABELS = {"draw/scene.py", "draw/painting.py"}

# Where artists get other identifiers for a while, and then their own again.
LENDING_NAMES = {"plots/saving.py"}


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

    def visit_Call(self, node: ast.Call) -> None:
        if name_of(node.func) in ("import_module", "__import__"):
            given = getattr(node.args[0], "value", COMPUTED)
            name = given if isinstance(given, str) else COMPUTED
            self.found.append(Import(name, self.place, node.lineno))
        self.generic_visit(node)

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

    @property
    def room(self) -> str:
        """Its folder in core, or its own name if it stands there directly."""
        return self.path.split("/")[1].removesuffix(".py")

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
    own = rank.get(module.room)
    if own is None:
        yield "1: has no place in the order of core"
        return
    for found in module.imports:
        room = [*found.name.split("."), "", ""][2]
        # What is no room stands in the door of core.
        if found.owner == "core" and room != module.room and rank.get(room, -1) >= own:
            yield f"{found.line}: {found.name} does not come before it in the order of core"


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


def breaches_by_comparison(module: Module) -> Iterator[str]:
    """Find comparisons with a member of the table of spaces: they belong into its row."""
    names = {name.lower() for name in SPACES}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Compare):
            parts = [*chain.from_iterable(map(ast.walk, [node.left, *node.comparators]))]
            constants = {part.value for part in parts if isinstance(part, ast.Constant)}
            if SPACES & {name_of(part) for part in parts} or names & constants:
                yield f"{node.lineno}: compares with a space"
        elif isinstance(node, ast.Dict) and len(SPACES & set(map(name_of, node.keys))) > 1:
            yield f"{node.lineno}: is a table beside that of the spaces"


def breaches_by_asking_artists(module: Module) -> Iterator[str]:
    """Find program logic that asks artists what they are: records know that."""
    if module.layer not in ("draw", "plots") or module.path in WRITING_LABELS | LENDING_NAMES:
        return
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        function, values = name_of(node.func), [getattr(one, "value", 0) for one in node.args]
        if function in ("get_gid", "get_label", "vars"):
            yield f"{node.lineno}: asks an artist for {function}"
        elif function in ("startswith", "removeprefix") and values == ["_"]:
            yield f"{node.lineno}: reads the underscore of a label"


def breaches_of_habit(module: Module) -> Iterator[str]:
    if "util" in module.path:
        yield "1: is named after no noun"


RULES = [
    breaches_of_layers,
    breaches_of_core_order,
    breaches_by_pyplot,
    breaches_by_state,
    breaches_by_comparison,
    breaches_by_asking_artists,
    breaches_of_habit,
]


def breaches(module: Module) -> list[str]:
    """Return every breach of a rule as ``path:line: what``."""
    return [f"{module.path}:{breach}" for rule in RULES for breach in rule(module)]


def module_at(path: str) -> Module:
    file = PACKAGE / path
    return Module(path, file.read_text(encoding="utf-8") if file.exists() else "")


MODULES = [module_at(path.relative_to(PACKAGE).as_posix()) for path in PACKAGE.rglob("*.py")]
NAMED = [path for path in (Path(module.path) for module in MODULES) if path.stem != "__init__"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.path)
def test_a_module_keeps_the_rules(module):
    assert breaches(module) == []


def test_no_modules_import_each_other_in_a_circle_or_within_functions():
    assert circles(MODULES) == set()


def circles(modules: list[Module]) -> set[tuple[str, ...]]:
    """Return the modules that need each other, in whatever place they are imported."""
    by_name = {dotted(module.path): module for module in modules}
    needs: dict[str, set[str]] = {}
    for name, module in by_name.items():
        names = [found.name for found in module.imports if found.place != "typing"]
        owners = {one if one in by_name else one.rpartition(".")[0] for one in names}
        needs[name] = owners & by_name.keys()
    for middle, beyond in needs.items():
        for name in (name for name, needed in needs.items() if middle in needed):
            needs[name] |= beyond
    rounds = {name: {one for one in needs[name] if name in needs[one]} for name in needs}
    return {tuple(sorted(round_)) for round_ in rounds.values() if round_}


def dotted(path: str) -> str:
    return ".".join(["prplot", *Path(path).with_suffix("").parts]).removesuffix(".__init__")


def test_no_folder_has_more_modules_than_can_be_seen_at_a_glance():
    sizes = Counter(path.parent.as_posix() for path in NAMED)
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_two_modules_have_one_name_but_members_of_families():
    names = Counter(path.stem for path in NAMED)
    # The package of scans in core and that of inputs are one subject on two floors.
    assert {name for name, count in names.items() if count > 1} == FAMILIES


def test_every_folder_says_what_it_holds():
    doors = {module.path: module.tree for module in MODULES if module.path.endswith("__init__.py")}
    folders = {path.parent / "__init__.py" for path in NAMED}
    assert {folder.as_posix() for folder in folders} <= doors.keys()
    assert [path for path, tree in doors.items() if not ast.get_docstring(tree)] == []


def test_the_order_of_core_names_its_rooms():
    rooms = {module.room for module in MODULES if module.layer == "core"} - {"__init__"}
    assert sorted(chain(*CORE_ORDER)) == sorted(rooms)


def test_the_name_of_a_class_means_nothing_else():
    every = [node for module in MODULES for node in module.tree.body]
    classes = [node.name for node in every if isinstance(node, ast.ClassDef)]
    # `Layout = Sequence[Piece]` names a type too.
    types = {name_of(node.targets[0]) for node in every if isinstance(node, ast.Assign)}
    assert [name for name in classes if classes.count(name) > 1 or name in types] == []


# Each rule fails when it is broken: lines are added to a module.


@pytest.mark.parametrize(
    ("path", "lines", "breach"),
    [
        ("core/points.py", "import pandas", "core may not import pandas (module)"),
        ("core/points.py", "def f():\n    import scipy.stats", "import scipy.stats (f)"),
        ("core/points.py", "from matplotlib.path import Path", "import matplotlib.path.Path"),
        ("core/points.py", "from prplot.inputs import curves", "import prplot.inputs.curves"),
        ("core/points.py", "from prplot import draw", "core may not import prplot.draw"),
        ("core/points.py", "from prplot import aucpr", "core may not import prplot.aucpr"),
        (
            "core/points.py",
            "from ..draw import style",
            "core may not import prplot.draw.style",
        ),
        (
            "core/points.py",
            "try:\n    import pandas\nexcept ImportError:\n    pass",
            "pandas",
        ),
        ("core/spaces.py", "from prplot.core import traces", "traces does not come before it"),
        ("core/spaces.py", "from prplot.core.record import rank", "does not come before it"),
        ("core/spaces.py", "def f():\n    import prplot.core.record", "does not come before it"),
        ("core/points.py", "from prplot.core.traces import trace", "does not come before it"),
        ("core/points.py", "from . import traces", "prplot.core.traces does not come"),
        ("core/points.py", "def f():\n    import_module('prplot.notebook_views')", "(f)"),
        ("core/points.py", "def f():\n    importlib.import_module(name)", "a computed name (f)"),
        ("core/fresh.py", "", "core/fresh.py:1: has no place in the order of core"),
        ("inputs/curves.py", "import pandas", "inputs may not import pandas"),
        ("inputs/curves.py", "from prplot.draw import dress", "import prplot.draw.dress"),
        ("metrics.py", "from prplot.plots import curves", "metrics may not import prplot.plots"),
        ("metrics.py", "from sklearn import metrics", "metrics may not import sklearn"),
        ("draw/style.py", "import seaborn", "draw may not import seaborn (module)"),
        ("draw/axes.py", "def f():\n    import seaborn", "draw may not import seaborn (f)"),
        ("draw/style.py", "from prplot.inputs import curves", "may not import prplot.inputs"),
        ("draw/style.py", "import prplot.plots.spaces", "draw may not import prplot.plots.spaces"),
        ("plots/spaces.py", "from tqdm import tqdm", "plots may not import tqdm.tqdm"),
        ("plots/spaces.py", "import prplot.cli", "plots may not import prplot.cli"),
        ("cli/commands.py", "from prplot.core import record", "cli may not import prplot.core"),
        ("cli/drawing.py", "import matplotlib", "cli may not import matplotlib (module)"),
        ("__init__.py", "from prplot import draw", "may not import prplot.draw (module)"),
        ("extra.py", "", "extra.py:1: is in no layer"),
        ("plots/spaces.py", "import matplotlib.pyplot", "is imported outside of a function"),
        ("plots/spaces.py", "from matplotlib import pyplot as p", "is imported outside"),
        ("plots/spaces.py", "def f():\n    from matplotlib.pyplot import gca", "too many"),
        ("draw/axes.py", "def f():\n    from matplotlib import pyplot", "in a place too many"),
        ("plots/spaces.py", "mpl.rcParams['lines.linewidth'] = 2", "rcParams are changed"),
        ("plots/spaces.py", "def f():\n    rcParams['axes.grid'] |= True", "are changed"),
        ("plots/spaces.py", "plt.rcParams.update({})", "calls rcParams.update"),
        ("plots/spaces.py", "plt.show()", "calls plt.show"),
        ("plots/utils.py", "", "plots/utils.py:1: is named after no noun"),
        ("draw/axes.py", "if space == PRG: pass", "compares with a space"),
        ("draw/axes.py", "if space.name in ('roc', 'pr'): pass", "compares with a space"),
        ("draw/axes.py", "HOMES = {ROC: 1, PR: 2}", "is a table beside that of the spaces"),
        ("draw/axes.py", "is_ours = line.get_gid() == 'prplot-curve'", "asks an artist"),
        ("draw/axes.py", "label.startswith('_')", "reads the underscore of a label"),
        ("draw/axes.py", "known = line.get_label()", "asks an artist for get_label"),
    ],
)
def test_a_breach_is_seen(path, lines, breach):
    module = module_at(path)
    found = breaches(Module(path, f"{module.source}\n{lines}\n"))
    assert [line for line in found if line.startswith(f"{path}:") and breach in line]


def test_a_circle_is_seen():
    away = "from importlib import import_module\ndef f():\n    import_module('prplot.draw.style')"
    modules = [
        Module("core/points.py", away),
        Module("draw/style.py", "def f():\n    from prplot.plots import spaces"),
        Module("plots/spaces.py", "from prplot.core.points import min_precision"),
        Module("cli/options.py", "import prplot.plots.spaces"),
    ]
    assert circles(modules) == {("prplot.core.points", "prplot.draw.style", "prplot.plots.spaces")}


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("core/points.py", "def f():\n    import pandas as pd"),
        ("core/points.py", "if TYPE_CHECKING:\n    import pandas as pd"),
        ("core/points.py", "import collections.abc"),
        ("inputs/curves.py", "import narwhals as nw"),
        ("draw/color.py", "def f():\n    import seaborn as sns"),
        ("plots/spaces.py", "width = mpl.rcParams['lines.linewidth']"),
        ("cli/commands.py", "from prplot import plot_pr"),
    ],
)
def test_what_is_allowed_is_no_breach(path, lines):
    module = module_at(path)
    assert breaches(Module(path, f"{module.source}\n{lines}\n")) == breaches(module)
