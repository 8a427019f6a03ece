from __future__ import annotations

import base64
import io
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest

from kbdesk.errors import DamagedError, LimitError, ParseError, PasswordError, UnsupportedError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.archive import ArchiveParser
from kbdesk.rag.parsers.base import ParseResult, Progress
from kbdesk.rag.parsers.types import sniff_bytes

Pack = Callable[[dict[str, str | bytes]], bytes]
# Made with `zip -P tulip`: leave.txt, "Ten days.\n"
LOCKED = base64.b64decode(
    "UEsDBAoACQAAANxOfl0myzjTFgAAAAoAAAAJAAAAbGVhdmUudHh0h5IQxb4Pwcxeo1qIm58h3/8ow0E9MVBLBwgmyzjTFgAAAAoAAABQSwECHg"
    "MKAAkAAADcTn5dJss40xYAAAAKAAAACQAAAAAAAAABAAAApIEAAAAAbGVhdmUudHh0UEsFBgAAAAABAAEANwAAAE0AAAAAAA=="
)
# The same, encrypted with AES; the standard library writes neither.
LOCKED_BY_AES = base64.b64decode(
    "UEsDBBQAAQBjAONTfl0AAAAAKAAAAAoAAAAJAAsAbGVhdmUudHh0AZkHAAIAQUUDCADQ1whVAYtt7KvOp6BykqC7pC5I0oWPWq+wCs7Se8u0dN"
    "5LaOaqWJt8UEsBAhQDFAABAGMA41N+XQAAAAAoAAAACgAAAAkACwAAAAAAAAAAAIABAAAAAGxlYXZlLnR4dAGZBwACAEFFAwgAUEsFBgAAAAAB"
    "AAEAQgAAAFoAAAAAAA=="
)


def read(data: bytes, *, depth: int = 0, password: str | None = None) -> ParseResult:
    return ArchiveParser(depth).read(data, "a.zip", password=password)


def names(data: bytes) -> list[str]:
    return [file.name for file in read(data).attachments]


