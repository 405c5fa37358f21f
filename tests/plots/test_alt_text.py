"""Figures in words: what is said, that it is true, and files that hold it."""

import pickle
import re
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from PIL import Image

import prplot as prp
from prplot.core.uncertainty.differences import Comparison, Difference

Y = [1, 0, 1, 0, 1, 0, 0, 0]
FOREST = [8, 7, 6, 5, 4, 3, 2, 1]
TREE = [7, 8, 6, 5, 1, 3, 2, 4]
TEXT = (
    "Two PR curves of precision against recall, on 8 cases, prevalence 0.38. "
    "AUCPR: 0.716 for forest; 0.411 for tree. forest is nowhere below tree. "
    "Reference lines: random, π = 0.38. "
    "No model can reach the hatched region, an area of 0.22 at prevalence 0.38."
)
TASKS = {"task": ["gender", "genre"], "prevalence": [0.5, 0.05], "aucpr": [0.4, 0.5]}
COMPARED = Comparison(
    "aucpr",
    0.95,
    "tree",
    2000,
    (
        Difference("forest", "tree", 0.1, 0.05, 0.2, 0.0004, 0.0008),
        Difference("linear", "tree", -0.02, -0.1, 0.03, 0.2, 0.4, (), 9),
    ),
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
    assert prp.describe(small.figure) == TEXT


def test_the_short_form_is_the_first_sentence(ax):
    assert prp.describe(ax, "short") == TEXT.split(" AUCPR", maxsplit=1)[0]


def test_what_the_user_did_afterwards_is_in_the_words(ax):
    ax.plot([0, 1], [0, 1])
    assert prp.describe(ax).endswith("at prevalence 0.38. Also drawn: one element.")
    ax.lines[0].remove()
    assert prp.describe(ax).startswith("One PR curve of")
    assert "0.716 for forest. Reference" in prp.describe(ax)


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (
            lambda: prp.plot_roc(Y, TREE, show_chance=True, score=None),
            "AUROC: 0.533. Reference lines: random.",
        ),
        (
            lambda: prp.plot_min([0.1, 0.5]),
            "Lowest achievable precision against recall, from 0 to the prevalence. At prevalence "
            "0.1 the area beneath is 0.052. At prevalence 0.5 the area beneath is 0.307.",
        ),
        (
            lambda: prp.plot_pr(Y, FOREST, thresholds=[6], color="threshold", show_min=False),
            "The curve is coloured by threshold, from 8 to 1. "
            "Marked: threshold 6 at recall 0.67, precision 0.67.",
        ),
        (
            lambda: prp.plot_prg(Y, FOREST, show_isometrics=True, levels=[0.4, 0.6], beta=2),
            "Lines of equal score: F2 = 0.6; F2 = 0.4.",
        ),
        (
            lambda: prp.plot_hull(Y, FOREST),
            "Two panels, on 8 cases, prevalence 0.38: one ROC curve; one PR curve. Panel 1, true "
            "positive rate against false positive rate. AUROC: 0.867 for hull; 0.800 for ROC ",
        ),
        (
            prp.plot_isometrics,
            "A plot of precision against recall. Lines of equal score: F1 = 0.9; F1 = 0.8; ",
        ),
    ],
    ids=["roc", "minimum", "thresholds", "isometrics", "panels", "no curve"],
)
def test_every_layer_has_its_words(draw, words):
    assert words in prp.describe(draw())


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (
            lambda: prp.plot_thresholds(Y, FOREST),
            "Precision, recall and F1 against the threshold, from 1 to 8, on 8 cases, prevalence "
            "0.38. Precision goes from 0.375 to 1.000. Recall goes from 1.000 to 0.333. "
            "F1 begins at 0.545, rises to 0.750 and ends at 0.500. "
            "Marked: threshold 4 with F1 0.750.",
        ),
        (
            lambda: prp.plot_thresholds(
                Y, FOREST, x="rate", metrics=["precision", "recall"], mark={"recall": 0.6}
            ),
            "Precision and recall against the share predicted positive, on 8 cases, prevalence "
            "0.38. Precision goes from 1.000 to 0.375. Recall goes from 0.000 to 1.000. "
            "Marked: threshold 6 (recall ≥ 0.6) with precision 0.667 and recall 0.667.",
        ),
        (
            lambda: prp.plot_tasks(pd.DataFrame(TASKS)),
            "AUCPR of one model on two tasks, prevalence 0.05 to 0.5; the lowest that can be "
            "reached is 0.025 to 0.31. AUCPR: 0.500 for genre; 0.400 for gender; 0.450 for AUCPR "
            "mean; 0.311 for AUCNPR mean.",
        ),
        (
            lambda: prp.plot_downsampling(Y, FOREST, score="aucpr", progress=False),
            "Areas of one model against the ratio of positives to negatives, 1:1 to 1:100. "
            "AUCPR goes from 0.794 to 0.348; 0.716 in the data, 1:1.67. "
            "The lowest achievable AUCPR goes from 0.307 to 0.0050.",
        ),
        (
            lambda: prp.plot_f_gain(Y, FOREST, threshold=8),
            "Best F gain of each model against d = 1 / (1 + beta squared), from recall (d = 0) to "
            "precision (d = 1). F gain: 1.000 at d = 0, 0.800 at 0.5 (F1), 1.000 at 1. Threshold 8 "
            "loses at most 1.200, at d = 0. Reference lines: always positive. "
            "Pieces: threshold = 4; threshold = 8.",
        ),
        (
            lambda: prp.plot_comparison(COMPARED),
            "Differences of AUCPR between two models and tree, with 95 % intervals. "
            "Filled: 1 of 2 dots, where p is below 0.05. From the top: forest +0.100 "
            "[+0.050, +0.200], p < 0.001; linear -0.020 [-0.100, +0.030], p ≤ 0.400.",
        ),
        (
            lambda: prp.plot_difference(Y, {"tree": TREE, "forest": FOREST}, errorbar=None),
            "Precision of one model minus that of tree, against recall, on 8 cases, prevalence "
            "0.38. AUCPR: +0.305 for forest. "
            "forest: between 0.000 and +0.870 from recall 0.05 on.",
        ),
        (
            lambda: prp.plot_aucpr_min([(0, 1)]),
            "Minimum AUCPR against prevalence, from 0.001 to 1. "
            "Over recall 0 to 1 it goes from 0.00050 to 1.000.",
        ),
        (
            lambda: prp.plot_isometrics(0.3, levels=[0.4, 0.6], points={"A": (0.5, 0.5)}),
            "A plot of precision against recall. Lines of equal score: F1 = 0.6; F1 = 0.4. "
            "No model can reach the hatched region, an area of 0.17 at prevalence 0.3. "
            "Marked: A at recall 0.5, precision 0.5.",
        ),
        (
            lambda: prp.plot_pr(
                Y, {"tree": TREE, "forest": FOREST}, thresholds=[6], show_min=False
            ),
            "Two PR curves of precision against recall, on 8 cases, prevalence 0.38. "
            "AUCPR: 0.716 for forest; 0.411 for tree. forest is nowhere below tree. "
            "Marked: threshold 6 of tree at recall 0.67, precision 0.67; threshold 6 of forest at "
            "recall 0.67, precision 0.67.",
        ),
    ],
    ids=[
        "thresholds",
        "rate",
        "tasks",
        "ratios",
        "gain",
        "forest",
        "difference",
        "minimum",
        "isometrics",
        "points",
    ],
)
def test_each_plot_has_a_text_of_its_own(draw, text):
    assert prp.describe(draw()) == text


