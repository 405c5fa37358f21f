"""Names, numbers and data as descriptions write them."""

import re
from collections.abc import Iterable, Sequence

from prplot.core.checks import FloatArray
from prplot.core.record import ConfusionCurve
from prplot.draw.scene import rounded, share_text
from prplot.draw.tex import untypeset

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
# Longer names are cut.
LONGEST_NAME = 60
# Control characters, halves of pairs and no characters at all, which XML forbids.
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# What stands between two dollars that are not escaped, and the spaces and fonts in it.
_FORMULA = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_SILENT = re.compile(r"\\(?:math[a-z]+|text[a-z]*|(?:left|right)\b|[,;:! ])")
_MARKUP = str.maketrans(dict.fromkeys("{}\\", ""))


def as_written(words: str) -> str:
    r"""Return words without mathematics, on one line.

    Examples
    --------
    >>> as_written("Train / Test, ± 1 sd"), as_written(r"$\mathrm{TP}\,/\,n$ of \$5")
    ('Train / Test, ± 1 sd', 'TP / n of $5')
    """
    words = _FORMULA.sub(_without_markup, untypeset(words)).replace(r"\$", "$")
    # Some styles write hyphens before numbers, others minus signs.
    return one_line(words.replace("\N{MINUS SIGN}", "-"))


def _without_markup(formula: re.Match[str]) -> str:
    """Return a formula without its braces, fonts and spaces; Greek letters have their names."""
    return one_line(_SILENT.sub(" ", formula[1]).translate(_MARKUP))


def one_line(words: str) -> str:
    """Return words without line breaks and characters that text files may not contain."""
    return " ".join(_UNWRITABLE.sub("", " ".join(words.split())).split())


def short_name(words: str) -> str:
    """Return a name on one line, cut if it is very long."""
    name = one_line(untypeset(words))
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


def span(values: Iterable[float]) -> str:
    """Return one share, or the lowest and the highest if they differ in writing."""
    held = list(values)
    return " to ".join(dict.fromkeys(map(share_text, (min(held), max(held)))))


def data_words(curves: Sequence[ConfusionCurve], folds: int = 0) -> str:
    """Return folds, cases and prevalence, as the end of a sentence."""
    several = f", in {counted(folds, 'fold')}" if folds else ""
    if not all(curve.knows_negatives for curve in curves):
        positives = [curve.pos for curve in curves]
        ends = dict.fromkeys(f"{one:,.6g}" for one in (min(positives), max(positives)))
        return f"{several}, {' to '.join(ends)} positives"
    totals = {curve.pos + curve.neg for curve in curves}
    cases = ""
    # Rates, and weights in general, have no cases to be counted.
    if len(totals) == 1 and all(float(curve.pos).is_integer() for curve in curves):
        cases = f", on {int(totals.pop()):,} cases{' each' if folds else ''}"
    return f"{several}{cases}, prevalence {span(curve.prevalence for curve in curves)}"


def named_numbers(found: Iterable[tuple[str, str]]) -> str:
    """Return numbers with their names after them, as names may end in numbers.

    Examples
    --------
    >>> named_numbers([("SVM, linear", "0.91"), ("digit 8", "0.8")])
    '0.91 for SVM, linear; 0.8 for digit 8'
    """
    return "; ".join(f"{number} for {name}" if name else number for name, number in found)


def sentence(words: str) -> str:
    """Return words with a capital letter and a full stop, unless they begin with a name."""
    return f"{words[:1].upper()}{words[1:]}."


def uncapital(words: str) -> str:
    """Return words with a small letter at the start, unless that is a symbol or abbreviation."""
    is_word = words[1:2].islower() or words[1:2] == " "
    return f"{words[:1].lower()}{words[1:]}" if is_word else words


def titled(name: str | None, what: str) -> str:
    """Return the name of a model, if it has one, followed by some words."""
    return what if name is None else f"{short_name(name)}: {uncapital(what)}"


def course(values: FloatArray) -> str:
    """Return the range of values of a line."""
    return f"goes from {rounded(values[0])} to {rounded(values[-1])}"
