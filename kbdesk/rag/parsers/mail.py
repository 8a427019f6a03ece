"""Messages (EML) and saved web pages (MHTML): both are MIME files."""

from __future__ import annotations

import base64
import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from typing import ClassVar, cast
from urllib.parse import unquote

from kbdesk.errors import ParseError, UnreadableTextError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.attachments import safe_name
from kbdesk.rag.parsers.base import Attachment, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.block_sections import BlockSections, SectionOptions
from kbdesk.rag.parsers.encodings import decode, plain_line_ends
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.mail_headers import file_name, header
from kbdesk.rag.parsers.text_types import looks_like_utf16
from kbdesk.rag.parsers.types import TYPES
from kbdesk.texts import Text, text

_HEADERS = ("Subject", "From", "To", "Cc", "Date")
_SHOWN_PICTURE = re.compile(rb"cid:([^\"'\s>)]+)", re.I)
_BLANK = re.compile(rb"(?:\s|\xc2?\xa0)*")
LOGO_BYTES = 6_000
"""A picture that is no attachment of its own, only part of the layout, is a logo below this size."""

# Signatures, and headers that a mail server returns.
_NOBODY_WROTE = frozenset(
    {
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-signature",
        "application/pgp-keys",
        "text/rfc822-headers",
    }
)
# What mail servers and programs say of a message: where it did not arrive and why, who read it when.
_REPORTS = frozenset({"message/delivery-status", "message/disposition-notification", "message/feedback-report"})
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"})


class MailParser(ParserBase):
    """EML files: a section per message, the forwarded ones too; MHTML files: the sections of the page.

    Metadata: "heading_path" (the subjects, or the headings of the page). A forwarded message is read in its place,
    among the words that it belongs to, and does not become an attachment; what is attached to it, does.

    Args:
        ocr: Whether the text in large pictures that a message shows is read; each becomes a section after it, with
            "ocr" (True) and "ocr_confidence" (0 to 1).
    """

    supported_media_types: ClassVar[list[str]] = ["message/rfc822", "multipart/related"]
    extensions: ClassVar[tuple[str, ...]] = (".eml", ".mhtml", ".mht")

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
        if looks_like_utf16(data[:4096]):
            data = decode(data).text.encode()
        data = data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
        try:
            content = _Content(filename, PictureReader(filename, on_progress) if self._ocr else None)
            content.take(message_from_bytes(data), [])
        except ParseError:
            raise
        except LIBRARY_FAULTS as exc:
            raise damaged("E-mail") from exc
        units = {"messages": content.message_count}
        return ParseResult(content.sections, units, content.warnings(), attachments=content.attachments)


def message_section(
    headers: dict[str, str], texts: list[str], attached: list[Attachment], *, path: list[str], source: str
) -> Section | None:
    """Return the section of one message, or None if there are no words in it.

    Args:
        headers: By name; blank ones are left out.
        texts: The parts of its text.
        attached: What comes with it.
        path: Subjects of the messages that it is inside of, and its own.
        source: The document's name.
    """
    lines = [f"{name}: {value}" for name, value in headers.items() if value]
    if attached:
        lines.append(f"Attachments: {', '.join(attachment.name for attachment in attached)}")
    body = "\n\n".join(["\n".join(lines), *texts]).strip()
    metadata = {"heading_path": path} if path else {}
    return Section(content=TextBlock(text=body), source=source, metadata=metadata) if body else None


class PictureReader:
    """Reads the text in large pictures of a message."""

    def __init__(self, source: str, on_progress: Callable[[Progress], None] | None) -> None:
        self._source = source
        self._on_progress = on_progress

    def sections(self, pictures: list[bytes], path: list[str]) -> list[Section]:
        """Return a section for each picture with text in it; `path` are the subjects above it."""
        reading = BlockSections(self._source, SectionOptions(True, False, "markdown", ocr=True), self._on_progress)
        for picture in pictures:
            reading.add_picture(picture, "")
        found = [section for section in reading.finish([]) if "ocr" in section.metadata]
        place = {"heading_path": path} if path else {}
        return [section.model_copy(update={"metadata": {**place, **section.metadata}}) for section in found]


