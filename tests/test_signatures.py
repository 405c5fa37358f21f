"""The signatures of all public names are as stored: they change on purpose only.

`python tests/test_signatures.py` stores them anew; read the difference before it is committed.
"""

import inspect
from pathlib import Path

import prplot

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


if __name__ == "__main__":
    STORED.write_text("\n".join(signatures()) + "\n", encoding="utf-8")
