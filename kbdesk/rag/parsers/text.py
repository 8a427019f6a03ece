"""Plain text, and what all parsers of text files share."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.encodings import decode, decode_strictly


class TextFormatParser(ParserBase):
    """A parser of files that are text: finds the encoding, then reads the text."""

    def __init__(self, encoding: str | None = None) -> None:
        """Make a parser.

        Args:
            encoding: The encoding of the files, strictly; found from each file if not given.
        """
        self.encoding = encoding

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Read a whole file; see `ParserBase.read`."""
        if self.encoding is not None:
            return self.read_text(decode_strictly(data, self.encoding), filename)
        decoded = decode(data, self.declared_encoding(data))
        result = self.read_text(decoded.text, filename)
        result.warnings[:0] = decoded.warnings
        return result

    async def parse_text(self, text: str, filename: str) -> list[Section]:
        """Return the sections of a text; never takes it for a path.

        Args:
            text: The text itself.
            filename: Its name for people; becomes every section's `source`.
        """
        return (await asyncio.to_thread(self.read_text, text, filename)).sections

    @abstractmethod
    def read_text(self, text: str, filename: str) -> ParseResult:
        """Read a whole text.

        Raises:
            ParseError: The text breaks the rules of its format beyond what can be read.
        """

    def declared_encoding(self, data: bytes) -> str | None:
        """Return the encoding a file claims for itself, or None."""
        return None


class TextParser(TextFormatParser):
    """Plain text and what is read as such: one section, nothing left out."""

    supported_media_types: ClassVar[list[str]] = [
        "text/plain",
        "text/x-rst",
        "application/json",
        "application/xml",
        "application/yaml",
        "application/x-yaml",
    ]
    extensions: ClassVar[tuple[str, ...]] = (".txt", ".text", ".log", ".rst", ".json", ".xml", ".yaml", ".yml")

    def read_text(self, text: str, filename: str) -> ParseResult:
        """Return one section with the whole text, or none for a blank text."""
        if not text.strip():
            return ParseResult([], outcome="empty")
        return ParseResult([Section(content=TextBlock(text=text), source=filename)])
