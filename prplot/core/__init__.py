"""Numbers: confusion counts, spaces, areas and bounds. Needs numpy only.

Each room imports from those above it only:

- `checks`: arguments, accepted or refused with one sentence; types of arrays;
- `exact`: arithmetic that floats would round;
- `point_scores`: scores of one operating point;
- `spaces`: ROC, PR, NPR and PRG space as maps of the confusion counts;
- `bounds`: what is achievable in PR space;
- `record`: from labels and scores to the curve of confusion counts;
- `traces`: polylines of curves and references, as they are drawn;
- `measures`: numbers of a whole curve;
- `scan`: curves of data larger than memory.
"""
