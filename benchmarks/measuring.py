"""Everything that is measured, with a bar of progress."""

from collections.abc import Callable, Iterator
from itertools import product

from tqdm import tqdm

from benchmarks.cases import DTYPES, MORE_DTYPES, MORE_PREVALENCES, PREVALENCES, Case, cases
from benchmarks.drawing import FORMATS, drawings, vertices
from benchmarks.fresh import first_figure, import_milliseconds, loaded_by_first_plot
from benchmarks.numbers import OURS, SORT, THEIRS, hull, memory, plain, weighted
from benchmarks.results import Results, Row, circumstances
from benchmarks.timing import Calls, medians

# Processes vary more than anything else.
IMPORT_RUNS = 15
FIGURE_RUNS = 9
LARGEST_DRAWN = 10**6
MODELS = (1, 3)

Task = Callable[[], list[Row]]


def measure(largest: int, runs: int) -> Results:
    """Measure everything up to a number of scores."""
    parts: dict[str, list[Task]] = {
        "times": list(_times(largest, runs)),
        "memory": list(_memories(largest)),
        "drawing": list(_drawings(largest, runs)),
    }
    results: Results = {"made": circumstances(runs)}
    with tqdm(total=sum(map(len, parts.values())) + 1, smoothing=0) as bar:
        for part, tasks in parts.items():
            bar.set_description(part)
            results[part] = []
            for task in tasks:
                results[part] += task()
                bar.update()
        bar.set_description("imports")
        results["import"] = {
            "milliseconds": import_milliseconds(max(runs, min(IMPORT_RUNS, 3 * runs))),
            "loaded by the first plot": loaded_by_first_plot(),
            "first figure, seconds": first_figure(max(runs, FIGURE_RUNS)),
        }
        bar.update()
    return results


def _times(largest: int, runs: int) -> Iterator[Task]:
    for case in cases(largest):
        yield lambda case=case: _rows(case, plain(case), runs)
    for case in cases(largest, DTYPES[:1]):
        yield lambda case=case: _rows(case, weighted(case), runs)
        if case.prevalence == PREVALENCES[0]:
            yield lambda case=case: _rows(case, hull(case), runs)


def _rows(case: Case, calls: Calls, runs: int) -> list[Row]:
    """Time calls in turn; return a row for each task with the seconds of all that do it."""
    taken = medians(calls, runs)
    rows: dict[str, Row] = {}
    for name, seconds in taken.items():
        task, contestant = name.split("|")
        row = rows.setdefault(task, {"task": task, **case._asdict(), "seconds": {}})
        row["seconds"][contestant] = _rounded(seconds)
    sort = next(row["seconds"][SORT] for row in rows.values() if SORT in row["seconds"])
    for row in rows.values():
        row["seconds"].setdefault(SORT, sort)
    return list(rows.values())


def _memories(largest: int) -> Iterator[Task]:
    size = min(largest, LARGEST_DRAWN)
    for choice in product(MORE_PREVALENCES, MORE_DTYPES, (False, True)):
        yield lambda choice=choice: [_memory(Case(size, *choice[:2]), is_weighted=choice[2])]


def _memory(case: Case, is_weighted: bool) -> Row:
    found = _all_rounded(memory(case, is_weighted))
    return {**case._asdict(), "weighted": is_weighted, "bytes per score": found}


def _drawings(largest: int, runs: int) -> Iterator[Task]:
    for models in MODELS:
        for prevalence in PREVALENCES:
            case = Case(min(largest, LARGEST_DRAWN), prevalence)
            yield lambda case=case, models=models: _drawing(case, models, runs)


def _drawing(case: Case, models: int, runs: int) -> list[Row]:
    calls = drawings(case, models)
    taken = medians(calls, runs)
    sizes = {name: len(call()) for name, call in calls.items()}
    most = vertices(case, models)
    return [
        {
            **{key: case._asdict()[key] for key in ("size", "prevalence")},
            "models": models,
            "format": form,
            "seconds": {name: _rounded(taken[f"{form}|{name}"]) for name in (OURS, THEIRS)},
            "bytes": {name: sizes[f"{form}|{name}"] for name in (OURS, THEIRS)},
            "vertices": most,
        }
        for form in FORMATS
    ]


def _rounded(number: float) -> float:
    """Keep three digits; the fourth differs from run to run."""
    return float(f"{number:.3g}")


def _all_rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: _rounded(number) for name, number in numbers.items()}
