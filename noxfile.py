"""The commands and the tests with the lowest and the newest dependencies, in every Python."""

import nox

nox.options.default_venv_backend = "uv"
nox.options.error_on_missing_interpreters = False
PYTHONS = nox.project.python_versions(nox.project.load_toml())
# In a Python for which the lowest version has no wheel, it is the lowest that has one.
WHEELS = ("--only-binary=:all:", "--no-binary=prplot-curves")
# Old versions warn of what newer ones of their own dependencies, or a newer Python, do.
LENIENT = [f"-Wignore::{kind}Warning" for kind in ("Deprecation", "PendingDeprecation", "Future")]


@nox.session(python=PYTHONS)
@nox.parametrize("resolution", ["lowest-direct", "highest"])
def tests(session: nox.Session, resolution: str) -> None:
    """Run ``prplot summary``, ``prplot gallery`` and pytest, with the arguments after ``--``."""
    session.install(f"--resolution={resolution}", *WHEELS, "--editable", ".[test]")
    session.run("prplot", "summary", "gallery/data/breast_cancer.csv", "-t", "malignant")
    session.run("prplot", "gallery", "--out", f"{session.create_tmp()}/figures")
    session.run("pytest", *(LENIENT if resolution != "highest" else ()), *session.posargs)
