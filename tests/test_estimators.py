import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import ClassifierChain
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import prplot as prp

X, Y = load_iris(return_X_y=True)
BINARY = Y == 1


def crossed(y, model=None, x=X, cv=3):
    """Cross-validate with everything that tables of scores need."""
    model = GaussianNB() if model is None else model
    return cross_validate(model, x, y, cv=cv, return_estimator=True, return_indices=True)


@pytest.fixture(scope="module")
def binary():
    return crossed(BINARY)


def test_probabilities_come_first_else_the_decision_function_is_taken():
    model = LogisticRegression().fit(X, BINARY)
    np.testing.assert_array_equal(prp.scores(model, X), model.predict_proba(X)[:, 1])
    model = RidgeClassifier().fit(X, BINARY)
    np.testing.assert_array_equal(prp.scores(model, X), model.decision_function(X))
    model = GaussianNB().fit(X, Y)
    np.testing.assert_array_equal(prp.scores(model, X), model.predict_proba(X))
    with pytest.raises(TypeError, match=r"predict_proba or decision_function, found <object"):
        prp.scores(object(), X)


@pytest.mark.parametrize("table", [X, X.tolist(), pd.DataFrame(X, index=np.arange(150)[::-1])])
def test_a_cross_validation_becomes_a_tidy_table(table):
    given = table if not isinstance(table, list) else np.array(table)
    results = crossed(BINARY, RandomForestClassifier(3, random_state=0), given)
    found = prp.cv_scores(results, table, BINARY)
    assert list(found.columns) == ["row", "fold", "y_true", "y_score"]
    assert sorted(found["row"]) == list(range(150))
    for fold, rows in enumerate(results["indices"]["test"]):
        part = found[found["fold"] == fold]
        np.testing.assert_array_equal(part["row"], rows)
        np.testing.assert_array_equal(part["y_true"], BINARY[rows])
        model = results["estimator"][fold]
        here = given.iloc[rows] if isinstance(given, pd.DataFrame) else given[rows]
        np.testing.assert_array_equal(part["y_score"], model.predict_proba(here)[:, 1])


def test_the_table_is_ready_for_units(binary):
    table = prp.cv_scores(binary, X, BINARY)
    ax = prp.plot_pr("y_true", "y_score", data=table, units="fold", legend=False)
    folds = [
        prp.ConfusionCurve.from_scores(part["y_true"], part["y_score"])
        for _, part in table.groupby("fold")
    ]
    areas = [prp.aucpr(fold) for fold in folds]
    shown = f"{np.mean(areas):.3f} ± {np.std(areas, ddof=1):.3f}"
    assert f"normalised mean of 3 folds (AUCPR {shown})" in [line.get_label() for line in ax.lines]


