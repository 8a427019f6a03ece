"""The chunker that cuts tables into rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from pydantic import Field

from kbdesk.rag.chunkers.blocks import Block, blocks, line_spans
from kbdesk.rag.chunkers.packing import packed_spans, refined, tokens
from kbdesk.rag.chunkers.paragraph import paragraph_spans
from kbdesk.rag.chunkers.pieces import Piece, placed
from kbdesk.rag.chunkers.sized import SizedChunker
from kbdesk.rag.chunkers.spans import Span, sentence_spans
from kbdesk.rag.document import Section

_HEAD_LINES = 2
"""The row of headings and the line below it."""


class TableRowsChunker(SizedChunker):
    """Cuts pipe tables into a few rows each, with the headings of the table above them; other text into paragraphs.

    A few words before a table, such as its title, are repeated with its headings. The metadata of a chunk gets "start"
    and "end", the characters of the section's text that it holds; what is repeated stands in its text before them.
    Where the section knows the numbers of its rows, "rows" becomes those of the chunk.
    """

    chunker_type: ClassVar[str] = "table_rows"

    class Parameters(SizedChunker.Parameters):
        """The settings of the chunker.

        Attributes:
            rows: Rows of a chunk, at most; fewer where `chunk_size` is reached.
        """

        rows: int = Field(default=5, ge=1)

    # Set once, in the base class.
    parameters: Parameters  # pyright: ignore[reportIncompatibleVariableOverride]

    def pieces(self, section: Section, text: str) -> Iterable[Piece]:
        """Return the pieces of a text."""
        found = blocks(text)
        is_only_table = sum(block.kind == "table" for block in found) == 1
        start = 0
        for block in found:
            if block.kind != "table":
                continue
            if tokens(text, (start, block.start)) > self.parameters.chunk_size // 4:
                yield from self._paragraphs(text, (start, block.start))
                start = block.start
            yield from self._rows(text, start, block, section.metadata if is_only_table else {})
            start = block.end
        yield from self._paragraphs(text, (start, len(text)))

    def _paragraphs(self, text: str, span: Span) -> Iterable[Piece]:
        own = text[span[0] : span[1]]
        return placed(own, paragraph_spans(own, self.parameters), at=span[0])

    def _rows(self, text: str, start: int, table: Block, metadata: dict[str, Any]) -> Iterator[Piece]:
        """Yield the rows of a table, those first that begin with what stands before it from `start` on."""
        lines = [(table.start + first, table.start + last) for first, last in line_spans(text[table.start : table.end])]
        rows = [row for row in lines[_HEAD_LINES:] if text[row[0] : row[1]].strip()]
        head = (start, rows[0][0]) if rows else (start, table.end)
        size = self.parameters.chunk_size
        room = size - tokens(text, head) - 1
        if not rows or room < max(size // 2, 1):  # to repeat the head would leave too little for rows
            own = text[start : table.end]
            yield from placed(own, _line_spans(own, size), at=start)
            return
        numbers = _row_numbers(metadata, len(rows))
        for first, last in _groups(text, rows, room, self.parameters.rows):
            end = rows[last + 1][0] if last + 1 < len(rows) else table.end
            place = {"rows": [numbers[first], numbers[last]]} if numbers else {}
            for piece in _with_head(text, head, (rows[first][0], end), room):
                yield Piece(piece.text, {**piece.metadata, **place})


def _with_head(text: str, head: Span, rows: Span, room: int) -> Iterator[Piece]:
    """Yield some rows below the head of their table; a row that is larger than the room in pieces, each below it."""
    words = text[rows[0] : rows[1]]
    for start, end in sentence_spans(words, size=room, overlap=0):
        is_first = rows[0] + start == head[1]
        begin = head[0] if is_first else rows[0] + start
        yield Piece(text[head[0] : head[1]] + words[start:end], {"start": begin, "end": rows[0] + end})


def _groups(text: str, rows: Sequence[Span], room: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of the rows that go together."""
    first = 0
    for index in range(1, len(rows) + 1):
        is_full = index - first == most or (index < len(rows) and tokens(text, (rows[first][0], rows[index][1])) > room)
        if index == len(rows) or is_full:
            yield first, index - 1
            first = index


def _row_numbers(metadata: dict[str, Any], count: int) -> Sequence[int]:
    """Return the numbers of the rows for people, or nothing where they cannot be told from those of the section."""
    first, last = metadata.get("rows") or (0, -1)
    with_headings = last - first  # one less than the rows of the section, if the headings are among them
    if with_headings == count:
        return range(first + 1, last + 1)
    return range(first, last + 1) if with_headings + 1 == count else ()


def _line_spans(text: str, size: int) -> list[Span]:
    return packed_spans(text, refined(text, [(0, len(text))], line_spans, size=size), [], size=size, overlap=0)
