"""The directive ``example``: code of a page, run, above the figures that it draws.

Options: ``:caption:`` words below the figures; ``:hide-code:`` shows the figures alone; ``:alt:``
replaces the alternative text, which is otherwise `prplot.describe` of the figure; ``:width:`` of
the figure, such as 360px, which is otherwise its size in inches at 100 px each. Empty
margins are cut off. Figures that are given no size are smaller than matplotlib's, so that their
letters can be read on a phone; wider ones scroll there.
"""

from pathlib import Path
from typing import ClassVar

import matplotlib
import matplotlib.pyplot as plt
from docutils import nodes
from docutils.parsers.rst import directives
from page_code import Page, PageCodeError, Shown
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import prplot as prp

# Below the sources, because Sphinx finds images there only, but not in what is committed.
FIGURES = "_build/figures"
SCREEN, STORED = 100, 200  # dots per inch
FIGSIZE = (5.0, 4.0)  # of a figure that is given no size, in inches
MARGIN = 0.05  # around what is drawn, in inches
WIDE = 6.0  # inches from which a phone scrolls a figure, because it can't show its letters
_log = logging.getLogger(__name__)


class Example(SphinxDirective):
    """Run code of a page and show its figures."""

    has_content = True
    option_spec: ClassVar = {
        "caption": directives.unchanged,
        "hide-code": directives.flag,
        "alt": directives.unchanged,
        "width": directives.length_or_unitless,
    }

    def run(self) -> list[nodes.Node]:
        """Return the code, what it prints, and its figures."""
        parts: list[nodes.Node] = []
        code = "\n".join(self.content)
        if "hide-code" not in self.options:
            literal = nodes.literal_block(code, code, language="python")
            self.set_source_info(literal)
            parts.append(literal)
        try:
            shown = self._page().run_next("{example}")
            parts += self._output(shown)
        except PageCodeError as error:
            where = (self.env.docname, error.line)
            _log.warning("%s", error.reason, location=where, type="example")
        finally:
            plt.close("all")
        return [nodes.container("", *parts, classes=["example"])]

    def _page(self) -> Page:
        held = self.env.temp_data
        if "page_code" not in held:
            matplotlib.rcdefaults()
            matplotlib.use("Agg")
            matplotlib.rcParams["figure.figsize"] = FIGSIZE
            held["page_code"] = Page.of(Path(self.env.doc2path(self.env.docname)))
        page: Page = held["page_code"]
        return page

    def _output(self, shown: Shown) -> list[nodes.Node]:
        parts: list[nodes.Node] = []
        if shown.printed:
            parts.append(nodes.literal_block(shown.printed, shown.printed, language="text"))
        if shown.html:
            inner = f'<div class="example-value">{shown.html}</div>'
            parts.append(nodes.raw("", inner, format="html"))
        for figure in shown.figures:
            parts.append(self._figure(figure, last=figure is shown.figures[-1]))
        return parts

    def _figure(self, figure: matplotlib.figure.Figure, last: bool) -> nodes.figure:
        page = self.env.docname.replace("/", "-")
        number = self.env.temp_data["page_figures"] = self.env.temp_data.get("page_figures", 0) + 1
        name = f"{page}-{number}.png"
        folder = Path(self.env.srcdir) / FIGURES
        folder.mkdir(parents=True, exist_ok=True)
        alt = self.options.get("alt") or prp.describe(figure)
        tight = {"bbox_inches": "tight", "pad_inches": MARGIN}
        figure.savefig(folder / name, dpi=STORED, metadata={"Software": None}, **tight)
        stored = plt.imread(folder / name).shape[1] / STORED
        width = self.options.get("width") or f"{stored * SCREEN:.0f}px"
        image = nodes.image(uri=f"/{FIGURES}/{name}", alt=alt, width=width)
        image["classes"] += ["no-scaled-link"] + ["wide-figure"] * (stored > WIDE)
        block = nodes.figure("", image)
        if last and "caption" in self.options:
            words, messages = self.parse_inline(self.options["caption"])
            block += nodes.caption("", "", *words)
            block += messages
        return block


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("example", Example)
    return {"parallel_read_safe": True, "version": prp.__version__}
