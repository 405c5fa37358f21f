"""Records of data that no memory holds: counts in cells of scores, with certified bounds."""
