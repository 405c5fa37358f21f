"""Scans of frames and files that no memory holds."""
