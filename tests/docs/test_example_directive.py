"""The directive ``example`` in a site of one page."""

import io
import re

import matplotlib
import pytest

CONF = """
import sys
sys.path.insert(0, {extensions!r})
extensions = ["myst_parser", "example_directive"]
html_theme = "basic"
"""
PAGE = """\
# Page

```python
import prplot as prp
curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], pos=20, neg=2000)
```

```{example}
:caption: Points of a *table*.
:hide-code:
ax = prp.plot_pr(curve)
```

```{example}
print("so many:", len(curve.tp))
```

```{example}
nothing = 1

nothing.here
```
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory, request):
    """The HTML of the page, and what the build complained of."""
    application = pytest.importorskip("sphinx.application", reason="needs the extra docs")
    pytest.importorskip("myst_parser", reason="needs the extra docs")
    folder = tmp_path_factory.mktemp("site")
    extensions = str(request.config.rootpath / "docs" / "_ext")
    (folder / "conf.py").write_text(CONF.format(extensions=extensions))
    (folder / "index.md").write_text(PAGE)
    complaints = io.StringIO()
    places = (folder, folder, folder / "html", folder / "trees", "html")
    site = application.Sphinx(*map(str, places), status=None, warning=complaints)
    with matplotlib.rc_context():  # a build sets them for its figures
        site.build()
    return (folder / "html" / "index.html").read_text(), complaints.getvalue()


@pytest.mark.filterwarnings("default")
def test_figures_have_words_and_a_caption_and_code_can_be_hidden(built):
    html, _ = built
    (image,) = re.findall(r"<img [^>]*>", html)
    assert 'alt="One PR curve of precision against recall' in image
    assert "Points of a <em>table</em>." in html
    assert "plot_pr" not in html
    # What is printed is shown.
    assert "so many: 4" in html


@pytest.mark.filterwarnings("default")
def test_an_error_names_the_line_of_the_page(built):
    _, complaints = built
    assert re.search(r"index\.md:21: WARNING: AttributeError: 'int' object", complaints)
    assert complaints.count("WARNING") == 1
