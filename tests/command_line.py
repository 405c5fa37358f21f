"""The command line in this process."""

from inspect import signature

from click.testing import CliRunner


def runner():
    """Return what runs commands and keeps what they write to stderr apart."""
    # From version 8.2 on click always does.
    apart = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
    return CliRunner(**apart)
