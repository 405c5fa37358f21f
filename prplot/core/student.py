"""The quantiles of Student's t distribution."""

import math

import numpy as np

from prplot.core.checks import FloatArray

# Gauss-Legendre points on [-1, 1]; of so smooth a density, as many as leave rounding only.
_PLACES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
# Beyond so many standard errors nothing is left that a float could add.
_FAR = 9.0
# Each step of Newton's method from below gains at least some digits, far out only a few.
_MOST_STEPS = 100


def student_quantile(level: float, freedom: float) -> float:
    """Return the half width of a symmetric interval that holds a share of Student's t distribution.

    Parameters
    ----------
    level : float
        The share, in (0, 1).
    freedom : float
        Degrees of freedom, 1 or more.

    Returns
    -------
    float
        The quantile of ``(1 + level) / 2``.

    Notes
    -----
    With ``t = sqrt(freedom) tan(u)`` the density is proportional to ``cos(u)^(freedom - 1)`` on
    ``(-pi/2, pi/2)``. Its integral from 0 is concave, so that Newton's method from 0 rises to the
    root.

    Examples
    --------
    With one degree of freedom, ``tan(pi level / 2)``:

    >>> from prplot.core.student import student_quantile
    >>> round(student_quantile(0.5, 1), 12), round(student_quantile(0.95, 9), 4)
    (1.0, 2.2622)
    """
    wanted = level * _integral(min(math.pi / 2, _FAR / math.sqrt(freedom)), freedom)
    u = 0.0
    for _ in range(_MOST_STEPS):
        more = (wanted - _integral(u, freedom)) / float(_density(np.array(u), freedom))
        u += more
        if more <= 1e-15 * u:
            break
    return math.sqrt(freedom) * math.tan(u)


def _integral(end: float, freedom: float) -> float:
    """Integrate the density, which has height 1 at 0, from there."""
    return float(_WEIGHTS @ _density(end / 2 * (1 + _PLACES), freedom)) * end / 2


def _density(u: FloatArray, freedom: float) -> FloatArray:
    # A power of the cosine would lose digits when there are many degrees of freedom.
    density: FloatArray = np.exp(-(freedom - 1) / 2 * np.log1p(np.tan(u) ** 2))
    return density
