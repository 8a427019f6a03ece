"""The real hard files, read in child processes; left out where they are not at hand."""

from __future__ import annotations

import importlib
import json
import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("resource", reason="peak memory is known on Unix only")

LEAST_SCORE = 116  # of 118; two hang on what OCR sees in a photo and in a fax
FILE_TIME_S = 60
MEMORY_MIB = 2_048


@pytest.fixture
def benchmark(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark's module, found by its name in child processes too."""
    monkeypatch.syspath_prepend(pytestconfig.rootpath / "tests" / "benchmarks")
    return importlib.import_module("hard_files")


def test_hard_files_are_read_within_limits_and_rightly(shared: Path, benchmark: ModuleType, tmp_path: Path):
    corpus = shared / "corpus"
    lines = (corpus / "hard" / "MANIFEST.jsonl").read_text("utf-8").splitlines()
    paths = [json.loads(line)["path"] for line in lines]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(benchmark.read_one, corpus / path, path) for path in paths]
        records = [future.result(FILE_TIME_S) for future in futures]
    assert max(record["mib"] for record in records) < MEMORY_MIB
    written = tmp_path / "results.jsonl"
    written.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    command = [sys.executable, corpus / "score.py", written]
    report = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    right, _, total = report.splitlines()[-1].split()[:3]
    assert int(right) >= LEAST_SCORE, report
    assert int(total) == len(lines)
