"""Messages on standard error, one per line: errors, warnings, and guesses."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import click

# Warnings for those who write code.
SILENT = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)


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
