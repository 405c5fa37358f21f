"""Text files: their columns read as what they hold to the last row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from prplot.inputs.engines import fetched

Role = Literal["number", "label", "group"]
# Opens the files, with the types of some columns.
Read = Callable[[Mapping[str, Any]], Any]

# Texts that are whole numbers; shorter ones fit into 64 bits.
_WHOLE = r"^\s*[+-]?\d+\s*$"
_SHORT = r"^\s*[+-]?\d{1,18}\s*$"


def settled(read: Read, roles: Mapping[str, Role]) -> Any:
    """Return the files as a frame whose named columns have types that no later row belies.

    Parameters
    ----------
    read : function
        Returns the native frame, given the types of some columns; others are inferred from the
        first rows, and an engine may round what comes later to whole numbers without a word.
    roles : dict of str to {"number", "label", "group"}
        What the columns are for.

    Returns
    -------
    native frame

    Notes
    -----
    Labels are read as floats, which hold each that is told from another by its value. Numbers that
    look whole at first are looked at to the last row, as text: whole ones may be too large for
    floats, and others must not be read as whole. Groups stay the text that they are.
    """
    import narwhals as nw

    seen = nw.from_native(read({})).collect_schema()
    known = {name: role for name, role in roles.items() if name in seen.names()}
    kinds = {name: _kind(seen[name], role) for name, role in known.items()}
    doubtful = [n for n, role in known.items() if role == "number" and seen[n].is_integer()]
    return read(kinds | _whole(read, doubtful) if doubtful else kinds)


def _kind(inferred: Any, role: Role) -> Any:
    """Return a type that holds all that a column of some inferred type may go on with."""
    import narwhals as nw

    if inferred.is_float() or (inferred.is_numeric() and role != "group"):
        return nw.Float64()
    # A date would swallow a later hour; and a column of dates is no column of numbers anyway.
    return inferred if inferred == nw.Boolean and role != "group" else nw.String()


def _whole(read: Read, names: Sequence[str]) -> dict[str, Any]:
    """Return the types of columns whose first rows are whole numbers."""
    import narwhals as nw

    texts = nw.from_native(read(dict.fromkeys(names, nw.String())))
    patterns = {"whole": _WHOLE, "short": _SHORT}
    asked = {
        f"{what} {k}": nw.col(name).str.contains(pattern).cast(nw.Int8).min()
        for k, name in enumerate(names)
        for what, pattern in patterns.items()
    }
    found = fetched(texts.select(**asked))
    kinds: dict[str, Any] = {}
    for k, name in enumerate(names):
        if found[f"short {k}"][0] == 1:
            kinds[name] = nw.Int64()
        elif found[f"whole {k}"][0] == 1:
            kinds[name] = _long(read, name)
    return kinds


def _long(read: Read, name: str) -> Any:
    """Return the type that holds all whole numbers of a column, of which some have many digits."""
    import narwhals as nw

    for kind in (nw.Int64(), nw.UInt64()):
        try:
            fetched(nw.from_native(read({name: kind})).select(nw.col(name).max()))
        except Exception:
            # Each engine has errors of its own for a number that a type can't hold.
            continue
        return kind
    return nw.Float64()
