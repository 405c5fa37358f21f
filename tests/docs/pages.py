"""The code of pages: how it is found, and how it is run.

Code may quote its results. After an expression, or after a value that is given a name, a comment
that begins with numbers, True or False must be this value, as rounded: an error says otherwise.
``prp.aucpr_min(0.5)  # 0.307`` is right.
"""

import ast
import re
from typing import NamedTuple

import numpy as np

FENCE = re.compile(r"^```(\{example\}|python|console)\n(?::[^\n]*\n)*(.*?)^```$", re.M | re.S)
QUOTED = r"(?:-?\d+(?:\.\d+)?|True|False)"
QUOTATION = re.compile(rf"  # ({QUOTED}(?:, {QUOTED})*)(?!\w|\.\d)")


class Block(NamedTuple):
    """Code of a page: its fence, its words, and the line of the page on which they begin."""

    fence: str
    code: str
    line: int


def blocks(text):
    """List the blocks of a page that are run, in order."""
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start(2)) + 1)
        for found in FENCE.finditer(text)
    ]


def run(block, names):
    """Run code in a namespace; line numbers of errors are those of the page."""
    lines = ("\n" * (block.line - 1) + block.code).splitlines()
    for statement in ast.parse("\n".join(lines)).body:
        if isinstance(statement, ast.Expr):
            value = eval(compile(ast.Expression(statement.value), "page", "eval"), names)
        else:
            exec(compile(ast.Module([statement], []), "page", "exec"), names)
            value = None
            if isinstance(statement, ast.Assign):
                value = eval(ast.unparse(statement.targets[0]), names)
        if quotation := QUOTATION.search(lines[statement.end_lineno - 1]):
            found = ", ".join(rounded(value, quotation[1].split(", ")))
            assert found == quotation[1], f"line {statement.end_lineno}: the value is {value}"


def rounded(value, quoted):
    """Write numbers with as many decimals as they are quoted with."""
    values = np.ravel(np.asarray(value, dtype=object)).tolist()
    for one, words in zip(values, quoted, strict=True):
        digits = len(words.partition(".")[2])
        yield str(one) if isinstance(one, bool | np.bool_) else f"{one:.{digits}f}"
