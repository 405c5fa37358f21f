"""The artist that keeps the scene of some axes, or of a figure, and knows what drew each mark."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from prplot.draw.scene import Mark, Role, Scene

Host = Axes | Figure | SubFigure


class Unseen(Artist):
    """An artist that draws nothing itself: it acts when others are drawn, or knows what they are.

    It is copied, pickled and cleared with its axes.
    """

    def set(self, **properties: Any) -> Any:
        """Set properties, as of every artist.

        matplotlib would write a method for each class, with a list of what can be set: that takes
        longer than to define the rest of the class.
        """
        return super().set(**properties)

    def draw(self, renderer: Any) -> None:
        """Draw nothing."""


class DrawnMark(NamedTuple):
    """A mark and its artist."""

    mark: Mark
    artist: Any

    @property
    def role(self) -> Role:
        """The role of the mark."""
        return self.mark.role


class SceneArtist(Unseen):
    """Keeps what some axes show, with the artist of each mark."""

    def __init__(self) -> None:
        super().__init__()
        self.set_in_layout(False)
        self._scene = Scene()
        self._artists: list[Artist] = []
        # Whether marks have rows in a legend, where that depends on where their words are.
        self.rows: dict[Artist, bool] = {}
        # What is shown, if it is no space.
        self.kind = ""
        # The positive labels of all that is drawn, as far as they are to be named.
        self.positives: list[str] = []

    @classmethod
    def find(cls, host: Host) -> "SceneArtist | None":
        """Return the one of some axes, or of a figure, if anything was drawn there."""
        return next((artist for artist in host.artists if isinstance(artist, cls)), None)

    @classmethod
    def of(cls, host: Host) -> "SceneArtist":
        """Return the one of some axes, or of a figure; make one if there is none."""
        found = cls.find(host)
        if found is None:
            found = cls()
            host.add_artist(found)
        return found

    @property
    def scene(self) -> Scene:
        """What is shown, without marks whose artists were removed."""
        if not all(artist.get_figure() is not None for artist in self._artists):
            kept = [one for one in self._pairs() if one.artist.get_figure() is not None]
            self._scene = replace(self._scene, marks=tuple(one.mark for one in kept))
            self._artists = [one.artist for one in kept]
        return self._scene

    def drawn(self, *roles: Role) -> list[DrawnMark]:
        """Return the marks of some roles, or all, with their artists."""
        self._scene = self.scene
        return [one for one in self._pairs() if not roles or one.role in roles]

    def _pairs(self) -> list[DrawnMark]:
        pairs = zip(self._scene.marks, self._artists, strict=True)
        return [DrawnMark(mark, artist) for mark, artist in pairs]

    def has_row(self, one: DrawnMark) -> bool:
        """Tell whether the legend has a row for a mark."""
        return bool(one.mark.text) and self.rows.get(one.artist, one.mark.is_listed)

    def keep(self, scene: Scene, artists: Sequence[Artist]) -> None:
        """Take over a scene, with the artist of each of its marks."""
        self._scene, self._artists = scene, list(artists)
        for mark, artist in zip(scene.marks, artists, strict=True):
            artist.set_gid(mark.role.name)


def scene_of(host: Host) -> Scene:
    """Return what some axes, or a figure, show."""
    found = SceneArtist.find(host)
    return Scene() if found is None else found.scene


def drawn_in(host: Host, *roles: Role) -> list[DrawnMark]:
    """Return the marks of some roles, or all, in some axes or of a figure, with their artists."""
    found = SceneArtist.find(host)
    return [] if found is None else found.drawn(*roles)


def adopt(host: Host, mark: Mark, artist: Artist) -> None:
    """Record an artist that matplotlib made, such as an axis, with what it shows."""
    held = SceneArtist.of(host)
    artists = [one.artist for one in held.drawn()]
    marks = (*held.scene.marks, mark)
    held.keep(replace(held.scene, marks=marks), [*artists, artist])


def remove(host: Host, *roles: Role) -> None:
    """Remove marks of some roles."""
    for one in drawn_in(host, *roles):
        one.artist.remove()
