"""The directive ``example`` in a site of one page."""

import io
import re

import pytest

PAGE = """\
```{example}
:caption: Points of a *table*.
:hide-code:
import prplot as prp
curve = prp.ConfusionCurve.from_counts([5, 10], [5, 30], pos=20, neg=2000)
ax = prp.plot_pr(curve)
```

```{example}
print("so many:", len(curve.tp))
curve
```

```{example}
nothing.here
```
"""


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_code_is_run_and_shown_with_what_it_shows(tmp_path):
    application = pytest.importorskip("sphinx.application", reason="needs the extra docs")
    pytest.importorskip("myst_parser", reason="needs the extra docs")
    (tmp_path / "conf.py").write_text('extensions = ["myst_parser", "example_directive"]\n')
    (tmp_path / "index.md").write_text(f"# Page\n\n{PAGE}")
    complaints = io.StringIO()
    places = (tmp_path, tmp_path, tmp_path / "html", tmp_path / "trees", "html")
    application.Sphinx(*map(str, places), status=None, warning=complaints).build()
    html = (tmp_path / "html" / "index.html").read_text()
    (image,) = re.findall(r"<img [^>]*>", html)
    assert 'alt="One PR curve of precision against recall' in image
    assert "Points of a <em>table</em>." in html
    assert "plot_pr" not in html
    assert "so many: 4" in html
    assert "example-value" in html
    assert re.search(r"index\.md:\d+: ERROR: NameError: name 'nothing'", complaints.getvalue())
