"""Options that commands share, and the types of their values."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from prplot.cli.complaints import complaining
from prplot.cli.loading import DataFile

# Inches of each unit of length; the pt is that of TeX.
UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72.27}
STDIN = "-"


class Value(click.ParamType):  # type: ignore[type-arg]  # of newer versions of click only
    """A type of values."""


class Length(Value):
    """A length such as 3.25in, 8.25cm, 82mm or 234pt, in inches."""

    name = "length"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return inches."""
        found = re.fullmatch(r"(\d+\.?\d*|\.\d+)(in|cm|mm|pt)", value)
        if not found or not float(found[1]):
            self.fail(f"{value!r} is no length; write 3.25in, 8.25cm, 82mm or 234pt", param, ctx)
        return float(found[1]) * UNITS[found[2]]


class Input(Value):
    """A FILE: a path, NAME=FILE, or - for standard input."""

    name = "file"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a `DataFile`; read a pipe to its end."""
        if isinstance(value, DataFile):
            return value
        name, sign, rest = value.partition("=")
        is_named = bool(sign) and not Path(value).exists() and value != STDIN
        text = rest if is_named else value
        if text == STDIN:
            pipe = b"" if _completes(ctx) else sys.stdin.buffer.read()
            return DataFile(_readable(name) if is_named else "stdin", Path("stdin"), "stdin", pipe)
        path = Path(text)
        if path.is_dir():
            self.fail(f"{text!r} is a directory; name files", param, ctx)
        if not path.exists():
            self.fail(f"{text!r} does not exist", param, ctx)
        contents = path.read_bytes() if _is_pipe(path) and not _completes(ctx) else None
        name = name if is_named else stem_of(path)
        return DataFile(_readable(name), path, text, contents)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """Complete the names of files."""
        return [CompletionItem(incomplete, type="file")]


class Separator(Value):
    """A character, or the word auto or tab."""

    name = "separator"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the character; None for auto."""
        character = {"tab": "\t", "\\t": "\t", "auto": None}.get(value, value)
        if character is not None and len(character) != 1:
            self.fail(f"{value!r} is no single character, nor auto or tab", param, ctx)
        return character


class Description(Value):
    """A description of a figure, or auto or none."""

    name = "description"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the text, auto among them; None for none."""
        if not value.strip():
            self.fail("it is blank; write --alt none", param, ctx)
        return None if value == "none" else value


class Parts(Value):
    """Values between commas, each read by a function; the word none is something of its own."""

    name = "list"

    def __init__(self, read: Callable[[str], Any] = str, none: Any = None) -> None:
        self.read, self.none = read, none

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a list, or what none is."""
        if value == "none":
            return self.none
        try:
            return [self.read(part.strip()) for part in value.split(",")]
        except ValueError:
            self.fail(f"{value!r} is no list of numbers such as 0.2,0.5", param, ctx)


class MarkedPoints(Value):
    """Thresholds, as 0.2,0.5, or what they fulfil, as recall=0.8,precision=0.9 or cost=1:20."""

    name = "points"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a dict of lists by condition; False for none."""
        if value == "none":
            return False
        found: dict[str, list[Any]] = {}
        try:
            for part in value.split(","):
                key, _, text = part.strip().rpartition("=")
                numbers = tuple(float(one) for one in text.split(":"))
                found.setdefault(key or "threshold", []).append(
                    numbers if len(numbers) > 1 else numbers[0]
                )
        except ValueError:
            self.fail(f"{value!r} must be like 0.2,0.5 or recall=0.8 or none", param, ctx)
        return {key: held[0] if len(held) == 1 else held for key, held in found.items()}


class ErrorBar(Value):
    """The name of an interval, alone or with its size: ci or ci:90."""

    name = "interval"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the name, or a pair."""
        name, sign, size = re.sub(",", ":", value).partition(":")
        try:
            return (name, float(size)) if sign else name
        except ValueError:
            self.fail(f"{value!r} must be like sd, ci or ci:90", param, ctx)


