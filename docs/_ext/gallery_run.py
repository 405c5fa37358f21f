"""What sphinx-gallery needs to run the scripts of prplot: sizes of figures, and these in words."""

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from example_directive import FIGSIZE
from matplotlib.figure import Figure
from PIL import Image
from sphinx_gallery.scrapers import figure_rst

import prplot as prp
from prplot.inputs import samples

# Bars of progress, with their speeds, would make pages that differ from build to build.
samples.DELAY = float("inf")
GALLERY = Path(__file__).resolve().parents[2] / "gallery"
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
    """Let scripts outside of the gallery, the tutorials, draw figures that a phone can show."""
    if name is not None and not any(GALLERY.rglob(Path(name).name)):
        plt.rcParams["figure.figsize"] = FIGSIZE


def scrape(block: Any, block_vars: dict[str, Any], conf: dict[str, Any]) -> str:
    """Save the open figures in two sizes, with what they show in words; return their rst."""
    parts = []
    for number in plt.get_fignums():
        figure = plt.figure(number)
        path = Path(next(block_vars["image_path_iterator"]))
        large = path.with_name(f"{path.stem}_2_00x.png")
        words = prp.describe(figure)
        for target, scale in ((path, 1), (large, 2)):
            figure.savefig(target, dpi=scale * SCREEN, metadata={"Software": None})
        _crop(figure, path, large, block_vars, conf)
        parts.append(figure_rst([path], conf["src_dir"], words, [{0: path, 2.0: large}]))
    plt.close("all")
    return "".join(parts)


def _crop(
    figure: Figure, path: Path, large: Path, block_vars: dict[str, Any], conf: dict[str, Any]
) -> None:
    """Save one panel of a wide figure, and have the thumbnail show it."""
    width, height = figure.get_size_inches()
    panels = len(figure.axes)
    if panels == 1 or (width / height < WIDE and panels < MANY) or "_001" not in path.name:
        return
    script = Path(block_vars["src_file"]).stem
    panel = figure.axes[PANELS.get(script, 0)]
    left, low, right, high = panel.get_tightbbox().padded(MARGIN * figure.dpi).extents / figure.dpi
    crop = path.with_name(f"{path.stem}_panel.png")
    with Image.open(large) as drawn:
        dots = drawn.width / width
        box = (left, height - high, right, height - low)
        drawn.crop([round(edge * dots) for edge in box]).save(crop)
    relative = crop.relative_to(Path(conf["src_dir"]).resolve())
    block_vars["file_conf"].setdefault("thumbnail_path", str(relative))
