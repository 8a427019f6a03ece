"""What holds in every store on a disk that is really full; needs the right to mount one of two megabytes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def path(kind: str, tmp_path: Path):
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a small disk is not allowed here")
    yield disk / ("store.sqlite3" if kind == "sqlite" else "store.db")
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_full_disk_is_said_and_everything_inserted_before_stays(child):
    [line] = [json.loads(line) for line in child("insert_until_full").communicate(timeout=60)[0].splitlines()]
    assert set(line["sentences"]) == {line["sentences"][0]}
    assert line["sentences"][0].startswith("The disk is full; nothing was changed")
    assert line["kinds"] == ["DiskFullError"]
    assert line["listed"] == line["inserted"]
    [seen] = [json.loads(line) for line in child("look").communicate(timeout=60)[0].splitlines()]
    assert seen == {"hits": sum(line["inserted"].values()), "documents": line["inserted"]}
