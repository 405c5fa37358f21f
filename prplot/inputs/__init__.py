"""What users hold, turned into curves of confusion counts."""
