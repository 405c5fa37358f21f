"""Figures whose operating points can be read: in a page, as a specification, as a table."""
