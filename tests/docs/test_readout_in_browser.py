"""Pages that `savefig` wrote, in a headless Chromium: pointer, keys, touch, and the slider."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from prplot.draw.scene_artist import scene_of
from tests.cases import sampled, slowly
from tests.docs.browser import complaints, executable, opened
from tests.plots.test_readout import distance, many

pytestmark = pytest.mark.skipif(executable() is None, reason="there is no Chromium")

NAMES = ("Decision tree", "Naive Bayes")
PHONE = (390, 844)
# What the read-out says of each curve, by the classes of its cells.
READ = """[...document.querySelectorAll('tbody')].map(body => ({
  name: body.querySelector('th').innerText, active: body.className === 'active',
  ...Object.fromEntries([...body.querySelectorAll('td')].map(cell => [cell.className,
    [...cell.childNodes].map(node => node.textContent).join('')]))}))"""
BOX = """(({x, y, width, height}) => [x, y, width, height])(
  document.getElementById('frame-%d').getBoundingClientRect())"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture(scope="module")
def curves():
    y_true, scores = prp.datasets.breast_cancer()
    return {name: prp.ConfusionCurve.from_scores(y_true, scores[name]) for name in NAMES}


@pytest.fixture
def figure(curves):
    yield prp.plot_pr(curves, show_chance=True)
    plt.close("all")


def visit(browser, drawn, folder, size=(1280, 800), scheme="light"):
    prp.savefig(drawn, folder / "page.html")
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.send("Emulation.setEmulatedMedia", features=features)
    browser.resize(*size)
    browser.visit((folder / "page.html").as_uri())
    return browser


def at(browser, drawn, x, y, panel=0):
    """Return where a point of the axes is on the screen."""
    left, top, width, height = browser.evaluate(BOX % panel)
    right, up = drawn.transAxes.inverted().transform(drawn.transData.transform((x, y)))
    return {"x": left + right * width, "y": top + (1 - up) * height}


def check(read, curve, i):
    assert read["threshold"] in ("∞", "–") or float(read["threshold"]) == pytest.approx(
        curve.thresholds[i], rel=1e-4
    )
    assert float(read["precision"]) == pytest.approx(curve.precision[i], abs=6e-4)
    assert float(read["recall"]) == pytest.approx(curve.recall[i], abs=6e-4)
    assert float(read["fpr"]) == pytest.approx(curve.fpr[i], abs=6e-4)
    assert read["tp"] == f"{curve.tp[i]} / {curve.pos}"
    assert read["fp"] == f"{curve.fp[i]} / {curve.neg}"


def nearest(ax, curve, x, y):
    """Return the operating point that is nearest in the picture."""
    places = ax.transData.transform(np.column_stack([curve.recall, curve.precision]))
    return int(np.hypot(*(places - ax.transData.transform((x, y))).T).argmin())


