"""Scans: curves of data larger than memory, counted in cells of scores, with certified bounds.

- `cells`: counts in cells of scores, and the area that they leave open;
- `partition`: how scores are cut into cells, at first and again;
- `scanned_curve`: `ScannedCurve`, a curve with a lower and an upper curve around it.
"""