def packed(*members: tuple[zipfile.ZipInfo | str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for member, content in members:
            archive.writestr(member, content)
    return target.getvalue()


def named(*raw: bytes) -> bytes:
    """An archive whose names are these bytes, without a mark of their encoding."""
    stand_ins = [f"{number:02}".ljust(len(name), "-") for number, name in enumerate(raw)]
    data = packed(*((name, b"x") for name in stand_ins))
    for stand_in, name in zip(stand_ins, raw, strict=True):
        data = data.replace(stand_in.encode(), name)
    return data


def test_every_file_is_an_attachment_with_its_path(zip_of: Pack):
    result = read(zip_of({"leave.txt": "Ten days.", "travel/rail/plan.txt": "By train."}))
    assert (result.outcome, result.sections, result.units, result.warnings) == ("text", [], {"files": 2}, [])
    assert [(file.name, file.data) for file in result.attachments] == [
        ("leave.txt", b"Ten days."),
        ("travel/rail/plan.txt", b"By train."),
    ]


def test_an_archive_without_files_is_empty(zip_of: Pack):
    assert read(zip_of({})).outcome == "empty"
    assert read(packed(("folder/", b""))).outcome == "empty"


def test_what_a_system_left_behind_is_left_out(zip_of: Pack):
    left = {"__MACOSX/._a.txt": "x", ".git/config": "x", "Thumbs.db": "x", "~$plan.docx": "x", "a.txt~": "x"}
    assert names(zip_of({"a.txt": "Text", **left})) == ["a.txt"]


def test_films_and_programs_are_not_unpacked_and_said(zip_of: Pack):
    result = read(zip_of({"a.txt": "Text", "party.mp4": "x", "setup.exe": "x"}))
    assert [file.name for file in result.attachments] == ["a.txt"]
    assert "party.mp4, setup.exe" in str(result.warnings[0])


def test_names_stay_below_the_archive(zip_of: Pack):
    assert names(zip_of({"../../escape.txt": "x", "/etc/passwd": "x", "C:\\a.txt": "x"})) == [
        "escape.txt",
        "etc/passwd",
        "a.txt",
    ]


def test_a_link_is_no_file():
    link = zipfile.ZipInfo("link.txt")
    link.external_attr = 0o120777 << 16
    assert names(packed((link, b"/etc/passwd"), ("a.txt", b"Text"))) == ["a.txt"]


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [
        ("gbk", ["员工手册.txt", "考勤与休假管理制度.docx"]),
        ("cp932", ["就業規則.txt", "出張旅費について.docx"]),
        ("cp850", ["Übergabe.txt", "Reisekosten für Fußgänger.docx"]),
        ("cp866", ["Правила отпуска.txt", "Командировки.docx"]),
        ("utf-8", ["Übergabe.txt", "休暇.docx"]),
    ],
)
def test_names_without_a_mark_are_read_in_their_encoding(encoding: str, wanted: list[str]):
    assert names(named(*(name.encode(encoding) for name in wanted))) == wanted


def test_the_second_name_in_utf8_is_taken():
    info = zipfile.ZipInfo("_bergabe.txt")
    name = "Übergabe.txt".encode()
    info.extra = struct.pack("<HHBI", 0x7075, len(name) + 5, 1, 0) + name
    assert names(packed((info, b"x"))) == ["Übergabe.txt"]


@pytest.mark.parametrize("data", [LOCKED, LOCKED_BY_AES])
def test_an_encrypted_archive_wants_its_password(data: bytes):
    with pytest.raises(PasswordError):
        read(data)
    with pytest.raises(PasswordError):
        read(data, password="rose")
    assert read(data, password="tulip").attachments[0].data == b"Ten days.\n"


def test_no_more_is_opened_in_the_old_encryption_than_a_person_waits_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_OLD_ENCRYPTED_BYTES", 21)
    with pytest.raises(LimitError, match="old encryption"):
        read(LOCKED, password="tulip")
    assert read(LOCKED_BY_AES, password="tulip").attachments


def test_what_was_changed_in_an_encrypted_file_is_not_taken():
    changed = bytearray(LOCKED_BY_AES)
    changed[changed.rindex(b"PK\x01\x02") - 1] ^= 1
    with pytest.raises(DamagedError):
        read(bytes(changed), password="tulip")


def flagged(data: bytes, *, flags: int, method: int = 8) -> bytes:
    """Return an archive whose first file claims these flags and this way of packing."""
    changed = bytearray(data)
    directory = data.rindex(b"PK\x01\x02")
    struct.pack_into("<HH", changed, 6, flags, method)
    struct.pack_into("<HH", changed, directory + 8, flags, method)
    return bytes(changed)


@pytest.mark.parametrize("method", [99, 9])
def test_what_only_other_programs_unpack_is_told(zip_of: Pack, method: int):
    with pytest.raises(UnsupportedError):
        read(flagged(zip_of({"a.txt": "Text"}), flags=method == 99, method=method), password="tulip")


def test_the_files_that_are_not_encrypted_are_read(zip_of: Pack):
    data = bytearray(zip_of({"a.txt": "Text", "b.txt": "Text"}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    result = read(bytes(data))
    assert [file.name for file in result.attachments] == ["a.txt"]
    assert "b.txt" in str(result.warnings[0])


def test_a_damaged_file_inside_is_left_out_and_said(zip_of: Pack):
    data = zip_of({"a.txt": "Ten days.", "b.txt": "Ten other days."})
    broken = data.replace(data[35:44], b"\xff" * 9, 1)
    result = read(broken)
    assert [file.name for file in result.attachments] == ["b.txt"]
    assert "a.txt" in str(result.warnings[0])
    with pytest.raises(DamagedError):
        read(zip_of({"a.txt": "Ten days."}).replace(data[35:44], b"\xff" * 9))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damage_inside_of_any_packing_is_told(method: int):
    data = packed(("[Content_Types].xml", bytes(range(200))), method=method)
    for place in range(49, data.rindex(b"PK\x01\x02")):
        broken = data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]
        assert sniff_bytes(broken, "a.zip").id == "zip"
        with suppress(ParseError):
            read(broken)


def test_a_file_that_unpacks_to_more_than_it_claims_takes_no_memory_for_it():
    data = bytearray(packed(("a.txt", bytes(64 << 20))))
    struct.pack_into("<I", data, data.rindex(b"PK\x01\x02") + 24, 10)
    tracemalloc.start()
    try:
        with pytest.raises(DamagedError):
            read(bytes(data))
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("data", [b"PK\x03\x04 cut off", b"PK\x05\x06"])
def test_a_cut_archive_is_damaged(data: bytes):
    with pytest.raises(DamagedError):
        read(data)


@pytest.mark.parametrize("limit", ["MAX_PARTS", "MAX_ATTACHMENTS", "MAX_ATTACHED_BYTES"])
def test_each_limit_holds(zip_of: Pack, monkeypatch: pytest.MonkeyPatch, limit: str):
    monkeypatch.setattr(limits, limit, 2)
    with pytest.raises(LimitError):
        read(zip_of({f"{number}.txt": "Text" for number in range(3)}))


def test_an_archive_that_unpacks_to_far_more_than_it_is_is_a_bomb(zip_of: Pack, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "RATIO_MATTERS_BYTES", 1 << 20)
    with pytest.raises(LimitError):
        read(zip_of({"a.txt": b" " * (2 << 20)}))


def test_an_archive_inside_of_too_many_others_is_not_opened(zip_of: Pack):
    assert read(zip_of({"a.txt": "Text"}), depth=limits.MAX_DEPTH - 1).attachments
    with pytest.raises(LimitError):
        read(zip_of({"a.txt": "Text"}), depth=limits.MAX_DEPTH)


def test_an_archive_of_nothing_but_archives_that_are_not_opened_ends_at_the_limit(zip_of: Pack):
    inner = zip_of({"a.txt": "Text"})
    with pytest.raises(LimitError):
        read(zip_of({"a.zip": inner, "b.zip": inner}), depth=limits.MAX_DEPTH - 1)
    assert len(read(zip_of({"a.zip": inner, "b.txt": "Text"}), depth=limits.MAX_DEPTH - 1).attachments) == 2
    assert read(zip_of({"a.zip": inner}), depth=limits.MAX_DEPTH - 2).attachments


def test_an_archive_that_contains_itself_is_a_trap(zip_of: Pack, monkeypatch: pytest.MonkeyPatch):
    data = zip_of({"picture.jpg": "x", "again.zip": "y"})
    monkeypatch.setattr(zipfile.ZipExtFile, "read", lambda part, _: data if part.name == "again.zip" else b"x")
    with pytest.raises(LimitError, match="itself"):
        read(data)


def test_progress_is_told_of_each_file(zip_of: Pack):
    seen: list[Progress] = []
    ArchiveParser().read(zip_of({"a.txt": "x", "b.txt": "x"}), "a.zip", on_progress=seen.append)
    assert seen == [Progress("file", 1, 2), Progress("file", 2, 2)]
