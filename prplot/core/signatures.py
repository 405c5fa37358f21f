"""Options that functions share: their types, defaults and words, and what completes docstrings.

A function takes a family of options as ``**options: Unpack[CurveOptions]``. When it is made, they
are written into its signature, in the order of its docstring. In the source, that says of each
parameter what is particular to the function; a parameter of which it holds only the name has the
words of its family. "<default>" stands there for the default in the signature.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

# Where the default in the signature goes in the type of a parameter.
DEFAULT = "<default>"
TITLE = ["Parameters", "----------"]


class Words(NamedTuple):
    """The type of a parameter and the lines of its description; both empty if these are missing."""

    type: str
    lines: tuple[str, ...]

    def with_default(self, default: Any) -> Words:
        """Return the same with the default of a function."""
        return self._replace(type=self.type.replace(DEFAULT, repr(default).replace("'", '"')))


def completed(function: Callable[..., Any]) -> tuple[inspect.Signature, str | None]:
    """Return the signature and the docstring of a function with all that it shares with others."""
    signature, family = inspect.signature(function), _family(function)
    own = described(function.__doc__)
    if family is not None:
        signature = _completed_signature(signature, family, list(own))
    if all(words.lines for words in own.values()):
        return signature, function.__doc__
    defaults = {name: one.default for name, one in signature.parameters.items()}
    words = _all_words(own, family, defaults)
    lines = inspect.cleandoc(function.__doc__ or "").splitlines()
    start, end = _section(lines)
    return signature, "\n".join([*lines[:start], *_written(words), *lines[end:]]) + "\n"


def declared(source: str, name: str) -> tuple[str, dict[str, Words], dict[str, Any]]:
    """Return the docstring, words and defaults of a function that need not be loaded for it.

    Parameters
    ----------
    source : str
        The text of its module.
    name : str
        The function; it takes a family of options.
    """
    node = _found(source, name)
    docstring, given = ast.get_docstring(node) or "", node.args
    # It ends in "**options: Unpack[CurveOptions]".
    family = globals()[ast.unparse(given).rpartition("[")[2].removesuffix("]")]
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    literals = {one.arg: value for one, value in pairs if value and not isinstance(value, ast.Name)}
    known = DEFAULTS | {name: ast.literal_eval(one) for name, one in literals.items()}
    own = described(docstring)
    defaults = {name: known.get(name) for name in own}
    return docstring, _all_words(own, family, defaults), defaults


def _found(source: str, name: str) -> Any:
    """Return the function or class of some name in the source of a module."""
    (node,) = (one for one in ast.parse(source).body if getattr(one, "name", "") == name)
    return node


def described(docstring: str | None) -> dict[str, Words]:
    """Return the words of each parameter in a docstring, in its order."""
    lines = inspect.cleandoc(docstring or "").splitlines()
    start, end = _section(lines)
    headings = [i for i in range(start, end) if lines[i][:1].strip()]
    found: dict[str, Words] = {}
    for first, last in pairwise([*headings, end]):
        names, _, type_ = lines[first].partition(" : ")
        found |= dict.fromkeys(names.split(", "), Words(type_, tuple(lines[first + 1 : last])))
    return found


def _family(function: Callable[..., Any]) -> Any:
    """Return the options that a function unpacks, if any."""
    annotation = function.__annotations__.get("options")
    if isinstance(annotation, str):
        # This one alone: the others may name what only type checkers import.
        return function.__globals__[annotation.removeprefix("Unpack[").removesuffix("]")]
    return None if annotation is None else annotation.__args__[0]


def _completed_signature(
    own: inspect.Signature, family: Any, order: Sequence[str]
) -> inspect.Signature:
    """Return a signature with the options of a family among those by keyword, in an order."""
    parameters = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
    for name, type_ in family.__annotations__.items():
        default, annotation = DEFAULTS.get(name), type_.__forward_arg__
        parameters.append(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
            )
        )
    # Without docstrings, as in `python -OO`, there is no order.
    places = {name: place for place, name in enumerate(order)}
    parameters.sort(key=lambda one: (one.kind, places.get(one.name, len(places))))
    return own.replace(parameters=parameters)


def _all_words(
    own: Mapping[str, Words], family: Any, defaults: Mapping[str, Any]
) -> dict[str, Words]:
    """Return the words of all parameters, with their defaults: a function's own come first."""
    known = _vocabulary(family) | {name: words for name, words in own.items() if words.lines}
    assert set(defaults) <= set(known), f"no words for {sorted(set(defaults) - set(known))}"
    return {name: known[name].with_default(defaults[name]) for name in defaults}


