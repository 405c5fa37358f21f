"""Tables whose rows are drawn in panels, also one for each class."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from prplot.core.checks import brief
from prplot.core.record.observations import positive_labels
from prplot.inputs.categories import group_values
from prplot.inputs.frames import categories_of, columns_of, header_of
from prplot.inputs.rows import EACH_NEEDS_ONE, Rows, complete_table, names_of

# The panels that `col` and `row` name if the scores are of classes and no column is called so.
CLASS = "class"
# The fields with a value for each row.
OF_ROWS = ("data", "y_true", "y_score", "sample_weight")


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
        own = {name: getattr(self, name) for name in OF_ROWS}
        found = complete_table({**own, **columns, **named}, missing)
        table = replace(self, **{name: found[name] for name in own})
        if of_classes:
            table = table.by_class([*columns.values(), *panels.values()])
        if names_of(table.y_score) is None:
            raise TypeError(
                f"y_score must name columns of data, found {brief(table.y_score)}; arrays "
                "of several classes need col='class'; those of two classes a table, or prp.plot_pr"
            )
        check_columns(y_true=table.y_true, sample_weight=table.sample_weight)
        return table

    def columns(self, names: Iterable[str | None]) -> dict[str, Any]:
        """Return columns that lack no values, but in rows of weight zero; and that of weights."""
        weights = self.sample_weight if isinstance(self.sample_weight, str) else None
        unique = [one for one in dict.fromkeys([*names, weights]) if one is not None]
        return columns_of(self.data, unique, "data", weights=weights, wanted=EACH_NEEDS_ONE)

    def rows(self, data: Any) -> Rows:
        """Return the rows of a table that has the same columns."""
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        return Rows.of(**{**own, "data": data})

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
                "panels of classes need a score column for each of three or more classes, named "
                "after the classes, given with classes=, or in a matrix; or a column 'class' of "
                "data; for two classes, use prp.plot_pr(y_true, y_score)"
            )
        melted, names = rows.melted("micro"), list(next(iter(rows.models.values())))
        is_column = isinstance(self.y_true, str) and self.y_true != CLASS
        labels, weights = self.y_true if is_column else "y_true", self.sample_weight
        if weights is not None and not isinstance(weights, str):
            weights = "sample_weight"
        wanted = [one for one in dict.fromkeys(others) if one not in (None, CLASS, weights)]
        if wanted and self.data is None:
            raise TypeError(
                f"{wanted[0]!r} names a column, but data is missing; arrays have a panel for each "
                "class, col='class', and a colour for each model"
            )
        kinds = {name: categories_of(self.data, name, unused=True) for name in wanted}
        ordered = {name: pd.CategoricalDtype(of) for name, of in kinds.items() if of is not None}
        repeated = pd.DataFrame(self.columns(wanted)).filter(wanted).astype(ordered)
        parts: list[Any] = [
            {labels: melted.labels},
            {key or "y_score": one for key, one in melted.scores.items()},
            {} if weights is None else {weights: melted.weights},
            pd.concat([repeated] * len(names), ignore_index=True),
            {CLASS: pd.Categorical(np.repeat(names, len(rows.labels)), categories=names)},
        ]
        table = pd.concat(map(pd.DataFrame, parts), axis=1)
        twice = table.columns[table.columns.duplicated()]
        if len(twice):
            raise ValueError(f"a model is called {twice[0]!r}, which is another column's name")
        models = {key: key for key in melted.scores} if rows.are_models else "y_score"
        return PanelTable(table, labels, models, weights, None, None)

    def panels(
        self, others: Sequence[str | None], style: str | None
    ) -> tuple[Any, dict[str, Any], str | None]:
        """Return the rows as a table of pandas, and the arguments of all panels.

        Labels and dashes mean the same in each panel, though it may lack some of them. What is
        positive comes as text, if it is not the usual label.

        Raises
        ------
        ValueError, TypeError
            No table, or one without rows; unknown columns; missing values.
        """
        import pandas as pd

        held = self.columns([self.y_true, *(names_of(self.y_score) or []), *others])
        # The columns beside them serve `FacetGrid.map_dataframe`.
        is_pandas = isinstance(self.data, pd.DataFrame)
        frame = self.data.assign(**held) if is_pandas else pd.DataFrame(held)
        if frame.empty:
            raise ValueError("data has no rows; at least one is needed")
        if style is not None:
            kinds = categories_of(self.data, style)
            kinds = kinds or group_values(held[style], argument="style")[0]
            frame[style] = pd.Categorical(held[style], categories=kinds)
        rows = self.rows(frame)
        given = {name: getattr(self, name) for name in OF_ROWS if name != "data"}
        if rows.belongs is None:
            frame[self.y_true] = positive_labels(held[self.y_true], self.pos_label, rows.weights)
        elif self.classes is not None:
            columns = next(iter(rows.models.values()))
            masks = [rows.belongs[column] for column in columns.values()]
            frame[self.y_true] = np.select(masks, list(columns), np.asarray(None))
            given["classes"] = list(columns)
        return frame, given, rows.positive


def check_columns(**columns: Any) -> None:
    """Raise a TypeError unless each is the name of a column, or None."""
    for argument, column in columns.items():
        if column is not None and not isinstance(column, str):
            raise TypeError(f"{argument} must be the name of a column, found {brief(column)}")
