"""Figures at the sizes of papers and notebooks: the cases, and what is measured on each."""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain, combinations, product

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import prplot as prp
from prplot.draw.axes import make_room_for_names
from prplot.draw.scene import CURVE, HULL, ISOMETRIC, MINIMUM, REGION
from prplot.draw.scene_artist import drawn_in

# The cases

PANELS = (7, 2.6)  # three panels
SIZES = ((2.4, 2.1), (3.25, 2.4), (3.25, 2.8), (3.5, 3), (6.4, 4.8), PANELS)
STYLES = {
    "default": {},
    "ggplot": "ggplot",
    "whitegrid": "seaborn-v0_8-whitegrid",
    "dark": "dark_background",
    "paper": "prplot.styles.paper",
    "talk": dict(sns.plotting_context("talk")),
    "poster": dict(sns.plotting_context("poster")),
}
LAYOUTS = ("none", "constrained", "tight")
MODELS = (1, 3, 5, 8)
LAYERS = {
    "minimum": {},
    "isometrics": {"show_isometrics": True},
    "hull": {"show_hull": True},
}
NAMES = (
    "random forest",
    "logistic regression",
    "naive Bayes",
    "gradient boosting",
    "nearest neighbours",
    "decision tree",
    "support vectors",
    "neural network",
)
EXAMPLES, PREVALENCE = 375, 0.37
# The narrowest figure of one and of three panels in which nothing is covered, where tick labels
# have 10 points; with larger type figures have to be larger, too.
NARROWEST, USUAL_TYPE = {1: 3.25, 3: 7.0}, 10.0
MOST_MODELS = 5
# Share of that width that a legend needs with a second column of numbers, those of the hulls.
LEAST_WITH_HULLS = 1.5
# Below this share of that width even the tick labels alone leave no room for the data.
LEAST_SHARE = 0.42


@dataclass(frozen=True)
class Case:
    """A figure: size in inches, style, layout, number of models and layers."""

    size: tuple[float, float]
    style: str
    layout: str
    models: int
    layers: str

    def __str__(self) -> str:
        width, height = self.size
        parts = [f"{width:g}x{height:g}", self.style, self.layout, _models(self.models)]
        return ", ".join([*parts, self.layers])

    @property
    def panels(self) -> int:
        return 3 if self.size == PANELS else 1

    @property
    def scale(self) -> float:
        """Its width beside the narrowest one in which nothing is covered, for its type size."""
        return self.size[0] / NARROWEST[self.panels] * USUAL_TYPE / tick_size(self.style)

    @property
    def is_promised(self) -> bool:
        """Whether it is large enough for its type and models that nothing may give way."""
        least = LEAST_WITH_HULLS if self.layers == "hull" else 1.0
        return self.scale >= least and self.models <= MOST_MODELS


def _models(number: int) -> str:
    return f"{number} model{'s' * (number > 1)}"


@contextmanager
def styled(name: str) -> Iterator[None]:
    """Use one of the styles of the cases, or one as `matplotlib.style.use` takes it."""
    with plt.style.context(["default", STYLES.get(name, name)]):
        yield


@cache
def tick_size(style: str) -> float:
    with styled(style):
        return tick_label_size()


def tick_label_size() -> float:
    """Return the type size of tick labels, in points, in the present style."""
    return Text(fontsize=mpl.rcParams["xtick.labelsize"]).get_fontsize()


CASES = [Case(*values) for values in product(SIZES, STYLES, LAYOUTS, MODELS, LAYERS)]
CASES = [case for case in CASES if case.scale >= LEAST_SHARE]
PROMISED = [case for case in CASES if case.is_promised]
SMALLER = [case for case in CASES if not case.is_promised]


