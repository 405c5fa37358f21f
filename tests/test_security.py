"""What SECURITY.md says about code, connections and files that are written."""

import ast
import subprocess
import sys
from pathlib import Path

import prplot as prp

PACKAGE = Path(prp.__file__).parent
# What executes code, starts programs, or opens connections; `runpy` runs scripts of the gallery.
MODULES = {"pickle", "marshal", "shelve", "subprocess", "socket", "ssl", "ctypes", "code", "runpy"}
MODULES |= {
    "urllib",
    "http",
    "ftplib",
    "smtplib",
    "requests",
    "webbrowser",
    "joblib",
    "cloudpickle",
}
CALLS = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "system",
    "popen",
    "Popen",
    "read_pickle",
    "spawn",
}
ALLOWED = {("cli/commands.py", "runpy")}


def suspicious(path):
    """Return what a module imports or calls that could execute or fetch."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ({alias.name.split(".")[0] for alias in node.names} & MODULES)
        elif isinstance(node, ast.ImportFrom):
            yield from ({(node.module or "").split(".")[0]} & MODULES)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from ({node.func.id} & CALLS)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_pattern = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            yield from (set() if is_pattern else {node.func.attr} & CALLS)


def test_only_the_gallery_runs_code():
    found = {
        (path.relative_to(PACKAGE).as_posix(), what)
        for path in PACKAGE.rglob("*.py")
        for what in suspicious(path)
    }
    assert found == ALLOWED


# Programs, connections, pickles and foreign libraries, as the interpreter announces them.
WATCHED = """
import sys
from pathlib import Path
KINDS = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "subprocess.", "os.system",
         "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pickle.",
         "webbrowser.", "ctypes.dlopen")
happened = []
def watch(event, args):
    if watching and event.startswith(KINDS):
        happened.append(f"{event} {args}")
watching = False
sys.addaudithook(watch)
"""
# Libraries may look at the system when they are imported.
HOSTILE = """
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import polars
import prplot as prp
from prplot.cli import main
plt.figure().savefig("0.png")
labels = np.arange(40) % 2
names = ["__import__('os').system('touch hacked')", "$(touch hacked)", "`touch hacked`",
         "'; COPY (SELECT 1) TO 'hacked'; --", '"; INSTALL httpfs; --', "https://localhost:1/a.csv",
         "../hacked", "{labels.__class__}", "%n%s", r"\\\\write18{touch hacked}", "a@b", "=cmd|x"]
scores = {name: np.arange(40.0) + i for i, name in enumerate(names)}
table = pd.DataFrame(scores).assign(label=labels, site=np.array(names)[np.arange(40) % 2])
table.to_csv("t.csv", index=False)
table.to_parquet("t.parquet")
watching = True
some = {name: scores[name] for name in names[:3]}
prp.savefig(prp.plot_pr(labels, some), "a.svg", alt=names[0])
prp.savefig(prp.plot_pr(names[2], names[2], data=table.assign(**{names[2]: labels})), "a.pdf")
prp.savefig(prp.plot_pr(labels, scores[names[0]], name=names[1]), "a.png")
prp.summary("label", names[:3], data=table, hue="site")
for name, path in [(names[3], "t.parquet"), (names[4], "t.parquet"), (names[0], "t.parquet")]:
    prp.scan(path, y_true="label", y_score=name, hue="site", progress=False)
for args in (["summary", "t.csv", "-t", "label", "-s", names[3]],
             ["pr", "t.parquet", "-t", "label", "-s", names[0], "-o", "b.svg"]):
    main(args, standalone_mode=False)
prp.datasets.digits()
watching = False
print(happened)
print(sorted(str(path) for path in Path().rglob("*")))
"""


def test_data_execute_nothing_fetch_nothing_and_write_nothing_but_what_is_named(tmp_path):
    child = [sys.executable, "-c", WATCHED + HOSTILE]
    run = subprocess.run(child, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    happened, files = run.stdout.splitlines()[-2:]
    assert happened == "[]"
    named = ["0.png", "a.pdf", "a.png", "a.svg", "b.svg", "t.csv", "t.parquet"]
    assert files == str(named)


def test_the_documents_lead_to_it():
    root = PACKAGE.parent
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "(SECURITY.md)" in (root / name).read_text(encoding="utf-8")
