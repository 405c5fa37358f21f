"""The built site in a headless Chromium: nothing from elsewhere, no errors, fit for a phone.

``python docs/build.py`` builds the site; ``pytest -m slow tests/docs`` visits every page.
"""

import pytest

from tests.cases import slowly
from tests.docs.browser import SITE, complaints, executable, opened, served

PHONE = 390
FIRST = ("index", "api/generated/prplot.plot_pr", "gallery/index", "gallery/compare/plot_npr")
PAGES = sorted(
    path.relative_to(SITE).with_suffix("").as_posix()
    for path in SITE.rglob("*.html")
    if "_static" not in path.parts
)

pytestmark = [
    pytest.mark.skipif(executable() is None, reason="there is no Chromium"),
    pytest.mark.skipif(
        not (SITE / "gallery" / "index.html").exists(),
        reason="the site was not built, or without its gallery: python docs/build.py",
    ),
]

STATE = """(() => {
  const images = [...document.images];
  const thumbnail = '.sphx-glr-thumbcontainer';
  return {
    wordless: images.filter(i => !i.hasAttribute('alt') || !(i.alt || i.closest(thumbnail)))
                    .map(i => i.src),
    width: [document.documentElement.scrollWidth, innerWidth],
    formulas: document.querySelectorAll('.math').length,
    set: document.querySelectorAll('mjx-container').length,
    wrong: document.querySelectorAll('[data-mml-node=merror], mjx-merror').length,
  };
})()"""


@pytest.fixture(scope="module")
def site():
    with served(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("chromium")) as browser:
        browser.resize(PHONE, 844)
        yield browser


def faults(browser, address, page):
    """Visit a page on a phone and list what is wrong with it."""
    browser.visit(f"{address}{page}.html")
    found = [*strangers(browser.events, address), *complaints(browser.events)]
    state = browser.evaluate(STATE)
    found += [f"no words for {image}" for image in state["wordless"]]
    if state["width"][0] > state["width"][1]:
        found.append(f"{state['width'][0]} px wide")
    if state["formulas"] != state["set"] or state["wrong"]:
        found.append(f"{state['set']} of {state['formulas']} formulas, {state['wrong']} wrong")
    return [f"{page}: {fault}" for fault in found]


def strangers(events, address):
    """Yield the requests that leave the site."""
    for event in events:
        if event.get("method") == "Network.requestWillBeSent":
            url = event["params"]["request"]["url"]
            if not url.startswith((address, "data:", "blob:")):
                yield f"a request to {url}"


@pytest.mark.parametrize("pages", [FIRST, *map(slowly, [(PAGES,)])], ids=["first", "all"])
def test_pages_are_whole_on_a_phone(browser, site, pages):
    assert [fault for page in pages for fault in faults(browser, site, page)] == []


def test_the_search_finds_plot_pr_first(browser, site):
    browser.visit(f"{site}search.html?q=plot_pr")
    first = browser.wait_for("document.querySelector('#search-results li a')?.textContent")
    assert first.startswith("prplot.plot_pr") or first == "plot_pr"


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("multiclass", "recipes/classes.html"),
        ("imbalanced", "recipes/study.html"),
        ("confidence interval", "uncertainty.html"),
        ("average precision", "conventions.html"),
        ("threshold", "recipes/thresholds.html"),
    ],
)
def test_the_search_finds_the_words_of_users(browser, site, words, page):
    browser.visit(f"{site}search.html?q={words.replace(' ', '+')}")
    found = "[...document.querySelectorAll('#search-results li a')].map(a => a.href)"
    first = browser.wait_for(f"{found}.length > 2 && {found}.slice(0, 3)")
    assert any(page in address for address in first)


def test_chart_and_slider_are_beside_each_other_on_the_first_screen(browser, site):
    browser.resize(1280, 800)
    browser.visit(f"{site}index.html")
    inside = "(({top, bottom, left, right}) => [top, bottom, left, right])"
    place = f"{inside}(document.querySelector('%s').getBoundingClientRect())"
    parts = (".prevalence-pr svg", ".prevalence-slider input", ".prevalence-counts")
    chart, slider, counts = (browser.evaluate(place % part) for part in parts)
    assert chart[3] <= slider[2]
    assert max(chart[1], slider[1], counts[1]) <= 800
    browser.resize(PHONE, 844)


def test_figures_suit_dark_pages(browser, site):
    filtered = "getComputedStyle(document.querySelector('.example img')).filter"
    for mode, inverted in (("light", False), ("dark", True)):
        browser.visit(f"{site}why.html")
        browser.evaluate(f"localStorage.setItem('mode', '{mode}')")
        browser.visit(f"{site}why.html")
        assert ("invert" in browser.evaluate(filtered)) == inverted
        browser.evaluate("localStorage.clear()")


def test_every_page_describes_itself(browser, site):
    for page in FIRST:
        browser.visit(f"{site}{page}.html")
        for name in ("meta[name=description]", 'meta[property="og:title"]'):
            words = browser.evaluate(f"document.querySelector('{name}')?.content")
            assert words, page
            assert "<" not in words
