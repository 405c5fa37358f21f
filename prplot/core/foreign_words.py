"""The table of foreign words: arguments of other libraries, and their equivalents here."""

from __future__ import annotations

from typing import NamedTuple


class Answer(NamedTuple):
    """What to type instead of a word, for functions with a certain argument.

    Attributes
    ----------
    needs : str
        The argument that a function must have; "" if any function will do.
    path : tuple of str
        Where the value goes: the argument, and the keys in it if it is a dict. Empty if it goes
        nowhere.
    text : str
        What to do then; "{word}" and "{value}" are what was typed.
    keeps_word : bool
        Whether the word itself is the last key of the path.
    """

    needs: str
    path: tuple[str, ...] = ()
    text: str = ""
    keeps_word: bool = False


Answers = tuple[Answer, ...]


def _renamed(*places: str, keeps_word: bool = False) -> Answers:
    """Return the equivalent of a word: the first of these arguments that a function has."""
    paths = [tuple(one.split(".")) for one in places]
    return tuple(Answer(path[0], path, keeps_word=keeps_word) for path in paths)


def _within(*places: str) -> Answers:
    """Return the place of a word: the first of these dicts that a function has."""
    return _renamed(*places, keeps_word=True)


def _said(text: str, *needs: str) -> Answers:
    """Return advice for functions that have one of some arguments, or for all."""
    return tuple(Answer(one, text=text) for one in needs or ("",))


def _each(words: str, answers: Answers) -> dict[str, Answers]:
    return dict.fromkeys(words.split(), answers)


_OF_CLASSIFIERS = _said(
    "pass labels and the scores of the classifier, prp.scores(classifier, X)", "y_score"
)
_EXACT = _said("leave it out: curves are exact, and drawn with no more points than can be seen")
_SIZES = (
    *_said("make the axes first, fig, ax = plt.subplots({word}={value}), and pass ax=ax", "ax"),
    *_said("make the axes first, with plt.subplots({word}={value}), and pass axes=", "axes"),
    *_said("type height= and aspect=, for the size of a panel", "height"),
)
_PANELS = _said(
    "prp.curveplot(data, y_true=..., y_score=..., {word}={value}) draws a panel for each", "data"
)

_BY_BETA = _said("beta=1 finds the best F1, its other arguments find other points", "cost")
_MARKED = _said(
    "its mark= marks thresholds, such as {{'threshold': [0.3, 0.5]}} or {{'recall': 0.8}}", "mark"
)

# What curveplot passes on to the function that draws its panels.
_OF_PANELS = {
    **_each(
        "show_points show_isometrics show_hull interpolation prevalence beta levels "
        "curve_kws point_kws min_kws chance_kws baseline_kws isometric_kws hull_kws "
        "band_kws",
        _within("plot_kws"),
    ),
    "thresholds": _within("plot_kws") + _renamed("threshold") + _MARKED,
    **_each(
        "show_min show_chance show_baseline",
        _within("plot_kws")
        + _said(
            "that line belongs to another space, which plot_spaces shows",
            "show_chance",
            "show_baseline",
        ),
    ),
}

# Parts of figures, without "show_".
_PARTS = {
    part: _renamed(f"show_{part}", f"plot_kws.show_{part}")
    for part in ("min", "chance", "baseline", "hull", "isometrics", "points")
}

