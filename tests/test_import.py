"""What ``import prplot`` loads and offers, each time in a fresh interpreter."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import prplot

HEAVY = ["matplotlib", "seaborn", "pandas", "scipy", "narwhals", "sklearn"]
PLOTTING = ["seaborn", "pandas", "scipy", "sklearn"]


def python(code, **settings):
    """Run code with this prplot in a new interpreter; return what it prints."""
    source = str(Path(prplot.__file__).parents[1])
    path = os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": path, "MPLBACKEND": "Agg", **settings}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def loaded(code, modules):
    return python(f"{code}\nimport sys\nprint(*[m for m in {modules} if m in sys.modules])").split()


@pytest.mark.parametrize(
    "code",
    [
        "import prplot",
        "import prplot as prp; assert prp.aucpr([1, 0, 1], [0.9, 0.8, 0.1]) > 0",
        "import prplot as prp; prp.ConfusionCurve.from_scores([1, 0, 1], [3, 2, 1]).precision",
        "import prplot; dir(prplot)",
    ],
)
def test_the_numbers_load_numpy_only(code):
    assert loaded(code, HEAVY) == []


@pytest.mark.parametrize("name", ["plot_pr", "draw"])
def test_the_plots_load_matplotlib_only(name):
    assert loaded(f"import prplot\nprplot.{name}", [*PLOTTING, "matplotlib"]) == ["matplotlib"]


def test_looking_at_the_plots_does_not_load_pyplot():
    assert loaded("import prplot\nprplot.plot_pr", ["matplotlib.pyplot"]) == []


def test_a_first_plot_of_plain_arrays_loads_matplotlib_only():
    code = "import prplot\nprplot.plot_pr([1, 0, 1], [3.0, 2.0, 1.0]).figure.canvas.draw()"
    heavy = [*PLOTTING, "narwhals", "matplotlib"]
    assert loaded(code, heavy) == ["matplotlib"]


def test_the_import_costs_a_small_part_of_what_numpy_costs():
    # A seventh where it was measured, 9 ms. Processor time, as other programs take the clock's.
    code = (
        "from time import process_time\nstart = process_time()\nimport numpy\n"
        "middle = process_time()\nimport prplot\n"
        "print((process_time() - middle) / (middle - start))"
    )
    with tempfile.TemporaryDirectory() as compiled:
        settings = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        shares = [float(python(code, **settings)) for _ in range(6)]
    assert min(shares) < 0.3


def test_the_command_line_does_not_load_the_plots():
    assert loaded("import prplot.cli", HEAVY) == []


def test_the_numbers_work_without_matplotlib():
    # One positive below one negative: 1 - ln 2.
    code = (
        "import sys\nsys.modules['matplotlib'] = None\nimport prplot as prp\n"
        "print(round(prp.aucpr([1, 0], [0.1, 0.9]), 6), prp.auroc([1, 0], [0.1, 0.9]))"
    )
    assert python(code) == "0.306853 0.0"


def test_without_matplotlib_a_plot_says_what_is_missing():
    code = (
        "import sys\nsys.modules['matplotlib'] = None\nimport prplot\n"
        "try:\n    prplot.plot_pr\nexcept ImportError as error:\n    print(error)"
    )
    assert "matplotlib" in python(code)


def test_dir_lists_every_public_name_before_it_is_loaded():
    missing = python("import prplot\nprint(*sorted(set(prplot.__all__) - set(dir(prplot))))")
    assert missing == ""


@pytest.mark.parametrize("name", prplot.__all__)
def test_every_public_name_resolves(name):
    assert getattr(prplot, name) is not None


def test_public_names_are_sorted_and_unknown_ones_are_an_attribute_error():
    assert list(prplot.__all__) == sorted(set(prplot.__all__))
    with pytest.raises(AttributeError, match="module 'prplot' has no attribute 'plot_prc'"):
        prplot.plot_prc  # noqa: B018


def test_palettes_of_seaborn_need_no_import_of_it():
    draw = "prp.plot_pr([0, 1], [1, 2], color='threshold', palette={!r})"
    assert loaded(f"import prplot as prp; {draw.format('magma')}", ["seaborn"]) == []
    assert loaded(f"import prplot as prp; {draw.format('flare')}", ["seaborn"]) == ["seaborn"]
