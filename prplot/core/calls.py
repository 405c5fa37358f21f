"""Calls that don't fit a function: unknown arguments, too many or too few.

The error says what to type instead, for all public functions; this is worked out only when a call
does not fit. Flags, the arguments annotated as ``bool``, are checked, too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from prplot.core.checks import check_flag, closest_names, counted, is_classifier, listed
from prplot.core.signatures import completed

P = ParamSpec("P")
R = TypeVar("R")
Parameters = Mapping[str, inspect.Parameter]


def _is_table(value: Any) -> bool:
    """Return whether a value has columns, without computing those of a lazy frame."""
    return hasattr(type(value), "columns")


# How similar a name must be for "did you mean".
SIMILAR = 0.7
# Most arguments that are listed, and most characters of a value that is repeated.
MOST_LISTED = 8
MOST_TYPED = 40
# Arguments that a value, which has no place in a call, may be meant for; the test is of its type.
MEANT: tuple[tuple[Callable[[Any], bool], tuple[str, ...]], ...] = (
    (lambda value: isinstance(value, str), ("name", "metric")),
    (lambda value: hasattr(value, "get_figure"), ("ax",)),
    (_is_table, ("data",)),
    (lambda value: isinstance(value, bool | int), ("pos_label",)),
    (lambda value: hasattr(value, "__len__"), ("sample_weight", "thresholds")),
)

# Numbers that are the main argument of a function, if they are its first by name.
NUMBERS = ("threshold", "beta")


def answered(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function whose errors about wrong calls say what to type instead.

    Its signature and docstring are those of the function, completed with shared options.

    Raises
    ------
    TypeError
        One sentence, if an argument is unknown, missing, given twice, or has no place; or if a
        flag is neither True nor False.
    """
    signature, docstring = completed(function)
    known, flags = signature.parameters.keys(), _flags_of(signature.parameters)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not kwargs.keys() <= known:
            raise TypeError(refusal(call, args, kwargs))
        for name, or_none in flags.items():
            if name in kwargs:
                check_flag(kwargs[name], name, or_none=or_none)
        try:
            return function(*args, **kwargs)
        except TypeError:
            sentence = refusal(call, args, kwargs)
            # If the call fits, the error is the function's own.
            if sentence is None:
                raise
        raise TypeError(sentence)

    call.__doc__ = docstring
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


def _flags_of(parameters: Parameters) -> dict[str, bool]:
    """Return the names of flags, and whether each may also be None."""
    # Annotations are texts or types, as the function's module has it.
    annotations = {name: one.annotation for name, one in parameters.items()}
    kinds = {name: getattr(a, "__name__", str(a)) for name, a in annotations.items()}
    optional = {"bool": False, "bool | None": True}
    return {name: optional[kind] for name, kind in kinds.items() if kind in optional}


