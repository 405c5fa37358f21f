"""Figures of curves, in one space or several."""
