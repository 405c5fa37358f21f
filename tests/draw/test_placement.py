import matplotlib.pyplot as plt
import numpy as np
import pytest

from prplot.draw.placement.ground import Box, Ground, tangent


def survey(ax):
    return Ground.of(ax, references=set(), hairlines=set(), regions=set())


@pytest.fixture
def ax():
    fig = plt.figure(figsize=(4, 4), dpi=100)
    axes = fig.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 400), ylim=(0, 400))
    return axes


def test_a_line_stands_in_the_way_along_its_whole_length(ax):
    (line,) = ax.plot([0, 400], [0, 400])
    ground = survey(ax)
    for at in np.linspace(30, 370, 50):
        assert not ground.is_free(Box(at, at, 4, 4), margin=1)
        assert ground.is_free(Box(at, at, 4, 4), margin=1, through={line})
    assert ground.is_free(Box(300, 100, 40, 40), margin=5)


def test_a_turned_box_takes_the_ground_that_it_covers_and_no_more(ax):
    ax.plot([0, 400], [0, 400])
    ground = survey(ax)
    beside = (200 + 20 / np.sqrt(2), 200 - 20 / np.sqrt(2))
    assert ground.is_free(Box(*beside, 100, 20, 45), margin=5)
    assert not ground.is_free(Box(*beside, 100, 20, 0), margin=5)
    assert not ground.is_free(Box(*beside, 20, 100, 45), margin=5)


def test_fills_texts_markers_and_the_frame_are_in_the_way(ax):
    fill = ax.fill_between([0, 400], 0, 100)
    text = ax.text(300, 300, "here")
    ax.scatter([100], [300])
    ground = survey(ax)
    ground.add_text(text)
    assert not ground.is_free(Box(200, 50, 20, 10), margin=0)
    assert ground.is_free(Box(200, 50, 20, 10), margin=0, inside={fill})
    assert not ground.is_free(Box(310, 305, 20, 10), margin=0)
    assert not ground.is_free(Box(100, 300, 20, 10), margin=0)
    assert not ground.is_free(Box(5, 200, 20, 10), margin=0)
    assert ground.is_free(Box(200, 200, 20, 10), margin=0)


def test_clearance_is_the_distance_to_the_nearest_line(ax):
    ax.plot([0, 400], [100, 100])
    assert survey(ax).clearance(Box(200, 150, 40, 20)) == pytest.approx(40, abs=0.1)


def test_what_is_hidden_is_not_in_the_way(ax):
    ax.plot([0, 400], [200, 200], visible=False)
    assert survey(ax).is_free(Box(200, 200, 40, 20), margin=5)


@pytest.mark.parametrize(
    ("ahead", "angle"), [((1, 0), 0), ((1, 1), 45), ((-1, -1), 45), ((1, -1), -45)]
)
def test_tangent_is_upright_whatever_the_direction_of_the_line(ahead, angle):
    at = np.linspace(0, 1, 20)[:, None] * np.array(ahead)
    assert tangent(at, 10) == pytest.approx(angle)
