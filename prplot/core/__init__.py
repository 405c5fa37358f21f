"""Numbers: confusion counts, spaces, areas and bounds. Needs numpy only."""
