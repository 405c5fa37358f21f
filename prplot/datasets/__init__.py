"""Predictions of five classifiers on two small public data sets, for examples.

Examples
--------
>>> import prplot as prp
>>> y_true, y_score = prp.datasets.breast_cancer()
>>> list(y_score)[:2]
['Logistic regression', 'Random forest']
>>> print(round(prp.aucpr(y_true, y_score["Decision tree"]), 3))
0.892
"""

from prplot.datasets.predictions import StoredPredictions, breast_cancer, digits, load

__all__ = ["StoredPredictions", "breast_cancer", "digits", "load"]
