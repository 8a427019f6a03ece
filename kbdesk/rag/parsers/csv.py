"""Tables in text files: CSV, TSV and their relatives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from kbdesk.message import TextBlock
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.encodings import plain_line_ends
from kbdesk.rag.parsers.tables import TableFormat, TablePiece, check_table_format, table_pieces
from kbdesk.rag.parsers.text import TextFormatParser

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_CHARACTERS = 64 * 1024
_EXCEL_HINT = re.compile(r'"?sep=(.)"?\n')
_BACKSLASH = re.compile(r"\\(.)", re.DOTALL)


class CSVParser(TextFormatParser):
    """CSV and TSV files: pieces of some rows, each with the row of headings, so that a passage is understood alone.

    Metadata: "rows" ([first, last], 1-based, the row of headings being row 1).
    """

    supported_media_types: ClassVar[list[str]] = ["text/csv", "text/tab-separated-values"]
    extensions: ClassVar[tuple[str, ...]] = (".csv", ".tsv", ".tab")

    def __init__(self, encoding: str | None = None, table_format: TableFormat = "markdown") -> None:
        """Make a parser.

        Args:
            encoding: The encoding of the files, strictly; found from each file if not given.
            table_format: How rows are written: "markdown" or "json".

        Raises:
            InputError: There is no such format.
        """
        super().__init__(encoding)
        self.table_format: TableFormat = check_table_format(table_format)

    def read_text(self, text: str, filename: str) -> ParseResult:
        """Return the pieces of a table."""
        content = plain_line_ends(text).replace("\x00", "")
        delimiter = None
        if hint := _EXCEL_HINT.match(content):
            delimiter, content = hint[1], content[hint.end() :]
        delimiter = delimiter or find_delimiter(content)
        rows = read_rows(content, delimiter, has_backslashes=_has_backslashes(content, delimiter))
        numbered = [(number, row) for number, row in enumerate(rows, start=1) if any(map(str.strip, row))]
        sections = [
            Section(content=TextBlock(text=piece.text), source=filename, metadata={"rows": [piece.first, piece.last]})
            for piece in _pieces(numbered, self.table_format)
        ]
        return ParseResult(sections, {"rows": len(numbered)}, outcome="text" if sections else "empty")


def _pieces(numbered: list[tuple[int, list[str]]], table_format: TableFormat) -> list[TablePiece]:
    """Return a table in pieces, the lines above its headings before the first."""
    columns = sorted({column for _, row in numbered for column, cell in enumerate(row) if cell.strip()})
    start = next((index for index, (_, row) in enumerate(numbered) if sum(map(bool, map(str.strip, row))) > 1), 0)
    titles = ["".join(row).strip() for _, row in numbered[:start]]
    rows = [[row[column] if column < len(row) else "" for column in columns] for _, row in numbered[start:]]
    pieces = table_pieces(rows, table_format, numbers=[number for number, _ in numbered[start:]])
    if titles:
        first = pieces[0]
        pieces[0] = TablePiece("\n".join([*titles, first.text]), numbered[0][0], first.last)
    return pieces


def read_rows(content: str, delimiter: str, *, has_backslashes: bool = False) -> Iterator[list[str]]:
    r"""Yield the rows of a delimited text whose lines end in "\n".

    The standard library's reader takes the rest of the file into one cell after a quotation mark that is never closed,
    and its limit on the size of a cell holds for the whole process; here such a mark is a plain character.

    Args:
        content: The text.
        delimiter: What stands between cells.
        has_backslashes: Whether a quotation mark inside a quoted cell is written as "\"" instead of being doubled.
    """
    inner = r'[^"\\]*(?:(?:\\.|"")[^"\\]*)*' if has_backslashes else r'[^"]*(?:""[^"]*)*'
    cell = re.compile(
        rf'(?:[ ]*"({inner})"(?=[ ]*(?:{re.escape(delimiter)}|\n|\Z))[ ]*|([^{re.escape(delimiter)}\n]*))'
        rf"({re.escape(delimiter)}|\n|\Z)",
        re.DOTALL,
    )
    row: list[str] = []
    position = 0
    while position < len(content):
        match = cell.match(content, position)
        if match is None:  # cannot be: the second way takes any characters up to the end
            break
        quoted, plain, end = match.groups()
        if quoted is not None and has_backslashes:
            quoted = _BACKSLASH.sub(r"\1", quoted)
        row.append(plain if quoted is None else quoted.replace('""', '"'))
        position = match.end()
        if end != delimiter:
            yield row
            row = []
    if content.endswith(delimiter):
        row.append("")
    if row:
        yield row


def _has_backslashes(content: str, delimiter: str) -> bool:
    """Tell whether quoted cells become more regular when quotation marks in them are told by backslashes."""
    sample = _sample(content)
    if '\\"' not in sample:
        return False
    return _regularity(sample, delimiter, has_backslashes=True) > _regularity(sample, delimiter)


def find_delimiter(content: str) -> str:
    """Return the delimiter with which most rows at the head of a text have the same number of cells, more than one."""
    sample = _sample(content)
    return max(_DELIMITERS, key=lambda delimiter: _regularity(sample, delimiter))


def _sample(content: str) -> str:
    """Return whole lines from the head of a text."""
    sample = content[:_SAMPLE_CHARACTERS]
    return sample if len(sample) == len(content) else sample[: sample.rfind("\n") + 1] or sample


def _regularity(sample: str, delimiter: str, *, has_backslashes: bool = False) -> float:
    """Return the share of rows that have the most frequent width, plus a little for each cell; 0 for one column."""
    rows = read_rows(sample, delimiter, has_backslashes=has_backslashes)
    widths = Counter(len(row) for row in rows if len(row) > 1 or row[0].strip())
    if not widths:
        return 0.0
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
    return count / widths.total() + min(width, 50) / 1000 if width > 1 else 0.0
