"""The gallery: finding its scripts, running them in worker processes, and what is told of that.

A gallery script is a ``plot_*.py`` in sphinx-gallery's format below ``gallery/`` in a checkout of
the project. It runs by itself, finds its data through ``__file__`` and leaves its figures open.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from difflib import get_close_matches
from fnmatch import fnmatchcase
from multiprocessing import get_context
from pathlib import Path

from prplot.cli.gallery.script_runner import Outcome, run_script

# The line of pyproject.toml that identifies a checkout.
_PROJECT = 'name = "prplot-curves"'
_DIED = "the worker process ended abruptly"


def find_gallery(installed: Path = Path(__file__)) -> Path:
    """Find the gallery folder of the checkout that the package is in.

    No other folder is looked at: scripts are run, and one that only looks like a checkout may hold
    anything.

    Parameters
    ----------
    installed : Path
        A file of the package, which an editable install leaves in its checkout.

    Returns
    -------
    Path
        The folder ``gallery`` of the checkout.

    Raises
    ------
    FileNotFoundError
        The package is in no checkout.
    """
    folder = installed.resolve().parents[3]
    if (folder / "gallery").is_dir() and _is_project(folder / "pyproject.toml"):
        return folder / "gallery"
    raise FileNotFoundError(
        "the gallery needs a checkout of the project with its gallery/ folder:"
        " name that folder by --gallery, or install the package from the checkout with"
        " pip install -e"
    )


def find_scripts(gallery: Path) -> list[Path]:
    """List the scripts of a gallery folder.

    Parameters
    ----------
    gallery : Path
        The folder; folders in it whose name begins with ``.`` or ``_`` are skipped.

    Returns
    -------
    list of Path
        Every ``plot_*.py``, by path.

    Raises
    ------
    FileNotFoundError
        There are no scripts.
    ValueError
        Two have the same name, so that one's figures would overwrite the other's.
    """
    found = sorted(path for path in gallery.rglob("plot_*.py") if not _is_hidden(path, gallery))
    if not found:
        raise FileNotFoundError(f"there are no scripts plot_*.py in {gallery}")
    names: dict[str, Path] = {}
    for path in found:
        other = names.setdefault(path.stem, path)
        if other != path:
            raise ValueError(f"two scripts have the same name: {other} and {path}")
    return found


def choose_scripts(scripts: Sequence[Path], names: Sequence[str]) -> list[Path]:
    """Pick scripts by name.

    Parameters
    ----------
    scripts : sequence of Path
        The scripts to pick from.
    names : sequence of str
        Each is the name of a script, with or without ``plot_`` and ``.py``; else a glob; else a
        part of the names wanted. A full name never picks the longer names it is a part of. Without
        names all scripts are picked.

    Returns
    -------
    list of Path
        The scripts picked, each once, in the order of `scripts`.

    Raises
    ------
    LookupError
        A name that picks nothing; the message has the nearest ones.

    Examples
    --------
    >>> paths = [Path("plot_davis_fig1.py"), Path("plot_davis_fig10.py"), Path("plot_boyd_fig1.py")]
    >>> [path.stem for path in choose_scripts(paths, ["davis_fig1"])]
    ['plot_davis_fig1']
    >>> [path.stem for path in choose_scripts(paths, ["boyd", "*10"])]
    ['plot_davis_fig10', 'plot_boyd_fig1']
    >>> choose_scripts(paths, ["body"])
    Traceback (most recent call last):
    LookupError: no gallery script is called 'body'; the nearest: boyd_fig1, davis_fig1, davis_fig10
    """
    if not names:
        return list(scripts)
    picked = {path for name in names for path in _named(scripts, name)}
    return [path for path in scripts if path in picked]


def run_gallery(
    scripts: Sequence[Path],
    out: Path,
    formats: Sequence[str],
    jobs: int,
    watch: Callable[[list[str]], object] = lambda names: None,
) -> Iterator[Outcome]:
    """Run scripts in worker processes and save the figures that they leave open.

    Parameters
    ----------
    scripts : sequence of Path
        The scripts; they are started in this order.
    out : Path
        An existing folder for the figures.
    formats : sequence of {"png", "pdf", "svg"}
        What to save each figure as.
    jobs : int
        Number of worker processes.
    watch : callable
        Called with the names of the scripts that are running whenever one has been started.

    Yields
    ------
    Outcome
        One for each script, as they end. An outcome never raises: see its `error`.

    Notes
    -----
    Each worker is a pool of one process. A script that kills its process breaks its own pool only,
    so that the other scripts go on.
    """
    waiting = deque(scripts)
    idle = [_start_worker() for _ in range(min(jobs, len(scripts)))]
    running: dict[Future[Outcome], tuple[Path, ProcessPoolExecutor, float]] = {}
    try:
        while waiting or running:
            while waiting and idle:
                script, worker = waiting.popleft(), idle.pop()
                job = worker.submit(run_script, script, out, formats)
                running[job] = script, worker, time.perf_counter()
                watch([path.stem for path, *_ in running.values()])
            for job in wait(running, return_when=FIRST_COMPLETED).done:
                script, worker, start = running.pop(job)
                died = isinstance(job.exception(), BrokenProcessPool)
                idle.append(_replace(worker) if died else worker)
                seconds = time.perf_counter() - start
                yield Outcome(script, (), seconds, _DIED) if died else job.result()
    finally:
        for worker in [*idle, *(worker for _, worker, _ in running.values())]:
            worker.shutdown(cancel_futures=True)


def table(outcomes: Iterable[Outcome]) -> str:
    """Return outcomes as a table, a line for each file and at least one for each script.

    Parameters
    ----------
    outcomes : iterable of Outcome
        The results of the scripts.

    Returns
    -------
    str
        Lines with the columns script, figures, seconds and status.
    """
    rows = [("script", "figures", "seconds", "status")]
    for outcome in outcomes:
        files = [f"{file.path.name} ({_size(file.size)})" for file in outcome.files] or ["none"]
        status = f"failed: {outcome.error}" if outcome.error else "ok"
        rows.append((outcome.script.stem, files[0], f"{outcome.seconds:.1f}", status))
        rows += [("", file, "", "") for file in files[1:]]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    lines = (f"{a:{first}}  {b:{second}}  {c:>7}  {d}" for a, b, c, d in rows)
    return "\n".join(line.rstrip() for line in lines)


def count_up(outcomes: Sequence[Outcome], seconds: float) -> str:
    """Count scripts, figures and failures in one line.

    Parameters
    ----------
    outcomes : sequence of Outcome
        The results of the scripts.
    seconds : float
        Duration of the whole run.

    Returns
    -------
    str
        Such as ``9 scripts, 9 figures, 0 failed, 8.1 s``.
    """
    figures = sum(outcome.figures for outcome in outcomes)
    failed = sum(bool(outcome.error) for outcome in outcomes)
    counts = f"{_count(len(outcomes), 'script')}, {_count(figures, 'figure')}"
    return f"{counts}, {failed} failed, {seconds:.1f} s"


def _is_project(file: Path) -> bool:
    return file.is_file() and _PROJECT in file.read_text(encoding="utf-8", errors="replace")


def _is_hidden(path: Path, gallery: Path) -> bool:
    return any(part.startswith((".", "_")) for part in path.relative_to(gallery).parts)


def _named(scripts: Sequence[Path], name: str) -> list[Path]:
    """Return the script of that name, else those that match a glob, else those with that part."""
    wanted = Path(name).name.removesuffix(".py")
    tests: list[Callable[[str], bool]] = [
        lambda stem: stem == wanted,
        lambda stem: fnmatchcase(stem, wanted),
        lambda stem: wanted != "" and wanted in stem,
    ]
    for test in tests:
        if found := [path for path in scripts if test(path.stem) or test(_short(path))]:
            return found
    near = get_close_matches(wanted, [_short(path) for path in scripts], n=3, cutoff=0)
    raise LookupError(f"no gallery script is called {name!r}; the nearest: {', '.join(near)}")


def _short(path: Path) -> str:
    return path.stem.removeprefix("plot_")


def _start_worker() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))


def _replace(worker: ProcessPoolExecutor) -> ProcessPoolExecutor:
    worker.shutdown()
    return _start_worker()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _size(size: int) -> str:
    """Return a size such as 41 kB, in thousands of bytes rounded up."""
    return f"{-(-size // 1000)} kB"
