"""Inputs: users' data turned into named curves of confusion counts.

- `rows`: the arguments of a call, as columns of one length, or as ready curves;
- `resolve`: their groups, folds and classes, each with its curve;
- `categories`: the values of a grouping, and a column of scores for each class;
- `frames`: tables from any library, and their columns by name;
- `notices`: warnings about data, and bars of progress;
- `scan`: data larger than memory.
"""
