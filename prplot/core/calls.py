"""Calls that don't fit a function: unknown arguments, too many or too few.

The error says what to type instead, for all public functions; this is worked out only when a call
does not fit. Flags, the arguments annotated as ``bool``, are checked, too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from prplot.core.checks import check_flag, closest_names, counted, is_classifier, listed
from prplot.core.signatures import completed

P = ParamSpec("P")
R = TypeVar("R")
Parameters = Mapping[str, inspect.Parameter]


# How similar a name must be for "did you mean".
SIMILAR = 0.7
# Most arguments that are listed, and most characters of a value that is repeated.
MOST_LISTED = 8
MOST_TYPED = 40


def answered(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function whose errors about wrong calls say what to type instead.

    Its signature and docstring are those of the function, completed with shared options.

    Raises
    ------
    TypeError
        One sentence, if an argument is unknown or has no place, or if a flag is neither True nor
        False.
    """
    signature, docstring = completed(function)
    known, flags = signature.parameters.keys(), _flags_of(signature.parameters)
    by_place = _by_place(signature.parameters)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not kwargs.keys() <= known or len(args) > len(by_place):
            raise TypeError(refusal(call, args, kwargs))
        for name, or_none in flags.items():
            if name in kwargs:
                check_flag(kwargs[name], name, or_none=or_none)
        return function(*args, **kwargs)

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


def refusal(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return which arguments of a call a function does not have, and what to type."""
    parameters = dict(inspect.signature(function).parameters)
    if next(iter(parameters), None) == "cls":
        del parameters["cls"]
        args = args[1:]
    name = function.__qualname__
    unknown = {word: value for word, value in kwargs.items() if word not in parameters}
    if not unknown:
        return _too_many(name, args, parameters)
    by_position = dict(zip(parameters, args, strict=False))
    advice = "; ".join(_advice(name, unknown, parameters, {*by_position, *kwargs}))
    several = "s" * (len(unknown) > 1)
    return f"{name} has no argument{several} {listed(map(repr, unknown))}; {advice}"


def _by_place(parameters: Parameters) -> list[str]:
    """Return the arguments that may be given by position."""
    return [key for key, one in parameters.items() if one.kind is not one.KEYWORD_ONLY]


def name_hint(name: str, known: Iterable[str]) -> str:
    """Return the equivalent of a function that does not exist, as the end of an error."""
    from prplot.core.foreign_words import FOREIGN_NAMES

    if name in FOREIGN_NAMES:
        return f"; type prp.{FOREIGN_NAMES[name]}"
    near = closest_names(name, known, most=1, least=SIMILAR)
    return f"; did you mean {near[0]}?" if near else ""


def _advice(
    name: str, unknown: Mapping[str, Any], parameters: Parameters, given: Collection[str]
) -> Iterator[str]:
    """Yield what to type for unknown words, first those that go into other arguments."""
    others: list[str] = []
    typed: dict[str, Any] = {}
    for word, value in unknown.items():
        path = _meant(word, parameters, given)
        if path:
            held = typed
            for key in path[:-1]:
                held = held.setdefault(key, {})
            held[path[-1]] = value
        else:
            others.append(_said(word, value, parameters) or _nearest(name, word, parameters))
    if typed:
        yield f"type {_typed_all(typed)}"
    # Several words may have one answer.
    yield from dict.fromkeys(others)


def _meant(word: str, parameters: Parameters, given: Collection[str]) -> list[str] | None:
    """Return the argument that a word means, and the keys in it if it is a dict."""
    # Only errors need it.
    from prplot.core.foreign_words import OF_PANELS, RENAMED

    of_panels = OF_PANELS.split() if "plot_kws" in parameters else ()
    if word in of_panels:
        return ["plot_kws", word]
    named = [target for target, words in RENAMED.items() if word in words.split()]
    paths = [target.replace("*", word).split(".") for target in named]
    paths = [["plot_kws", *one] if one[0] in of_panels else one for one in paths]
    fitting = [one for one in paths if one[0] in parameters]
    # An argument that the call has already is not what was meant, if there is another.
    fresh = [one for one in fitting if len(one) > 1 or one[0] not in given]
    return next(iter(fresh or fitting), None)


def _said(word: str, value: Any, parameters: Parameters) -> str | None:
    """Return what to do instead of passing a word."""
    from prplot.core.foreign_words import SAID

    for needed, words, text in SAID:
        if word in words.split() and needed in {"", *parameters}:
            return text.format(word=word, value=_typed(value))
    return None


def _nearest(name: str, word: str, parameters: Parameters) -> str:
    """Return the argument most similar to a word, or all if they are few."""
    near = closest_names(word, parameters, most=1, least=SIMILAR)
    if near:
        return f"did you mean {near[0]}?"
    if len(parameters) <= MOST_LISTED:
        return f"it has {listed(parameters or ['none'])}"
    return f"help(prp.{name}) lists those that it has"


def _too_many(name: str, args: Sequence[Any], parameters: Parameters) -> str:
    """Return which arguments may be positional, and how to type the others."""
    by_place = _by_place(parameters)
    if hasattr(type(args[0]), "columns") and "y_true" in by_place:
        how = "data=table, y_true='...', y_score='...'"
        if "data" not in parameters:
            how = "table['...'], table['...']"
        return f"{name} takes labels first; of a table, type {name}({how})"
    if is_classifier(args[0]) and "y_score" in by_place:
        scores = "prp.scores(classifier, X)"
        return f"{name} takes labels and scores, no classifier; type {name}(y_true, {scores})"
    named = [f"{key}=" for key in parameters if key not in by_place][:3]
    others = f"; the others have names, such as {listed(named)}" if named else ""
    models = "; several models are a dict of name to scores" if "y_score" in by_place else ""
    accepted, found = listed(by_place or ["nothing"]), counted(len(args), "argument")
    return f"{name} takes {accepted} by position, found {found}{others}{models}"


def _typed_all(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={_typed(value)}" for key, value in values.items())


def _typed(value: Any) -> str:
    """Return a value as it is typed; "..." if it is long or no plain value."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_typed(key)}: {_typed(one)}' for key, one in value.items())}}}"
    plain = value is None or isinstance(value, str | int | float | list | tuple)
    text = repr(value) if plain else ""
    return text if 0 < len(text) <= MOST_TYPED and "\n" not in text else "..."