@cache
def _vocabulary(family: Any) -> dict[str, Words]:
    """Return the words that functions of a family share; those of the family come first."""
    general = RowOptions, FigureOptions, CurveOptions
    texts = [_docstring(one) for one in (*general, PanelOptions)]
    texts += [OTHERS, "" if family is None else _docstring(family)]
    known: dict[str, Words] = {}
    for text in texts:
        known |= described(text)
    return known


def _docstring(family: Any) -> str:
    """Return the docstring of a family, also in `python -OO`, which has it in the source only."""
    if family.__doc__:
        return str(family.__doc__)
    source = Path(__file__).read_text(encoding="utf-8")
    return ast.get_docstring(_found(source, family.__name__)) or ""


def _section(lines: Sequence[str]) -> tuple[int, int]:
    """Return between which lines parameters are described."""
    places = [i for i, pair in enumerate(pairwise(lines)) if list(pair) == TITLE]
    if not places:
        return len(lines), len(lines)
    start = places[0] + 2
    # A blank line stands before the next section.
    return start, next((i for i in range(start, len(lines)) if not lines[i]), len(lines))


def _written(words: Mapping[str, Words]) -> Iterator[str]:
    """Yield the lines that describe parameters; neighbours with the same words stand together."""
    for one, names in groupby(words, words.__getitem__):
        yield " : ".join(filter(None, (", ".join(names), one.type)))
        yield from one.lines


# Options

# The defaults of options; all others are None by default.
DEFAULTS: dict[str, Any] = {
    "missing": "raise",
    "show_points": "auto",
    "show_isometrics": False,
    "show_hull": False,
    "beta": 1,
    "legend": "auto",
}


class RowOptions(TypedDict, total=False):
    """The rows of a table, or of arrays, and their groups.

    Parameters
    ----------
    data : data frame or dict of columns, optional
        A table of pandas, polars, pyarrow, DuckDB or another library that narwhals supports.
        Labels, scores, weights and groups may then be names of its columns. Several columns of
        scores, given as a list or as a dict by name, are those of one model each; if they are named
        after the labels, each holds the scores of one class against the rest.
    hue : str or array_like, optional
        A column, or an array with a value for each row, that divides the rows into groups. Each
        group has a curve of its own colour; groups that are numbers have ordered colours.
    hue_order : sequence, optional
        The groups to include, in this order; all others are left out.
    pos_label : hashable, optional
        The label of the positive class, against all others; by default 1 (or True), if the labels
        are 0/1, -1/1 or booleans.
    sample_weight : str or array_like of numbers, shape (n,), optional
        Nonnegative weights of the examples; all counts are weighted, and so is the prevalence.
    missing : {"raise", "drop"}, default <default>
        What to do with rows that lack a label, a score, a weight or a group: "drop" leaves them out
        and warns of their number. None, NaN, NaT, pandas.NA, null and masked values are missing;
        infinite scores are errors. A row that lacks the score of one model is left out for all
        models, which thus remain paired.
    name : str, optional
        The name of a single curve in the legend, followed by its scores.
    """

    data: Any
    hue: Any
    hue_order: Sequence[Any] | None
    pos_label: Hashable | None
    sample_weight: ArrayLike | str | None
    missing: str
    name: str | None


