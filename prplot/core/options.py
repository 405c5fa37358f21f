"""Words of errors: named options, accepted or refused, and values shown on one line."""

from collections.abc import Iterable
from typing import Any


def choose(value: Any, name: str, accepted: Iterable[str]) -> str:
    """Return an option's value; raise a ValueError that names the accepted ones otherwise."""
    names = list(accepted)
    if isinstance(value, str) and value in names:
        return value
    near = closest(value, names, most=1, least=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(
        f"{name} must be one of {', '.join(map(repr, names))}, found {brief(value)}{hint}"
    )


def nearest(value: Any, known: Iterable[Any]) -> str:
    """Return the end of an error about an unknown name: the nearest known ones."""
    return f"the nearest: {', '.join(closest(value, known))}"


def closest(value: Any, known: Iterable[Any], most: int = 3, least: float = 0.0) -> list[str]:
    """Return the known names that are most like a value, best first; case does not matter."""
    # Only errors need it.
    from difflib import get_close_matches

    names = {str(name).lower(): str(name) for name in known}
    found = get_close_matches(str(value).lower(), names, n=most, cutoff=least)
    return [names[name] for name in found]


def brief(value: Any, most: int = 60) -> str:
    """Return a value as it is shown in an error: on one line, and not long."""
    line = " ".join(repr(value).split())
    return line if len(line) <= most else f"{line[: most - 2]} …"
