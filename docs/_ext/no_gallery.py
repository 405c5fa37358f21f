"""Stands in for the directive ``minigallery`` when the site is built without the gallery."""

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx


class NoThumbnails(Directive):
    """Show nothing where thumbnails would stand."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return nothing."""
        return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("minigallery", NoThumbnails)
    return {"parallel_read_safe": True}
