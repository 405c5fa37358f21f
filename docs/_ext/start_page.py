"""Directives of the first page: ``hero``, a figure for light and dark pages, and ``thumbnails``.

``thumbnails`` shows figures of the gallery by the names of their scripts (``real/breast_cancer``),
each as a link to its page. Without the gallery it shows nothing.
"""

from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
from docutils import nodes
from example_directive import FIGURES
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import prplot as prp

DPI = 300
HERO = (2.9, 2.9)  # inches; so small that its letters can be read on a phone
# The background of the theme's dark pages.
NIGHT = dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), "#14181e")
STYLES: dict[str, list[Any]] = {
    "light": ["prplot.styles.paper"],
    "dark": ["prplot.styles.paper", "prplot.styles.dark", NIGHT],
}


def draw_hero(folder: Path) -> tuple[dict[str, str], str]:
    """Draw the hero for each kind of page; return the names of the files, and what they show."""
    y_true, y_score = prp.datasets.load("breast_cancer")
    matplotlib.rcdefaults()
    matplotlib.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    names = {page: f"hero-{page}.png" for page in STYLES}
    for page, styles in STYLES.items():
        with plt.style.context(styles):
            plt.figure(figsize=HERO)
            ax = prp.plot_pr(y_true, y_score, show_min=True, show_chance=True)
            words = prp.describe(ax)
            ax.figure.savefig(folder / names[page], dpi=DPI, metadata={"Software": None})
        plt.close("all")
    return names, words


class Hero(SphinxDirective):
    """The hero in two versions, of which the theme shows the one that suits the page."""

    def run(self) -> list[nodes.Node]:
        """Return both images."""
        names, words = draw_hero(Path(self.env.srcdir) / FIGURES)
        return [
            nodes.image(
                uri=f"/{FIGURES}/{name}", alt=words, classes=[f"only-{page}", "no-scaled-link"]
            )
            for page, name in names.items()
        ]


class Thumbnails(SphinxDirective):
    """Figures of the gallery as links; the content names a script on each line."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the links, or nothing without the gallery."""
        links = [self._link(*line.split("/")) for line in self.content if line.strip()]
        return [nodes.container("", *filter(None, links), classes=["thumbnails"])]

    def _link(self, section: str, name: str) -> nodes.Node | None:
        folder = Path(self.env.srcdir) / "gallery" / section
        thumb = folder / "images" / "thumb" / f"sphx_glr_plot_{name}_thumb.png"
        page = f"gallery/{section}/plot_{name}"
        if page not in self.env.found_docs:
            return None
        title = (folder / f"plot_{name}.py").read_text(encoding="utf-8").splitlines()[1]
        image = nodes.image(
            uri=f"/{thumb.relative_to(self.env.srcdir)}", alt="", classes=["no-scaled-link"]
        )
        target = self.env.app.builder.get_relative_uri(self.env.docname, page)
        link = nodes.reference("", "", image, nodes.inline("", title), refuri=target, internal=True)
        return nodes.paragraph("", "", link)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("hero", Hero)
    app.add_directive("thumbnails", Thumbnails)
    return {"parallel_read_safe": True}
