"""Configuration of the site; ``python docs/build.py`` builds it."""

import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS / "_ext"), str(DOCS.parent)]

from sphinx_gallery.sorting import ExplicitOrder  # noqa: E402

import prplot  # noqa: E402

# The address of the repository, if the distribution names one.
PROJECT = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY = PROJECT.get("urls", {}).get("Repository")

project = "prplot"
author = "The prplot developers"
version = release = prplot.__version__
copyright = author

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "numpydoc",
    "myst_parser",
    "sphinx_design",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
    "example_directive",
    "move_prevalence",
    "api_pictures",
    "parameter_groups",
    "page_descriptions",
]
exclude_patterns = ["_build", "_templates", "_static", "tutorials", "api/examples"]
templates_path = ["_templates"]
nitpicky = True

# "from_counts()", and not "ConfusionCurve.from_counts()", fits beside a page.
toc_object_entries_show_parents = "hide"

myst_enable_extensions = ["colon_fence", "dollarmath", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 3
mathjax_path = "mathjax/tex-svg.js"

autodoc_typehints = "none"  # the docstrings state types
numpydoc_show_class_members = False  # the template of classes lists them
autodoc_member_order = "groupwise"
copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True

# By task first, then by paper.
SECTIONS = ("compare", "decide", "report", "folds", "davis", "boyd", "flach")
# The scripts of each section, and the tutorials, in the order of their pages.
SCRIPTS = (
    *("direct_labels", "breast_cancer", "forest", "tasks", "classes", "tidy_table"),
    *("prevalence", "downsampling", "npr", "detection"),
    *("choose_threshold", "tuned_threshold", "thresholds", "threshold_costs", "net_benefit"),
    *("bands", "published_interval", "published", "interval_width", "intervals_of_others"),
    *("ten_tools", "mistakes", "corrected"),
    *("cross_validation", "folds", "fold_thresholds"),
    *(*(f"davis_fig{number}" for number in range(1, 8)), "davis_table1"),
    *("davis_conventions", "davis_tuning"),
    *("boyd_fig1", "boyd_fig2", "boyd_fig3a", "boyd_fig3b", "boyd_fig4"),
    *("boyd_modified_f", "boyd_table2", "boyd_table3"),
    *(f"flach_fig{number}" for number in range(1, 6)),
    *("from_scores_to_figure", "fair_comparison"),
)

# Sphinx must be able to store what stands here, so functions are named by a string.
sphinx_gallery_conf = {
    "examples_dirs": ["../gallery", "tutorials"],
    "gallery_dirs": ["gallery", "tutorial"],
    "subsection_order": [*(f"../gallery/{section}" for section in SECTIONS), "*"],
    # The last is what runs the gallery, which is no example.
    "within_subsection_order": ExplicitOrder([*(f"plot_{name}.py" for name in SCRIPTS), "*"]),
    "filename_pattern": r"\.py$",
    "ignore_pattern": r"(__init__|__main__|/data/|/_)",
    "image_scrapers": ("gallery_run.scrape",),
    "image_srcset": ["2x"],
    "reset_modules": ("matplotlib", "gallery_run.set_size"),
    "thumbnail_size": (440, 440),
    "backreferences_dir": "api/examples",
    "doc_module": ("prplot",),
    "inspect_global_variables": False,
    "capture_repr": ("_repr_html_",),
    "write_computation_times": False,
    "min_reported_time": 1e9,
    "show_signature": False,
    "download_all_examples": False,
}

html_theme = "pydata_sphinx_theme"
html_title = "prplot"
html_copy_source = False
html_show_sourcelink = False
SHARED = "../prplot/plots/web"
html_static_path = ["_static", f"{SHARED}/moving.js", f"{SHARED}/slider.css"]
html_css_files = ["prplot.css"]
html_favicon = "_static/favicon.svg"
html_context = {"default_mode": "auto"}
html_sidebars = {"index": [], "why": [], "about": []}
# The pages that have their contents beside them; on the others, pictures have that room.
contents = ["concepts/*", "which_number", "conventions", "uncertainty", "simulations", "api/**"]
contents += ["speed", "changelog", "development", "answers"]
html_theme_options = {
    "header_links_before_dropdown": 7,
    "logo": {"text": f"prplot {release}"},
    "icon_links": [{"name": "Repository", "url": REPOSITORY, "icon": "fa-solid fa-code-branch"}]
    if REPOSITORY
    else [],
    "secondary_sidebar_items": {pages: ["page-toc"] for pages in contents},
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
