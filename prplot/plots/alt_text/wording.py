"""Numbers and lists as they are read aloud."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.draw.scene import Number
from prplot.draw.tex import untypeset

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
# Changes below this are rounding errors, and below this don't show in three decimals.
ROUNDED, SHOWN = 1e-9, 1e-3
# Longer names are cut.
LONGEST_NAME = 60
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
    (" sd of", " standard deviation of"),
    (" se of", " standard error of"),
    (" / ", " divided by "),
    ("\N{MINUS SIGN}", "-"),
)
# Control characters, halves of pairs and no characters at all, which XML forbids.
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# What stands between two dollars that are not escaped, and the spaces and fonts in it.
_FORMULA = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_SILENT = re.compile(r"\\(?:math[a-z]+|text[a-z]*|(?:left|right)\b|[,;:! ])")
_MARKUP = str.maketrans(dict.fromkeys("{}\\", ""))
# The end of a sentence: not that of one or two letters, such as "e.g.", "Dr." and initials.
_STOP = re.compile(
    r"""(?:[!?]|(?<!\b[^\W\d_])(?<!\b[^\W\d_]{2})\.)["')\]’”»]*(?=\s["'(\[‘“«]*[^\W\d_a-z])"""
)


def read(words: str) -> str:
    r"""Return words of ours without signs, abbreviations and mathematics, on one line.

    Examples
    --------
    >>> read("± 1 sd of folds"), read(r"$\mathrm{TP}\,/\,n$ of \$5")
    ('plus or minus 1 standard deviation of folds', 'TP divided by n of $5')
    """
    words = as_written(words)
    for sign, spoken in _READ:
        words = words.replace(sign, spoken)
    return one_line(words)


def as_written(words: str) -> str:
    r"""Return words of the user without mathematics, on one line.

    What their signs and abbreviations mean is not known.

    Examples
    --------
    >>> as_written("Train / Test, se"), as_written(r"the $\alpha$ of \$5")
    ('Train / Test, se', 'the alpha of $5')
    """
    return one_line(_FORMULA.sub(_spoken, untypeset(words)).replace(r"\$", "$"))


def _spoken(formula: re.Match[str]) -> str:
    """Return a formula without its braces, fonts and spaces; Greek letters have their names."""
    return one_line(_SILENT.sub(" ", formula[1]).translate(_MARKUP))


def one_line(words: str) -> str:
    """Return words without line breaks, nor characters that no text file may hold."""
    return " ".join(_UNWRITABLE.sub("", " ".join(words.split())).split())