class FigureOptions(RowOptions, total=False):
    """A figure of groups, which have colours and entries of a legend.

    Parameters
    ----------
    pos_label : hashable, optional
        The label of the positive class, against all others; by default 1 (or True), if the labels
        are 0/1, -1/1 or booleans. Any other is written beside the name of an axis, "Recall
        (positive: cancer)", in panels that are wide enough.
    classes : sequence, optional
        The classes that the columns of `y_score` belong to, in their order, such as ``classes_`` of
        a classifier: the labels themselves, of which `y_true` may lack some, or their names, if
        there is one for each label in sorted order (or for each column of an indicator matrix).
    palette : str, sequence of colours, dict of group to colour, or Colormap, optional
        Colours of the groups, as in seaborn; by default the colour cycle of the axes, or evenly
        spaced hues if the cycle is too short.
    color : colour or "threshold", optional
        The colour of a single curve, or "threshold", which colours it by its thresholds and adds a
        colour bar; by default the next one of the axes' cycle. With "threshold" `palette` may name
        the colormap. A `ConfusionCurve` lists no thresholds at which only negatives are added; its
        colours are interpolated there, unless the curve was made with ``thresholds=np.unique``.
    legend : bool or str, default <default>
        "auto" draws a legend on free ground in the axes, else right of them or below, for which the
        axes become smaller; "direct" writes the names of curves beside them. A legend "outside", at
        the better side, "outside right" or "outside below" is never in the axes. Of many groups
        that are numbers "brief" lists a few, "full" all. True is "auto".
    """

    classes: Sequence[Any] | None
    palette: Any
    color: Any
    legend: bool | str


class CurveOptions(FigureOptions, total=False):
    """A figure of curves in one space or in several.

    Parameters
    ----------
    style : str or array_like, optional
        A column, or an array with a value for each row, that divides the rows into groups with
        different dashes. Without it, several columns of scores have different dashes if `hue`
        determines the colours. The legend then has a row for each colour, with its scores in a
        column for each dash, and a row for each dash.
    units : str or array_like, optional
        A column, or an array with a value for each row, that divides each group into folds, such as
        those of a cross-validation. Folds are drawn thin, beneath their average.
    clusters : str or array_like, shape (n,), optional
        A column, or an array with a value for each row, of what rows belong to that are not
        independent, such as patients: rows of one cluster are drawn together.
    average : {"micro", "macro", "weighted"} or None, default <default>
        The average over classes, if `y_score` has a column for each. "micro" pools the decisions on
        all classes into one curve; "macro" is the mean of the classes' curves, and "weighted" their
        mean weighted by the classes' numbers of examples. The legend of such a mean shows the mean
        of the classes' scores, as metrics with `average` return it. None draws a curve for each
        class against the rest; of several models, that is what `curveplot` does with
        ``col="class"``.
    errorbar : "sd", "se", "pi", "ci", "simultaneous", (kind, size) or None, default <default>
        A band around each curve, as its kind or as the kind and its size. Around an average of
        folds: the mean minus and plus `size` (by default 1) standard deviations of the folds ("sd")
        or standard errors of the mean ("se"), or the interval that holds the middle `size` (by
        default 95) percent of the folds ("pi"). Of one test set, by resampling it: at each recall
        ("ci"), or for the whole curve at once ("simultaneous"), at a level of `size` (by default
        95) percent; the scores in the legend then have their intervals.
    n_boot : int, optional
        The number of bootstrap draws for a band of one test set, by default 2000, and 4000 for
        "simultaneous". It and `seed` have no effect without such a band.
    seed : int, SeedSequence or Generator, optional
        Makes the draws repeatable. NumPy's global random state is never used.
    show_points : {"auto", True, False}, default <default>
        Mark the operating points. "auto" marks those of counts and published points, given as a
        `ConfusionCurve` of few points without thresholds.
    show_isometrics : bool, default <default>
        Draw lines of equal F score. Outside PR space they depend on the prevalence, so that all
        curves must share one.
    show_hull : bool, default <default>
        Draw the upper hull of each ROC curve (in PR space the achievable curve), which is the best
        that mixtures of thresholds can achieve (Davis & Goadrich 2006, Corollary 3.1). The legend
        also shows its area.
    beta : float, default <default>
        Weight of recall in the F score, 0 or more.
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default 0.2, 0.4, 0.6 and 0.8.
    curve_kws, point_kws, isometric_kws, hull_kws : dict, optional
        Line properties, as of `matplotlib.lines.Line2D`; they override the defaults.
    band_kws : dict, optional
        Properties of the band; they override the defaults.
    """

    style: Any
    units: Any
    clusters: Any
    average: str | None
    errorbar: str | tuple[str, float] | None
    n_boot: int | None
    seed: Any
    show_points: bool | str
    show_isometrics: bool
    show_hull: bool
    beta: float
    levels: Sequence[float] | None
    curve_kws: Mapping[str, Any] | None
    point_kws: Mapping[str, Any] | None
    isometric_kws: Mapping[str, Any] | None
    hull_kws: Mapping[str, Any] | None
    band_kws: Mapping[str, Any] | None


