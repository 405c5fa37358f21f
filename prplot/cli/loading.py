"""The files of a command: tables of any format, read as the arguments of a function."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

import click

from prplot.cli.shell import COLUMNS, STDOUT, complaining, option, tell, words

# Names, in lower case, of columns that hold labels and scores.
LABELS = ("y_true", "y", "label", "labels", "target", "class", "truth", "actual")
SCORES = ("y_score", "s", "y_prob", "y_proba", "score", "scores", "prob", "proba", "probability")
# Names of columns that group or weigh rows, and the options that use them.
GROUPS = {
    **dict.fromkeys(("model", "method", "classifier", "split", "dataset", "site"), "--hue"),
    **dict.fromkeys(("fold", "folds", "repeat", "seed"), "--units"),
    **dict.fromkeys(("patient", "subject", "cluster", "group"), "--clusters"),
    **dict.fromkeys(("sample_weight", "weight", "weights"), "--weight"),
}
# Where a join says which file has a row.
JOINED = "\0joined"
# The columns of a table by argument; those of y_score are several.
Roles = dict[str, Any]


class DataFile(NamedTuple):
    """A FILE: the name of its curve, its path, and its name in messages."""

    name: str
    path: Path
    text: str


class Input(click.Path):
    """A FILE: a path, NAME=FILE, or - for standard input."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a `DataFile`."""
        name, sign, rest = value.partition("=")
        is_named = bool(sign) and not Path(value).exists()
        text = rest if is_named else value
        path = Path(os.fsdecode(super().convert(text, param, ctx)))
        shown = "stdin" if text == STDOUT else text
        if not is_named:
            # Without its ending and that of its compression.
            whole = path.stem if path.suffix in COMPRESSED else path.name
            name = "stdin" if text == STDOUT else Path(whole).stem
        # A word of the command line need not be text in the locale, nor in any other way.
        return DataFile(os.fsencode(name).decode("utf-8", "replace"), path, shown)


def separator(text: str) -> str | None:
    """Return what separates columns, or None for auto."""
    return {"tab": "\t", "auto": None}.get(text, text)


A_FILE = Input(exists=True, dir_okay=False, allow_dash=True)
FILES = click.Argument(["files"], metavar="FILE...", nargs=-1, required=True, type=A_FILE)
OF_SCORES = "Scores of a model; repeatable, or as a,b. By default y_score, or all float columns."
LABELS_AND_SCORES = [
    option("-t --y-true", "COL", "Labels; by default y_true, label, target or the like."),
    option("-s --y-score", "COL", OF_SCORES, multiple=True),
    option("--labels", "FILE", "A file with the labels.", type=A_FILE),
    option("--on", "COL", "The column of ids that joins rows of --labels to those of a FILE."),
]
READING = [
    option("--part", "NAME", "The sheet of a workbook, or the file in an archive."),
    option("--sep separator", "CHAR", "Column separator, or tab.", type=separator, default="auto"),
    option("--header/--no-header", None, "Whether the first line names the columns.", default=True),
    option("--encoding", "NAME", "Text encoding.", default="utf-8"),
    option("--decimal", "CHAR", "Decimal mark.", default="."),
    option("--na", "TEXT", "A marker of missing values, such as ?; repeatable.", multiple=True),
]


