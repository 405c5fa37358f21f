"""Signatures and docstrings that are completed when a function is made.

In the source, a docstring says of each parameter what is particular to the function. A parameter of
which it holds only the name has the words of its family of options, and the parameters of
``**options`` stand in the signature in the order of the docstring.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from prplot.core.signatures import families

# Where the default in the signature goes in the type of a parameter.
DEFAULT = "<default>"
TITLE = ["Parameters", "----------"]


class Words(NamedTuple):
    """The type of a parameter and the lines of its description; both empty if these are missing."""

    type: str
    lines: tuple[str, ...]

    def with_default(self, default: Any) -> Words:
        """Return the same with the default of a function."""
        return self._replace(type=self.type.replace(DEFAULT, repr(default).replace("'", '"')))


def completed(function: Callable[..., Any]) -> tuple[inspect.Signature, str | None]:
    """Return the signature and the docstring of a function with all that it shares with others."""
    signature, family = inspect.signature(function), _family(function)
    own = described(function.__doc__)
    if family is not None:
        signature = _completed_signature(signature, family, list(own))
    if all(words.lines for words in own.values()):
        return signature, function.__doc__
    defaults = {name: one.default for name, one in signature.parameters.items()}
    words = _all_words(own, family, defaults)
    lines = inspect.cleandoc(function.__doc__ or "").splitlines()
    start, end = _section(lines)
    return signature, "\n".join([*lines[:start], *_written(words), *lines[end:]]) + "\n"


def declared(source: str, name: str) -> tuple[str, dict[str, Words], dict[str, Any]]:
    """Return the docstring, words and defaults of a function that need not be loaded for it.

    Parameters
    ----------
    source : str
        The text of its module.
    name : str
        The function; it takes a family of options.
    """
    node = _found(source, name)
    docstring, given = ast.get_docstring(node) or "", node.args
    # It ends in "**options: Unpack[CurveOptions]".
    family = getattr(families, ast.unparse(given).rpartition("[")[2].removesuffix("]"))
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    literals = {one.arg: value for one, value in pairs if value and not isinstance(value, ast.Name)}
    known = families.DEFAULTS | {name: ast.literal_eval(one) for name, one in literals.items()}
    own = described(docstring)
    defaults = {name: known.get(name) for name in own}
    return docstring, _all_words(own, family, defaults), defaults


def _found(source: str, name: str) -> Any:
    """Return the function or class of some name in the source of a module."""
    (node,) = (one for one in ast.parse(source).body if getattr(one, "name", "") == name)
    return node


def described(docstring: str | None) -> dict[str, Words]:
    """Return the words of each parameter in a docstring, in its order."""
    lines = inspect.cleandoc(docstring or "").splitlines()
    start, end = _section(lines)
    headings = [i for i in range(start, end) if lines[i][:1].strip()]
    found: dict[str, Words] = {}
    for first, last in pairwise([*headings, end]):
        names, _, type_ = lines[first].partition(" : ")
        found |= dict.fromkeys(names.split(", "), Words(type_, tuple(lines[first + 1 : last])))
    return found


def _family(function: Callable[..., Any]) -> Any:
    """Return the options that a function unpacks, if any."""
    annotation = function.__annotations__.get("options")
    if isinstance(annotation, str):
        # This one alone: the others may name what only type checkers import.
        return function.__globals__[annotation.removeprefix("Unpack[").removesuffix("]")]
    return None if annotation is None else annotation.__args__[0]


def _completed_signature(
    own: inspect.Signature, family: Any, order: Sequence[str]
) -> inspect.Signature:
    """Return a signature with the options of a family among those by keyword, in an order."""
    parameters = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
    for name, type_ in family.__annotations__.items():
        default, annotation = families.DEFAULTS.get(name), type_.__forward_arg__
        parameters.append(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
            )
        )
    # Without docstrings, as in `python -OO`, there is no order.
    places = {name: place for place, name in enumerate(order)}
    parameters.sort(key=lambda one: (one.kind, places.get(one.name, len(places))))
    return own.replace(parameters=parameters)


def _all_words(
    own: Mapping[str, Words], family: Any, defaults: Mapping[str, Any]
) -> dict[str, Words]:
    """Return the words of all parameters, with their defaults: a function's own come first."""
    known = _vocabulary(family) | {name: words for name, words in own.items() if words.lines}
    assert set(defaults) <= set(known), f"no words for {sorted(set(defaults) - set(known))}"
    return {name: known[name].with_default(defaults[name]) for name in defaults}


@cache
def _vocabulary(family: Any) -> dict[str, Words]:
    """Return the words that functions of a family share; those of the family come first."""
    general = families.RowOptions, families.FigureOptions, families.CurveOptions
    texts = [_docstring(one) for one in (*general, families.PanelOptions)]
    texts += [families.OTHERS, "" if family is None else _docstring(family)]
    known: dict[str, Words] = {}
    for text in texts:
        known |= described(text)
    return known


def _docstring(family: Any) -> str:
    """Return the docstring of a family, also in `python -OO`, which has it in the source only."""
    if family.__doc__:
        return str(family.__doc__)
    source = Path(families.__file__).read_text(encoding="utf-8")
    return ast.get_docstring(_found(source, family.__name__)) or ""


def _section(lines: Sequence[str]) -> tuple[int, int]:
    """Return between which lines parameters are described."""
    places = [i for i, pair in enumerate(pairwise(lines)) if list(pair) == TITLE]
    if not places:
        return len(lines), len(lines)
    start = places[0] + 2
    # A blank line stands before the next section.
    return start, next((i for i in range(start, len(lines)) if not lines[i]), len(lines))


def _written(words: Mapping[str, Words]) -> Iterator[str]:
    """Yield the lines that describe parameters; neighbours with the same words stand together."""
    for one, names in groupby(words, words.__getitem__):
        yield " : ".join(filter(None, (", ".join(names), one.type)))
        yield from one.lines
