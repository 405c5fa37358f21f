"""Scans: curves of frames and files larger than memory, counted by their own engines.

- `scan`: the entry point;
- `sources`: frames and files opened by the library that runs the queries;
- `survey`: the first pass, with checks of the columns and the range of the scores;
- `passes`: counting in cells, pass by pass, until the bounds are close enough.
"""
