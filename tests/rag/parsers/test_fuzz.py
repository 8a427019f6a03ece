"""Damaged files of every format: an outcome each time; no crash, no hang, no error but those a parser tells itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk.rag.parsers.registry import parse_file

from .samples import samples

FUZZING = Path(__file__).with_name("fuzzing.py")
SAMPLES = samples()
SHORT, LONG = range(30), range(30, 10_030)


def faults(folder: Path, seeds: range) -> list[dict[str, object]]:
    """Read damaged copies of the files of a folder in a process that is started again when it ends early."""
    found: list[dict[str, object]] = []
    while seeds:
        command = [sys.executable, FUZZING, folder, str(seeds.start), str(seeds.stop)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found += [json.loads(line) for line in done.stdout.splitlines()]
        name, seed = folder.with_suffix(".current").read_text().rsplit(maxsplit=1)
        if done.returncode:
            found.append(
                {"name": name, "seed": int(seed), "fault": f"ended by {done.returncode}: {done.stderr[-800:]}"}
            )
        seeds = range(int(seed) + 1, seeds.stop)
    return found


def test_every_sample_is_read_as_it_is(tmp_path: Path):
    for name, data in SAMPLES.items():
        path = tmp_path / "file"
        path.write_bytes(data)
        assert parse_file(path, name).outcome in {"text", "no_text"}, name


def test_damaged_files_have_an_outcome(tmp_path: Path):
    folder = tmp_path / "samples"
    folder.mkdir()
    for name, data in SAMPLES.items():
        (folder / name).write_bytes(data)
    assert faults(folder, SHORT) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_ten_thousand_damaged_files_have_an_outcome(name: str, tmp_path: Path):
    folder = tmp_path / "samples"
    folder.mkdir()
    (folder / name).write_bytes(SAMPLES[name])
    assert faults(folder, LONG) == []
