"""Options that functions share: types, defaults, descriptions, and how docstrings are completed.

A function takes a family of options as ``**options: Unpack[CurveOptions]``. When it is defined,
they are written into its signature, in the order of its docstring. In the source, that docstring
describes only what is particular to the function; a parameter of which it has only the name, or
name and default, is described by its family. "<default>" stands for the default in the signature.
When the function is called, its options are complete: all of the family, given or by default.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
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
    signature, family = inspect.signature(function), family_of(function)
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
    """Return the docstring, words and defaults of a function without importing it.

    Parameters
    ----------
    source : str
        The text of its module.
    name : str
        The function; it takes a family of options.
    """
    (node,) = (one for one in ast.parse(source).body if getattr(one, "name", "") == name)
    assert isinstance(node, ast.FunctionDef)
    docstring, given = ast.get_docstring(node) or "", node.args
    # It ends in "**options: Unpack[CurveOptions]".
    family = globals()[ast.unparse(given).rpartition("[")[2].removesuffix("]")]
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    literals = {one.arg: value for one, value in pairs if value and not isinstance(value, ast.Name)}
    known = defaults_of(family) | {key: ast.literal_eval(one) for key, one in literals.items()}
    own = described(docstring)
    defaults = {name: known.get(name) for name in own}
    return docstring, _all_words(own, family, defaults), defaults


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


def family_of(function: Callable[..., Any]) -> Any:
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
    types = {name: one.__forward_arg__ for name, one in family.__annotations__.items()}
    by_keyword = inspect.Parameter.KEYWORD_ONLY
    parameters += [
        inspect.Parameter(name, by_keyword, default=default, annotation=types[name])
        for name, default in defaults_of(family).items()
    ]
    places = {name: place for place, name in enumerate(order)}
    parameters.sort(key=lambda one: (one.kind, places.get(one.name, len(places))))
    return own.replace(parameters=parameters)


def _all_words(
    own: Mapping[str, Words], family: Any, defaults: Mapping[str, Any]
) -> dict[str, Words]:
    """Return the words of all parameters, with their defaults: a function's own come first."""
    known = _vocabulary(family) | {name: words for name, words in own.items() if words.lines}
    # In `python -OO` there are no docstrings.
    nothing = Words("", ())
    return {name: known.get(name, nothing).with_default(defaults[name]) for name in defaults}


@cache
def _vocabulary(family: Any) -> dict[str, Words]:
    """Return the words that functions of a family share; those of the family come first."""
    known: dict[str, Words] = {}
    for one in (RowOptions, FigureOptions, CurveOptions, PanelOptions, OtherWords, family):
        known |= described(one.__doc__)
    return known


def _section(lines: Sequence[str]) -> tuple[int, int]:
    """Return between which lines parameters are described."""
    titles = (i + 2 for i, pair in enumerate(pairwise(lines)) if list(pair) == TITLE)
    start = next(titles, len(lines))
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
    "interpolation": "exact",
    "estimator": "normalized",
    "show_points": "auto",
    "show_min": True,
    "show_chance": True,
    "show_baseline": False,
    "show_isometrics": False,
    "show_hull": False,
    "show_calibration": False,
    "beta": 1,
    "legend": "auto",
}
# Those that differ in one family of options.
DEFAULTS_OF: dict[str, dict[str, Any]] = {
    "PrOptions": {"score": "aucpr", "show_chance": False},
    "RocOptions": {"score": "auroc", "estimator": "roc"},
    "PrgOptions": {"score": "auprg", "show_baseline": True},
    "NprOptions": {"score": "aucnpr"},
    "SpacesOptions": {"score": "auto", "show_baseline": True, "spaces": ("roc", "pr", "prg")},
    "HullOptions": {"estimator": "roc"},
    "ClassOptions": {"average": "macro"},
    "PointOptions": {"beta": None},
    "PointsOptions": {"beta": None},
}


def defaults_of(family: Any) -> dict[str, Any]:
    """Return all options of a family with their defaults."""
    known = DEFAULTS | DEFAULTS_OF.get(getattr(family, "__name__", ""), {})
    return {name: known.get(name) for name in getattr(family, "__annotations__", ())}


class DataOptions(TypedDict, total=False):
    """Rows of a table or of arrays."""

    data: Any
    hue: Any
    hue_order: Sequence[Any] | None
    pos_label: Hashable | None
    sample_weight: ArrayLike | str | None
    missing: str


