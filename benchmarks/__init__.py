"""How fast prplot is beside scikit-learn and one sort, measured on the same data in the same run.

From the checkout, after ``pip install -e '.[bench]'``::

    python -m benchmarks --largest 10000000

It measures, stores the results in ``benchmarks/results``, writes the tables of the page on
speed anew and prints all of it.
"""
