"""Uncertainty from a single test set: intervals, bands and differences between curves.

- `runs`: groups of exchangeable rows along a ranking;
- `resampled`: what is resampled of a test set, and whether it is enough;
- `draws`: bootstrap draws of curves from seeds, and their areas;
- `influence`: closed forms;
- `intervals`: intervals for scores, from draws or in closed form;
- `bands`: bands around a curve, and intervals for metrics at given thresholds;
- `differences`: differences between models drawn from the same rows, in scores and precision.
"""
