"""The benchmarks run, and the page on speed shows what they found."""

import functools
import json
import re

import pytest

pytest.importorskip("sklearn")

from benchmarks import __main__ as command
from benchmarks import (
    figures,
    fresh,
    measuring,
    results,
    scan,
    tables,
    threads,
    timing,
    uncertainty,
)
from benchmarks.cases import Case, scored
from benchmarks.numbers import OURS, SORT, THEIRS

PAGE = tables.PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def stored():
    return results.load()


# What is stored


def test_the_tables_of_the_documents_are_those_of_the_stored_results(stored):
    assert tables.written(PAGE, tables.page_part(stored)) == PAGE
    readme = tables.README.read_text(encoding="utf-8")
    assert tables.written(readme, tables.readme_part(stored)) == readme


def test_stored_results_are_small_and_name_no_machine(stored):
    text = results.FILE.read_text(encoding="utf-8")
    assert len(text) < 40_000
    assert set(stored["made"]) == {"date", "runs", "versions", "processor", "cores", "sort"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", stored["made"]["date"])
    assert not re.search(r"[\\/](?:home|root|tmp|Users)\b", text)


def test_stored_results_cover_sizes_prevalences_and_types_with_a_sort_for_each(stored):
    records = tables.rows_of(stored, "record")
    assert {row["prevalence"] for row in records} == {0.5, 0.1, 0.01}
    assert {row["dtype"] for row in records} == {"float64", "float32"}
    assert {10**power for power in range(2, 7)} <= {row["size"] for row in records}
    tasks = {row["task"] for row in stored["times"]}
    assert tasks == {"record", "areas", "weighted", "hull"}
    assert {(row["models"], row["format"]) for row in stored["drawing"]} == {
        (models, form) for models in (1, 3) for form in ("png", "pdf", "svg")
    }
    for row in stored["drawing"]:
        assert row["vertices"] <= 3000
        if row["models"] == 1:
            most = {"pdf": 30_000, "svg": 60_000}.get(row["format"], 100_000)
            assert row["bytes"][OURS] < most
    assert all({OURS, SORT} <= set(row["seconds"]) for row in stored["times"])
    assert all(THEIRS in row["seconds"] or row["task"] == "hull" for row in stored["times"])


def test_stored_intervals_are_many_times_as_fast_as_the_loop_and_in_the_page():
    held = results.load(uncertainty.FILE)
    page = uncertainty.PAGE.read_text(encoding="utf-8")
    assert uncertainty.written(page, held) == page
    least = {("interval", 10**4): 20, ("interval", 10**5): 300, ("compare", 10**5): 100}
    for row in held["times"]:
        if (row["what"], row["rows"]) in least:
            assert row["loop"] / row["ours"] > least[row["what"], row["rows"]]
    few, many = held["memory"][0].values()
    # 8 bytes for each further draw of three areas and the prevalence, and little else.
    assert many - few < 10**6 + 5 * 8 * (uncertainty.MANY_DRAWS - uncertainty.FEW_DRAWS)


def test_the_table_of_scans_is_that_of_the_stored_results():
    assert scan.written(PAGE, results.load(scan.FILE)) == PAGE
    text = scan.FILE.read_text(encoding="utf-8")
    assert len(text) < 20_000
    assert not re.search(r"[\\/](?:home|root|tmp|Users)\b", text)


def test_the_table_of_threads_is_that_of_the_stored_results():
    held = results.load(threads.FILE)
    assert threads.written(PAGE, held) == PAGE
    assert {"processor", "cores", "sort"} < set(held["made"])
    text = threads.FILE.read_text(encoding="utf-8")
    assert len(text) < 10_000
    assert not re.search(r"[\\/](?:home|root|tmp|Users)\b", text)


def test_the_table_of_figures_is_that_of_the_stored_results():
    held = results.load(figures.FILE)
    assert figures.written(PAGE, held) == PAGE
    assert [(row["figure"], row["limit"]) for row in held["figures"]] == [
        (task.name, task.limit) for task in figures.tasks()
    ]
    text = figures.FILE.read_text(encoding="utf-8")
    assert len(text) < 10_000
    assert not re.search(r"[\\/](?:home|root|tmp|Users)\b", text)


# Measuring, at sizes where it takes a moment


def test_threads_are_measured_in_sorts(tmp_path, monkeypatch, capsys):
    page = tmp_path / "speed.md"
    page.write_text(f"before\n{threads.START}old\n{threads.END}after\n", encoding="utf-8")
    monkeypatch.setattr(threads, "FILE", tmp_path / "results" / "threads.json")
    monkeypatch.setattr(threads, "SMALLEST", 100)
    monkeypatch.setattr(tables, "PAGE", page)
    threads.main(["--largest", "100", "--runs", "1", "--store"])
    (row, *_), made = results.load(threads.FILE)["times"], results.load(threads.FILE)["made"]
    assert row["in sorts"][SORT] == 1
    assert {SORT, THEIRS, "1", str(made["cores"])} == set(row["seconds"])
    work = results.load(threads.FILE)["work"]
    assert all(len(row["seconds"]) == 2 and row["ratio"] > 0 for row in work)
    assert "| 10² |" in capsys.readouterr().out
    shown = page.read_text(encoding="utf-8")
    assert threads.written(shown, results.load(threads.FILE)) == shown
    assert f"{work[0]['ratio']:.2f} for the average of 10 folds" in shown


@pytest.fixture
def in_a_moment(monkeypatch):
    """Start no processes, and draw the fewest figures."""
    cost = {"numpy": 60.0, "prplot": 9.0, "sklearn.metrics": 900.0}
    monkeypatch.setattr(measuring, "import_milliseconds", lambda _: cost)
    monkeypatch.setattr(measuring, "loaded_by_first_plot", list)
    figure = {"prplot": 0.66, "matplotlib": 0.6, fresh.LAID_OUT: 0.64}
    monkeypatch.setattr(measuring, "first_figure", lambda _: figure)
    monkeypatch.setattr(measuring, "MODELS", (1,))
    monkeypatch.setattr(measuring, "PREVALENCES", (0.1,))


@pytest.mark.slow
def test_one_command_measures_stores_and_writes(tmp_path, monkeypatch, capsys, in_a_moment):
    file, page = tmp_path / "results" / "found.json", tmp_path / "speed.md"
    readme = tmp_path / "README.md"
    monkeypatch.setattr(results, "FILE", file)
    monkeypatch.setattr(tables, "PAGE", page)
    monkeypatch.setattr(tables, "README", readme)
    monkeypatch.setattr(tables, "TYPICAL", (100,))
    for document in (page, readme):
        document.write_text(f"before\n{tables.START}old\n{tables.END}after\n", encoding="utf-8")
    monkeypatch.setattr(command, "measure", functools.cache(command.measure))
    command.main(["--largest", "100", "--runs", "1"])
    assert not file.exists()
    assert "old" in page.read_text(encoding="utf-8")
    assert "nan" not in capsys.readouterr().out
    command.main(["--largest", "100", "--runs", "1", "--store"])
    found = json.loads(file.read_text(encoding="utf-8"))
    assert {row["size"] for row in found["times"]} == {100}
    assert all(min(row["seconds"].values()) > 0 for row in found["times"])
    for document in (page, readme):
        text = document.read_text(encoding="utf-8")
        assert text.startswith("before\n")
        assert text.endswith("after\n")
        assert "old" not in text
        assert "| 10² |" in text
    printed = capsys.readouterr().out
    assert "0.66 s of CPU time, 1.10 times" in printed
    assert "| hull | 10² |" in printed
    again = page.read_text(encoding="utf-8")
    command.main(["--stored"])
    assert page.read_text(encoding="utf-8") == again


def test_calls_are_timed_in_turn_with_their_memory_and_growth():
    called = []
    calls = {"a": lambda: called.append("a"), "b": lambda: called.append("b")}
    taken = timing.medians(calls, 2)
    assert called[:2] == ["a", "b"]
    assert set(taken) == {"a", "b"}
    assert all(0 < seconds < 1e-3 for seconds in taken.values())
    assert timing.peak_memory(lambda: bytearray(10**6)) == pytest.approx(10**6, rel=0.01)
    rows = [{"size": 10**k, "seconds": {OURS: 2e-9 * 10 ** (1.5 * k)}} for k in range(2, 7)]
    assert tables.growth(rows, OURS) == pytest.approx(1.5)


def test_data_are_the_same_whenever_they_are_made():
    case = Case(1000, 0.1, "float32")
    one, other = scored(case), scored(case)
    assert (one.scores == other.scores).all()
    assert one.scores.dtype == "float32"
    assert scored(case, models=3).scores.shape == (1000, 3)
    assert 50 < one.labels.sum() < 150


@pytest.mark.slow
def test_a_fresh_interpreter_tells_what_it_loaded():
    assert fresh.loaded_by_first_plot() == []


@pytest.fixture
def small_figures(tmp_path, monkeypatch):
    """Measure the smallest figure of each kind, and store it elsewhere."""
    monkeypatch.setattr(figures, "FILE", tmp_path / "results" / "figures.json")
    monkeypatch.setattr(tables, "PAGE", tmp_path / "speed.md")
    text = f"before\n{figures.START}old\n{figures.END}after\n"
    tables.PAGE.write_text(text, encoding="utf-8")
    two = {"height": 2}
    few = [
        figures.Task("1 curve", *both(figures.first_draw, figures.their_first_draw, 1), 1.5),
        figures.Task(
            "pan", *both(figures.our_steps, figures.their_steps, 1), 1.5, len(figures.VIEWS)
        ),
        figures.Task("facets", *both(figures.facets, figures.their_facets, 2, 1, **two), 1.5),
        figures.Task("names", lambda: figures.first_draw(2, legend="direct"), None, 1.0),
    ]
    monkeypatch.setattr(figures, "tasks", lambda: few)
    monkeypatch.setattr(figures, "measured", functools.cache(figures.measured))


def both(ours, peer, *args, **options):
    return functools.partial(ours, *args, **options), functools.partial(peer, *args, **options)


@pytest.mark.slow
def test_figures_are_measured_stored_and_written(small_figures, capsys):
    figures.main(["--runs", "1", "--only", "curve"])
    assert not figures.FILE.exists()
    assert "| 1 curve |" in capsys.readouterr().out
    figures.main(["--runs", "1", "--store"])
    rows = results.load(figures.FILE)["figures"]
    assert [row["figure"] for row in rows] == ["1 curve", "pan", "facets", "names"]
    assert all(row["ours"] > 0 and row.get("peer", 1.0) > 0 for row in rows)
    assert ["peer" in row for row in rows] == [True, True, True, False]
    text = tables.PAGE.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "| 1 curve |" in text
    assert "| names |" not in text
    figures.main(["--stored"])
    assert tables.PAGE.read_text(encoding="utf-8") == text


def test_the_peer_draws_the_same_lines():
    ax = figures.our_axes(3)
    drawn = [line.get_xydata() for line in ax.lines]
    names = ax.get_legend_handles_labels()[1][:3]
    peer = figures.Lines.of(ax).axes()
    assert all((line.get_xydata() == at).all() for line, at in zip(peer.lines, drawn, strict=True))
    assert [text.get_text() for text in peer.get_legend().get_texts()] == names
    assert len(peer.collections) == 1


def test_limits_are_ratios_or_seconds():
    met = {"ours": 0.3, "peer": 0.2, "limit": 1.5}
    assert figures.is_met(met)
    assert not figures.is_met(met | {"peer": 0.1})
    assert figures.is_met({"ours": 0.9, "limit": 1.0})
    assert not figures.is_met({"ours": 1.1, "limit": 1.0})


@pytest.mark.parametrize(
    ("value", "text"), [(0.123, "0.12"), (0.96, "1.0"), (9.94, "9.9"), (12.4, "12")]
)
def test_numbers_have_two_digits(value, text):
    assert tables.number(value) == text
