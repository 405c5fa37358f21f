"""What the site is made of is complete: sections, scripts, names and pictures."""

import re
import runpy
from collections import Counter
from pathlib import Path

import pytest
from api_pictures import PICTURES

import prplot as prp

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "gallery").glob("*/plot_*.py"))


def test_each_section_of_the_gallery_has_its_header():
    # Without a header sphinx-gallery leaves a folder out, as the benchmarks are, and says nothing.
    folders = {path.parent for path in SCRIPTS} - {ROOT / "gallery" / "benchmarks"}
    assert [folder for folder in folders if not (folder / "GALLERY_HEADER.rst").exists()] == []
    # A README is taken for a header, too.
    assert list((ROOT / "gallery").rglob("README*")) == []


def test_each_script_of_the_gallery_has_its_place():
    # The build stops at a script that is not in the list.
    pytest.importorskip("sphinx_gallery")
    listed = runpy.run_path(str(ROOT / "docs" / "conf.py"))["SCRIPTS"]
    names = {path.stem.removeprefix("plot_") for path in SCRIPTS if "benchmarks" not in path.parts}
    assert names <= set(listed)
    assert len(listed) == len(set(listed))


def test_titles_fit_below_thumbnails():
    titles = [script.read_text(encoding="utf-8").splitlines()[1] for script in SCRIPTS]
    assert [title for title in titles if len(title) > 36] == []


def test_the_api_lists_each_public_name_once():
    listed = Counter()
    for page in (ROOT / "docs" / "api").glob("*.rst"):
        text = page.read_text(encoding="utf-8")
        (module,) = set(re.findall(r"currentmodule:: (\S+)", text)) or {""}
        names = re.findall(r"^   (\w+)$", text.partition(":nosignatures:")[2], re.MULTILINE)
        listed.update(f"{module}.{name}".removeprefix("prplot.") for name in names)
    assert [name for name, times in listed.items() if times > 1] == []
    inner = {f"datasets.{name}" for name in prp.datasets.__all__}
    spaces = {"NPR", "PR", "PRG", "ROC"}  # told of in words
    inner |= {f"draw.{name}" for name in set(prp.draw.__all__) - spaces}
    assert set(listed) == {*prp.__all__, *inner} - {"datasets", "draw"}


def test_each_plot_function_has_a_picture():
    drawing = [name for name in prp.__all__ if name.startswith("plot_") or name == "curveplot"]
    assert sorted(PICTURES) == sorted(drawing)


def test_examples_that_need_a_checkout_say_so_elsewhere(monkeypatch, tmp_path):
    needy = [one for one in SCRIPTS if "__file__" in one.read_text(encoding="utf-8")]
    assert needy
    for script in needy:
        # As notebooks have it.
        source = script.read_text(encoding="utf-8")
        folder = script.parent.relative_to(ROOT).as_posix()
        assert f"of a checkout of prplot: run it in ``{folder}``" in source
        monkeypatch.chdir(tmp_path)
        with pytest.raises(FileNotFoundError, match=f"; run this in {folder} of a checkout"):
            exec(source, {})
    monkeypatch.chdir(script.parent)
    exec(source, {})
