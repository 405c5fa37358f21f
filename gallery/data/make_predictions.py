"""Make the small CSV files of real predictions that the gallery figures use.

Every file contains the 0/1 label of each row of a data set and the out-of-fold
scores of five classifiers (stratified 5-fold cross-validation), so that the
gallery itself does not need scikit-learn.

Files, written next to this script:

- ``breast_cancer.csv``: malignant against benign tumours. Wolberg, Street and
  Mangasarian (1995), Breast Cancer Wisconsin (Diagnostic), UCI Machine
  Learning Repository.
- ``digits/digit_0.csv`` ... ``digits/digit_9.csv``: one digit against the
  rest. Alpaydin and Kaynak (1998), Optical Recognition of Handwritten Digits,
  UCI Machine Learning Repository.

Both data sets are those bundled with scikit-learn; nothing is downloaded.
To make the files again from a checkout::

    pip install -e '.[data]'
    python gallery/data/make_predictions.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tqdm import tqdm

SEED = 0
N_FOLDS = 5
# Short if that keeps all distinct scores distinct, otherwise all digits.
SHORT_FORMAT, FULL_FORMAT = "%.6g", "%.17g"
DATA_DIR = Path(__file__).resolve().parent

# Name in the CSV header -> function that makes a fresh, unfitted classifier.
CLASSIFIERS: dict[str, Callable[[], ClassifierMixin]] = {
    "Logistic regression": lambda: make_pipeline(
        StandardScaler(), LogisticRegression(max_iter=1000)
    ),
    "Random forest": lambda: RandomForestClassifier(n_estimators=100, random_state=SEED),
    "Decision tree": lambda: DecisionTreeClassifier(max_depth=4, random_state=SEED),
    "Naive Bayes": GaussianNB,
    "k nearest neighbours": lambda: make_pipeline(
        StandardScaler(), KNeighborsClassifier(n_neighbors=10)
    ),
}


class Task(NamedTuple):
    """One binary classification task.

    Attributes
    ----------
    path : Path
        The CSV file to write.
    label_name : str
        Header of the label column.
    features : np.ndarray
        Features, shape (n_rows, n_features).
    labels : np.ndarray
        0/1 labels, shape (n_rows,).
    """

    path: Path
    label_name: str
    features: np.ndarray
    labels: np.ndarray


def breast_cancer_task() -> Task:
    """Make the breast cancer task, with malignant as the positive class.

    Returns
    -------
    Task
        The task.
    """
    data = load_breast_cancer()
    malignant = list(data.target_names).index("malignant")
    labels = (data.target == malignant).astype(int)
    return Task(DATA_DIR / "breast_cancer.csv", "malignant", data.data, labels)


def digit_tasks() -> list[Task]:
    """Make ten tasks, each one digit against the other nine.

    Returns
    -------
    list of Task
        The tasks, for the digits 0 to 9.
    """
    data = load_digits()
    return [
        Task(
            path=DATA_DIR / "digits" / f"digit_{digit}.csv",
            label_name=f"is_digit_{digit}",
            features=data.data,
            labels=(data.target == digit).astype(int),
        )
        for digit in range(10)
    ]


def out_of_fold_scores(classifier: ClassifierMixin, task: Task) -> np.ndarray:
    """Score every row with a model that was fitted without that row's fold.

    Parameters
    ----------
    classifier : ClassifierMixin
        An unfitted classifier.
    task : Task
        The task to fit and score.

    Returns
    -------
    np.ndarray
        Estimated probability of the positive class, shape (n_rows,).
    """
    folds = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=SEED)
    probabilities = cross_val_predict(
        classifier, task.features, task.labels, cv=folds, method="predict_proba", n_jobs=1
    )
    return probabilities[:, 1]


def score_format(scores: np.ndarray) -> str:
    """Choose the shortest format in which no two distinct scores become a tie.

    Parameters
    ----------
    scores : np.ndarray
        Scores of one classifier, shape (n_rows,).

    Returns
    -------
    str
        A printf format.
    """
    distinct = np.unique(scores)
    merged = len({SHORT_FORMAT % score for score in distinct}) < distinct.size
    return FULL_FORMAT if merged else SHORT_FORMAT


def write_table(task: Task, scores: dict[str, np.ndarray]) -> None:
    """Write the labels and the scores of one task as a CSV file.

    Parameters
    ----------
    task : Task
        The task; gives the path, the label name and the labels.
    scores : dict of str to np.ndarray
        Scores of each classifier, by its name.
    """
    task.path.parent.mkdir(parents=True, exist_ok=True)
    np.savetxt(
        task.path,
        np.column_stack([task.labels, *scores.values()]),
        fmt=["%d", *map(score_format, scores.values())],
        delimiter=",",
        header=",".join([task.label_name, *scores]),
        comments="",
    )


def main() -> None:
    """Make all CSV files."""
    tasks = [breast_cancer_task(), *digit_tasks()]
    with tqdm(total=len(tasks) * len(CLASSIFIERS), unit="fit") as progress:
        for task in tasks:
            scores = {}
            for name, make_classifier in CLASSIFIERS.items():
                progress.set_description(f"{task.path.stem}, {name}")
                scores[name] = out_of_fold_scores(make_classifier(), task)
                progress.update()
            write_table(task, scores)


if __name__ == "__main__":
    main()
