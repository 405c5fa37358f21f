"""Numbers: confusion counts, spaces, areas and bounds. Needs numpy only.

To understand them, read `record` and `spaces`; all else is computed from these.
"""

from collections.abc import Callable
from typing import Any, ClassVar


class NotebookView:
    """An object that notebooks show with a small picture and a table of its numbers."""

    # Set by `prplot`: views need all that is computed here.
    _repr_html_: ClassVar[Callable[[Any], str]]
