"""The shell's side of commands: options made from arguments, messages, and outputs."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
    **settings: Any,
) -> click.Option:
    """Return an option; spaces separate its flags and the name of its argument."""
    shown = "default" in settings
    return click.Option(flags.split(), metavar=metavar, help=text, show_default=shown, **settings)


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


# Outputs

# Warnings for those who write code.
SILENT = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ResourceWarning)

STDOUT = "-"
WRITTEN = "Output file; its suffix sets the format; repeatable; - is standard output."
OUT = click.Path(dir_okay=False, allow_dash=True)
OUTPUT = option("-o --output", "OUT", WRITTEN, multiple=True, type=OUT)


def forms_of(
    outputs: Iterable[str], form: str | None, suffixes: Mapping[str, str], piped: str | None = None
) -> dict[str, str]:
    """Return the format of each output: that of its suffix, else the requested one.

    Parameters
    ----------
    outputs : iterable of str
        Paths, and "-" for standard output.
    form : str or None
        The format that the user named.
    suffixes : dict of suffix to format
    piped : str, optional
        The format on standard output if the user named none.
    """
    found = {}
    for text in outputs:
        own = suffixes.get(Path(text).suffix.lower().removeprefix(".")) or form
        chosen = form or piped if text == STDOUT else own
        if chosen is None:
            ends = f".{', .'.join(suffixes)}"
            raise click.UsageError(f"the output {text} needs --format, or must end in {ends}")
        found[text] = chosen
    return found


def check_outputs(outputs: Sequence[str], inputs: Iterable[Path]) -> None:
    """Raise a usage error for an output that is an input or has no folder."""
    for path in map(Path, outputs):
        if not path.absolute().parent.is_dir():
            raise click.UsageError(f"the folder {path.parent} of the output {path} does not exist")
        if path.exists() and any(one.exists() and path.samefile(one) for one in inputs):
            raise click.UsageError(f"the output {path} is also an input; name another")


def write(outputs: Mapping[str, bytes]) -> None:
    """Write files or, by the name -, to standard output; say so on standard error."""
    for text, data in outputs.items():
        with click.open_file(text, "wb", lazy=True) as stream:
            stream.write(data)
    tell(*(f"wrote {text}" for text in outputs if text != STDOUT))


# Errors, warnings and guesses, one per line


def tell(*sentences: str) -> None:
    """Write sentences to standard error, one per line."""
    for sentence in sentences:
        click.echo(" ".join(sentence.split()), err=True)


@contextmanager
def complaining(name: str) -> Iterator[None]:
    """Turn the library's messages about a file's data into lines; exit with 1 after an error.

    Parameters
    ----------
    name : str
        The name of the data in messages.
    """
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            yield
        except (ImportError, OSError, RuntimeError, TypeError, ValueError) as error:
            raise click.ClickException(f"{name}: {in_options(str(error))}") from error
        finally:
            told = (one.message for one in given if not issubclass(one.category, SILENT))
            tell(*dict.fromkeys(f"Warning: {name}: {in_options(str(one))}" for one in told))


def in_options(message: str) -> str:
    """Return a message, in a line, with the options of the command instead of arguments."""
    command = click.get_current_context().command
    options = {str(one.name): one.opts[0] for one in command.params}
    arguments = rf"\b({'|'.join(options)})="
    return " ".join(re.sub(arguments, lambda one: f"{options[one[1]]} ", message).split())


# Tables


def _as_markdown(table: Any, digits: int) -> str:
    """Return a Markdown table with numbers aligned right."""

    def row(cells: list[str]) -> str:
        return f"| {' | '.join(cells)} |"

    texts = table.map(lambda value: f"{value:.{digits}f}" if isinstance(value, float) else value)
    head = ["", *(str(name) for name in table.columns)]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    lines += [[str(one) for one in cells] for cells in texts.itertuples()]
    return "\n".join(row([cell.replace("|", "\\|") for cell in cells]) for cells in lines)


def _as_latex(table: Any, digits: int) -> str:
    return str(table.rename_axis(None).to_latex(float_format=f"%.{digits}f", escape=True))


def _as_json(table: Any, digits: int) -> str:
    """Return a list of objects, one for each curve; numbers have all digits, NaN is null."""
    named = table.astype(object).where(table.notna(), None).rename_axis(_head(table)).reset_index()
    return json.dumps(named.to_dict("records"), indent=2)


def _head(table: Any) -> str:
    """Return what the names of rows are called."""
    return str(table.index.name or "curve")


# The formats of a table, as functions of it and the number of digits.
FORMS: dict[str, Callable[[Any, int], str]] = {
    "text": lambda table, digits: str(
        table.rename_axis(None).to_string(float_format=f"{{:.{digits}f}}".format)
    ),
    "markdown": _as_markdown,
    "csv": lambda table, digits: str(table.to_csv(index_label=_head(table))),
    "json": _as_json,
    "latex": _as_latex,
}
# And by the suffixes of files.
SUFFIXES = {"txt": "text", "csv": "csv", "md": "markdown", "json": "json", "tex": "latex"}


def as_texts(table: Any, forms: Mapping[str, str], digits: int) -> dict[str, bytes]:
    """Return a table as the contents of files, by path."""
    held = {text: FORMS[form](table, digits).rstrip() for text, form in forms.items()}
    return {text: f"{one}\n".encode() for text, one in held.items()}
