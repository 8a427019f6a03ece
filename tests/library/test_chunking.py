"""The ways of cutting and their settings."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from kbdesk.errors import InputError
from kbdesk.library.chunking import Chunking, Way
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker

WAYS: tuple[Way, ...] = get_args(Way)


def test_knowledge_bases_of_old_are_cut_as_ever() -> None:
    ever = ApproxTokenChunker(ApproxTokenChunker.Parameters(boundaries="sentence"))
    assert Chunking.from_json("").fingerprint == ever.fingerprint


@pytest.mark.parametrize("way", WAYS)
def test_settings_come_back_as_they_were(way: Way) -> None:
    chunking = Chunking(way, 200, 20, 3)
    assert Chunking.from_json(chunking.to_json()) == chunking


@pytest.mark.parametrize("way", WAYS)
def test_the_fingerprint_names_the_way_and_its_size(way: Way) -> None:
    assert Chunking(way).fingerprint.startswith(f"{way}:")
    assert Chunking(way).fingerprint != Chunking(way, 200).fingerprint


def test_only_settings_that_matter_change_the_fingerprint() -> None:
    assert Chunking("sentence", rows=9).fingerprint == Chunking("sentence").fingerprint
    assert Chunking("semantic", overlap=9).fingerprint == Chunking("semantic").fingerprint
    assert Chunking("table_rows", rows=9).fingerprint != Chunking("table_rows").fingerprint


@pytest.mark.parametrize(
    "change", [{"chunk_size": 31}, {"chunk_size": 4097}, {"overlap": 512}, {"overlap": -1}, {"rows": 0}, {"rows": 101}]
)
def test_settings_that_make_no_sense_are_refused(change: dict[str, int]) -> None:
    with pytest.raises(InputError):
        replace(Chunking(), **change).check()
