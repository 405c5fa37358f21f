"""Numbers of a whole curve: areas, averages, conditions, and the table of scores."""