def test_a_pointer_reads_out_the_nearest_point_of_each_curve(browser, figure, curves, tmp_path):
    visit(browser, figure, tmp_path)
    figure.figure.canvas.draw()
    for x, y in [(0.7, 0.8), (0.93, 0.62), (0.98, 0.8)]:
        place = at(browser, figure, x, y)
        browser.send("Input.dispatchMouseEvent", type="mouseMoved", **place)
        for read, curve in zip(browser.evaluate(READ), curves.values(), strict=True):
            check(read, curve, nearest(figure, curve, x, y))
    assert browser.evaluate("document.querySelectorAll('.dot').length") == 2
    live = browser.wait_for("document.querySelector('.live').textContent")
    read = next(one for one in browser.evaluate(READ) if one["active"])
    assert live.startswith(f"{read['name']}, threshold {read['threshold']}, precision ")
    assert f"TP {read['tp'].replace(' / ', ' of ')}" in live
    requests = [e for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    assert len(requests) == 1
    assert list(complaints(browser.events)) == []


def drawings(curves):
    rng = np.random.default_rng(0)
    y_true = rng.random(120) < 0.3
    scores = rng.normal(size=120) + y_true
    matches = prp.ConfusionCurve.from_retrieved(y_true, scores, 50)
    frame = pd.DataFrame({"y": y_true.astype(int), "s": scores})
    weights = rng.random(120)
    close = 1 - 1e-12 * rng.permutation(120)
    tied = np.where(scores < 0, -np.inf, scores)
    return [
        lambda: prp.plot_roc(curves),
        lambda: prp.plot_npr(curves),
        lambda: prp.plot_prg(curves),
        lambda: prp.plot_spaces(curves, show_hull=True),
        lambda: prp.plot_pr(y_true, {"a": scores, "b": close}, sample_weight=weights),
        lambda: prp.plot_pr({"a": matches, "b": curves["Naive Bayes"]}),
        lambda: prp.plot_pr(prp.scan(frame, y_true="y", y_score="s")),
        lambda: prp.plot_roc(y_true, {"a": tied, "b": scores * 1e6}),
        lambda: prp.plot_pr(*many(20_000)),
        lambda: prp.plot_pr(y_true, scores, units=np.arange(120) % 3),
    ]


@pytest.mark.parametrize("i", sampled(range(10), every=5))
@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_every_number_is_that_of_the_curve(browser, curves, tmp_path, i):
    plt.close("all")
    drawn = drawings(curves)[i]()
    table = prp.to_frame(drawn).replace({np.nan: None})
    visit(browser, drawn, tmp_path)
    plt.close("all")
    browser.press("Tab")
    for name, rows in table.groupby("curve", sort=False):
        known = {(short(row.tp), short(row.fp)): row for row in rows.itertuples()}
        browser.press("Home")
        for _ in range(min(len(rows), 50)):
            read = next(one for one in browser.evaluate(READ) if one["active"])
            assert read["name"] == name or name == "curve"
            tp, fp = (short(float(read[key].split(" / ")[0])) for key in ("tp", "fp"))
            row = known.pop((tp, fp))
            check_row(read, row)
            browser.press("ArrowRight")
        browser.press("ArrowDown")


def short(count):
    return f"{count:.4g}" if count % 1 and count < 1e4 else f"{count:.6g}"


def check_row(read, row):
    for key in ("precision", "recall", "fpr"):
        value = getattr(row, key, None)
        assert value is None or float(read[key]) == pytest.approx(value, abs=6e-4)
    if row.threshold is None or np.isinf(row.threshold):
        assert read["threshold"] in ("∞", "–")
    else:
        assert float(read["threshold"]) <= row.threshold
        assert float(read["threshold"]) == pytest.approx(row.threshold, rel=1e-4)


def test_thresholds_are_as_long_as_they_must_be(browser, tmp_path):
    scores = [1 - 1e-12, 1 - 2e-12, 0.123456789, 1 / 3, 0.25]
    visit(browser, prp.plot_pr([1, 1, 1, 1, 0], scores), tmp_path)
    plt.close("all")
    browser.press("Tab")
    seen = []
    for _ in range(6):
        browser.press("ArrowRight")
        seen.append(browser.evaluate(READ)[0]["threshold"])
    # Rounded up, they would choose fewer examples.
    assert seen == ["∞", "0.999999999999", "0.999999999998", "0.33333", "0.25", "0.123456789"]


def test_two_figures_in_one_page_read_out_their_own(browser, figure, curves, tmp_path):
    pages = []
    for drawn in (figure, prp.plot_roc(curves, ax=plt.figure().gca())):
        prp.savefig(drawn, tmp_path / "page.html")
        pages.append((tmp_path / "page.html").read_text(encoding="utf-8"))
    bodies = [re.search("<main.*</main>", page, re.DOTALL)[0] for page in pages]
    (tmp_path / "both.html").write_text("<!doctype html>" + "".join(bodies), encoding="utf-8")
    browser.resize(1280, 800)
    browser.visit((tmp_path / "both.html").as_uri())
    assert list(complaints(browser.events)) == []
    browser.evaluate("document.querySelectorAll('.figure')[1].focus()")
    browser.press("ArrowRight")
    dots = (
        "[...document.querySelectorAll('.figure')].map(one => one.querySelectorAll('.dot').length)"
    )
    assert browser.evaluate(dots) == [0, 2]


def test_a_finger_on_a_phone_reads_out(browser, figure, curves, tmp_path):
    visit(browser, figure, tmp_path, PHONE)
    figure.figure.canvas.draw()
    wide, screen = browser.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= screen == PHONE[0]
    place = at(browser, figure, 0.93, 0.62)
    browser.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[place])
    browser.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    read = browser.wait_for(f"(read => read[0].tp && read)({READ})")
    for one, curve in zip(read, curves.values(), strict=True):
        check(one, curve, nearest(figure, curve, 0.93, 0.62))


def test_keys_go_from_threshold_to_threshold_and_from_curve_to_curve(
    browser, figure, curves, tmp_path
):
    visit(browser, figure, tmp_path)
    browser.press("Tab")
    assert browser.evaluate("document.activeElement.getAttribute('role')") == "application"
    tree, bayes = curves.values()
    seen = [("ArrowRight", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)]
    seen += [("PageDown", 11), ("End", tree.tp.size - 1), ("ArrowRight", tree.tp.size - 1)]
    for key, i in [*seen, ("Home", 0), ("ArrowRight", 1)]:
        browser.press(key)
        first, second = browser.evaluate(READ)
        assert (first["active"], second["active"]) == (True, False)
        check(first, tree, i)
    browser.press("ArrowDown")
    before = browser.evaluate(READ)[1]
    assert before["active"]
    browser.press("End")
    check(browser.evaluate(READ)[1], bayes, bayes.tp.size - 1)
    browser.press("ArrowUp")
    assert browser.evaluate(READ)[0]["active"]


