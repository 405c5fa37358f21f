"""prplot's own words, escaped if TeX sets the text."""

import re
from collections.abc import Iterable
from typing import Any

import matplotlib
from matplotlib import rcParams
from matplotlib.cbook import is_math_text
from matplotlib.mathtext import MathTextParser

from prplot.core.checks import brief

# A minus sign, but not a hyphen between letters or the sign of an exponent.
_MINUS = re.compile(r"(?<![\w.)])-(?=[\d.])")
_FORMULAS = {"π": r"\pi", "β": r"\beta", "²": "^2", "×": r"\times", "±": r"\pm", "≤": r"\leq"}
_FORMULAS |= {"≥": r"\geq", "\N{MINUS SIGN}": "-", "<": "<", ">": ">"}
_ESCAPED = {letter: f"\\{letter}" for letter in "%_&#"}
_NAMED = {"\\": "backslash", "^": "asciicircum", "~": "asciitilde"}
_VERBATIM = str.maketrans(
    {letter: f"\\{letter}" for letter in "%_&#${}"}
    | {letter: rf"\text{name}{{}}" for letter, name in _NAMED.items()}
)
_LETTERS = str.maketrans({key: f"${value}$" for key, value in _FORMULAS.items()} | _ESCAPED)


def typeset(words: str) -> str:
    r"""Return prplot's own words with minus signs, or escaped if TeX sets them.

    TeX does so with the setting "text.usetex" and in the pgf backend. Names given by users are not
    passed to this function: they may contain TeX.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> typeset("random, π = 0.3"), typeset("threshold -0.7")
    ('random, π = 0.3', 'threshold −0.7')
    >>> with plt.rc_context({"text.usetex": True}):
    ...     print(typeset("random, π = 0.3"))
    random, $\pi$ = 0.3
    """
    words = with_minus(words)
    # Formulas that follow one another are one, as TeX reads "$$" as the start of a displayed one.
    return words.translate(_LETTERS).replace("$$", "") if uses_tex() else words


def with_minus(words: str) -> str:
    """Return words with minus signs in place of hyphens before numbers, as matplotlib has them."""
    return _MINUS.sub("\N{MINUS SIGN}", words) if rcParams["axes.unicode_minus"] else words


def untypeset(words: str) -> str:
    r"""Return prplot's own words as they are without TeX: the inverse of `typeset`.

    Examples
    --------
    >>> untypeset(r"random, $\pi$ = 0.3"), untypeset("random, π = 0.3")
    ('random, π = 0.3', 'random, π = 0.3')
    """
    for letter, formula in _FORMULAS.items():
        words = words.replace(f"${formula}$", letter)
    for letter, escaped in _ESCAPED.items():
        words = words.replace(escaped, letter)
    return words


def verbatim(words: str) -> str:
    r"""Return words so that they are shown as they are written, without mathematics.

    Examples
    --------
    >>> print(verbatim("$5 or $10"))
    \$5 or \$10
    """
    return words.translate(_VERBATIM if uses_tex() else {ord("$"): r"\$"})


def uses_tex() -> bool:
    """Return whether TeX will set texts made now."""
    return bool(rcParams["text.usetex"]) or matplotlib.get_backend(auto_select=False) == "pgf"


def check_formulas(names: Iterable[Any]) -> None:
    """Raise a ValueError if matplotlib reads a name as a formula that it can't draw."""
    for name in map(str, names):
        if is_math_text(name) and not uses_tex():
            try:
                MathTextParser("path").parse(name)
            except ValueError as error:
                reason = str(error).rpartition("Exception: ")[2].partition("  (at ")[0]
                raise ValueError(
                    f"the name {brief(name)} is a formula that matplotlib can't draw: {reason}; "
                    "a dollar sign is \\$"
                ) from None
