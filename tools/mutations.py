"""Small faults for a module's source: what tools/mutate.py puts into the package, one at a time.

A place is a node of the syntax tree to which one of the operators below applies. Words (strings,
what ``raise`` says), annotations, decorators and imports are no places.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
LOGIC = {ast.And: ast.Or, ast.Or: ast.And}
OPPOSITES = {
    name: other
    for a, b in [
        ("min", "max"),
        ("minimum", "maximum"),
        ("argmin", "argmax"),
        ("nanmin", "nanmax"),
        ("any", "all"),
        ("floor", "ceil"),
        ("left", "right"),
    ]
    for name, other in ((a, b), (b, a))
}
# Swapping the arguments of these only makes an error, or nothing else.
NOT_SWAPPED = {
    *("isinstance", "issubclass", "getattr", "hasattr", "setattr", "cast"),
    *("min", "max", "minimum", "maximum", "hypot", "array_equal", "isclose", "allclose"),
}
REMOVED = (ast.Raise, ast.AugAssign, ast.Delete, ast.Continue, ast.Break)


class Place(NamedTuple):
    """Where a mutation is.

    Attributes
    ----------
    lines : range
        The lines of its statement; of the whole function, if it is in the signature.
    around : range
        The lines of the function.
    defines : str
        What a statement outside of functions names.
    in_signature : bool
        Whether it is among the parameters of a function and their defaults.
    """

    lines: range
    around: range
    defines: str
    in_signature: bool


@dataclass(frozen=True)
class Mutation:
    """One fault: the operator, and what is written instead of some bytes of the source."""

    operator: str
    start: int
    end: int
    old: str
    new: str
    place: Place

    def applied_to(self, source: bytes) -> bytes:
        """Return the source with this fault."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def swapped_comparison(node: ast.AST) -> Iterator[str]:
    """Move the border, or ask for the opposite: ``<`` becomes ``<=``, ``==`` becomes ``!=``."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            ops = [*node.ops[:i], COMPARISONS[type(op)](), *node.ops[i + 1 :]]
            yield ast.unparse(ast.Compare(node.left, ops, node.comparators))


def swapped_arithmetic(node: ast.AST) -> Iterator[str]:
    """Subtract instead of adding, divide instead of multiplying."""
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))


def swapped_logic(node: ast.AST) -> Iterator[str]:
    """Write ``or`` for ``and``."""
    if isinstance(node, ast.BoolOp):
        yield ast.unparse(ast.BoolOp(LOGIC[type(node.op)](), node.values))


def dropped_not(node: ast.AST) -> Iterator[str]:
    """Leave out ``not``, ``~`` or a minus."""
    match node:
        case ast.UnaryOp(ast.Not() | ast.Invert() | ast.USub(), operand):
            if not isinstance(operand, ast.Constant):
                yield ast.unparse(operand)


def changed_number(node: ast.AST) -> Iterator[str]:
    """Add or take away 1; write False for True."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield repr(not node.value)
        elif isinstance(node.value, int | float):
            yield repr(node.value + 1)
            yield repr(node.value - 1)