def shown_pictures(page: bytes) -> set[str]:
    """Return the identifiers of the pictures of the message that its text in HTML shows."""
    return {unquote(name.decode("ascii", "replace")) for name in _SHOWN_PICTURE.findall(page)}


@dataclass
class _Content:
    """What is found in a message, in reading order.

    Attributes:
        source: The document's name.
        pictures: Reads the text in pictures, where that is wanted.
        sections: One for each message.
        attachments: Of all messages.
        unread: Parts whose characters could not be told.
        sealed: Parts that are encrypted or wrapped in their signature.
        message_count: Messages, the forwarded ones counted.
        doubts: What a person should know of how characters were read.
    """

    source: str
    pictures: PictureReader | None
    sections: list[Section] = field(default_factory=list[Section])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    unread: int = 0
    sealed: int = 0
    message_count: int = 0
    doubts: list[Text] = field(default_factory=list[Text])

    def take(self, message: Message, path: list[str]) -> None:
        self.message_count += 1
        subject = header(message, "Subject")
        path = [*path, subject] if subject else path
        parts = _parts(message)
        self.sealed += parts.sealed
        found = [section for part in parts.texts for section in self._read(part)]
        if _is_page(message):
            self.sections += _below(subject, found)
        else:
            headers = {name: header(message, name) for name in _HEADERS}
            texts, attached = [_text(section) for section in found], parts.attachments()
            section = message_section(headers, texts, attached, path=path, source=self.source)
            self.sections += [] if section is None else [section]
            self.attachments += attached
            if self.pictures is not None:
                self.sections += self.pictures.sections(parts.shown_pictures(), path)
        for inner in parts.forwarded:
            self.take(inner, path)

    def _read(self, part: Message) -> list[Section]:
        data, page = _payload(part), HTMLParser() if part.get_content_type() == "text/html" else None
        try:
            decoded = decode(data, part.get_content_charset() or (page and page.declared_encoding(data)))
            self.doubts += [doubt for doubt in decoded.warnings if doubt not in self.doubts]
            if page is not None:
                return page.read_text(decoded.text, self.source).sections
        except UnreadableTextError:
            self.unread += 1
            return []
        body = plain_line_ends(decoded.text).strip()
        return [Section(content=TextBlock(text=body), source=self.source)] if body else []

    def warnings(self) -> list[Text]:
        found = list(self.doubts)
        if self.sealed:
            found.append(
                text(
                    "parsing",
                    "The message, or a part of it, is encrypted or signed as a whole (S/MIME, PGP) and was not read. "
                    "Open it in your mail program, copy the text and drop that.",
                )
            )
        if self.unread:
            found.append(text("parsing", "A part of the message could not be read: its encoding is unknown."))
        return found


@dataclass
class _Parts:
    """The parts of one message.

    Attributes:
        texts: To be read, one of each set of alternatives.
        files: That come with it, pictures in the text among them.
        forwarded: Messages inside of it.
        shown: Identifiers of the pictures that its text shows.
        sealed: Parts that are encrypted.
    """

    texts: list[Message] = field(default_factory=list[Message])
    files: list[Message] = field(default_factory=list[Message])
    forwarded: list[Message] = field(default_factory=list[Message])
    shown: set[str] = field(default_factory=set[str])
    sealed: int = 0

    def take_files(self, other: _Parts) -> None:
        self.files += other.files
        self.forwarded += other.forwarded
        self.shown |= other.shown
        self.sealed += other.sealed

    def attachments(self) -> list[Attachment]:
        """Return the files but for signatures, pictures in the text and logos."""
        return [Attachment(_name(part), _payload(part)) for part in self.files if not self._is_decoration(part)]

    def shown_pictures(self) -> list[bytes]:
        """Return the pictures that stand in the text."""
        return [_payload(part) for part in self.files if self._is_shown(part)]

    def _is_decoration(self, part: Message) -> bool:
        is_picture = part.get_content_maintype() == "image"
        is_logo = is_picture and len(_payload(part)) < LOGO_BYTES and not _is_attachment(part)
        return is_logo or self._is_shown(part)

    def _is_shown(self, part: Message) -> bool:
        return part.get_content_maintype() == "image" and header(part, "Content-ID").strip("<>") in self.shown


