"""What packaging/build has made, where it was run: it is whole, and holds nothing that it was to leave out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk import __version__

FOLDER = Path(__file__).resolve().parents[2] / ".build" / "kbdesk"

pytestmark = pytest.mark.slow


@pytest.fixture
def program() -> Path:
    name = "kbdesk-cli.exe" if sys.platform == "win32" else "kbdesk"
    if not (FOLDER / name).is_file():
        pytest.skip("packaging/build was not run here")
    return FOLDER / name


def run(program: Path, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [program, *arguments], capture_output=True, env={**os.environ, **environment}, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_has_the_version_of_this_source(program: Path) -> None:
    assert run(program, "--version") == f"kbdesk {__version__}\n"


def test_it_finds_itself_whole(program: Path) -> None:
    states = [json.loads(line)["state"] for line in run(program, "--self-test", "--full", "--json").splitlines()]
    assert len(states) > 10
    assert "failed" not in states


def test_it_needs_no_python_beside_it(program: Path) -> None:
    said = run(program, "--self-test", PATH="/nowhere", PYTHONHOME="/nowhere", PYTHONPATH="/nowhere")
    assert "failed" not in said


@pytest.mark.parametrize("package", ["cv2", "shapely", "pyarrow", "pandas", "faiss", "grpc", "milvus_lite"])
def test_it_holds_nothing_that_is_left_out(program: Path, package: str) -> None:
    assert not (program.parent / "_internal" / package).exists()
