"""Figures of thresholds and of what they cost."""
