"""Signatures that fit a line: those of many parameters show a few, and the others stand below."""

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the tests import this module, and do without Sphinx
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


MOST = 6  # parameters that are all shown
SHOWN = 3  # of those that are given by keyword only


def shorten(
    app: "Sphinx",
    what: str,
    name: str,
    obj: Any,
    options: Any,
    args: str | None,
    returned: str | None,
) -> tuple[str, str | None] | None:
    """Leave the middle of a long signature out.

    Examples
    --------
    >>> def plot(y_true, y_score=None, *, a=1, b=2, c=3, d=4, e=5): ...
    >>> shorten(None, "function", "plot", plot, None, "(...)", None)
    ('(y_true, y_score=None, *, a=1, b=2, ..., e=5)', None)
    """
    if not args or what not in ("function", "method", "class"):
        return None
    parameters = [
        one.replace(annotation=inspect.Parameter.empty)
        for one in inspect.signature(obj).parameters.values()
        if one.name not in ("self", "cls")
    ]
    if len(parameters) <= MOST:
        return None
    first = [str(one) for one in parameters if one.kind is not one.KEYWORD_ONLY]
    named = [str(one) for one in parameters if one.kind is one.KEYWORD_ONLY]
    if len(named) > SHOWN:
        named = [*named[: SHOWN - 1], "...", named[-1]]
    return f"({', '.join([*first, *(['*'] if named else []), *named])})", returned


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Shorten what autodoc writes."""
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True}
