"""The command line: figures and tables of files, and the figures of the gallery.

- `commands`: the commands;
- `options`: the options that are arguments of functions, in their words;
- `reading`: files of any kind as tables;
- `loading`: files as the arguments of a function, read or scanned;
- `joins`: rows of several tables that belong together;
- `guesses`: which columns are labels and scores;
- `drawing`: figures in styles and sizes, and the list of styles;
- `outputs`: writing whole files or none, and tables as text;
- `complaints`: errors and warnings, in a line each;
- `gallery`: running the scripts of the gallery.

Its modules load no library before a command runs, so that help comes at once.
"""

from prplot.cli.commands import main

__all__ = ["main"]
