"""The order of the gallery: its sections, and the scripts of each."""

SECTIONS = {
    "real": (
        *("breast_cancer", "direct_labels", "prevalence", "downsampling", "tasks"),
        *("cross_validation", "folds", "classes", "tidy_table", "npr", "thresholds"),
        *("published", "benchmarks", "threads"),
    ),
    "decisions": ("choose_threshold", "tuned_threshold", "threshold_costs", "fold_thresholds"),
    "uncertainty": (
        *("bands", "forest", "published_interval", "interval_width", "intervals_of_others"),
    ),
    "davis": (
        *("davis_fig1", "davis_fig2", "davis_fig3", "davis_fig4", "davis_fig5", "davis_fig6"),
        *("davis_fig7", "davis_table1", "davis_conventions", "davis_tuning"),
    ),
    "boyd": (
        *("boyd_fig1", "boyd_fig2", "boyd_fig3a", "boyd_fig3b", "boyd_fig4"),
        *("boyd_modified_f", "boyd_table2", "boyd_table3"),
    ),
    "flach": ("flach_fig1", "flach_fig2", "flach_fig3", "flach_fig4", "flach_fig5"),
}
TUTORIALS = ("from_scores_to_figure", "fair_comparison")


class Order:
    """The key by which sphinx-gallery sorts the scripts of a folder."""

    def __init__(self, folder: str) -> None:
        self.places = {
            f"plot_{name}.py": place
            for names in (*SECTIONS.values(), TUTORIALS)
            for place, name in enumerate(names)
        }

    def __call__(self, name: str) -> tuple[int, str]:
        """Return the place in the section; what has none comes last, by name."""
        return self.places.get(name, len(self.places)), name

    def __repr__(self) -> str:
        # What the environment remembers of the configuration must not be an address.
        return f"<{type(self).__name__}>"