class PanelOptions(CurveOptions, total=False):
    """Curves in the axes of one space.

    Parameters
    ----------
    label : str, optional
        The complete legend entry of a single curve, as in matplotlib, in place of `name` and the
        scores.
    thresholds : float, array_like of float, or dict of condition to numbers, optional
        Mark the operating points at these thresholds (score >= threshold is predicted positive), or
        the best ones under conditions. These are as in `operating_point`, such as
        ``{"recall": [0.8, 0.9]}``. Folds are marked on their own curves, because their average has
        no thresholds.
    """

    label: str | None
    thresholds: ArrayLike | Mapping[str, Any] | None


class PairOptions(TypedDict, total=False):
    """Models that are compared on the same rows.

    Parameters
    ----------
    y_score : dict of name to array_like, shape (n,), or to str, sequence of str, or data frame
        The scores of two models or more on the same rows, or their columns in `data`, or a table
        with a column for each; or with `hue` one column. A higher score means more likely positive.
    data : data frame or dict of columns, optional
        A table of pandas, polars, pyarrow, DuckDB or another library that narwhals supports.
        Labels, scores, weights, clusters and groups may then be names of its columns.
    hue : str or array_like, optional
        The column of the models' names in a long table, such as `cv_scores` makes: each model has a
        row for each example, and those of all models are in the same order, within each fold if
        there is a column of folds.
    hue_order : sequence, optional
        The models to compare, in this order; all others are left out.
    units : str or array_like, optional
        The column of folds in a long table. It says which rows belong together; the scores of all
        folds are ranked together, so that they need one scale.
    baseline : hashable, optional
        The name of the model that the others are compared with; by default the first.
    """

    baseline: Hashable | None
    clusters: Any
    data: Any
    hue: Any
    hue_order: Sequence[Any] | None
    units: Any
    pos_label: Hashable | None
    sample_weight: ArrayLike | str | None
    missing: str


class ScoreOptions(TypedDict, total=False):
    """The labels and scores of one curve, or of classes, as arrays.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), or ConfusionCurve
        Labels, or an indicator matrix with a column for each class, or a curve in place of labels
        and scores.
    y_score : array_like of numbers, shape (n,) or (n, n_classes)
        Scores; a higher score means more likely positive. Three or more columns are the scores of
        as many classes, each against the rest, in the sorted order of the labels unless `classes`
        says otherwise.
    pos_label : hashable, optional
        The label of the positive class, against all others; by default 1 (or True), if the labels
        are 0/1, -1/1 or booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights of the examples; all counts are weighted, and so is the prevalence.
    missing : {"raise", "drop"}, default <default>
        What to do with rows that lack a label, a score or a weight: "drop" leaves them out and
        warns of their number. None, NaN, NaT, pandas.NA, null and masked values are missing;
        infinite scores are errors.
    average : {"macro", "weighted", "micro"} or None, default <default>
        The average over classes, if `y_score` has a column for each, as in scikit-learn: "macro" is
        the mean of the classes' values, "weighted" their mean weighted by the classes' numbers of
        examples, and "micro" the value of the decisions on all classes together. None returns an
        array with the value of each class.
    """

    pos_label: Hashable | None
    sample_weight: ArrayLike | None
    missing: str


