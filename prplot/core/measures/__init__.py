"""Measures: metrics of a curve and of its points.

- `averaging`: the mean curve of folds, and bands around it;
- `metric_steps`: metrics of operating points against the threshold, as step functions;
- `operating_point`: metrics of a point, the best point under a condition, the conditions for which
  each threshold is best, and calibrated scores;
- `score_definitions`: scores of a curve, such as areas, and their table by name.
"""
