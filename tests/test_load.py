"""Much at once: figures, curves, groups and rows, in memory that does not grow with them."""

import gc
import tracemalloc
import weakref

import matplotlib
import matplotlib.pyplot as plt
import pytest

pytest.importorskip("duckdb")
pytest.importorskip("polars")

import prplot as prp
from benchmarks import load, results


def test_closed_figures_leave_nothing_behind():
    labels, scores = load.scored(300, 0.3)
    objects = []
    # What other tests hold is not looked through each time.
    gc.collect()
    gc.freeze()
    for _ in range(5):
        figure = prp.plot_pr(labels, {"a": scores, "b": -scores}).figure
        figure.canvas.draw()
        left = weakref.ref(figure)
        plt.close(figure)
        del figure
        gc.collect()
        assert left() is None
        objects.append(len(gc.get_objects()))
    # The first figures fill caches. Matplotlib 3.10 keeps the font of each text.
    kept = 0 if matplotlib.__version_info__ >= (3, 11) else 100
    assert objects[-1] - objects[2] < 50 + kept
    assert plt.get_fignums() == []


@pytest.mark.parametrize("prevalence", [0.1, 0.9])
def test_a_figure_takes_few_bytes_for_each_of_many_scores(prevalence):
    labels, scores = load.scored(400_000, prevalence)
    prp.plot_pr(labels[:100], scores[:100])
    tracemalloc.start()
    try:
        prp.plot_pr(labels, scores)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # What does not depend on the number of scores takes 20 MB at most.
    assert most < 2e7 + 85 * labels.size


@pytest.mark.slow
@pytest.mark.parametrize("name", load.LOADS)
def test_much_at_once_takes_limited_memory(name):
    row = load.measured(name)
    print(row)
    found = row["found"]
    assert row["peak"] < row["limit"]
    if name == "figures":
        assert found["figures left"] == 0
        assert found["growth, MiB"] < 20
    elif name in ("curves", "groups"):
        assert found["names listed"] >= 7
        assert found["of the axes covered"] < 0.15
    elif name == "summary":
        assert found["rows"] == row["size"]
    elif name == "points":
        # Of the whole process, which differs from run to run: 58 and 70 were measured.
        assert found["bytes per score beyond data"] < 80
        assert found["zoom, s"] < 2
    else:
        assert found["width"] <= 1e-5
        assert row["peak"] < 512


def test_a_process_that_takes_more_than_its_limit_ends(capfd):
    with pytest.raises(Exception, match="returned non-zero exit status"):
        load.measured("points", 10**6, limit=60)
    assert "rror" in capfd.readouterr().err


def test_the_page_has_the_stored_results():
    page = load.PAGE.read_text(encoding="utf-8")
    held = results.load(load.FILE)
    assert load.written(page, held) == page
    assert [row["case"] for row in held["loads"]] == list(load.LOADS)
    assert all(row["peak"] < row["limit"] for row in held["loads"])