def test_classes_have_columns_of_their_names():
    names = np.array(["setosa", "versicolor", "virginica"])[Y]
    found = prp.cv_scores(crossed(names), X, names)
    assert list(found.columns) == ["row", "fold", "y_true", "setosa", "versicolor", "virginica"]


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([1], r"cv_results must be the result of cross_validate"),
        ({"indices": {"test": []}}, r"return_estimator=True"),
        ({"estimator": []}, r"return_indices=True"),
    ],
)
def test_incomplete_results_are_refused(results, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.cv_scores(results, X, Y)


def test_sparse_examples_are_cut_by_rows():
    sparse = pytest.importorskip("scipy.sparse").csr_matrix(X)
    results = crossed(BINARY, RandomForestClassifier(3, random_state=0), sparse)
    assert len(prp.cv_scores(results, sparse, BINARY)) == 150


def test_folds_that_know_other_classes_are_refused():
    some = [0, 1, 50, 51, 100, 101]
    models = [GaussianNB().fit(X[rows], Y[rows]) for rows in (some, some[:4])]
    results = {"estimator": models, "indices": {"test": [[2, 3], [4, 5]]}}
    with pytest.raises(
        ValueError, match=r"fold 1 was .* classes \[0, 1\], but fold 0 on \[0, 1, 2\]"
    ):
        prp.cv_scores(results, X, Y)


def test_a_class_may_not_be_named_like_another_column():
    names = np.array(["row", "fold", "y_true"])[Y]
    model = GaussianNB().fit(X, names)
    with pytest.raises(ValueError, match=r"a class is named 'fold'"):
        prp.cv_scores({"estimator": [model], "indices": {"test": [[0, 1]]}}, X, names)


LABELS = np.column_stack([X[:, 0] > 5.5, X[:, 1] > 3, X[:, 2] > 4]).astype(int)


def test_each_label_of_a_multilabel_classifier_has_a_column():
    forest = RandomForestClassifier(5, random_state=0).fit(X, LABELS)
    found = prp.scores(forest, X)
    np.testing.assert_array_equal(found.T, [one[:, 1] for one in forest.predict_proba(X)])
    summed = prp.summary(LABELS, found)
    assert summed["AUROC"].tolist() == [prp.auroc(LABELS[:, i], found[:, i]) for i in range(3)]


def test_two_labels_are_not_two_classes():
    chosen = LABELS[:, :2]
    forest = RandomForestClassifier(5, random_state=0).fit(X, chosen)
    assert prp.scores(forest, X).shape == (150, 2)
    each = OneVsRestClassifier(LogisticRegression()).fit(X, chosen)
    np.testing.assert_array_equal(prp.scores(each, X), each.predict_proba(X))
    chain = ClassifierChain(LogisticRegression(), random_state=0).fit(X, chosen)
    np.testing.assert_array_equal(prp.scores(chain, X), chain.predict_proba(X))
    ridge = RidgeClassifier().fit(X, chosen)
    np.testing.assert_array_equal(prp.scores(ridge, X), ridge.decision_function(X))


def test_outputs_of_more_classes_are_refused():
    forest = RandomForestClassifier(5).fit(X, np.column_stack([LABELS[:, 0], Y]))
    with pytest.raises(
        ValueError, match=r"predict_proba\(X\) must have two classes .*; pass the scores of one"
    ):
        prp.scores(forest, X)


@pytest.mark.parametrize("model", [LogisticRegression(), RidgeClassifier()])
def test_scores_are_of_the_class_that_is_asked_for(model):
    names = np.where(BINARY, "ben", "mal")
    model.fit(X, names)
    area = {
        one: prp.auroc(names, prp.scores(model, X, pos_label=one), pos_label=one)
        for one in ("ben", "mal")
    }
    assert area["ben"] == pytest.approx(area["mal"])
    assert area["ben"] > 0.6
    np.testing.assert_array_equal(prp.scores(model, X), prp.scores(model, X, pos_label="mal"))


def test_one_of_more_classes_may_be_asked_for():
    model = GaussianNB().fit(X, Y)
    np.testing.assert_array_equal(prp.scores(model, X, pos_label=0), model.predict_proba(X)[:, 0])


def test_an_unknown_positive_label_is_refused():
    model = LogisticRegression().fit(X, BINARY)
    with pytest.raises(ValueError, match=r"pos_label 'yes' is not among .* \[False, True\]"):
        prp.scores(model, X, pos_label="yes")
    with pytest.raises(TypeError, match=r"pos_label must be a single label, found array"):
        prp.scores(model, X, pos_label=np.array([]))
    forest = RandomForestClassifier(5).fit(X, LABELS)
    with pytest.raises(ValueError, match=r"pos_label 1 is not among classes_, found None"):
        prp.scores(forest, X, pos_label=1)


def test_a_cross_validation_has_the_scores_of_the_positive_label():
    names = np.where(BINARY, "ben", "mal")
    results = crossed(names)
    table = prp.cv_scores(results, X, names, pos_label="ben")
    other = prp.cv_scores(results, X, names)
    np.testing.assert_allclose(table["y_score"], 1 - other["y_score"], atol=1e-14)
    areas = prp.summary("y_true", "y_score", data=table, units="fold", pos_label="ben")["AUROC"]
    assert areas.mean() > 0.6


def test_folds_fitted_on_as_many_but_other_classes_are_refused():
    # Sorted by class: each fold lacks the one that it is tested on.
    results = crossed(Y, cv=KFold(3))
    message = r"fold 1 was fitted on the classes \[0, 2\], but fold 0 on \[1, 2\]"
    with pytest.raises(ValueError, match=message):
        prp.cv_scores(results, X, Y)


@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        (X[:10], Y[:10], r"out of bounds for axis 0 with size 10"),
        (X.tolist(), Y[:10], r"out of bounds for axis 0 with size 10"),
        (X, LABELS, r"y must be one-dimensional, found shape \(150, 3\)"),
    ],
)
def test_other_examples_than_those_of_the_folds_are_refused(binary, rows, labels, message):
    with pytest.raises(ValueError, match=message):
        prp.cv_scores(binary, rows, labels)


def test_labels_may_be_a_table_of_one_column(binary):
    found = prp.cv_scores(binary, X, pd.DataFrame({"y": BINARY}))
    pd.testing.assert_frame_equal(found, prp.cv_scores(binary, X, BINARY))