def arguments(files: Sequence[DataFile], given: dict[str, Any]) -> dict[str, Any]:
    """Read files; return the arguments of a function of the library.

    Parameters
    ----------
    files : sequence of DataFile
        At least one. Several become the groups of `hue`.
    given : dict
        The options of a command; those that say how files are read are taken out.

    Returns
    -------
    dict
        Of y_true, y_score, data and the columns of weights and groups.

    Raises
    ------
    click.ClickException
        A file that can't be read or used; the message begins with its name.
    click.UsageError
        Options that don't go together.
    """
    asked = {key: given.pop(key, None) for key in ("y_true", "y_score", *COLUMNS)}
    label, missing = given.pop("pos_label"), given.pop("missing")
    labels, on = given.pop("labels"), given.pop("on")
    how = {str(one.name): given.pop(str(one.name)) for one in READING}
    names = [one.name for one in files]
    if twice := [name for name in names if names.count(name) > 1]:
        raise click.UsageError(f"two FILEs are called {twice[0]!r}; name them by NAME=FILE")
    if len(files) > 1 and asked["hue"]:
        raise click.UsageError("--hue goes with one FILE; of several each has a colour")
    if (labels is None) != (on is None):
        raise click.UsageError("--labels FILE goes with --on COL, the ids that both files have")
    truth = None if labels is None else _truth(labels, on, asked, how)
    reads, notes = [], []
    for one in files:
        with complaining(one.text):
            table = _read(one, how)
            if truth is not None:
                are_paired = "baseline" in given
                table = _labelled(table, truth, on, asked, missing, are_paired=are_paired)
            roles, note = columns_in(table, asked)
            table = table[_used(roles)]
            if classes := _classes(table[roles["y_true"]], roles["y_score"]):
                table = table.rename(columns=classes)
                roles["y_score"] = [classes[column] for column in roles["y_score"]]
            reads.append((table, roles))
            notes.append(note)
    tell(*dict.fromkeys(filter(None, notes)))
    found = _joined(files, reads) if len(files) > 1 else _alone(*reads[0])
    if label is not None:
        found["pos_label"] = _label_like(label, found["data"][found["y_true"]])
    return {**found, "missing": missing}


def _read(file: DataFile, how: Mapping[str, Any]) -> Any:
    """Read a file, or standard input."""
    contents = sys.stdin.buffer.read() if file.path == Path(STDOUT) else None
    return read_table(file.path, contents, **how)


def _truth(file: DataFile, on: str, asked: dict[str, Any], how: Mapping[str, Any]) -> Any:
    """Read the file of labels, whose column is then asked for."""
    from prplot.inputs.frames import check_known

    with complaining(file.text):
        table = _read(file, how)
        check_known([on, *filter(None, [asked["y_true"]])], list(table), "table")
        if not asked["y_true"]:
            asked["y_true"] = _labels_in(list(table), [on])
            tell(f"y_true = {asked['y_true']} of {file.text}; use -t to choose")
        _check_ids(table, [on])
    return table


def _check_ids(table: Any, columns: Sequence[str], hint: str = "") -> None:
    """Refuse ids that are missing or on several rows of a group; ids and groups are columns."""
    ids = table[columns[0]]
    if wrong := ids[ids.isna() | table.duplicated(columns)].tolist():
        what = "missing ids, or ids on several rows"
        raise ValueError(f"column {columns[0]!r} has {what}, such as {wrong[0]!r}{hint}")


def _labelled(
    table: Any,
    truth: Any,
    on: str,
    asked: Mapping[str, Any],
    missing: str,
    *,
    are_paired: bool,
) -> Any:
    """Return a table with the columns of that of labels, in the order of ids.

    If models are paired, row by row, all must have the same ids.
    """
    from prplot.inputs.frames import check_known

    check_known([on], list(table), "table")
    table = table.drop(columns=asked["y_true"], errors="ignore")
    held = truth[[name for name in truth if name == on or name not in table]]
    if held[on].dtype.kind != table[on].dtype.kind:
        kinds = f"{held[on].dtype} beside the labels and {table[on].dtype} beside the scores"
        raise ValueError(f"column {on!r} must hold ids of one type, found {kinds}")
    joined = table.merge(held, "outer", on, indicator=JOINED)
    is_alone = joined[JOINED] != "both"
    alone = joined[on][is_alone].tolist()
    if alone and missing == "raise":
        raise ValueError(
            f"column {on!r} has ids in one of the files only, such as {alone[0]!r} (--missing drop "
            "leaves them out)"
        )
    groups = [asked[key] for key in ("hue", "units") if asked[key]]
    check_known(groups, list(joined), "table")
    _check_ids(joined, [on, *groups], "; --hue or --units may tell them apart")
    counts = joined[on][~is_alone].value_counts()
    if are_paired and counts.nunique() > 1:
        odd = counts.index.tolist()[-1]
        raise ValueError(f"column {on!r} has ids of some models only, such as {odd!r}")
    return joined.drop(columns=[JOINED] if on in asked.values() else [JOINED, on])