class RowOptions(DataOptions, total=False):
    """Rows of a table or of arrays, and their groups.

    Parameters
    ----------
    data : data frame or dict of columns, optional
        A table from pandas, polars, pyarrow, DuckDB or another library that narwhals supports.
        Labels, scores, weights and groups may then be column names. Several score columns, as a
        list or dict by name, are one model each, or one class each if named after the labels.
    hue : str or array_like, optional
        A column, or an array with one value per row, that groups the rows. Each group has its
        own colour; numeric groups get an ordered palette. With a dict of ready curves, a name for
        what its keys stand for.
    hue_order : sequence, optional
        The groups to include, in order; others are left out.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    sample_weight : str or array_like of numbers, shape (n,), optional
        Nonnegative weights; all counts and the prevalence are weighted.
    missing : {"raise", "drop"}, default <default>
        Refuse rows that lack a label, score, weight or group, or drop them with a warning. None,
        NaN, NaT, pandas.NA, null and masked values are missing; ``+inf`` is an error. A row
        without one model's score is dropped for all models.
    name : str, optional
        The name of a single curve in the legend, followed by its scores.
    """

    name: str | None


class FigureOptions(RowOptions, total=False):
    """A figure of groups, each with a colour and a legend entry.

    Parameters
    ----------
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans. Any other label is added to an axis label, "Recall (positive: cancer)", if the
        panel is wide enough.
    classes : sequence, optional
        The class of each column of `y_score`, such as a classifier's ``classes_``: the labels, some
        of which `y_true` may lack, or a name for each label in sorted order (or for each column of
        an indicator matrix).
    palette : str, sequence of colours, dict of group to colour, or Colormap, optional
        Colours of the groups, as in seaborn; by default the axes' colour cycle. If it is too short,
        it is repeated with other dashes, or groups have evenly spaced hues.
    color : colour or "threshold", optional
        The colour of a single curve, by default the next in the axes' cycle; "threshold" colours it
        by threshold and adds a colour bar. With "threshold", `palette` may name the colormap. A
        `ConfusionCurve` omits thresholds that add only negatives; colours are interpolated there,
        unless the curve was made with ``thresholds=np.unique``.
    legend : bool or str, default <default>
        "auto" places the legend in free space inside the axes, or else to their right or below,
        where it shrinks them; "direct" labels each curve. "outside" keeps the legend out of the
        axes, on the better side; "outside right" and "outside below" choose the side. For many
        numeric groups, "brief" lists a few and "full" all. True means "auto".
    """

    classes: Sequence[Any] | None
    palette: Any
    color: Any
    legend: bool | str


class DrawOptions(TypedDict, total=False):
    """Bootstrap draws of test sets."""

    errorbar: str | tuple[str, float] | None
    n_boot: int | None
    seed: Any
    clusters: Any


class BandOptions(FigureOptions, DrawOptions, total=False):
    """A figure of test sets, or of folds, with bands."""

    units: Any
    curve_kws: Mapping[str, Any] | None
    band_kws: Mapping[str, Any] | None


