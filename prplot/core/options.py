"""Words of errors: named options, accepted or refused, and values shown on one line."""

from collections.abc import Iterable
from typing import Any


def choose(value: Any, name: str, accepted: Iterable[str]) -> str:
    """Return an option's value; raise a ValueError that names the accepted ones otherwise."""
    names = list(accepted)
    if isinstance(value, str) and value in names:
        return value
    # Only errors need it.
    from difflib import get_close_matches

    near = get_close_matches(str(value), names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(
        f"{name} must be one of {', '.join(map(repr, names))}, found {brief(value)}{hint}"
    )


def brief(value: Any, most: int = 60) -> str:
    """Return a value as it is shown in an error: on one line, and not long."""
    line = " ".join(repr(value).split())
    return line if len(line) <= most else f"{line[: most - 2]} …"