@cache
def data(models: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return labels, and scores by name; the models are the same whatever their number."""
    rng = np.random.default_rng(0)
    labels = rng.random(EXAMPLES) < PREVALENCE
    shifts = np.linspace(2.4, 0.8, len(NAMES))
    scores = {
        name: rng.normal(size=EXAMPLES) + shift * labels
        for name, shift in zip(NAMES, shifts, strict=True)
    }
    return labels, dict(list(scores.items())[:models])


def drawn(case: Case) -> tuple[plt.Figure, list[plt.Axes]]:
    """Draw a case, in axes that a user made; call it in the style of the case."""
    figure, axes = plt.subplots(1, case.panels, figsize=case.size, layout=case.layout)
    labels, scores = data(case.models)
    if case.panels == 1:
        prp.plot_pr(labels, scores, ax=axes, **LAYERS[case.layers])
    else:
        prp.plot_spaces(labels, scores, axes=axes, **LAYERS[case.layers])
    figure.draw_without_rendering()
    return figure, list(np.ravel(axes))


def expected(case: Case) -> list[str]:
    """Return the names and numbers that a reader has to find."""
    labels, scores = data(case.models)
    areas = [prp.aucpr] if case.panels == 1 else [prp.auroc, prp.aucpr, prp.auprg]
    numbers = [f"{area(labels, score):.3f}" for area in areas for score in scores.values()]
    return [*scores, *numbers]


def findings(case: Case) -> "Findings":
    """Draw a case and measure it."""
    with styled(case.style), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        figure, axes = drawn(case)
        found = measured(figure, axes, expected(case))
        plt.close(figure)
    return replace(found, warned=sorted({str(one.message) for one in warned}))


# What is drawn, in points from the lower left corner of the figure

# Rounding of boxes to pixels, and the room above letters without ascenders.
SLACK = 0.75
# Tick labels along an axis keep this distance at least.
LEAST_GAP = 1.0


@dataclass(frozen=True)
class Rectangle:
    """A rectangle, which is turned by an angle in degrees as rotated texts are."""

    centre: np.ndarray
    size: np.ndarray
    angle: float = 0.0
    slack: float = SLACK

    @classmethod
    def of(cls, box: Bbox, angle: float = 0.0, size: np.ndarray | None = None) -> "Rectangle":
        return cls((box.p0 + box.p1) / 2, box.size if size is None else size, angle)

    @property
    def turn(self) -> np.ndarray:
        """The matrix that turns its sides into the directions of the axes."""
        c, s = np.cos(np.deg2rad(self.angle)), np.sin(np.deg2rad(self.angle))
        return np.array([[c, s], [-s, c]])

    @property
    def half(self) -> np.ndarray:
        return np.maximum(self.size / 2 - self.slack, 0.0)

    @property
    def corners(self) -> np.ndarray:
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return self.centre + (signs * self.half) @ self.turn

    def length_inside(self, segments: np.ndarray) -> float:
        """Return how long the parts of segments within it are."""
        turned = (segments - self.centre) @ self.turn.T
        inside = clipped(turned, -self.half, self.half)
        return float(np.linalg.norm(inside[:, 1] - inside[:, 0], axis=1).sum())

    def overlaps(self, other: "Rectangle") -> bool:
        """Tell whether no direction of a side separates them."""
        both = np.stack([self.corners, other.corners])
        for turn in (self.turn, other.turn):
            low, high = (both @ turn.T).min(axis=1), (both @ turn.T).max(axis=1)
            if (high.min(axis=0) <= low.max(axis=0)).any():
                return False
        return True


def clipped(segments: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return the parts of segments, (n, 2 ends, 2), within an upright rectangle (Liang-Barsky)."""
    start, step = segments[:, 0], segments[:, 1] - segments[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(low - start) / step, (high - start) / step])
    still = step == 0
    within = (start >= low) & (start <= high)
    entry = np.where(still, np.where(within, -np.inf, np.inf), ends.min(axis=0)).max(axis=1)
    leave = np.where(still, np.where(within, np.inf, -np.inf), ends.max(axis=0)).min(axis=1)
    entry, leave = np.clip(entry, 0, 1), np.clip(leave, 0, 1)
    kept = leave > entry
    start, step, entry, leave = start[kept], step[kept], entry[kept], leave[kept]
    return np.stack([start + entry[:, None] * step, start + leave[:, None] * step], axis=1)


Boxed = tuple[Text, Rectangle]


