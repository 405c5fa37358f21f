"""Ranking: from scored examples to the steps of their ranking.

- `sorting`: numbers in place, and rows by their scores;
- `buckets`: a sort for processors on which numpy's is slow;
- `keys`: a score and its label in one integer, so that one sort ranks all examples;
- `algorithms`: the two ways to rank, and the choice between them.
"""