class CurveOptions(BandOptions, total=False):
    """A figure of curves in one or more spaces.

    Parameters
    ----------
    style : str or array_like, optional
        A column, or an array with one value per row, that divides the rows into groups with
        different dashes. If `hue` sets the colours, several score columns get different dashes even
        without `style`. The legend then has a row for each colour, with scores in a column for each
        dash, and a row for each dash. With a dict of ready curves whose keys are pairs, `hue` and
        `style` are names for what their parts stand for.
    units : str or array_like, optional
        A column, or an array with one value per row, that divides each group into folds, such as
        those of a cross-validation. Folds are drawn as thin lines beneath their average.
    clusters : str or array_like, shape (n,), optional
        A column, or an array with one value per row, that names clusters of dependent rows, such
        as patients, to resample together.
    average : {"micro", "macro", "weighted"} or None, default <default>
        The average over classes, if `y_score` has a column for each. "micro" pools the decisions on
        all classes into one curve; "macro" is the mean of the class curves, and "weighted" their
        mean weighted by class size. The legend then shows the mean of the class scores, as metrics
        with `average` do. None draws each class against the rest; for several models, use
        `curveplot` with ``col="class"``.
    errorbar : "sd", "se", "pi", "ci", "simultaneous", (kind, size) or None, default <default>
        A band around each curve, given as its kind, or as its kind and size. Around an average of
        folds: the mean ± `size` (by default 1) standard deviations of the folds ("sd") or standard
        errors of the mean ("se"), or the middle `size` (by default 95) percent of the folds ("pi").
        For one test set: a bootstrap confidence band at a level of `size` (by default 95) percent,
        at each recall ("ci") or for the whole curve ("simultaneous"), with confidence intervals for
        scores in the legend.
    n_boot : int, optional
        Number of bootstrap draws for a band of one test set, by default 2000, or 4000 for
        "simultaneous"; ignored, as is `seed`, without such a band.
    seed : int, SeedSequence or Generator, optional
        Seed of the bootstrap draws. NumPy's global random state is never used.
    show_points : {"auto", True, False}, default <default>
        Mark the operating points. "auto" marks those of a `ConfusionCurve` made from a few counts
        or published points without thresholds.
    show_isometrics : bool, default <default>
        Draw lines of equal F score. Outside PR space they depend on the prevalence, which all
        curves must then share.
    show_hull : bool, default <default>
        Draw the upper hull of each ROC curve (in PR space, the achievable curve): the best that
        mixtures of thresholds can do (Davis & Goadrich 2006, Corollary 3.1). The legend also shows
        its area.
    beta : float, default <default>
        Weight of recall in the F score, 0 or more.
    levels : sequence of float, optional
        F scores of the isometrics, in (0, 1); by default 0.2, 0.4, 0.6 and 0.8.
    curve_kws, point_kws, isometric_kws, hull_kws : dict, optional
        Properties of `matplotlib.lines.Line2D` that override the defaults.
    band_kws : dict, optional
        Properties of the band, overriding the defaults.
    """

    style: Any
    average: str | None
    show_points: bool | str
    show_isometrics: bool
    show_hull: bool
    beta: float
    levels: Sequence[float] | None
    point_kws: Mapping[str, Any] | None
    isometric_kws: Mapping[str, Any] | None
    hull_kws: Mapping[str, Any] | None
    estimator: str | None
    score: str | Sequence[str] | None


class ThresholdOptions(BandOptions, total=False):
    """Metrics against the threshold.

    Parameters
    ----------
    label : str, optional
        The same as `name`, in the words of matplotlib and seaborn's grids.
    errorbar : "ci", "sd", "se", "pi", (kind, size) or None, default <default>
        A band around each line: its kind, or its kind and size. For one test set ("ci"), the middle
        `size` (by default 95) percent of bootstrap draws at each threshold; for folds, as in
        `plot_pr`.
    n_boot : int, optional
        The number of bootstrap draws for "ci", by default 2000. Without "ci", `n_boot` and `seed`
        have no effect.
    mark_kws : dict, optional
        Line properties of marked points, and of the lines and ticks at thresholds.
    """

    label: str | None
    mark: Any
    mark_kws: Mapping[str, Any] | None


class PanelOptions(CurveOptions, total=False):
    """Curves in the axes of one space.

    Parameters
    ----------
    label : str, optional
        The complete legend entry of a single curve, as in matplotlib, instead of `name` and the
        scores.
    thresholds : float, array_like of float, or dict of condition to numbers, optional
        Mark the operating points at these thresholds (score >= threshold is predicted positive), or
        the best ones under conditions. Conditions are those of `operating_point`, such as
        ``{"recall": [0.8, 0.9]}``. Points are marked on each fold's curve, because their average
        has no thresholds.
    """

    label: str | None
    thresholds: ArrayLike | Mapping[str, Any] | None


class ChanceOptions(TypedDict, total=False):
    """The line of random guessing."""

    show_chance: bool
    chance_kws: Mapping[str, Any] | None


class ReferenceOptions(ChanceOptions, total=False):
    """Other prevalences, and what depends on prevalence alone."""

    prevalence: float | Sequence[float] | None
    show_min: bool
    min_kws: Mapping[str, Any] | None


class BaselineOptions(TypedDict, total=False):
    """The line of calling everything positive."""

    show_baseline: bool
    baseline_kws: Mapping[str, Any] | None


class RocOptions(PanelOptions, ChanceOptions, total=False):
    """Curves and layers in ROC space."""

    show_calibration: bool


