import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import cross_validate

import prplot as prp

X, Y = load_iris(return_X_y=True)
BINARY = Y == 1


def test_probabilities_come_first_and_of_two_classes_the_second_is_taken():
    model = LogisticRegression().fit(X, BINARY)
    np.testing.assert_array_equal(prp.scores(model, X), model.predict_proba(X)[:, 1])


def test_else_the_decision_function_is_taken():
    model = RidgeClassifier().fit(X, BINARY)
    np.testing.assert_array_equal(prp.scores(model, X), model.decision_function(X))


def test_more_classes_have_a_column_each():
    model = LogisticRegression(max_iter=1000).fit(X, Y)
    np.testing.assert_array_equal(prp.scores(model, X), model.predict_proba(X))


def test_what_gives_no_scores_is_refused():
    with pytest.raises(TypeError, match=r"predict_proba or decision_function, found object"):
        prp.scores(object(), X)


@pytest.mark.parametrize("table", [X, X.tolist(), pd.DataFrame(X, index=np.arange(150)[::-1])])
def test_a_cross_validation_becomes_a_tidy_table(table):
    given = table if not isinstance(table, list) else np.array(table)
    results = cross_validate(
        RandomForestClassifier(5, random_state=0),
        given,
        BINARY,
        return_estimator=True,
        return_indices=True,
    )
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


def test_the_table_is_ready_for_units():
    results = cross_validate(
        LogisticRegression(), X[:, :1], BINARY, return_estimator=True, return_indices=True
    )
    table = prp.cv_scores(results, X[:, :1], BINARY)
    ax = prp.plot_pr("y_true", "y_score", data=table, units="fold")
    folds = [
        prp.ConfusionCurve.from_scores(part["y_true"], part["y_score"])
        for _, part in table.groupby("fold")
    ]
    area = prp.aucpr(prp.average_curve(folds))
    assert f"normalised mean of 5 folds (AUCPR {area:.3f})" in [
        line.get_label() for line in ax.lines
    ]


def test_classes_have_columns_of_their_names():
    names = np.array(["setosa", "versicolor", "virginica"])[Y]
    results = cross_validate(
        LogisticRegression(max_iter=1000), X, names, return_estimator=True, return_indices=True
    )
    found = prp.cv_scores(results, X, names)
    assert list(found.columns) == ["row", "fold", "y_true", "setosa", "versicolor", "virginica"]


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([1], r"cv_results must be a dict"),
        ({"indices": {"test": []}}, r"return_estimator=True"),
        ({"estimator": []}, r"return_indices=True"),
        (
            {"estimator": [1], "indices": {"test": []}},
            r"as many estimators .* found 1 and 0",
        ),
    ],
)
def test_incomplete_results_are_refused(results, message):
    with pytest.raises((TypeError, ValueError), match=message):
        prp.cv_scores(results, X, Y)


def test_sparse_examples_are_cut_by_rows():
    sparse = pytest.importorskip("scipy.sparse").csr_matrix(X)
    results = cross_validate(
        LogisticRegression(max_iter=1000),
        sparse,
        BINARY,
        return_estimator=True,
        return_indices=True,
    )
    assert len(prp.cv_scores(results, sparse, BINARY)) == 150


def test_folds_that_know_other_classes_are_refused():
    some = [0, 1, 50, 51, 100, 101]
    models = [LogisticRegression().fit(X[rows], Y[rows]) for rows in (some, some[:4])]
    results = {"estimator": models, "indices": {"test": [[2, 3], [4, 5]]}}
    with pytest.raises(ValueError, match=r"fold 1 has the scores y_score, but fold 0 has 0, 1, 2"):
        prp.cv_scores(results, X, Y)


def test_a_class_may_not_be_named_like_another_column():
    names = np.array(["row", "fold", "y_true"])[Y]
    model = LogisticRegression(max_iter=1000).fit(X, names)
    with pytest.raises(ValueError, match=r"a class is named 'fold'"):
        prp.cv_scores({"estimator": [model], "indices": {"test": [[0, 1]]}}, X, names)
