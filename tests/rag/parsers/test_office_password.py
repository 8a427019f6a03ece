from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msoffcrypto
import pytest
import xlsxwriter
from docx import Document

from kbdesk.errors import DamagedError, ParseError, PasswordError, UnsupportedError
from kbdesk.rag.parsers.base import ReadOptions
from kbdesk.rag.parsers.office_password import opened
from kbdesk.rag.parsers.registry import ParsedFile, parse_file


def locked(data: bytes, password: str) -> bytes:
    target = io.BytesIO()
    msoffcrypto.OfficeFile(io.BytesIO(data)).encrypt(password, target)
    return target.getvalue()


@pytest.fixture
def word() -> bytes:
    document, target = Document(), io.BytesIO()
    document.add_paragraph("Ten days.")
    document.save(target)
    return target.getvalue()


@pytest.fixture
def sheet() -> bytes:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        book.add_worksheet().write("A1", "Ten days.")
    return target.getvalue()


@pytest.fixture
def parse(tmp_path: Path) -> Callable[..., ParsedFile]:
    def read(data: bytes, name: str, password: str | None = None) -> ParsedFile:
        (tmp_path / "file").write_bytes(data)
        return parse_file(tmp_path / "file", name, ReadOptions(password))

    return read


def test_with_its_password_a_file_is_what_it_is_inside(parse: Callable[..., ParsedFile], word: bytes):
    parsed = parse(locked(word, "tulip"), "plan.docx", "tulip")
    assert (parsed.outcome, parsed.kind, parsed.warnings) == ("text", "Word", [])
    assert parsed.sections[0].content.text == "Ten days."


def test_a_wrong_ending_is_said_when_it_is_open(parse: Callable[..., ParsedFile], word: bytes):
    assert "Word" in str(parse(locked(word, "tulip"), "plan.xlsx", "tulip").warnings[0])


@pytest.mark.parametrize(("password", "said"), [(None, "protected"), ("rose", "does not open"), ("", "does not open")])
def test_without_its_password_a_file_wants_it(
    parse: Callable[..., ParsedFile], word: bytes, password: str | None, said: str
):
    parsed = parse(locked(word, "tulip"), "plan.docx", password)
    assert (parsed.outcome, parsed.sections) == ("password", [])
    assert said in str(parsed.message)


def test_no_password_is_asked_for_where_excel_used_its_own(parse: Callable[..., ParsedFile], sheet: bytes):
    assert parse(locked(sheet, "VelvetSweatshop"), "plan.xlsx").outcome == "text"


def test_a_damaged_encryption_is_told(compound: Callable[[dict[str, Any]], bytes]):
    with pytest.raises(DamagedError):
        opened(compound({"EncryptedPackage": b"x", "EncryptionInfo": b"\4\0\4\0\0\0\0\0<encryption/>"}), "tulip")


def test_an_unknown_encryption_is_told(compound: Callable[[dict[str, Any]], bytes]):
    with pytest.raises(UnsupportedError, match="does not know"):
        opened(compound({"EncryptedPackage": b"x", "EncryptionInfo": b"\x09\0\x09\0" + bytes(60)}), "tulip")


@pytest.mark.parametrize("stream", ["\x06DataSpaces", "\tDRMContent"])
def test_rights_management_is_told(
    compound: Callable[[dict[str, Any]], bytes], parse: Callable[..., ParsedFile], stream: str
):
    parsed = parse(compound({"EncryptedPackage": b"x", stream: b"x"}), "plan.docx")
    assert parsed.outcome == "unsupported"
    assert "account" in str(parsed.message)


def test_what_is_not_encrypted_stays_as_it_is(word: bytes, compound: Callable[[dict[str, Any]], bytes]):
    old = compound({"Workbook": b"\x09\x08\x04\0\0\x06\x05\0\x0a\0\0\0"})
    assert opened(word, None) == word
    assert opened(old, "tulip") == old
    assert opened(old[:700], None) == old[:700]


def test_an_old_word_file_with_a_password_is_opened(shared: Path):
    data = (shared / "corpus" / "hard" / "legacy" / "encrypted-rc4.doc").read_bytes()
    assert opened(data, "Password1234_") != data
    with pytest.raises(PasswordError):
        opened(data, "rose")


def test_any_broken_encrypted_file_is_opened_or_told(word: bytes, flipped: Callable[[bytes], Iterator[bytes]]):
    data = locked(word, "tulip")
    for broken in flipped(data):
        try:
            opened(broken, None)
        except ParseError:
            continue