class Page:
    """What stands on a figure that has been drawn."""

    def __init__(self, figure: plt.Figure, axes: list[plt.Axes]) -> None:
        self.figure, self.axes = figure, axes
        self.scale = 72 / figure.dpi
        self.renderer = figure.canvas.get_renderer()
        self.legends = [legend for legend in figure.findobj(Legend) if legend.get_visible()]

    def box(self, box: Bbox) -> Bbox:
        """Return a box of pixels in points."""
        return Bbox(box.get_points() * self.scale)

    def boxed(self, texts: list[Text]) -> list[Boxed]:
        return [(text, self.rectangle(text)) for text in texts]

    def rectangle(self, text: Text) -> Rectangle:
        """Return what a text covers, without the arrow of an annotation."""
        box, angle = self.box(Text.get_window_extent(text, self.renderer)), text.get_rotation()
        if angle % 90 == 0:
            return Rectangle.of(box)
        # The upright box has the same centre.
        text.set_rotation(0)
        size = Text.get_window_extent(text, self.renderer).size * self.scale
        text.set_rotation(angle)
        return Rectangle.of(box, angle, size)

    @cached_property
    def axis_ticks(self) -> list[list[Text]]:
        """The tick labels within the limits, for each axis."""
        found = []
        for axis in (axis for ax in self.axes for axis in (ax.xaxis, ax.yaxis)):
            low, high = sorted(axis.get_view_interval())
            ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
            found.append([tick.label1 for tick in ticks if is_written(tick.label1)])
        return found

    @cached_property
    def axis_labels(self) -> list[Text]:
        return [axis.label for ax in self.axes for axis in (ax.xaxis, ax.yaxis)]

    @cached_property
    def legend_texts(self) -> list[Text]:
        found = [text for legend in self.legends for text in legend.findobj(Text)]
        return [text for text in found if is_written(text)]

    @cached_property
    def words(self) -> list[Text]:
        """All texts on the figure but those of axes and of legends."""
        others = {*self.axis_labels}
        # A legend that is not shown has texts, too.
        for legend in self.figure.findobj(Legend):
            others.update(legend.findobj(Text))
        for ax in self.axes:
            others.update(ax.xaxis.findobj(Text), ax.yaxis.findobj(Text))
        found = {text: None for text in self.figure.findobj(Text) if is_written(text)}
        return [text for text in found if text not in others]

    @cached_property
    def legend_boxes(self) -> list[Rectangle]:
        """What each legend covers: its frame, or what is within the border if it has none."""
        return [Rectangle.of(self.box(self._covered(legend))) for legend in self.legends]

    def _covered(self, legend: Legend) -> Bbox:
        box = legend.get_window_extent(self.renderer)
        edge = legend.borderpad * legend.prop.get_size_in_points() / self.scale
        frame = legend.get_frame()
        return frame.get_window_extent() if frame.get_visible() else box.padded(-edge)

    def segments(self, *kinds) -> np.ndarray:
        """Return the pieces of lines of some kinds that are in view."""
        found = [np.empty((0, 2, 2))]
        for ax in self.axes:
            view = self.box(ax.get_window_extent())
            for mark in drawn_in(ax, *kinds):
                line = mark.artist
                path = line.get_transform().transform_path(line.get_path())
                at = path.vertices * self.scale
                pieces = np.stack([at[:-1], at[1:]], axis=1)
                pieces = pieces[np.isfinite(pieces).all(axis=(1, 2))]
                found.append(clipped(pieces, view.p0, view.p1))
        return np.concatenate(found)

    def covers_region(self, box: Rectangle) -> bool:
        pixels = Bbox.from_extents(*box.corners[0] / self.scale, *box.corners[2] / self.scale)
        for ax in self.axes:
            for mark in drawn_in(ax, REGION):
                for path in mark.artist.get_paths():
                    shown = mark.artist.get_transform().transform_path(path)
                    if shown.intersects_bbox(pixels, filled=True):
                        return True
        return False


def is_written(text: Text) -> bool:
    return text.get_visible() and bool(text.get_text().strip())


# What is measured

# Small axes beside a legend are better than data beneath it.
LEAST_SHARE_OF_BARE = 0.54
# Words at the size of tick labels, or one step below.
MOST_SIZES = 2
SMALLEST_TYPE = 6.0
SMALLEST_SHARE_OF_TICKS = 0.75
# A piece of a curve that nobody misses, in points.
UNSEEN = 1.0

# Legends may give way onto these, in this order, before they cover data.
SOFT = ("legend on the region", "legend on the minimum curve")


