"""Files that a command writes: whole ones or none, and never over one that it reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import click

from prplot.cli.complaints import give_up_stdout, tell

STDOUT = "-"
Writer = Callable[[IO[bytes]], object]


def check_outputs(outputs: Iterable[str], inputs: Iterable[Path]) -> None:
    """Raise an error of usage for an output that is an input, is named twice or has no folder."""
    inputs, seen = list(inputs), set()
    for text in outputs:
        path = Path(text)
        if text in seen:
            raise click.UsageError(f"{text} is named twice as an output")
        seen.add(text)
        if text == STDOUT:
            continue
        if path.is_dir():
            raise click.UsageError(f"the output {text} is a folder; name a file")
        if not path.absolute().parent.is_dir():
            raise click.UsageError(f"the folder {path.parent} of the output {text} is not there")
        if any(_is_same(path, one) for one in inputs):
            raise click.UsageError(f"the output {text} is also an input; name another")


def form_of(text: str, form: str | None, forms: Mapping[str, str] | Sequence[str]) -> str:
    """Return the format of an output: that of its suffix, or the one that was asked for.

    Parameters
    ----------
    text : str
        The path, or "-" for standard output.
    form : str or None
        The format that the user named.
    forms : dict of suffix to format, or sequence of formats that are their own suffixes
    """
    suffix = Path(text).suffix.lower().removeprefix(".")
    known = dict(forms) if isinstance(forms, Mapping) else {one: one for one in forms}
    if text == STDOUT and form is None:
        raise click.UsageError("-o - needs --format, such as --format svg")
    if form is not None and (suffix not in known or text == STDOUT):
        return form
    if suffix not in known:
        raise click.UsageError(f"the output {text} must end in .{', .'.join(known)}")
    return known[suffix]


def check_used(form: str | None, forms: Mapping[str, str]) -> None:
    """Raise an error of usage for a format that was asked for, and that no output has."""
    if form is not None and forms and form not in forms.values():
        text, own = next(iter(forms.items()))
        raise click.UsageError(
            f"--format {form} is for - and for names without a suffix that tells the format;"
            f" {text} is {own}"
        )


def write(outputs: Mapping[str, Writer]) -> None:
    """Write files, and say so on standard error.

    Parameters
    ----------
    outputs : dict of str to function of a binary stream
        By path, "-" for standard output. All are written beside their places before the first takes
        its own, so that an error leaves everything as it was.
    """
    ready: list[tuple[Path, Path]] = []
    try:
        for text, writer in outputs.items():
            if text == STDOUT:
                _to_stdout(writer)
            elif _is_special(Path(text)):
                with Path(text).open("wb") as stream:
                    writer(stream)
            else:
                ready.append(_beside(Path(text).resolve(), writer))
        for new, path in ready:
            new.replace(path)
    finally:
        for new, _ in ready:
            with suppress(FileNotFoundError):
                new.unlink()
    tell(*(f"wrote {text}" for text in outputs if text != STDOUT))


def _to_stdout(writer: Writer) -> None:
    if sys.stdout is None:
        raise click.ClickException("standard output is closed")
    try:
        writer(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up_stdout()
        raise click.ClickException(f"standard output: {error.strerror or error}") from error


def _beside(path: Path, writer: Writer) -> tuple[Path, Path]:
    """Write a hidden file in the folder of a path; return both."""
    new = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with new.open("xb") as stream:
            writer(stream)
    except BaseException:
        with suppress(FileNotFoundError):
            new.unlink()
        raise
    return new, path


def _is_special(path: Path) -> bool:
    """Return whether a path is that of a device or a pipe, which no file may replace."""
    return path.exists() and not path.is_file()


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def has_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()
