"""``python -m prplot`` is the command ``prplot``."""

from prplot.cli import main

if __name__ == "__main__":
    main(prog_name="prplot")