_SCIKIT_LEARN = {
    "plot_chance_level": _renamed("show_chance", "plot_kws.show_chance")
    + _said("random guessing is not a line in this space", "show_baseline"),
    **_each("chance_level_kw chance_level_kws chance_level_kwargs", _renamed("chance_kws")),
    "despine": _said("leave it out; sns.despine() removes spines afterwards"),
    **_each("drop_intermediate num_thresholds n_thresholds", _EXACT),
    "response_method": _said("predict_proba is used, or else decision_function", "X")
    + _said("pass scores: prp.scores(classifier, X), or those of any other method", "y_score"),
    **_each(
        "curve_kwargs fold_line_kwargs line_kw line_kws plot_kwargs",
        _renamed("curve_kws", "isometric_kws", "min_kws"),
    ),
    **_each("scatter_kws marker_kws", _renamed("point_kws")),
    **_each("fill_kws ci_kws err_kws", _renamed("band_kws")),
    "estimator": _within("plot_kws") + _OF_CLASSIFIERS,
    **_each("clf classifier model", _OF_CLASSIFIERS + _renamed("estimator")),
    "X": _OF_CLASSIFIERS,
    **_each("y_pred y_prob y_proba probas_pred y_hat preds", _renamed("y_score")),
    "scores": _renamed("y_score", "score"),
    **_each("y_test target targets truth", _renamed("y_true")),
    "labels": _said("type y_true= for labels of examples, name= for that of a curve", "name"),
    **_each("positive_label pos_class positive_class positive", _renamed("pos_label")),
    **_each("weights weight", _renamed("sample_weight")),
    "multi_class": _said(
        "leave it out: with a column of scores for each class, each stands against the rest",
        "average",
    )
    + _said("pass the scores of one class, and pos_label=", "pos_label"),
    **_each(
        "micro macro",
        _said("with a column of scores for each class, type average='{word}'", "average"),
    ),
    "per_class": _said(
        "leave it out: with a column of scores for each class, each has a curve", "curve_kws"
    ),
    "iso_f1_curves": _renamed("show_isometrics", "plot_kws.show_isometrics"),
    "iso_f1_values": _renamed("levels", "plot_kws.levels"),
    "max_fpr": _said("type fpr_range=(0, {value})", "fpr_range") + _renamed("fpr"),
    **_each("random_state rng", _renamed("seed")),
    **_each("n_resamples n_bootstraps", _renamed("n_boot")),
    "bootstrap": _said("type errorbar='ci'", "errorbar") + _renamed("n_boot"),
    **_each("confidence_level confidence", _renamed("level")),
    "groups": _renamed("clusters", "hue"),
    "cv": _renamed("units") + _said("pass the result of cross_validate", "cv_results"),
    "scoring": _renamed("score", "metric", "metrics") + _BY_BETA,
    "metric": _renamed("score", "metrics") + _BY_BETA,
    "metrics": _renamed("metric", "score") + _BY_BETA,
    "score": _within("plot_kws") + _renamed("metric", "metrics"),
}

# Conditions of operating points, under other names.
_CONDITIONS = {
    **_each("tpr sensitivity min_recall min_tpr", _renamed("recall")),
    **_each("ppv min_precision", _renamed("precision")),
    **_each(
        "precision recall",
        _said(
            "thresholds= marks operating points, and prp.ConfusionCurve.from_precision_recall "
            "makes a curve of points",
            "thresholds",
        )
        + _within("mark")
        + _said("prp.operating_point(y_true, y_score, {word}={value}) finds it", "y_score"),
    ),
    "false_positive_rate": _renamed("fpr"),
    **_each("specificity tnr min_specificity", _said("its fpr= is 1 - specificity", "fpr")),
    **_each("k top top_k", _renamed("predicted_positives")),
    **_each("queue_rate fraction share", _renamed("rate")),
    **_each(
        "costs cost_matrix", _said("type cost=(of a false positive, of a false negative)", "cost")
    ),
    **_each("f1 f1_score max_f1", _said("beta=1 finds the best F1", "cost")),
    **_each("f_beta fbeta", _renamed("beta")),
    "threshold": _renamed("thresholds") + _MARKED,
    "mark": _renamed("thresholds"),
    **_each("show_score show_auc show_ap", _said("score=None writes no score", "score")),
    "average": _within("plot_kws") + _said("prp.plot_pr and prp.aucpr have average=", "y_score"),
}

