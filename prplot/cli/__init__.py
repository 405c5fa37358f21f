"""The command line: ``prplot gallery`` draws figures, ``prplot summary`` prints numbers.

- `commands`: the commands, their options and what they print;
- `galleries`: finding the gallery's scripts and running them in worker processes;
- `script_runner`: running one script and saving its figures.
"""

from prplot.cli.commands import main

__all__ = ["main"]
