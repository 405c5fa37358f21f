"""Numbers: confusion counts, spaces, areas and bounds. Needs numpy only.

Each module or package imports only from those above it:

- `checks`: arguments, accepted or refused with one sentence; array types;
- `exact`: arithmetic that floats would round;
- `point_scores`: scores of one operating point;
- `spaces`: ROC, PR, NPR and PRG space as maps of the confusion counts;
- `bounds`: what is achievable in PR space;
- `record`: from labels and scores to the curve of confusion counts;
- `traces`: polylines of curves and references, as they are drawn;
- `measures`: metrics of a curve and of its points;
- `scan`: curves of data larger than memory.
"""
