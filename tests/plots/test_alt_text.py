"""Figures in words: what is said, that it is true, and files that hold it."""

import gzip
import pickle
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from PIL import Image

import prplot as prp

Y = [1, 0, 1, 0, 1, 0, 0, 0]
FOREST = [8, 7, 6, 5, 4, 3, 2, 1]
TREE = [7, 8, 6, 5, 1, 3, 2, 4]
TEXT = (
    "Two PR curves of precision against recall, on 8 cases, 38 % of them positive. "
    "Area under the curve: forest 0.716, tree 0.411. forest is nowhere below tree. "
    "Random guessing has precision 0.38. "
    "The hatched region below a curve from 0 to 0.38 can't be reached by any model; "
    "its area is 0.22."
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def ax():
    return prp.plot_pr(Y, {"tree": TREE, "forest": FOREST}, show_chance=True)


def test_a_figure_has_the_same_words_in_all_sizes_styles_and_copies(ax):
    assert prp.describe(ax) == TEXT
    assert prp.describe(pickle.loads(pickle.dumps(ax.figure))) == TEXT
    with plt.style.context(["dark_background", {"figure.figsize": (2, 2)}]):
        _, small = plt.subplots()
        prp.plot_pr(Y, {"tree": TREE, "forest": FOREST}, show_chance=True, ax=small)
    with plt.rc_context({"text.usetex": True}):
        _, by_tex = plt.subplots()
        prp.plot_pr(Y, {"tree": TREE, "forest": FOREST}, show_chance=True, ax=by_tex)
    assert [prp.describe(one) for one in (small.figure, by_tex)] == [TEXT, TEXT]


def test_the_short_form_is_the_first_sentence(ax):
    assert prp.describe(ax, "short") == TEXT.split(" Area", maxsplit=1)[0]


def test_what_the_user_did_afterwards_is_in_the_words(ax):
    ax.plot([0, 1], [0, 1])
    assert prp.describe(ax).endswith("its area is 0.22. One further line is drawn.")
    ax.lines[0].remove()
    assert prp.describe(ax).startswith("One PR curve of")
    assert "forest 0.716. Random" in prp.describe(ax)


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (
            lambda: prp.plot_roc(Y, TREE, show_chance=True, score=None),
            "Area under the curve: 0.533. Random guessing is the diagonal.",
        ),
        (
            lambda: prp.plot_min([0.1, 0.5]),
            "Lowest achievable precision against recall for prevalences 0.1 and 0.5. Each curve "
            "rises from 0 to its prevalence; the area below grows from 0.052 to 0.31.",
        ),
        (
            lambda: prp.plot_pr(Y, FOREST, thresholds=[6], color="threshold", show_min=False),
            "The curve is coloured by threshold, from 8 to 1. "
            "Marked: threshold 6 at recall 0.67, precision 0.67.",
        ),
        (
            lambda: prp.plot_prg(Y, FOREST, show_isometrics=True, levels=[0.4, 0.6], beta=2),
            "Lines of equal F2: 0.4 and 0.6.",
        ),
        (
            lambda: prp.plot_hull(Y, FOREST),
            "Two panels of one curve, on 8 cases, 38 % of them positive: true positive rate "
            "against false positive rate; precision against recall. Left: areas hull 0.867, ROC "
            "curve 0.800.",
        ),
        (
            prp.plot_isometrics,
            "Lines of equal F1 for precision against recall. Levels: 0.1, 0.2,",
        ),
    ],
    ids=["roc", "minimum", "thresholds", "isometrics", "panels", "no curve"],
)
def test_every_layer_has_its_words(draw, words):
    assert words in prp.describe(draw())


def test_folds_and_their_band_are_counted():
    table = pd.DataFrame({"y": Y * 3, "s": FOREST + TREE + FOREST, "fold": np.repeat([1, 2, 3], 8)})
    ax = prp.plot_pr("y", "s", data=table, units="fold", errorbar="sd")
    text = prp.describe(ax)
    assert text.startswith(
        "One PR curve of precision against recall, in three folds, on 8 cases each, "
        "38 % of them positive. Area under the curve: "
    )
    areas = [prp.aucpr(Y, scores) for scores in (FOREST, TREE, FOREST)]
    assert f"{np.mean(areas):.3f} plus or minus {np.std(areas, ddof=1):.3f}. Areas" in text
    assert f"Areas of the folds: {min(areas):.2g} to {max(areas):.2g}. Shaded" in text
    assert " Shaded: plus or minus 1 standard deviation of folds." in text


def test_prevalences_are_read_as_such():
    text = prp.describe(prp.plot_pr(Y, FOREST, prevalence=[0.5, 0.1], show_chance=True))
    assert text.startswith("Two PR curves of precision against recall, prevalence 0.1 to 0.5. ")
    assert "Random guessing has precision 0.1 and 0.5." in text
    assert " for prevalence 0.5, " in text
    assert "π" not in text


def test_panels_of_the_same_curves_say_the_order_once():
    text = prp.describe(prp.plot_spaces(Y, {"tree": TREE, "forest": FOREST})[0].figure)
    assert text.startswith("Three panels of the same two curves, on 8 cases, 38 % of them ")
    assert "positive. Panel 1, true positive rate against false positive rate: areas" in text
    assert text.count("forest is nowhere below") == 1
    assert text.count("areas ") == 3


