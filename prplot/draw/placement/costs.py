"""What gives way to what: the prices of all that words and legends cover, or do without.

All prices are in the same unit, so that any two arrangements can be compared; the cheapest one is
drawn. The data rectangle has no price: words and legends never make it smaller.
"""

from enum import IntEnum
from typing import NamedTuple


class Ink(IntEnum):
    """What is drawn in axes, by how much it matters that it stays visible."""

    HAIRLINE = 0
    REGION = 1
    REFERENCE = 2
    BAND = 3
    WORDS = 4
    DATA = 5
    # Names of curves beside them.
    NAMES = 6
    # Texts, insets and legends of the user.
    OTHERS = 7


class Price(NamedTuple):
    """Prices of covering a point of a line, or a square point of an area, of a layer."""

    by_legend: float
    by_words: float


# A legend may displace words, which then find another place, but not names of curves; words may not
# displace each other.
COVERING = {
    Ink.HAIRLINE: Price(0.03, 0.2),
    Ink.REGION: Price(0.006, 0.012),
    Ink.REFERENCE: Price(0.4, 5.0),
    Ink.BAND: Price(0.02, 1.0),
    Ink.WORDS: Price(0.05, 10.0),
    Ink.DATA: Price(10.0, 10.0),
    Ink.NAMES: Price(20.0, 10.0),
    Ink.OTHERS: Price(20.0, 20.0),
}

# Words are left out, or go to the legend, if every place for them costs more than this.
OMITTED_WORDS = 30.0
# The same for words that nothing else tells, such as the prevalence of one of several lines.
OMITTED_NUMBER = 1000.0

# Distances of a legend from data, in points: the least one, and one beyond which more is no better.
GAP = 4.0
AMPLE = 14.0
# Prices of less than the ample distance, and of being as far as possible from the preferred place.
NARROW = 2.0
FAR_FROM_HOME = 3.0
# Price of less than the least distance from a band: that of smaller type, which gives way first.
NEAR_BAND = 6.0

# Prices of what a legend can do without.
ANOTHER_FORM = 0.5
WITHOUT_EXTRAS = 3.0
SMALLER_TYPE = 6.0
WRAPPED = {None: 0.0, 0.9: 6.0, 0.7: 8.0, 0.5: 11.0, 0.35: 20.0}
SIDE_BY_SIDE = 3.0
WITHOUT_SWATCHES = 16.0
WITHOUT_INTERVALS = 120.0
# Of many curves only the first ones are listed.
WITHOUT_CURVES = 120.0
# The spread of folds is given up before names are wrapped.
WITHOUT_SPREADS = 7.0
SHORTER_NAMES = 2.0
# Prices of type that is smaller than that of other words, and of a legend that leaves the axes.
TINY_TYPE = 100.0
NO_ROOM = 1e6
# A legend beside or below the axes moves them to one side of the room that they have.
BESIDE = 5.0
BELOW = 7.0
# Price of each line of a legend below: names are best in one line.
LINE_BELOW = 0.3
# Price of a point by which square axes become smaller for a legend outside.
LOST_SIDE = 1.0

# Prices of names beside curves: of a point of a leader, of crossing a curve with it.
LEADER = 0.25
CROSSING = 40.0
# Price of a name in the legend instead of beside its curve.
LISTED_NAME = 90.0