class PrgOptions(PanelOptions, BaselineOptions, total=False):
    """Curves and layers in PRG space."""

    prevalence: float | Sequence[float] | None
    show_calibration: bool | str


class NprOptions(PanelOptions, BaselineOptions, ChanceOptions, total=False):
    """Curves and layers in normalised PR space."""

    prevalence: float | Sequence[float] | None


class PrOptions(PanelOptions, ReferenceOptions, BaselineOptions, total=False):
    """Curves and layers in PR space."""

    interpolation: str


class SpacesOptions(CurveOptions, ReferenceOptions, BaselineOptions, total=False):
    """Curves and layers in several spaces."""

    spaces: Sequence[str]


class HullOptions(FigureOptions, ReferenceOptions, total=False):
    """Hulls, and what is drawn with them."""

    style: Any
    units: Any
    estimator: str | None
    errorbar: str | tuple[str, float] | None
    curve_kws: Mapping[str, Any] | None
    point_kws: Mapping[str, Any] | None
    hull_kws: Mapping[str, Any] | None


class GainOptions(FigureOptions, total=False):
    """The F gains of thresholds."""

    label: str | None
    prevalence: float | Sequence[float] | None
    curve_kws: Mapping[str, Any] | None


class PairOptions(DataOptions, total=False):
    """Models compared on the same rows.

    Parameters
    ----------
    y_score : dict of name to array_like, shape (n,), or to str, sequence of str, or data frame
        The scores of two or more models on the same rows, their columns in `data`, or a table with
        a column for each; with `hue`, one column. Higher means more likely positive.
    data : data frame or dict of columns, optional
        A table from pandas, polars, pyarrow, DuckDB or another library that narwhals supports.
        Labels, scores, weights, clusters and groups may then be given as column names.
    hue : str or array_like, optional
        The column of model names in a long table, such as `cv_scores` makes: each model has a row
        for each example, in the same order for all models (within each fold, if `units` is given).
    hue_order : sequence, optional
        The models to compare, in this order; all others are left out.
    units : str or array_like, optional
        The column of folds in a long table. It only says which rows belong together: the scores of
        all folds are ranked together, so they need one scale.
    baseline : hashable, optional
        The model to compare the others with; by default the first.
    clusters : array_like, shape (n,), or str, optional
        The cluster of each row, such as its patient, or a column of `data`; dependent rows are
        drawn together.
    sample_weight : array_like of numbers, shape (n,), or str, optional
        Nonnegative sampling weights: a row stands for that many like it, but remains one
        observation.
    missing : {"raise", "drop"}, default <default>
        Refuse rows that lack a label, score, weight or cluster, or drop them with a warning. None,
        NaN, NaT, pandas.NA, null and masked values are missing; ``+inf`` is an error. A row
        without one model's score is dropped for all models.
    """

    baseline: Hashable | None
    clusters: Any
    units: Any


class ScoreOptions(TypedDict, total=False):
    """The labels and scores of one curve, or of classes, as arrays.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), or ConfusionCurve
        Labels, an indicator matrix with one column per class, or a curve instead of labels and
        scores.
    y_score : array_like of numbers, shape (n,) or (n, n_classes)
        Scores; higher means more likely positive. Three or more columns are the scores of classes,
        each against the rest, in sorted label order unless `classes` says otherwise.
    pos_label : hashable, optional
        The positive label (all others are negative); by default 1 or True among 0/1, -1/1 or
        booleans.
    sample_weight : array_like of numbers, shape (n,), optional
        Nonnegative weights; all counts and the prevalence are weighted.
    missing : {"raise", "drop"}, default <default>
        Refuse rows that lack a label, score or weight, or drop them with a warning. None, NaN, NaT,
        pandas.NA, null and masked values are missing; ``+inf`` is an error.
    average : {"macro", "weighted", "micro"} or None, default <default>
        The average over classes, if `y_score` has a column for each, as in scikit-learn: "macro" is
        the mean of the class values, "weighted" their mean weighted by class size, and "micro" the
        value of the pooled decisions. None returns one value per class.
    """

    pos_label: Hashable | None
    sample_weight: ArrayLike | None
    missing: str


class ClassOptions(ScoreOptions, total=False):
    """The same with an average over classes."""

    classes: Sequence[Any] | None
    average: str | None


