import re
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest

import prplot as prp

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = (ROOT / "docs" / "development.md").read_text(encoding="utf-8")


@pytest.mark.skipif(
    not matplotlib.__version__.startswith("3.11."),
    reason="the hero was drawn by matplotlib 3.11; others measure its letters differently",
)
def test_the_hero_is_what_the_code_below_it_draws(tmp_path, monkeypatch):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    hero, fresh = map(plt.imread, (ROOT / "docs" / "images" / "hero.png", tmp_path / "pr.png"))
    assert hero.shape == fresh.shape
    assert np.mean(np.abs(hero - fresh).max(axis=2) > 0.3) < 0.01


def test_the_hero_has_five_curves_that_differ():
    y_true, y_score = prp.datasets.digits()
    areas = sorted(prp.aucpr(y_true, score) for score in y_score.values())
    assert len(areas) == 5
    assert np.diff(areas).min() > 0.005
    described = " ".join(README.partition('alt="')[2].partition('">')[0].split())
    for number in (areas[0], areas[-1], y_true.mean()):
        assert f"{number:.3f}" in described


def test_the_readme_is_short_and_its_comparison_is_what_the_tools_answer():
    assert README.count("\n") < 150
    pytest.importorskip("sklearn")
    from sklearn.metrics import auc, average_precision_score, precision_recall_curve

    folder = ROOT / "tests" / "fixtures" / "reference"
    answers = np.genfromtxt(
        folder / "other_tools.csv", delimiter=",", names=True, dtype=None, encoding="utf-8"
    )
    errors = {name: [] for name in ["prplot", "auc", "sums", *answers.dtype.names[2:5]]}
    for row in answers:
        table = np.genfromtxt(folder / f"{row['data']}.csv", delimiter=",", names=True)
        weights = table["weight"] if "weight" in table.dtype.names else None
        data = table["label"], table["score"]
        precision, recall, _ = precision_recall_curve(*data, sample_weight=weights)
        areas = {
            "prplot": prp.aucpr(*data, sample_weight=weights),
            "auc": auc(recall, precision),
            "sums": average_precision_score(*data, sample_weight=weights),
            **{name: row[name] for name in answers.dtype.names[2:5]},
        }
        for name, area in areas.items():
            errors[name].append(abs(area - row["exact"]))
    (line,) = re.findall(r"\| largest error of the area \|(.*)\|\n", README)
    ours, chords, *others = (float(number) for number in re.findall(r"\d\S*\d", line))
    (sums,) = re.findall(r"differs\s+from\s+the\s+area\s+by\s+up\s+to\s(\S+\d),", README)
    said = [ours, chords, float(sums), *others]
    largest = [np.nanmax(error) for error in errors.values()]
    assert said == pytest.approx(largest, rel=0.25, abs=1e-16)


def test_the_tree_of_the_code_shows_every_folder_of_the_package():
    (tree,) = re.findall(r"```text\n(prplot/.*?)```", CODE, re.DOTALL)
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
    made = {"gallery/_figures/", "docs/_build/html/"}
    assert [path for path in {*linked, *quoted} - made if not (ROOT / path).exists()] == []


def test_documents_never_install_the_other_project_of_this_name():
    folders = (ROOT / "gallery", ROOT / "docs")
    documents = [path for folder in folders for path in folder.rglob("*.md")]
    for path in [*ROOT.glob("*.md"), *documents]:
        assert not re.search(r"pip install prplot\b", path.read_text(encoding="utf-8"))
