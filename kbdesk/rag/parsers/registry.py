"""One door to all parsers: a file in, how reading it ended out."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, cast

from kbdesk.errors import ParseError
from kbdesk.message import TextBlock
from kbdesk.rag.document import CAPTION, Section
from kbdesk.rag.parsers import attachments, limits
from kbdesk.rag.parsers.base import Attachment, Outcome, PageState, ParseResult, Progress, ReadOptions
from kbdesk.rag.parsers.encodings import plain_line_ends
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, empty, too_large
from kbdesk.rag.parsers.makers import PARSERS
from kbdesk.rag.parsers.ole import claims_too_much
from kbdesk.rag.parsers.refusals import refusal
from kbdesk.rag.parsers.text_types import TEXT_IDS
from kbdesk.rag.parsers.types import TYPES, FileType, sniff, sniff_bytes, type_of_name
from kbdesk.texts import Text, text

_AS_ALWAYS = ReadOptions()

_MAY_BE_ENCRYPTED = frozenset({"encrypted", "xls"})
"""Types in which Office keeps encrypted files; what they are is known when they are opened."""

SUPPORTED_EXTENSIONS: tuple[str, ...] = tuple(
    sorted(extension for type_id in PARSERS for extension in TYPES[type_id].extensions)
)
"""Name endings of the files that can be read, each with its dot; a hint for file dialogs."""

_logger = logging.getLogger(__name__)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\r\ud800-\udfff]")


@dataclass
class ParsedFile:
    """How reading a file ended.

    Attributes:
        outcome: One of the nine outcomes.
        sections: In reading order; empty unless there is text or a picture.
        units: Counts of natural units, for example {"pages": 3}.
        warnings: What a person should know about what was read.
        message: Why there is no text and what to do, or None when all is well.
        pages: How each page, slide or sheet was read, in order; empty for files that have none.
        attachments: Files inside this one.
        media_type: The type found, for example "application/pdf", or "".
        kind: The type for people, for example "Word", or "".
    """

    outcome: Outcome
    sections: list[Section] = field(default_factory=list[Section])
    units: dict[str, int] = field(default_factory=dict[str, int])
    warnings: list[Text] = field(default_factory=list[Text])
    message: Text | None = None
    pages: list[PageState] = field(default_factory=list[PageState])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    media_type: str = ""
    kind: str = ""


def parse_file(
    path: Path,
    name: str,
    options: ReadOptions = _AS_ALWAYS,
    *,
    on_progress: Callable[[Progress], None] | None = None,
) -> ParsedFile:
    """Read a file of any kind.

    Never raises for what is in a file; a file that cannot be opened is told as "damaged".

    Args:
        path: Where the file is.
        name: Its name for people; becomes every section's `source`. Its ending helps where the content says nothing.
        options: How it is to be read.
        on_progress: Told after each page, slide, sheet, ...
    """
    file_type: FileType | None = None
    try:
        with path.open("rb") as file:
            file_type = sniff(file, name)
            data = _content(file, file_type)
        if file_type.id in _MAY_BE_ENCRYPTED:
            data, file_type = _opened(data, name, options)
        parser = PARSERS[file_type.id](options)
        result = parser.read(data, name, password=options.password, on_progress=on_progress)
        parsed = _finished(result, file_type, options.depth)
    except ParseError as exc:
        parsed = _failed(exc)
    except OSError as exc:
        parsed = ParsedFile("damaged", message=cannot_open(exc))
    except (MemoryError, RecursionError):
        parsed = _failed(too_large(text("parsing", "This file needs too much memory to be read.")))
    except LIBRARY_FAULTS as exc:  # a parser should have said this in its own words
        _logger.warning("A parser let %s through", type(exc).__name__)
        parsed = _failed(damaged(file_type.kind if file_type else ""))
    if file_type is not None:
        parsed.media_type, parsed.kind = file_type.media_type, file_type.kind
        parsed.warnings[:0] = _wrong_ending(file_type, name)
    return parsed


def why_refused(file_type: FileType, size_bytes: int) -> ParseError | None:
    """Return why a file of this type and size is not even tried, or None."""
    if size_bytes == 0:
        return empty()
    if file_type.id not in PARSERS and file_type.id not in _MAY_BE_ENCRYPTED:
        return refusal(file_type)
    limit = limits.MAX_TEXT_FILE_BYTES if file_type.id in TEXT_IDS else limits.MAX_FILE_BYTES
    if size_bytes > limit:
        return too_large(text("parsing", "This file is larger than {size} MB.", size=limit >> 20))
    return None


def cannot_open(error: OSError) -> Text:
    """Return why a file cannot be opened or read, and what to do."""
    if isinstance(error, FileNotFoundError):
        return text("parsing", "The file is not there any more. Drop it again from where it is now.")
    if isinstance(error, PermissionError):
        return text("parsing", "You may not read this file. Copy it to a folder of your own and drop the copy.")
    return text(
        "parsing",
        "The file cannot be read ({reason}). Check the disk or the network drive.",
        reason=error.strerror or "",
    )


def _content(file: BinaryIO, file_type: FileType) -> bytes:
    """Return the bytes of a file that some parser reads and that is not too large."""
    refused = why_refused(file_type, file.seek(0, os.SEEK_END))
    if refused is not None:
        raise refused
    file.seek(0)
    data = file.read()
    if claims_too_much(data):
        raise damaged(file_type.kind)
    return data


def _opened(data: bytes, name: str, options: ReadOptions) -> tuple[bytes, FileType]:
    """Return the bytes and the type of a file that may be encrypted."""
    from kbdesk.rag.parsers.office_password import opened

    data = opened(data, options.password)
    inside = sniff_bytes(data, name)
    if inside.id not in PARSERS:
        raise refusal(inside)
    return data, inside


def _finished(result: ParseResult, file_type: FileType, depth: int) -> ParsedFile:
    files, left_out = attachments.kept(result.attachments, depth)
    sections = [_printable(section) for section in result.sections]
    outcome = result.outcome
    if outcome == "text" and not files and not any(_has_text(section) for section in sections):
        has_pictures = any(not isinstance(section.content, TextBlock) for section in sections)
        outcome = "no_text" if has_pictures else "empty"
    message = _message(outcome, file_type)
    return ParsedFile(
        outcome,
        sections,
        dict(result.units),
        [*result.warnings, *left_out],
        message,
        pages=list(result.pages),
        attachments=files,
    )


def _failed(error: ParseError) -> ParsedFile:
    return ParsedFile(cast("Outcome", error.outcome), message=error.sentence)


def _has_text(section: Section) -> bool:
    content = section.content
    return bool((content.text if isinstance(content, TextBlock) else str(section.metadata.get(CAPTION, ""))).strip())


def _printable(section: Section) -> Section:
    """Return a section whose texts have plain line ends and no characters that a screen or a store cannot hold."""
    content, caption = section.content, section.metadata.get(CAPTION)
    if isinstance(content, TextBlock) and _UNPRINTABLE.search(content.text):
        return section.model_copy(update={"content": content.model_copy(update={"text": printable(content.text)})})
    if isinstance(caption, str) and _UNPRINTABLE.search(caption):
        return section.model_copy(update={"metadata": {**section.metadata, CAPTION: printable(caption)}})
    return section


def printable(content: str) -> str:
    """Return a text with plain line ends and without characters that a screen or a store cannot hold."""
    return _UNPRINTABLE.sub("", plain_line_ends(content).replace("\x0b", "\n").replace("\x0c", "\n"))


def _message(outcome: Outcome, file_type: FileType) -> Text | None:
    if outcome == "no_text" and not _reads_pictures():
        return text(
            "parsing",
            "No text was found, only pictures, and the part of kbdesk that reads pictures (OCR) is missing or damaged. "
            "Install kbdesk again, then try this file again.",
        )
    if outcome == "no_text" and file_type.id == "pdf":
        return text(
            "parsing",
            "No text was found, only pictures, and OCR could read nothing in them. "
            "If they show text, drop a sharper copy, or the file it was printed from.",
        )
    if outcome == "no_text":
        return text(
            "parsing",
            "No text was found, only pictures ({kind}). If they show text, drop a sharper copy, or the text itself.",
            kind=file_type.kind,
        )
    if outcome == "unreadable_text":
        return text(
            "parsing",
            "The text inside cannot be read as words. Drop another copy, for example one in its original format.",
        )
    if outcome == "empty":
        return text("parsing", "There is no text in this file. If it should hold some, get a fresh copy.")
    return None


def _reads_pictures() -> bool:
    from kbdesk.rag.parsers.ocr import is_available

    return is_available()


def _wrong_ending(found: FileType, name: str) -> list[Text]:
    claimed = type_of_name(name)
    if claimed is None or claimed.id == found.id or found.id in {"encrypted", "binary"}:
        return []
    return [
        text(
            "parsing",
            "The name ends in “{ending}”, but the content is of another kind ({kind}) and was taken as that.",
            ending=Path(name).suffix,
            kind=found.kind,
        )
    ]
