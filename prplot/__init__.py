"""Precision-recall analysis done right: exact curves, the unachievable region, and intervals.

Importing `prplot` loads no other library. Names are loaded on first use: metrics need only numpy,
plots also matplotlib.
"""

import importlib
import re
from typing import Any

from prplot.core import NotebookView as _NotebookView

__version__ = "0.1.0"
# What prplot is built on, and what it reads tables or classifiers of, if it is there.
_LIBRARIES = (
    *("numpy", "matplotlib", "seaborn", "narwhals", "tqdm", "click"),
    *("pandas", "polars", "pyarrow", "duckdb", "scikit-learn"),
)


def _modules() -> dict[str, str]:
    """Return the module of each public name, as type checkers find them in the stub."""
    # Nothing else is read before a name is asked for (PEP 562): ``prplot --help`` waits for none.
    try:
        stub = __loader__.get_data(f"{__path__[0]}/__init__.pyi").decode()
    except OSError:
        raise ImportError("prplot lacks __init__.pyi; install it again with all files") from None
    lines = re.findall(r"^from (prplot\..+) import (\([^)]+\)|.+)$", stub, re.MULTILINE)
    return {name: module for module, names in lines for name in re.findall(r"(\w+) as", names)}


_LATER = _modules()

__all__ = sorted([*_LATER, "datasets", "draw", "show_versions"])  # noqa: PLE0605


def _view_of(item: Any) -> str:
    """Return an object's HTML for notebooks; the views are loaded on first use."""
    from prplot.notebook_views import html_of

    return html_of(item)


_NotebookView._repr_html_ = _view_of


def __getattr__(name: str) -> Any:
    if name in ("draw", "datasets"):
        return importlib.import_module(f"prplot.{name}")
    if name in _LATER:
        globals()[name] = getattr(importlib.import_module(_LATER[name]), name)
        return globals()[name]
    sentence = f"module 'prplot' has no attribute {name!r}"
    if not name.startswith("_"):
        from prplot.core.calls import name_hint

        sentence += name_hint(name, __all__)
    raise AttributeError(sentence)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def show_versions() -> None:
    """Print the versions of prplot, Python, the system and all that prplot uses.

    Reports of a fault should contain them.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.show_versions()  # doctest: +ELLIPSIS
    prplot       ...
    python       ...
    """
    import platform
    from importlib import metadata

    found = {"prplot": __version__, "python": platform.python_version()}
    found["system"] = platform.platform()
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    for name, version in found.items():
        print(f"{name:<12} {version}")
