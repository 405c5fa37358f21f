"""The figure of ranks: what its axes and its title say."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import prplot as prp
from tests.cases import slowly


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ("aucpr", "auprg", ("AUCPR", "AUPRG")),
        ("average_precision", "auroc", ("AP", "AUROC")),
        ("my_own_score", "aucnpr", ("my own score", "AUCNPR")),
    ],
)
def test_axes_name_the_scores(x, y, words):
    table = pd.DataFrame({"task": "t", "model": list("abc"), x: [3, 2, 1], y: [1, 2, 3]})
    ax = prp.plot_rank_agreement(table, x=x, y=y)
    assert (ax.get_xlabel(), ax.get_ylabel()) == tuple(f"Rank by {word}" for word in words)
    assert ax.get_title() == (
        "best differs on 100% of tasks\ntop three on 100%, rank correlation −1.00"
    )


@pytest.mark.parametrize(
    ("style", "words"),
    [
        ({"snap": "a"}, "Unable to cast"),
        ({"annot": True, "annot_kws": {"zorder": "a"}}, "'<' not supported"),
        ({"annot": True, "annot_kws": {"size": float("inf")}}, "cannot convert"),
        ({"cbar_kws": {"label": "\ud800"}}, "set_text"),
        ({"cmap": "zz"}, "\"'zz' is not a valid value"),
        ({"no_such": 3}, "QuadMesh"),
        ({3: 4}, "3 can't be 4"),
        ({"clip_on": np.array([1, 0])}, "clip_on can't be array.*; matplotlib says: The truth"),
        ({"annot": [["\ud800"] * 3] * 3, "fmt": ""}, "set_text"),
    ],
)
def test_styles_that_fail_when_they_are_drawn_are_refused(style, words):
    table = pd.DataFrame({"task": "t", "model": list("abc"), "x": [3, 2, 1], "y": [1, 2, 3]})
    with pytest.raises(ValueError, match=f"^heatmap_kws: .*{words}") as error:
        prp.plot_rank_agreement(table, "x", "y", heatmap_kws=style)
    assert "\n" not in str(error.value)
    assert not plt.get_fignums()


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_the_title_stands_beside_the_bar_of_colours(layout):
    table = pd.DataFrame({"task": "t", "model": list("abc"), "x": [3, 2, 1], "y": [1, 2, 3]})
    fig, ax = plt.subplots(figsize=(3.25, 3.25), layout=layout)
    prp.plot_rank_agreement(table, "x", "y", ax=ax)
    fig.draw_without_rendering()
    bar = ax.collections[-1].colorbar.ax
    assert ax.title.get_window_extent().x1 < bar.get_window_extent().x0
    assert ax.title.get_window_extent().x0 > 0


@pytest.mark.parametrize("size", [(3.25, 2.8), slowly(((6.4, 4.8),))])
def test_each_of_eight_ranks_has_a_label(size):
    rng = np.random.default_rng(0)
    y = np.arange(40) % 4 == 0
    scores = {f"m{i}": rng.normal(size=40) + y for i in range(8)}
    table = prp.rank_table({f"t{i}": (y, scores) for i in range(3)}, progress=False)
    _, ax = plt.subplots(figsize=size, layout="constrained")
    prp.plot_rank_agreement(table, ax=ax)
    ax.figure.draw_without_rendering()
    # Counts are written into the cells that have models; those of the bar begin there, too.
    counts = prp.rank_agreement(table).counts
    assert [int(text.get_text()) for text in ax.texts] == counts[counts > 0].tolist()
    assert ax.collections[-1].get_clim() == (1, counts.max())
    for axis in (ax.xaxis, ax.yaxis):
        assert [label.get_text() for label in axis.get_ticklabels()] == list("12345678")