_LINES = _within(
    *("curve_kws", "isometric_kws", "score_kws", "err_kws", "min_kws", "heatmap_kws"),
    "plot_kws.curve_kws",
)
_MATPLOTLIB = {
    **_each(
        "lw linewidth ls linestyle zorder dashes drawstyle rasterized clip_on path_effects", _LINES
    ),
    "alpha": _LINES + _said("its level= is 1 - alpha", "level"),
    **_each(
        "marker markersize ms markerfacecolor mfc markeredgecolor mec markeredgewidth mew",
        _within("point_kws", "data_kws", "score_kws", "plot_kws.point_kws"),
    ),
    "markers": _said("show_points=True marks operating points, style= gives dashes", "style"),
    **_each("c colour", _renamed("color") + _LINES),
    "color": _LINES,
    **_each("cmap colors colormap", _renamed("palette") + _within("heatmap_kws")),
    **_each("figsize layout", _SIZES),
    "dpi": _within("save_kws") + _SIZES,
    **_each("bbox_inches pad_inches transparent metadata", _within("save_kws")),
    **_each(
        "title xlabel ylabel xlim ylim xscale yscale xticks yticks",
        _said("call ax.set({word}={value}) on the axes that it returns", "ax", "axes")
        + _said("call set({word}={value}) on the grid that it returns", "facet_kws"),
    ),
    "suptitle": _said("call figure.suptitle({value}) afterwards"),
    "grid": _said("call ax.grid({value}) on the axes that it returns", "ax"),
    **_each(
        "loc ncol ncols fontsize frameon bbox_to_anchor",
        _said("call sns.move_legend(ax, ..., {word}={value}) afterwards", "legend"),
    ),
    "axes": _renamed("ax"),
    "ax": _renamed("axes") + _said("it makes a figure of its own, grid.figure", "facet_kws"),
    **_each("fig figure", _renamed("fig") + _said("pass axes of that figure", "ax", "axes")),
    "show": _said("call plt.show() afterwards"),
    **_each("save savefig filename", _said("call ax.figure.savefig(...) afterwards", "ax", "axes")),
}

_SEABORN = {
    "x": _renamed("y_score"),
    "y": _renamed("y_true"),
    **_each("df dataframe table frame", _renamed("data", "table", "frame")),
    "data": _said(
        "pass columns as arrays; prp.summary and prp.operating_points have data=", "y_score"
    ),
    **_each("groupby by group", _renamed("hue")),
    **_each(
        "dropna skipna nan_policy",
        _said("missing='drop' leaves out rows that lack a value", "missing"),
    ),
    **_each("col row col_wrap col_order row_order height aspect facet_kws", _PANELS),
    **_each("sharex sharey margin_titles legend_out", _within("facet_kws")),
    "hue": _said("prp.summary and prp.plot_pr have hue=, for groups of rows", "y_score"),
    **_each("size sizes", _said("groups differ in colour, hue=, and dashes, style=", "style")),
    "hue_norm": _said("type palette=, with a colour for each group", "palette"),
    "palette": _renamed("color"),
    "ci": _said("type errorbar=('ci', {value})", "errorbar") + _renamed("level"),
    "err_style": _said("type band_kws=, with the properties of the band", "band_kws"),
}

# By word: the first answer whose argument a function has is given.
FOREIGN_WORDS: dict[str, Answers] = {
    **_OF_PANELS,
    **_PARTS,
    **_CONDITIONS,
    **_SCIKIT_LEARN,
    **_MATPLOTLIB,
    **_SEABORN,
}

# What does the same here as functions and classes of scikit-learn and seaborn.
_SAME = {
    "plot_pr": "PrecisionRecallDisplay plot_precision_recall_curve from_predictions lineplot",
    "plot_roc": "RocCurveDisplay plot_roc_curve",
    "curveplot": "relplot",
    "plot_thresholds": "DiscriminationThreshold cumulative_gain_curve lift_curve "
    "plot_cumulative_gain plot_lift plot_lift_curve",
    "plot_net_benefit": "decision_curve plot_decision_curve",
    "ConfusionCurve.from_scores": "precision_recall_curve roc_curve",
    "scores": "from_estimator",
    "cv_scores": "cross_val_predict cross_validate",
    "auroc": "roc_auc_score",
    "average_precision": "average_precision_score ap_score",
    "aucpr or auroc": "auc",
    "f_score": "f1_score fbeta_score",
    "interval": "bootstrap",
    "calibrate": "calibration_curve CalibrationDisplay CalibratedClassifierCV",
    "operating_point": "accuracy_score classification_report confusion_matrix "
    "ConfusionMatrixDisplay matthews_corrcoef plot_confusion_matrix "
    "precision_recall_fscore_support precision_score recall_score "
    "TunedThresholdClassifierCV FixedThresholdClassifier",
}
FOREIGN_NAMES = {word: name for name, words in _SAME.items() for word in words.split()}
