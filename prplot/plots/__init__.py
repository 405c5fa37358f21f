"""Public figures: each resolves its input, dresses the axes and adds one layer after another."""
