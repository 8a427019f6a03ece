from __future__ import annotations

import io
import struct

import pytest

from kbdesk.rag.parsers.ole import claims_too_much, top_level_names

from .conftest import compound_file

WHOLE = compound_file({"Workbook": b"x" * 5_000, "Folder": {"Inside": b"y" * 70}})
DIRECTORY = WHOLE.index("Root Entry".encode("utf-16-le"))


def test_names_are_those_below_the_root():
    assert top_level_names(io.BytesIO(WHOLE)) == {"Workbook", "Folder"}
    assert top_level_names(io.BytesIO(b"no container")) == set()


def test_a_whole_file_claims_what_it_has():
    assert not claims_too_much(WHOLE)
    assert not claims_too_much(b"no container")


@pytest.mark.parametrize("place", [44, 64, 72, DIRECTORY + 120, DIRECTORY + 128 + 120])
def test_a_claim_beyond_the_file_is_seen(place: int):
    assert claims_too_much(WHOLE[:place] + struct.pack("<I", 0x7FFFFFFF) + WHOLE[place + 4 :])
