"""Scans: curves of data larger than memory, counted in cells of scores, with certified bounds.

- `cells`: counts in cells of scores, and the uncertainty of the area;
- `scanned_curve`: `ScannedCurve`, a curve with a lower and an upper curve around it;
- `grid`: how scores are cut into cells that nest, and the table of what is counted in each;
- `counts`: scores counted one by one as long as there are few, then in cells, which may be cut into
  more for another pass;
- `batch_labels`: which labels are positive, in batches that need not have all;
- `accumulator`: `Accumulator`, for batches of arrays.
"""
