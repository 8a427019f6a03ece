from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

from kbdesk.errors import ParseError
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.mail import MailParser
from kbdesk.rag.parsers.registry import parse_file
from kbdesk.rag.parsers.tnef import TnefParser

STRING8, STRING, BINARY, OBJECT = 0x001E, 0x001F, 0x0102, 0x000D
SUBJECT, BODY, FILE, NAME = 0x0037, 0x1000, 0x3701, 0x3707


def attribute(number: int, value: bytes, level: int = 1) -> bytes:
    return struct.pack("<BII", level, number, len(value)) + value + struct.pack("<H", sum(value) & 0xFFFF)


def properties(*values: bytes) -> bytes:
    return struct.pack("<I", len(values)) + b"".join(values)


def variable(number: int, kind: int, value: bytes) -> bytes:
    return struct.pack("<HHII", kind, number, 1, len(value)) + value + b"\0" * (-len(value) % 4)


NAMED = struct.pack("<HH16sII", 0x0003, 0x8001, b"", 1, 6) + b"a\0b\0\0\0\0\0" + struct.pack("<I", 7)
MANY = struct.pack("<HHI", 0x1003, 0x4000, 2) + struct.pack("<II", 1, 2)
FIXED = struct.pack("<HHI", 0x0003, 0x3FDE, 1252)


def packed(*attributes: bytes) -> bytes:
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join(attributes)


def message(subject: str = "Leave", *attributes: bytes) -> bytes:
    values = properties(
        NAMED,
        MANY,
        FIXED,
        variable(SUBJECT, STRING, subject.encode("utf-16-le")),
        variable(BODY, STRING8, b"Ten d\xfc."),
    )
    return packed(attribute(0x69007, struct.pack("<II", 1252, 0)), attribute(0x69003, values), *attributes)


def file(name: str, data: bytes) -> bytes:
    named = properties(variable(NAME, STRING, name.encode("utf-16-le")))
    return attribute(0x69002, b"", 2) + attribute(0x6800F, data, 2) + attribute(0x69005, named, 2)


def read(data: bytes) -> ParseResult:
    return TnefParser().read(data, "winmail.dat")


def test_the_message_and_its_files_are_read():
    result = read(message("Leave", file("plan.pdf", b"%PDF"), file("a.txt", b"Text")))
    assert result.sections[0].content.text == "Subject: Leave\nAttachments: plan.pdf, a.txt\n\nTen dü."
    assert [(one.name, one.data) for one in result.attachments] == [("plan.pdf", b"%PDF"), ("a.txt", b"Text")]


def test_what_old_programs_write_is_read():
    old = attribute(0x69002, b"", 2) + attribute(0x18010, b"plan.doc\0", 2) + attribute(0x6800F, b"x", 2)
    result = read(packed(attribute(0x18004, b"Leave\0"), attribute(0x2800C, b"Ten days.\0"), old))
    assert result.sections[0].content.text == "Subject: Leave\nAttachments: plan.doc\n\nTen days."


def test_a_message_inside_is_read_in_its_place():
    inside = properties(variable(FILE, OBJECT, bytes(16) + message("Older", file("old.txt", b"Text"))))
    result = read(message("Leave", attribute(0x69002, b"", 2) + attribute(0x69005, inside, 2)))
    assert [section.metadata["heading_path"] for section in result.sections] == [["Leave"], ["Leave", "Older"]]
    assert [one.name for one in result.attachments] == ["old.txt"]


def test_it_comes_as_a_file_of_a_message(tmp_path: Path):
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Leave", "a@example.com", "b@example.com"
    mail.add_attachment(message(), "application", "ms-tnef", filename="winmail.dat")
    (tmp_path / "file").write_bytes(MailParser().read(mail.as_bytes(), "a.eml").attachments[0].data)
    parsed = parse_file(tmp_path / "file", "winmail.dat")
    assert (parsed.outcome, parsed.kind) == ("text", "Outlook attachment")


def test_any_broken_file_is_read_or_told(flipped: Callable[[bytes], Iterator[bytes]]):
    inside = properties(variable(FILE, OBJECT, bytes(16) + message("Older")))
    data = message("Leave", file("a.txt", b"x" * 900), attribute(0x69002, b"", 2) + attribute(0x69005, inside, 2))
    for broken in flipped(data):
        try:
            read(broken)
        except ParseError:
            continue
