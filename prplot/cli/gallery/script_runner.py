"""Scripts of the gallery: running one of them and saving its figures."""

import io
import os
import runpy
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMATS = ("png", "pdf", "svg")
DPI = 200


@dataclass(frozen=True)
class FigureFile:
    """One file that was written: its path and its size in bytes."""

    path: Path
    size: int


@dataclass(frozen=True)
class Outcome:
    """The result of one script.

    Attributes
    ----------
    script : Path
        The script.
    files : tuple of FigureFile
        The files written, figure by figure, each in the order of the formats.
    seconds : float
        Duration of running and saving.
    error : str
        The error's name and the last line of its text; empty if the script succeeded.
    """

    script: Path
    files: tuple[FigureFile, ...]
    seconds: float
    error: str = ""

    @property
    def figures(self) -> int:
        """Number of figures, each counted once whatever its number of formats."""
        return len({file.path.stem for file in self.files})


def run_script(script: Path, out: Path, formats: Sequence[str]) -> Outcome:
    """Run one script in this process with matplotlib's defaults, and save its open figures.

    Parameters
    ----------
    script : Path
        The script.
    out : Path
        An existing folder; the figures become ``<script>.<format>``, ``<script>_2.<format>``, ...
        and their descriptions ``<script>.alt.txt``, ...
    formats : sequence of {"png", "pdf", "svg"}
        What to save each figure as.

    Returns
    -------
    Outcome
        With the files, or with the error that ended the script or the saving.
    """
    import matplotlib
    from matplotlib import pyplot as plt

    start = time.perf_counter()
    files: list[FigureFile] = []
    error = ""
    matplotlib.use("Agg")
    matplotlib.rcdefaults()
    try:
        _execute(script)
        files += _save_open_figures(out, script.stem, formats)
    except (Exception, SystemExit) as failure:
        error = _last_line(failure)
    finally:
        plt.close("all")
    return Outcome(script, tuple(files), time.perf_counter() - start, error)


def _execute(script: Path) -> None:
    """Run a script as ``python script`` would, with its own folder and arguments, but no output.

    The working folder stays the same.
    """
    found = sys.path[:]
    sys.argv[:] = [os.fspath(script)]
    try:
        sys.path.insert(0, os.fspath(script.parent))
        with redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive", UserWarning)
            runpy.run_path(os.fspath(script), run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise
    finally:
        sys.path[:] = found


def _last_line(error: BaseException) -> str:
    """Return the last line of an error's text after its name, as a traceback of one line ends."""
    return ": ".join([type(error).__name__, *str(error).strip().splitlines()[-1:]])


def _save_open_figures(out: Path, stem: str, formats: Sequence[str]) -> Iterator[FigureFile]:
    import matplotlib
    from matplotlib import pyplot as plt

    from prplot import savefig

    for count, number in enumerate(plt.get_fignums(), start=1):
        name = stem if count == 1 else f"{stem}_{count}"
        figure = plt.figure(number)
        # There is nothing to say of a figure without axes.
        alt = "auto" if figure.axes else None
        for suffix in formats:
            path = out / f"{name}.{suffix}"
            with matplotlib.rc_context({"savefig.bbox": None}):
                # The version of matplotlib is left out: another one may draw the same.
                options: dict[str, Any] = {"dpi": DPI}
                options |= {"metadata": {"Software": None}} if suffix == "png" else {}
                savefig(figure, path, alt=alt, alt_file=True, save_kws=options)
            yield FigureFile(path, path.stat().st_size)