# The words of parameters that functions share, but each has with a default of its own.
OTHERS = """Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, or list or dict of curves
        Labels, or an indicator matrix with a column for each class, or curves in place of labels
        and scores. A list holds the curves of one model's folds; a dict holds the curves of several
        models, or such lists, by name.
    y_score : array_like of numbers, shape (n,) or (n, n_classes), dict of name to these, or table
        Scores, by name if there are several models: a dict, or a table whose columns are not called
        as labels. A higher score means more likely positive. Three or more columns beside as many
        labels are the scores of classes, each against the rest. They belong to the labels in sorted
        order, unless they are the columns of a table and named after the labels, or `classes` says
        otherwise. Of several labels, a list of one array (n, 2) for each, as of scikit-learn's
        forests, is a matrix, too.
    prevalence : float or sequence of float, optional
        Show the same ROC curves at this prevalence, in (0, 1), instead of that of the data. Curves,
        reference lines and scores change with it. A single model can be shown at several
        prevalences, in ordered colours.
    estimator : {"normalized", "vertical", "roc", "pooled"} or None, default <default>
        How folds, or classes, are averaged: "normalized", "vertical" or "roc" as in
        `average_curve`, or "pooled", which ranks the scores of all folds together. The "normalized"
        average has the mean AUCNPR, the "roc" average the mean AUROC. None draws the folds without
        an average. In the legend a score of folds is their mean ± their standard deviation (with n
        - 1 in the denominator), or what `errorbar` chooses; of pooled folds and of classes it is
        that of the curve.
    show_min : bool, default <default>
        Draw, in PR space, the minimum curve and the unachievable region beneath it (Boyd et al.
        2012, Theorem 1).
    show_baseline : bool, default <default>
        Draw, in PRG space, the points that have the F score of calling everything positive; for
        `beta` 1 they are the minor diagonal.
    score : str, sequence of str, or None, default <default>
        Scores that the legend shows: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg", or
        those of one point, such as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``,
        ``"precision@k=100"`` or ``"max_f1"``. None shows no scores.
    chance_kws, baseline_kws : dict, optional
        Line properties, as of `matplotlib.lines.Line2D`; they override the defaults.
    min_kws : dict, optional
        Line properties of the minimum curve; "facecolor" and "hatch" style the region beneath.
    show_zero : bool, default <default>
        Draw a line at 0, where a model is as good as the baseline.
    zero_kws : dict, optional
        Line properties of the line at 0; they override the defaults.
    ax : matplotlib.axes.Axes, optional
        The axes to draw into; by default the current ones.
    axes : sequence of matplotlib.axes.Axes, optional
        The axes to draw into, one for each panel; by default those of a new figure, each panel as
        high as ``figure.figsize``, or less so that all stand within its width if that is 1.5 times
        its height.
    fig : matplotlib.figure.Figure or matplotlib.figure.SubFigure, optional
        An empty figure or subfigure to draw into, in place of `axes`; it keeps its size.
    progress : bool, default <default>
        Show a progress bar if the computation takes longer than two seconds.
    recall_range : (float, float), default <default>
        The range of recall to integrate over, ``0 <= a < b <= 1``.
    table : data frame
        A tidy table with a row for each model on each task, such as `rank_table` returns.
    x, y : str
        Columns of the two scores; higher is better.
    task, model : str
        Columns of the tasks and of the models.
    X : array_like or data frame, shape (n, n_features)
        The examples, in the form that the classifier accepts.
    """
