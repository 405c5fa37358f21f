"""Write the style sheets of `prplot/styles`.

`python tools/styles.py` writes them from `tools/styles.toml`, each whole, as matplotlib has no way
to base one on another; `paper.mplstyle` is written by hand.
"""

from __future__ import annotations

import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tools" / "styles.toml"
FOLDER = ROOT / "prplot" / "styles"
BY_HAND = ("paper",)
WIDTH = 100
MADE = "Written by tools/styles.py from tools/styles.toml."
# The background and the text of the style for dark grounds.
NIGHT, DAY = "141414", "EEEEEE"
GROUNDS = ("figure.facecolor", "axes.facecolor", "savefig.facecolor")
INKS = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")


def sheets() -> dict[str, str]:
    """Return the texts of the style sheets by their names."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    found = {"dark": _dark(table)}
    for name, style in table["styles"].items():
        one = f"a column of {style['purpose']}" if "wide" in style else style["purpose"]
        found[name] = _sheet(table, style, style["size"], one)
        if "wide" in style:
            both = f"both columns of {style['purpose']}"
            found[f"{name}_wide"] = _sheet(table, style, style["wide"], both)
    return found


def _sheet(table: Mapping[str, Any], style: Mapping[str, Any], size: list[float], to: str) -> str:
    settings = {
        "figure.figsize": ", ".join(f"{length:g}" for length in size),
        "figure.constrained_layout.use": True,
        **_letters(*style["letters"]),
        **_fonts(table["fonts"][style.get("font", "serif")]),
        **{key: f"{value * style.get('weight', 1):.3g}" for key, value in table["base"].items()},
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": _cycle(table["colors"]["print"]),
        "legend.handlelength": 1.6,
        "pdf.fonttype": 42,
        "svg.fonttype": "none",
    }
    return _text(f"For {to}. {style['source'].strip()}", settings)


def _dark(table: Mapping[str, Any]) -> str:
    settings = {**dict.fromkeys(GROUNDS, NIGHT), **dict.fromkeys(INKS, DAY), "grid.color": "444444"}
    settings["axes.prop_cycle"] = _cycle(table["colors"]["dark"])
    return _text("For a dark ground; colours alone, put behind another style.", settings)


def _letters(label: float, tick: float, legend: float) -> dict[str, Any]:
    large = dict.fromkeys(("font.size", "axes.labelsize", "axes.titlesize"), label)
    large |= dict.fromkeys(("figure.titlesize", "figure.labelsize"), label)
    return {
        **large,
        "legend.fontsize": legend,
        "legend.title_fontsize": legend,
        "xtick.labelsize": tick,
        "ytick.labelsize": tick,
    }


def _fonts(font: Mapping[str, Any]) -> dict[str, Any]:
    """Return a generic family: a list of fonts, whose last one comes with matplotlib."""
    return {
        "font.family": font["family"],
        f"font.{font['family']}": ", ".join(font["names"]),
        "mathtext.fontset": font["math"],
    }


def _cycle(colors: list[str]) -> str:
    held = ", ".join(f'"{color}"' for color in colors)
    return f'cycler("color", [{held}])'


def _text(words: str, settings: Mapping[str, Any]) -> str:
    comment = textwrap.wrap(f"{words} {MADE}", WIDTH, initial_indent="# ", subsequent_indent="# ")
    return "\n".join([*comment, *(f"{key}: {value}" for key, value in settings.items()), ""])


def outdated() -> Iterator[str]:
    """Yield the names of files that are not as they would be written, or that nothing writes."""
    written = sheets()
    held = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.mplstyle")}
    for name in sorted({*written, *held} - set(BY_HAND)):
        if written.get(name) != held.get(name):
            yield name


def main() -> None:
    """Write the files."""
    texts = sheets()
    for name in outdated():
        path = FOLDER / f"{name}.mplstyle"
        if name in texts:
            path.write_text(texts[name], encoding="utf-8")
        else:
            path.unlink()
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
