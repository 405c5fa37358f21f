"""Build the site into docs/_build/html: ``python docs/build.py [--fast]``.

``--fast`` does not run the scripts of gallery and tutorials that changed, for work on the pages.
Every warning is an error.
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
    parser.add_argument("--fast", action="store_true", help="run no scripts of the gallery")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    os.environ.setdefault("MPLBACKEND", "Agg")
    from sphinx.cmd.build import main as sphinx_build

    options = ["-b", "html", "-W", "--keep-going", "-n", "-q"]
    options += ["-d", str(DOCS / "_build" / "doctrees")]
    if chosen.fast:
        options += ["-D", "plot_gallery=0"]
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
