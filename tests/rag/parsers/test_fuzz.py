"""Damaged files of every format: an outcome each time, never an exception, never a word in the log."""

from __future__ import annotations

import random
from pathlib import Path
from typing import get_args

import pytest

from kbdesk.rag.parsers.base import Outcome
from kbdesk.rag.parsers.ocr import NOTHING
from kbdesk.rag.parsers.registry import parse_file

OUTCOMES = get_args(Outcome)
SAMPLES = sorted((Path(__file__).resolve().parents[3] / "resources" / "sample").iterdir())


def damaged(data: bytes, dice: random.Random) -> bytes:
    """Return the bytes with a few flipped, and sometimes with a piece lost, doubled or moved."""
    changed = bytearray(data)
    for _ in range(dice.choice([1, 3, 10, 100])):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    start, end = sorted(dice.choices(range(len(changed) + 1), k=2))
    match dice.randrange(6):
        case 0:
            del changed[start:]
        case 1:
            del changed[start:end]
        case 2:
            changed[start:start] = changed[start:end]
        case 3:
            changed[start:end] = dice.randbytes(end - start)
        case _:
            pass
    return bytes(changed)


def check(sample: Path, seeds: range, folder: Path) -> None:
    data = sample.read_bytes()
    path = folder / "file"
    for seed in seeds:
        path.write_bytes(damaged(data, random.Random(f"{sample.name} {seed}")))
        assert parse_file(path, sample.name).outcome in OUTCOMES, seed


@pytest.fixture(autouse=True)
def without_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    """OCR takes seconds and sees pixels only, never a damaged file."""
    monkeypatch.setattr("kbdesk.rag.parsers.image.recognize_text", lambda image: NOTHING)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.suffix)
def test_a_damaged_file_has_an_outcome(sample: Path, tmp_path: Path):
    check(sample, range(25), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.suffix)
def test_ten_thousand_damaged_files_have_an_outcome(sample: Path, tmp_path: Path):
    check(sample, range(25, 10_025), tmp_path)
