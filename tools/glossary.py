"""Write the words of shared parameters into the docstrings of public functions.

`python tools/glossary.py` writes the words of `tools/glossary.toml`, in the order of the
signatures; with `--check` it only lists the functions whose docstrings differ.
"""

from __future__ import annotations

import ast
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "tools" / "glossary.toml"
PATTERNS = (
    "plots/curves/*.py",
    "plots/analyses/*.py",
    "plots/decisions/*.py",
    "estimators.py",
    "metrics.py",
    "summaries.py",
    "comparisons.py",
    "decisions.py",
)
WIDTH = 100
INDENT = " " * 4
# Where the default of the signature goes in a type.
DEFAULT = "<default>"


class Words(NamedTuple):
    """The type of a parameter, and the lines of its description."""

    type: str
    lines: tuple[str, ...]


class Entry(NamedTuple):
    """A type and a text of the glossary, and the functions that have them.

    Without functions it is for all that no other entry names; without a text these functions have
    their own words.
    """

    functions: frozenset[str]
    type: str
    text: str


Glossary = Mapping[str, Sequence[Entry]]


@dataclass(frozen=True)
class Function:
    """A public function with a docstring.

    Attributes
    ----------
    path : Path
        Of its module.
    node : ast.FunctionDef
    lines : sequence of str
        Of the module.
    """

    path: Path
    node: ast.FunctionDef
    lines: Sequence[str]

    @property
    def name(self) -> str:
        """Its name, by which the glossary finds it."""
        return self.node.name

    @property
    def signature(self) -> dict[str, str | None]:
        """Return its parameters in order, with their defaults as a docstring shows them."""
        own = self.node.args
        positional = own.posonlyargs + own.args
        required = [None] * (len(positional) - len(own.defaults))
        defaults = [*required, *own.defaults, *own.kw_defaults]
        names = [one.arg for one in positional + own.kwonlyargs]
        shown = [None if one is None else ast.unparse(one).replace("'", '"') for one in defaults]
        return dict(zip(names, shown, strict=True))

    @cached_property
    def section(self) -> slice:
        """The lines of the module that describe the parameters; empty without such a section."""
        docstring = self.node.body[0]
        first, last = docstring.lineno, docstring.end_lineno or docstring.lineno
        found = [i for i in range(first, last) if self.lines[i].strip() == "Parameters"]
        if not found:
            return slice(first, first)
        start = found[0] + 2
        # The next section has a line beneath its title, or the docstring ends.
        ends = (i - 2 for i in range(start, last) if set(self.lines[i].strip()) == {"-"})
        return slice(start, next(ends, last - 1))

    @property
    def documented(self) -> dict[str, Words]:
        """The words of each parameter in the docstring, in its order."""
        found: dict[str, Words] = {}
        for heading, lines in _entries(self.lines[self.section]):
            names, _, type_ = heading.partition(" : ")
            for name in names.split(", "):
                found[name] = Words(type_, tuple(lines))
        return found

    def written(self, glossary: Glossary) -> list[str]:
        """Return the lines that describe the parameters, with the words of the glossary."""
        words = {name: self._words(name, glossary) for name in self.signature}
        written = []
        for found, names in groupby(words, words.__getitem__):
            heading = " : ".join(filter(None, (", ".join(names), found.type)))
            written += [INDENT + heading, *found.lines]
        return written

    def _words(self, name: str, glossary: Glossary) -> Words:
        """Return the words of a parameter: of the glossary, or its own."""
        entry = entry_of(name, self.name, glossary)
        if entry is not None and entry.text:
            default = self.signature[name]
            type_ = entry.type.replace(DEFAULT, str(default))
            return Words(type_, tuple(wrapped(entry.text)))
        try:
            return self.documented[name]
        except KeyError:
            raise SystemExit(f"{self.name}: {name} has no description") from None


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Return the headings of a section, and the lines of text beneath each."""
    headings = [i for i, line in enumerate(lines) if line[len(INDENT) :][:1].strip()]
    for start, end in pairwise([*headings, len(lines)]):
        yield lines[start].strip(), list(lines[start + 1 : end])


def wrapped(text: str) -> list[str]:
    """Return the lines of a description."""
    indent = 2 * INDENT
    return textwrap.wrap(
        " ".join(text.split()),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def entry_of(parameter: str, function: str, glossary: Glossary) -> Entry | None:
    """Return the entry of a parameter of a function; None if the glossary does not hold it."""
    entries = glossary.get(parameter, ())
    named = [entry for entry in entries if function in entry.functions]
    return next(iter(named or [entry for entry in entries if not entry.functions]), None)


def read_tables() -> dict[str, list[Entry]]:
    """Return the entries of each parameter, or of several with the same words."""
    tables = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))
    return {names: [_read(table) for table in found] for names, found in tables.items()}


def _read(table: Mapping[str, Any]) -> Entry:
    functions = frozenset(table.get("functions", ()))
    return Entry(functions, table.get("type", ""), table.get("text", ""))


def read_glossary() -> dict[str, list[Entry]]:
    """Return the entries of each parameter."""
    return {name: found for names, found in read_tables().items() for name in names.split(", ")}


def functions() -> list[Function]:
    """Return the public functions with described parameters, module by module."""
    paths = [path for pattern in PATTERNS for path in sorted((ROOT / "prplot").glob(pattern))]
    return [one for path in paths for one in functions_of(path)]


def functions_of(path: Path) -> list[Function]:
    """Return the public functions of a module with described parameters."""
    source = path.read_text(encoding="utf-8")
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    public = [node for node in nodes if node.name[0] != "_" and ast.get_docstring(node)]
    found = [Function(path, node, source.splitlines()) for node in public]
    return [one for one in found if one.documented]


def differing(glossary: Glossary) -> list[Function]:
    """Return the functions whose docstrings have other words than the glossary."""
    return [one for one in functions() if one.written(glossary) != one.lines[one.section]]


def write(path: Path, glossary: Glossary) -> None:
    """Write the words of the glossary into the docstrings of a module."""
    lines = path.read_text(encoding="utf-8").splitlines()
    # From the last function on, so that the lines of earlier ones stay where they are.
    for one in reversed(functions_of(path)):
        lines[one.section] = one.written(glossary)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write the docstrings, or list those that differ; return the exit status."""
    glossary = read_glossary()
    found = differing(glossary)
    for one in found:
        print(f"{one.path.relative_to(ROOT)}: {one.name}")
    if "--check" in arguments:
        return 1 if found else 0
    for path in {one.path for one in found}:
        write(path, glossary)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