class ConditionOptions(TypedDict, total=False):
    """Conditions on an operating point, each a number, or several for a table."""

    threshold: ArrayLike | None
    recall: ArrayLike | None
    precision: ArrayLike | None
    fpr: ArrayLike | None
    predicted_positives: ArrayLike | None
    rate: ArrayLike | None
    beta: ArrayLike | None
    cost: ArrayLike | None


class PointOptions(ScoreOptions, DrawOptions, ConditionOptions, total=False):
    """One operating point."""


# Their words are those of scores.
ClassOptions.__doc__ = PointOptions.__doc__ = ScoreOptions.__doc__


class TableOptions(RowOptions, DrawOptions, total=False):
    """A table with a row for each group and fold."""

    units: Any


class PointsOptions(TableOptions, ConditionOptions, total=False):
    """A table of operating points."""


class OtherWords:
    """The words of parameters that functions share, but each has with a default of its own.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, n_classes), ConfusionCurve, or list or dict of curves
        Labels, an indicator matrix with one column per class, or curves instead of labels and
        scores. A list holds the curves of one model's folds; a dict holds curves, or lists of
        folds, by model name.
    y_score : array_like of numbers, shape (n,) or (n, n_classes), dict of name to these, or table
        Scores; higher means more likely positive. Several models are a dict by name, or a table
        whose columns are not named after the labels. Three or more columns, one per label, are
        classes, each against the rest: in sorted label order, unless a table's columns are named
        after the labels or `classes` says otherwise. For multilabel data, a list of arrays (n, 2),
        as from scikit-learn's forests, works, too.
    prevalence : float or sequence of float, optional
        Show the same ROC curves at this prevalence, in (0, 1), instead of the data's. Curves,
        reference lines and scores follow. A single model can be shown at several prevalences, in
        ordered colours.
    estimator : {"normalized", "vertical", "roc", "pooled"} or None, default <default>
        How to average folds or classes: "normalized", "vertical" or "roc" as in `average_curve`, or
        "pooled", which ranks the scores of all folds together. The "normalized" average has the
        folds' mean AUCNPR, the "roc" average their mean AUROC. None draws no average. The legend
        shows the folds' mean score ± standard deviation (with n - 1 in the denominator), or what
        `errorbar` chooses; for pooled folds and classes, the score of the curve.
    show_min : bool, default <default>
        Draw the minimum curve in PR space and the unachievable region beneath it (Boyd et al. 2012,
        Theorem 1).
    show_baseline : bool, default <default>
        Draw the line of points in PRG space whose F score is that of calling everything positive;
        for `beta` 1 it is the minor diagonal.
    score : str, sequence of str, or None, default <default>
        Scores to show in the legend: "aucpr", "aucnpr", "average_precision", "auroc" or "auprg",
        "coco_ap", "voc_ap" or "voc07_ap" (see `average_precision`), or a score at one point, such
        as ``"recall@precision=0.9"``, ``"precision@recall=0.8"``, ``"precision@k=100"`` or
        ``"max_f1"``. None shows no scores.
    chance_kws, baseline_kws : dict, optional
        Properties of `matplotlib.lines.Line2D` that override the defaults.
    min_kws : dict, optional
        Line properties of the minimum curve; "facecolor" and "hatch" style the region below it.
    show_zero : bool, default <default>
        Draw a line at 0, where a model equals the baseline.
    zero_kws : dict, optional
        Properties of the line at 0, overriding the defaults.
    ax : matplotlib.axes.Axes, optional
        The axes to draw into; by default the current ones.
    axes : sequence of matplotlib.axes.Axes, optional
        The axes to draw into, one for each panel. By default those of a new figure, each as high as
        ``figure.figsize``, or lower so that all fit its width if that is at least 1.5 times its
        height.
    fig : matplotlib.figure.Figure or matplotlib.figure.SubFigure, optional
        An empty figure or subfigure to draw into instead of `axes`; its size is kept.
    progress : bool, default <default>
        Show a progress bar if the computation takes longer than two seconds.
    recall_range : (float, float), default <default>
        The range of recall to integrate over, ``0 <= a < b <= 1``.
    table : data frame
        A tidy table with a row for each model on each task, as returned by `rank_table`.
    x, y : str
        Columns of the two scores; higher is better.
    task, model : str
        Columns of the tasks and of the models.
    X : array_like or data frame, shape (n, n_features)
        The examples, in any form that the classifier accepts.
    """