@dataclass(frozen=True)
class Findings:
    """What is measured on a figure that has been drawn; lengths are in points.

    Attributes
    ----------
    share : float
        The smallest unit square of its panels, divided by that of bare axes: the same axes with
        tick and axis labels alone, in the same style and layout.
    touching : list of str
        Pairs of tick labels that touch.
    under_legends, under_words : float
        Lengths of curves in view that legends and words cover.
    minimum_under_legends : float
        The same of minimum curves.
    on_region : bool
        Whether a legend covers a part of an unachievable region.
    overlaps : list of str
        Pairs of texts, or of a text and a legend, that overlap.
    sizes : list of float
        Type sizes of words and legends.
    smallest : float
        The smallest type size that they may have.
    missing : list of str
        Names and numbers that no text shows.
    beyond : float
        How far texts and legends extend beyond the figure.
    bare_levels : list of str
        Levels of isometrics without a text that tells of what score they are.
    warned : list of str
        Warnings, such as those of a layout that can't be applied, where bare axes have none.
    """

    share: float
    touching: list[str]
    under_legends: float
    under_words: float
    minimum_under_legends: float
    on_region: bool
    overlaps: list[str]
    sizes: list[float]
    smallest: float
    missing: list[str] = field(default_factory=list)
    beyond: float = 0.0
    bare_levels: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)

    def gave_way(self) -> dict[str, str]:
        """Return what gave way, by kind, each with a sentence."""
        return {kind: sentence for kind, sentence in self._checked() if sentence}

    def faults(self) -> dict[str, str]:
        """Return what gave way although it must not where figures are as large as promised."""
        return {kind: said for kind, said in self.gave_way().items() if kind not in SOFT}

    def _checked(self) -> Iterator[tuple[str, str]]:
        yield (
            "axes",
            _if(
                self.share < LEAST_SHARE_OF_BARE,
                f"the axes have {self.share:.2f} of bare axes' side",
            ),
        )
        yield "ticks", _if(self.touching, f"tick labels touch: {self.touching}")
        yield (
            "legend on data",
            _if(
                self.under_legends > UNSEEN, f"legend covers {self.under_legends:.0f} pt of curves"
            ),
        )
        yield (
            "words on data",
            _if(self.under_words > UNSEEN, f"words cover {self.under_words:.0f} pt of curves"),
        )
        yield "overlaps", _if(self.overlaps, f"texts overlap: {self.overlaps}")
        yield (
            "type sizes",
            _if(len(self.sizes) > MOST_SIZES, f"{len(self.sizes)} type sizes: {self.sizes}"),
        )
        small = [size for size in self.sizes if size < self.smallest - 0.05]
        yield "small type", _if(small, f"type of {small} pt, less than {self.smallest:.1f}")
        yield "missing", _if(self.missing, f"missing: {self.missing}")
        yield (
            "off the figure",
            _if(self.beyond > UNSEEN, f"texts extend {self.beyond:.0f} pt beyond the figure"),
        )
        yield (
            "levels",
            _if(self.bare_levels, f"isometrics say {self.bare_levels} without their score"),
        )
        yield "warnings", _if(self.warned, f"warned: {self.warned}")
        yield "legend on the region", _if(self.on_region, "legend covers the region")
        yield (
            "legend on the minimum curve",
            _if(
                self.minimum_under_legends > UNSEEN,
                f"legend covers {self.minimum_under_legends:.0f} pt of the minimum curve",
            ),
        )


def _if(condition: object, sentence: str) -> str:
    return sentence if condition else ""


def measured(
    figure: plt.Figure, axes: list[plt.Axes], wanted: list[str] | tuple[str, ...] = ()
) -> Findings:
    """Measure a figure that has been drawn, in the style in which it was made."""
    page = Page(figure, axes)
    texts = [*page.words, *page.legend_texts]
    units = np.array([unit(ax) for ax in axes])
    data_lines = page.segments(CURVE, HULL)
    return Findings(
        share=units.min() / bare_unit(figure, axes),
        touching=list(touching(page)),
        under_legends=covered(page.legend_boxes, data_lines),
        under_words=covered(map(page.rectangle, page.words), data_lines),
        minimum_under_legends=covered(page.legend_boxes, page.segments(MINIMUM)),
        on_region=any(map(page.covers_region, page.legend_boxes)),
        overlaps=list(overlapping_texts(page)),
        sizes=sorted({round(text.get_fontsize(), 1) for text in texts}),
        smallest=smallest_type(),
        missing=missing(texts, wanted),
        beyond=beyond(page, texts),
        bare_levels=bare_levels(page, texts),
    )


def unit(ax: plt.Axes) -> float:
    """Return the side of the unit square, in pixels; the shorter one if they differ."""
    corners = ax.transData.transform([(0, 0), (1, 1)])
    return float((corners[1] - corners[0]).min())


