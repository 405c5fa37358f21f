"""The command line: figures and tables of files, and the figures of the gallery.

- `commands`: the commands;
- `options`: the options that they share, and the types of their values;
- `loading`: reading, joining or scanning files;
- `guesses`: which columns are labels and scores;
- `drawing`: which function draws what, in which style and size;
- `printing`: tables as text;
- `style_list`: the list of styles, and a sheet of pictures;
- `outputs`: writing whole files or none;
- `complaints`: errors and warnings, in a line each;
- `gallery`: running the scripts of the gallery.

Its modules load no library before a command runs, so that help comes at once.
"""

from prplot.cli.commands import main

__all__ = ["main"]
