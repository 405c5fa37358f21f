"""Inputs: users' data turned into named curves of confusion counts.

- `resolve`: the entry point, from arrays, dicts, curves, folds, classes or tables to groups of
  curves;
- `curves`: arrays, dicts of models and ready curves; warnings;
- `rows`: rows of a table, or arrays of one length, and their groups;
- `one_vs_rest`: a column of scores for each class;
- `group_order`: the values of a grouping, and their order;
- `frames`: tables from any library, and their columns by name;
- `task_areas`: tables of one score on several tasks;
- `scan`: data larger than memory.
"""
