"""Versions: those that a report of a fault needs."""

import platform
import sys
from importlib import metadata

from prplot.core.calls import answered

# What prplot is built on, and what it reads tables or classifiers of, if it is there.
LIBRARIES = "numpy matplotlib seaborn narwhals tqdm click pandas polars pyarrow duckdb scikit-learn"


@answered
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
    own = sys.modules["prplot"].__version__
    found = {"prplot": own, "python": platform.python_version(), "system": platform.platform()}
    found |= {name: _version(name) for name in LIBRARIES.split()}
    for name, version in found.items():
        print(f"{name:<12} {version}")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"
