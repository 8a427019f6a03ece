"""One stream of text in RTF (the body, a note, a header, a text box): paragraphs, cells and rows as they end."""

from __future__ import annotations

from dataclasses import dataclass, field

from kbdesk.rag.parsers.blocks import Block, Heading, Paragraph, Picture, Table, block_lines

_DEEPEST_TABLE = 10


@dataclass(frozen=True)
class Place:
    """Where a paragraph stands.

    Attributes:
        table_depth: How many tables it is inside of.
        heading_level: That of a heading (0: the title), or None.
        list_level: How far it is indented, if it is the item of a list.
    """

    table_depth: int
    heading_level: int | None = None
    list_level: int = 0


@dataclass
class _OpenTable:
    """A table whose end has not come yet."""

    rows: list[list[str]] = field(default_factory=list[list[str]])
    cells: list[str] = field(default_factory=list[str])
    blocks: list[Block] = field(default_factory=list[Block])  # of the open cell
    flat: list[Block] = field(default_factory=list[Block])  # of all cells

    def end_cell(self) -> None:
        self.cells.append("\n".join(block_lines(self.blocks)))
        self.flat += self.blocks
        self.blocks = []

    def end_row(self) -> None:
        self.rows.append(self.cells)
        self.cells = []

    def closed(self) -> list[Block]:
        """Return the table, or what is inside a frame of one column."""
        if self.blocks:
            self.end_cell()
        if self.cells:
            self.end_row()
        if max(map(len, self.rows), default=0) < 2:
            return self.flat
        pictures = [block for block in self.flat if isinstance(block, Picture)]
        return [Table(self.rows, pictures), *pictures]


class Flow:
    """A stream of text that is being read.

    Attributes:
        kind: "body", "note", "comment", "margin", "box", or what else its group is for.
        floating: What follows the current paragraph: notes, comments, text boxes, pictures.
        label: What stands before the current paragraph in a list, or "".
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.floating: list[Block] = []
        self.label = ""
        self._blocks: list[Block] = []
        self._tables: list[_OpenTable] = []
        self._text: list[str] = []

    def write(self, text: str) -> None:
        """Add to the current paragraph."""
        self._text.append(text)

    def end_paragraph(self, place: Place) -> None:
        """End the current paragraph."""
        container = self._container(place.table_depth)
        content = self.taken()
        if content and place.heading_level is not None:
            number = self.label.strip(" -")
            container.append(Heading(place.heading_level, f"{number} {content}" if number else content))
        elif content:
            indent = "  " * place.list_level if self.label else ""
            container.append(Paragraph(indent + self.label + content))
        container += self.floating
        self.floating, self.label = [], ""

    def end_cell(self, place: Place) -> None:
        """End the current paragraph and the cell around it."""
        self.end_paragraph(place)
        self._tables[-1].end_cell()

    def end_row(self, depth: int) -> None:
        """End the current row."""
        self._container(depth)
        self._tables[-1].end_row()

    def taken(self) -> str:
        """Return the text of the current paragraph, and begin the next one."""
        content = "".join(self._text).strip()
        self._text = []
        if any("\ud800" <= character <= "\udfff" for character in content):  # written as two numbers
            content = content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return content

    def finished(self, place: Place) -> list[Block]:
        """End everything that is open and return all blocks; `place` is that of the last paragraph."""
        if self._text or self.floating:
            self.end_paragraph(place)
        self._container(0)
        return self._blocks

    def _container(self, depth: int) -> list[Block]:
        """Close the tables that lie deeper, open those that are missing, and return where blocks go."""
        depth = min(depth, _DEEPEST_TABLE)
        while len(self._tables) > depth:
            table = self._tables.pop()
            around = self._tables[-1].blocks if self._tables else self._blocks
            around += table.closed()
        while len(self._tables) < depth:
            self._tables.append(_OpenTable())
        return self._tables[-1].blocks if self._tables else self._blocks
