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


def test_the_hero_suits_the_page(browser, site):
    for mode, other in (("light", "dark"), ("dark", "light")):
        browser.visit(f"{site}index.html")
        browser.evaluate(f"localStorage.setItem('mode', '{mode}')")
        browser.visit(f"{site}index.html")
        for kind, wide in ((mode, True), (other, False)):
            width = browser.evaluate(f"document.querySelector('.only-{kind} img').offsetWidth")
            assert (width > 0) == wide
        browser.evaluate("localStorage.clear()")
