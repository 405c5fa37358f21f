"""Laws meet the same examples in every run: only a change can turn one red.

Before a release they meet a hundred times as many new ones: ``--hypothesis-profile=search``.
"""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile("repeatable")
