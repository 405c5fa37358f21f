"""Intervals of areas in closed form: by influence values, and those of DeLong and Boyd.

The influence value of an example is the derivative of the area with respect to its weight. Examples
of one group share one value, so that everything here goes through the groups of a ranking: the
positives of each step, the negatives tied with them, and the negatives before each step.

References
----------
- L. A. Jaeckel, *The infinitesimal jackknife*, Bell Laboratories, 1972: influence values.
- E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, *Comparing the areas under two or more
  correlated receiver operating characteristic curves*, Biometrics 44, 1988.
- K. Boyd, K. H. Eng and C. D. Page, *Area under the precision-recall curve: point estimates and
  confidence intervals*, ECML PKDD 2013.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from prplot.core.checks import FloatArray, in_full, one_of
from prplot.core.measures.areas import enter_square
from prplot.core.measures.score_definitions import SCORES
from prplot.core.record import ConfusionCurve
from prplot.core.record.steps import BLOCK
from prplot.core.student import student_quantile
from prplot.core.uncertainty.runs import masses_of_steps

SAMPLINGS = ("stratified", "simple")
# While a step adds a smaller share to the predicted positives, six Gauss-Legendre points give its
# integrals to 12 digits; in their closed forms short steps cancel.
_SHORT_BELOW = 0.2
_PLACES, _WEIGHTS = np.polynomial.legendre.leggauss(6)
_PLACES, _WEIGHTS = (1 + _PLACES) / 2, _WEIGHTS / 2
# No float holds the exponential of more.
_MOST_EXPONENT = 700.0
# Values of positives, of negatives tied with them, and of negatives before each group and after the
# last.
Values = tuple[FloatArray, FloatArray, FloatArray]
# Moves an estimate up and down by a distance, on some scale.
Scale = Callable[[float, float], tuple[float, float]]


class ClassValues(NamedTuple):
    """The influence values of one class.

    Attributes
    ----------
    values : ndarray, shape (k,)
        Of an example in each group.
    numbers : ndarray, shape (k,)
        Of examples in each group; some are 0.
    """

    values: FloatArray
    numbers: FloatArray

    @property
    def total(self) -> float:
        """The number of examples."""
        return float(self.numbers.sum())

    def counted_as(self, total: float) -> ClassValues:
        """Return the values of as many examples of the same distribution."""
        ratio = total / self.total
        return self if ratio == 1 else ClassValues(self.values / ratio, self.numbers * ratio)

    def sum_of_squares(self, *, centred: bool) -> float:
        """Return the sum over examples of the squared values, or of those minus their mean."""
        # Not as products of vectors, whose threads wait for each other on a busy machine.
        mean = float((self.numbers * self.values).sum()) / self.total if centred else 0.0
        squares = (self.values - mean) ** 2
        squares *= self.numbers
        return float(squares.sum())


class InfluenceValues(NamedTuple):
    """The influence values of all examples of a curve; they add up to 0.

    Attributes
    ----------
    positives : ClassValues, groups of shape (m,)
        Best first.
    negatives : ClassValues, groups of shape (2m + 1,)
        The negatives tied with each group of positives, then those before each and after the last.
    """

    positives: ClassValues
    negatives: ClassValues

    def variance(self, *, centred: bool) -> float:
        """Return the variance of the area.

        Parameters
        ----------
        centred : bool
            Whether the numbers of positives and negatives are fixed; if not, they are those of a
            simple random sample.
        """
        return sum(one.sum_of_squares(centred=centred) for one in self)


@dataclass(frozen=True, eq=False)
class _Groups:
    """The steps of a curve on which true positives rise.

    Attributes
    ----------
    tp, fp : ndarray, shape (m,)
        Counts above each group.
    rise, tied : ndarray, shape (m,)
        The positives of each group and the negatives tied with them.
    before : ndarray, shape (m + 1,)
        The negatives before each group and after the last.
    pos, neg : float
    curve : ConfusionCurve
        In the unit of the counts.
    """

    tp: FloatArray
    fp: FloatArray
    rise: FloatArray
    tied: FloatArray
    before: FloatArray
    pos: float
    neg: float
    curve: ConfusionCurve

    @classmethod
    def of(cls, curve: ConfusionCurve) -> _Groups:
        curve = curve.in_safe_unit
        rise, tied, before = masses_of_steps(curve.steps, curve.neg)
        start = np.cumsum(rise) - rise
        above = np.cumsum(before[:-1] + tied) - tied
        totals = float(curve.pos), float(curve.neg)
        return cls(start, above, rise, tied, before, *totals, curve)


def influence_values(curve: ConfusionCurve, metric: str) -> InfluenceValues:
    """Return the influence values of all examples, group by group.

    Parameters
    ----------
    curve : ConfusionCurve
        With both classes. Masses are taken as numbers of examples.
    metric : {"aucpr", "auroc", "auprg"}

    Returns
    -------
    InfluenceValues
        Exact derivatives of the area with respect to the weight of one more example in the group. A
        PRG curve with a drop at recall gain 0 has none there; then the drop counts as inside.

    Raises
    ------
    ValueError
        Another metric.

    Notes
    -----
    The sample's area is taken at the sample's prevalence, which moves with the weights. Minus their
    mean in the class, values are those at a fixed prevalence.

    Examples
    --------
    >>> import prplot as prp
    >>> from prplot.core.uncertainty.influence import influence_values
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> values = influence_values(curve, "auroc")
    >>> values.positives.values.tolist(), values.positives.numbers.tolist()
    ([0.125, -0.125], [1.0, 1.0])
    >>> values.variance(centred=True)
    0.0625
    """
    one_of(metric, "metric", _VALUES)
    groups = _Groups.of(curve)
    positives, tied, before = _VALUES[metric](groups, SCORES[metric].of(curve))
    negatives = np.append(tied, before), np.append(groups.tied, groups.before)
    return InfluenceValues(
        ClassValues(positives, groups.rise).counted_as(float(curve.pos)),
        ClassValues(*negatives).counted_as(float(curve.neg)),
    )


def closed_form(
    curve: ConfusionCurve,
    metric: str,
    method: str,
    level: float,
    *,
    sampling: str = "stratified",
    prevalence: float | None = None,
) -> tuple[float, float]:
    """Return the ends of an interval for an area, without resampling.

    Parameters
    ----------
    curve : ConfusionCurve
        Of whole counts, at least two of each class. After `at_prevalence` a curve no longer tells
        how many negatives there are: pass the curve before, and `prevalence`.
    metric : {"aucpr", "auroc", "auprg"}
    method : {"influence", "delong", "logit", "binomial"}
        See Notes; `METHODS_OF` tells which go with which metric.
    level : float
        In (0, 1).
    sampling : {"stratified", "simple"}
        Whether the numbers of positives and negatives are fixed or those of a simple random sample.
    prevalence : float, optional
        At which the area is taken. It is known then, so that both samplings give the same.

    Returns
    -------
    low, high : float
        Around the estimate, within the range of the metric.

    Raises
    ------
    ValueError
        A method that does not go with the metric or the sampling, or fewer than two positives or
        negatives.

    Notes
    -----
    With the estimate ``A``, its standard error `s`, and ``t`` of ``pos - 1`` degrees of freedom:

    - influence: `s` by influence values. AUCPR and AUROC on the logit scale, ``logit(A) -+
      t s / (A (1 - A))``; AUPRG on that of ``log(1 - A)``. To be trusted from about 200 positives
      and ``pi pos >= 10`` on. Of a perfect ranking all influence values are 0, so that the interval
      has width 0: a known fault.
    - delong: AUROC on the logit scale. The variance is ``S_10 / pos + S_01 / neg``, by the unbiased
      variances of placements (DeLong et al. 1988). The same fault.
    - logit and binomial (Boyd et al. 2013): AUCPR with ``s = sqrt(A (1 - A) / pos)`` and the normal
      quantile, on the logit scale and as it is. They need only the area and `pos`, but `s` is not
      the standard error of AUCPR: in simulations with 20 positives and more, 95 % intervals held 89
      to 100 % (logit) and 81 to 100 % (binomial), and were up to 4.5 times too wide.

    Examples
    --------
    >>> import prplot as prp
    >>> from prplot.core.uncertainty.influence import closed_form
    >>> curve = prp.ConfusionCurve.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> low, high = closed_form(curve, "aucpr", "logit", 0.95)
    >>> round(prp.aucpr(curve), 4), round(low, 4), round(high, 4)
    (0.7973, 0.1113, 0.992)
    """
    row = _checked_method(method, metric, sampling)
    pos, neg = float(curve.pos), float(curve.neg)
    for number, name in ((pos, "positives"), (neg, "negatives")):
        if number < 2:
            found = in_full(number)
            raise ValueError(f"intervals in closed form need two {name} or more, found {found}")
    is_fixed = sampling == "stratified" or prevalence is not None
    shown = curve if prevalence is None else curve.at_prevalence(prevalence)
    estimate, pi = SCORES[metric].of(shown), shown.prevalence
    variance = row.variance(_Case(shown, metric, estimate, pos, neg, is_fixed))
    distance = row.quantile(level, pos) * math.sqrt(variance)
    low, high = row.scales[metric](estimate, distance)
    least = -(1 - pi) / (2 * pi) if SCORES[metric].is_gain else 0.0
    # Rounding must not leave the estimate outside.
    return min(max(low, least), estimate), max(min(high, 1.0), estimate)


def _checked_method(method: str, metric: str, sampling: str) -> _Method:
    row = _METHODS[one_of(method, "method", _METHODS)]
    if metric not in row.scales:
        names = " or ".join(map(repr, row.scales))
        raise ValueError(f"method {method!r} goes with metric {names}, found {metric!r}")
    one_of(sampling, "sampling", SAMPLINGS)
    if sampling not in row.samplings:
        names = ", ".join(row.samplings)
        raise ValueError(f"method {method!r} knows sampling={names!r} only, found {sampling!r}")
    return row


# Influence values


def _values_of_auroc(groups: _Groups, area: float) -> Values:
    """Return placements: for each example, how many of the other class it is on the right side of.

    Of the positives ``(1 - x - A) / pos`` and of the negatives ``(r - A) / neg``, with the rates at
    the example; ties count one half (DeLong et al. 1988).
    """
    pos, neg = groups.pos, groups.neg
    recall = np.append(groups.tp, pos) / pos
    return (
        (1 - (groups.fp + groups.tied / 2) / neg - area) / pos,
        ((groups.tp + groups.rise / 2) / pos - area) / neg,
        (recall - area) / neg,
    )


def _values_of_aucpr(groups: _Groups, area: float) -> Values:
    """Return derivatives of ``sum a int_0^1 T/D dl / pos`` over steps with ``a`` positives.

    A positive makes its own step longer and moves all later ones; so does a negative.
    """
    share, pos_moves, pos_tilts, neg_moves, neg_tilts = _integrals(groups)
    after_pos, after_neg = _sums_from(pos_moves), _sums_from(neg_moves)
    return (
        (share + pos_tilts + after_pos[1:] - area) / groups.pos,
        -(neg_tilts + after_neg[1:]) / groups.pos,
        -after_neg / groups.pos,
    )


def _integrals(groups: _Groups) -> FloatArray:
    """Integrate along each step, from 0 to 1 in `l`, with ``T = T0 + a l``, ``F = F0 + b l``.

    Returns
    -------
    ndarray, shape (5, m)
        Of ``T / D``, ``a F / D^2``, ``a l F / D^2``, ``a T / D^2`` and ``a l T / D^2``, where ``D =
        T + F``. From the origin the second and the fourth are left out: nothing lies before it.
    """
    counts = groups.tp, groups.fp, groups.rise, groups.tied
    found = np.empty((5, groups.tp.size))
    for start in range(0, groups.tp.size, BLOCK):
        part = slice(start, start + BLOCK)
        found[:, part] = _short_integrals(*(one[part] for one in counts))
    above = groups.tp + groups.fp
    long = np.flatnonzero((groups.rise + groups.tied >= _SHORT_BELOW * above) & (above > 0))
    found[:, long] = _long_integrals(*(one[long] for one in counts))
    if above[0] == 0:
        share = groups.rise[0] / (groups.rise[0] + groups.tied[0])
        found[:, 0] = share, 0.0, share * (1 - share), 0.0, share**2
    return found


def _short_integrals(
    tp: FloatArray, fp: FloatArray, rise: FloatArray, tied: FloatArray
) -> FloatArray:
    at = _PLACES[:, None]
    t, f = tp + rise * at, fp + tied * at
    per_d = 1 / (t + f)
    t *= per_d
    f *= per_d
    sums = np.stack([_WEIGHTS, _WEIGHTS * _PLACES])
    share = _WEIGHTS @ t
    per_d *= rise
    t *= per_d
    f *= per_d
    return np.vstack([share, sums @ f, sums @ t])


def _long_integrals(
    tp: FloatArray, fp: FloatArray, rise: FloatArray, tied: FloatArray
) -> FloatArray:
    start, more = tp + fp, rise + tied
    # Moments of 1/D and of 1/D^2: j0, j1; k0, k1, k2.
    j0, k0 = np.log1p(more / start) / more, 1 / (start * (start + more))
    j1, k1 = (1 - start * j0) / more, (j0 - start * k0) / more
    k2 = (1 - 2 * start * j0 + start**2 * k0) / more**2
    return np.stack(
        [
            tp * j0 + rise * j1,
            rise * (fp * k0 + tied * k1),
            rise * (fp * k1 + tied * k2),
            rise * (tp * k0 + rise * k1),
            rise * (tp * k1 + rise * k2),
        ]
    )


def _values_of_auprg(groups: _Groups, area: float) -> Values:
    """Return derivatives of ``1 - o int_pi^1 x r^-3 dr``, with the rates `x` and `r`.

    ``o = pos / neg``. Positives move all that follows to higher recalls, negatives make it worse,
    and both move the recall ``pi`` from which on the curve counts.
    """
    pos, neg = groups.pos, groups.neg
    odds, pi, lost = pos / neg, pos / (pos + neg), 1 - area
    part = _Inside.of(groups)
    # What a negative adds to the integral of x r^-3 from its own recall on, or from recall pi on.
    most, tail = (pi**-2 - 1) / 2, (part.r1**-2 - 1) / 2
    of_tied = np.append(np.full(part.first, most), part.rise * part.tilted + tail)
    of_before = np.append(np.full(part.first + 1, most), tail)
    # What a positive takes away from it: r^-3 dx over all that it moves.
    beyond = _sums_from(part.tied * part.whole + part.drops)
    of_own = part.tied * part.tilted + part.drops + beyond[1:]
    of_pos = np.append(np.full(part.first, beyond[0]), of_own)
    return (
        (odds * (of_pos + part.fpr * (2 - pi) / pi**2 - 1) - 3 * lost) / pos,
        (2 * lost - odds * of_tied - part.fpr / pi) / neg,
        (2 * lost - odds * of_before - part.fpr / pi) / neg,
    )


class _Inside(NamedTuple):
    """The groups from recall gain 0 on, in rates; the first is cut there.

    Attributes
    ----------
    first : int
    fpr : float
        The false positive rate where recall gain is 0.
    r1, rise, tied : ndarray, shape (k,)
        True positive rate at the end of each, and how much the rates grow.
    drops : ndarray, shape (k,)
        ``r^-3 dx`` of the negatives between each group and the next.
    whole, tilted : ndarray, shape (k,)
        The mean of ``r^-3`` along each, and that with the passed share of the group as weight.
    """

    first: int
    fpr: float
    r1: FloatArray
    rise: FloatArray
    tied: FloatArray
    drops: FloatArray
    whole: FloatArray
    tilted: FloatArray

    @classmethod
    def of(cls, groups: _Groups) -> _Inside:
        pos, neg, steps = groups.pos, groups.neg, groups.curve.steps
        at = enter_square(steps, groups.curve.pos, groups.curve.neg)
        first = int(np.searchsorted(groups.tp, float(steps.tp[at.step]))) - 1
        r0, rise, tied = (
            groups.tp[first:] / pos,
            groups.rise[first:] / pos,
            groups.tied[first:] / neg,
        )
        r1 = (groups.tp + groups.rise)[first:] / pos
        skipped = np.zeros_like(rise)
        skipped[0] = max(1 - at.dtp / pos / rise[0], 0.0)
        r0[0], rise[0], tied[0] = at.tp / pos, at.dtp / pos, at.dfp / neg
        whole = (r0 + r1) / (2 * r0**2 * r1**2)
        tilted = skipped * whole + (1 - skipped) / (2 * r0 * r1**2)
        drops = groups.before[first + 1 :] / neg / r1**3
        return cls(first, at.fp / neg, r1, rise, tied, drops, whole, tilted)


def _sums_from(parts: FloatArray) -> FloatArray:
    """Return the sums of all parts from each on, and 0 after the last."""
    sums = np.zeros(parts.size + 1)
    np.cumsum(parts[::-1], out=sums[-2::-1])
    return sums


_VALUES: dict[str, Callable[[_Groups, float], Values]] = {
    "aucpr": _values_of_aucpr,
    "auroc": _values_of_auroc,
    "auprg": _values_of_auprg,
}


# Variances


class _Case(NamedTuple):
    """A curve at the prevalence asked for, and the numbers of examples that it rests on."""

    curve: ConfusionCurve
    metric: str
    estimate: float
    pos: float
    neg: float
    is_fixed: bool

    def values(self) -> InfluenceValues:
        found = influence_values(self.curve, self.metric)
        return found._replace(negatives=found.negatives.counted_as(self.neg))


def _by_influence(case: _Case) -> float:
    return case.values().variance(centred=case.is_fixed)


def _by_placements(case: _Case) -> float:
    values = case.values()
    return sum(
        number / (number - 1) * one.sum_of_squares(centred=False)
        for number, one in zip((case.pos, case.neg), values, strict=True)
    )


def _as_if_binomial(case: _Case) -> float:
    return case.estimate * (1 - case.estimate) / case.pos


# Quantiles and scales


def _normal(level: float, pos: float) -> float:
    del pos
    return NormalDist().inv_cdf((1 + level) / 2)


def _student(level: float, pos: float) -> float:
    return student_quantile(level, pos - 1)


def _plain(estimate: float, distance: float) -> tuple[float, float]:
    return estimate - distance, estimate + distance


def _on_logit(estimate: float, distance: float) -> tuple[float, float]:
    if not 0 < estimate < 1:
        return estimate, estimate
    # Odds times exp(-+distance), in a form in which nothing overflows.
    rest, factor = 1 - estimate, math.exp(-distance / (estimate * (1 - estimate)))
    return estimate * factor / (estimate * factor + rest), estimate / (estimate + rest * factor)


def _on_log_of_rest(estimate: float, distance: float) -> tuple[float, float]:
    rest = 1 - estimate
    if rest <= 0:
        return estimate, estimate
    factor = math.exp(min(distance / rest, _MOST_EXPONENT))
    return 1 - rest * factor, 1 - rest / factor


class _Method(NamedTuple):
    """A way to an interval.

    Attributes
    ----------
    scales : mapping of str to callable
        The scale for each metric that it goes with.
    variance : callable
    quantile : callable
        ``(level, pos) -> float``, in standard errors.
    samplings : tuple of str
    """

    scales: Mapping[str, Scale]
    variance: Callable[[_Case], float]
    quantile: Callable[[float, float], float]
    samplings: tuple[str, ...] = SAMPLINGS


_METHODS = {
    "influence": _Method(
        {"aucpr": _on_logit, "auroc": _on_logit, "auprg": _on_log_of_rest}, _by_influence, _student
    ),
    "delong": _Method({"auroc": _on_logit}, _by_placements, _student),
    "logit": _Method({"aucpr": _on_logit}, _as_if_binomial, _normal, ("stratified",)),
    "binomial": _Method({"aucpr": _plain}, _as_if_binomial, _normal, ("stratified",)),
}
# The metrics that each method goes with.
METHODS_OF = {name: tuple(row.scales) for name, row in _METHODS.items()}
