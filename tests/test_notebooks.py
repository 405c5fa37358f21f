"""Notebook views: their numbers, their pictures, and what they do without."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot import notebook_views as views
from prplot.core.traces import trace

Y = np.arange(60) % 3 == 0
GOOD = np.arange(60) * 7 % 23 + 9.0 * Y
POOR = np.arange(60) * 5 % 31 + 2.0 * Y
CURVE = prp.ConfusionCurve.from_scores(Y, GOOD)


def scanned():
    table = pd.DataFrame({"y": Y, "s": GOOD})
    return prp.scan(table, y_true="y", y_score="s", progress=False)


def compared(**models):
    return prp.compare(Y, models, n_boot=400, seed=0)


HEADS = ("AUCPR", "AUROC", "AUPRG")
VIEWS = {
    "curve": lambda: CURVE,
    "one class": lambda: prp.ConfusionCurve.from_scores([1, 1], [1, 2]),
    "no positives": lambda: prp.ConfusionCurve.from_counts([0, 0], [0, 3], pos=0, neg=3),
    "published": lambda: prp.ConfusionCurve.from_precision_recall([0.9, 0.5], [0.5, 0.9], 0.2),
    "scan": scanned,
    "interval": lambda: prp.interval(Y, GOOD, n_boot=400, seed=0),
    "interval of gains": lambda: prp.interval(Y, POOR, metric="auprg", n_boot=400, seed=0),
    "comparison": lambda: compared(good=GOOD, poor=POOR, other=-POOR),
    "operating point": lambda: prp.operating_point(Y, GOOD, recall=0.8),
}


def text_of(item):
    return ElementTree.fromstring(item._repr_html_()).find("pre").text.splitlines()


@pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
def test_every_view_is_well_formed_small_named_and_without_colours(make):
    html = make()._repr_html_()
    page = ElementTree.fromstring(html)
    assert len(html) < 6000
    assert "nan" not in html
    for picture in page.iter("svg"):
        assert picture.get("role") == "img"
        assert picture.find("title").text == picture.get("aria-label")
        paints = {one.get(key) for one in picture.iter() for key in ("fill", "stroke")}
        assert paints <= {None, "none", "currentColor"}
    # A page may be light or dark.
    assert not re.search(r"color:|background|#[0-9a-f]{3}", html)


def test_a_curve_has_its_areas():
    areas = prp.aucpr(CURVE), prp.auroc(CURVE), prp.auprg(CURVE)
    lines = [f"{name} {area:.3f}" for name, area in zip(HEADS, areas, strict=True)]
    assert text_of(CURVE) == [repr(CURVE), *lines]


def test_bounds_of_a_scan_are_rounded_outwards():
    curve = scanned()
    (line,) = [one for one in text_of(curve) if one.startswith("AUROC ")]
    low, high = map(float, line.removeprefix("AUROC ").strip("[]").split(", "))
    exact = curve.bounds("auroc")
    assert exact[0] - 1e-4 <= low <= exact[0] <= exact[1] <= high <= exact[1] + 1e-4


def test_the_path_is_the_curve_with_few_vertices():
    rng = np.random.default_rng(0)
    labels = rng.random(3_000) < 0.3
    curve = prp.ConfusionCurve.from_scores(labels, rng.normal(size=labels.size) + labels)
    page = ElementTree.fromstring(curve._repr_html_())
    *_, line = page.iter("path")
    x, y = np.array(re.findall(r"[-\d.]+", line.get("d")), float).reshape(-1, 2).T
    assert x.size <= 200
    recall, precision = (x - views.LEFT) / views.SIDE, 1 - (y - views.TOP) / views.SIDE
    drawn = trace(curve, prp.draw.PR)
    # To the vertices of the exact curve, a few at a time.
    pairs = zip(recall, precision, strict=True)
    gaps = np.array([np.hypot(r - drawn.x, p - drawn.y).min() for r, p in pairs])
    assert gaps.max() < 0.02
    assert recall[0] == pytest.approx(0, abs=1e-9)
    assert recall[-1] == pytest.approx(1, abs=1e-3)


def test_areas_of_very_long_curves_are_left_out(monkeypatch):
    monkeypatch.setattr(views, "MOST_POINTS", 5)
    assert text_of(CURVE) == [repr(CURVE)]


@pytest.mark.parametrize("view", ["one class", "no positives"])
def test_curves_of_one_class_have_no_areas(view):
    curve = VIEWS[view]()
    assert text_of(curve) == [repr(curve)]


@pytest.mark.parametrize("view", ["interval", "comparison", "operating point"])
def test_results_show_their_text(view):
    found = VIEWS[view]()
    page = ElementTree.fromstring(found._repr_html_())
    assert page.find("pre").text == str(found)


def test_names_of_models_are_escaped():
    found = compared(**{"a <b>": GOOD, "poor": POOR})
    assert "a &lt;b&gt;" in found._repr_html_()


def test_doubts_stand_below_the_numbers():
    labels = np.arange(24) % 2 == 0
    with pytest.warns(prp.FewExamplesWarning):
        found = prp.interval(labels, np.arange(24) * 7 % 24, n_boot=400, seed=0)
    assert found.warnings
    page = ElementTree.fromstring(found._repr_html_())
    (remark,) = page.iter("p")
    assert remark.text == f"Doubtful: {'; '.join(found.warnings)}"
    assert remark not in list(page.find("pre").iter())


def test_views_load_no_plots():
    code = (
        "import sys, prplot as prp; prp.ConfusionCurve.from_scores([1, 0], [1, 0])._repr_html_(); "
        "print(*({'matplotlib', 'pandas'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
