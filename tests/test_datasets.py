"""The data sets of the package: those of the gallery, with their numbers, and in the wheel."""

from pathlib import Path

import numpy as np
import pytest
from sklearn import datasets as sklearn_datasets

import prplot as prp

ROOT = Path(__file__).parents[1]
STORED = ROOT / "prplot" / "datasets"
GALLERY = ROOT / "gallery" / "data"


def test_labels_are_those_of_the_source():
    # There 0 is malignant.
    source = sklearn_datasets.load_breast_cancer().target == 0
    np.testing.assert_array_equal(prp.datasets.breast_cancer().y_true, source)
    source = sklearn_datasets.load_digits().target == 8
    np.testing.assert_array_equal(prp.datasets.digits().y_true, source)


@pytest.mark.parametrize("load", [prp.datasets.breast_cancer, prp.datasets.digits])
def test_every_classifier_has_probabilities_that_are_better_than_chance(load):
    y_true, y_score = load()
    assert y_true.dtype.kind == "i"
    assert len(y_score) == 5
    for scores in y_score.values():
        assert scores.shape == y_true.shape
        assert scores.min() >= 0
        assert scores.max() <= 1
        assert prp.auroc(y_true, scores) > 0.75
    # Each call has arrays of its own.
    y_true[:] = 0
    assert load().y_true.any()


def test_a_set_is_loaded_by_its_name():
    np.testing.assert_equal(prp.datasets.load("digits"), prp.datasets.digits())
    with pytest.raises(ValueError, match=r"name must be one of .*'digit'.*digits"):
        prp.datasets.load("digit")


def test_the_gallery_has_the_same_files():
    stored = {path.name: path.read_bytes() for path in STORED.glob("*.csv")}
    assert stored == {
        path.name: path.read_bytes()
        for path in (GALLERY / "breast_cancer.csv", GALLERY / "digits" / "digit_8.csv")
    }


@pytest.mark.parametrize("load", [prp.datasets.breast_cancer, prp.datasets.digits])
def test_source_and_licence_are_named(load):
    assert "UCI" in load.__doc__
    assert "CC BY 4.0" in load.__doc__
