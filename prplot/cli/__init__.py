"""The command line: figures and tables from files.

- `commands`: the commands, and their figures in styles and sizes;
- `loading`: files of any format, and their columns as the arguments of a function;
- `shell`: options made from the arguments of functions, messages, and whole files or none.

Its modules load no library before a command runs, so help appears at once.
"""

from prplot.cli.commands import main

__all__ = ["main"]
