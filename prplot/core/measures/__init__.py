"""Measures: metrics of a curve and of its points.

- `areas`: areas under ROC, PR, NPR and PRG curves, and the expected F gain;
- `averaging`: the mean curve of folds, and bands around it;
- `calibration`: the costs and betas for which each threshold is best, and calibrated scores;
- `metric_steps`: metrics of operating points against the threshold, as step functions;
- `operating_point`: metrics of a point, and the best point under a condition;
- `score_definitions`: the table of scores, by name;
- `single_points`: scores at one point of a curve, by name.
"""
