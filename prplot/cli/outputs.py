"""Outputs: files, never written over an input, and lines on standard error."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from prplot.cli.options import option

# Warnings for those who write code.
SILENT = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)

STDOUT = "-"
WRITTEN = "Output file; its suffix sets the format; repeatable; - is standard output."
OUT = click.Path(dir_okay=False, allow_dash=True)
OUTPUT = option("-o --output", "OUT", WRITTEN, multiple=True, type=OUT)


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
        if chosen is None:
            ends = f".{', .'.join(suffixes)}"
            raise click.UsageError(f"the output {text} needs --format, or must end in {ends}")
        found[text] = chosen
    return found


def check(outputs: Sequence[str], inputs: Iterable[Path]) -> None:
    """Raise a usage error for an output that is an input or has no folder."""
    for path in map(Path, outputs):
        if not path.absolute().parent.is_dir():
            raise click.UsageError(f"the folder {path.parent} of the output {path} does not exist")
        if path.exists() and any(one.exists() and path.samefile(one) for one in inputs):
            raise click.UsageError(f"the output {path} is also an input; name another")


def write(outputs: Mapping[str, bytes]) -> None:
    """Write files or, by the name -, to standard output; say so on standard error."""
    for text, data in outputs.items():
        with click.open_file(text, "wb", lazy=True) as stream:
            stream.write(data)
    tell(*(f"wrote {text}" for text in outputs if text != STDOUT))


# Errors, warnings and guesses, one per line


def tell(*sentences: str) -> None:
    """Write sentences to standard error, one per line."""
    for sentence in sentences:
        click.echo(" ".join(sentence.split()), err=True)


@contextmanager
def complaining(name: str) -> Iterator[None]:
    """Turn the library's messages about a file's data into lines; exit with 1 after an error.

    Parameters
    ----------
    name : str
        The name of the data in messages.
    """
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            yield
        except (ImportError, OSError, RuntimeError, TypeError, ValueError) as error:
            raise click.ClickException(f"{name}: {in_options(str(error))}") from error
        finally:
            told = (one.message for one in given if not issubclass(one.category, SILENT))
            tell(*dict.fromkeys(f"Warning: {name}: {in_options(str(one))}" for one in told))


def in_options(message: str) -> str:
    """Return a message, in a line, with the options of the command instead of arguments."""
    command = click.get_current_context().command
    options = {str(one.name): one.opts[0] for one in command.params}
    arguments = rf"\b({'|'.join(options)})="
    return " ".join(re.sub(arguments, lambda one: f"{options[one[1]]} ", message).split())


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
    return str(table.rename_axis(None).to_latex(float_format=f"%.{digits}f", escape=True))


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
