"""Messages as Outlook keeps them: properties by number, in .msg files and in winmail.dat.

Source: [MS-OXPROPS] (the numbers), [MS-OXCMSG] (what a message is made of).
"""

from __future__ import annotations

import struct
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from kbdesk.errors import ParseError, UnreadableTextError
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.attachments import listed, safe_name
from kbdesk.rag.parsers.base import Attachment, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.compressed_rtf import decompressed
from kbdesk.rag.parsers.encodings import decode, plain_line_ends
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, empty
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.mail import LOGO_BYTES, PictureReader, message_section, shown_pictures
from kbdesk.rag.parsers.rtf import RtfParser
from kbdesk.rag.parsers.types import type_of_name
from kbdesk.texts import Text, text

INTEGER, STRING8, STRING, TIME, BINARY, OBJECT = 0x0003, 0x001E, 0x001F, 0x0040, 0x0102, 0x000D

SUBJECT, _HEADERS, BODY, _RTF, _HTML = 0x0037, 0x007D, 0x1000, 0x1009, 0x1013
_SENDER_NAME, _SENDER_ADDRESS, _SENDER_SMTP = (0x0C1A, 0x0042), (0x0C1F, 0x0065), (0x5D01, 0x5D02)
_DATES = (0x0039, 0x0E06, 0x3007)
_SHOWN_TO, _SHOWN_CC, _RECIPIENT_TYPE = 0x0E04, 0x0E03, 0x0C15
DISPLAY_NAME, _ADDRESS, _SMTP = 0x3001, 0x3003, 0x39FE
_LONG_NAME, _SHORT_NAME, FILE_DATA, _MEDIA_TYPE, _CONTENT_ID = 0x3707, 0x3704, 0x3701, 0x370E, 0x3712
MESSAGE_CODEPAGE, _INTERNET_CODEPAGE = 0x3FFD, 0x3FDE
_CODECS = {1200: "utf-16-le", 20127: "ascii", 20866: "koi8_r", 21866: "koi8_u", 20932: "euc_jp", 51932: "euc_jp"} | {
    50220: "iso2022_jp", 50221: "iso2022_jp", 50222: "iso2022_jp", 50225: "iso2022_kr", 51936: "gb2312",
    51949: "euc_kr", 52936: "hz", 54936: "gb18030", 65000: "utf-7", 65001: "utf-8",
}  # fmt: skip
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


