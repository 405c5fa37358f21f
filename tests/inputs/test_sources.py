"""Files are read as what they hold to their last row, or refused in one sentence."""

import numpy as np
import pandas as pd
import pytest

import prplot as prp

# Longer than the rows that tell an engine the types of columns.
MANY = 25_000


def scanned(path, **options):
    return prp.scan(path, **{"y_true": "y", "y_score": "s", "progress": False, **options})


def written(folder, head, *blocks):
    """Write a file of a row many times, and others later; return its path."""
    path = folder / "late.csv"
    lines = [head, *(line for line, times in blocks for _ in range(times))]
    path.write_text("\n".join(lines) + "\n")
    return path


def assert_is_record(curve, path, **options):
    """Check that a scan found just what pandas reads from the file."""
    held = pd.read_csv(path)
    weights = held.get("w")
    exact = prp.ConfusionCurve.from_scores(held["y"], held["s"], sample_weight=weights, **options)
    np.testing.assert_allclose(curve.tp, exact.tp)
    np.testing.assert_allclose(curve.fp, exact.fp)
    np.testing.assert_array_equal(curve.thresholds, exact.thresholds)


def test_scores_that_look_whole_at_first_keep_their_late_digits(tmp_path):
    rows = [("0,0", MANY), ("1,0.4", 1000), ("0,0.3", 1000), ("1,1", 10)]
    path = written(tmp_path, "y,s", *rows)
    curve = scanned(path)
    assert_is_record(curve, path)
    assert curve.bounds(prp.aucpr) == pytest.approx((1, 1), abs=1e-9)


def test_weights_that_look_whole_at_first_keep_their_late_digits(tmp_path):
    rows = [("0,0.1,1", MANY), ("1,0.4,0.4", 1000), ("0,0.5,0.6", 1000)]
    path = written(tmp_path, "y,s,w", *rows)
    assert_is_record(scanned(path, sample_weight="w"), path)


def test_whole_weights_of_a_text_file_stay_whole(tmp_path):
    path = written(tmp_path, "y,s,w", ("0,0.1,1", 30), ("1,0.4,2", 10))
    curve = scanned(path, sample_weight="w")
    assert curve.tp.dtype.kind == "i"
    assert_is_record(curve, path)


def test_whole_scores_of_a_text_file_are_floats(tmp_path):
    late = [(f"{k % 2},{2**53 - k}", 3) for k in range(1, 9)]
    assert_is_record(scanned(written(tmp_path, "y,s", ("0,7", MANY), *late)), tmp_path / "late.csv")


def test_scores_beyond_64_bits_are_floats(tmp_path):
    path = written(tmp_path, "y,s", ("0,5", MANY), (f"1,{10**25}", 2), (f"0,{10**24}", 1))
    curve = scanned(path)
    assert curve.thresholds[1] == 1e25
    assert curve.bounds(prp.aucpr)[0] == pytest.approx(1)


def test_a_late_label_is_not_rounded_to_another(tmp_path):
    path = written(tmp_path, "y,s", ("0,0.1", MANY), ("1,0.4", 10), ("0.7,0.3", 10))
    with pytest.raises(ValueError, match=r"y_true holds 3 labels \(0.0, 0.7, 1.0\)"):
        scanned(path)
    assert scanned(path, pos_label=0.7).pos == 10


@pytest.mark.parametrize("label", [2**53, 2**53 + 1])
def test_labels_that_are_one_as_floats_are_refused(tmp_path, label):
    path = written(tmp_path, "y,s", (f"{2**53},0.1", 7), (f"{2**53 + 1},0.4", 3))
    with pytest.raises(ValueError, match=f"pos_label {label} is not in y_true"):
        scanned(path, pos_label=label)


def test_groups_of_a_text_file_are_told_apart_by_their_text(tmp_path):
    late = [("1,0.9,1.5", 2), ("1,0.9,10", 3), (f"1,0.8,{2**53}", 4), (f"1,0.8,{2**53 + 1}", 5)]
    path = written(tmp_path, "y,s,g", ("0,0.1,2", MANY), *late)
    found = {name: curve.pos + curve.neg for name, curve in scanned(path, hue="g").items()}
    assert found == {"2": MANY, "1.5": 2, "10": 3, str(2**53): 4, str(2**53 + 1): 5}


def test_groups_that_are_whole_numbers_are_in_rising_order(tmp_path):
    path = written(tmp_path, "y,s,g", ("0,0.1,10", 2), ("1,0.9,9", 2), ("1,0.9,2", 3))
    assert list(scanned(path, hue="g")) == ["2", "9", "10"]


def test_groups_that_are_dates_at_first_keep_their_late_hours(tmp_path):
    late = ("1,0.9,2020-01-01 10:00:00", 2)
    path = written(tmp_path, "y,s,g", ("0,0.1,2020-01-01", MANY), late)
    assert list(scanned(path, hue="g")) == ["2020-01-01", "2020-01-01 10:00:00"]


@pytest.mark.parametrize("late", ["spam,0.4", "1,spam"])
def test_late_text_is_refused_in_one_sentence(tmp_path, late):
    path = written(tmp_path, "y,s", ("0,0.1", MANY), (late, 1))
    with pytest.raises(ValueError, match=r"frame can't be read: .*spam") as raised:
        scanned(path)
    assert "\n" not in str(raised.value)


def test_files_whose_first_rows_are_of_unlike_types(tmp_path):
    first, last = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("y,s\n" + "0,0\n" * MANY + "1,0.4\n" * 5)
    last.write_text("s,y\n0.3,0\n")
    curve = scanned([first, last])
    assert curve.thresholds.tolist()[:2] == [np.inf, 0.4]
    assert (curve.tp.tolist(), curve.fp.tolist()) == ([0, 5, 5], [0, 0, MANY + 1])


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_folder_is_all_its_files(tmp_path, kind):
    held = pd.DataFrame({"y": [0, 1, 1, 0], "s": [0.1, 0.9, 0.5, 0.6]})
    for k in range(2):
        below = tmp_path / f"day={k}"
        below.mkdir()
        part = held.iloc[2 * k : 2 * k + 2]
        name = below / f"part.{kind}"
        part.to_csv(name, index=False) if kind == "csv" else part.to_parquet(name)
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / f"_metadata.{kind}").touch()
    assert scanned(tmp_path).tp.tolist() == [0, 1, 1, 2, 2]


def test_a_folder_without_files_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"the folder .* holds no file of the kinds .csv, .tsv"):
        scanned(tmp_path)


def test_a_corrupt_file_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 this is none")
    with pytest.raises(ValueError, match="frame can't be read: ") as raised:
        scanned(path)
    assert "\n" not in str(raised.value)
