"""Options made from the arguments of functions, with their help, choices and defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

import prplot

Texts = Sequence[str]
SHARES = ("threshold", "recall", "precision", "fpr", "predicted_positives", "rate")
CONDITIONS = (*SHARES, "beta", "cost")
COLUMNS = ("hue", "units", "style", "clusters", "sample_weight")
# Help of options that is shorter than their docstrings.
WORDS = {"seed": "Random seed.", "level": "Confidence level, in (0, 1)."}
# Options not named after their arguments.
NAMES = {"style": ["--style-by"], "sample_weight": ["--weight", "--sample-weight"]}


def option(
    flags: str,
    metavar: str | None = None,
    text: str = "",
    cls: type[click.Option] = click.Option,
    shown: str | bool = False,
    **settings: Any,
) -> click.Option:
    """Return an option; spaces separate its flags and the name of its argument."""
    shown = shown or "default" in settings
    return cls(flags.split(), metavar=metavar, help=text, show_default=shown, **settings)


def like(example: str) -> Callable[[Callable[[str], Any]], Callable[[str], Any]]:
    """Return a decorator for readers of text, whose errors then show an example."""

    def decorate(read: Callable[[str], Any]) -> Callable[[str], Any]:
        @wraps(read)
        def convert(text: str) -> Any:
            try:
                return read(text)
            except ValueError:
                raise click.BadParameter(f"{text!r} must be like {example}") from None

        return convert

    return decorate


def words(text: str) -> list[str]:
    """Return the parts between commas."""
    return [part.strip() for part in text.split(",")]


@like("0.2,0.5")
def numbers(text: str) -> list[float]:
    """Return the numbers between commas."""
    return [float(part) for part in text.split(",")]


@like("1:20, the costs of a false positive and of a false negative")
def pair(text: str) -> tuple[float, ...]:
    """Return the numbers beside a colon."""
    of_fp, of_fn = text.split(":")
    return float(of_fp), float(of_fn)


@like("0.2,0.5 or recall=0.8")
def points(text: str) -> dict[str, list[Any]]:
    """Return thresholds, or conditions on them, as lists by condition; cost=1:20 is a pair."""
    found: dict[str, list[Any]] = {}
    for part in words(text):
        key, _, value = part.rpartition("=")
        held = pair(value) if ":" in value else float(value)
        found.setdefault(key or "threshold", []).append(held)
    return found


@like("sd, ci or ci:90")
def interval(text: str) -> Any:
    """Return the kind of an interval, or its kind and size."""
    kind, sign, size = text.partition(":")
    return (kind, float(size)) if sign else kind


# Readers of arguments that are neither columns, flags nor choices; {} stands for choices.
READ: dict[str, tuple[Any, str]] = {
    "pos_label": (str, "LABEL"),
    "color": (str, "COLOR"),
    "seed": (int, "N"),
    "n_boot": (click.IntRange(min=1), "N"),
    "cost": (pair, "FP:FN"),
    "spaces": (words, "{},..."),
    "errorbar": (interval, "{}[:SIZE]"),
    **dict.fromkeys(("palette", "metric", "baseline"), (str, "NAME")),
    **dict.fromkeys(("beta", "level"), (float, "F")),
    **dict.fromkeys((*SHARES, "levels", "prevalence"), (numbers, "F,F")),
    **dict.fromkeys(("score", "metrics"), (words, "NAME,NAME")),
    **dict.fromkeys(("thresholds", "mark"), (points, "T,T|NAME=VALUE")),
}


@cache
def declared(function: str) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
    """Return the docstring, descriptions and defaults of a public function.

    They are read from its source: loading it takes ten times as long as printing help.
    """
    from prplot.core import signatures

    module = Path(prplot.__path__[0], *prplot._LATER[function].split(".")[1:])
    return signatures.declared(module.with_suffix(".py").read_text(encoding="utf-8"), function)


def options_of(function: str, words_of: str | None = None) -> list[click.Option]:
    """Return an option for each argument of a public function that a shell can express.

    Conditions may be described as in another function.
    """
    _, known, defaults = declared(function)
    if words_of is not None:
        known = {**known, **{name: declared(words_of)[1][name] for name in CONDITIONS}}
    return [
        click.Option(
            [*_flags(name, said), name],
            help=WORDS.get(name) or _first_sentence(" ".join(said.lines)),
            default=_shown(name, defaults[name]),
            show_default=True,
            **settings,
        )
        for name, said in known.items()
        if (settings := _settings(name, said))
    ]


def _flags(name: str, said: Any) -> list[str]:
    flag = name.replace("_", "-")
    plain = f"--{flag}/--no-{flag}" if _is_flag(name, said) else f"--{flag}"
    return NAMES.get(name, [plain])


def _is_flag(name: str, said: Any) -> bool:
    return name.startswith("show_") or said.type.startswith("bool,")


def _shown(name: str, default: Any) -> Any:
    """Return the default of an argument as its option has it."""
    if name == "seed":
        # The same command draws the same figure.
        return 0
    if isinstance(default, bool) or name.startswith("show_"):
        return default is True or None
    return ",".join(default) if isinstance(default, tuple) else default


def _settings(name: str, said: Any) -> dict[str, Any]:
    """Return the settings of an option; none if no shell can express the argument."""
    if name in COLUMNS:
        return {"metavar": "COL"}
    if _is_flag(name, said):
        return {"is_flag": True}
    # The type of legends leaves the words that they may be to the description.
    type_ = " ".join(said.lines) if name == "legend" else said.type
    chosen = list(dict.fromkeys(re.findall(r'"(.+?)"', type_)))
    may_be_none = "None" in said.type or "bool" in said.type
    none = False if "bool" in said.type else None
    if name in READ:
        read, metavar = READ[name]
        shown = metavar.format("|".join(chosen)) + "|none" * may_be_none
        return {"metavar": shown, **(none_as(none, read) if may_be_none else {"type": read})}
    if name == "legend" or type_.startswith("{"):
        choices = click.Choice([*chosen, *["none"] * may_be_none])
        return {"type": choices, **(none_as(none) if may_be_none else {})}
    return {}


def none_as(other: Any, read: Callable[[str], Any] = str) -> dict[str, Any]:
    """Return the settings of an option whose value none stands for something else."""

    def convert(ctx: Any, param: Any, value: str | None) -> Any:
        return other if value in ("none", "None") else value and read(value)

    return {"callback": convert}


def _first_sentence(text: str) -> str:
    """Return the first sentence of a description, in the words of a shell."""
    plain = " ".join(text.split()).replace("`", "")
    first = re.split(r'(?<=\.) (?=[A-Z"])', plain)[0]
    return first.replace(", or an array with one value per row,", "")


def given_to(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that were typed, and the seed of a band."""
    source = click.get_current_context().get_parameter_source
    default = ParameterSource.DEFAULT
    given = {name: value for name, value in arguments.items() if source(name) is not default}
    if "seed" in arguments and ("errorbar" in given or "errorbar" not in arguments):
        given["seed"] = arguments["seed"]
    return given
