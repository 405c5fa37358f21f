"""Build the site into docs/_build/html: ``python docs/build.py [--fast]``.

``--fast`` leaves out the gallery and the tutorials, for work on the pages. Links to what is left
out, and to pages that don't exist yet, are then no errors; every other warning is one.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
OUT = DOCS / "_build" / "html"
# No date of today in pages and figures: the same sources give the same bytes.
EPOCH = "1767225600"


def main(arguments: list[str] | None = None) -> int:
    """Run sphinx-build with warnings as errors; return its exit code."""
    parser = argparse.ArgumentParser(description="Build the site into docs/_build/html.")
    parser.add_argument("--fast", action="store_true", help="leave out gallery and tutorials")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    os.environ.setdefault("MPLBACKEND", "Agg")
    from sphinx.cmd.build import main as sphinx_build

    options = ["-b", "html", "-W", "--keep-going", "-n", "-q"]
    doctrees = DOCS / "_build" / ("doctrees-fast" if chosen.fast else "doctrees")
    options += ["-d", str(doctrees)]
    if chosen.fast:
        options += ["-t", "fast"]
    else:
        # Nothing is left of sources that are gone, but for figures of scripts that did not change.
        shutil.rmtree(OUT, ignore_errors=True)
        options += ["--fresh-env"]
    code = sphinx_build([*options, str(DOCS), str(OUT)])
    if code == 0:
        print(f"built {OUT / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
