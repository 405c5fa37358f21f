"""Pages of one file, specifications of Vega-Lite and tables of what a figure shows."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prplot as prp
from prplot.draw.scene_artist import drawn_in
from prplot.plots.readout import thinned
from tests.cases import sampled, slowly

ODD = "</script><script>alert('x')</script>\"&<!--"
LABELS = np.array([1, 1, 0, 1, 0, 0, 1, 0])
SCORES = np.array([8.0, 7, 6, 5, 4, 3, 2, 1])
MODELS = {"forest": SCORES, "tree": np.round(SCORES / 3)}


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


def many(count, models=1):
    rng = np.random.default_rng(0)
    labels = rng.random(count) < 0.2
    return labels, {f"m{i}": rng.normal(size=count) + 1.5 * labels for i in range(models)}


class Reader(HTMLParser):
    """Reads what a browser would: elements with their attributes, and the text of scripts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self._within = [], {}, ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._within = dict(attrs).get("type") or tag

    def handle_data(self, data):
        self.texts[self._within] = self.texts.get(self._within, "") + data

    @property
    def data(self):
        return json.loads(self.texts["application/json"])


def page_of(drawn, folder, **options):
    path = folder / "page.html"
    prp.savefig(drawn, path, **options)
    return path.read_text(encoding="utf-8")


# Pages


def test_a_page_holds_the_points_of_each_curve(tmp_path):
    found = Reader(page_of(prp.plot_pr(LABELS, MODELS), tmp_path)).data
    assert [one["name"] for one in found["curves"]] == ["forest", "tree"]
    for one, scores in zip(found["curves"], MODELS.values(), strict=True):
        curve = prp.ConfusionCurve.from_scores(LABELS, scores)
        assert (one["tp"], one["fp"]) == (curve.tp.tolist(), curve.fp.tolist())
        assert [np.inf, *one["t"][1:]] == curve.thresholds.tolist()
        assert (one["pos"], one["neg"]) == (4, 4)
    assert (found["prevalence"], found["total"]) == (0.5, 13)


def test_a_page_has_words_for_readers_who_can_not_see_it(tmp_path):
    ax = prp.plot_pr(LABELS, MODELS)
    found = Reader(page_of(ax, tmp_path))
    (svg,) = [attrs for tag, attrs in found.elements if tag == "svg"]
    assert (svg["role"], svg["aria-label"]) == ("img", prp.describe(ax))
    assert found.texts["title"].strip() == prp.describe(ax, "short")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_page_asks_for_nothing_and_runs_its_own_script_only(tmp_path):
    text = page_of(prp.plot_pr(LABELS, MODELS), tmp_path)
    found = Reader(text)
    assert not [one for tag, one in found.elements if {"src", "href", "action"} & set(one)]
    links = [one["xlink:href"] for _, one in found.elements if "xlink:href" in one]
    assert all(link.startswith("#") for link in links)
    (script,) = re.findall("<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = [
        one["content"] for tag, one in found.elements if tag == "meta" and "http-equiv" in one
    ]
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{digest}'" in policy
    for word in ("fetch(", "import ", "XMLHttpRequest", "innerHTML", "eval("):
        assert word not in script


@pytest.mark.parametrize("fonttype", ["none", slowly("path")])
def test_names_of_users_are_text(tmp_path, fonttype):
    with plt.rc_context({"svg.fonttype": fonttype}):
        ax = prp.plot_pr(LABELS, {ODD: SCORES, "b": -SCORES})
        ax.set_title(ODD.replace("$", ""))
        text = page_of(ax, tmp_path, title=ODD)
    plain = page_of(
        prp.plot_pr(LABELS, {"a": SCORES, "b": -SCORES}, ax=plt.figure().gca()), tmp_path
    )
    found, usual = Reader(text), Reader(plain)
    scripts = [[tag for tag, _ in one.elements].count("script") for one in (found, usual)]
    assert scripts == [2, 2]
    assert found.data["curves"][0]["name"] == ODD
    assert found.texts["title"].strip() == ODD
    assert "alert" not in [attr for _, attrs in found.elements for attr in attrs]


def test_the_same_figure_has_the_same_bytes_and_keeps_its_identifiers(tmp_path):
    # Layout engines of matplotlib move axes a little when they are drawn again.
    ax = prp.plot_pr(LABELS, MODELS, show_chance=True, ax=plt.figure(layout="none").gca())
    first = page_of(ax, tmp_path)
    assert page_of(ax, tmp_path) == first
    assert {one.artist.get_gid() for one in drawn_in(ax)} == {one.role.name for one in drawn_in(ax)}
    assert ax.patch.get_gid() is None