def test_the_numbers_of_such_texts_are_those_of_the_functions():
    found = prp.ConfusionCurve.from_scores(Y, FOREST)
    text = prp.describe(prp.plot_downsampling(Y, FOREST, score="aucpr", progress=False))
    assert f" to {prp.aucpr(found.at_prevalence(1 / 101)):.3f}; {prp.aucpr(found):.3f} in" in text
    assert f"goes from {prp.aucpr_min(0.5):.3f} to {prp.aucpr_min(1 / 101):.4f}." in text
    plt.figure()
    best = prp.best_threshold(Y, FOREST)
    marked = f"threshold {best.threshold:g} with F1 {2 * 3 / (2 * 3 + 2):.3f}."
    assert marked in prp.describe(prp.plot_thresholds(Y, FOREST))


def test_ranks_are_described_by_their_agreement():
    models = {"tree": TREE, "forest": FOREST}
    table = prp.rank_table({"one": (Y, models), "two": (Y[::-1], models)}, progress=False)
    found = prp.rank_agreement(table)
    assert prp.describe(prp.plot_rank_agreement(table)) == (
        "Ranks by AUPRG against ranks by AUCPR, for two models on each of two tasks. "
        f"Title: best differs on {found.best_differs:.0%} of tasks top three on "
        f"{found.top_differs:.0%}, rank correlation {found.correlation:.2f}."
    )


