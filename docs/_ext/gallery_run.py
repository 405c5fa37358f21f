"""What sphinx-gallery needs to run the scripts of prplot: sizes of figures, and these in words."""

import re
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from example_directive import FIGSIZE
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from PIL import Image
from sphinx_gallery.scrapers import matplotlib_scraper

import prplot as prp
from prplot.inputs import notices

# Bars of progress, with their speeds, would make pages that differ from build to build.
notices.DELAY = float("inf")
TUTORIALS = Path(__file__).resolve().parents[1] / "tutorials"
SCREEN = 150  # dots per inch: figures are as wide as a column, and pages are wider
WIDE = 1.4  # from this ratio of width to height on, a thumbnail shows one panel,
MANY = 4  # and from this number of panels on
# The panel that a thumbnail shows, where it isn't the first.
PANELS = {
    **dict.fromkeys(["plot_davis_fig1", "plot_npr", "plot_published"], 1),
    "plot_davis_conventions": 2,
    "plot_ten_tools": 4,
}
# The part of a figure that tells it from others: a panel, and left, low, right, high in its axes.
PARTS = {
    "plot_breast_cancer": (0, 0.7, 0.62, 1.03, 1.03),
    "plot_forest": (0, -0.85, 0.6, 1.0, 1.0),
    "plot_tasks": (0, -0.35, 0, 1.02, 0.55),
    "plot_classes": (0, -0.15, -1.45, 2.3, 1.15),
    "plot_tidy_table": (0, 0, 0, 1.03, 0.65),
    "plot_choose_threshold": (0, 0.55, 0.35, 1.1, 1.02),
    "plot_tuned_threshold": (0, 0.5, 0.45, 1.05, 1.03),
    "plot_thresholds": (1, 0.6, 0.58, 1.33, 1.03),
    "plot_bands": (2, 0.35, 0.55, 1.03, 0.99),
    "plot_cross_validation": (0, 0.3, 0.35, 1.03, 1),
    "plot_folds": (0, 0.1, 0.4, 1.02, 1.02),
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
    """Have the thumbnail show the part that tells a figure from others, or one panel of many."""
    name = Path(block_vars["src_file"]).stem
    width, height = figure.get_size_inches()
    panels = len(figure.axes)
    if name in PARTS:
        panel, *ends = PARTS[name]
        part = Bbox.from_extents(*ends).transformed(figure.axes[panel].transAxes)
    elif panels > 1 and (width / height >= WIDE or panels >= MANY):
        part = figure.axes[PANELS.get(name, 0)].get_tightbbox()
    else:
        return
    box = part.transformed(figure.dpi_scale_trans.inverted())
    left, low, right, high = (box.padded(MARGIN).extents * 2 * SCREEN).round().tolist()
    crop = large.with_name(f"{large.stem}_panel.png")
    with Image.open(large) as drawn:
        inside = max(left, 0), max(drawn.height - high, 0), min(right, drawn.width)
        drawn.crop((*inside, min(drawn.height - low, drawn.height))).save(crop)
    block_vars["file_conf"].setdefault("thumbnail_path", str(crop))
