"""What is said on standard error, in lines: errors, warnings, and what was guessed."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

INTERRUPTED = 130
# Warnings for those who write code.
SILENT = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)
# Arguments of functions, as the messages of the library have them, and the options that give them.
OPTIONS = {
    "pos_label": "--pos-label",
    "missing": "--missing",
    "sample_weight": "--weight",
    "errorbar": "--errorbar",
    "units": "--units",
    "hue": "--hue",
    "clusters": "--clusters",
    "legend": "--legend",
    "score": "--score",
    "tolerance": "--tolerance",
    "prevalence": "--prevalence",
    "estimator": "--estimator",
    "seed": "--seed",
}


class Program(click.Group):
    """A group of commands that ends with 130 if it is interrupted."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted", err=True)
            return ctx.exit(INTERRUPTED)


def tell(*sentences: str) -> None:
    """Write sentences to standard error, each in a line."""
    for sentence in sentences:
        click.echo(_one_line(sentence), err=True)


@contextmanager
def complaining(name: str = "") -> Iterator[None]:
    """Turn what the library says about a file's data into lines; end with 1 after an error.

    Parameters
    ----------
    name : str
        What the lines call the data, if not nothing.
    """
    about = f"{name}: " if name else ""
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            yield
        except BrokenPipeError:
            raise
        except (ImportError, OSError, RuntimeError, TypeError, ValueError) as error:
            raise click.ClickException(about + in_options(str(error))) from error
        finally:
            warn((one.message for one in given if not issubclass(one.category, SILENT)), about)


def warn(messages: Iterable[Any], about: str = "") -> None:
    """Write each warning once, in a line."""
    tell(*dict.fromkeys(f"Warning: {about}{in_options(str(one))}" for one in messages))


def in_options(message: str) -> str:
    """Return a message with options in place of arguments.

    Examples
    --------
    >>> in_options("pass pos_label='no' or pos_label=2; prevalence= redraws it")
    'pass --pos-label no or --pos-label 2; --prevalence redraws it'
    """

    def option(found: re.Match[str]) -> str:
        return f"{OPTIONS[found[1]]} {found[3]}".rstrip()

    names = "|".join(OPTIONS)
    return _one_line(re.sub(rf"\b({names})=(['\"]?)([\w.-]*)\2", option, message))


def _one_line(text: str) -> str:
    return " ".join(text.split())