def columns_in(table: Any, asked: Mapping[str, Any]) -> tuple[Roles, str]:
    """Return the columns that were asked for, or have obvious names, and what to say about these.

    Said, too, is what groups or weighs rows and is not used.

    Raises
    ------
    ValueError
        An unknown column; no column, or several, with a name of labels; no column of scores.
    """
    from prplot.inputs.frames import check_known

    known, note = list(table.columns), {}
    roles = {key: name for key, name in asked.items() if name}
    if "y_score" in roles:
        # A column may have a comma in its name.
        parts = ([one] if one in known else words(one) for one in roles["y_score"])
        roles["y_score"] = list(chain.from_iterable(parts))
    check_known(_used(roles), known, "table")
    if "y_true" not in roles:
        roles["y_true"] = note["y_true"] = _labels_in(known, _used(roles))
    if "y_score" not in roles:
        roles["y_score"] = _scores_in(table, _used(roles))
        note["y_score"] = ", ".join(roles["y_score"])
    said = ", ".join(f"{argument} = {column}" for argument, column in note.items())
    unused = ", ".join(_unused(table, _used(roles)))
    notes = [f"{said}; use -t and -s to choose"] * bool(said)
    notes += [f"not used: {unused}"] * bool(unused)
    return roles, "; ".join(notes)


def _unused(table: Any, taken: Collection[str]) -> Iterator[str]:
    """Yield columns that group or weigh rows, texts too, each with the option that uses it."""
    for name in table.columns.difference(taken, sort=False):
        flag = GROUPS.get(name.lower())
        if flag is None and table[name].dtype.kind == "O":
            values = table[name].astype(str).nunique()
            flag = "--hue" if 1 < values <= len(table) / 2 else None
        if flag is not None:
            yield f"{name} ({flag} {quote(name)})"


def _used(roles: Roles) -> list[str]:
    """Return every column that is used, once: labels and scores first."""
    groups = [roles[key] for key in COLUMNS if key in roles]
    labels = [roles["y_true"]] if "y_true" in roles else []
    return list(dict.fromkeys([*labels, *roles.get("y_score", ()), *groups]))


def _labels_in(known: Sequence[str], taken: Collection[str]) -> str:
    """Return the one column with a name of labels."""
    free = [name for name in known if name not in taken]
    found = [name for name in free if name.lower() in LABELS]
    if len(found) == 1:
        return found[0]
    what = f"{' and '.join(found)} may each be" if found else f"no column is called {LABELS[0]}, as"
    raise ValueError(f"{what} the labels; use -t to choose one of {', '.join(free[:12])}")


def _scores_in(table: Any, taken: Collection[str]) -> list[str]:
    """Return the columns with names of scores, else all of floats but groups and weights."""
    free = [name for name in table if name not in taken]
    named = [name for name in free if name.lower() in SCORES]
    floats = [name for name in free if table[name].dtype.kind == "f"]
    found = named or [name for name in floats if name.lower() not in GROUPS]
    if not found:
        raise ValueError(
            "no column of floats is left for scores; use -s to choose one of "
            f"{', '.join(free[:12])} (--decimal and --na help to read texts as numbers)"
        )
    return found


