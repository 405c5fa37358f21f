"""Scans: curves of frames and files larger than memory, read in batches.

- `scan`: the entry point;
- `sources`: frames and files, opened and read in batches;
- `survey`: the columns by name, and rows that lack values.
"""