def refusal(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> str | None:
    """Return why a call does not fit a function, and what to type; None if it fits."""
    parameters = dict(inspect.signature(function).parameters)
    if next(iter(parameters), None) == "cls":
        del parameters["cls"]
        args = args[1:]
    name = function.__qualname__
    unknown = {word: value for word, value in kwargs.items() if word not in parameters}
    if unknown:
        by_position = dict(zip(parameters, args, strict=False))
        advice = "; ".join(_advice(name, unknown, parameters, {**by_position, **kwargs}))
        several = "s" * (len(unknown) > 1)
        return f"{name} has no argument{several} {listed(map(repr, unknown))}; {advice}"
    by_place = [key for key, one in parameters.items() if one.kind is not one.KEYWORD_ONLY]
    if len(args) > len(by_place):
        return _too_many(name, args, kwargs, parameters, by_place)
    twice = [key for key in by_place[: len(args)] if key in kwargs]
    if twice:
        return f"{name} is given {listed(twice)} twice, by position and by name; leave out one"
    required = _required(parameters)
    missing = [key for key in required if key not in {*kwargs, *by_place[: len(args)]}]
    if missing:
        placed = by_place[: len(args)]
        return f"{name} needs {listed(missing)}; type {_example(name, placed, kwargs, parameters)}"
    return None


def name_hint(name: str, known: Iterable[str]) -> str:
    """Return the equivalent of a function that does not exist, as the end of an error."""
    from prplot.core.foreign_words import FOREIGN_NAMES

    if name in FOREIGN_NAMES:
        return f"; type prp.{FOREIGN_NAMES[name]}"
    near = closest_names(name, known, most=1, least=SIMILAR)
    return f"; did you mean {near[0]}?" if near else ""


def _advice(
    name: str, unknown: Mapping[str, Any], parameters: Parameters, given: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what to type for unknown words, first those that go into other arguments."""
    # Only errors need it.
    from prplot.core.foreign_words import FOREIGN_WORDS

    others: list[str] = []
    typed: dict[str, Any] = {}
    for word, value in unknown.items():
        answers = FOREIGN_WORDS.get(word, ())
        fitting = [one for one in answers if one.needs in {"", *parameters}]
        # An argument that the call has already is not what was meant, if there is another.
        fresh = [
            one for one in fitting if one.keeps_word or len(one.path) != 1 or one.needs not in given
        ]
        found = next(iter(fresh or fitting), None)
        if found is None:
            others.append(_nearest(name, word, parameters))
        elif found.path:
            _place(typed, (*found.path, *[word] * found.keeps_word), value, given)
        else:
            others.append(found.text.format(word=word, value=_typed(value)))
    if typed:
        yield f"type {_typed_all(typed)}"
    # Several words may have one answer.
    yield from dict.fromkeys(others)


def _place(held: dict[str, Any], path: Sequence[str], value: Any, given: Any) -> None:
    """Put a value at a path into nested dicts, keeping what the call already has there."""
    key, *rest = path
    if not rest:
        held[key] = value
        return
    there = given.get(key) if isinstance(given, Mapping) else None
    beside = dict(there) if isinstance(there, Mapping) else {}
    _place(held.setdefault(key, beside), rest, value, beside)


def _nearest(name: str, word: str, parameters: Parameters) -> str:
    """Return the argument most similar to a word, or all if they are few."""
    near = closest_names(word, parameters, most=1, least=SIMILAR)
    if near:
        return f"did you mean {near[0]}?"
    if len(parameters) <= MOST_LISTED:
        return f"it has {listed(parameters or ['none'])}"
    return f"help(prp.{name}) lists those that it has"


def _too_many(
    name: str,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    parameters: Parameters,
    by_place: Sequence[str],
) -> str:
    """Return which arguments may be positional, and how to type the others."""
    free = [key for key in parameters if key not in {*by_place, *kwargs}]
    first, *rest = args
    if (_is_table(first) or isinstance(first, str)) and "data" in free:
        words = _typed_all({"data": first, **dict(zip(("y_true", "y_score"), rest, strict=False))})
        return f"{name} takes its table by name; type {name}({words})"
    if _is_table(first) and "y_score" in by_place:
        columns = ", ".join(f"table[{_typed(one)}]" for one in rest)
        return f"{name} takes labels and scores, no table; type {name}({columns})"
    if is_classifier(first) and "y_score" in by_place:
        scores = "prp.scores(classifier, X)"
        return f"{name} takes labels and scores, no classifier; type {name}(y_true, {scores})"
    if by_place == ["data"] and not (_is_table(first) or isinstance(first, Mapping)):
        return f"{name} takes arrays by name; type {name}(y_true=..., y_score=...)"
    most = len(by_place)
    accepted = listed(by_place or ["nothing"])
    start = f"{name} takes {accepted} by position, found {counted(len(args), 'argument')}"
    named: dict[str, Any] = {}
    for value in args[most:]:
        left = [key for key in free if key not in named]
        needed = [key for key in _required(parameters) if key in left]
        wanted = next((keys for is_meant, keys in MEANT if is_meant(value)), ())
        # A number by place is that of which the function is made.
        if left and left[0] in NUMBERS and isinstance(value, int | float):
            wanted = (left[0],)
        meant = next((key for key in [*needed, *wanted] if key in left), None)
        if meant is None:
            names = left and listed(f"{key}=" for key in left[:3])
            return f"{start}; the others have names, such as {names}" if names else start
        named[meant] = value
    models = "; several models are a dict of name to scores"
    hint = models if "y_score" in by_place and "sample_weight" in named else ""
    return f"{start}; type {_typed_all(named)}{hint}"


def _required(parameters: Parameters) -> list[str]:
    return [key for key, one in parameters.items() if one.default is one.empty]


def _example(
    name: str, placed: Sequence[str], kwargs: Mapping[str, Any], parameters: Parameters
) -> str:
    """Return a call with the required arguments and those given by position."""
    scores = ["y_score"] if "y_score" in parameters else []
    needed = list(dict.fromkeys([*placed, *_required(parameters), *scores]))
    if kwargs.get("data") is not None:
        columns = ", ".join(f"{key}='column'" for key in needed if key in ("y_true", "y_score"))
        return f"{name}(data=..., {columns})"
    by_name = inspect.Parameter.KEYWORD_ONLY
    texts = (f"{key}=..." if parameters[key].kind is by_name else key for key in needed)
    return f"{name}({', '.join(texts)})"


def _typed_all(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={_typed(value)}" for key, value in values.items())


def _typed(value: Any) -> str:
    """Return a value as it is typed; "..." if it is long or no plain value."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_typed(key)}: {_typed(one)}' for key, one in value.items())}}}"
    plain = value is None or isinstance(value, str | int | float | list | tuple)
    text = repr(value) if plain else ""
    return text if 0 < len(text) <= MOST_TYPED and "\n" not in text else "..."
