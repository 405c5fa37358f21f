"""Parameters that several functions share have the words of `tools/glossary.toml`.

`python tools/glossary.py` writes these into the docstrings.
"""

import inspect
from collections import Counter
from itertools import chain

import pytest

import prplot
from tools import glossary

GLOSSARY = glossary.read_glossary()
FUNCTIONS = glossary.functions()
PLOTS = [name for name in prplot.__all__ if name.startswith("plot_")] + ["curveplot"]
each_function = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)


def test_every_plot_function_is_compared():
    assert set(PLOTS) <= {one.name for one in FUNCTIONS}


@each_function
def test_docstrings_have_the_words_of_the_glossary(function):
    assert function.lines[function.section] == function.written(GLOSSARY)


@each_function
def test_docstrings_describe_all_parameters_in_the_order_of_the_signature(function):
    assert list(function.documented) == list(function.signature)


@each_function
def test_every_parameter_has_a_description(function):
    assert [name for name, words in function.documented.items() if not any(words.lines)] == []


@pytest.mark.parametrize("name", PLOTS)
def test_the_parameters_are_those_that_python_knows(name):
    (function,) = [one for one in FUNCTIONS if one.name == name]
    assert list(function.documented) == list(inspect.signature(getattr(prplot, name)).parameters)


def test_shared_parameters_are_in_the_glossary():
    counts = Counter(name for one in FUNCTIONS for name in one.signature)
    assert {name for name, count in counts.items() if count > 1} - set(GLOSSARY) == set()


def test_every_function_has_one_entry_for_each_parameter_of_the_glossary():
    several = {
        (one.name, name): sum(one.name in entry.functions for entry in GLOSSARY[name])
        for one in FUNCTIONS
        for name in one.signature
        if name in GLOSSARY
    }
    assert {key for key, count in several.items() if count > 1} == set()
    assert {(f, p) for f, p in several if glossary.entry_of(p, f, GLOSSARY) is None} == set()


def test_every_entry_of_the_glossary_is_used():
    entries = {entry for entries in GLOSSARY.values() for entry in entries}
    used = {
        glossary.entry_of(name, one.name, GLOSSARY) for one in FUNCTIONS for name in one.signature
    }
    assert entries - used == set()


def test_every_function_of_the_glossary_has_the_parameter():
    parameters = {one.name: set(one.signature) for one in FUNCTIONS}
    missing = {
        (function, names)
        for names, entries in glossary.read_tables().items()
        for function in chain.from_iterable(entry.functions for entry in entries)
        if not parameters.get(function, set()) & set(names.split(", "))
    }
    assert missing == set()