def _classes(labels: Any, scores: Sequence[str]) -> dict[str, str]:
    """Return the labels of columns such as p_cat, p_dog and p_eel, by column; none for others."""
    names = labels.dropna().astype(str).unique() if len(scores) > 2 else []
    for column in scores if len(names) == len(scores) else []:
        before, _, after = column.partition(names[0])
        found = {f"{before}{name}{after}": name for name in names}
        if found.keys() == set(scores):
            return found
    return {}


def _alone(table: Any, roles: Roles) -> dict[str, Any]:
    """Return the arguments for one table, whose columns of scores name the curves."""
    scores = roles["y_score"]
    if len(scores) == 1:
        (score,) = scores
        scores = score if roles.keys() & {"hue", "units"} else {score: score}
    return {**roles, "y_score": scores, "data": table}


def _joined(files: Sequence[DataFile], reads: Sequence[tuple[Any, Roles]]) -> dict[str, Any]:
    """Return the arguments for several files, each a group of rows."""
    import pandas as pd

    first, parts = reads[0][1], []
    group = "file" if "file" not in _used(first) else "FILE"
    for one, (table, roles) in zip(files, reads, strict=True):
        is_alone = len(roles["y_score"]) == len(first["y_score"]) == 1
        if not is_alone and roles["y_score"] != first["y_score"]:
            raise click.ClickException(
                f"{one.text}: its columns of scores are {', '.join(roles['y_score'])}, but those"
                f" of {files[0].text} are {', '.join(first['y_score'])}; use -s to name one"
            )
        alike = dict(zip(_used(roles), _used(first), strict=False))
        parts.append(table.rename(columns=alike).assign(**{group: one.name}))
    found = _alone(pd.concat(parts, ignore_index=True), {**first, "hue": group})
    return {**found, "hue_order": [one.name for one in files]}


def _label_like(text: str, labels: Any) -> Any:
    """Return the label with this text, also 1.0 for 1; the text itself if there is none."""
    others = (one for one in labels.unique().tolist() if not isinstance(one, str))
    plain = text.removesuffix(".0").lower()
    same = (one for one in others if str(one).removesuffix(".0").lower() == plain)
    return next(same, text)


# Formats of files


def _from_zstd(data: bytes) -> bytes:
    from pyarrow import input_stream, py_buffer

    with input_stream(py_buffer(data), compression="zstd") as stream:
        return bytes(stream.read())


# What decompresses files, by their first bytes; and the suffixes of compressed files.
PACKED = {
    b"\x1f\x8b": gzip.decompress,
    b"BZh": bz2.decompress,
    b"\xfd7zXZ\0": lzma.decompress,
    b"\x28\xb5\x2f\xfd": _from_zstd,
}
COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
# The suffixes of others by their first bytes; workbooks and NPZ files are ZIP files.
STARTS = {
    b"PK\3\4": ".zip",
    b"PAR1": ".parquet",
    b"ARROW1": ".feather",
    b"[": ".json",
    b"{": ".jsonl",
}
# The functions of pandas that read tables.
READERS = {
    **dict.fromkeys((".parquet", ".pq"), "read_parquet"),
    **dict.fromkeys((".feather", ".arrow"), "read_feather"),
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "read_json"),
}
TEXTS = (".csv", ".tsv", ".txt")
MARKS = (",", "\t", ";", "|")
# The beginning of a text that the separator is looked for in, in bytes.
HEAD = 1 << 16


