"""Versions: those that a report of a fault needs, and in which something deprecated will go."""

import platform
import sys
import warnings
from collections.abc import Callable
from functools import wraps
from importlib import metadata
from typing import ParamSpec, TypeVar

from prplot.core.calls import answered
from prplot.core.checks import user_level

P = ParamSpec("P")
R = TypeVar("R")

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


def deprecated(since: str, until: str, instead: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function that will be removed: calls warn, and do as before.

    Parameters
    ----------
    since, until : str
        The version that warns first, and the one without it, two minor versions later or more.
    instead : str
        What to type, such as "type prp.aucpr".
    """

    def decorator(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def warned(*args: P.args, **kwargs: P.kwargs) -> R:
            words = f"is deprecated since prplot {since} and will be removed in {until}; {instead}"
            # Python hides a DeprecationWarning that comes from a library of the user's.
            warnings.warn(
                f"{function.__qualname__} {words}", FutureWarning, stacklevel=user_level()
            )
            return function(*args, **kwargs)

        return warned

    return decorator
