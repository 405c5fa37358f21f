"""Measures: numbers of a whole curve.

- `areas`: under ROC, PR, NPR and PRG curves, and the expected F gain;
- `averaging`: the mean curve of folds, and bands around it;
- `calibration`: the trade-offs for which each threshold is best, and calibrated scores;
- `score_definitions`: the table of scores, by name.
"""
