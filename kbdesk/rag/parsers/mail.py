"""Messages (EML) and saved web pages (MHTML): both are MIME files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import ClassVar, cast

from kbdesk.errors import ParseError, UnreadableTextError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.encodings import decode, plain_line_ends
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged
from kbdesk.rag.parsers.html import HTMLParser
from kbdesk.rag.parsers.types import looks_like_utf16
from kbdesk.texts import Text, text

_HEADERS = ("Subject", "From", "To", "Cc", "Date")


class MailParser(ParserBase):
    """EML files: a section per message, the forwarded ones too; MHTML files: the sections of the page.

    Metadata: "heading_path" (the subjects, or the headings of the page). Attachments are named, not read.
    """

    supported_media_types: ClassVar[list[str]] = ["message/rfc822", "multipart/related"]
    extensions: ClassVar[tuple[str, ...]] = (".eml", ".mhtml", ".mht")

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
        try:
            message = message_from_bytes(data, policy=policy.default)
            content = _Content(filename)
            content.take(message, [])
        except ParseError:
            raise
        except LIBRARY_FAULTS as exc:
            raise damaged("E-mail") from exc
        return ParseResult(content.sections, {"messages": content.message_count}, content.warnings())


@dataclass
class _Content:
    """What is found in a message, in reading order.

    Attributes:
        source: The document's name.
        sections: One for each message.
        attachments: Names of the files that come with it.
        unread: Parts whose characters could not be told.
        message_count: Messages, the forwarded ones counted.
    """

    source: str
    sections: list[Section] = field(default_factory=list[Section])
    attachments: list[str] = field(default_factory=list[str])
    unread: int = 0
    message_count: int = 0

    def take(self, message: EmailMessage, path: list[str]) -> None:
        self.message_count += 1
        subject = _header(message, "Subject")
        path = [*path, subject] if subject else path
        forwarded: list[EmailMessage] = []
        attached_before = len(self.attachments)
        found = [section for part in self._parts(message, forwarded) for section in self._read(part)]
        if _is_page(message):
            self.sections += _below(subject, found)
        else:
            headers = [f"{name}: {value}" for name in _HEADERS if (value := _header(message, name))]
            if attached := self.attachments[attached_before:]:
                headers.append(f"Attachments: {', '.join(attached)}")
            body = "\n\n".join(["\n".join(headers), *(_text(section) for section in found)]).strip()
            metadata = {"heading_path": path} if path else {}
            if body:
                self.sections.append(Section(content=TextBlock(text=body), source=self.source, metadata=metadata))
        for inner in forwarded:
            self.take(inner, path)

    def _parts(self, part: EmailMessage, forwarded: list[EmailMessage]) -> list[EmailMessage]:
        """Return the parts to be read, one of each set of alternatives; note what is forwarded and attached."""
        kind = part.get_content_type()
        children = _children(part)
        if kind == "message/rfc822":
            forwarded += children
            return []
        if kind == "multipart/alternative" and children:
            return max((self._parts(child, forwarded) for child in children), key=_preference)
        if kind == "multipart/related" and children:
            return self._parts(children[0], forwarded)
        if children:
            return [leaf for child in children for leaf in self._parts(child, forwarded)]
        is_text = kind in {"text/plain", "text/html"} or kind.startswith("multipart/")  # one without its boundary
        if is_text and not part.is_attachment():
            return [part]
        self.attachments.append(part.get_filename() or kind)
        return []

    def _read(self, part: EmailMessage) -> list[Section]:
        payload = part.get_payload(decode=True)
        try:
            decoded = decode(payload if isinstance(payload, bytes) else b"", part.get_content_charset())
            if part.get_content_type() == "text/html":
                return HTMLParser().read_text(decoded.text, self.source).sections
        except UnreadableTextError:
            self.unread += 1
            return []
        body = plain_line_ends(decoded.text).strip()
        return [Section(content=TextBlock(text=body), source=self.source)] if body else []

    def warnings(self) -> list[Text]:
        found: list[Text] = []
        if self.attachments:
            names = ", ".join(self.attachments[:20])
            found.append(
                text("parsing", "The attachments were not read: {names}. Save and drop them on their own.", names=names)
            )
        if self.unread:
            found.append(text("parsing", "A part of the message could not be read: its encoding is unknown."))
        return found


def _is_page(message: EmailMessage) -> bool:
    """Return whether the file is a web page that a browser saved."""
    sender = _header(message, "From")
    return message.get_content_type() == "multipart/related" and (not sender or "Saved by" in sender)


def _below(title: str, sections: list[Section]) -> list[Section]:
    """Return the sections of a page with its title above them, unless it is there."""
    if not title or not sections or title in sections[0].metadata.get("heading_path", []):
        return sections
    for section in sections:
        section.metadata["heading_path"] = [title, *section.metadata.get("heading_path", [])]
    first = sections[0]
    return [first.model_copy(update={"content": TextBlock(text=f"{title}\n\n{_text(first)}")}), *sections[1:]]


def _children(part: EmailMessage) -> list[EmailMessage]:
    payload = cast("object", part.get_payload())
    if not isinstance(payload, list):
        return []
    return [child for child in cast("list[object]", payload) if isinstance(child, EmailMessage)]


def _preference(parts: list[EmailMessage]) -> int:
    """Prefer plain text that is not blank, then HTML."""
    if not parts:
        return 0
    has_words = any(str(part.get_payload()).strip() for part in parts)
    return 1 + has_words + (has_words and parts[0].get_content_type() == "text/plain")


def _header(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except LIBRARY_FAULTS:  # the standard library stumbles over some malformed headers
        return ""


def _text(section: Section) -> str:
    return section.content.text if isinstance(section.content, TextBlock) else ""
