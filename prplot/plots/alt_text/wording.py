"""Numbers and lists as they are read aloud."""

import re
from collections.abc import Iterable, Sequence

from prplot.draw.scene import Number
from prplot.draw.tex import untypeset

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
# Signs and abbreviations of labels, and how they are read.
_READ = (
    ("revalence π", "revalence"),
    ("π = ", "prevalence "),
    ("π", "prevalence"),
    ("β = ", "beta "),
    ("β", "beta"),
    ("±", "plus or minus"),
    ("×", "times"),
    ("≥", "at least"),
    ("≤", "at most"),
    ("²", " squared"),
    ("\N{MINUS SIGN}", "-"),
)
_SHORTENED = re.compile(r"\b(sd|se)\b")
_IN_FULL = {"sd": "standard deviation", "se": "standard error"}


def read(words: str) -> str:
    """Return words of a label without signs and abbreviations, on one line.

    Examples
    --------
    >>> read("± 1 sd of folds")
    'plus or minus 1 standard deviation of folds'
    """
    words = untypeset(words)
    for sign, spoken in _READ:
        words = words.replace(sign, spoken)
    return one_line(_SHORTENED.sub(lambda found: _IN_FULL[found[0]], words))


def one_line(words: str) -> str:
    """Return words without line breaks."""
    return " ".join(words.split())


def listed(words: Iterable[str], between: str = ", ") -> str:
    """Return a list with "and" before its last item.

    Examples
    --------
    >>> listed(["0.1", "0.3", "0.5"])
    '0.1, 0.3 and 0.5'
    """
    *start, last = words
    return f"{between.join(start)} and {last}" if start else last


def counted(count: int, noun: str) -> str:
    """Return a number, in letters if it is small, and the noun in its number.

    Examples
    --------
    >>> counted(2, "PR curve"), counted(12, "line")
    ('two PR curves', '12 lines')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"
    return f"{number} {noun}{'s' * (count != 1)}"


def share(value: float, digits: int = 2) -> str:
    """Return a share of 1 with some digits, as in "0.37".

    Examples
    --------
    >>> share(0.373), share(0.0000123), share(-0.0001)
    ('0.37', '1.2e-05', '-0.0001')
    """
    return f"{value:.{digits}g}"


def span(values: Sequence[float]) -> str:
    """Return one value, or the lowest and the highest if they differ in writing."""
    low, high = share(min(values)), share(max(values))
    return low if low == high else f"{low} to {high}"


def score_text(number: Number) -> str:
    """Return a score with three decimals, and its interval or spread.

    Examples
    --------
    >>> score_text(Number("AUCPR", 0.7071, ends=(0.65, 0.75)))
    '0.707 (0.650 to 0.750)'
    """
    sign = "+" if number.is_difference else ""
    text = f"{round(number.value, 3) + 0.0:{sign}.3f}"
    if number.spread is not None:
        return f"{text} plus or minus {number.spread:.3f}"
    if number.ends is not None:
        return f"{text} ({number.ends[0]:.3f} to {number.ends[1]:.3f})"
    return text


def sentence(words: str) -> str:
    """Return words with a capital letter and a full stop, unless they begin with a name."""
    return f"{words[:1].upper()}{words[1:]}."


def within(sentences: Iterable[str], most: int) -> str:
    """Return the sentences that fit into a number of characters; the first is always kept."""
    text = ""
    for one in sentences:
        longer = f"{text} {one}" if text else one
        if not text or len(longer) <= most:
            text = longer
    return text
