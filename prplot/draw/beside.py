"""Where a name can stand so that it touches its curve: centres of boxes, and how free they are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prplot.draw.labels import Size
from prplot.draw.placement import Pixels

# Places that are tried along a curve.
ALONG = 90
# Samples on both sides that tell where a curve goes.
WIDE = 8
# Parts of a box that are looked at one by one.
PARTS = 5
# Every so many samples are enough to see what is near.
THINNED = 3


def sides(at: Pixels, size: Size, near: float) -> Pixels:
    """Return centres of boxes that touch a line, on both sides all along it."""
    picked = _picked(at)
    # A wide stretch: single steps of a curve point anywhere.
    way = at[np.minimum(picked + WIDE, len(at) - 1)] - at[np.maximum(picked - WIDE, 0)]
    normal = np.column_stack([-way[:, 1], way[:, 0]])
    normal /= np.maximum(np.hypot(*normal.T), 1e-9)[:, None]
    reach = np.abs(normal) @ np.array(size) / 2 + near
    return np.concatenate([at[picked] + side * reach[:, None] * normal for side in (1.0, -1.0)])


def resting(at: Pixels, size: Size, near: float) -> Pixels:
    """Return centres of boxes that rest on a line, hang below it or lean against it.

    However rugged the line is, it runs through none of them.
    """
    turned = _stacked(at[:, ::-1], size[::-1], near)[:, ::-1]
    return np.concatenate([_stacked(at, size, near), turned])


def _stacked(at: Pixels, size: Size, near: float) -> Pixels:
    """Return centres of boxes just above and just below all of a line within their widths."""
    (width, height), x = size, at[_picked(at), 0]
    within = np.abs(at[:, 0] - x[:, None]) <= width / 2 + near / 2
    top = np.where(within, at[:, 1], -np.inf).max(axis=1) + near + height / 2
    bottom = np.where(within, at[:, 1], np.inf).min(axis=1) - near - height / 2
    return np.concatenate([np.column_stack([x, top]), np.column_stack([x, bottom])])


def is_of(centres: Pixels, size: Size, own: Pixels, others: Sequence[Pixels]) -> NDArray[np.bool_]:
    """Tell which boxes are nearer to one line than to others in most of their length.

    At the tip of a spike a name would be of the curve that runs beneath it.
    """
    shares = np.linspace(-0.5, 0.5, PARTS) * size[0]
    parts = (centres[:, None] + np.column_stack([shares, 0 * shares])).reshape(-1, 2)
    part = (0.0, size[1])
    nearer = clearance(parts, part, [own]) < clearance(parts, part, others)
    return np.asarray(nearer.reshape(-1, PARTS).mean(axis=1) > 0.5)


def clearance(centres: Pixels, size: Size, lines: Sequence[Pixels]) -> NDArray[np.float64]:
    """Return how far boxes are from the nearest sample of some lines."""
    clear = np.full(len(centres), np.inf)
    for at in (line[::THINNED] for line in lines):
        if len(at):
            dx = np.maximum(np.abs(centres[:, :1] - at[:, 0]) - size[0] / 2, 0)
            dy = np.maximum(np.abs(centres[:, 1:] - at[:, 1]) - size[1] / 2, 0)
            clear = np.minimum(clear, np.hypot(dx, dy).min(axis=1))
    return clear


def _picked(at: Pixels) -> NDArray[np.int_]:
    return np.unique(np.linspace(0, len(at) - 1, ALONG).astype(int))
