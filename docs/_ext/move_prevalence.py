"""The page "Move the prevalence": its script, its style sheet, and the model that it moves."""

import json
from typing import Any

import prplot as prp

# The element that the script fills, and that marks the page.
CONTAINER = "move-prevalence"
# With few thresholds and large ties, so that dots and arcs are seen.
MODEL = "Decision tree"


def stored_model() -> dict[str, Any]:
    """Return the model for the script.

    Returns
    -------
    dict
        Its name, the counts at its thresholds (true and false positives, from 0 to all), and the
        prevalence of its data.
    """
    y_true, scores = prp.datasets.breast_cancer()
    curve = prp.ConfusionCurve.from_scores(y_true, scores[MODEL])
    return {
        "name": MODEL.lower(),
        "tp": curve.tp.tolist(),
        "fp": curve.fp.tolist(),
        "prevalence": curve.prevalence,
    }


def add_scripts(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Add the script to the page that has the element."""
    if f'class="{CONTAINER}' in context.get("body", ""):
        app.add_css_file("slider.css")
        app.add_css_file("prevalence.css")
        app.add_js_file(None, body=f"window.prevalenceModel = {json.dumps(stored_model())};")
        app.add_js_file("moving.js", loading_method="defer")
        app.add_js_file("prevalence.js", loading_method="defer")


def setup(app: Any) -> dict[str, Any]:
    """Register the extension."""
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
