import numpy as np
import pytest

from prplot.core.spaces import PR, PRG, ROC
from prplot.core.traces import project_grid

SPACES = [ROC, PR, PRG]
TOTALS = (28.0, 400.0)


@pytest.mark.parametrize("of", SPACES)
@pytest.mark.parametrize("into", SPACES)
def test_the_points_of_a_grid_are_a_grid_in_their_own_space(of, into):
    x, y = project_grid(of, into, *TOTALS, count=8)
    assert x.size > 30
    back = of.project(*into.invert(x, y, *TOTALS), *TOTALS)
    known = np.isfinite(back[0]) & np.isfinite(back[1])
    for axis in back:
        np.testing.assert_allclose(axis[known] * 8, np.rint(axis[known] * 8), atol=1e-6)


def test_grids_keep_what_is_achievable_and_are_empty_without_a_class():
    # All but recall gain at its left edge is there: (count + 1)^2 points.
    x, y = project_grid(PRG, PRG, *TOTALS, count=10)
    assert x.size == 121
    assert (x.min(), x.max(), y.min(), y.max()) == pytest.approx((0, 1, 0, 1))
    x, y = project_grid(PR, PR, *TOTALS, count=20)
    prevalence = 28 / 428
    assert (y >= prevalence * x / (1 - prevalence + prevalence * x) - 1e-9).all()
    assert x.min() > 0
    assert project_grid(ROC, PRG, 0, 3)[0].size == 0


@pytest.mark.parametrize("count", [0, -1, 2.5, "3"])
def test_count_is_a_whole_number(count):
    with pytest.raises(ValueError, match="count must be a whole number"):
        project_grid(ROC, PRG, *TOTALS, count)
