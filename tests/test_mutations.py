"""The faults of tools/mutations.py, in a source that can be read at a glance."""

import ast
import warnings

from tools.mutations import OPERATORS, mutations

SOURCE = b"""\
LEAST = 2


def chosen(values, first=0):
    if not values or len(values) < LEAST:
        raise ValueError(f"at least {LEAST + 1}")
    best: int = max(values[first:])
    print(best - 1, "caf\xc3\xa9")
    return best if best > 0 else -best
"""

EXPECTED = {
    "comparison": ["len(values) <= LEAST", "best >= 0"],
    "arithmetic": ["best + 1"],
    "and/or": ["not values and len(values) < LEAST"],
    "dropped sign": ["(values) or", "else (best)"],
    "number": ["LEAST = (3)", "LEAST = (1)", "first=(1)", "first=(-1)", "best - (2)", "best - (0)"],
    "arguments": ["print('café', best - 1)"],
    "branches": ["-best if best > 0 else best"],
    "condition": ["if not (not values or"],
    "opposite": ["min(values"],
    "slice": ["values[first + 1:]", "values[first:-1]"],
    "statement": ["        pass\n", "    pass\n"],
}


def test_every_operator_writes_its_faults_and_nothing_else():
    places = mutations(SOURCE)
    sources = {name: [] for name in OPERATORS}
    for one in (one for place in places for one in place):
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
            ast.parse(one.applied_to(SOURCE))
        sources[one.operator].append(one.applied_to(SOURCE).decode())
        assert SOURCE[one.start : one.end].decode() == one.old
    for name, wanted in EXPECTED.items():
        for words in wanted:
            assert any(words in source for source in sources[name]), (name, words)
    assert not any("{LEAST - 1}" in source for found in sources.values() for source in found)
    # Two numbers for one place, and what is read before all tests where it is used.
    (least,) = [place for place in places if place[0].place.defines == "LEAST"]
    assert [one.new for one in least] == ["(3)", "(1)"]
    assert [place[0].old for place in places if place[0].place.in_signature] == ["0"]
