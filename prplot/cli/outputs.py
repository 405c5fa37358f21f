"""Output files, written whole or not at all, and never over an input."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from prplot.cli.complaints import tell
from prplot.cli.options import option

STDOUT = "-"
WRITTEN = "Output file; its suffix sets the format; repeatable; - is standard output."
OUTPUT = option("-o --output", "OUT", WRITTEN, multiple=True)


def forms_of(
    outputs: Iterable[str], form: str | None, suffixes: Mapping[str, str], piped: str | None = None
) -> dict[str, str]:
    """Return the format of each output: that of its suffix, else the requested one.

    Parameters
    ----------
    outputs : iterable of str
        Paths, and "-" for standard output.
    form : str or None
        The format that the user named.
    suffixes : dict of suffix to format
    piped : str, optional
        The format on standard output if the user named none.
    """
    found = {}
    for text in outputs:
        own = suffixes.get(Path(text).suffix.lower().removeprefix(".")) or form
        chosen = form or piped if text == STDOUT else own
        if chosen is None and text == STDOUT:
            raise click.UsageError("-o - needs --format, such as --format svg")
        if chosen is None:
            raise click.UsageError(f"the output {text} must end in .{', .'.join(suffixes)}")
        found[text] = chosen
    if form is not None and found and form not in found.values():
        text, own = next(iter(found.items()))
        raise click.UsageError(
            f"--format {form} is for - and for names whose suffix is no format; {text} is {own}"
        )
    return found


def check(outputs: Sequence[str], inputs: Iterable[Path]) -> None:
    """Raise a usage error for an output that is an input, is named twice or has no folder."""
    for text in outputs:
        path = Path(text)
        if outputs.count(text) > 1:
            raise click.UsageError(f"{text} is named twice as an output")
        if text == STDOUT:
            continue
        if path.is_dir():
            raise click.UsageError(f"the output {text} is a folder; name a file")
        if not path.absolute().parent.is_dir():
            raise click.UsageError(f"the folder {path.parent} of the output {text} does not exist")
        if path.exists() and any(one.exists() and path.samefile(one) for one in inputs):
            raise click.UsageError(f"the output {text} is also an input; name another")


def write(outputs: Mapping[str, bytes]) -> None:
    """Write files, and say so on standard error.

    All are written to temporary files before the first is put in place, so an error changes
    nothing.
    """
    with ExitStack() as left:
        ready = []
        for text, data in outputs.items():
            try:
                ready += _put(text, data, left)
            except OSError as error:
                where = None if text == STDOUT else text
                raise OSError(error.errno, error.strerror, where) from error
        for new, path in ready:
            new.replace(path)
    tell(*(f"wrote {text}" for text in outputs if text != STDOUT))


def _put(text: str, data: bytes, left: ExitStack) -> list[tuple[Path, Path]]:
    """Write to a stream, or to a file beside a path; return the file and the path in a list."""
    path = Path(text).resolve()
    if text == STDOUT:
        if sys.stdout is None:
            raise click.ClickException("standard output is closed")
        click.echo(data, nl=False)
        return []
    if path.exists() and not path.is_file():
        # A device or a pipe, which no file may replace.
        path.write_bytes(data)
        return []
    new = path.with_name(f".{path.name}.{os.getpid()}.part")
    with new.open("xb") as stream:
        left.callback(new.unlink, missing_ok=True)
        stream.write(data)
    return [(new, path)]


# Tables


def _as_markdown(table: Any, digits: int) -> str:
    """Return a Markdown table with numbers aligned right."""

    def row(cells: list[str]) -> str:
        return f"| {' | '.join(cells)} |"

    texts = table.map(lambda value: f"{value:.{digits}f}" if isinstance(value, float) else value)
    head = ["", *(str(name) for name in table.columns)]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    lines += [[str(one) for one in cells] for cells in texts.itertuples()]
    return "\n".join(row([cell.replace("|", "\\|") for cell in cells]) for cells in lines)


def _as_latex(table: Any, digits: int) -> str:
    try:
        return str(table.rename_axis(None).to_latex(float_format=f"%.{digits}f", escape=True))
    except ImportError:
        told = "LaTeX tables need jinja2: pip install 'prplot-curves[latex]'"
        raise ImportError(told) from None


def _as_json(table: Any, digits: int) -> str:
    """Return a list of objects, one for each curve; numbers have all digits, NaN is null."""
    named = table.astype(object).where(table.notna(), None).rename_axis(_head(table)).reset_index()
    return json.dumps(named.to_dict("records"), indent=2)


def _head(table: Any) -> str:
    """Return what the names of rows are called."""
    return str(table.index.name or "curve")


# The formats of a table, as functions of it and the number of digits.
FORMS: dict[str, Callable[[Any, int], str]] = {
    "text": lambda table, digits: str(
        table.rename_axis(None).to_string(float_format=f"{{:.{digits}f}}".format)
    ),
    "markdown": _as_markdown,
    "csv": lambda table, digits: str(table.to_csv(index_label=_head(table))),
    "json": _as_json,
    "latex": _as_latex,
}
# And by the suffixes of files.
SUFFIXES = {"txt": "text", "csv": "csv", "md": "markdown", "json": "json", "tex": "latex"}


def as_texts(table: Any, forms: Mapping[str, str], digits: int) -> dict[str, bytes]:
    """Return a table as the contents of files, by path."""
    held = {text: FORMS[form](table, digits).rstrip() for text, form in forms.items()}
    return {text: f"{one}\n".encode() for text, one in held.items()}
