"""What is published: the contents of the wheel, one version everywhere, and fixed actions."""

import json
import re
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import prplot as prp
from tests.test_import import python

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MOST_BYTES = 600_000
# Each dependency and its bounds.
NEEDED = re.findall(
    r'^    "([\w-]+)(.*)",$',
    (ROOT / "pyproject.toml").read_text().split("\ndependencies = [\n")[1].split("\n]")[0],
    re.M,
)


def built(builder, folder):
    """Build a wheel or an archive of the sources, and return its path."""
    (path,) = builder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(path)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built(WheelBuilder, tmp_path_factory.mktemp("dist"))


def test_the_wheel_has_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    folders = {name.split("/")[0] for name in names}
    information = f"prplot_curves-{prp.__version__}.dist-info"
    assert folders == {"prplot", information}
    assert {"prplot/py.typed", "prplot/styles/paper.mplstyle"} <= set(names)
    assert f"{information}/licenses/LICENSE" in names
    assert not [name for name in names if re.search(r"test|\.(png|svg|pdf|pyc)$", name)]
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "prplot").rglob("*.py*")}
    modules = {name for name in modules if not name.endswith(".pyc")}
    assert modules <= set(names)
    assert wheel.stat().st_size < MOST_BYTES
    with tarfile.open(built(SdistBuilder, wheel.parent)) as held:
        assert modules <= {name.partition("/")[2] for name in held.getnames()}


@pytest.mark.parametrize(
    ("left_out", "printed"),
    [
        ("nothing", "prplot.zip: 0.306853"),
        ("prplot/__init__.pyi", "prplot lacks __init__.pyi; install it again with all files"),
    ],
)
def test_a_zipped_package_works_and_one_without_its_names_says_so(
    wheel, tmp_path, left_out, printed
):
    with zipfile.ZipFile(wheel) as held, zipfile.ZipFile(tmp_path / "prplot.zip", "w") as zipped:
        for name in {*held.namelist()} - {left_out}:
            zipped.writestr(name, held.read(name))
    code = (
        "try:\n    import prplot as prp\n    place = prp.__file__.split('/')[-3]\n"
        "    print(f'{place}: {prp.aucpr([1, 0], [0.1, 0.9]):.6f}')\n"
        "except ImportError as error:\n    print(error)"
    )
    assert python(code, PYTHONPATH=zipped.filename, PYTHONSAFEPATH="1").startswith(printed)


def test_the_wheel_runs_without_the_checkout(wheel):
    with zipfile.ZipFile(wheel) as held:
        (information,) = {name.split("/")[0] for name in held.namelist()} - {"prplot"}
        entry = held.read(f"{information}/entry_points.txt").decode()
        described = held.read(f"{information}/METADATA").decode()
    assert "prplot = prplot.cli:main" in entry
    assert f"Version: {prp.__version__}\n" in described
    # An index shows the page as Markdown.
    assert "Description-Content-Type: text/markdown" in described


def test_one_version_stands_everywhere():
    version = re.escape(prp.__version__)
    assert json.loads((ROOT / "codemeta.json").read_text())["version"] == prp.__version__
    assert re.search(rf"^  version: {version}$", (ROOT / "recipe/recipe.yaml").read_text(), re.M)
    assert re.search(rf"^## \[{version}\]", (ROOT / "CHANGELOG.md").read_text(), re.M)


def test_the_recipe_needs_what_the_distribution_needs():
    assert len(NEEDED) >= 6
    recipe = (ROOT / "recipe" / "recipe.yaml").read_text()
    for name, bounds in NEEDED:
        assert re.search(rf"- {name}(-base)? {re.escape(bounds)}$", recipe, re.M), name


@pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_workflows_use_fixed_actions_and_least_permissions(path):
    text = path.read_text()
    actions = re.findall(r"uses: (.*)", text)
    assert actions
    assert [
        one for one in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one)
    ] == []
    assert "\npermissions: {}\n" in text
    # Only trusted publishing and pages may write, and by a token of their own.
    assert set(re.findall(r"^ +([\w-]+): write", text, re.M)) <= {"id-token", "pages"}
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_versions_are_printed_for_a_report(capsys):
    prp.show_versions()
    lines = dict(line.split(None, 1) for line in capsys.readouterr().out.splitlines())
    assert list(lines)[:3] == ["prplot", "python", "system"]
    assert {*dict(NEEDED), "polars"} <= lines.keys()
    assert lines["numpy"] == np.__version__


def test_sources_that_are_not_installed_have_their_own_version(monkeypatch, capsys):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", absent)
    prp.show_versions()
    shown = capsys.readouterr().out
    assert shown.startswith(f"prplot       {prp.__version__}\n")
    assert "\nnumpy        not installed\n" in shown
