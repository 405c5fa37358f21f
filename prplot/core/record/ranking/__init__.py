"""Ranking: from scored examples to the steps of their ranking.

- `keys`: a score and its label in one integer, so that one sort ranks all rows;
- `counting`: how many examples of each class rank before each step;
- `weighing`: the mass of those examples, where they have weights;
- `growing`: arrays whose end moves, in the memory that they have;
- `ways`: the ways to rank, of which the fastest is taken.
"""
