"""What notebooks show of an object in place of its text."""

from importlib import import_module


class NotebookView:
    """An object that notebooks show with a small picture and a table of its numbers."""

    def _repr_html_(self) -> str:
        # Loaded once a notebook asks: it needs all that is computed of such objects.
        html: str = import_module("prplot.notebooks.views").html_of(self)
        return html
