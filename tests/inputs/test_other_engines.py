"""Dask and Spark count as any other engine; Spark where ``pip install pyspark`` was run."""

import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.inputs import scan

OPTIONS = {"y_true": "y", "y_score": "s", "tolerance": 1e-3, "progress": False}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 5000)
    columns = {"y": y, "s": rng.normal(size=y.size) + y, "w": rng.integers(0, 3, y.size)}
    # Over many decades, of both signs.
    columns["d"] = np.sign(columns["s"]) * 10.0 ** (60 * columns["s"] - 20)
    return pd.DataFrame(columns | {"g": np.where(np.arange(y.size) < 2000, "first", "second")})


@pytest.fixture(scope="module")
def in_dask(table):
    dask = pytest.importorskip("dask.dataframe")
    return dask.from_pandas(table, npartitions=3)


@pytest.fixture(scope="module")
def in_spark(table):
    """Return the table in a session of one local worker."""
    sql = pytest.importorskip("pyspark.sql")
    built = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = built.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    yield session.createDataFrame(table)
    session.stop()


@pytest.fixture(params=["in_dask", "in_spark"])
def frame(request):
    return request.getfixturevalue(request.param)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("weight", [None, "w"])
def test_bounds_are_those_of_pandas(frame, table, weight):
    one = prp.scan(frame, sample_weight=weight, **OPTIONS)
    other = prp.scan(table, sample_weight=weight, **OPTIONS)
    weights = None if weight is None else table[weight]
    exact = prp.ConfusionCurve.from_scores(table["y"], table["s"], sample_weight=weights)
    for metric in (prp.auroc, prp.aucpr, prp.aucnpr, prp.auprg, prp.average_precision):
        assert one.bounds(metric) == pytest.approx(other.bounds(metric), abs=1e-12)
        low, high = one.bounds(metric)
        assert low <= metric(exact) <= high


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_groups_are_those_of_pandas(frame, table):
    one, other = (prp.scan(source, hue="g", **OPTIONS) for source in (frame, table))
    assert list(one) == list(other) == ["first", "second"]
    for name, curve in one.items():
        assert (curve.pos, curve.neg) == (other[name].pos, other[name].neg)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("room", [2**8, 2**20])
def test_scores_over_decades_are_cut_or_exact(frame, table, room, monkeypatch):
    monkeypatch.setattr(scan, "ROOM", room)
    curve = prp.scan(frame, **OPTIONS | {"y_score": "d"})
    low, high = curve.bounds(prp.aucpr)
    assert high - low < 1e-3
    assert low <= prp.aucpr(table["y"], table["d"]) <= high
