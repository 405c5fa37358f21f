import matplotlib.pyplot as plt

from prplot.draw.placement.table import labelled, made, numbers_of
from prplot.draw.scene import CHANCE


def chance(ax, label, color):
    (line,) = ax.plot([0, 1], [0, 1], color=color, label=label)
    line.set_gid(CHANCE)


def test_random_is_said_once_for_each_prevalence():
    _, (roc, pr) = plt.subplots(1, 2)
    chance(roc, "random", "grey")
    chance(pr, "random, π = 0.3", "grey")
    _, references = labelled(roc, beside=[pr])
    assert [name for _, name in references] == ["random, π = 0.3"]
    legend = made(roc, None, beside=[pr])
    assert [text.get_text() for text in legend.get_texts()] == ["random, π = 0.3"]
    _, (roc, pr) = plt.subplots(1, 2)
    chance(roc, "random", "grey")
    chance(pr, "random, π = 0.3", "C0")
    chance(pr, "random, π = 0.5", "C1")
    _, references = labelled(roc, beside=[pr])
    assert [name for _, name in references] == ["random, π = 0.3", "random, π = 0.5"]


def test_numbers_are_read_from_behind_a_name():
    assert numbers_of("good (AUCPR 0.912, AP 0.900)") == {"AUCPR": "0.912", "AP": "0.900"}
    assert numbers_of("AUCPR = 0.912, AP = 0.900") == {"AUCPR": "0.912", "AP": "0.900"}
    assert numbers_of("good (of all)") == {}
