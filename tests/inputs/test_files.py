"""Reading files of every kind, and what their beginnings tell."""

import bz2
import gzip
import io
import lzma

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from prplot.inputs.files import ReadOptions, names_in, read_table, rows_in

TABLE = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.5, 0.25, -1.5, 3e-7], "note": list("abcd")})


def parquet(table):
    held = io.BytesIO()
    table.to_parquet(held)
    return held.getvalue()


def feather(table):
    held = io.BytesIO()
    table.to_feather(held)
    return held.getvalue()


def stream(table):
    held = io.BytesIO()
    arrow = pa.Table.from_pandas(table)
    with pa.ipc.new_stream(held, arrow.schema) as writer:
        writer.write_table(arrow)
    return held.getvalue()


TEXT = TABLE.to_csv(index=False).encode()
LINES = TABLE.to_json(orient="records", lines=True, double_precision=15).encode()
FILES = {
    "a.csv": TEXT,
    "A.B.CSV": TEXT,
    "a.tsv": TABLE.to_csv(index=False, sep="\t").encode(),
    "a.txt": TEXT,
    "bom.csv": b"\xef\xbb\xbf" + TEXT,
    "blanks.csv": TEXT.replace(b",", b", ").replace(b"\n", b"\n\n"),
    "quoted.csv": b'"y","s","note"\n' + TEXT.split(b"\n", 1)[1],
    "semi.csv": TABLE.to_csv(index=False, sep=";").encode(),
    "bars.txt": TABLE.to_csv(index=False, sep="|").encode(),
    "a.csv.gz": gzip.compress(TEXT),
    "a.jsonl": LINES,
    "a.ndjson": LINES,
    "a.json": TABLE.to_json(orient="records", double_precision=15).encode(),
    "a.parquet": parquet(TABLE),
    "a.PQ": parquet(TABLE),
    "a.feather": feather(TABLE),
    "a.arrow": stream(TABLE),
    "a.parquet.gz": gzip.compress(parquet(TABLE)),
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_every_kind_hold_the_same(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    table = read_table(path).table
    assert list(table.columns) == names_in(path) == ["y", "s", "note"]
    for column in TABLE:
        assert table[column].tolist() == TABLE[column].tolist()


def test_zstandard_is_read(tmp_path):
    path = tmp_path / "a.csv.zst"
    with pa.CompressedOutputStream(path, "zstd") as file:
        file.write(TEXT)
    assert read_table(path).table.equals(TABLE)


@pytest.mark.parametrize(("name", "word"), [("semi.csv", "semicolons"), ("a.txt", "commas")])
def test_a_separator_that_the_suffix_does_not_tell_is_said(tmp_path, name, word):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    assert read_table(path).notes == [f"columns are separated by {word} (--sep)"]
    assert read_table(path, ReadOptions(separator=";" if word == "semicolons" else ",")).notes == []


def test_commas_within_quotes_separate_nothing(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('y;"s,t,u,v"\n1;"a,b,c,d"\n0;"e,f,g,h"\n')
    assert names_in(path) == ["y", "s,t,u,v"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, bytes])
@pytest.mark.parametrize("name", ["a", "a.csv", "a.csv.gz"])
def test_first_bytes_tell_what_a_file_is_compressed_by(tmp_path, pack, name):
    path = tmp_path / name
    path.write_bytes(pack(TEXT))
    assert names_in(path) == list(TABLE)
    assert read_table(path).table.equals(TABLE)
    assert read_table(tmp_path / "stdin", None, pack(TEXT)).table.equals(TABLE)


@pytest.mark.parametrize("name", ["a.parquet", "a.feather", "a.arrow", "a.jsonl", "a.json"])
def test_first_bytes_tell_the_kind_of_a_file(tmp_path, name):
    path = tmp_path / "a.csv"
    path.write_bytes(FILES[name])
    assert names_in(path) == list(TABLE)
    assert read_table(path).table.equals(TABLE)


def test_comments_and_spaces_are_told(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("# by x\n# y s\n1 0.5\n0 0.25\n# end\n")
    read = read_table(path)
    assert read.notes == [
        "2 lines of comments (#) left out",
        "columns are separated by spaces (--sep)",
    ]
    assert names_in(path) == list(read.table) == ["y", "s"]


def test_decimal_commas_and_other_encodings_are_options(tmp_path):
    path = tmp_path / "a.csv"
    for encoding in ("utf-16", "utf-32"):
        TABLE.to_csv(path, index=False, sep=";", decimal=",", encoding=encoding)
        with pytest.raises(ValueError, match=f"^it is not UTF-8; try --encoding {encoding}$"):
            read_table(path)
        how = ReadOptions(encoding=encoding, decimal=",")
        assert read_table(path, how).table.equals(TABLE)
    path.write_bytes("y,größe\n1,2\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"^it is not UTF-8; try --encoding latin-1$"):
        read_table(path)


def test_a_first_line_of_numbers_is_no_header(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("1,0.5\n0,-1e-3\n")
    with pytest.raises(ValueError, match=r"numbers only \(1, 0.5\).* add .* or pass --no-header$"):
        read_table(path)
    table = read_table(path, ReadOptions(header=False)).table
    assert list(table.columns) == ["1", "2"]
    assert len(table) == 2


def test_names_that_repeat_are_told(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,a,a,a\n1,2,3,4\n")
    (warning,) = read_table(path).warnings
    assert warning == "3 columns are called 'a'; they are read as a, a.1, a.2"
    assert list(read_table(path).table.columns) == ["y", "a", "a.1", "a.2"]


def test_rows_are_counted_without_reading_them_all(tmp_path):
    numbers = pd.DataFrame({"y": np.arange(20_000) % 2, "s": np.linspace(0.1, 0.9, 20_000)})
    numbers.to_parquet(tmp_path / "a.parquet")
    numbers.round(5).to_csv(tmp_path / "a.csv", index=False)
    assert rows_in(tmp_path / "a.parquet") == 20_000
    assert rows_in(tmp_path / "a.csv") == pytest.approx(20_000, rel=0.05)
    numbers[:0].to_parquet(tmp_path / "none.parquet")
    for name, count in (("a.parquet", 10), ("a.csv", 10), ("none.parquet", 0)):
        assert read_table(tmp_path / name, ReadOptions(rows=10)).table.shape == (count, 2)


@pytest.mark.parametrize(
    ("name", "contents", "message"),
    [
        ("a.pkl", b"\x80\x04\x95\0", "unknown kind of file; prplot reads CSV and other texts"),
        ("a.csv", b"", "it is empty"),
        ("a.csv", b"y,s\n1,2\n0,3,4,5\n", "it can't be read: .* line 3"),
        ("a.parquet", b"no such thing", "it can't be read"),
        ("a.feather", b"no such thing", "it can't be read"),
        ("a.csv.gz", gzip.compress(TEXT, mtime=0)[:40], "it can't be read"),
        ("a.csv.xz", lzma.compress(TEXT)[:60], "it can't be read"),
        ("a.zip", b"PK\x03\x04", "it can't be read"),
        ("a.json", b"{", "it can't be read"),
    ],
)
def test_what_is_no_table_is_refused_in_a_line(tmp_path, name, contents, message):
    path = tmp_path / name
    path.write_bytes(contents)
    with pytest.raises(ValueError, match=f"^{message}") as error:
        read_table(path)
    assert "\n" not in str(error.value)


def test_an_unknown_encoding_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(TEXT)
    with pytest.raises(ValueError, match="unknown encoding: utf-88; see --encoding"):
        read_table(path, ReadOptions(encoding="utf-88"))


def test_what_a_pipe_held_is_read_like_a_file(tmp_path):
    assert read_table(tmp_path / "stdin", None, TEXT).table.equals(TABLE)
    how = ReadOptions(suffix=".parquet")
    assert read_table(tmp_path / "stdin", how, FILES["a.parquet"]).table.equals(TABLE)