def test_all_marks_of_a_page_have_their_identifiers(tmp_path):
    # Points whose words need leaders, which are drawn with the words.
    ax = prp.plot_pr(*many(200, 2), thresholds=[0, 0.5, 1, 1.5], show_chance=True)
    names = set(re.findall(r'<g id="([^"]+)"', page_of(ax, tmp_path)))
    held = [f"mark-0-{k}" for k, one in enumerate(drawn_in(ax)) if one.mark.shape is not None]
    drawn = [name for name in held if name in names]
    assert len(drawn) > 8
    assert not [name for name in names if name.startswith("prplot")]


@pytest.mark.parametrize(
    ("draw", "moves"),
    sampled(
        [
            (lambda: prp.plot_pr(LABELS, MODELS), True),
            (lambda: prp.plot_prg(LABELS, MODELS), True),
            (lambda: prp.plot_spaces(LABELS, MODELS), True),
            (lambda: prp.plot_pr(LABELS, SCORES, color="threshold"), True),
            (lambda: prp.plot_roc(LABELS, MODELS), False),
            (lambda: prp.plot_pr(LABELS, SCORES, interpolation="step"), False),
            (lambda: prp.plot_pr(LABELS, SCORES, prevalence=[0.1, 0.5]), False),
            (lambda: prp.plot_pr(LABELS, SCORES, units=[0, 1] * 4), False),
        ],
        every=4,
    ),
)
@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
def test_exact_curves_of_one_prevalence_can_be_moved(tmp_path, draw, moves):
    found = Reader(page_of(draw(), tmp_path)).data
    assert (found["prevalence"] is not None) == moves


def test_only_linear_axes_move(tmp_path):
    ax = prp.plot_pr(LABELS, SCORES)
    ax.set_xscale("log")
    found = Reader(page_of(ax, tmp_path)).data
    assert found["prevalence"] is None
    assert found["panels"][0]["x"][0] == "log"


def test_what_depends_on_prevalence_moves_or_is_hidden(tmp_path):
    ax = prp.plot_pr(
        LABELS, SCORES, show_chance=True, show_hull=True, show_isometrics=True, thresholds=[4]
    )
    (panel,) = Reader(page_of(ax, tmp_path)).data["panels"]
    roles = [one.role.name.removeprefix("prplot-") for one in drawn_in(ax)]
    held = {(roles[k], json.dumps(source), fills) for k, source, fills in panel["moving"]}
    hull = prp.ConfusionCurve.from_scores(LABELS, SCORES).hull()
    counts = {"tp": hull.tp.tolist(), "fp": hull.fp.tolist()}
    assert {
        ("curve", "0", False),
        ("hull", json.dumps(counts), False),
        ("chance", '"RANDOM"', False),
        ("minimum", '"WORST"', False),
        ("region", '"WORST"', True),
    } <= held
    assert ("point", "null", False) in held
    assert "isometric" not in {role for role, *_ in held}


def test_the_band_is_read_at_each_point(tmp_path):
    rng = np.random.default_rng(1)
    labels = rng.random(200) < 0.4
    ax = prp.plot_pr(labels, labels + rng.normal(size=200), errorbar="ci", n_boot=400, seed=0)
    found = Reader(page_of(ax, tmp_path)).data
    (panel,), (curve,) = found["panels"], found["curves"]
    low, high = (np.array(one, float) for one in panel["intervals"]["0"])
    tp, fp = np.array([curve["tp"], curve["fp"]])
    precision = tp[1:] / (tp + fp)[1:]
    # The first points are left of the band.
    inside = np.isfinite(low[1:])
    assert inside.mean() > 0.8
    assert (low <= high)[1:][inside].all()
    assert ((low[1:] <= precision + 1e-3) & (precision <= high[1:] + 1e-3))[inside].mean() > 0.9
    assert panel["words"] == "95 % pointwise band"


def test_a_figure_of_something_else_is_a_page_without_a_read_out(tmp_path):
    for drawn in (prp.plot_thresholds(LABELS, SCORES), plt.figure().gca().plot([1, 2])[0].axes):
        found = Reader(page_of(drawn, tmp_path)).data
        assert found["panels"] == found["curves"] == []


