"""The code of a page: finding its blocks in the Markdown, and running them in one namespace.

A page is run from top to bottom, as a notebook. Its blocks are the fences ``{example}``, whose
figures the site shows, and ``python``, unless the line before says ``<!-- not run: why -->``. The
code runs in a temporary folder with matplotlib's defaults, and a warning is an error.

Code may quote its results: after an expression, or after a value that is given a name, a comment
that begins with numbers, True or False must be this value, as rounded: an error says otherwise.
``prp.aucpr_min(0.5)  # 0.307`` is right.
"""

import ast
import contextlib
import io
import os
import re
import shutil
import tempfile
import traceback
import warnings
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

_FENCE = re.compile(r"^(?P<indent>[ >]*)(?P<ticks>`{3,}|~{3,})(?P<info>[^`]*)$")
_NOT_RUN = re.compile(r"^[ >]*<!-- not run: .+ -->$")
_RUN = ("{example}", "python")
_QUOTED = r"(?:-?\d+(?:\.\d+)?|True|False)"
_QUOTATION = re.compile(rf"# ({_QUOTED}(?:, {_QUOTED})*)(?!\w|\.\d)")


class PageCodeError(Exception):
    """Code of a page raised; the message names the page, the line and the error."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path.name}, line {line}: {reason}")
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Block:
    """Code of a page: its words, the line of the page on which they begin, and its fence."""

    code: str
    line: int
    fence: str


@dataclass(frozen=True)
class Shown:
    """What a block leaves to be shown: figures (open), printed text, and a last value as HTML."""

    figures: list[Any]
    printed: str
    html: str


def blocks(text: str) -> list[Block]:
    """List the blocks of a page that are run, in order.

    Parameters
    ----------
    text : str
        The page, in MyST Markdown. Fences inside of directives count; those shown inside of
        another language do not.

    Returns
    -------
    list of Block
    """
    lines = text.splitlines()
    return list(_blocks(lines, 0, len(lines)))


def _blocks(lines: list[str], start: int, stop: int) -> Iterator[Block]:
    at = start
    while at < stop:
        opening = _FENCE.match(lines[at])
        if opening is None:
            at += 1
            continue
        end = _end(lines, at, stop, opening["ticks"])
        language = opening["info"].strip().split(" ")[0]
        if language in _RUN:
            if not (at and _NOT_RUN.match(lines[at - 1])):
                yield _block(lines, at, end, language, len(opening["indent"]))
        elif language.startswith("{"):
            yield from _blocks(lines, at + 1, end)
        at = end + 1


def _end(lines: list[str], at: int, stop: int, ticks: str) -> int:
    closing = re.compile(rf"^[ >]*{ticks[0]}{{{len(ticks)},}} *$")
    return next((end for end in range(at + 1, stop) if closing.match(lines[end])), stop)


def _block(lines: list[str], at: int, end: int, fence: str, indent: int) -> Block:
    first = at + 1
    while fence == "{example}" and first < end and re.match(r" *:[\w-]+:", lines[first][indent:]):
        first += 1
    code = "\n".join(line[indent:] for line in lines[first:end])
    return Block(code, first + 1, fence)


@dataclass
class Page:
    """A page whose code is being run.

    Attributes
    ----------
    path : Path
        The file, for messages.
    left : list of Block
        The blocks that were not run yet.
    names : dict
        The namespace of the page.
    """

    path: Path
    left: list[Block]
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    def __post_init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="page-")
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    @classmethod
    def of(cls, path: Path) -> "Page":
        """Read a page; nothing is run yet."""
        return cls(path, blocks(path.read_text(encoding="utf-8")))

    def run(self, block: Block) -> Shown:
        """Run one block and leave its figures open."""
        import matplotlib.pyplot as plt

        printed = io.StringIO()
        here = Path.cwd()
        os.chdir(self.folder)
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
                warnings.simplefilter("error")
                warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
                value = self._value(block)
        except PageCodeError:
            raise
        except (Exception, SystemExit) as failure:
            line = _line(failure, str(self.path)) or block.line
            reason = f"{type(failure).__name__}: {failure}"
            raise PageCodeError(self.path, line, reason) from failure
        finally:
            os.chdir(here)
        figures = [plt.figure(number) for number in plt.get_fignums()]
        return Shown(figures, printed.getvalue(), "" if figures else _html(value))

    def run_next(self, fence: str) -> Shown:
        """Run blocks up to the next one with this fence; the figures of those before it close."""
        import matplotlib.pyplot as plt

        while self.left:
            block = self.left.pop(0)
            shown = self.run(block)
            if block.fence == fence:
                return shown
            plt.close("all")
        raise PageCodeError(self.path, 1, f"there is no further fence {fence}")

    def _value(self, block: Block) -> object:
        # The line numbers of errors are those of the page.
        tree = ast.parse("\n" * (block.line - 1) + block.code, str(self.path))
        lines = block.code.splitlines()
        value = None
        for statement in tree.body:
            if isinstance(statement, ast.Expr):
                expression = ast.Expression(statement.value)
                value = eval(compile(expression, str(self.path), "eval"), self.names)
                quoted = value
            else:
                value = None
                exec(compile(ast.Module([statement], []), str(self.path), "exec"), self.names)
                quoted = self._assigned(statement)
            end = statement.end_lineno or statement.lineno
            self._check(quoted, lines[end - block.line][statement.end_col_offset or 0 :], end)
        return value

    def _assigned(self, statement: ast.stmt) -> object:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        return self.names[target.id] if isinstance(target, ast.Name) else None

    def _check(self, value: object, comment: str, line: int) -> None:
        quotation = _QUOTATION.search(comment)
        values = np.ravel(np.asarray(value, dtype=object)).tolist()
        if quotation is None or not all(isinstance(v, Real | np.bool_) for v in values):
            return
        quoted = quotation[1].split(", ")
        found = [_rounded(*pair) for pair in zip(values, quoted, strict=False)]
        if found != quoted or len(values) != len(quoted):
            reason = f"the value is {value}, and not {quotation[1]}"
            raise PageCodeError(self.path, line, reason)


def _rounded(value: Any, quoted: str) -> str:
    if quoted in ("True", "False"):
        return str(value)
    return f"{float(value):.{len(quoted.partition('.')[2])}f}"


def _line(failure: BaseException, path: str) -> int | None:
    if isinstance(failure, SyntaxError) and failure.filename == path:
        return failure.lineno
    frames = [
        at.lineno for at in traceback.extract_tb(failure.__traceback__) if at.filename == path
    ]
    return frames[-1] if frames else None


def _html(value: object) -> str:
    if value is None:
        return ""
    if hasattr(value, "_repr_html_"):
        return str(value._repr_html_())
    return f"<pre>{_escaped(repr(value))}</pre>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
