"""The files of a command, and the options that say how they are read."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import click

from prplot.cli.options import OF_COLUMN, option
from prplot.inputs.files import COMPRESSED

STDIN = "-"


class DataFile(NamedTuple):
    """A FILE: the name of its curve, its path, and how messages call it."""

    name: str
    path: Path
    text: str

    @property
    def is_pipe(self) -> bool:
        """Whether it may be read only once, such as /dev/stdin or that of <(...)."""
        return not self.path.is_file() or self.path.absolute().is_relative_to("/dev")

    def contents(self) -> bytes | None:
        """Return all bytes of a pipe; nothing of a file, which is read by its path."""
        if not self.is_pipe:
            return None
        return sys.stdin.buffer.read() if self.path == Path(STDIN) else self.path.read_bytes()


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
    """Return a character, or None for auto."""
    found = {"tab": "\t", "\\t": "\t", "auto": None}.get(text, text)
    if found is not None and len(found) != 1:
        raise click.BadParameter(f"{text!r} is no single character, nor auto or tab")
    return found


A_FILE = Input(exists=True, dir_okay=False, allow_dash=True)
FILES = click.Argument(["files"], metavar="FILE...", nargs=-1, required=True, type=A_FILE)
SCORES = "The scores of one model; several times, or a,b. By default all floats."
LABELS_AND_SCORES = [
    option("-t --y-true", text="The labels; guessed by name or values.", **OF_COLUMN),
    option("-s --y-score", text=SCORES, multiple=True, **OF_COLUMN),
    option("--labels", "FILE", "The file that holds the labels.", type=A_FILE),
    option("--on", text="The column of ids by which rows of files are joined.", **OF_COLUMN),
]
READING = [
    option(
        "--input-format suffix",
        None,
        "The kind of the files, if their first bytes don't tell.",
        type=click.Choice(["csv", "tsv", "parquet", "feather", "jsonl", "json"]),
        callback=lambda ctx, param, value: value and f".{value}",
    ),
    option("--part", "NAME", "The sheet of a workbook, or the file of an archive."),
    option("--sep separator", "CHAR", "Between columns, or tab.", type=separator, default="auto"),
    option("--header/--no-header", None, "Whether columns have names, or numbers.", default=True),
    option("--encoding", "NAME", "The encoding of texts.", default="utf-8"),
    option("--decimal", "CHAR", "The decimal sign.", default="."),
    option("--na", "TEXT", "What stands for a missing value, such as ?.", multiple=True),
]
SCANNING = [
    option("--exact", None, "Read large files whole, in place of a scan.", is_flag=True),
    option("--tolerance", "T", "Scan, with areas this certain.", type=float),
]
