"""What sphinx-gallery needs to run the scripts of prplot: sizes of figures, and these in words."""

import re
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from example_directive import FIGSIZE
from matplotlib.figure import Figure
from PIL import Image
from sphinx_gallery.scrapers import matplotlib_scraper

import prplot as prp
from prplot.inputs import samples

# Bars of progress, with their speeds, would make pages that differ from build to build.
samples.DELAY = float("inf")
TUTORIALS = Path(__file__).resolve().parents[1] / "tutorials"
SCREEN = 150  # dots per inch: figures are as wide as a column, and pages are wider
WIDE = 1.4  # from this ratio of width to height on, a thumbnail shows one panel,
MANY = 4  # and from this number of panels on
# The panel that a thumbnail shows, where it isn't the first.
PANELS = {
    **dict.fromkeys(["plot_davis_fig1", "plot_thresholds", "plot_npr", "plot_published"], 1),
    **dict.fromkeys(["plot_bands", "plot_davis_conventions"], 2),
    "plot_classes": 5,
}
MARGIN = 0.04  # inches around it


def set_size(conf: dict[str, Any], name: str | None) -> None:
    """Let tutorials draw figures that a phone can show."""
    if name is not None and (TUTORIALS / Path(name).name).exists():
        plt.rcParams["figure.figsize"] = FIGSIZE


def scrape(block: Any, block_vars: dict[str, Any], conf: dict[str, Any]) -> str:
    """Save the open figures, with what they show in words; return their rst."""
    figures = [plt.figure(number) for number in plt.get_fignums()]
    words = [prp.describe(figure) for figure in figures]
    rst = matplotlib_scraper(block, block_vars, conf, dpi=SCREEN, metadata={"Software": None})
    if first := re.search(r"/(\S+_001_2_00x\.png)", rst):
        _crop(figures[0], Path(conf["src_dir"], first[1]), block_vars)
    return re.sub("(?<=:alt: ).*", lambda _: words.pop(0), rst)


def _crop(figure: Figure, large: Path, block_vars: dict[str, Any]) -> None:
    """Have the thumbnail of a wide figure show one panel."""
    width, height = figure.get_size_inches()
    panels = len(figure.axes)
    if panels > 1 and (width / height >= WIDE or panels >= MANY):
        panel = figure.axes[PANELS.get(Path(block_vars["src_file"]).stem, 0)]
        box = panel.get_tightbbox().transformed(figure.dpi_scale_trans.inverted())
        left, low, right, high = (box.padded(MARGIN).extents * 2 * SCREEN).round().tolist()
        crop = large.with_name(f"{large.stem}_panel.png")
        with Image.open(large) as drawn:
            drawn.crop((left, drawn.height - high, right, drawn.height - low)).save(crop)
        block_vars["file_conf"].setdefault("thumbnail_path", str(crop))
