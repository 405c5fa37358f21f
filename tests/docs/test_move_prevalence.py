"""The page "Move the prevalence": its script computes as prplot does, and works by keyboard."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from move_prevalence import add_scripts, stored_model

import prplot as prp
from tests.docs.browser import complaints, executable, opened

ROOT = Path(__file__).resolve().parents[2]
DOCS, SHARED = ROOT / "docs", ROOT / "prplot" / "plots" / "web"
SCRIPTS = SHARED / "moving.js", DOCS / "_static" / "prevalence.js"
STYLES = SHARED / "slider.css", DOCS / "_static" / "prevalence.css"
PREVALENCES = (0.001, 0.0047, 0.02, 0.05, 0.1, 0.25, 0.3726, 0.5, 0.75, 0.9)
AREAS = {"aucpr": prp.aucpr, "aucnpr": prp.aucnpr, "auprg": prp.auprg, "auroc": prp.auroc}
LOADED = """
globalThis.Moving = require(process.argv[1]);
const P = { ...Moving, ...require(process.argv[2]) };
"""
IN_NODE = """
const { models, prevalences } = JSON.parse(require("fs").readFileSync(0));
const at = (model, pi) => ({
  ...P.scores(model, pi), points: P.points(P.curveAt(model, pi)), says: P.inWords(model, pi),
  lowest: P.points(P.curveAt(P.WORST, pi)),
});
const found = models.map((model) => prevalences.map((pi) => at(model, pi)));
console.log(JSON.stringify(found));
"""
OWN = """
const all = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(all.map(([tp, fp, fn, tn]) => {
  const own = P.fromCounts({ tp, fp, fn, tn });
  return own && P.scores(own, own.prevalence);
})));
"""


def curves():
    """Return the stored models, and paths of few points: from the best to the worst."""
    found = [
        prp.ConfusionCurve.from_scores(y_true, own)
        for y_true, scores in (prp.datasets.breast_cancer(), prp.datasets.digits())
        for own in scores.values()
    ]
    few = ([0, 2, 2], [0, 0, 3]), ([0, 0, 2], [0, 3, 3]), ([0, 1, 1, 2], [0, 0, 2, 3])
    return found + [prp.ConfusionCurve.from_counts(tp, fp, pos=2, neg=3) for tp, fp in few]


@pytest.fixture(scope="module")
def in_node():
    if shutil.which("node") is None:
        pytest.skip("needs node, to run the script of the page")
    models = [
        {"name": "model", "tp": c.tp.tolist(), "fp": c.fp.tolist(), "prevalence": c.prevalence}
        for c in curves()
    ]
    told = json.dumps({"models": models, "prevalences": PREVALENCES})
    return run_in_node(IN_NODE, told)


def run_in_node(code, told):
    command = [shutil.which("node"), "-e", LOADED + code, *map(str, SCRIPTS)]
    run = subprocess.run(command, input=told, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def test_counts_of_visitors_have_the_areas_of_prplot():
    if shutil.which("node") is None:
        pytest.skip("needs node, to run the script of the page")
    counts = [(8, 2, 4, 86), (0, 3, 5, 7), (0, 0, 4, 6), (5, 0, 0, 20), (3, 9, 0, 0)]
    unusable = [(0, 3, 0, 7), (4, 0, 1, 0), (-1, 2, 3, 4), (1.5, 2, 3, 4), (None, 1, 2, 3)]
    found = run_in_node(OWN, json.dumps(counts + unusable))
    assert found[len(counts) :] == [None] * len(unusable)
    for (tp, fp, fn, tn), values in zip(counts, found[: len(counts)], strict=True):
        own = prp.ConfusionCurve.from_counts([tp], [fp], pos=tp + fn, neg=fp + tn)
        for name, area in AREAS.items():
            assert values[name] == pytest.approx(area(own), abs=1e-9), (name, tp, fp)


def moved(curve, prevalence):
    rates = curve.fp / curve.neg, curve.tp / curve.pos
    return prp.ConfusionCurve.from_rates(*rates, prevalence=prevalence)


def test_numbers_are_those_of_prplot(in_node):
    for curve, found in zip(curves(), in_node, strict=True):
        for prevalence, values in zip(PREVALENCES, found, strict=True):
            own = moved(curve, prevalence)
            assert values["free"] == pytest.approx(prp.aucpr_min(prevalence), abs=1e-12)
            for name, area in AREAS.items():
                assert values[name] == pytest.approx(area(own), abs=1e-9), (name, prevalence)


def test_chords_follow_the_arcs(in_node):
    for curve, found in zip(curves(), in_node, strict=True):
        for prevalence, values in zip(PREVALENCES, found, strict=True):
            own = moved(curve, prevalence)
            x, y = np.array(values["points"]).T
            assert (x[0], x[-1]) == pytest.approx((0, 1))
            assert y[-1] == pytest.approx(prevalence)
            # Halfway along a chord, where it misses its arc by most or nearly so.
            wide = np.flatnonzero(np.diff(x) > 1e-9)
            exact = own.precision_at((x[wide] + x[wide + 1]) / 2)
            assert np.abs((y[wide] + y[wide + 1]) / 2 - exact).max() < 6e-4
            x, y = np.array(values["lowest"])[1:].T
            assert y == pytest.approx(prp.min_precision(x, prevalence), abs=1e-12)


STOPS = 'console.log(JSON.stringify(P.stopsWith(+require("fs").readFileSync(0))))'


def test_the_slider_stops_at_round_prevalences_and_that_of_the_data():
    if shutil.which("node") is None:
        pytest.skip("needs node, to run the script of the page")
    own = stored_model()["prevalence"]
    stops = np.array(run_in_node(STOPS, str(own)))
    assert own in stops
    assert (stops[0], stops[-1]) == (0.001, 0.9)
    assert (np.diff(stops) > 0).all()
    assert {0.01, 0.05, 0.1, 0.3, 0.5, 0.7} <= set(stops)
    assert all(f"{1e4 * stop:g}".rstrip("0").isdigit() for stop in stops if stop != own)


def test_the_state_in_words(in_node):
    tree = in_node[2][PREVALENCES.index(0.05)]["says"]
    y_true, scores = prp.datasets.breast_cancer()
    curve = prp.ConfusionCurve.from_scores(y_true, scores["Decision tree"])
    own, rare = f"{prp.aucpr(curve):.3f}", f"{prp.aucpr(moved(curve, 0.05)):.3f}"
    assert tree.startswith(
        f"At prevalence 0.05, 500 of 10,000 examples are positive. AUCPR is {rare}"
    )
    assert f"at prevalence 0.373, it is {own}" in tree


def test_numbers_in_the_text_are_right():
    model = stored_model()
    rates = [np.array(model[key]) / model[key][-1] for key in ("fp", "tp")]
    words = (DOCS / "prevalence.md").read_text(encoding="utf-8")
    rare, often = (prp.ConfusionCurve.from_rates(*rates, prevalence=pi) for pi in (0.001, 0.9))
    (fpr, tpr), precision = (one[1] for one in rates), rare.precision[1]
    for number in (f"{100 * tpr:.0f} %", f"{100 * fpr:.0f} %", f"{100 * precision:.0f} %"):
        assert number in words
    assert f"AUCPR is {prp.aucpr(often):.3f}" in words
    assert f"falls to {prp.auprg(often):.3f}" in words
    assert prp.aucpr_min(0.9) == pytest.approx(0.75, abs=0.01)  # "three quarters"


def test_the_script_is_short_and_asks_for_nothing():
    text = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    assert len(text.splitlines()) < 400
    for word in ("fetch(", "import ", "XMLHttpRequest", "innerHTML"):
        assert word not in text


def test_only_the_page_with_the_element_gets_the_script():
    added = []

    class App:
        def add_css_file(self, name):
            added.append(name)

        def add_js_file(self, name, **_):
            added.append(name)

    for body in (
        '<a href="prevalence.html#move-prevalence">',
        '<div class="move-prevalence docutils container">',
    ):
        add_scripts(App(), "page", "page.html", {"body": body}, None)
    assert added == ["slider.css", "prevalence.css", None, "moving.js", "prevalence.js"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    if executable() is None:
        pytest.skip("needs Chromium, to use the page")
    with opened(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def page(browser, tmp_path):
    model = json.dumps(stored_model())
    sheets = [f'<link rel="stylesheet" href="{style.as_uri()}">' for style in STYLES]
    scripts = [f'<script src="{script.as_uri()}"></script>' for script in SCRIPTS]
    (tmp_path / "page.html").write_text(
        f'<!doctype html><meta charset="utf-8">{"".join(sheets)}'
        '<meta name="viewport" content="width=device-width">'
        f"<script>window.prevalenceModel = {model};</script>"
        '<div class="move-prevalence"><p id="instead">A figure</p></div>'
        f"{''.join(scripts)}",
        encoding="utf-8",
    )
    browser.visit((tmp_path / "page.html").as_uri())
    return browser


STATE = """(() => {
  const curve = name => document.querySelector(`.prevalence-${name} .curve`).getAttribute('d');
  const cells = [...document.querySelectorAll('.prevalence-scores td:nth-child(2)')];
  return {
    pr: curve('pr'), roc: curve('roc'), scores: cells.map(cell => cell.innerText).join(' '),
    told: document.activeElement.getAttribute('aria-valuetext'),
  };
})()"""
WORDS = "document.querySelector('.prevalence-words').innerText"


@pytest.mark.slow
def test_keys_move_the_curve_the_numbers_and_the_words(page):
    assert page.evaluate("document.querySelector('#instead')") is None
    words = page.evaluate(WORDS)
    assert words.startswith("At prevalence 0.373, 3,726 of 10,000 examples are positive. AUCPR")
    assert "in the data" not in words
    page.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Prevalence π"
    states = [page.evaluate(STATE)]
    for key in ("ArrowLeft", "PageUp", "End", "Home"):
        page.press(key)
        states.append(page.evaluate(STATE))
    for changing in ("pr", "scores", "told"):
        assert len({one[changing] for one in states}) == len(states), changing
    assert len({one["roc"] for one in states}) == 1
    assert states[-1]["told"] == "0.001: 10 of 10,000 examples are positive"
    assert states[-2]["scores"].startswith("0.989 0.744 ")
    page.wait_for(f"{WORDS}.startsWith('At prevalence 0.001, 10 of')")
    assert page.evaluate("document.querySelector('.prevalence-words').ariaLive") == "polite"


@pytest.mark.slow
def test_counts_of_visitors_replace_the_model(page):
    told = "document.querySelector('.prevalence-slider output').innerText"
    fields = [80, 20, 20, 880]
    fill = "((fields) => [...document.querySelectorAll('.prevalence-counts input')].forEach("
    fill += "(one, at) => { one.value = fields[at]; "
    fill += "one.dispatchEvent(new Event('input', { bubbles: true })); }))"
    before = page.evaluate(STATE.replace("document.activeElement.getAttribute", "String"))
    page.evaluate(f"{fill}({fields})")
    after = page.evaluate(STATE.replace("document.activeElement.getAttribute", "String"))
    assert page.evaluate(told) == "0.1"
    assert {before[part] == after[part] for part in ("pr", "roc", "scores")} == {False}
    page.evaluate(f"{fill}(['', '', '', ''])")
    assert page.evaluate(told) == "0.373"


@pytest.mark.slow
def test_the_page_fits_a_phone(page):
    page.resize(390, 800)
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen == 390
    assert list(complaints(page.events)) == []
