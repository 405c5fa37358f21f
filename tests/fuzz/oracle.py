"""What a call may do: answer, or refuse in one sentence of the package. It touches nothing else."""

import linecache
import pickle
import re
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

import prplot as prp
from prplot.core.checks import PACKAGE

OWN_WARNINGS = (
    prp.UndefinedMetricWarning,
    prp.SuspiciousScoresWarning,
    prp.UnequalPrevalenceWarning,
    prp.MissingValuesWarning,
    prp.FewExamplesWarning,
)
# Warnings without a class of their own, and those of matplotlib about characters that fonts lack
# and words that PDF files don't have.
TOLD = re.compile(
    r"the bounds of AUCPR stay|Glyph \d+ .* missing from|"
    r"Unknown infodict keyword|can't be marked|no threshold has|the mean leaves out|curve|"
    r"clusters|draws|interval|the legend of"
)
REFUSALS = (ValueError, TypeError, FileNotFoundError, ImportError, UnicodeError)
# What numpy, Python, pandas and matplotlib say.
FOREIGN = re.compile(
    r"truth value of|could not be broadcast|unhashable|not supported between|object is not|"
    r"has no attribute|inhomogeneous|ambiguous|list index|NoneType|takes no arguments"
)
# What follows in a sentence is a value, or matplotlib's word on its own arguments.
QUOTED = re.compile("found|matplotlib says")
TABLES = ("pandas", "polars", "scipy", "numpy.ma")
ARTISTS = ("matplotlib", "seaborn")
LONGEST = 700


class ViolationError(AssertionError):
    """A call did what it must not do."""


def state_of(values):
    """Return what shows whether values were changed: their bytes, or how they print."""
    found = []
    for value in values:
        if is_drawn(value):
            found.append(id(value))
            continue
        if type(value).__module__.startswith(TABLES):
            # They keep what they have computed to be shown, which changes their bytes.
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                found.append(repr(value))
            continue
        try:
            found.append(pickle.dumps(value))
        except Exception:
            found.append(repr(value))
    return found


def is_drawn(value):
    """Return whether a value is a figure or axes, or may hold them, which are there to be drawn."""
    if isinstance(value, Iterator):
        # Calls may take what an iterator holds, and so change it.
        return True
    if isinstance(value, dict):
        return is_drawn([*value, *value.values()])
    if isinstance(value, list | tuple):
        return any(map(is_drawn, value))
    if isinstance(value, np.ndarray) and value.dtype == object:
        return is_drawn(value.ravel().tolist())
    return type(value).__module__.startswith(ARTISTS)


def surroundings():
    """Return all that a call must leave alone: settings, random states, other axes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        settings = dict(mpl.rcParams)
    others = [
        (number, id(ax), len(ax.get_children()), ax.get_xlim())
        for number in plt.get_fignums()
        for ax in plt.figure(number).axes
        if ax.get_label() == "bystander"
    ]
    state = np.random.get_state()  # noqa: NPY002
    return settings, others, state[1].tolist(), np.geterr()


def judged(call, *, figures=False):
    """Run a call and return what it returned, or the exception with which it refused.

    Parameters
    ----------
    call : Call
        With the attributes `function`, `args` and `kwargs`.
    figures : bool
        Whether a refused call must leave no figure.

    Raises
    ------
    ViolationError
    """
    given = [*call.args, *call.kwargs.values()]
    before, around, open_before = state_of(given), surroundings(), plt.get_fignums()
    result = None
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            result = call.function(*call.args, **call.kwargs)
        except Exception as error:
            check_refusal(error)
            result = error
    check_warnings(told)
    if state_of(given) != before:
        raise ViolationError("an argument was changed")
    if surroundings() != around:
        raise ViolationError("settings, a random state or other axes were changed")
    if figures and isinstance(result, Exception) and plt.get_fignums() != open_before:
        raise ViolationError(f"a refused call left a figure: {result}")
    return result


def check_refusal(error):
    """Raise a ViolationError unless an exception is a sentence that the package itself wrote."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    if not isinstance(error, REFUSALS):
        raise ViolationError(f"{type(error).__name__} of {where}: {error}") from error
    line = linecache.getline(last.filename, last.lineno).strip()
    if not last.filename.startswith(PACKAGE) or not line.startswith("raise"):
        raise ViolationError(f"{type(error).__name__} of {where}: {error}") from error
    sentence = str(error)
    before = QUOTED.split(sentence, maxsplit=1)[0]
    if not sentence or len(sentence) > LONGEST or FOREIGN.search(before):
        raise ViolationError(f"no sentence of {where}: {sentence!r}") from error
    if not sentence.isprintable() and "\n" in sentence:
        raise ViolationError(f"more than one line of {where}: {sentence!r}") from error


def check_warnings(told):
    """Raise a ViolationError if any warning is not the package's own."""
    for one in told:
        own = issubclass(one.category, OWN_WARNINGS)
        if not own and not (one.category is UserWarning and TOLD.search(str(one.message))):
            where = f"{Path(one.filename).name}:{one.lineno}"
            raise ViolationError(f"{one.category.__name__} of {where}: {one.message}")
