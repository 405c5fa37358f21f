"""Layers for composing one's own figure: one artist per function, each returns what it added."""

from prplot.draw.annotations import annotate
from prplot.draw.artists import draw_points, draw_region, draw_trace
from prplot.draw.frames import dress

__all__ = ["annotate", "draw_points", "draw_region", "draw_trace", "dress"]