def short_name(words: str) -> str:
    """Return a name on one line, cut if it is very long."""
    name = one_line(words)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def counted(count: int, noun: str) -> str:
    """Return a number, in letters if it is small, and the noun in its number.

    Examples
    --------
    >>> counted(2, "PR curve"), counted(13, "line")
    ('two PR curves', '13 lines')
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


def data_words(curves: Sequence[ConfusionCurve], folds: int = 0) -> str:
    """Return folds, cases and the share of positives, as the end of a sentence."""
    several = f", in {counted(folds, 'fold')}" if folds else ""
    (pos, neg), *others = {(curve.pos, curve.neg) for curve in curves}
    if others or int(pos) != pos or int(neg) != neg or pos + neg <= 1:
        return f"{several}, prevalence {span([curve.prevalence for curve in curves])}"
    words = f"{several}, on {int(pos + neg):,} cases{' each' if folds else ''}, "
    return f"{words}{percent(pos / (pos + neg))} of them positive"


def percent(part: float) -> str:
    """Return a share of 1 in percent, with two digits, and more where these would make it 100.

    Examples
    --------
    >>> percent(0.373), percent(0.99996), percent(1)
    ('37 %', '99.996 %', '100 %')
    """
    texts = (f"{100 * part:.{digits}g}" for digits in range(2, 16))
    return f"{next((one for one in texts if float(one) < 100), '100')} %"


def range_words(low: float, high: float) -> tuple[str, str]:
    """Return the ends of a range in writing, rounded to a thousandth of it.

    Examples
    --------
    >>> range_words(1.3e-9, 0.98765), range_words(-12.345, 1200)
    (('0', '0.988'), ('-12', '1200'))
    """
    if not 0 < high - low < np.inf:
        return share(low, 3), share(high, 3)
    digits = 2 - int(np.floor(np.log10(high - low)))
    if digits > 300:
        # No float is the power of ten.
        return f"{low:.3g}", f"{high:.3g}"
    step = 10.0 ** max(digits, 0)
    first, last = (round(end * step) / step for end in (low, high))
    return f"{first + 0.0:.10g}", f"{last + 0.0:.10g}"


def score_text(number: Number) -> str:
    """Return a score with three decimals, and its interval or spread.

    Examples
    --------
    >>> score_text(Number("AUCPR", 0.7071, ends=(0.65, 0.75)))
    '0.707 (0.650 to 0.750)'
    """
    sign = "+" if number.is_difference else ""
    text = _rounded(number.value, sign)
    if number.spread is not None:
        return f"{text} plus or minus {number.spread:.3f}"
    if number.ends is not None:
        low, high = (_rounded(one, sign) for one in number.ends)
        return f"{text} ({low} to {high})"
    return text


def named_numbers(found: Sequence[tuple[str, str]], kinds: Sequence[str] = ()) -> str:
    """Return names with their numbers, so that the end of each is clear.

    Examples
    --------
    >>> named_numbers([("forest", "0.91"), ("tree", "0.8")])
    'forest 0.91, tree 0.8'
    >>> named_numbers([("SVM, linear", "0.91"), ("digit 8", "0.8")])
    '0.91 for SVM, linear; 0.8 for digit 8'
    """
    names = [name for name, _ in found]
    # A number after a number, or a comma within a list, would be misread.
    comes_after = any(name[-1:].isdigit() for name in names)
    between = "; " if any("," in name for name in names) else ", "
    texts = [
        f"{number} for {name}" if name and comes_after else f"{name} {number}".lstrip()
        for name, number in found
    ]
    return between.join(map("".join, zip(kinds or [""] * len(texts), texts, strict=True)))


def _rounded(value: float, sign: str) -> str:
    # 0 has no sign.
    rounded = round(value, 3) + 0.0
    return f"{rounded:{sign if rounded else ''}.3f}"


def sentence(words: str) -> str:
    """Return words with a capital letter and a full stop, unless they begin with a name."""
    return f"{words[:1].upper()}{words[1:]}."


def uncapital(words: str) -> str:
    """Return words with a small letter at the start, unless that is a symbol or abbreviation."""
    is_word = words[1:2].islower() or words[1:2] == " "
    return f"{words[:1].lower()}{words[1:]}" if is_word else words


def first_sentence(text: str) -> str:
    """Return what comes before the first end of a sentence; the whole text if there is none.

    Examples
    --------
    >>> first_sentence("U.S. data vs. Others, by J. Doe. It is new.")
    'U.S. data vs. Others, by J. Doe.'
    """
    found = _STOP.search(text)
    return text if found is None else text[: found.end()]


def within(sentences: Iterable[str], most: int) -> str:
    """Return the sentences before the first that has no room; the first is always kept.

    Examples
    --------
    >>> within(["One.", "Two.", "A long one.", "Four."], 15)
    'One. Two.'
    """
    text = ""
    for one in sentences:
        longer = f"{text} {one}" if text else one
        # What follows might belong to the panel that a sentence names.
        if text and len(longer) > most:
            break
        text = longer
    return text


def titled(name: str | None, what: str) -> str:
    """Return the name of a model, if it has one, and what is said of it."""
    return what if name is None else f"{short_name(name)}: {uncapital(what)}"


def course(values: FloatArray) -> str:
    """Return between which values a line runs, and whether it only rises or falls.

    Examples
    --------
    >>> course(np.array([0.1, 0.2, 0.5])), course(np.array([0.1, 0.6, 0.5]))
    ('rises from 0.100 to 0.500', 'goes from 0.100 to 0.500')
    """
    start, end = (
        f"{one:.3f}" if abs(one) >= 0.0005 or not one else share(one, 1)
        for one in (values[0], values[-1])
    )
    spread = np.ptp(values)
    if start == end and spread < SHOWN:
        return f"stays at {start}" if spread < ROUNDED else f"stays near {start}"
    steps = np.diff(values)
    is_monotone = bool((steps >= -ROUNDED).all() or (steps <= ROUNDED).all())
    verb = ("rises" if values[-1] > values[0] else "falls") if is_monotone else "goes"
    return f"{verb} from {start} to {end}"
