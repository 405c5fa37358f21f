"""What search engines and previews of links show: each page's title and a sentence or two of it.

A page describes itself by `html_meta`, or by its first paragraph.
"""

import html
from typing import Any

from docutils import nodes

LONGEST = 200  # letters of a description


def is_note(node: nodes.Element) -> bool:
    """Return whether a node is a note, such as that above every script of the gallery."""
    return isinstance(node, nodes.Admonition)


def description(tree: nodes.document) -> str:
    """Return how a page describes itself, or its first paragraph, as far as it fits."""
    for meta in tree.findall(nodes.meta):
        if meta.get("name") == "description":
            return str(meta["content"])
    parts = (part for part in tree.findall(nodes.paragraph) if not is_note(part.parent))
    first = " ".join(next((part.astext() for part in parts), "").split())
    return first if len(first) <= LONGEST else first[:LONGEST].rpartition(" ")[0] + " ..."


def add(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Add the description of a page, and what previews read."""
    if tree is None:
        return
    words = description(tree)
    told = {"title": context["title"], "description": words, "type": "website"}
    told |= {"site_name": app.config.project}
    tags = [("property", f"og:{name}", value) for name, value in told.items()]
    if 'name="description"' not in context["metatags"]:
        tags.append(("name", "description", words))
    for kind, name, value in tags:
        text = html.escape(nodes.unescape(value))
        context["metatags"] += f'\n<meta {kind}="{name}" content="{text}" />'


def setup(app: Any) -> dict[str, Any]:
    """Describe pages when they are written."""
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
