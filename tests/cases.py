"""Which cases of a test run by default, and which before a release only."""

from itertools import product

import pytest


def sampled(*axes, every):
    """Combine the values of all axes; of the combinations every n-th one is not slow.

    Where `every` has no divisor in common with the lengths of the axes, each value is met, if there
    are enough cases; where the last axis is as long, each combination of the others.
    """
    combined = list(product(*axes)) if len(axes) > 1 else list(axes[0])
    return [case if i % every == 0 else slowly(case) for i, case in enumerate(combined)]


def slowly(case):
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
