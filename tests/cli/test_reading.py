"""Reading files of every kind, known by their suffix or first bytes."""

import bz2
import gzip
import io
import lzma
import zipfile

import pandas as pd
import pyarrow as pa
import pytest

from prplot.cli.loading import read_table

TABLE = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.5, 0.25, -1.5, 3e-7], "note": list("abcd")})


def parquet(table):
    held = io.BytesIO()
    table.to_parquet(held)
    return held.getvalue()


def feather(table):
    held = io.BytesIO()
    table.to_feather(held)
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
    "a.arrow": feather(TABLE),
    "a.parquet.gz": gzip.compress(parquet(TABLE)),
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_every_kind_hold_the_same(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    table = read_table(path)
    assert list(table.columns) == ["y", "s", "note"]
    for column in TABLE:
        assert table[column].tolist() == TABLE[column].tolist()


def test_zstandard_is_read(tmp_path):
    path = tmp_path / "a.csv.zst"
    with pa.CompressedOutputStream(path, "zstd") as file:
        file.write(TEXT)
    assert read_table(path).equals(TABLE)


def test_commas_within_quotes_separate_nothing(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('y;"s,t,u,v"\n1;"a,b,c,d"\n0;"e,f,g,h"\n')
    assert list(read_table(path)) == ["y", "s,t,u,v"]


def archive(data, *names):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as file:
        for name in names:
            file.writestr(name, data)
    return held.getvalue()


def in_archive(data):
    return archive(data, "a.csv")


PACKS = [gzip.compress, bz2.compress, lzma.compress, in_archive, bytes]


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("name", ["a", "a.csv.gz"])
def test_first_bytes_tell_what_a_file_is_compressed_by(tmp_path, pack, name):
    path = tmp_path / name
    path.write_bytes(pack(TEXT))
    assert read_table(path).equals(TABLE)
    assert read_table(tmp_path / "stdin", pack(TEXT)).equals(TABLE)


@pytest.mark.parametrize("name", ["a.parquet", "a.feather", "a.jsonl", "a.json", "a.parquet.gz"])
def test_first_bytes_tell_the_kind_of_a_file(tmp_path, name):
    path = tmp_path / "a"
    path.write_bytes(FILES[name])
    assert read_table(path).equals(TABLE)


def test_of_several_files_in_an_archive_one_is_named(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(archive(TEXT, "a.csv", "b.csv", "__MACOSX/a.csv"))
    with pytest.raises(
        ValueError, match=r"it has several files \(a\.csv, b\.csv\); name one by --p"
    ):
        read_table(path)
    assert read_table(path, part="b.csv").equals(TABLE)
    with pytest.raises(ValueError, match=r"no item named 'c\.csv'"):
        read_table(path, part="c.csv")


def test_comments_above_the_header_are_skipped_and_spaces_separate(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("# by x\n# of y\ny  s\n1 0.5\n0 0.25\n")
    assert read_table(path).to_dict("list") == {"y": [1, 0], "s": [0.5, 0.25]}


def test_decimal_commas_and_other_encodings_are_options(tmp_path):
    path = tmp_path / "a.csv"
    for encoding in ("utf-16", "utf-32"):
        TABLE.to_csv(path, index=False, sep=";", decimal=",", encoding=encoding)
        with pytest.raises(ValueError, match="it is no text in UTF-8, nor another known kind of"):
            read_table(path)
        assert read_table(path, encoding=encoding, decimal=",").equals(TABLE)
    path.write_bytes("y,größe\n1,2\n".encode("latin-1"))
    with pytest.raises(ValueError, match="it is no text in UTF-8, nor another known kind of"):
        read_table(path)


def test_a_first_line_of_numbers_is_no_header(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("1,0.5\n0,-1e-3\n")
    with pytest.raises(ValueError, match=r"line holds numbers, .* pass --no-header$"):
        read_table(path)
    table = read_table(path, header=False)
    assert list(table.columns) == ["1", "2"]
    assert len(table) == 2


def test_markers_of_missing_values_are_named(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,s\n1,?\n0,-999\n1,2\n")
    table = read_table(path, na=("?", "-999"))
    assert table["s"].isna().tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("name", "contents", "message"),
    [
        (
            "a.pkl",
            b"\x80\x04\x95\0",
            "it is no text in UTF-8, nor another known kind of file; name the right --encoding",
        ),
        ("a.csv", b"", "it can't be read: No columns to parse"),
        ("a.csv", b"y,s\n1,2\n0,3,4,5\n", "it can't be read: .* line 3"),
        ("a.parquet", b"no such thing", "it can't be read"),
        ("a.feather", b"no such thing", "it can't be read"),
        ("a.csv.gz", gzip.compress(TEXT, mtime=0)[:40], "it can't be read"),
        ("a.csv.xz", lzma.compress(TEXT)[:60], "it can't be read"),
        ("a.zip", b"PK\x03\x04", "it can't be read"),
        ("a.csv", b"y,s\n", "it is empty: it has no rows of data"),
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
    with pytest.raises(ValueError, match="unknown encoding: utf-88"):
        read_table(path, encoding="utf-88")


def test_what_a_pipe_held_is_read_like_a_file(tmp_path):
    assert read_table(tmp_path / "stdin", TEXT).equals(TABLE)
    assert read_table(tmp_path / "stdin", FILES["a.parquet"]).equals(TABLE)
