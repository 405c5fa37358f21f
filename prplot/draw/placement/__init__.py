"""Words and legends, placed where they cover no data."""
