"""The table of foreign words: arguments of other libraries, and their equivalents here."""

# What arguments are called elsewhere. Of several, the first that a function has is meant. In a dict
# of properties "*" stands for the word itself.
_LINE = "lw linewidth ls linestyle zorder dashes drawstyle rasterized clip_on path_effects alpha"
_MARKER = "marker markersize ms markerfacecolor mfc markeredgecolor mec markeredgewidth mew"
_POINT = "precision recall fpr rate"
RENAMED = {
    "y_true": "y y_test target targets truth",
    "y_score": "x y_pred y_prob y_proba probas_pred y_hat preds scores",
    "score": "scores metric metrics scoring",
    "metric": "score metrics scoring",
    "metrics": "score metric scoring",
    "data": "df dataframe frame table",
    "table": "df dataframe frame data",
    "frame": "df dataframe table data",
    "clusters": "groups",
    "hue": "groups groupby by group",
    "units": "cv",
    "pos_label": "positive_label pos_class positive_class positive",
    "sample_weight": "weights weight",
    "seed": "random_state rng",
    "n_boot": "n_resamples n_bootstraps",
    "level": "confidence_level confidence ci",
    "color": "c colour",
    "palette": "cmap colors colormap",
    "thresholds": "threshold mark",
    "thresholds.*": _POINT,
    "mark.*": _POINT,
    "mark.threshold": "threshold thresholds",
    "recall": "tpr sensitivity min_recall min_tpr",
    "precision": "ppv min_precision",
    "fpr": "false_positive_rate max_fpr",
    "predicted_positives": "k top top_k",
    "rate": "queue_rate fraction share",
    "beta": "f_beta fbeta",
    "levels": "iso_f1_values",
    "show_min": "min",
    "show_chance": "chance plot_chance_level",
    "show_baseline": "baseline",
    "show_hull": "hull",
    "show_isometrics": "isometrics iso_f1_curves",
    "show_points": "points",
    "ax": "axes",
    "axes": "ax",
    "fig": "figure",
    "chance_kws": "chance_level_kw chance_level_kws chance_level_kwargs",
    "curve_kws": "curve_kwargs fold_line_kwargs line_kw line_kws plot_kwargs",
    "point_kws": "scatter_kws marker_kws",
    "band_kws": "fill_kws ci_kws err_kws",
    "curve_kws.*": f"{_LINE} color c",
    "isometric_kws.*": f"{_LINE} color c",
    "err_kws.*": _LINE,
    "min_kws.*": _LINE,
    "point_kws.*": _MARKER,
    "heatmap_kws.*": "cmap",
    "save_kws.*": "dpi bbox_inches pad_inches transparent metadata",
    "facet_kws.*": "sharex sharey margin_titles legend_out",
}
# Options of the figures in panels, which go into `plot_kws` there.
OF_PANELS = (
    "show_points show_isometrics show_hull show_min show_chance show_baseline interpolation "
    "prevalence beta levels thresholds score estimator average curve_kws point_kws min_kws "
    "chance_kws baseline_kws isometric_kws hull_kws band_kws"
)

# What to do instead, for functions with an argument ("" for all).
_SCORES = "pass labels and the scores of the classifier, prp.scores(classifier, X)"
_SIZES = "make the axes first, with plt.subplots({word}={value}), and pass "
_ARTISTS = "title xlabel ylabel xlim ylim xscale yscale xticks yticks suptitle grid"
SAID = (
    ("y_score", "estimator clf classifier model X response_method", _SCORES),
    ("ax", "figsize layout dpi", f"{_SIZES}ax="),
    ("axes", "figsize layout dpi", f"{_SIZES}axes="),
    ("ax", _ARTISTS, "call ax.set({word}={value}) on the axes that it returns"),
    ("axes", _ARTISTS, "call set({word}={value}) on the axes that it returns"),
    (
        "legend",
        "loc ncol ncols fontsize frameon bbox_to_anchor",
        "call sns.move_legend(ax, ..., {word}={value}) afterwards",
    ),
    ("ax", "show save savefig filename", "call plt.show() or ax.figure.savefig(...) afterwards"),
    (
        "",
        "drop_intermediate num_thresholds n_thresholds despine",
        "leave it out: curves are exact, and spines stay as they are",
    ),
    (
        "classes",
        "multi_class per_class",
        "leave it out: with a column of scores for each class, each stands against the rest",
    ),
    ("average", "micro macro", "with a column of scores for each class, type average='{word}'"),
    ("pos_label", "multi_class", "pass the scores of one class, and pos_label="),
    ("name", "labels", "type y_true= for labels of examples, name= for that of a curve"),
    ("errorbar", "ci", "type errorbar=('ci', {value})"),
    ("errorbar", "bootstrap", "type errorbar='ci'"),
    ("level", "alpha", "its level= is 1 - alpha"),
    ("fpr_range", "max_fpr", "type fpr_range=(0, {value})"),
    ("fpr", "specificity tnr min_specificity", "its fpr= is 1 - specificity"),
    ("cost", "f1 f1_score max_f1", "beta=1 finds the best F1"),
    ("score", "show_score show_auc show_ap", "score=None writes no score"),
    ("style", "size sizes markers", "groups differ in colour, hue=, and dashes, style="),
    ("missing", "dropna skipna nan_policy", "missing='drop' leaves out rows that lack a value"),
    (
        "data",
        "col row col_wrap col_order row_order height aspect facet_kws",
        "prp.curveplot(data, y_true=..., y_score=..., {word}={value}) draws a panel for each",
    ),
)

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
