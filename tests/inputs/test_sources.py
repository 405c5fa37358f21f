"""Folders of files are read whole, and corrupt ones refused in one sentence."""

import pandas as pd
import pytest

import prplot as prp


def scanned(path, **options):
    return prp.scan(path, **{"y_true": "y", "y_score": "s", "progress": False, **options})


def test_a_folder_is_all_its_files(tmp_path):
    held = pd.DataFrame({"y": [0, 1, 1, 0], "s": [0.1, 0.9, 0.5, 0.6]})
    for k in range(2):
        below = tmp_path / f"day={k}"
        below.mkdir()
        part = held.iloc[2 * k : 2 * k + 2]
        part.to_parquet(below / "part.parquet")
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "_metadata.parquet").touch()
    assert scanned(tmp_path).tp.tolist() == [0, 1, 1, 2, 2]


def test_a_folder_without_files_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="no Parquet file "):
        scanned(tmp_path)


def test_a_corrupt_file_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 this is none")
    with pytest.raises(ValueError, match="frame can't be read: ") as raised:
        scanned(path)
    assert "\n" not in str(raised.value)