def _readable(text: str) -> str:
    """Return a word of the command line as UTF-8, which neither it nor the locale need be."""
    return os.fsencode(text).decode("utf-8", "replace")


def _is_pipe(path: Path) -> bool:
    """Return whether a path, such as /dev/stdin or that of <(...), may be read only once."""
    return not path.is_file() or path.absolute().is_relative_to("/dev")


def _completes(ctx: click.Context | None) -> bool:
    """Return whether a shell completes words, so that nothing may be read."""
    return ctx is not None and ctx.resilient_parsing


def stem_of(path: Path) -> str:
    """Return the name of a file without its suffix and that of its compression."""
    name = path.name
    for ending in (".gz", ".zst"):
        name = name.removesuffix(ending)
    return Path(name).stem


def complete_columns(ctx: click.Context, param: Any, incomplete: str) -> list[CompletionItem]:
    """Return the columns of the first FILE that begin with what was typed."""
    from prplot.inputs.files import names_in

    sources = ctx.params.get("files") or ()
    if not sources or sources[0].contents is not None:
        return []
    try:
        with complaining():
            names = names_in(sources[0].path)
    except click.ClickException:
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _column(*names: str, text: str, **settings: Any) -> Any:
    return click.option(
        *names, metavar="COL", help=text, shell_complete=complete_columns, **settings
    )


def _switch(name: str, text: str) -> Any:
    return click.option(f"--{name}/--no-{name}", default=None, help=text)


FILES = click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Input())

COLUMNS = [
    _column("-t", "--y-true", text="The labels; guessed by name or values."),
    _column(
        "-s",
        "--y-score",
        text="The scores of one model; several times, or a,b. By default all floats.",
        multiple=True,
    ),
    _column("--weight", "--sample-weight", "sample_weight", text="The weights."),
    _column("--hue", text="Groups with a curve each."),
    _column("--units", text="Folds, which are averaged."),
    click.option("--pos-label", metavar="LABEL", help="The positive label, such as 1 or yes."),
    click.option(
        "--missing",
        type=click.Choice(["raise", "drop"]),
        default="raise",
        show_default=True,
        help="Refuse rows that lack a value, or leave them out.",
    ),
]

READING = [
    click.option(
        "--input-format",
        type=click.Choice(["csv", "tsv", "parquet", "feather", "jsonl", "json"]),
        help="The kind of the files, if their names don't tell.",
    ),
    click.option(
        "--sep",
        type=Separator(),
        default="auto",
        show_default=True,
        metavar="CHAR",
        help="What separates columns: a character, or tab.",
    ),
    click.option("--no-header", is_flag=True, help="The columns have no names; they are 1, 2, ..."),
    click.option("--encoding", default="utf-8", metavar="NAME", help="Such as utf-16."),
    click.option("--decimal", default=".", metavar="CHAR", help="The decimal sign."),
    click.option("--exact", is_flag=True, help="Read large files whole, in place of a scan."),
    click.option("--tolerance", type=float, metavar="T", help="Scan, with areas this certain."),
]

