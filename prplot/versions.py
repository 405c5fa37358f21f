"""Versions: those that a report needs, and in which version something deprecated will go."""

import platform
import re
import sys
import warnings
from collections.abc import Callable
from functools import wraps
from importlib import metadata
from typing import ParamSpec, TypeVar

from prplot.core.calls import answered
from prplot.core.checks import user_level

DISTRIBUTION = "prplot-curves"
# What prplot reads tables or classifiers of, if it is there.
OTHERS = ("pandas", "polars", "pyarrow", "duckdb", "scikit-learn")

P = ParamSpec("P")
R = TypeVar("R")


@answered
def show_versions() -> None:
    """Print the versions of prplot, Python, the system and all that prplot uses.

    Reports of a fault should contain them.

    Examples
    --------
    >>> import prplot as prp
    >>> prp.show_versions()  # doctest: +ELLIPSIS
    prplot-curves ...
    python        ...
    """
    needed = [re.split(r"[^\w-]", one)[0] for one in _requirements() if "extra ==" not in one]
    found = {DISTRIBUTION: _version(DISTRIBUTION), "python": sys.version.split()[0]}
    found |= {"system": platform.platform()}
    found |= {name: _version(name) for name in (*needed, *OTHERS)}
    width = max(map(len, found))
    for name, version in found.items():
        print(f"{name:<{width}} {version}")


def _requirements() -> list[str]:
    try:
        return metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        # A copy of the sources that is not installed.
        return []


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
        The version in which it warns first, and that in which it is removed: two minor versions
        later or more.
    instead : str
        What to type, such as "type prp.aucpr".
    """

    def decorator(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def warned(*args: P.args, **kwargs: P.kwargs) -> R:
            # Users do not see a DeprecationWarning that their own libraries cause.
            warnings.warn(
                f"{function.__qualname__} is deprecated since prplot {since} and will be removed "
                f"in {until}; {instead}",
                FutureWarning,
                stacklevel=user_level(),
            )
            return function(*args, **kwargs)

        return warned

    return decorator