@dataclass
class Properties:
    """The properties of a message, a recipient or an attachment.

    Attributes:
        values: Type and bytes by number.
        codepage: Of texts of one byte a character, where the object does not say.
    """

    values: dict[int, tuple[int, bytes]] = field(default_factory=dict[int, tuple[int, bytes]])
    codepage: int | None = None

    def text(self, *numbers: int) -> str:
        """Return the first of these texts that is there, or ""."""
        for number in numbers:
            kind, value = self.values.get(number, (0, b""))
            if kind == STRING:
                found = value.decode("utf-16-le", "replace")
            elif kind in {STRING8, BINARY}:
                found = self._decoded(value, number)
            else:
                continue
            if found := found.replace("\x00", "").strip():
                return found
        return ""

    def data(self, number: int) -> bytes:
        """Return bytes, or none."""
        kind, value = self.values.get(number, (0, b""))
        return value if kind in {BINARY, STRING8, OBJECT} else b""

    def number(self, number: int) -> int | None:
        """Return a number, or None."""
        kind, value = self.values.get(number, (0, b""))
        return int.from_bytes(value[:4], "little") if kind == INTEGER else None

    def time(self, number: int) -> datetime | None:
        """Return a point in time, or None."""
        kind, value = self.values.get(number, (0, b""))
        if kind != TIME or len(value) < 8:
            return None
        try:
            return _EPOCH + timedelta(microseconds=struct.unpack("<Q", value[:8])[0] // 10)
        except OverflowError:
            return None

    def _decoded(self, value: bytes, number: int) -> str:
        first, second = self.number(MESSAGE_CODEPAGE) or self.codepage, self.number(_INTERNET_CODEPAGE)
        codepage = (second or first) if number in {BODY, _HTML} else (first or second)
        try:
            return decode(value.rstrip(b"\x00"), _codec(codepage)).text
        except UnreadableTextError:
            return ""


@dataclass
class MapiAttachment:
    """A file or a message inside a message."""

    properties: Properties
    message: MapiMessage | None = None


@dataclass
class MapiMessage:
    """A message with its recipients and what is attached to it."""

    properties: Properties
    recipients: list[Properties] = field(default_factory=list[Properties])
    attachments: list[MapiAttachment] = field(default_factory=list[MapiAttachment])


class OutlookParser(ParserBase):
    """Reads messages of Outlook: a section for each, those inside of it in their place; what is attached is kept.

    Metadata: "heading_path" (the subjects).

    Args:
        ocr: As of `MailParser`.
    """

    def __init__(self, *, ocr: bool = False) -> None:
        self._ocr = ocr

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole message; see `ParserBase.read`."""
        if not data:
            raise empty()
        try:
            reading = _Reading(filename, PictureReader(filename, on_progress) if self._ocr else None)
            reading.take(self._message(data), [])
        except ParseError:
            raise
        except LIBRARY_FAULTS as exc:  # olefile's own errors are OSErrors
            raise damaged("Outlook") from exc
        return reading.result

    @abstractmethod
    def _message(self, data: bytes) -> MapiMessage:
        """Return the message that is in a file; what it raises for broken bytes is converted by `read`."""


class _Reading:
    """What is found in a message, in reading order."""

    def __init__(self, source: str, pictures: PictureReader | None) -> None:
        self._source = source
        self._pictures = pictures
        self.result = ParseResult([], {"messages": 0})

    def take(self, message: MapiMessage, path: list[str]) -> None:
        subject = " ".join(message.properties.text(SUBJECT).split())
        path = [*path, subject] if subject else path
        files = _Files(message)
        section = message_section(
            _headers(message, subject), [self._body(message)], files.attachments, path=path, source=self._source
        )
        result = self.result
        result.units["messages"] += 1
        result.sections += [] if section is None else [section]
        result.attachments += files.attachments
        result.warnings += [_not_inside(files.missing)] if files.missing else []
        if self._pictures is not None:
            result.sections += self._pictures.sections(files.shown, path)
        for attachment in message.attachments:
            if attachment.message is not None:
                self.take(attachment.message, path)

    def _body(self, message: MapiMessage) -> str:
        try:
            return _body(message.properties, self._source)
        except ParseError:
            self.result.warnings.append(text("parsing", "The text of the message cannot be read."))
            return ""


def _headers(message: MapiMessage, subject: str) -> dict[str, str]:
    properties = message.properties
    sender = _person(properties.text(*_SENDER_NAME), properties.text(*_SENDER_SMTP, *_SENDER_ADDRESS))
    dates = (found for number in _DATES if (found := properties.time(number)))
    date = next(dates, None)
    return {
        "Subject": subject,
        "From": sender,
        "To": _people(message.recipients, 1) or properties.text(_SHOWN_TO),
        "Cc": _people(message.recipients, 2) or properties.text(_SHOWN_CC),
        "Date": format_datetime(date) if date else "",
    }


def _people(recipients: Sequence[Properties], kind: int) -> str:
    chosen = (one for one in recipients if one.number(_RECIPIENT_TYPE) == kind)
    return ", ".join(filter(None, (_person(one.text(DISPLAY_NAME), one.text(_SMTP, _ADDRESS)) for one in chosen)))


def _person(name: str, address: str) -> str:
    if "@" not in address or address == name:  # else a path in somebody's directory
        return name
    return f"{name} <{address}>" if name else address


def _body(properties: Properties, source: str) -> str:
    """Return the text of a message: plain, else of HTML, else of the RTF that Outlook keeps."""
    if plain := properties.text(BODY):
        return plain_line_ends(plain).strip()
    if page := properties.text(_HTML):
        return _joined(HTMLParser().read_text(page, source).sections)
    rtf = decompressed(properties.data(_RTF))
    return _joined(RtfParser(include_image=False).read(rtf, source).sections) if rtf else ""


class _Files:
    """What comes with a message.

    Attributes:
        attachments: Files.
        shown: Pictures that stand in its text.
        missing: Names of what is not in the message.
    """

    def __init__(self, message: MapiMessage) -> None:
        self.attachments: list[Attachment] = []
        self.shown: list[bytes] = []
        self.missing: list[str] = []
        shown = shown_pictures(message.properties.data(_HTML))
        for properties in (attachment.properties for attachment in message.attachments if attachment.message is None):
            name, data = _name(properties), properties.data(FILE_DATA)
            content_id = properties.text(_CONTENT_ID)
            is_picture = _is_picture(name)
            if not data:
                self.missing.append(name)
            elif is_picture and content_id in shown:
                self.shown.append(data)
            elif not (is_picture and content_id and len(data) < LOGO_BYTES):
                self.attachments.append(Attachment(name, data))


def _name(properties: Properties) -> str:
    named = safe_name(properties.text(_LONG_NAME, _SHORT_NAME, DISPLAY_NAME))
    # What Outlook keeps of a signed message is the message itself.
    is_message = properties.text(_MEDIA_TYPE).startswith("multipart/")
    return "message.eml" if is_message else named or "attachment"


def _is_picture(name: str) -> bool:
    file_type = type_of_name(name)
    return file_type is not None and file_type.media_type.startswith("image/")


def _not_inside(names: list[str]) -> Text:
    return text(
        "parsing",
        "The message only points to these files, or holds them in a form that only Outlook opens: {names}.",
        names=listed(names),
    )


def _joined(sections: list[Section]) -> str:
    return "\n\n".join(getattr(section.content, "text", "") for section in sections)


def _codec(codepage: int | None) -> str | None:
    """Return the name of a Windows code page's encoding."""
    if codepage is None:
        return None
    if 28591 <= codepage <= 28606:
        return f"iso8859-{codepage - 28590}"
    return _CODECS.get(codepage, f"cp{codepage}")
