"""How often intervals and bands hold what they promise, in simulated samples of known truth."""
