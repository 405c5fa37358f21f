"""Scans: curves of data larger than memory, counted in cells of scores, with certified bounds.

- `cells`: counts in cells of scores, and the uncertainty of the area;
- `partition`: how scores are cut into cells;
- `scanned_curve`: `ScannedCurve`, a curve with a lower and an upper curve around it.
"""