def bare_unit(figure: plt.Figure, axes: list[plt.Axes]) -> float:
    """Return the side of the smallest unit square in a figure of the same axes without the rest."""
    engine = figure.get_layout_engine()
    dressed = tuple(
        (
            ax.get_xlim(),
            ax.get_ylim(),
            ax.get_xlabel(),
            ax.get_ylabel(),
            ax.get_box_aspect(),
            tuple(map(float, ax.get_xticks())),
            tuple(map(float, ax.get_yticks())),
            tuple(label.get_text() for label in ax.get_xticklabels()),
            tuple(label.get_text() for label in ax.get_yticklabels()),
        )
        for ax in axes
    )
    style = tuple(str(mpl.rcParams[key]) for key in mpl.rcParams if key not in UNSHOWN)
    return _bare_unit(tuple(figure.get_size_inches()), type(engine), dressed, style)


UNSHOWN = {"backend", "backend_fallback", "date.epoch"}


@cache
def _bare_unit(size, engine, dressed, style) -> float:
    figure, axes = plt.subplots(1, len(dressed), figsize=size, layout="none", squeeze=False)
    if engine is not type(None):
        figure.set_layout_engine(engine())
    for ax, (xlim, ylim, xlabel, ylabel, shape, xticks, yticks, xnames, ynames) in zip(
        axes.flat, dressed, strict=True
    ):
        ax.set(xlabel=xlabel, ylabel=ylabel, box_aspect=shape)
        ax.set_xticks(xticks, xnames)
        ax.set_yticks(yticks, ynames)
        ax.set(xlim=xlim, ylim=ylim)
        make_room_for_names(ax)
    with warnings.catch_warnings():
        # Where a figure has no room for its tick labels.
        warnings.simplefilter("ignore", UserWarning)
        figure.draw_without_rendering()
    least = min(unit(ax) for ax in axes.flat)
    plt.close(figure)
    return least


def covered(boxes, segments: np.ndarray) -> float:
    return sum(box.length_inside(segments) for box in boxes)


def touching(page: Page) -> Iterator[str]:
    """Yield the pairs of tick labels that are too close to one another, or overlap."""
    for labels in page.axis_ticks:
        boxed = [(one, replace(page.rectangle(one), slack=-LEAST_GAP / 2)) for one in labels]
        yield from overlapping(combinations(boxed, 2))
    for labels, others in combinations(page.axis_ticks, 2):
        yield from overlapping(product(page.boxed(labels), page.boxed(others)))


def overlapping(pairs: Iterable[tuple[Boxed, Boxed]]) -> Iterator[str]:
    """Yield the pairs of texts that overlap."""
    for (one, here), (other, there) in pairs:
        if here.overlaps(there):
            yield f"{one.get_text()} | {other.get_text()}"


def overlapping_texts(page: Page) -> Iterator[str]:
    """Yield what overlaps words and legends; labels of axes among themselves are the user's."""
    around = page.boxed([*page.axis_labels, *chain(*page.axis_ticks)])
    ours = page.boxed([*page.words, *page.legend_texts])
    yield from overlapping(chain(combinations(ours, 2), product(ours, around)))
    for legend, box in zip(page.legends, page.legend_boxes, strict=True):
        own = set(legend.findobj(Text))
        for text, there in [*ours, *around]:
            if text not in own and box.overlaps(there):
                yield f"legend | {text.get_text()}"


def smallest_type() -> float:
    """Return the smallest type size of words; that of the user if it is smaller."""
    ticks = tick_label_size()
    own = Text(fontsize=mpl.rcParams["legend.fontsize"]).get_fontsize()
    return min(max(SMALLEST_TYPE, SMALLEST_SHARE_OF_TICKS * ticks), ticks, own)


def missing(texts: list[Text], wanted: list[str] | tuple[str, ...]) -> list[str]:
    """Return which names and numbers no text shows in full; names may be wrapped."""
    shown = [" ".join(text.get_text().split()) for text in texts]
    return [one for one in wanted if not any(one in text for text in shown)]


def beyond(page: Page, texts: list[Text]) -> float:
    """Return how far texts and legends extend beyond the figure."""
    sheet = page.box(page.figure.bbox)
    boxes = [page.rectangle(text) for text in texts] + page.legend_boxes
    corners = np.concatenate([np.empty((0, 2)), *[box.corners for box in boxes]])
    return float(np.max([sheet.p0 - corners, corners - sheet.p1], initial=0.0))


def bare_levels(page: Page, texts: list[Text]) -> list[str]:
    """Return the words of isometrics that are numbers, if no text names the score."""
    values = {one.mark.value for ax in page.axes for one in drawn_in(ax, ISOMETRIC)} - {""}
    alone = [text.get_text() for text in page.words if text.get_text() in values]
    return [] if any("F1" in text.get_text() for text in texts) else alone
