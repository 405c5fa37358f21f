"""The command line: figures and tables from files.

- `commands`: the commands;
- `options`: options made from the arguments of functions;
- `reading`: files of any format as tables;
- `loading`: files and their columns as the arguments of a function;
- `drawing`: figures in styles and sizes, and the list of styles;
- `outputs`: writing whole files or none, tables as text, and messages, one per line.

Its modules load no library before a command runs, so help appears at once.
"""

from prplot.cli.commands import main

__all__ = ["main"]
