"""The directive ``example``: code of a page, run, above what it prints and the figures it draws.

A page is a notebook: its examples share their names. A last value that shows itself in notebooks
is shown, unless there are figures. Options: ``:hide-code:``; ``:caption:`` words below the last
figure; ``:class:`` of all and of the images; ``:scale:`` in percent, 100 being 100 px for an inch.

matplotlib's ``plot`` shows no text, asks for alternative texts, and does not run in Markdown.
"""

import ast
import contextlib
import io
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import matplotlib.pyplot as plt
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.images import get_image_size
from sphinx.util.typing import ExtensionMetadata

import prplot as prp

# Below the sources, because Sphinx finds images there only, but not in what is committed.
FIGURES = "_build/figures"
STORED = 300  # dots per inch
# Of a figure that is given no size, in inches: its letters can be read on a phone.
FIGSIZE = (5.0, 4.0)
MARGIN = 0.05  # around what is drawn, in inches
WIDE = 600  # pixels from which a phone scrolls a figure, because it can't show its letters
# Where files are written that the code saves.
SCRATCH = tempfile.TemporaryDirectory()


class Example(SphinxDirective):
    """Run code of a page and show its figures."""

    has_content = True
    option_spec: ClassVar = {
        "caption": directives.unchanged,
        "class": directives.class_option,
        "hide-code": directives.flag,
        "scale": directives.percentage,
    }

    def run(self) -> list[nodes.Node]:
        """Return the code, what it prints, and its figures."""
        code = "\n".join(self.content)
        literal = nodes.literal_block(code, code, language="python")
        shown = [] if "hide-code" in self.options else [literal]
        try:
            with plt.style.context(["default", {"figure.figsize": FIGSIZE}]):
                shown += self._run(code)
        except Exception as error:
            raise self.error(f"{type(error).__name__}: {error}") from error
        finally:
            plt.close("all")
        classes = ["example", *self.options.get("class", [])]
        return [nodes.container("", *shown, classes=classes)]

    def _run(self, code: str) -> list[nodes.Element]:
        names = self.env.temp_data.setdefault("example_names", {"__name__": "__main__"})
        values: list[Any] = [None]
        with (
            contextlib.chdir(SCRATCH.name),
            contextlib.redirect_stdout(io.StringIO()) as printed,
            mock.patch.object(sys, "displayhook", values.append),
        ):
            exec(compile(ast.Interactive(ast.parse(code).body), "example", "single"), names)
        shown: list[nodes.Element] = []
        if text := printed.getvalue():
            shown.append(nodes.literal_block(text, text, language="text"))
        figures = [self._figure(plt.figure(number)) for number in plt.get_fignums()]
        if figures and "caption" in self.options:
            words, _ = self.parse_inline(self.options["caption"])
            figures[-1] += nodes.caption("", "", *words)
        if not figures and hasattr(values[-1], "_repr_html_"):
            inner = f'<div class="example-value">{values[-1]._repr_html_()}</div>'
            shown.append(nodes.raw("", inner, format="html"))
        return shown + figures

    def _figure(self, figure: Any) -> nodes.Element:
        page = self.env.docname.replace("/", "-")
        path = Path(FIGURES, f"{page}-{self.env.new_serialno('example') + 1}.png")
        file = self.env.srcdir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        words = prp.describe(figure)
        tight = {"bbox_inches": "tight", "pad_inches": MARGIN}
        figure.savefig(file, dpi=STORED, metadata={"Software": None}, **tight)
        (pixels, _) = get_image_size(file) or (0, 0)
        width = pixels / STORED * self.options.get("scale", 100)
        image = nodes.image(uri=f"/{path}", alt=words, width=f"{width:.0f}px")
        image["classes"] += ["no-scaled-link"] + ["wide-figure"] * (width > WIDE)
        image["classes"] += self.options.get("class", [])
        return nodes.figure("", image)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("example", Example)
    return {"parallel_read_safe": True, "version": prp.__version__}