MOVE = """(rare => { const slider = document.querySelector('input');
  slider.value = rare; slider.dispatchEvent(new Event('input', { bubbles: true })); })(%d)"""


@pytest.mark.parametrize("plot", [prp.plot_pr, slowly(prp.plot_npr), prp.plot_prg])
def test_the_slider_moves_curves_as_prplot_does(browser, curves, tmp_path, plot):
    plt.close("all")
    ax = plot(curves)
    visit(browser, ax, tmp_path)
    path = "document.getElementById('mark-0-%d').querySelector('path').getAttribute('d')"
    first = [mark.role.name for mark in scene_of(ax).marks].index("prplot-curve")
    before = browser.evaluate(path % first)
    browser.press("Tab")
    for _ in range(3):
        browser.press("ArrowRight")
    browser.evaluate(MOVE % 20)
    words = browser.evaluate("document.querySelector('.prevalence-slider output').innerText")
    curve = curves["Decision tree"].at_prevalence(float(words))
    read = browser.evaluate(READ)[0]
    assert float(read["precision"]) == pytest.approx(curve.precision[2], abs=6e-4)
    assert read["tp"] == f"{curves['Decision tree'].tp[2]} / 212"
    area = {prp.plot_pr: prp.aucpr, prp.plot_npr: prp.aucnpr, prp.plot_prg: prp.auprg}[plot]
    assert float(read["area"].replace("−", "-")) == pytest.approx(area(curve), abs=6e-4)
    check_path(browser, ax, browser.evaluate(path % first), curve)
    assert browser.evaluate(
        "[...document.querySelectorAll('[id^=legend_]')].every(one => one.style.display === 'none')"
    )
    browser.evaluate("document.querySelector('button').click()")
    assert browser.evaluate(path % first) == before


def check_path(browser, ax, d, curve):
    """Check that a path of the picture is the exact curve, to a pixel."""
    box = "(({x, y, width, height}) => [x, y, width, height])(%s.getBBox())"
    left, top, width, height = browser.evaluate(box % "document.getElementById('frame-0')")
    x, y = np.array([point.split() for point in d[1:].split("L")], float).T
    right, up = (x - left) / width, 1 - (y - top) / height
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    x, y = x0 + right * (x1 - x0), y0 + up * (y1 - y0)
    exact = prp.draw.trace(curve, scene_of(ax).space, tolerance=1e-6)
    inside = (exact.x >= x0) & (exact.y >= y0)
    line = np.column_stack([exact.x[inside], exact.y[inside]])
    shown = [at for at in np.column_stack([x, y]) if at[0] > x0 and at[1] > y0]
    # Where chords are furthest from an arc, too.
    shown += [
        at
        for at in np.column_stack([x[:-1] + x[1:], y[:-1] + y[1:]]) / 2
        if at[0] > x0 and at[1] > y0
    ]
    assert len(shown) > 10
    assert max(distance(at, line) for at in shown) < 2e-3


def test_panels_show_the_same_threshold(browser, curves, tmp_path):
    plt.close("all")
    visit(browser, prp.plot_spaces(curves), tmp_path, (1400, 800))
    browser.press("Tab")
    for _ in range(4):
        browser.press("ArrowRight")
    # In PRG space the first points may be left of the axes.
    assert browser.evaluate("document.querySelectorAll('.dot.active').length") >= 2
    browser.press("End")
    check(browser.evaluate(READ)[0], curves["Decision tree"], -1)
    assert list(complaints(browser.events)) == []


def test_a_dark_page_inverts_a_light_figure_only(browser, curves, tmp_path):
    filtered = "getComputedStyle(document.querySelector('.figure svg')).filter"
    ground = "getComputedStyle(document.body).backgroundColor"
    for style, scheme, inverted in [
        ("default", "light", False),
        ("default", "dark", True),
        ("dark_background", "dark", False),
    ]:
        with plt.style.context(style):
            visit(browser, prp.plot_pr(curves, ax=plt.figure().gca()), tmp_path, scheme=scheme)
        assert ("invert" in browser.evaluate(filtered)) == inverted
        assert (browser.evaluate(ground) == "rgb(18, 18, 18)") == (scheme == "dark")
    plt.close("all")


def test_a_name_is_text_and_runs_nothing(browser, curves, tmp_path):
    plt.close("all")
    name = (
        "</script><img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
    )
    with plt.rc_context({"svg.fonttype": "none"}):
        ax = prp.plot_pr({name: curves["Decision tree"], "b": curves["Naive Bayes"]})
        ax.set_title(name)
        visit(browser, ax, tmp_path)
    browser.press("Tab")
    browser.press("ArrowRight")
    assert browser.evaluate(READ)[0]["name"].startswith("</script><img src=x onerror=")
    assert browser.evaluate("document.title") != "run"
    assert browser.evaluate("document.images.length") == 0
    requests = [e for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    assert len(requests) == 1
