"""What functions share of their signatures and docstrings, said once."""
