import io
import re
import runpy
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_quick_start_runs_and_writes_its_figure(tmp_path, monkeypatch, capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    assert (tmp_path / "pr.pdf").stat().st_size > 1000
    area, free = map(float, capsys.readouterr().out.split())
    assert 0 < free < area < 1


def test_every_public_name_is_in_the_table():
    missing = [name for name in prp.__all__ if name not in README]
    assert missing == ["UndefinedMetricWarning", "UnequalPrevalenceWarning"]


def test_the_tree_of_the_readme_shows_every_folder_of_the_package():
    (tree,) = re.findall(r"```\n(prplot/.*?)```", README, re.DOTALL)
    shown = [Path()]
    for indent, name in re.findall(r"^( *)([\w-]+)/ ", tree, re.MULTILINE):
        shown.append(Path(*shown[-1].parts[: len(indent) // 2], name))
    held = {path.parent.relative_to(ROOT) for path in (ROOT / "prplot").rglob("*.py")}
    assert {path for path in shown if path.parts[:1] == ("prplot",)} == held
    assert [path for path in shown if not (ROOT / path).is_dir()] == []


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/development.md"]
)
def test_files_that_a_document_mentions_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    linked = re.findall(r'(?:src="|\]\()([\w./]+\.(?:png|md|cff))', text)
    folders = "baseline_images|benchmarks|docs|gallery|prplot|tests|tools"
    quoted = re.findall(rf"`((?:{folders})/[\w./]*)", text)
    made = {"gallery/_figures/"}
    assert [path for path in {*linked, *quoted} - made if not (ROOT / path).exists()] == []


def test_documents_never_install_the_other_project_of_this_name():
    folders = (ROOT / "gallery", ROOT / "docs")
    documents = [path for folder in folders for path in folder.rglob("*.md")]
    for path in [*ROOT.glob("*.md"), *documents]:
        assert not re.search(r"pip install prplot\b", path.read_text(encoding="utf-8"))


@pytest.mark.skipif(
    not matplotlib.__version__.startswith("3.11."),
    reason="the hero was drawn by matplotlib 3.11; others measure its letters differently",
)
@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
def test_the_hero_is_what_the_gallery_draws():
    runpy.run_path(str(ROOT / "gallery" / "real" / "plot_breast_cancer.py"))
    drawn = io.BytesIO()
    plt.gcf().savefig(drawn, dpi=200)
    drawn.seek(0)
    hero, fresh = plt.imread(ROOT / "docs" / "images" / "hero.png"), plt.imread(drawn)
    assert hero.shape == fresh.shape
    assert np.mean(np.abs(hero - fresh).max(axis=2) > 0.3) < 0.01
