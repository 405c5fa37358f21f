"""Tables as text: the formats that a summary is printed in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

# The formats by the suffixes of files.
SUFFIXES = {"txt": "text", "csv": "csv", "md": "markdown", "json": "json", "tex": "latex"}


def _as_markdown(table: Any, digits: int) -> str:
    """Return a table whose numbers stand on the right."""

    def row(cells: list[str]) -> str:
        return f"| {' | '.join(cells)} |"

    texts = table.map(lambda value: f"{value:.{digits}f}" if isinstance(value, float) else value)
    head = ["", *(str(name) for name in table.columns)]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    lines += [[str(one) for one in cells] for cells in texts.itertuples()]
    return "\n".join(row([cell.replace("|", "\\|") for cell in cells]) for cells in lines)


def _as_json(table: Any, digits: int) -> str:
    """Return a list of objects, one for each curve; numbers have all digits, NaN is null."""
    named = table.astype(object).where(table.notna(), None).rename_axis("curve").reset_index()
    return json.dumps(named.to_dict("records"), indent=2)


# The formats of a table, as functions of it and the number of digits.
FORMS: dict[str, Callable[[Any, int], str]] = {
    "text": lambda table, digits: str(table.to_string(float_format=f"{{:.{digits}f}}".format)),
    "markdown": _as_markdown,
    "csv": lambda table, digits: str(table.to_csv(index_label="curve")),
    "json": _as_json,
    "latex": lambda table, digits: table.to_latex(float_format=f"%.{digits}f", escape=True),
}
