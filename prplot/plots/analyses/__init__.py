"""Figures of what follows from curves: hulls, gains, isometrics, tasks."""
