"""Measures: numbers of a whole curve.

- `areas`: under ROC, PR, NPR and PRG curves, and the expected F gain;
- `averaging`: the mean curve of folds, and bands around it;
- `conditions`: the trade-offs for which each threshold is best, and calibrated scores;
- `score_table`: the table of scores, by name.
"""