def test_what_is_no_fold_and_no_case_is_not_counted_as_one():
    scores = np.eye(3)[[0, 1, 2, 0, 1, 2, 1, 0]] + np.arange(8)[:, None] / 9
    labels = [0, 1, 2, 0, 1, 2, 2, 1]
    text = prp.describe(prp.plot_pr(labels, scores, average="macro", thresholds=[0.5]))
    assert "against recall, in three classes, on 8 cases, prevalence 0.25 to 0.38." in text
    assert text.endswith("Marked: threshold 0.5 in three classes.")
    # A second call on the axes does not make cases of decisions.
    ax = prp.plot_pr(labels, scores, average="micro", ax=plt.figure().gca())
    prp.plot_isometrics(levels=[0.5], ax=ax)
    assert "against recall, on 24 decisions, prevalence 0.33." in prp.describe(ax)
    plt.close("all")
    redrawn = prp.plot_pr(Y, FOREST, prevalence=0.25)
    assert prp.describe(redrawn, "short").endswith("against recall, prevalence 0.25.")


def test_folds_and_their_band_are_counted():
    table = pd.DataFrame({"y": Y * 3, "s": FOREST + TREE + FOREST, "fold": np.repeat([1, 2, 3], 8)})
    ax = prp.plot_pr("y", "s", data=table, units="fold", errorbar="sd")
    text = prp.describe(ax)
    assert text.startswith(
        "One PR curve of precision against recall, in three folds, on 8 cases each, "
        "prevalence 0.38. AUCPR: "
    )
    areas = [prp.aucpr(Y, scores) for scores in (FOREST, TREE, FOREST)]
    assert f"{np.mean(areas):.3f} ± {np.std(areas, ddof=1):.3f} for " in text
    assert " Shaded: ± 1 sd of folds." in text


def test_folds_are_counted_for_each_model():
    folds = [prp.ConfusionCurve.from_scores(Y, scores) for scores in (FOREST, TREE, FOREST)]
    text = prp.describe(prp.plot_pr({"a": folds, "b": folds}))
    assert "against recall, in three folds, on 8 cases each, prevalence 0.38." in text
    text = prp.describe(prp.plot_pr({"c": folds[:2]}, ax=plt.gca()))
    assert text.startswith("Three PR curves of precision against recall, in up to three folds, ")


def test_prevalences_are_read_as_such():
    text = prp.describe(prp.plot_pr(Y, FOREST, prevalence=[0.5, 0.1], show_chance=True))
    assert text.startswith("Two PR curves of precision against recall, prevalence 0.1 to 0.5. ")
    assert "Reference lines: random, π = 0.5; random, π = 0.1." in text
    assert " for π = 0.5; " in text
    assert "area of 0.31 at prevalence 0.5 and 0.052 at prevalence 0.1." in text


def test_panels_of_the_same_curves_say_the_order_once():
    text = prp.describe(prp.plot_spaces(Y, {"tree": TREE, "forest": FOREST})[0].figure)
    assert text.startswith("Three panels, on 8 cases, prevalence 0.38: two ROC curves; two PR ")
    for words in ("AUROC: ", "AUPRG: ", "forest is nowhere below", "Reference lines: random."):
        assert text.count(words) == 1


def test_crossings_are_read_at_their_recall():
    early, late = [8, 7, 1, 4, 0, 3, 2, 5], [7, 8, 6, 5, 4, 1, 2, 3]
    text = prp.describe(prp.plot_pr(Y, {"early": early, "late": late}))
    one, other = (prp.ConfusionCurve.from_scores(Y, s) for s in (early, late))
    # The jump of `late` at recall 2 / 3 ends above the arc of `early`.
    crossing = float(text.split("cross at recall ")[1].split(". ")[0])
    assert "early is above at first; the curves cross at recall " in text
    before, after = crossing - 0.02, crossing + 0.02
    assert one.precision_at(before) > other.precision_at(before)
    assert one.precision_at(after) < other.precision_at(after)
    # Chords cross elsewhere: nothing is said of them.
    linear = prp.plot_pr(Y, {"early": early, "late": late}, interpolation="linear", ax=plt.gca())
    assert "cross at recall" not in prp.describe(linear)


