"""Figures in words: descriptions for readers who can't see them, and files that contain these."""
