"""The order of dashes: its start, which figures rely on, and what follows."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.lines import Line2D

from prplot.draw.style import dash_of


def drawn(place):
    """Return the pattern twice over, so that one that is another one shifted is found in it."""
    _, pattern = dash_of(place)
    return list(pattern) * 2


def holds(pattern, part):
    return any(pattern[i : i + len(part)] == part for i in range(0, len(pattern), 2))


def test_the_first_dashes_stay_what_they_are():
    assert [dash_of(place) for place in range(9)] == [
        "-",
        (0, (4, 1.5)),
        (0, (1, 1.5)),
        (0, (7, 1.5, 1, 1.5)),
        (0, (2, 1)),
        (0, (7, 1.5, 1, 1.5, 1, 1.5)),
        (0, (10, 3)),
        (0, (1, 4)),
        (0, (4, 4)),
    ]


def test_no_two_of_forty_dashes_are_alike_wherever_they_start_and_none_repeats_a_shorter_one():
    for place in range(1, 40):
        for other in range(1, place):
            pattern = list(dash_of(place)[1])
            same_length = len(pattern) * 2 == len(drawn(other))
            assert not (same_length and holds(drawn(other), pattern)), (other, place)
    for place in range(1, 40):
        pattern = list(dash_of(place)[1])
        for size in range(2, len(pattern), 2):
            if len(pattern) % size == 0:
                assert pattern[:size] * (len(pattern) // size) != pattern


@pytest.mark.parametrize("place", range(16))
def test_a_dash_comes_several_times_in_a_small_panel(place):
    line = Line2D([], [], linestyle=dash_of(place), linewidth=1.5)
    _, pattern = line._dash_pattern
    # Axes 2.4 inches wide, in points: four times at least.
    assert pattern is None or sum(pattern) <= 2.4 * 72 / 4
    plt.close("all")