@pytest.mark.parametrize(
    ("size", "prevalence"), sampled([(30_000, 1), (2000, 25)], [None, 0.003, 0.7], every=7)
)
def test_of_many_points_all_are_near_one_that_is_read_out(tmp_path, size, prevalence):
    count, models = size
    labels, scores = many(count, models)
    ax = prp.plot_pr(labels, scores, legend=False)
    page = page_of(ax, tmp_path)
    found = Reader(page).data
    assert found["total"] == len(prp.to_frame(ax)) > 3000
    assert found["apart"] >= 1
    svg = re.search("<svg.*</svg>", page, re.DOTALL)
    assert len(page.encode()) - len(svg[0].encode()) < 60_000
    # A pixel of a page is a 96th of an inch.
    sides = np.array(ax.bbox.size) * 96 / ax.figure.dpi
    for one, own in zip(found["curves"], scores.values(), strict=True):
        curve = prp.ConfusionCurve.from_scores(labels, own)
        kept = np.flatnonzero(
            np.isin(curve.tp + 1j * curve.fp, np.add(one["tp"], np.multiply(1j, one["fp"])))
        )
        assert kept.size == len(one["tp"])
        moved = curve if prevalence is None else curve.at_prevalence(prevalence)
        places = ax.transData.transform(np.column_stack([moved.recall, moved.precision]))
        every = (ax.transAxes.inverted().transform(places)) * sides
        near = np.clip(np.searchsorted(kept, np.arange(len(every))), 1, kept.size - 1)
        away = [np.hypot(*(every - every[kept[near - side]]).T) for side in (0, 1)]
        assert np.min(away, axis=0).max() <= found["apart"]


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60))
def test_points_that_are_left_out_are_within_a_pixel_of_one_before_them(steps):
    along = np.cumsum([0.0, *steps])
    kept = thinned([np.column_stack([along, 0 * along]), np.column_stack([0 * along, along / 2])])
    assert {0, 1, along.size - 1} <= set(kept.tolist())
    before = along[kept[np.searchsorted(kept, np.arange(along.size), side="right") - 1]]
    assert (along - before).max() <= 1 + 1e-12
    assert kept.size <= along[-1] + 3


def test_curves_of_retrieved_items_have_no_number_of_negatives(tmp_path):
    matches = np.array([1, 0, 1, 1, 0])
    curve = prp.ConfusionCurve.from_retrieved(matches, np.arange(5), 6)
    ax = prp.plot_pr({"cat": curve, "dog": prp.ConfusionCurve.from_scores(LABELS, SCORES)})
    found = Reader(page_of(ax, tmp_path)).data
    cat, dog = found["curves"]
    assert (cat["neg"], dog["neg"], found["prevalence"]) == (None, 4, None)
    assert cat["tp"] == curve.tp.tolist()
    ((*_, points),) = layers_of(ax)
    first = next(one for one in points["data"]["values"] if one["curve"] == "cat")
    assert set(first) == {"curve", "threshold", "tp", "fp", "fn", "precision", "recall", "x", "y"}


def test_weights_of_any_size_have_room(tmp_path):
    ax = prp.plot_pr(*many(500), sample_weight=np.full(500, 1e140))
    assert len(json.dumps(Reader(page_of(ax, tmp_path)).data)) < 50_000


# Tables


def test_a_table_has_a_row_for_each_point_of_each_curve():
    curves = {
        name: prp.ConfusionCurve.from_scores(LABELS, scores) for name, scores in MODELS.items()
    }
    table = prp.to_frame(prp.plot_spaces(LABELS, MODELS))
    assert table.columns[:3].tolist() == ["panel", "curve", "threshold"]
    assert table["curve"].unique().tolist() == ["forest", "tree"]
    for name, curve in curves.items():
        own = table[table["curve"] == name].drop(columns=["panel", "curve"])
        np.testing.assert_array_equal(own, curve.to_frame())


def test_panels_of_a_table_keep_their_titles():
    pd = pytest.importorskip("pandas")
    data = pd.DataFrame({"y": [*LABELS, *LABELS], "s": [*SCORES, *-SCORES], "site": [*"ab"] * 8})
    table = prp.to_frame(prp.curveplot(data, y_true="y", y_score="s", col="site"))
    assert table["panel"].unique().tolist() == ["site = a", "site = b"]


@pytest.mark.parametrize("function", [prp.to_frame, prp.to_vega])
def test_a_figure_without_curves_is_refused(function):
    with pytest.raises(ValueError, match="fig shows no curves with operating points, such as"):
        function(prp.plot_thresholds(LABELS, SCORES))
    with pytest.raises(TypeError, match="fig must be a figure or axes of matplotlib, found int"):
        function(3)


# Specifications


def layers_of(drawn):
    return [panel["layer"] for panel in prp.to_vega(drawn)["hconcat"]]


@pytest.mark.parametrize(
    "plot", sampled([prp.plot_pr, prp.plot_roc, prp.plot_npr, prp.plot_prg], every=3)
)
def test_lines_are_within_half_a_pixel_of_the_exact_curve(plot):
    labels, models = many(3000)
    ax = plot(labels, models)
    ((line, *_, points),) = layers_of(ax)
    x, y = np.array([[one["x"], one["y"]] for one in line["data"]["values"]]).T
    assert x.size < 700
    curve = prp.ConfusionCurve.from_scores(labels, models["m0"])
    space = {prp.plot_roc: prp.draw.ROC, prp.plot_npr: prp.draw.NPR, prp.plot_prg: prp.draw.PRG}
    exact = prp.draw.trace(curve, space.get(plot, prp.draw.PR), tolerance=1e-6)
    sides = np.array([np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())]) / 400
    seen = (exact.x >= max(x[0], ax.get_xlim()[0])) & (exact.y >= ax.get_ylim()[0])
    away = [
        distance(np.array([a, b]) / sides, np.column_stack([x, y]) / sides)
        for a, b in zip(exact.x[seen][::7], exact.y[seen][::7], strict=True)
    ]
    assert max(away) <= 0.5
    assert len(points["data"]["values"]) < curve.tp.size


