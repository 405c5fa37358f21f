"""Scores as scorers of scikit-learn's model selection."""

import copy
import math
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import (
    GridSearchCV,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import prplot as prp
from tests.cases import sampled

RNG = np.random.default_rng(3)
Y = (RNG.random(300) < 0.3).astype(int)
X = RNG.normal(size=(300, 3)) + Y[:, None] * [1.0, 0.5, 0.0]
WEIGHTS = RNG.integers(1, 4, 300).astype(float)
FOLDS = StratifiedKFold(3)
NAMES = [
    "aucpr",
    "auroc",
    "average_precision",
    "aucnpr",
    "auprg",
    "recall@precision=0.5",
    "precision@recall=0.8",
    "precision@k=20",
    "max_f2",
    "max_mcc",
    "lift@rate=0.1",
    "f1@threshold=0.3",
    "net_benefit@threshold=0.2",
]


class Given(ClassifierMixin, BaseEstimator):
    """A classifier whose scores are its first feature."""

    def fit(self, x, y):
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, x):
        return np.asarray(x)[:, 0]


def expected(name, labels, scores, weights=None):
    """Return a score by other public functions."""
    given = {"sample_weight": weights}
    kind, _, rest = name.partition("@threshold=")
    if rest:
        point = prp.operating_point(labels, scores, threshold=float(rest), **given)
        return getattr(point, kind)
    if hasattr(prp, name.lower()):
        return getattr(prp, name.lower())(labels, scores, **given)
    return prp.summary(labels, scores, score=name, **given).iloc[0, -1]


@pytest.mark.parametrize("name", sampled(NAMES, every=3))
def test_each_fold_has_the_score_of_its_predictions(name):
    found = cross_validate(
        LogisticRegression(),
        X,
        Y,
        cv=FOLDS,
        scoring=prp.scorer(name),
        return_estimator=True,
        return_indices=True,
    )
    folds = zip(found["estimator"], found["indices"]["test"], found["test_score"], strict=True)
    for model, rows, score in folds:
        probability = model.predict_proba(X[rows])[:, 1]
        assert score == pytest.approx(expected(name, Y[rows], probability), rel=1e-12)


def test_areas_are_those_of_scikit_learn():
    model = RidgeClassifier().fit(X, Y)
    decision = model.decision_function(X)
    for name, theirs in (("auroc", roc_auc_score), ("average_precision", average_precision_score)):
        found = prp.scorer(name)(model, X, Y, sample_weight=WEIGHTS)
        assert found == pytest.approx(theirs(Y, decision, sample_weight=WEIGHTS), rel=1e-12)


def test_a_grid_search_chooses_by_the_score():
    grid = {"C": [1e-4, 1e-2, 1.0]}
    scoring = {"high": prp.scorer("recall@precision=0.6"), "area": prp.scorer()}
    search = GridSearchCV(LogisticRegression(), grid, scoring=scoring, refit="high", cv=FOLDS)
    search.fit(X, Y)
    means = search.cv_results_["mean_test_high"]
    assert search.best_index_ == np.argmax(means)
    model = LogisticRegression(C=grid["C"][search.best_index_])
    alone = cross_val_score(model, X, Y, scoring=scoring["high"], cv=FOLDS)
    assert alone.mean() == pytest.approx(means.max())
    assert clone(search).get_params()["scoring"]["high"] is not None


def test_a_pipeline_routes_weights_to_the_score():
    scoring = prp.scorer("aucpr")
    with sklearn.config_context(enable_metadata_routing=True):
        scoring = scoring.set_score_request(sample_weight=True)
        model = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False),
            LogisticRegression().set_fit_request(sample_weight=True),
        )
        found = cross_validate(
            model,
            X,
            Y,
            cv=FOLDS,
            scoring=scoring,
            params={"sample_weight": WEIGHTS},
            return_estimator=True,
            return_indices=True,
        )
    folds = zip(found["estimator"], found["indices"]["test"], found["test_score"], strict=True)
    for fitted, rows, score in folds:
        probability = fitted.predict_proba(X[rows])[:, 1]
        weighted = prp.aucpr(Y[rows], probability, sample_weight=WEIGHTS[rows])
        assert score == pytest.approx(weighted, rel=1e-13)
        assert score != pytest.approx(prp.aucpr(Y[rows], probability), rel=1e-6)


def test_copies_of_a_scorer_are_that_scorer():
    scoring = prp.scorer("recall@precision=0.5")
    model = LogisticRegression().fit(X, Y)
    for twin in (pickle.loads(pickle.dumps(scoring)), copy.deepcopy(scoring)):
        assert twin(model, X, Y) == scoring(model, X, Y)
        assert repr(twin) == repr(scoring)
    assert "score=recall@precision=0.5, unreachable=0.0" in repr(scoring)


@pytest.mark.slow
def test_a_scorer_goes_to_a_process_in_which_scikit_learn_is_loaded_by_the_call_alone():
    scoring = prp.scorer("recall@precision=0.5")
    model = LogisticRegression().fit(X, Y)
    here = scoring(model, X, Y)
    code = (
        "import pickle, sys, prplot as prp\n"
        "prp.scorer\nassert 'sklearn' not in sys.modules\n"
        "prp.scorer()\nassert 'sklearn' in sys.modules\n"
        "scoring, *given = pickle.load(sys.stdin.buffer)\nprint(repr(scoring(*given)))"
    )
    sent = pickle.dumps((scoring, model, X, Y))
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert float(done.stdout) == here


