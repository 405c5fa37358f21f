"""Long lists of parameters on API pages, in groups, below links to these."""

import re
from typing import Any

MANY = 15  # from this number of entries on
GROUPS = {
    "data": "y_true y_score data pos_label classes sample_weight missing name",
    "groups and folds": "hue hue_order units clusters estimator average col row col_wrap col_order"
    " row_order",
    "what is drawn": "kind spaces metrics mark x interpolation prevalence thresholds beta levels"
    " score",
    "uncertainty": "errorbar n_boot seed",
    "layers": "show_points show_min show_chance show_baseline show_isometrics show_hull"
    " show_calibration show_rate",
    "appearance": "",  # all others
}
GROUP_OF = {name: group for group, names in GROUPS.items() for name in names.split()}
ENTRY = re.compile(r"    \*\*(\w+)")


def entries_of(lines: list[str]) -> list[list[str]]:
    """Return the lines of each entry of a field."""
    starts = [at for at, line in enumerate(lines) if ENTRY.match(line)]
    return [lines[a:b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]


def grouped(name: str, entries: list[list[str]]) -> list[str]:
    """Return one field for each group of entries, after links to them."""
    parts: dict[str, list[str]] = {group: [] for group in GROUPS}
    for entry in entries:
        match = ENTRY.match(entry[0])
        assert match is not None
        parts[GROUP_OF.get(match[1], "appearance")] += entry
    found = [group for group in GROUPS if parts[group]]
    links = " · ".join(f"`{group} <{name} {group}_>`__" for group in found)
    lines = [f"Parameters: {links}", ""]
    for group in found:
        lines += [f":Parameters, {group}:", "", f"    .. _{name} {group}:", "", *parts[group], ""]
    return lines


def group(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Group the parameters of a docstring that numpydoc has written anew, if they are many."""
    if ":Parameters:" not in lines:
        return
    start = lines.index(":Parameters:")
    rest = range(start + 1, len(lines))
    end = next((at for at in rest if lines[at] and not lines[at].startswith(" ")), len(lines))
    entries = entries_of(lines[start:end])
    if len(entries) >= MANY:
        lines[start:end] = grouped(name, entries)


def setup(app: Any) -> dict[str, Any]:
    """Group after numpydoc has written the docstring anew."""
    app.connect("autodoc-process-docstring", group, priority=800)
    return {"parallel_read_safe": True}
