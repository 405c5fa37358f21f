"""Uncertainty of the curves and scores of one test set, by resampling.

- `resampled`: groups of rows along a ranking, or clusters of retrieved items;
- `draws`: bootstrap draws of them, their paths in ROC space, and areas of these;
- `intervals`: intervals for scores, from draws and in closed form;
- `bands`: bands around curves, and intervals for metrics at thresholds;
- `differences`: differences between models on the same rows.
"""
