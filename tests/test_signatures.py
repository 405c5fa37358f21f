"""The signatures of all public names are as stored, and docstrings describe all parameters.

Signatures change on purpose only: `python tests/test_signatures.py` stores them anew; read the
difference before it is committed.
"""

import ast
import inspect
from itertools import chain
from pathlib import Path

import prplot
from prplot.core import signatures as shared
from prplot.core.signatures import described

STORED = Path(__file__).parent / "fixtures" / "signatures.txt"


def signatures():
    """Return a line for each public function, class and method: its name, arguments, defaults."""
    found = {f"prplot.{name}": getattr(prplot, name) for name in prplot.__all__}
    for part in (prplot.draw, prplot.datasets):
        found |= {f"{part.__name__}.{name}": getattr(part, name) for name in part.__all__}
    found |= {
        f"{name}.{key}": item
        for name, value in found.items()
        if inspect.isclass(value) and not issubclass(value, Exception)
        for key, item in inspect.getmembers(value)
        if not key.startswith("_")
    }
    return sorted(name + arguments_of(value) for name, value in found.items())


def arguments_of(value):
    """Return the arguments of a function without their types; nothing for what takes none."""
    if not callable(value) or (inspect.isclass(value) and issubclass(value, Exception)):
        return ""
    parameters = inspect.signature(value).parameters.values()
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in parameters]
    return str(inspect.Signature(bare))


def test_the_public_signatures_are_as_stored():
    assert signatures() == STORED.read_text(encoding="utf-8").splitlines()


PUBLIC = [getattr(prplot, name) for name in prplot.__all__]
FUNCTIONS = [one for one in PUBLIC if inspect.isfunction(one) and "Parameters\n" in one.__doc__]
FAMILIES = [one for one in vars(shared).values() if hasattr(one, "__total__")]


def test_docstrings_describe_all_parameters_in_their_order():
    for function in FUNCTIONS:
        found, name = described(function.__doc__), function.__name__
        assert list(found) == list(inspect.signature(function).parameters), name
        assert all(words.lines and "<" not in words.type for words in found.values()), name


def test_each_option_of_a_family_has_words_and_all_words_are_used():
    words = [described(one.__doc__) for one in FAMILIES] + [described(shared.OtherWords.__doc__)]
    own = [described(one.__wrapped__.__doc__) for one in FUNCTIONS if hasattr(one, "__wrapped__")]
    named = {name for one in own for name, found in one.items() if not found.lines}
    assert set(chain(*words)) == named
    assert {name for one in FAMILIES for name in one.__annotations__} <= set(chain(*own))


def test_docstrings_in_the_source_have_the_defaults_of_their_functions():
    # Editors show them as they stand there.
    for function in FUNCTIONS:
        parameters = inspect.signature(function).parameters
        for name, words in described(inspect.unwrap(function).__doc__).items():
            _, says, text = words.type.partition("default ")
            if says and text[0] in "\"'(0123456789TFN" and "<" not in text:
                assert ast.literal_eval(text) == parameters[name].default, (function, name)


if __name__ == "__main__":
    STORED.write_text("\n".join(signatures()) + "\n", encoding="utf-8")
