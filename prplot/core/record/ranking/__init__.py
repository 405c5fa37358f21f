"""Ranking: from scored examples to the steps of their ranking.

- `keys`: a score and its label in one integer, so that one sort ranks all rows;
- `counting`: how many examples of each class rank before each step;
- `ranked_rows`: rows in order of their scores, where they have weights;
- `weighted_counts`: the mass of the examples that rank before each step;
- `growing`: arrays whose end moves, in the memory that they have;
- `algorithms`: the algorithms that rank, of which the fastest is taken.
"""
