"""What every parser is, and what it gives."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Literal

from kbdesk.rag.document import Section
from kbdesk.texts import Text

Outcome = Literal[
    "text",
    "no_text",
    "empty",
    "damaged",
    "password",
    "unreadable_text",
    "unsupported",
    "unsupported_legacy",
    "limit",
]
"""How reading a file ended. "text": there are sections with text. "no_text": a picture or scan without a text layer.
"unreadable_text": the text layer is rubbish."""


@dataclass(frozen=True)
class Progress:
    """How far a parser is.

    Attributes:
        unit: "page", "slide", "sheet", "picture", "row" or "file".
        done: Units read.
        total: Units in the file, or None while unknown.
    """

    unit: str
    done: int
    total: int | None


class PageState(StrEnum):
    """How a page, slide or sheet was read; the value is the letter it is stored as."""

    TEXT = "t"
    TABLE = "b"  # text, most of it in tables
    COLUMNS = "c"  # text in columns whose order may be wrong
    OCR = "o"  # read from a picture
    PICTURE = "p"  # a picture in which no text was found
    GARBLED = "g"  # its text layer is rubbish and was left out
    UNREAD = "x"  # no library could read it
    BLANK = "e"  # nothing is on it


@dataclass(frozen=True)
class Attachment:
    """A file inside a file: of a message, a PDF, an archive.

    Attributes:
        name: Its name, in an archive the path below it with "/"; never leads out of a folder.
        data: Its bytes.
    """

    name: str
    data: bytes


@dataclass(frozen=True)
class ReadOptions:
    """How a file is to be read, where it is not as always.

    Attributes:
        password: For an encrypted file.
        ocr_pages: Pages (from 1) whose text is to be read from their picture, whatever their text layer says.
        depth: How many files it is inside of.
    """

    password: str | None = field(default=None, repr=False)
    ocr_pages: frozenset[int] = frozenset()
    depth: int = 0


@dataclass
class ParseResult:
    """What a parser found in one file.

    Attributes:
        sections: In reading order.
        units: Counts of natural units, for example {"pages": 3}.
        warnings: What a person should know, for example that pages without text were left out.
        outcome: "text", "no_text" or "unreadable_text" (the others are raised as `ParseError`), "empty" for no content.
        pages: How each page, slide or sheet was read, in order; empty for files that have none.
        attachments: Files inside this one, each to become a document of its own.
    """

    sections: list[Section]
    units: dict[str, int] = field(default_factory=dict[str, int])
    warnings: list[Text] = field(default_factory=list[Text])
    outcome: Outcome = "text"
    pages: list[PageState] = field(default_factory=list[PageState])
    attachments: list[Attachment] = field(default_factory=list[Attachment])


class ParserBase(ABC):
    """Turns the bytes of one kind of file into sections.

    A parser is plain synchronous code in `read`; `parse` is the reference's asynchronous door to it.

    Attributes:
        supported_media_types: What it reads, for example ["application/pdf"].
        extensions: The file name endings it reads, with the dot, lower case.
    """

    supported_media_types: ClassVar[list[str]]
    extensions: ClassVar[tuple[str, ...]]

    @classmethod
    def supported_extensions(cls) -> list[str]:
        """Return the file name endings, sorted, each with its dot; a hint for file dialogs only."""
        return sorted(cls.extensions)

    @abstractmethod
    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file.

        Args:
            data: The file's bytes.
            filename: Its name for people; becomes every section's `source`.
            password: For an encrypted file.
            on_progress: Told after each unit.

        Raises:
            ParseError: The file gives no text; the class says why.
        """

    async def parse(self, file: bytes | str, filename: str, *, password: str | None = None) -> list[Section]:
        """Return the sections of a file, in reading order.

        Args:
            file: The bytes, or the path of the file.
            filename: Its name for people.
            password: For an encrypted file.

        Raises:
            FileNotFoundError: There is no file at that path.
            ParseError: The file gives no text (also a ValueError).
        """

        def work() -> list[Section]:
            data = Path(file).read_bytes() if isinstance(file, str) else file
            return self.read(data, filename, password=password).sections

        return await asyncio.to_thread(work)
