from __future__ import annotations

import io
import struct
from collections.abc import Callable

import olefile
import pytest

from kbdesk.errors import DamagedError, LimitError
from kbdesk.rag.parsers.xls_container import rebuilt
from kbdesk.rag.parsers.xlsx import ExcelParser

from .conftest import compound_file
from .samples import xls, xlsb


def stream_of(data: bytes) -> bytes:
    with olefile.OleFileIO(io.BytesIO(data)) as container:
        assert container.listdir() == [["Workbook"]]
        return container.openstream("Workbook").read()


@pytest.mark.parametrize("size", [1, 4095, 4096, 4097, 5_000_000])
def test_the_workbook_is_kept_whatever_its_size(size: int):
    content = bytes(range(1, 252)) * (size // 251 + 1)
    kept = stream_of(rebuilt(compound_file({"Other": b"x" * 70, "Workbook": content[:size]})))
    assert kept.rstrip(b"\0") == content[:size]


def test_a_rebuilt_file_is_read():
    (section,) = ExcelParser().read(xls(), "a.xls").sections
    assert section.content.text == "A\n\n| Leave | Days |\n| --- | --- |\n| Ann | 10 |\n"


def test_a_chain_of_sectors_that_runs_in_circles_is_damaged():
    data = compound_file({"Workbook": b"x" * 5_000})
    circle = data[:-512] + struct.pack("<I", 0) + data[-508:]
    assert circle != data
    with pytest.raises(DamagedError):
        ExcelParser().read(circle, "a.xls")


def test_a_container_without_a_workbook_is_damaged():
    with pytest.raises(DamagedError):
        rebuilt(compound_file({"WordDocument": b"x"}))


@pytest.mark.parametrize(("kind", "claim"), [(0x200, "<2I"), (0xFC, "<4x2I")])
def test_no_room_is_made_for_what_is_only_claimed(kind: int, claim: str):
    with olefile.OleFileIO(io.BytesIO(xls())) as container:
        stream = container.openstream(["Workbook"]).read()
    wild = struct.pack(claim, 0, 0xFFFFFFFF).ljust(14, b"\xff")
    stream = stream.replace(struct.pack("<HH2I3H", 0x200, 14, 0, 2, 0, 2, 0), struct.pack("<HH", kind, 14) + wild)
    result = ExcelParser().read(compound_file({"Workbook": stream}), "a.xls")
    assert result.outcome == "text"


@pytest.mark.parametrize("make", [xls, xlsb])
def test_cells_far_apart_are_refused_before_room_is_made_for_them(make: Callable[[int, int], bytes]):
    assert ExcelParser().read(make(9_999, 200), "a").outcome == "text"
    with pytest.raises(LimitError):
        ExcelParser().read(make(65_535, 65_535), "a")