# The options of figures and tables by the argument that each gives.
BY_ARGUMENT = {
    "style": _column("--style-by", "style", text="Groups with a line style each."),
    "clusters": _column("--clusters", text="What rows that depend on each other share."),
    "show_min": _switch("show-min", "What no ranking can reach."),
    "show_chance": _switch("show-chance", "Random guessing."),
    "show_baseline": _switch("show-baseline", "Predicting everything as positive."),
    "show_isometrics": _switch("show-isometrics", "Lines of one F score (or gain, or cost)."),
    "show_hull": _switch("show-hull", "The achievable curve."),
    "show_calibration": _switch("show-calibration", "Calibrated scores on the hull."),
    "show_points": _switch("show-points", "The points of the data."),
    "show_rate": _switch("show-rate", "The share that is predicted positive."),
    "thresholds": click.option(
        "--thresholds",
        type=MarkedPoints(),
        metavar="T,T",
        help="Points to mark: 0.2,0.5 or recall=0.8.",
    ),
    "mark": click.option(
        "--mark",
        type=MarkedPoints(),
        metavar="T,T",
        help="Thresholds to mark: 0.2, recall=0.8 or none.",
    ),
    "metrics": click.option("--metrics", type=Parts(), metavar="NAME,NAME", help="What to draw."),
    "x": click.option("--x", type=click.Choice(["threshold", "rate"]), help="Along the x axis."),
    "spaces": click.option("--spaces", type=Parts(), metavar="NAME,NAME", help="Such as roc,pr."),
    "prevalence": click.option(
        "--prevalence", type=Parts(float), metavar="P,P", help="Move curves to these prevalences."
    ),
    "interpolation": click.option(
        "--interpolation", metavar="NAME", help="exact, or linear or step for comparison."
    ),
    "beta": click.option("--beta", type=float, metavar="B", help="The weight of recall in F."),
    "levels": click.option("--levels", type=Parts(float), metavar="F,F", help="Of isometrics."),
    "estimator": click.option("--estimator", metavar="NAME", help="How folds are averaged."),
    "average": click.option("--average", metavar="NAME", help="Of classes: macro or micro."),
    "errorbar": click.option(
        "--errorbar", type=ErrorBar(), metavar="NAME", help="Such as sd of folds, ci or ci:90."
    ),
    "n_boot": click.option(
        "--n-boot", type=click.IntRange(min=1), metavar="N", help="Draws of the bootstrap.  [2000]"
    ),
    "seed": click.option("--seed", type=int, metavar="N", help="Of the bootstrap.  [0]"),
    "score": click.option(
        "--score", type=Parts(), metavar="NAME,NAME", help="Areas to name, such as aucpr, or none."
    ),
    "color": click.option("--color", metavar="COLOR", help="A colour, or threshold."),
    "palette": click.option("--palette", metavar="NAME", help="The colours of the curves."),
    "legend": click.option(
        "--legend", type=click.Choice(["auto", "direct", "outside", "none"]), help="Its place."
    ),
}
# What the word none means to an argument.
NONE = {"legend": False, "estimator": None}

LOOK = [
    click.option(
        "--style",
        "styles",
        multiple=True,
        metavar="NAME",
        help="A style such as paper, or the path of one; several times.",
    ),
    click.option("--width", type=Length(), metavar="LENGTH", help="Such as 3.25in, 8.25cm, 234pt."),
    click.option("--height", type=Length(), metavar="LENGTH", help="By default in proportion."),
    click.option("--dpi", type=click.FloatRange(min=1), metavar="N", help="Of pixels."),
    click.option("--title", metavar="TEXT", help="Above the figure."),
    click.option(
        "--alt",
        type=Description(),
        default="auto",
        metavar="TEXT",
        show_default=True,
        help="A description for those who don't see the figure; auto writes one, none leaves it"
        " out.",
    ),
]


def with_options(options: Iterable[Any]) -> Callable[[Any], Any]:
    """Return a decorator that gives a command some options, in order."""

    def decorate(function: Any) -> Any:
        for option in reversed(list(options)):
            function = option(function)
        return function

    return decorate


def of_function(given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a function: the options that were given, none where it is meant."""
    ctx = click.get_current_context()
    chosen = {key: value for key, value in given.items() if _is_given(ctx, key)}
    for key, none in NONE.items():
        if chosen.get(key) == "none":
            chosen[key] = none
    if "errorbar" in chosen and "seed" in given:
        # The same command draws the same figure.
        chosen.setdefault("seed", 0)
    if isinstance(chosen.get("thresholds"), dict) and set(chosen["thresholds"]) == {"threshold"}:
        held = chosen["thresholds"]["threshold"]
        chosen["thresholds"] = held if isinstance(held, list) else [held]
    return chosen


def _is_given(ctx: click.Context, key: str) -> bool:
    source = ctx.get_parameter_source(key)
    return source is not None and source.name != "DEFAULT"
