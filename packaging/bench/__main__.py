"""Runs all benchmarks, compares with the stored last run and writes one JSON and one page.

    bash packaging/test --bench [--short] [NAME...]

Half an hour to an hour on two cores that do nothing else; `--short` takes some minutes. What the benchmarks print whole
goes to .build/bench/. Peers are installed into .build/peers/, each in an environment of its own. A run of some
benchmarks only keeps the others' stored figures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.figures import BENCHMARKS, Benchmark
from bench.page import write_page, write_readme_table

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "tests" / "benchmarks"
RESULTS = FOLDER / "results"
BUILD = REPOSITORY / ".build"
LAST_RUN = RESULTS / "last_run.json"


def peer_python(requirements: Sequence[str]) -> Path:
    """Return the Python of an environment with these packages; made once."""
    folder = BUILD / "peers" / requirements[0].split("[")[0].split("=")[0]
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *requirements], check=True)
    return python


def call(benchmark: Benchmark, *, is_short: bool) -> Any:
    """Run it and return what it printed.

    Raises:
        CalledProcessError: It failed.
    """
    arguments = [*(benchmark.short or benchmark.arguments if is_short else benchmark.arguments)]
    arguments += [option.format(peer_python(requirements)) for option, requirements in benchmark.peers]
    kept = BUILD / "bench" / f"{benchmark.name}.json"
    kept.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, str(FOLDER / f"{benchmark.name}.py"), *arguments]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    ran = subprocess.run(command, cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    kept.write_text(ran.stdout, "utf-8")
    return parsed(ran.stdout)


def parsed(printed: str) -> Any:
    """Return the JSON that was printed: one value, or a list of one a line."""
    try:
        return json.loads(printed)
    except json.JSONDecodeError:
        return [json.loads(line) for line in printed.splitlines()]


def figures_of(benchmark: Benchmark, output: Any) -> list[dict[str, Any]]:
    """Return the figures that this output has."""
    found: list[dict[str, Any]] = []
    for figure in benchmark.figures:
        try:
            value = figure.read(output)
        except (LookupError, TypeError):  # what it is compared with, or the corpus, was not there
            continue
        found.append(
            {
                "title": figure.title,
                "value": round(value, 3),
                "unit": figure.unit,
                "better": figure.better,
                "against": figure.against,
                "headline": figure.is_headline,
            }
        )
    return found


def measure(benchmarks: Iterable[Benchmark], *, is_short: bool) -> tuple[dict[str, Any], list[str]]:
    """Return each benchmark's seconds and figures, and the names of those that failed."""
    measured: dict[str, Any] = {}
    failed: list[str] = []
    for benchmark in benchmarks:
        if benchmark.needs and not (REPOSITORY / benchmark.needs).exists():
            print(f"{benchmark.name}: left out, {benchmark.needs} is not here", file=sys.stderr)
            continue
        print(f"{benchmark.name} ...", file=sys.stderr, flush=True)
        started = time.monotonic()
        try:
            output = call(benchmark, is_short=is_short)
        except subprocess.CalledProcessError as error:
            print(f"{benchmark.name}: failed with code {error.returncode}", file=sys.stderr)
            failed.append(benchmark.name)
            continue
        entry = {"date": today(), "seconds": round(time.monotonic() - started)}
        measured[benchmark.name] = entry | {"figures": figures_of(benchmark, output)}
    return measured, failed


def with_last(measured: dict[str, Any], last: dict[str, Any]) -> dict[str, Any]:
    """Give each figure what it was in the last run, as `last` and as `ratio`; keep what was not measured now."""
    for name, entry in measured.items():
        before = {
            (figure["title"], figure["unit"]): figure["value"] for figure in last.get(name, {}).get("figures", ())
        }
        for figure in entry["figures"]:
            value = before.get((figure["title"], figure["unit"]))
            if value:
                figure["last"], figure["ratio"] = value, round(figure["value"] / value, 2)
    return {**last, **measured}


def today() -> str:
    """Return the date, as in 2030-12-31."""
    return datetime.now(UTC).date().isoformat()


def head() -> dict[str, Any]:
    """Say of which version, when and on what the run is."""
    from kbdesk import __version__

    return {
        "version": __version__,
        "date": today(),
        "system": f"{platform.system()}, Python {platform.python_version()}, {os.cpu_count()} cores",
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="small sizes; the figures are shown and not stored")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these benchmarks only")
    options = parser.parse_args()
    unknown = set(options.names) - {benchmark.name for benchmark in BENCHMARKS}
    if unknown:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    chosen = [benchmark for benchmark in BENCHMARKS if not options.names or benchmark.name in options.names]
    measured, failed = measure(chosen, is_short=options.short)
    last = json.loads(LAST_RUN.read_text("utf-8"))["benchmarks"] if LAST_RUN.exists() else {}
    # Other sizes give other figures: a short run is compared with nothing, and replaces nothing.
    benchmarks = measured if options.short else with_last(measured, last)
    run = head() | {"form": "short" if options.short else "full", "benchmarks": benchmarks}
    folder = BUILD / "bench" if options.short else RESULTS
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LAST_RUN.name).write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(write_page(run, folder))
    if not options.short:
        write_readme_table(run, REPOSITORY / "README.md")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
