"""What tests of pictures share: their comparison, and sizes on a screen and in print."""

import pytest

# Widths of a column and of a page of a paper, in inches.
COLUMN, PAGE = 3.25, 7.0

compared = pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})


def in_both_sizes(names, slow=()):
    """Return parameters of a test of pictures: as on a screen, and every twelfth in print.

    The others in print are slow, and so are all that `slow` names.
    """
    return [
        pytest.param(
            name,
            in_print,
            id=f"{stem}_in_print" if in_print else stem,
            marks=[pytest.mark.slow] if stem in slow or (in_print and number % 12) else [],
        )
        for number, name in enumerate(names)
        for stem in [getattr(name, "stem", name)]
        for in_print in (False, True)
    ]
