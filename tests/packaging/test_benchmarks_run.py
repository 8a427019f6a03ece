"""The benchmarks keep step with the program: each runs and gives all of its figures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
# So small that they take seconds: every test run has these, and the long one all of them in their short form.
SMALL = {
    "store": ("--sizes", "1000", "--queries", "3"),
    "questions": ("--passages", "300"),
    "curation": ("--sizes", "50,100", "--rounds", "1"),
}
OTHERS = (
    "opening",
    "mixed_drop",
    "window_lateness",
    "control",
    "similar",
    "same_book",
    "estimates",
    "ocr",
    "local_model",
)


def figures(name, arguments, monkeypatch):
    monkeypatch.syspath_prepend(str(REPOSITORY / "packaging"))
    from bench.__main__ import figures_of, parsed
    from bench.figures import BENCHMARKS

    benchmark = next(each for each in BENCHMARKS if each.name == name)
    if benchmark.needs and not (REPOSITORY / benchmark.needs).exists():
        pytest.skip(f"{benchmark.needs} is not here")
    command = [sys.executable, REPOSITORY / "tests" / "benchmarks" / f"{name}.py", *(arguments or benchmark.short)]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    ran = subprocess.run(command, capture_output=True, check=False, text=True, env=environment, timeout=900)
    assert ran.returncode == 0, ran.stderr
    found = figures_of(benchmark, parsed(ran.stdout))
    return {each["title"] for each in found}, {each.title for each in benchmark.figures}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_benchmark_gives_its_figures(name, monkeypatch):
    found, wanted = figures(name, SMALL[name], monkeypatch)
    assert found == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_a_benchmark_gives_its_figures_in_its_short_form(name, monkeypatch):
    found, wanted = figures(name, (), monkeypatch)
    assert found == wanted
