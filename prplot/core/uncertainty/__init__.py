"""What a single test set leaves uncertain: intervals, bands and differences of curves.

- `runs`: groups of exchangeable rows along a ranking, and whether a sample of them is enough;
- `draws`: what is drawn as one, bootstrap draws of paths of rates from seeds, and their areas;
- `influence`: closed forms;
- `intervals`: intervals of scores, from draws or in closed form;
- `bands`: bands around a curve, and intervals of metrics at given thresholds;
- `differences`: two models drawn from the same rows: differences of scores and of precision.
"""
