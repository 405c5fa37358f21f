"""Make the file of ranks by thirty classifiers on many tasks that the gallery figures use.

The figures compare ways to rank models, which depend only on the order of the
scores. The file therefore contains, for every task, the labels and each
classifier's dense ranks of its out-of-fold scores (stratified 5-fold
cross-validation), and the gallery itself does not need scikit-learn.

File, written next to this script: ``rank_predictions.npz``. ``README.md`` lists
its tasks, its classifiers and the sources of the data sets.

All data sets are those bundled with scikit-learn; nothing is downloaded. To
make the file again from a checkout, which takes some minutes::

    pip install -e '.[data]'
    python gallery/data/make_rank_predictions.py
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed, parallel_config
from sklearn.base import ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import (
    load_breast_cancer,
    load_diabetes,
    load_digits,
    load_iris,
    load_wine,
)
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.linear_model import LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import Bunch
from tqdm import tqdm

SEED = 0
N_FOLDS = 5
N_JOBS = 2
PATH = Path(__file__).resolve().parent / "rank_predictions.npz"

# Pairs of similar digits; most other pairs are separated without an error.
DIGIT_PAIRS = (
    (1, 2), (1, 4), (1, 7), (1, 8), (2, 3), (2, 8), (3, 5), (3, 8),
    (3, 9), (4, 7), (4, 9), (5, 8), (5, 9), (6, 8), (7, 9), (8, 9),
)  # fmt: skip
BREAST_CANCER_GROUPS = {"mean": slice(0, 10), "error": slice(10, 20), "worst": slice(20, 30)}
WINE_MEASURES = (
    "alcohol", "malic_acid", "ash", "alkalinity", "magnesium", "phenols", "flavanoids",
    "nonflavanoid_phenols", "proanthocyanins", "colour_intensity", "hue", "od280_od315", "proline",
)  # fmt: skip
IRIS_MEASURES = ("sepal_length", "sepal_width", "petal_length", "petal_width")
DIABETES_MEASURES = (
    "age", "sex", "bmi", "blood_pressure", "total_cholesterol", "ldl", "hdl",
    "cholesterol_ratio", "triglycerides", "glucose",
)  # fmt: skip


def standardised(*steps: object) -> Pipeline:
    """Put a standardisation of the features before the given steps.

    Parameters
    ----------
    *steps : object
        Transformers and, last, a classifier.

    Returns
    -------
    Pipeline
        All steps, unfitted.
    """
    return make_pipeline(StandardScaler(), *steps)


# Name in the file -> unfitted classifier; each fit works on its own clone.
CLASSIFIERS: dict[str, ClassifierMixin] = {
    "Logistic regression": standardised(LogisticRegression(max_iter=1000)),
    "Logistic regression, strong penalty": standardised(LogisticRegression(C=0.001)),
    "Logistic regression, 3 components": standardised(
        PCA(3, svd_solver="full"), LogisticRegression()
    ),
    "Ridge classifier": standardised(RidgeClassifier(random_state=SEED)),
    "Stochastic gradient descent": standardised(SGDClassifier(random_state=SEED)),
    "Linear discriminant": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "Nearest class mean": standardised(LinearDiscriminantAnalysis(solver="lsqr", shrinkage=1.0)),
    "Quadratic discriminant": standardised(QuadraticDiscriminantAnalysis(reg_param=0.1)),
    "Linear SVM": standardised(LinearSVC(dual=False, random_state=SEED)),
    "SVM, RBF kernel": standardised(SVC()),
    "SVM, cubic kernel": standardised(SVC(kernel="poly")),
    "SVM, sigmoid kernel": standardised(SVC(kernel="sigmoid")),
    "Gaussian process": standardised(
        GaussianProcessClassifier(ConstantKernel(10.0) * RBF(5.0), optimizer=None)
    ),
    "Naive Bayes, Gaussian": GaussianNB(),
    "Naive Bayes, calibrated": CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=3),
    "Naive Bayes, Bernoulli": standardised(BernoulliNB()),
    "Naive Bayes, multinomial": make_pipeline(MinMaxScaler(clip=True), MultinomialNB()),
    "1 nearest neighbour": standardised(KNeighborsClassifier(1)),
    "5 nearest neighbours": standardised(KNeighborsClassifier(5)),
    "10 nearest neighbours, weighted": standardised(KNeighborsClassifier(10, weights="distance")),
    "25 nearest neighbours": standardised(KNeighborsClassifier(25)),
    "Decision stump": DecisionTreeClassifier(max_depth=1, random_state=SEED),
    "Decision tree": DecisionTreeClassifier(max_depth=4, random_state=SEED),
    "Random forest": RandomForestClassifier(random_state=SEED),
    "Extra trees": ExtraTreesClassifier(random_state=SEED),
    "AdaBoost": AdaBoostClassifier(random_state=SEED),
    "Gradient boosting": GradientBoostingClassifier(random_state=SEED),
    "Histogram gradient boosting": HistGradientBoostingClassifier(random_state=SEED),
    "Neural network, 3 units": standardised(
        MLPClassifier((3,), solver="lbfgs", alpha=0.01, max_iter=5000, random_state=SEED)
    ),
    "Neural network, 50 units": standardised(
        MLPClassifier((50,), solver="lbfgs", alpha=1.0, max_iter=5000, random_state=SEED)
    ),
}


class Task(NamedTuple):
    """One binary classification task.

    Attributes
    ----------
    name : str
        Name in the file.
    features : np.ndarray
        Features, shape (n_rows, n_features).
    labels : np.ndarray
        Labels, shape (n_rows,), bool; the smaller class is positive.
    """

    name: str
    features: np.ndarray
    labels: np.ndarray


def class_tasks(data_set: str, data: Bunch, classes: Iterable[str]) -> list[Task]:
    """Make tasks, each with one class against all others.

    Parameters
    ----------
    data_set : str
        Start of the names of the tasks.
    data : Bunch
        The data set.
    classes : iterable of str
        Names of the classes, in the order of their numbers.

    Returns
    -------
    list of Task
        One task per class.
    """
    return [
        Task(f"{data_set}_{name}", data.data, data.target == number)
        for number, name in enumerate(classes)
    ]


def upper_part(values: np.ndarray) -> np.ndarray:
    """Mark the values above the 75 % quantile, or the larger of only two values.

    Parameters
    ----------
    values : np.ndarray
        Numbers, shape (n_rows,).

    Returns
    -------
    np.ndarray
        Shape (n_rows,), bool.
    """
    distinct = np.unique(values)
    return values > (distinct[0] if distinct.size == 2 else np.quantile(values, 0.75))


def measure_tasks(data_set: str, data: Bunch, measures: Iterable[str]) -> list[Task]:
    """Make tasks that predict high values of one feature from the other features.

    Parameters
    ----------
    data_set : str
        Start of the names of the tasks.
    data : Bunch
        The data set.
    measures : iterable of str
        Names of the features, in the order of the columns.

    Returns
    -------
    list of Task
        One task per feature.
    """
    return [
        Task(
            name=f"{data_set}_{name}",
            features=np.delete(data.data, column, axis=1),
            labels=upper_part(data.data[:, column]),
        )
        for column, name in enumerate(measures)
    ]


def breast_cancer_tasks() -> list[Task]:
    """Make the breast cancer tasks: all features, and each of their three groups of ten.

    Returns
    -------
    list of Task
        The tasks, with malignant as the positive class.
    """
    data = load_breast_cancer()
    malignant = data.target == list(data.target_names).index("malignant")
    return [
        Task("breast_cancer", data.data, malignant),
        *(
            Task(f"breast_cancer_{group}", data.data[:, columns], malignant)
            for group, columns in BREAST_CANCER_GROUPS.items()
        ),
    ]


def digit_tasks() -> list[Task]:
    """Make the digit tasks: one against the rest, even against odd, and pairs.

    Returns
    -------
    list of Task
        The tasks; of a pair, the rarer digit is the positive class.
    """
    data = load_digits()
    tasks = class_tasks("digit", data, map(str, range(10)))
    tasks.append(Task("digits_even", data.data, data.target % 2 == 0))
    counts = np.bincount(data.target)
    for pair in DIGIT_PAIRS:
        positive, negative = sorted(pair, key=lambda digit: counts[digit])
        rows = np.isin(data.target, pair)
        name = f"digits_{positive}_against_{negative}"
        tasks.append(Task(name, data.data[rows], data.target[rows] == positive))
    return tasks


def all_tasks() -> list[Task]:
    """Make all tasks.

    Returns
    -------
    list of Task
        The tasks, in the order of the file.
    """
    wine, iris, diabetes = load_wine(), load_iris(), load_diabetes(scaled=False)
    return [
        *breast_cancer_tasks(),
        *digit_tasks(),
        *class_tasks("wine", wine, ("1", "2", "3")),
        *measure_tasks("wine", wine, WINE_MEASURES),
        *class_tasks("iris", iris, iris.target_names),
        *measure_tasks("iris", iris, IRIS_MEASURES),
        Task("diabetes_progression", diabetes.data, upper_part(diabetes.target)),
        *measure_tasks("diabetes", diabetes, DIABETES_MEASURES),
    ]


def out_of_fold_ranks(classifier: ClassifierMixin, task: Task) -> np.ndarray:
    """Rank all rows by scores of models that were fitted without the row's fold.

    Parameters
    ----------
    classifier : ClassifierMixin
        An unfitted classifier.
    task : Task
        The task to fit and score.

    Returns
    -------
    np.ndarray
        Dense ranks, shape (n_rows,): 0 for the lowest score, ties share one rank.
    """
    folds = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=SEED)
    # Probabilities near 0 and 1 are rounded to ties, decision values are not.
    decides = hasattr(classifier, "decision_function")
    method = "decision_function" if decides else "predict_proba"
    scores = cross_val_predict(classifier, task.features, task.labels, cv=folds, method=method)
    _, ranks = np.unique(scores if decides else scores[:, 1], return_inverse=True)
    return ranks.astype(np.uint16)


def main() -> None:
    """Make the file."""
    tasks = all_tasks()
    jobs = [
        delayed(out_of_fold_ranks)(classifier, task)
        for task, classifier in product(tasks, CLASSIFIERS.values())
    ]
    # One thread per fit: sums in another order would break or create ties.
    with parallel_config("loky", n_jobs=N_JOBS, inner_max_num_threads=1):
        results = Parallel(return_as="generator")(jobs)
        ranks = iter(list(tqdm(results, total=len(jobs), unit="classifier")))
    arrays = {"models": np.array(list(CLASSIFIERS))}
    for task in tasks:
        arrays[f"{task.name}/labels"] = task.labels
        arrays[f"{task.name}/ranks"] = np.stack([next(ranks) for _ in CLASSIFIERS])
    np.savez_compressed(PATH, **arrays)


if __name__ == "__main__":
    main()