def test_the_order_of_curves_without_names_is_not_said():
    text = prp.describe(prp.plot_hull(Y, {"tree": TREE, "forest": FOREST}))
    assert "AUROC: 0.800 for forest; 0.533 for tree. AUROC of hull: 0.867 for forest; " in text
    assert "nowhere below" not in text


def test_curves_of_one_class_have_no_order():
    with pytest.warns(prp.UndefinedMetricWarning, match="no negatives"):
        words = prp.describe(prp.plot_pr([1, 1, 1], {"a": [3, 2, 1], "b": [1, 1, 2]}))
    assert "prevalence 1." in words
    assert "nowhere below" not in words


def test_thresholds_are_told_apart_where_no_float_is_their_unit():
    ax = prp.plot_thresholds([0, 1, 0, 1], [1.25e-311, 2e-311, 3e-311, 7.5e-311])
    assert "from 1.25e-311 to 7.5e-311" in prp.describe(ax)


def test_texts_are_short_however_much_there_is(labels, models):
    many = {f"a model with a long name, the {i}th": models["good"] + i for i in range(7)}
    every = {"show_chance": True, "show_baseline": True, "show_isometrics": True}
    ax = prp.plot_pr(labels, many, thresholds=[-1, 0, 1, 2], legend=False, **every)
    assert len(prp.describe(ax)) <= 600
    assert "for a model with a long name" in prp.describe(ax)
    _, axes = plt.subplots(3, 3)
    shown = {name: prp.ConfusionCurve.from_scores(labels, s) for name, s in models.items()}
    for one in axes.flat:
        prp.plot_pr(shown, ax=one, show_min=False)
    assert len(prp.describe(axes)) <= 600
    assert len(prp.describe(axes[0, 0].figure, "short")) <= 140


def test_names_are_read_as_they_are_written_but_not_at_any_length():
    names = ["cost $5 or $9 each", "{a} {}", "a < b & c", "two\nlines", "x" * 1000]
    read = ["cost $5 or $9 each", "{a} {}", "a < b & c", "two lines", "x" * 59 + "…"]
    text = prp.describe(prp.plot_pr(Y, dict.fromkeys(names, TREE), show_min=False))
    assert text.split("AUCPR: ")[1].startswith("; ".join(f"0.411 for {one}" for one in read))


def test_words_of_users_are_read_as_they_are_written():
    odd = "Train / Test, ± se ≥ β"
    fig, axes = plt.subplots(1, 4)
    prp.plot_pr(Y, {odd: TREE, "se": FOREST}, thresholds=[6], ax=axes[0])
    prp.plot_pr(Y, FOREST, ax=axes[1], show_baseline=True, baseline_kws={"label": odd})
    prp.plot_isometrics(points={odd: (0.5, 0.5)}, ax=axes[2])
    axes[3].plot([1, 2], label=odd)
    axes[3].set(xlabel=odd, title=odd)
    fig.suptitle(odd)
    for ax, often in zip(axes, (3, 1, 1, 2), strict=True):
        text = prp.describe(ax)
        assert text.count(odd) == often, text
        assert "divided" not in text
        assert "standard" not in text
    assert "; threshold 6 of se at recall" in prp.describe(axes[0])


def test_axes_over_others_beside_them_and_in_them_are_panels():
    fig, (ax, side) = plt.subplots(1, 2)
    prp.plot_pr(Y, TREE, ax=ax, show_min=False)
    side.bar(["a", "b"], [1, 2])
    side.set(xlabel="Model", ylabel="Cost")
    side.inset_axes([0.5, 0.5, 0.4, 0.4]).scatter([0, 1], [1, 2])
    ax.twinx().plot([0, 1], [1, 2])
    fig.suptitle("Both")
    assert prp.describe(fig) == (
        "Four panels: one PR curve; a plot of cost against model; a plot without labels; a plot "
        "without labels. Panel 1, precision against recall, on 8 cases, prevalence 0.38. AUCPR: "
        "0.411. Panel 2. Drawn: two elements. Panel 3. Drawn: one element. Panel 4. Drawn: one "
        "element. Title: Both."
    )


