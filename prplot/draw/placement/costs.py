"""What gives way to what: the prices of all that words and legends cover, or do without.

All prices are in the same unit, so that any two arrangements can be compared; the cheapest one is
drawn.
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
    Ink.REGION: Price(0.05, 0.012),
    Ink.REFERENCE: Price(5.0, 5.0),
    Ink.BAND: Price(0.2, 1.0),
    Ink.WORDS: Price(0.05, 20.0),
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
SMALLER_TYPE = 6.0
WRAPPED = 15.0
# Price of a legend that leaves the axes which it is in.
NO_ROOM = 1e6
# A legend of which the part in the axes covers more than this stands better beside them.
FREE = 20.0
# The same for numbers in panels, if these would become smaller for a legend beneath.
FREE_ENOUGH = 300.0
# Prices of a point by which axes become smaller for a legend outside, of one by which they become
# too small, and of one by which the legend leaves the figure.
LOST_SIDE = 0.3
LOST_TOO_MUCH = 60.0
BEYOND_FIGURE = 100.0

# Prices of names beside curves: of a point of a leader, of crossing a curve with it.
LEADER = 0.25
CROSSING = 40.0
# Price of a name in the legend instead of beside its curve.
LISTED_NAME = 90.0
