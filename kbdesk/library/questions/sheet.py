"""Check questions as a table that other programs open (CSV)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import get_args

from kbdesk.library.questions.types import DEPTH, FIRST, LONGEST_QUERY, LONGEST_QUOTE
from kbdesk.rag.retrieval.fusion import Mode
from kbdesk.texts import Text, text

LONGEST_FILE = 20_000_000
"""Bytes of a file that is read."""

_DELIMITERS = ",;\t"
_ENCODINGS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# What a spreadsheet takes for a formula, also in the full width of Chinese and Japanese keyboards.
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_GUARDED = re.compile(r"''*[=+\-@\t\r＝＋－＠]")


@dataclass(frozen=True)
class Row:
    """A check question in a table.

    Attributes:
        question: What is asked.
        expected_document: The name of the document that is to answer.
        expected_passage: What the passage says, or "".
        knowledge_base: The name of its knowledge base; "": the one that is open.
        first: Among so many hits it must be.
        mode: How is searched.
    """

    question: str
    expected_document: str
    expected_passage: str = ""
    knowledge_base: str = ""
    first: int = FIRST
    mode: Mode = "hybrid"


@dataclass(frozen=True)
class BadLine:
    """A line of a table that is no check question.

    Attributes:
        number: The line in the file, from 1.
        reason: Why not.
    """

    number: int
    reason: Text


@dataclass(frozen=True)
class Numbered:
    """A check question with its line in the file, from 1."""

    number: int
    row: Row


_UNREADABLE = text("questions", "This line cannot be read: its quotation marks do not fit together, or it is too long.")
_MODES: tuple[Mode, ...] = get_args(Mode)
_COLUMNS = tuple(field.name.replace("_", " ") for field in fields(Row))


def written(rows: Iterable[Row]) -> bytes:
    """Return a table with a heading, as spreadsheets open it: UTF-8 with a mark, and no cell is a formula."""
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    writer.writerow(_COLUMNS)
    for row in rows:
        cells = (row.question, row.expected_document, row.expected_passage, row.knowledge_base)
        writer.writerow([*map(_guarded, cells), row.first, row.mode])
    return target.getvalue().encode("utf-8-sig", "replace")


def read(data: bytes) -> tuple[list[Numbered], list[BadLine]]:
    """Return the check questions of a table, and the lines that are none.

    Cells stand between commas, semicolons or tabs. A heading names the columns in any order; without one they stand in
    the order in which `written` writes them. Blank lines count for nothing.

    Args:
        data: The file, in UTF-8, UTF-16 with a mark, or the usual code page of Western Windows.
    """
    lines = list(io.StringIO(_decoded(data), newline=""))
    delimiter = _delimiter(lines)
    columns: Sequence[str] = _COLUMNS
    good: list[Numbered] = []
    bad: list[BadLine] = []
    is_first = True
    for number, cells in _records(lines, delimiter):
        if cells is None:
            bad.append(BadLine(number, _UNREADABLE))
        elif is_first and (heading := _heading(cells)):
            columns = heading
        elif any(cells):
            found = _row(dict(zip(columns, cells, strict=False)))
            if isinstance(found, Row):
                good.append(Numbered(number, found))
            else:
                bad.append(BadLine(number, found))
        is_first = is_first and not (cells and any(cells))
    return good, bad


def _decoded(data: bytes) -> str:
    try:
        return data.decode(_ENCODINGS.get(data[:2], "utf-8-sig"))
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _delimiter(lines: Sequence[str]) -> str:
    """Return what stands most often between the cells of the first line that is not blank."""
    first = next((line for line in lines if line.strip()), "")
    return max(_DELIMITERS, key=first.count)


def _records(lines: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield each record with the number of its first line; None where quotation marks do not fit together.

    A mark that is never closed would take all lines below into its cell; so such a line is left out alone.
    """
    start = 0
    while start < len(lines):
        reader = csv.reader(map(lines.__getitem__, range(start, len(lines))), delimiter=delimiter, strict=True)
        base = start
        try:
            for cells in reader:
                yield start + 1, [_unguarded(cell.strip()) for cell in cells]
                start = base + reader.line_num
        except csv.Error:
            yield start + 1, None
            start += 1


def _heading(cells: Sequence[str]) -> Sequence[str]:
    """Return the names of the columns if this is a heading, or nothing."""
    names = [" ".join(cell.casefold().replace("_", " ").split()) for cell in cells]
    return names if "question" in names else ()


def _row(cells: dict[str, str]) -> Row | Text:
    """Return the check question of a line, or why it is none."""
    question, document, passage, base = (cells.get(name, "") for name in _COLUMNS[:-2])
    first = cells.get("first", "") or str(FIRST)
    mode = cells.get("mode", "").casefold() or "hybrid"
    if not question:
        return text("questions", "There is no question in this line.")
    if not document:
        return text("questions", "There is no expected document in this line.")
    if len(question) > LONGEST_QUERY or len(passage) > LONGEST_QUOTE:
        return text("questions", "The question or the passage in this line is too long.")
    if not re.fullmatch("[0-9]{1,3}", first) or not 1 <= int(first) <= DEPTH:
        return text("questions", "“{first}” is no number from 1 to {depth}.", first=first[:20], depth=DEPTH)
    if mode not in _MODES:
        return text("questions", "“{mode}” is no way of searching.", mode=mode[:20])
    return Row(question, document, passage, base, int(first), mode)


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if _GUARDED.match(cell) else cell