def distance(point, line):
    """Return how far a point is from a line through points."""
    start, edge = line[:-1], np.diff(line, axis=0)
    length = (edge**2).sum(axis=1)
    share = ((point - start) * edge).sum(axis=1) / np.where(length > 0, length, 1)
    nearest = start + np.clip(share, 0, 1)[:, None] * edge
    return np.hypot(*(point - nearest).T).min()


def test_points_have_thresholds_and_counts():
    ((*_, points),) = layers_of(prp.plot_pr(LABELS, MODELS))
    table = prp.to_frame(plt.gca())
    for key in ("curve", "tp", "fp", "fn", "tn", "precision", "recall"):
        assert [one[key] for one in points["data"]["values"]] == table[key].tolist()
    thresholds = [one["threshold"] for one in points["data"]["values"]]
    known = [None if one == np.inf else one for one in table["threshold"]]
    assert thresholds == known
    tips = [one["field"] for one in points["encoding"]["tooltip"]]
    assert tips == ["curve", "threshold", "tp", "fp", "fn", "tn", "precision", "recall"]


def test_lines_have_the_colours_and_words_of_the_figure():
    ax = prp.plot_pr(LABELS, MODELS, show_chance=True)
    ((*lines, points),) = layers_of(ax)
    words = [one["encoding"]["color"].get("datum") for one in lines]
    scale = points["encoding"]["color"]["scale"]
    colors = dict(zip(scale["domain"], scale["range"], strict=True))
    assert points["encoding"]["color"]["legend"]["values"] == [one for one in words if one]
    assert colors["forest"] == colors[words[0]] == "#1f77b4"
    assert words[-1] == "random, π = 0.5"


def drawn_for_vega():
    yield "models", prp.plot_pr(LABELS, {ODD: SCORES, "b": -SCORES}, show_chance=True)
    yield "spaces", prp.plot_spaces(LABELS, MODELS, show_hull=True)
    figure = plt.figure()
    yield "folds", prp.plot_roc(LABELS, SCORES, units=[0, 1] * 4, ax=figure.gca())
    options = {"color": "threshold", "show_isometrics": True}
    yield "thresholds", prp.plot_pr(LABELS, SCORES, ax=plt.figure().gca(), **options)
    yield "one class", prp.plot_roc(np.zeros(8), SCORES, ax=plt.figure().gca())
    zoomed = prp.plot_prg(LABELS, MODELS, ax=plt.figure().gca())
    zoomed.set(xlim=(1, 0.5), ylim=(0.2, 1))
    yield "zoomed", zoomed
    scaled = prp.plot_pr(LABELS, MODELS, ax=plt.figure().gca())
    scaled.set(xscale="log", xlim=(0.1, 1))
    yield "scaled", scaled


@pytest.mark.filterwarnings("ignore::prplot.UnequalPrevalenceWarning")
@pytest.mark.filterwarnings("ignore::prplot.UndefinedMetricWarning")
def test_specifications_are_json_and_compile():
    found = {name: prp.to_vega(drawn) for name, drawn in drawn_for_vega()}
    text = json.dumps(found, allow_nan=False)
    assert len(found["spaces"]["hconcat"]) == 3
    command = ["-e", COMPILED]
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node, to compile specifications")
    done = subprocess.run([node, *command], input=text, capture_output=True, text=True, check=False)
    if "Cannot find module" in done.stderr:
        pytest.skip("needs vega-lite, to compile specifications; NODE_PATH says where it is")
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


COMPILED = """
const { compile } = require("vega-lite");
const told = [];
const say = (...words) => told.push(words.join(" "));
const logger = { level: () => logger, info: () => {}, debug: () => {}, warn: say, error: say };
const all = JSON.parse(require("fs").readFileSync(0));
for (const one of Object.values(all)) compile(one, { logger });
console.log(JSON.stringify(told));
"""


def test_a_scale_that_vega_lacks_is_refused():
    ax = prp.plot_pr(LABELS, SCORES)
    ax.set_xscale("logit")
    with pytest.raises(ValueError, match="a scale that Vega-Lite lacks, 'logit'"):
        prp.to_vega(ax)
