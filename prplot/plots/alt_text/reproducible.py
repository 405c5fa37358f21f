"""Files that are the same byte by byte when the same figure is written again.

matplotlib writes the time into PDF, SVG, PS and EPS, and names the parts of an SVG at random.
"""

import re
from hashlib import sha256

# Metadata of matplotlib that would be the time if they were not left out.
WITHOUT_TIME: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None},
    "svg": {"Date": None},
    "svgz": {"Date": None},
}
POSTSCRIPT = ("ps", "eps")
_TIME = re.compile(rb"^%%CreationDate:.*\n", re.MULTILINE)
# What matplotlib calls clips, hatches, markers, images and paths: a kind, and a hash of ten digits.
_NAME = r"(?:[phm]|image|Im_image|C[0-9a-f]+_[0-9a-f]+_)[0-9a-f]{10}"
# Groups have the names that users give them.
_DEFINED = re.compile(rf'<(?!g\b)\w[^<>]*? id="({_NAME})"')
_MENTIONED = re.compile(rf'(?<=[#"]){_NAME}(?=[")])')


def without_time(postscript: bytes) -> bytes:
    """Return PostScript without the line of its time, which matplotlib can't leave out."""
    return _TIME.sub(b"", postscript, count=1)


def renamed(svg: str) -> str:
    """Return an SVG file whose parts are named after what the file holds, instead of at random.

    Several figures in one page have different names, unless they are the same.
    """
    found = dict.fromkeys(match[1] for match in _DEFINED.finditer(svg))
    numbers = {name: f"{name[:-10]}{number:010d}" for number, name in enumerate(found)}
    numbered = _with_names(svg, numbers)
    key = sha256(numbered.encode()).hexdigest()
    return _with_names(numbered, {name: name[:-10] + _hash(key, name) for name in numbers.values()})


def _with_names(svg: str, names: dict[str, str]) -> str:
    return _MENTIONED.sub(lambda match: names.get(match[0], match[0]), svg)


def _hash(key: str, name: str) -> str:
    return sha256(f"{key} {name}".encode()).hexdigest()[:10]
