"""What a single test set leaves uncertain: intervals, bands and differences of curves.

- `runs`: groups of exchangeable rows along a ranking, and cells of many groups;
- `sample`: what resampling knows of a test set, and whether that is enough;
- `paths`: paths of rates, many at once: their areas, and where they run;
- `draws`: what is drawn as one, and bootstrap draws of paths, from seeds;
- `intervals`: intervals of scores, from draws or in closed form;
- `bands`: bands around a curve;
- `at_thresholds`: intervals of metrics at given thresholds;
- `influence`: closed forms;
- `pairs`: two models drawn from the same rows;
- `differences`: differences of their scores and of their precision.
"""
