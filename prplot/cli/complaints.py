"""Messages on standard error, one per line: errors, warnings, and guesses."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from shlex import quote
from typing import Any

import click

INTERRUPTED = 130
# The exit status of shells for a program that a closed pipe ended.
CLOSED_PIPE = 141
# Warnings for those who write code.
SILENT = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)
# Advice that differs in a shell.
ADVICE = {
    "pass labels first, then scores": "exchange -t and -s",
    "pass the labels and scores of one class, y == class and {name: scores[:, i], ...}": (
        "pass --pos-label"
    ),
    "pass pos_label, such": "pass --pos-label, such",
    "two models or more, found one": "two models: columns named by -s, FILEs, or groups of --hue",
    "pass at least one condition of": "pass a condition such as --precision 0.9, one of",
}


class Program(click.Group):
    """A group of commands that exits with 130 if interrupted, with 141 if a pipe is closed."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; if a file is named instead, say how to draw it."""
        name = args[0]
        if self.get_command(ctx, name) is None and os.path.exists(name):
            ctx.fail(f"No such command {name!r}; to draw this file, type prplot pr {quote(name)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted", err=True)
            return ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            give_up_stdout()
            return ctx.exit(CLOSED_PIPE)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Read the command line and run the command; report what can't be read or printed."""
        try:
            return super().main(*args, **extra)
        except OSError as error:
            give_up_stdout()
            # What is not a file that was named is standard output.
            where = error.filename or "standard output"
            tell(f"Error: {where}: {error.strerror or error}")
            sys.exit(1)


def give_up_stdout() -> None:
    """Print nothing more: the rest would fail again when the process ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell(*sentences: str) -> None:
    """Write sentences to standard error, one per line."""
    for sentence in sentences:
        click.echo(_one_line(sentence), err=True)


@contextmanager
def complaining(name: str = "") -> Iterator[None]:
    """Turn the library's messages about a file's data into lines; exit with 1 after an error.

    Parameters
    ----------
    name : str
        The name of the data in messages, if any.
    """
    about = f"{name}: " if name else ""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            yield
        except BrokenPipeError:
            raise
        except (ImportError, OSError, RuntimeError, TypeError, ValueError) as error:
            raise click.ClickException(about + in_options(str(error), options_now())) from error
        finally:
            warn((one.message for one in given if not issubclass(one.category, SILENT)), about)


def warn(messages: Iterable[Any], about: str = "") -> None:
    """Write each warning once, on one line."""
    texts = dict.fromkeys(in_options(str(one), options_now()) for one in messages)
    tell(*(f"Warning: {about}{text}" for text in texts))


def options_now() -> dict[str, str]:
    """Return the options of the running command, by argument."""
    ctx = click.get_current_context(silent=True)
    return {str(one.name): one.opts[0] for one in ctx.command.params} if ctx else {}


def in_options(message: str, options: Mapping[str, str]) -> str:
    """Return a message with options instead of arguments.

    Examples
    --------
    >>> options = {"pos_label": "--pos-label", "alt": "--alt", "style": "--style-by"}
    >>> in_options("pass pos_label='no' or pos_label=2; style= or alt=None", options)
    'pass --pos-label no or --pos-label 2; --style-by or --alt none'
    >>> print(in_options("pass pos_label='not ok'", options))
    pass --pos-label 'not ok'
    """

    def option(found: re.Match[str]) -> str:
        name, _, text, word = found.groups()
        value = "none" if word == "None" else word if text is None else quote(text)
        # A text that is cut has no second quotation mark.
        is_cut = not value and message[found.end() : found.end() + 1] in ("'", '"')
        return f"{options[name]} {value}" if value or is_cut else options[name]

    value = r"(?:(['\"])(.*?)\2|([\w.-]*))"
    told = re.sub(rf"\b({'|'.join(options)})={value}", option, message) if options else message
    for words, in_shell in ADVICE.items():
        told = told.replace(words, in_shell)
    return _one_line(told)


def _one_line(text: str) -> str:
    return " ".join(text.split())