def read_table(
    path: Path, contents: bytes | None = None, *, part: str | None = None, **how: Any
) -> Any:
    """Read a table from a file.

    Parameters
    ----------
    path : Path
        Without a known suffix, the first bytes tell the format.
    contents : bytes, optional
        What was read already, from a pipe.
    part : str, optional
        The sheet of a workbook, by default the first; or the file in an archive of several.
    **how
        How texts are understood, as in `_text`.

    Returns
    -------
    pandas.DataFrame
        With texts as column names, and a named index as a column.

    Raises
    ------
    ValueError
        A file that can't be read, or of a kind whose reader is not installed; a text without a
        header, or in another encoding.
    """
    try:
        data = path.read_bytes() if contents is None else contents
        table = _table(data, path, part, how)
    except UnicodeError:
        encoding = how.get("encoding", "utf-8").upper()
        raise ValueError(
            f"it is no text in {encoding}, nor another known kind of file; name the right "
            "--encoding"
        ) from None
    except Exception as error:
        raise ValueError(f"it can't be read: {' '.join(str(error).split())}") from None
    if table.empty:
        raise ValueError("it is empty: it has no rows of data")
    table = table if table.index.names == [None] else table.reset_index()
    return table.set_axis([str(name).strip() for name in table.columns], axis=1)


def _table(data: bytes, path: Path, part: str | None, how: dict[str, Any]) -> Any:
    """Return the table in a file of a known kind, else in a text."""
    import pandas as pd

    for start, unpacked in PACKED.items():
        if data.startswith(start):
            return _table(unpacked(data), path.with_suffix(""), part, how)
    suffix = path.suffix.lower()
    if suffix not in (*READERS, *TEXTS):
        suffix = next((kind for start, kind in STARTS.items() if data.startswith(start)), "")
    if suffix == ".zip":
        return _zipped(data, part, how)
    if suffix not in READERS:
        return _text(data, **how)
    if READERS[suffix] == "read_json":
        # One object in all, or one on each line.
        is_lined = data.lstrip().startswith(b"{") and b"}" in data.strip().splitlines()[0]
        return pd.read_json(io.BytesIO(data), lines=is_lined and len(data.strip().splitlines()) > 1)
    return getattr(pd, READERS[suffix])(io.BytesIO(data))


def _zipped(data: bytes, part: str | None, how: dict[str, Any]) -> Any:
    """Return the table in a workbook, in an NPZ file, or in the named or only file of others."""
    import numpy as np
    import pandas as pd

    held = io.BytesIO(data)
    with zipfile.ZipFile(held) as archive:
        names = [one for one in archive.namelist() if not one.startswith("__MACOSX")]
        if "xl/workbook.xml" in names:
            return pd.read_excel(held, sheet_name=part or 0, na_values=list(how.get("na", ())))
        if all(one.endswith(".npy") for one in names):
            with np.load(held, allow_pickle=False) as arrays:
                return pd.DataFrame(dict(arrays))
        if part is None and len(names) > 1:
            raise ValueError(f"it has several files ({', '.join(names)}); name one by --part")
        name = part or names[0]
        return _table(archive.read(name), Path(name), None, how)


def _text(
    data: bytes,
    separator: str | None = None,
    header: bool = True,
    encoding: str = "utf-8",
    decimal: str = ".",
    na: Sequence[str] = (),
) -> Any:
    """Read a text, without the lines of comments (#) above its header; else columns are 1, 2..."""
    import pandas as pd

    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    lines = data[:HEAD].decode(encoding, "ignore").splitlines()
    skipped = next((k for k, line in enumerate(lines) if not line.startswith("#")), 0)
    # A name between quotation marks may contain what separates others.
    first = re.sub('"[^"]*"', "", lines[skipped]) if lines else ""
    found = max(MARKS, key=first.count)
    is_spaced = found not in first and " " in first.strip()
    table = pd.read_csv(
        io.BytesIO(data),
        sep=separator or (r"\s+" if is_spaced else found),
        header=0 if header else None,
        skiprows=skipped,
        na_values=list(na),
        encoding=encoding,
        decimal=decimal,
        skipinitialspace=True,
        low_memory=False,
    )
    if not header:
        return table.set_axis(range(1, table.shape[1] + 1), axis=1)
    if pd.to_numeric(pd.Series(list(table)), errors="coerce").notna().all():
        raise ValueError("its first line holds numbers, no names of columns; pass --no-header")
    return table
