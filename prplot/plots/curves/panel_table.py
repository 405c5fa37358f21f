"""Tables whose rows are drawn in panels, also one for each class."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prplot.core.checks import brief
from prplot.core.record import positive_labels
from prplot.inputs.curves import positive_name
from prplot.inputs.frames import categories_of, columns_of, header_of
from prplot.inputs.group_order import group_values
from prplot.inputs.rows import EACH_NEEDS_ONE, Grouping, Rows, complete_rows, names_of

# The panels that `col` and `row` name if the scores are of classes and no column is called so.
CLASS = "class"


@dataclass(frozen=True)
class PanelTable:
    """A table whose rows are drawn in panels, and its columns, each as in `curveplot`."""

    data: Any
    y_true: Any
    y_score: Any
    sample_weight: Any
    pos_label: Hashable | None
    classes: Sequence[Any] | None

    @property
    def has_panels_of_classes(self) -> bool:
        """Whether no column is called "class", except that of the labels."""
        known = None if self.data is None else header_of(self.data, "data")
        return CLASS not in (known or []) or (isinstance(self.y_true, str) and self.y_true == CLASS)

    def prepared(
        self, missing: str, columns: Mapping[str, str | None], panels: Mapping[str, str | None]
    ) -> PanelTable:
        """Return the table as it is drawn: complete, with the rows of each class in their panels.

        Parameters
        ----------
        missing : {"raise", "drop"}
        columns, panels : dict of argument to column or None
            What curves are grouped by, and what has panels.
        """
        of_classes = CLASS in panels.values() and self.has_panels_of_classes
        named = {key: one for key, one in panels.items() if not (of_classes and one == CLASS)}
        table = self.complete(missing, {**columns, **named})
        if of_classes:
            table = table.by_class([*columns.values(), *panels.values()])
        table.check()
        return table

    def complete(self, missing: str, groups: Mapping[str, Any]) -> PanelTable:
        """Return the table without rows that lack a value, if `missing` is "drop"."""
        own = ("data", "y_true", "y_score", "sample_weight")
        given = {name: getattr(self, name) for name in own}
        found = complete_rows({**given, **groups, "missing": missing})
        return replace(self, **{name: found[name] for name in own})

    def rows(self, data: Any) -> Rows:
        """Return the rows of a table that has the same columns."""
        by = Grouping(data, classes=self.classes)
        return Rows.of(self.y_true, self.y_score, by, self.sample_weight, pos_label=self.pos_label)

    def by_class(self, others: Sequence[str | None]) -> PanelTable:
        """Return the rows of each class, one after the other, with a column for each model.

        Raises
        ------
        ValueError, TypeError
            Scores that are not of classes; models that are called like other columns.
        """
        import pandas as pd

        rows = self.rows(self.data)
        if not rows.models:
            raise ValueError(
                "panels of classes need a column of scores for each class, called as the classes, "
                "named by classes=, or of a matrix; and data has no column 'class'"
                if self.data is not None
                else "panels of classes need a column of scores for each of three classes or more; "
                "scores of two classes are drawn by prp.plot_pr(y_true, y_score)"
            )
        melted, names = rows.melted("micro"), list(next(iter(rows.models.values())))
        is_column = isinstance(self.y_true, str) and self.y_true != CLASS
        labels, weights = self.y_true if is_column else "y_true", self.sample_weight
        held: list[tuple[str, Any]] = [(labels, melted.labels)]
        held += [(key or "y_score", one) for key, one in melted.scores.items()]
        if weights is not None:
            weights = weights if isinstance(weights, str) else "sample_weight"
            held.append((weights, melted.weights))
        held += self._repeated(others, weights, len(names))
        held.append((CLASS, np.repeat(names, len(rows.labels))))
        columns = [column for column, _ in held]
        twice = sorted({one for one in columns if columns.count(one) > 1})
        if twice:
            raise ValueError(f"a model is called {twice[0]!r}, which is another column's name")
        table = pd.DataFrame(dict(held))
        table[CLASS] = pd.Categorical(table[CLASS], categories=names)
        models = {key: key for key in melted.scores} if rows.are_models else "y_score"
        return PanelTable(table, labels, models, weights, None, None)

    def _repeated(
        self, others: Sequence[str | None], weights: str | None, times: int
    ) -> list[tuple[str, Any]]:
        """Return further columns, repeated for each class, with their categories."""
        import pandas as pd

        wanted = [one for one in dict.fromkeys(others) if one not in (None, CLASS, weights)]
        if wanted and self.data is None:
            raise TypeError(
                f"{wanted[0]!r} names a column, but data is missing; arrays have a panel for each "
                "class, col='class', and a colour for each model"
            )
        own = weights if isinstance(self.sample_weight, str) else None
        names = [*wanted, *([own] if own else [])]
        found = columns_of(self.data, names, "data", weights=own, wanted=EACH_NEEDS_ONE)
        kinds = {name: categories_of(self.data, name, unused=True) for name in found}
        return [
            (name, np.tile(values, times))
            if kinds[name] is None
            else (name, pd.Categorical(np.tile(values, times), categories=kinds[name]))
            for name, values in found.items()
            if name != own
        ]

    def check(self) -> None:
        """Raise a TypeError unless labels, scores and weights are names of columns."""
        if names_of(self.y_score) is None:
            raise TypeError(
                "y_score must name columns of data, but holds arrays: of several classes they go "
                "with col='class', of two classes into a table, or into prp.plot_pr"
                if self.data is None and self.y_score is not None
                else f"y_score must name columns of data, found {brief(self.y_score)}; scores of "
                "several classes as arrays go with col='class'"
            )
        check_columns(y_true=self.y_true, sample_weight=self.sample_weight)

    def frame(self, others: Sequence[str | None], style: str | None) -> tuple[Any, dict[str, Any]]:
        """Return the columns that are drawn as a table of pandas, and as arrays.

        Raises
        ------
        ValueError, TypeError
            No table, or one without rows; unknown columns; missing values.
        """
        import pandas as pd

        named = [self.y_true, *(names_of(self.y_score) or []), self.sample_weight, *others]
        unique = list(dict.fromkeys(column for column in named if column is not None))
        held = columns_of(
            self.data, unique, "data", weights=self.sample_weight, wanted=EACH_NEEDS_ONE
        )
        frame = pd.DataFrame(held)
        if frame.empty:
            raise ValueError("data has no rows; at least one is needed")
        if style is not None:
            # Dashes are the same in all panels, even if a panel lacks some groups.
            kinds = categories_of(self.data, style)
            kinds = kinds or group_values(held[style], argument="style")[0]
            frame[style] = pd.Categorical(held[style], categories=kinds)
        return frame, held

    def arguments(self, frame: Any, held: Mapping[str, Any]) -> tuple[dict[str, Any], str | None]:
        """Return the arguments of all panels, with labels that mean the same in each.

        They come with the text of the positive label, if it is not the usual one. All is found once
        for all panels, as a single panel may lack some of the labels.
        """
        rows = self.rows(frame)
        given = {
            "y_true": self.y_true,
            "y_score": self.y_score,
            "sample_weight": self.sample_weight,
            "pos_label": self.pos_label,
        }
        if rows.belongs is None:
            frame[self.y_true] = positive_labels(held[self.y_true], self.pos_label, rows.weights)
            given["pos_label"] = None
        elif self.classes is not None:
            frame[self.y_true] = _class_names(rows)
            given["classes"] = list(next(iter(rows.models.values())))
        return given, positive_name(rows.labels, self.pos_label, rows.weights)


def _class_names(rows: Rows) -> Any:
    """Return the name of each row's class; None without one."""
    names = np.full(len(rows.labels), None, dtype=object)
    for name, column in next(iter(rows.models.values())).items():
        names[(rows.belongs or {})[column]] = name
    return names


def check_columns(**columns: Any) -> None:
    """Raise a TypeError unless each is the name of a column, or None."""
    for argument, column in columns.items():
        if column is not None and not isinstance(column, str):
            raise TypeError(f"{argument} must be the name of a column, found {brief(column)}")
