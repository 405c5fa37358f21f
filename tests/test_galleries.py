"""Finding, choosing and running gallery scripts, without the command line."""

from pathlib import Path

import pytest

from prplot.cli.gallery import galleries

GOOD = "import matplotlib.pyplot as plt\nplt.figure().gca().plot([0, 1], [1, 0])\nplt.show()\n"
NAMES = ["davis_fig1", "davis_fig10", "davis_fig2", "boyd_fig2"]
SCRIPTS = [Path(f"gallery/some/plot_{name}.py") for name in NAMES]


def checkout(folder, scripts):
    """Make a checkout of the project with these scripts; return its gallery."""
    (folder / "gallery").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "prplot-curves"\n')
    for name, source in scripts.items():
        path = folder / "gallery" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return folder / "gallery"


# Finding


def test_the_gallery_is_found_beside_an_editable_install(tmp_path):
    gallery = checkout(tmp_path / "checkout", {})
    installed = tmp_path / "checkout" / "prplot" / "cli" / "gallery" / "galleries.py"
    assert galleries.find_gallery(installed) == gallery


def test_the_gallery_of_another_project_is_not_run(tmp_path):
    checkout(tmp_path, {"plot_a.py": ""})
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    with pytest.raises(FileNotFoundError, match="needs a checkout of the project with its gallery"):
        galleries.find_gallery(tmp_path / "prplot" / "cli" / "gallery" / "galleries.py")


def test_scripts_are_found_at_every_depth_but_not_in_hidden_folders(tmp_path):
    names = ["b/plot_2.py", "a/c/plot_3.py", "plot_1.py", "make.py"]
    hidden = ["_figures/plot_4.py", "a/.ipynb_checkpoints/plot_3.py"]
    gallery = checkout(tmp_path, dict.fromkeys([*names, *hidden], ""))
    found = [path.relative_to(gallery).as_posix() for path in galleries.find_scripts(gallery)]
    assert found == ["a/c/plot_3.py", "b/plot_2.py", "plot_1.py"]


def test_a_gallery_without_scripts_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no scripts plot_\*\.py in"):
        galleries.find_scripts(checkout(tmp_path, {"make.py": ""}))


def test_two_scripts_of_one_name_are_refused(tmp_path):
    gallery = checkout(tmp_path, {"a/plot_1.py": "", "b/plot_1.py": ""})
    with pytest.raises(ValueError, match="two scripts have the same name"):
        galleries.find_scripts(gallery)


# Choosing


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], NAMES),
        (["plot_davis_fig1"], ["davis_fig1"]),
        (["davis_fig1"], ["davis_fig1"]),
        (["gallery/some/plot_davis_fig1.py"], ["davis_fig1"]),
        (["davis_fig?"], ["davis_fig1", "davis_fig2"]),
        (["plot_*_fig2"], ["davis_fig2", "boyd_fig2"]),
        (["fig1"], ["davis_fig1", "davis_fig10"]),
        (["boyd", "davis_fig1", "fig2"], ["davis_fig1", "davis_fig2", "boyd_fig2"]),
    ],
)
def test_choosing_by_full_name_glob_or_part(names, expected):
    chosen = galleries.choose_scripts(SCRIPTS, names)
    assert [path.stem for path in chosen] == [f"plot_{name}" for name in expected]


@pytest.mark.parametrize("name", ["body_fig2", "bd_*", "", "."])
def test_an_unknown_name_is_refused_with_the_nearest(name):
    with pytest.raises(LookupError, match=r"no gallery script is called .*; the nearest: \w+, \w+"):
        galleries.choose_scripts(SCRIPTS, ["boyd", name])


def test_the_nearest_name_comes_first():
    with pytest.raises(LookupError, match="'body_fig2'; the nearest: boyd_fig2, "):
        galleries.choose_scripts(SCRIPTS, ["body_fig2"])


# Running


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What becomes of good, bad and deadly scripts when one worker runs them all in turn."""
    folder = tmp_path_factory.mktemp("run")
    scripts = {
        "plot_1_wild.py": f"{GOOD}plt.rcParams['savefig.bbox'] = 'tight'\n"
        "plt.rcParams['figure.figsize'] = 2, 2\nplt.figure()\n",
        "plot_2_exits.py": "raise SystemExit(0)",
        "plot_3_fails.py": GOOD + "raise ValueError('no such thing')\n",
        "plot_4_gives_up.py": "raise SystemExit('no data')",
        "plot_5_long.py": "raise ValueError('in the\\nlabel')",
        "plot_6_dies.py": "import os\nos._exit(3)\n",
        "plot_7_good.py": "import sys\nimport beside\nassert sys.argv == [__file__]\n"
        + GOOD
        + "scale = 10\nplt.gca().xaxis.set_major_formatter(lambda x, at: f'{x * scale:g}')\n",
        "beside.py": "",
    }
    gallery = checkout(folder, scripts)
    seen = []
    found = galleries.find_scripts(gallery)
    ended = galleries.run_gallery(found, folder, ["png", "svg"], jobs=1, watch=seen.append)
    return {outcome.script.stem: outcome for outcome in ended}, seen


@pytest.mark.parametrize(
    ("name", "figures", "error"),
    [
        ("plot_1_wild", 2, ""),
        ("plot_2_exits", 0, ""),
        ("plot_3_fails", 0, "ValueError: no such thing"),
        ("plot_4_gives_up", 0, "SystemExit: no data"),
        ("plot_5_long", 0, "ValueError: label"),
        ("plot_6_dies", 0, "the worker process ended abruptly"),
        ("plot_7_good", 1, ""),
    ],
)
def test_each_script_has_its_own_outcome(outcomes, name, figures, error):
    outcome = outcomes[0][name]
    assert (outcome.figures, outcome.error) == (figures, error)
    assert len(outcome.files) == 2 * figures


def test_files_are_named_after_the_script_and_one_job_runs_one_at_a_time(outcomes):
    files = outcomes[0]["plot_1_wild"].files
    names = ["plot_1_wild.png", "plot_1_wild.svg", "plot_1_wild_2.png", "plot_1_wild_2.svg"]
    assert [file.path.name for file in files] == names
    assert all(file.size == file.path.stat().st_size > 0 for file in files)
    ended, seen = outcomes
    assert seen == [[name] for name in ended]


def size(png):
    """Return width and height from the header of a png file."""
    header = png.read_bytes()
    return int.from_bytes(header[16:20]), int.from_bytes(header[20:24])


def test_a_figure_is_saved_whole_at_200_dpi_with_its_own_rc_parameters(outcomes):
    first, _, second, _ = (file.path for file in outcomes[0]["plot_1_wild"].files)
    assert size(first) == (1280, 960)
    assert size(second) == (400, 400)
    # What the first script sets does not leak into the others.
    assert size(outcomes[0]["plot_7_good"].files[0].path) == (1280, 960)


def test_only_the_warning_of_show_is_silenced(tmp_path, capfd):
    # matplotlib says this where there is a display; the script says it for the sake of the others.
    shown = "FigureCanvasAgg is non-interactive, and thus cannot be shown"
    source = f"""{GOOD}import warnings
warnings.warn("{shown}")
warnings.warn("a word of the script")
print("a number")
"""
    found = galleries.find_scripts(checkout(tmp_path, {"plot_1.py": source}))
    (outcome,) = galleries.run_gallery(found, tmp_path, ["png"], jobs=1)
    printed, warned = capfd.readouterr()
    assert (outcome.error, printed) == ("", "")
    assert "UserWarning: a word of the script" in warned
    assert "UserWarning: FigureCanvasAgg" not in warned
