"""What ``import prplot`` loads and offers, each time in a fresh interpreter."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import prplot

HEAVY = ("matplotlib", "seaborn", "pandas", "scipy", "narwhals", "sklearn")


def python(code, **settings):
    """Run code with this prplot in a new interpreter; return what it prints."""
    source = str(Path(prplot.__file__).parents[1])
    path = os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, "-c", code]
    env = {**os.environ, "PYTHONPATH": path, "MPLBACKEND": "Agg", **settings}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_numbers_and_the_command_line_load_numpy_only():
    code = (
        "import prplot, prplot as prp, prplot.cli, sys\n"
        "assert prp.aucpr([1, 0, 1], [0.9, 0.8, 0.1]) > 0\n"
        "prp.ConfusionCurve.from_scores([1, 0, 1], [3, 2, 1]).precision\n"
        "assert set(prplot.__all__) <= set(dir(prplot))\n"
        f"print(*[name for name in {HEAVY} if name in sys.modules])"
    )
    assert python(code) == ""


STEPS = """
import sys, prplot
prplot.plot_pr, prplot.draw
print(*sys.modules)
drawn = ([1, 0, 1], [3.0, 2.0, 1.0])
prplot.plot_pr(*drawn).figure.canvas.draw()
print(*sys.modules)
# A palette of matplotlib needs no seaborn.
prplot.plot_pr(*drawn, color="threshold", palette="magma").figure.canvas.draw()
print(*sys.modules)
"""


@pytest.fixture(scope="module")
def loaded_by_steps():
    """Return what is loaded when the plots are looked at, and by two first plots."""
    return [line.split() for line in python(STEPS).splitlines()]


def test_looking_at_the_plots_loads_matplotlib_only_and_no_pyplot(loaded_by_steps):
    assert {*HEAVY, "matplotlib.pyplot"} & {*loaded_by_steps[0]} == {"matplotlib"}


def test_a_first_plot_of_plain_arrays_loads_matplotlib_only(loaded_by_steps):
    assert {*HEAVY} & {*loaded_by_steps[2]} == {"matplotlib"}


def test_a_first_plot_loads_no_part_that_others_need(loaded_by_steps):
    # Each module takes half a millisecond or more; matplotlib's alone take as long as they do.
    modules = [name for name in loaded_by_steps[1] if name.startswith("prplot.")]
    later = ("uncertainty", "scan", "cli", "notebook_views", "datasets")
    for part in later:
        assert [name for name in modules if part in name.split(".")] == []
    others = ("reading", "samples", "calibration", "published")
    figures = ("errorbars", "panels", "description", "hulls", "threshold_metrics")
    assert {name.split(".")[-1] for name in modules} & {*others, *figures} == set()
    assert len(modules) <= 75


def test_the_import_costs_a_small_part_of_what_numpy_costs():
    # A seventh where it was measured, 9 ms. Processor time, as other programs take the clock's.
    code = (
        "from time import process_time\nstart = process_time()\nimport numpy\n"
        "middle = process_time()\nimport prplot\n"
        "print((process_time() - middle) / (middle - start))"
    )
    with tempfile.TemporaryDirectory() as compiled:
        settings = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        shares = [float(python(code, **settings)) for _ in range(2)]
    assert min(shares) < 0.3


def test_without_matplotlib_the_numbers_work_and_a_plot_says_what_is_missing():
    # One positive below one negative: 1 - ln 2.
    code = (
        "import sys\nsys.modules['matplotlib'] = None\nimport prplot as prp\n"
        "print(round(prp.aucpr([1, 0], [0.1, 0.9]), 6), prp.auroc([1, 0], [0.1, 0.9]))\n"
        "try:\n    prp.plot_pr\nexcept ImportError as error:\n    print(error)"
    )
    numbers, error = python(code).splitlines()
    assert numbers == "0.306853 0.0"
    assert "matplotlib" in error


def test_public_names_are_sorted_and_resolve_and_unknown_ones_are_an_attribute_error():
    assert list(prplot.__all__) == sorted(set(prplot.__all__))
    assert all(getattr(prplot, name) is not None for name in prplot.__all__)
    with pytest.raises(AttributeError, match="module 'prplot' has no attribute 'plot_prc'"):
        prplot.plot_prc  # noqa: B018


@pytest.mark.slow
def test_palettes_of_seaborn_need_no_import_of_it():
    draw = "prp.plot_pr([0, 1], [1, 2], color='threshold', palette={!r}, legend=False)"
    seen = "\nprint('seaborn' in sys.modules)\n"
    code = f"import sys, prplot as prp\n{draw.format('magma')}{seen}{draw.format('flare')}{seen}"
    assert python(code).split() == ["False", "True"]
