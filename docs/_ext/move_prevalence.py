"""The page "Move the prevalence": its script, its style sheet, and the model that it moves."""

import json
from typing import Any

import prplot as prp

# The element that the script fills, and that marks the page.
CONTAINER = "move-prevalence"
# With few thresholds and large ties, so that dots and arcs are seen.
MODEL = "Decision tree"


# Of the prevalences below 0.1, which are spread evenly in ratio.
DIGITS = (*range(10, 20), *range(20, 30, 2), 30, 33, 36, 40, 44, 48, *range(50, 100, 5))


def stored_model() -> dict[str, Any]:
    """Return the model for the script.

    Returns
    -------
    dict
        Its name, the counts at its thresholds (true and false positives, from 0 to all), the
        prevalence of its data, and the prevalences at which the slider stops.
    """
    y_true, scores = prp.datasets.breast_cancer()
    curve = prp.ConfusionCurve.from_scores(y_true, scores[MODEL])
    return {
        "name": MODEL.lower(),
        "tp": curve.tp.tolist(),
        "fp": curve.fp.tolist(),
        "prevalence": curve.prevalence,
        "prevalences": stops(curve.prevalence),
    }


def stops(own: float) -> list[float]:
    """Return round prevalences from 0.001 to 0.9, the nearest replaced by that of the data."""
    found = [digits / scale for scale in (10_000, 1_000) for digits in DIGITS]
    found += [percent / 100 for percent in range(10, 91)]
    nearest = min(found, key=lambda stop: abs(stop - own))
    return [own if stop == nearest else stop for stop in found]


def add_scripts(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Add the script to the page that has the element."""
    if f'class="{CONTAINER}' in context.get("body", ""):
        app.add_css_file("prevalence.css")
        app.add_js_file(None, body=f"window.prevalenceModel = {json.dumps(stored_model())};")
        app.add_js_file("prevalence.js", loading_method="defer")


def setup(app: Any) -> dict[str, Any]:
    """Register the extension."""
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
