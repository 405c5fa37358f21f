"""Spark counts as any other engine; where it is installed, as in ``pip install pyspark``."""

import numpy as np
import pandas as pd
import pytest

import prplot as prp

sql = pytest.importorskip("pyspark.sql")


@pytest.fixture(scope="module")
def spark():
    """Return a session of one local worker."""
    built = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = built.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    yield session
    session.stop()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_spark_has_the_bounds_of_any_other_engine(spark):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 5000)
    table = pd.DataFrame(
        {"y": y, "s": rng.normal(size=y.size) + y, "g": y.size // 2 > np.arange(y.size)}
    )
    table["g"] = table["g"].map({True: "first", False: "second"})
    options = {"y_true": "y", "y_score": "s", "tolerance": 1e-3, "progress": False}
    frame = spark.createDataFrame(table)
    one, other = prp.scan(frame, **options), prp.scan(table, **options)
    exact = prp.ConfusionCurve.from_scores(table["y"], table["s"])
    for metric in (prp.auroc, prp.aucpr, prp.aucnpr, prp.auprg, prp.average_precision):
        assert one.bounds(metric) == pytest.approx(other.bounds(metric), abs=1e-12)
        low, high = one.bounds(metric)
        assert low <= metric(exact) <= high
    assert list(prp.scan(frame, hue="g", **options)) == ["first", "second"]