def swapped_arguments(node: ast.AST) -> Iterator[str]:
    """Swap two arguments that are given one after the other without their names."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] in NOT_SWAPPED:
        return
    for i, (one, two) in enumerate(pairwise(node.args)):
        starred = isinstance(one, ast.Starred) or isinstance(two, ast.Starred)
        if not starred and ast.dump(one) != ast.dump(two):
            args = [*node.args[:i], two, one, *node.args[i + 2 :]]
            yield ast.unparse(ast.Call(node.func, args, node.keywords))


def swapped_branches(node: ast.AST) -> Iterator[str]:
    """Swap what ``a if c else b`` chooses from."""
    if isinstance(node, ast.IfExp):
        yield ast.unparse(ast.IfExp(node.test, node.orelse, node.body))


def opposite_function(node: ast.AST) -> Iterator[str]:
    """Take the largest for the smallest, ``any`` for ``all``."""
    if isinstance(node, ast.Call):
        match node.func:
            case ast.Name(name) if name in OPPOSITES:
                yield ast.unparse(ast.Call(ast.Name(OPPOSITES[name]), node.args, node.keywords))
            case ast.Attribute(owner, name) if name in OPPOSITES:
                other = ast.Attribute(owner, OPPOSITES[name])
                yield ast.unparse(ast.Call(other, node.args, node.keywords))


def moved_slice(node: ast.AST) -> Iterator[str]:
    """Leave out one more at either end: ``[a:b]`` becomes ``[a + 1:b]`` and ``[a:b - 1]``."""
    if isinstance(node, ast.Slice):
        low, high, step = ("" if x is None else ast.unparse(x) for x in _bounds(node))
        by = f":{step}" if step else ""
        if step in ("", "1"):
            yield f"{low} + 1:{high}" if low else f"1:{high}"
            yield f"{low}:{high} - 1" if high else f"{low}:-1"
        else:
            yield f"{low}:{high}{by} + 1"


def _bounds(node: ast.Slice) -> tuple[ast.expr | None, ...]:
    return node.lower, node.upper, node.step


def removed_statement(node: ast.AST) -> Iterator[str]:
    """Leave out a call, an assignment to a part of something, an error."""
    doing = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    setting = isinstance(node, ast.Assign) and isinstance(
        node.targets[0], ast.Attribute | ast.Subscript
    )
    if doing or setting or isinstance(node, REMOVED):
        yield "pass"


def turned_condition(node: ast.AST) -> Iterator[str]:
    """Take the other branch of ``if``; only what stands after ``if`` is replaced."""
    if isinstance(node, ast.If | ast.While):
        yield f"not ({ast.unparse(node.test)})"


OPERATORS: dict[str, Callable[[ast.AST], Iterator[str]]] = {
    "comparison": swapped_comparison,
    "arithmetic": swapped_arithmetic,
    "and/or": swapped_logic,
    "dropped sign": dropped_not,
    "number": changed_number,
    "arguments": swapped_arguments,
    "branches": swapped_branches,
    "condition": turned_condition,
    "opposite": opposite_function,
    "slice": moved_slice,
    "statement": removed_statement,
}

# What is written by these is no expression, or needs no parentheses.
PLAIN = ("statement", "slice", "condition")


class Walk:
    """All places of a module and what can become of them."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        lengths = [len(line) for line in source.splitlines(keepends=True)]
        self.starts = [sum(lengths[:i]) for i in range(len(lengths))]

    def mutations(self) -> Iterator[Mutation]:
        """Yield what can become of the module."""
        for statement in ast.parse(self.source).body:
            yield from self.of_statement(statement, "", range(0))

    def of_statement(self, statement: ast.stmt, defines: str, around: range) -> Iterator[Mutation]:
        """Yield what can become of a statement and of those in it; `around` is its function."""
        if isinstance(statement, ast.Import | ast.ImportFrom) or _for_types(statement):
            return
        function = isinstance(statement, ast.FunctionDef)
        defines = "" if around or function else _defined(statement) or defines
        inner = _statements(statement)
        last = statement.end_lineno
        if inner and not function:
            last = max(inner[0].lineno - 1, statement.lineno)
        lines = range(statement.lineno, last + 1)
        around = around or (lines if function else around)
        yield from self.of_node(statement, Place(lines, around, defines, function))
        for one in inner:
            yield from self.of_statement(one, defines, around)

    def of_node(self, node: ast.AST, place: Place) -> Iterator[Mutation]:
        """Yield what can become of a node and of those in it that are no statements."""
        for name, operator in OPERATORS.items():
            where = node.test if name == "condition" and hasattr(node, "test") else node
            for new in operator(node):
                yield self.one(name, where, new if name in PLAIN else f"({new})", place)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt | ast.JoinedStr) and not _passed_over(node, child):
                yield from self.of_node(child, place)

    def one(self, name: str, node: ast.AST, new: str, place: Place) -> Mutation:
        """Return the mutation that writes something else for a node."""
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        return Mutation(name, start, end, self.source[start:end].decode(), new, place)


def _statements(node: ast.stmt) -> list[ast.stmt]:
    parts = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    parts += [part.body for name in ("handlers", "cases") for part in getattr(node, name, [])]
    return [statement for part in parts for statement in part]


def _passed_over(node: ast.AST, child: ast.AST) -> bool:
    if isinstance(node, ast.Raise):
        return True
    return any(
        child is part or (isinstance(part, list) and child in part)
        for part in (getattr(node, name, None) for name in ("annotation", "returns"))
    ) or child in getattr(node, "decorator_list", [])


def _for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _defined(statement: ast.stmt) -> str:
    match statement:
        case ast.Assign([ast.Name(name), *_]) | ast.AnnAssign(ast.Name(name)):
            return name
        case ast.ClassDef(name=name):
            return name
    return ""


def mutations(source: bytes) -> list[list[Mutation]]:
    """Return the mutations of a module's source, together where they replace the same place."""
    found = sorted(Walk(source).mutations(), key=lambda one: (one.start, one.end))
    places: list[list[Mutation]] = []
    for before, one in pairwise([None, *found]):
        same = before and (before.start, before.end) == (one.start, one.end)
        if same and before.operator == one.operator:
            places[-1].append(one)
        else:
            places.append([one])
    return places
