"""The code of the site's pages: how it is found, and how it is run."""

from pathlib import Path

import page_code
import pytest

TEXT = """\
```python
x = 1
```
<!-- not run: needs a file of yours -->
```python
open("yours.csv")
```
````{tab-set}
```{example}
:caption: words
y = x + 1
```
````
````md
```python
1 / 0
```
````
> ```{example}
> y
> ```
```console
$ python
```
"""


def page(folder, text):
    path = folder / "page.md"
    path.write_text(text)
    return page_code.Page.of(path)


def test_blocks_are_found_with_their_lines():
    found = [(block.fence, block.line, block.code) for block in page_code.blocks(TEXT)]
    python, example = "python", "{example}"
    assert found == [(python, 2, "x = 1"), (example, 11, "y = x + 1"), (example, 20, "y")]


def test_a_page_has_one_namespace_from_top_to_bottom(tmp_path):
    run = page(tmp_path, TEXT)
    assert run.run_next("{example}").html == ""
    assert run.run_next("{example}").html == "<pre>2</pre>"


@pytest.mark.parametrize(
    ("code", "line", "reason"),
    [
        ("x = 1\n\n1 / 0", 6, "ZeroDivisionError"),
        ("x = 1\nx = = 2", 5, "SyntaxError"),
        ("import warnings\nwarnings.warn('old')", 5, "UserWarning: old"),
    ],
)
def test_an_error_names_the_line_of_the_page(tmp_path, code, line, reason):
    run = page(tmp_path, f"\n\n```{{example}}\n{code}\n```\n")
    with pytest.raises(page_code.PageCodeError, match=rf"page\.md, line {line}: {reason}"):
        run.run_next("{example}")


def test_figures_stay_open_and_files_go_to_a_folder_of_the_page(tmp_path):
    code = 'import matplotlib.pyplot as plt\nplt.figure()\nopen("a.txt", "w").close()\nprint(1)'
    run = page(tmp_path, f"```{{example}}\n{code}\n```\n")
    shown = run.run_next("{example}")
    assert (len(shown.figures), shown.printed) == (1, "1\n")
    assert not Path("a.txt").exists()
    assert (Path(run.folder) / "a.txt").exists()
