"""The command line: ``prplot gallery`` draws figures, ``prplot summary`` prints numbers."""

from prplot.cli.commands import main

__all__ = ["main"]