def test_crossings_are_read_at_their_recall():
    early, late = [8, 7, 1, 4, 0, 3, 2, 5], [7, 8, 6, 5, 4, 1, 2, 3]
    text = prp.describe(prp.plot_pr(Y, {"early": early, "late": late}))
    one, other = (prp.ConfusionCurve.from_scores(Y, s) for s in (early, late))
    # The jump of `late` at recall 2 / 3 ends above the arc of `early`.
    crossing = float(text.split("up to recall ")[1].split(",")[0])
    assert "early is above late up to recall " in text
    before, after = crossing - 0.02, crossing + 0.02
    assert one.precision_at(before) > other.precision_at(before)
    assert one.precision_at(after) < other.precision_at(after)
    # Chords cross elsewhere: nothing is said of them.
    linear = prp.plot_pr(Y, {"early": early, "late": late}, interpolation="linear", ax=plt.gca())
    assert "up to recall" not in prp.describe(linear)


def test_texts_are_short_however_much_there_is(labels, models):
    many = {f"a model with a long name, the {i}th": models["good"] + i for i in range(7)}
    every = {"show_chance": True, "show_baseline": True, "show_isometrics": True}
    ax = prp.plot_pr(labels, many, thresholds=[-1, 0, 1, 2], legend=False, **every)
    assert len(prp.describe(ax)) <= 600
    assert "best a model" in prp.describe(ax)
    _, axes = plt.subplots(3, 3)
    shown = {name: prp.ConfusionCurve.from_scores(labels, s) for name, s in models.items()}
    for one in axes.flat:
        prp.plot_pr(shown, ax=one, show_min=False)
    assert len(prp.describe(axes)) <= 600
    assert len(prp.describe(axes[0, 0].figure, "short")) <= 140


def test_figures_of_others_are_described_by_their_axes():
    fig, ax = plt.subplots()
    with pytest.raises(ValueError, match="no axes"):
        prp.describe(plt.figure())
    ax.plot([1, 2])
    ax.set(xlabel="Time", ylabel="Loss")
    assert prp.describe(fig) == "A plot of loss against time. One line is drawn."
    with pytest.raises(TypeError, match="fig must be a figure or axes of matplotlib, found int"):
        prp.describe(3)
    with pytest.raises(ValueError, match="level must be one of 'short', 'long'"):
        prp.describe(fig, "medium")


# Files


def test_a_png_holds_the_words(ax, tmp_path):
    assert prp.savefig(ax, tmp_path / "a.png", save_kws={"dpi": 50}) == TEXT
    with Image.open(tmp_path / "a.png") as image:
        assert image.text["Description"] == TEXT
        assert image.size == (320, 240)
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("suffix", ["svg", "svgz"])
def test_an_svg_has_a_role_a_title_and_a_description(ax, tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    prp.savefig(ax.figure, path, alt="A <b>. It's & more.")
    data = path.read_bytes()
    root = ElementTree.fromstring(gzip.decompress(data) if suffix == "svgz" else data)
    title, description = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", "A <b>.")
    assert (description.tag, description.text) == (f"{SVG}desc", "It's & more.")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert len(root.findall(f"{SVG}title")) == 1


def test_a_pdf_has_a_title_and_a_subject(ax, tmp_path):
    prp.savefig(ax, tmp_path / "a.pdf", title="Two models", alt="Curves.", alt_file=True)
    data = (tmp_path / "a.pdf").read_bytes()
    assert b"/Subject (Curves.)" in data
    assert b"/Title (Two models)" in data
    assert (tmp_path / "a.alt.txt").read_text(encoding="utf-8") == "Curves.\n"


def test_a_format_without_a_place_for_words_gets_a_file_beside(ax, tmp_path):
    prp.savefig(ax, tmp_path / "a.jpg")
    assert (tmp_path / "a.alt.txt").read_text(encoding="utf-8") == f"{TEXT}\n"


def test_without_words_the_file_is_matplotlibs(ax, tmp_path):
    assert prp.savefig(ax, tmp_path / "a.svg", alt=None) == ""
    assert b"role=" not in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize(
    ("name", "given", "error", "words"),
    [
        ("a", {}, ValueError, "path must end in a format of figures, found no suffix"),
        ("a.docx", {}, ValueError, r"found the suffix '.docx' in .*; type one of .*eps, "),
        ("a.png", {"alt": 3}, TypeError, "alt must be a text or None, found 3"),
        ("a.png", {"alt": " "}, ValueError, "alt is blank; type alt=None"),
        ("a.png", {"save_kws": {"format": "pdf"}}, ValueError, "save_kws has no 'format'"),
        ("a.png", {"save_kws": {"dpi": "high"}}, TypeError, "multiply"),
        ("a.png", {"dpi": 300}, TypeError, "no argument 'dpi'"),
    ],
)
def test_wrong_calls_leave_no_file(ax, tmp_path, name, given, error, words):
    with pytest.raises(error, match=words):
        prp.savefig(ax, tmp_path / name, **given)
    assert list(tmp_path.iterdir()) == []
