"""The files of a command, and the options that control how they are read."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import click

from prplot.cli.options import option
from prplot.inputs.files import COMPRESSED

STDIN = "-"


class DataFile(NamedTuple):
    """A FILE: the name of its curve, its path, and its name in messages."""

    name: str
    path: Path
    text: str

    def contents(self) -> bytes | None:
        """Return all bytes of standard input; nothing of a file, which is read by its path."""
        return sys.stdin.buffer.read() if self.path == Path(STDIN) else None


class Input(click.Path):
    """A FILE: a path, NAME=FILE, or - for standard input."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a `DataFile`."""
        name, sign, rest = value.partition("=")
        is_named = bool(sign) and not Path(value).exists()
        text = rest if is_named else value
        path = Path(os.fsdecode(super().convert(text, param, ctx)))
        if not is_named:
            # Without its ending and that of its compression.
            whole = path.stem if path.suffix in COMPRESSED else path.name
            name = "stdin" if text == STDIN else Path(whole).stem
        # A word of the command line need not be text in the locale, nor in any other way.
        readable = os.fsencode(name).decode("utf-8", "replace")
        return DataFile(readable, path, "stdin" if text == STDIN else text)


def separator(text: str) -> str | None:
    """Return what separates columns, or None for auto."""
    return {"tab": "\t", "auto": None}.get(text, text)


A_FILE = Input(exists=True, dir_okay=False, allow_dash=True)
FILES = click.Argument(["files"], metavar="FILE...", nargs=-1, required=True, type=A_FILE)
SCORES = "Scores of a model; repeatable, or as a,b. By default all float columns."
LABELS_AND_SCORES = [
    option("-t --y-true", "COL", "Labels; by default guessed from names or values."),
    option("-s --y-score", "COL", SCORES, multiple=True),
    option("--labels", "FILE", "A file with the labels.", type=A_FILE),
    option("--on", "COL", "The ID column that joins rows of files."),
]
READING = [
    option("--part", "NAME", "The sheet of a workbook, or the file in an archive."),
    option("--sep separator", "CHAR", "Column separator, or tab.", type=separator, default="auto"),
    option("--header/--no-header", None, "Whether the first line names the columns.", default=True),
    option("--encoding", "NAME", "Text encoding.", default="utf-8"),
    option("--decimal", "CHAR", "Decimal mark.", default="."),
    option("--na", "TEXT", "A marker of missing values, such as ?; repeatable.", multiple=True),
]
SCANNING = [
    option("--exact", None, "Read large files into memory instead of scanning them.", is_flag=True),
    option("--tolerance", "T", "Scan files until AUCPR is bounded this closely.", type=float),
]
