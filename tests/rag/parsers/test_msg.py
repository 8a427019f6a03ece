from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kbdesk.errors import LimitError, ParseError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.msg import MsgParser
from kbdesk.rag.parsers.registry import parse_file

Compound = Callable[[dict[str, Any]], bytes]
SUBJECT, BODY, HTML, RTF, SENDER, SMTP = 0x0037, 0x1000, 0x1013, 0x1009, 0x0C1A, 0x5D01
NAME, ADDRESS, KIND, FILE, FILE_NAME, CONTENT_ID, CODEPAGE = 0x3001, 0x39FE, 0x0C15, 0x3701, 0x3707, 0x3712, 0x3FFD


def storage(header: int, values: dict[int, Any], **below: Any) -> dict[str, Any]:
    """The streams of a message, a recipient or an attachment."""
    fixed, streams = bytes(header), {}
    for number, value in values.items():
        if isinstance(value, int):
            fixed += struct.pack("<HHIQ", 0x0003, number, 6, value)
        elif isinstance(value, datetime):
            ticks = int((value - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10**7
            fixed += struct.pack("<HHIQ", 0x0040, number, 6, ticks)
        else:
            kind, data = (0x001F, value.encode("utf-16-le")) if isinstance(value, str) else value
            fixed += struct.pack("<HHIQ", kind, number, 6, len(data))
            streams[f"__substg1.0_{number:04X}{kind:04X}"] = data
    return {"__properties_version1.0": fixed, **streams, **below}


def message(values: dict[int, Any] | None = None, *parts: dict[str, Any], header: int = 32) -> dict[str, Any]:
    kinds = {"recip": 0, "attach": 0}
    below: dict[str, Any] = {}
    for part in parts:
        kind = "recip" if f"__substg1.0_{ADDRESS:04X}001F" in part else "attach"
        below[f"__{kind}_version1.0_#{kinds[kind]:08X}"] = part
        kinds[kind] += 1
    return storage(header, {SUBJECT: "Leave", BODY: "Ten days."} if values is None else values, **below)


def person(name: str, address: str, kind: int) -> dict[str, Any]:
    return storage(8, {NAME: name, ADDRESS: address, KIND: kind})


def file(name: str, data: bytes, **below: Any) -> dict[str, Any]:
    return storage(8, {FILE_NAME: name, FILE: (0x0102, data)}, **below)


@pytest.fixture
def read(compound: Compound) -> Callable[..., ParseResult]:
    return lambda tree: MsgParser().read(compound(tree), "a.msg")


@pytest.fixture
def words(read: Callable[..., ParseResult]) -> Callable[..., str]:
    return lambda tree: read(tree).sections[0].content.text


def test_a_message_is_a_section_with_its_people_and_its_date(read: Callable[..., ParseResult]):
    values = {SUBJECT: "Leave", BODY: "Ten days.\r\nA year.", SENDER: "Anna", SMTP: "anna@example.com"}
    values[0x0039] = datetime(2026, 5, 4, 10, 30, tzinfo=UTC)
    people = (
        person("Ben", "ben@example.com", 1),
        person("c@example.com", "c@example.com", 1),
        person("Di", "d@x.org", 2),
    )
    (section,) = read(message(values, *people)).sections
    assert section.content.text == (
        "Subject: Leave\nFrom: Anna <anna@example.com>\nTo: Ben <ben@example.com>, c@example.com\nCc: Di <d@x.org>\n"
        "Date: Mon, 04 May 2026 10:30:00 +0000\n\nTen days.\nA year."
    )
    assert section.metadata == {"heading_path": ["Leave"]}


def test_without_plain_text_the_html_is_read_in_its_encoding(words: Callable[..., str]):
    page = "<p>Die <b>Übergabe</b>".encode("cp1252")
    assert words(message({SUBJECT: "Leave", HTML: (0x0102, page), 0x3FDE: 1252})).endswith("Die Übergabe")


def test_without_both_the_packed_rtf_is_read(words: Callable[..., str]):
    rtf = rb"{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}Ten \'fcber days{\*\htmltag72 </p>}}"
    packed = struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf
    assert words(message({SUBJECT: "Leave", RTF: (0x0102, packed)})).endswith("Ten über days")


@pytest.mark.parametrize(
    ("codepage", "encoding"),
    [(936, "gbk"), (932, "cp932"), (50220, "iso2022_jp"), (50225, "iso2022_kr"), (65000, "utf-7"), (99, "gbk")],
)
def test_texts_of_one_byte_are_read_in_the_codepage_of_the_message(
    words: Callable[..., str], codepage: int, encoding: str
):
    subject = (0x001E, "休假的通知和申请".encode("gbk") if encoding == "gbk" else "休暇のお知らせ".encode(encoding))
    assert ("休假的通知" if encoding == "gbk" else "休暇のお知らせ") in words(
        message({SUBJECT: subject, CODEPAGE: codepage})
    )


def test_files_are_attachments(read: Callable[..., ParseResult]):
    result = read(message(None, file("..\\plan.pdf", b"%PDF" * 2_000), file("a.txt", b"Text")))
    assert [(one.name, len(one.data)) for one in result.attachments] == [("plan.pdf", 8_000), ("a.txt", 4)]
    assert "Attachments: plan.pdf, a.txt" in result.sections[0].content.text


def test_pictures_in_the_text_are_no_attachments(read: Callable[..., ParseResult]):
    shown = storage(8, {FILE_NAME: "image001.png", FILE: (0x0102, b"x" * 9_000), CONTENT_ID: "image001.png@1"})
    values = {SUBJECT: "Leave", HTML: (0x0102, b'<p>Plan: <img src="cid:image001.png@1">')}
    result = read(message(values, shown, file("photo.png", b"x" * 9_000)))
    assert [one.name for one in result.attachments] == ["photo.png"]


def test_a_message_inside_is_read_in_its_place_with_its_files(read: Callable[..., ParseResult]):
    inner = message({SUBJECT: "Older", BODY: "Five days."}, file("old.txt", b"Text"), header=24)
    result = read(message(None, storage(8, {NAME: "Older"}, **{"__substg1.0_3701000D": inner})))
    assert [section.metadata["heading_path"] for section in result.sections] == [["Leave"], ["Leave", "Older"]]
    assert [one.name for one in result.attachments] == ["old.txt"]
    assert result.units == {"messages": 2}


def test_a_signed_message_inside_is_a_message(read: Callable[..., ParseResult]):
    signed = storage(8, {FILE_NAME: "smime.p7m", FILE: (0x0102, b"From: a"), 0x370E: "multipart/signed"})
    assert read(message(None, signed)).attachments[0].name == "message.eml"


def test_a_file_that_is_only_pointed_to_is_told(read: Callable[..., ParseResult]):
    result = read(message(None, storage(8, {FILE_NAME: "cloud.docx"})))
    assert "cloud.docx" in str(result.warnings[0])


def test_a_message_of_far_more_than_a_file_may_hold_ends_at_a_limit(
    read: Callable[..., ParseResult], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 10_000)
    with pytest.raises(LimitError):
        read(message(None, *[file(f"{number}.txt", b"x" * 4_000) for number in range(3)]))


def test_an_outlook_message_is_known_whatever_its_name(compound: Compound, tmp_path: Path):
    (tmp_path / "mail").write_bytes(compound(message()))
    parsed = parse_file(tmp_path / "mail", "mail.eml")
    assert (parsed.outcome, parsed.kind) == ("text", "Outlook message")


def test_any_broken_message_is_read_or_told(compound: Compound, flipped: Callable[[bytes], Iterator[bytes]]):
    inner = message({SUBJECT: "Older", BODY: "Five days."}, file("old.txt", b"Text"), header=24)
    data = compound(message(None, file("a.txt", b"x" * 5_000), storage(8, {}, **{"__substg1.0_3701000D": inner})))
    for broken in flipped(data):
        try:
            MsgParser().read(broken, "a.msg")
        except ParseError:
            continue