def _parts(part: Message) -> _Parts:
    kind = part.get_content_type()
    children = _children(part)
    if kind in _SEALED:
        return _Parts(sealed=1)
    if kind in _REPORTS and children:
        return _Parts([_report(children)])
    if kind == "message/rfc822":
        return _Parts(forwarded=[_unwrapped(part, child) for child in children])
    if not children:
        return _leaf(part, kind)
    found = [_parts(child) for child in children]
    if kind == "multipart/alternative":
        return _best(found)
    if kind == "multipart/related":  # a page, and what it shows
        page = next((one for one in found if one.texts), found[0])  # first, as a rule
        return _with_files(page, [one for one in found if one is not page])
    whole = _Parts([text for one in found for text in one.texts])
    for one in found:
        whole.take_files(one)
    return whole


def _report(blocks: list[Message]) -> Message:
    """Return what a mail server says of a message: blocks of fields, each of which is parsed as headers."""
    text_part = Message()
    text_part.set_payload(
        "\n\n".join("\n".join(f"{name}: {value}" for name, value in block.items()) for block in blocks), "utf-8"
    )
    return text_part


def _unwrapped(part: Message, child: Message) -> Message:
    """Return a forwarded message that some programs encode, though no message may be."""
    if header(part, "Content-Transfer-Encoding").lower() != "base64" or child.keys():
        return child
    try:
        return message_from_bytes(base64.b64decode(str(child.get_payload())))
    except ValueError:
        return child


def _leaf(part: Message, kind: str) -> _Parts:
    if kind in _NOBODY_WROTE:
        return _Parts()
    is_text = kind in {"text/plain", "text/html"} or kind.startswith("multipart/")  # one without its boundary
    if not is_text or _is_attachment(part):
        return _Parts(files=[part])
    return _Parts([part], shown=shown_pictures(_payload(part)) if kind == "text/html" else set())


def _best(found: list[_Parts]) -> _Parts:
    """Return the best of several versions of a text; files that hang on another one stay."""
    best = max(found, key=_preference)
    return _with_files(best, [one for one in found if one is not best])


def _with_files(main: _Parts, others: list[_Parts]) -> _Parts:
    for one in others:
        one.files = [part for part in (*one.files, *one.texts) if _is_file(part)]
        main.take_files(one)
    return main


def _is_file(part: Message) -> bool:
    """Return whether a part is more than another version of the text."""
    return bool(part.get_filename()) or _is_attachment(part) or part.get_content_maintype() == "image"


def _preference(parts: _Parts) -> int:
    """Prefer plain text that is not blank, then HTML."""
    if not parts.texts:
        return 0
    has_words = not all(_BLANK.fullmatch(_payload(part)) for part in parts.texts)
    return 1 + has_words + (has_words and parts.texts[0].get_content_type() == "text/plain")


def _is_attachment(part: Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _name(part: Message) -> str:
    """Return the name of a file; of one without a name one that says its type."""
    named = safe_name(file_name(part))
    kind = part.get_content_type()
    endings = (found.extensions[0] for found in TYPES.values() if found.media_type == kind and found.extensions)
    return named or "attachment" + next(endings, "")


def _is_page(message: Message) -> bool:
    """Return whether the file is a web page that a browser saved."""
    sender = header(message, "From")
    return message.get_content_type() == "multipart/related" and (not sender or "Saved by" in sender)


def _below(title: str, sections: list[Section]) -> list[Section]:
    """Return the sections of a page with its title above them, unless it is there."""
    if not title or not sections or title in sections[0].metadata.get("heading_path", []):
        return sections
    for section in sections:
        section.metadata["heading_path"] = [title, *section.metadata.get("heading_path", [])]
    first = sections[0]
    return [first.model_copy(update={"content": TextBlock(text=f"{title}\n\n{_text(first)}")}), *sections[1:]]


def _children(part: Message) -> list[Message]:
    payload = cast("object", part.get_payload())
    if not isinstance(payload, list):
        return []
    return [child for child in cast("list[object]", payload) if isinstance(child, Message)]


def _text(section: Section) -> str:
    return section.content.text if isinstance(section.content, TextBlock) else ""
