"""Files of predictions: a column of labels, columns of scores, and optionally of weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import NDArray

from prplot.inputs.frames import columns_held, columns_of

SEPARATORS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
PARQUET = (".parquet", ".pq")


class Predictions(NamedTuple):
    """Labels, scores and weights.

    Attributes
    ----------
    y_true : ndarray, shape (n,)
    y_score : dict of name to ndarray, shape (n,)
    sample_weight : ndarray, shape (n,), or None
    """

    y_true: NDArray[Any]
    y_score: dict[str, NDArray[Any]]
    sample_weight: NDArray[Any] | None


def reading_hint(path: Any) -> str:
    """Return how a file is read, as the end of an error."""
    read = "read_parquet" if Path(path).suffix in PARQUET else "read_csv"
    return f"read it first, as data=pandas.{read}({str(path)!r}), or pass it to prp.scan"


def refuse_text(*given: Any) -> None:
    """Raise a TypeError if an argument is a text, which names a column, without a table."""
    for text in given:
        if isinstance(text, str) and Path(text).suffix in (*SEPARATORS, *PARQUET):
            raise TypeError(f"{text!r} is a file; {reading_hint(text)}")
        if isinstance(text, str):
            raise TypeError(
                f"{text!r} names a column, but data is missing; pass data=table, or arrays"
            )


def read_predictions(
    path: Path,
    y_true: str | None = None,
    y_score: Sequence[str] = (),
    sample_weight: str | None = None,
    missing: str = "raise",
) -> Predictions:
    """Read labels and scores from a file.

    Parameters
    ----------
    path : Path
        Comma-separated (.csv), tab-separated (.tsv, .txt) or Parquet (.parquet, .pq), with a
        header.
    y_true : str, optional
        The column of labels; by default the first.
    y_score : sequence of str, optional
        The columns of scores; by default all other columns of numbers.
    sample_weight : str, optional
        The column of weights.
    missing : {"raise", "drop"}, default "raise"
        Whether missing values are refused, or left to be dropped by whoever gets the columns.

    Returns
    -------
    Predictions

    Raises
    ------
    ValueError
        An unknown kind of file, an unknown column, no column of scores, missing values.
    """
    table = _read(path)
    if table.columns.empty:
        raise ValueError(f"{path.name} has no columns")
    labels = table.columns[0] if y_true is None else y_true
    taken = {labels, sample_weight}
    numbers = table.select_dtypes("number").columns
    scores = list(y_score) or [name for name in numbers if name not in taken]
    if not scores:
        raise ValueError(f"{path.name} has no column of scores beside {labels!r}")
    weights = [] if sample_weight is None else [sample_weight]
    names, wanted = [labels, *scores, *weights], "each row needs one (--missing drop leaves it out)"
    gaps = columns_held(table, names) if missing == "drop" else None
    columns = columns_of(table, names, wanted=wanted) if gaps is None else gaps
    return Predictions(
        columns[labels],
        {name: columns[name] for name in scores},
        None if sample_weight is None else columns[sample_weight],
    )


def _read(path: Path) -> Any:
    import pandas as pd

    kind = path.suffix.lower()
    if kind not in (*SEPARATORS, *PARQUET):
        known = ", ".join([*SEPARATORS, *PARQUET])
        raise ValueError(f"{path.name} is of no known kind; a file must end in {known}")
    # Without the folders before it pandas takes "file:a.csv" for an address.
    path = path.absolute()
    try:
        if kind in PARQUET:
            return pd.read_parquet(path)
        return pd.read_csv(path, sep=SEPARATORS[kind])
    except ImportError:
        raise ImportError(f"{path.name} needs the package pyarrow to be read") from None
    except ValueError as error:
        raise ValueError(f"{path.name} can't be read: {' '.join(str(error).split())}") from None