@pytest.mark.parametrize("unreachable", [0.0, -1.0, math.nan])
@pytest.mark.parametrize("name", ["recall@precision=0.9", "f1@precision=0.9", "recall@k=5"])
def test_a_fold_that_cannot_meet_the_condition_has_the_value_for_it(name, unreachable):
    # In the second fold every positive is below a negative, and there are too few rows for 5.
    x = np.array([[3.0], [2], [1], [0], [0], [0], [3], [2], [1]])
    y = np.array([1, 1, 0, 0, 0, 0, 0, 1, 1])
    folds = [(np.arange(9), np.arange(6)), (np.arange(9), np.arange(6, 9))]
    scoring = prp.scorer(name, unreachable=unreachable)
    first, second = cross_val_score(Given(), x, y, scoring=scoring, cv=folds)
    assert first == 1
    assert second == pytest.approx(unreachable, nan_ok=True)


@pytest.mark.parametrize("name", ["precision@fpr=0", "precision@threshold=9", "lift@threshold=9"])
def test_a_fold_that_predicts_nothing_positive_has_the_value_for_it(name):
    x, y = np.array([[3.0], [2], [1]]), np.array([0, 1, 0])
    assert prp.scorer(name, unreachable=-7)(Given().fit(x, y), x, y) == -7


def test_what_is_unreachable_is_no_success():
    x, y = np.array([[3.0], [2], [1]]), np.array([0, 1, 0])
    model = Given().fit(x, y)
    assert prp.scorer("fpr@precision=0.9")(model, x, y) == -1
    assert prp.scorer("fpr@precision=0.9", unreachable=-7)(model, x, y) == -7
    assert prp.scorer("recall@precision=0.9")(model, x, y) == 0


def test_a_fold_of_one_class_is_undefined_and_not_unreachable():
    with pytest.warns(prp.UndefinedMetricWarning):
        found = prp.scorer("recall@precision=0.9")(Given().fit(X, Y), X[:5], np.zeros(5))
    assert math.isnan(found)


def test_the_positive_label_is_that_of_the_scores_and_of_the_labels():
    names = np.array(["well", "ill"])[Y]
    model = LogisticRegression().fit(X, names)
    found = prp.scorer("aucpr", pos_label="ill")(model, X, names)
    assert found == prp.aucpr(Y, prp.scores(model, X, pos_label="ill"))
    assert found == pytest.approx(prp.scorer("aucpr")(LogisticRegression().fit(X, Y), X, Y))
    decided = RidgeClassifier().fit(X, names)
    for label in ("ill", "well"):
        own = prp.scores(decided, X, pos_label=label)
        expected = prp.aucpr(names, own, pos_label=label)
        assert prp.scorer("aucpr", pos_label=label)(decided, X, names) == expected


def test_areas_have_a_range_of_recall():
    model = LogisticRegression().fit(X, Y)
    probability = model.predict_proba(X)[:, 1]
    for score in (prp.aucpr, prp.aucnpr):
        found = prp.scorer(score, recall_range=(0.5, 1))(model, X, Y)
        assert found == score(Y, probability, recall_range=(0.5, 1))


def test_several_classes_are_averaged():
    labels = RNG.integers(0, 3, 300)
    model = LogisticRegression().fit(X + labels[:, None], labels)
    found = prp.scorer("average_precision")(model, X, labels)
    assert found == pytest.approx(prp.average_precision(labels, model.predict_proba(X)))


def test_lower_false_positive_rates_are_better():
    model = LogisticRegression().fit(X, Y)
    found = prp.scorer("fpr@recall=0.8")(model, X, Y)
    rates = prp.summary(Y, model.predict_proba(X)[:, 1], score="fpr@recall=0.8").iloc[0, -1]
    assert found == -rates < 0


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        ({"score": "recal@precision=0.9"}, ValueError, "did you mean 'recall'"),
        ({"score": "recall"}, ValueError, "or such as 'recall@precision=0.9'"),
        ({"score": "recall@precision=90"}, ValueError, r"precision must be in \[0, 1\], found 90"),
        ({"score": "net_benefit"}, ValueError, "score must be one of"),
        ({"score": "net_benefit@recall=0.5"}, ValueError, "needs a threshold probability in"),
        ({"score": "net_benefit@threshold=1"}, ValueError, "a threshold probability in"),
        ({"score": "recall@threshold=1e400"}, ValueError, "found 'recall@threshold=1e400'"),
        ({"pos_label": ["a"]}, TypeError, "pos_label must be a single label, found"),
        ({"score": 5}, TypeError, "score must be the name of a score, found 5"),
        ({"unreachable": "no"}, ValueError, "unreachable must be a number, found 'no'"),
        ({"recall_range": (0.5, 0.5)}, ValueError, "recall_range must be two numbers"),
        (
            {"score": "auroc", "recall_range": (0, 1)},
            ValueError,
            "^recall_range goes with aucpr and aucnpr, found 'auroc'$",
        ),
    ],
)
def test_what_is_no_score_is_refused_at_once(given, error, said):
    with pytest.raises(error, match=said):
        prp.scorer(**given)


def test_a_search_has_no_warnings_of_its_own():
    with warnings.catch_warnings(action="error"):
        cross_val_score(LogisticRegression(), X, Y, scoring=prp.scorer("max_f1"), cv=FOLDS)