def test_several_models_are_a_dict_that_plots_take():
    pipeline = make_pipeline(StandardScaler(), GaussianNB())
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=2)
    forest = RandomForestClassifier(5, random_state=0)
    models = {"pipeline": pipeline, "search": search, "forest": forest}
    names = np.array(["setosa", "versicolor", "virginica"])[Y]
    for model in models.values():
        model.fit(X, names)
    found = prp.scores(models, X)
    assert list(found) == list(models)
    for key, model in models.items():
        np.testing.assert_array_equal(found[key], model.predict_proba(X))
    ax = prp.plot_pr(names, found, average="macro", legend=False)
    assert {line.get_label().split(" (")[0] for line in ax.lines} >= set(models)
    forest.fit(X, BINARY)
    areas = prp.summary(BINARY, prp.scores({"forest": forest}, X))["AUROC"]
    assert areas["forest"] == prp.auroc(BINARY, forest.predict_proba(X)[:, 1])


def test_a_test_set_that_lacks_a_class_needs_the_classes_of_the_estimator():
    names = np.array(["setosa", "versicolor", "virginica"])[Y]
    model = GaussianNB().fit(X, names)
    few = slice(0, 100)
    found = prp.scores(model, X[few])
    with pytest.raises(ValueError, match=r"3 columns, but y_true has 2 labels; .*classes="):
        prp.summary(names[few], found)
    with pytest.warns(prp.UndefinedMetricWarning, match="virginica"):
        table = prp.summary(names[few], found, classes=model.classes_)
    assert list(table.index) == list(model.classes_)


def test_cross_validations_of_several_models_are_one_table():
    forest = RandomForestClassifier(3, random_state=0)
    results = {"forest": crossed(BINARY, forest), "a line": crossed(BINARY)}
    table = prp.cv_scores(results, X, BINARY)
    assert list(table.columns) == ["model", "row", "fold", "y_true", "y_score"]
    for key, one in results.items():
        part = table[table["model"] == key].drop(columns="model").reset_index(drop=True)
        pd.testing.assert_frame_equal(part, prp.cv_scores(one, X, BINARY))
    areas = prp.summary("y_true", "y_score", data=table, hue="model", units="fold")["AUROC"]
    assert [one for one in areas.index if "fold 0" in one] == ["forest, fold 0", "a line, fold 0"]


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (LogisticRegression(), r"This LogisticRegression instance is not fitted yet"),
        (make_pipeline(StandardScaler(), LogisticRegression()), r"is not fitted yet"),
        (GridSearchCV(LogisticRegression(), {"C": [1]}), r"is not fitted yet"),
        ({"a": RandomForestClassifier()}, r"model 'a': .* is not fitted yet"),
        (GridSearchCV(LogisticRegression(), {}, refit=False), r"found GridSearchCV"),
        (LinearRegression(), r"found LinearRegression\(\)"),
        (LogisticRegression, r"must be a fitted classifier .* found <class"),
        ({}, r"the dict of models is empty"),
        ({1: LogisticRegression(), "1": LogisticRegression()}, r"names must differ as text"),
    ],
)
def test_models_without_scores_are_refused(model, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.scores(model, X)


def test_models_of_different_classes_are_refused(binary):
    known = {"a": binary, "b": crossed(Y)}
    fitted = {key: one["estimator"][0] for key, one in known.items()}
    with pytest.raises(ValueError, match=r"model 'b' was fitted on the classes \[0, 1, 2\], but"):
        prp.scores(fitted, X)
    with pytest.raises(ValueError, match=r"model 'b' was fitted on the classes \[0, 1, 2\], but"):
        prp.cv_scores(known, X, Y)
    with pytest.raises(ValueError, match=r"model 'b': cv_results must be the result"):
        prp.cv_scores({"a": known["a"], "b": {"test_score": [1]}}, X, Y)
    with pytest.raises(ValueError, match=r"the dict of models is empty"):
        prp.cv_scores({}, X, Y)


class Odd:
    """A classifier that says what it is given."""

    def __init__(self, says, **known):
        self.says = says
        vars(self).update(known)

    def predict_proba(self, _):
        return self.says


def test_probabilities_of_three_dimensions_and_texts_are_refused():
    for says in (np.ones((4, 2, 2)), np.array(["a"] * 4)):
        with pytest.raises(ValueError, match=r"predict_proba\(X\) must be a number, or one for"):
            prp.scores(Odd(says), np.ones((4, 2)))


def test_a_table_of_classes_without_names_is_refused():
    model = Odd(np.ones((4, 3)))
    results = {"estimator": [model], "indices": {"test": [[0, 1, 2, 3]]}}
    for known in ({}, {"classes_": [0, 1]}):
        vars(model).update(known)
        with pytest.raises(TypeError, match="3 columns of scores must name as many classes"):
            prp.cv_scores(results, np.ones((4, 2)), [0, 1, 2, 0])