def test_subfigures_are_panels_of_the_whole():
    fig = plt.figure()
    for part in fig.subfigures(2, 1):
        prp.plot_pr(Y, TREE, ax=part.subplots(), show_min=False)
    text = prp.describe(fig)
    assert text.startswith("Two panels, on 8 cases")
    assert " AUCPR: 0.411." in text
    assert prp.describe(fig.subfigs[0]).startswith("One PR curve")


def test_figures_of_others_are_described_by_their_axes():
    fig, ax = plt.subplots()
    with pytest.raises(ValueError, match="no axes"):
        prp.describe(plt.figure())
    ax.plot([1, 2])
    ax.set(xlabel="Time", ylabel="Loss")
    assert prp.describe(fig) == "A plot of loss against time. Drawn: one element."
    ax.scatter([1, 2, 3], [1, 2, 3], label="runs")
    ax.set(title="Training")
    assert prp.describe(fig) == (
        "A plot of loss against time. Drawn: two elements, labelled runs. Title: Training."
    )
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


def test_an_svg_has_a_role_a_label_and_a_title(ax, tmp_path):
    path = tmp_path / "a.svg"
    prp.savefig(ax.figure, path, alt='A <b>. It\'s & "more".', title="A & B")
    root = ElementTree.parse(path).getroot()
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'A <b>. It\'s & "more".'
    assert [one.text for one in root.findall(f"{SVG}title")] == ["A & B"]


ODD = 'Kurve ‘α’ & <b> "q" 名前 😀 \x07 (a) \\ b\r. Zweiter\u2028Satz]]> \ud83d\x00ende.'
READ = 'Kurve ‘α’ & <b> "q" 名前 😀 (a) \\ b . Zweiter Satz]]> ende.'


def test_texts_come_back_from_a_parser_of_xml(ax, tmp_path):
    assert prp.savefig(ax, tmp_path / "a.svg", alt=ODD) == READ
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.get("aria-label") == root[0].text == READ
    (whole,) = root.iter("{http://purl.org/dc/elements/1.1/}description")
    assert whole.text == READ


def test_texts_come_back_from_a_pdf(ax, tmp_path):
    prp.savefig(ax, tmp_path / "a.pdf", alt=ODD)
    written = (tmp_path / "a.pdf").read_bytes().split(b"/Subject (")[1]
    # A backslash escapes itself, parentheses and ends of lines (ISO 32000-1, 7.3.4.2).
    text = re.match(rb"(?:[^\\()]|\\.)*", written, re.DOTALL)[0]
    ends = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
    text = re.sub(rb"\\(.)", lambda found: ends.get(found[1], found[1]), text, flags=re.DOTALL)
    assert text.decode("utf-16") == READ


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
        ("a", {}, ValueError, "the suffix of path must be one of .*'html', found ''"),
        ("a.docx", {}, ValueError, "the suffix of path must be one of .*'html', found 'docx'"),
        ("a.png", {"alt": 3}, TypeError, "alt must be a text or None, found 3"),
        ("a.png", {"alt": " "}, ValueError, "alt is blank; type alt=None"),
        ("a.png", {"save_kws": {"format": "pdf"}}, ValueError, "save_kws: .*'format'"),
        ("a.png", {"save_kws": 3}, TypeError, "save_kws must be a dict, found 3"),
        ("a.png", {"save_kws": {"metadata": 3}}, ValueError, "save_kws: .* not a mapping"),
        ("a.png", {"save_kws": {"bbox_inches": 3}}, ValueError, "save_kws: matplotlib says"),
        ("a.png", {"alt": "\x00"}, ValueError, "alt is blank"),
        ("a.png", {"title": "\ud800"}, ValueError, "title is blank"),
        (3, {}, TypeError, "path must be"),
        ("a\x00.png", {}, ValueError, "null byte"),
        ("a.png", {"dpi": 300}, TypeError, "no argument 'dpi'"),
    ],
)
def test_wrong_calls_leave_no_file(ax, tmp_path, name, given, error, words):
    with pytest.raises(error, match=words):
        prp.savefig(ax, tmp_path / name if isinstance(name, str) else name, **given)
    assert list(tmp_path.iterdir()) == []


def test_a_long_text_of_the_user_gives_the_start_of_the_title(tmp_path, ax):
    prp.savefig(ax, tmp_path / "a.svg", alt="word " * 100)
    title = ElementTree.parse(tmp_path / "a.svg").getroot()[0].text
    assert title == f"{'word ' * 27}word…"
