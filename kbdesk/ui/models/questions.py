"""The check questions of a knowledge base with how they stand, as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import IntEnum
from html import escape
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from kbdesk.library.names import natural_key
from kbdesk.library.questions.types import Change, Line, PastRun, Report, Result, Verdict
from kbdesk.library.questions.words import cause_words, line_words, score_words
from kbdesk.ui.translate import joined, shown, translate

Index = QModelIndex | QPersistentModelIndex

LINE_ROLE = Qt.ItemDataRole.UserRole
"""The row's `Line`."""


class Column(IntEnum):
    """The columns, in their order on screen."""

    QUESTION = 0
    DOCUMENT = 1
    RESULT = 2
    RANK = 3
    BEFORE = 4


_TITLES: dict[Column, Any] = {
    Column.QUESTION: QT_TRANSLATE_NOOP("Questions", "Question"),
    Column.DOCUMENT: QT_TRANSLATE_NOOP("Questions", "Expected document"),
    Column.RESULT: QT_TRANSLATE_NOOP("Questions", "Result"),
    Column.RANK: QT_TRANSLATE_NOOP("Questions", "Place"),
    Column.BEFORE: QT_TRANSLATE_NOOP("Questions", "Before"),
}

_URGENCY = [Verdict.WRONG, Verdict.UNCHECKED, Verdict.RIGHT]
_NOWHERE = 10_000

_SORT_KEYS: dict[Column, Callable[[Line], Any]] = {
    Column.QUESTION: lambda line: natural_key(line.question.wanted.query),
    Column.DOCUMENT: lambda line: natural_key(line.question.document_name),
    Column.RESULT: lambda line: _URGENCY.index(line.verdict),
    Column.RANK: lambda line: _rank(line.now),
    Column.BEFORE: lambda line: _rank(line.before),
}


class QuestionsModel(QAbstractTableModel):
    """Holds the questions; it never asks."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []
        self._column = Column.RESULT
        self._order = Qt.SortOrder.AscendingOrder

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show these, sorted as before."""
        self._replace(lines)

    def line_at(self, row: int) -> Line:
        """Return the question in a row."""
        return self._lines[row]

    def row_of(self, question_id: str) -> int | None:
        """Return the row of a question, or None."""
        return next((row for row, line in enumerate(self._lines) if line.question.id == question_id), None)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._order = Column(column), order
        self._replace(self._lines)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(self._lines)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(Column)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("Questions", _TITLES[Column(section)])
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cell(line, Column(index.column()))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return _tool_tip(line, Column(index.column()))
            case _ if role == LINE_ROLE:
                return line
            case _:
                return None

    def _replace(self, lines: Sequence[Line]) -> None:
        self.beginResetModel()
        is_descending = self._order == Qt.SortOrder.DescendingOrder
        self._lines = sorted(lines, key=_SORT_KEYS[self._column], reverse=is_descending)
        self.endResetModel()


def difference_words(report: Report) -> str:
    """Return what is different from the run it is compared with, in sentences."""
    if report.last is None or report.before is None:
        return ""
    time = time_words(report.before.ran_at)
    wrong, right, moved = (report.changed(change) for change in Change)
    parts: list[str] = []
    if wrong:
        words = translate("Questions", "%n question(s) are no longer right since {time}: {names}.", None, len(wrong))
        parts.append(words.format(time=time, names=_named(wrong)))
    if right:
        words = translate("Questions", "%n question(s) became right since {time}: {names}.", None, len(right))
        parts.append(words.format(time=time, names=_named(right)))
    if moved:
        words = translate("Questions", "%n question(s) moved to another place since {time}.", None, len(moved))
        parts.append(words.format(time=time))
    if not parts:
        parts.append(translate("Questions", "Nothing has changed since {time}.").format(time=time))
    return joined(*parts)


def state_words(report: Report) -> str:
    """Return how the questions stand, when and why they were asked."""
    if not report.lines:
        return ""
    if report.last is None:
        return joined(shown(score_words(report)), translate("Questions", "They were never asked."))
    asked = translate("Questions", "Last asked: {time}.").format(time=time_words(report.last.ran_at))
    sentences = [shown(score_words(report)), asked, shown(cause_words(report.last.cause))]
    if report.is_outdated and not report.is_running:
        sentences.append(translate("Questions", "Something has changed since they were last asked."))
    if report.problem is not None:
        sentences.append(shown(report.problem))
    return joined(*sentences)


def detail_words(line: Line) -> str:
    """Return what came of a question, and what is expected of it."""
    wanted = line.question.wanted
    if not wanted.quote:
        sentence = translate("Questions", "Expected: any passage of “{name}” among the first {first}.")
    else:
        sentence = translate("Questions", "Expected: “{quote}” of “{name}” among the first {first}.")
    quote = wanted.quote if len(wanted.quote) <= _LONGEST_QUOTE else f"{wanted.quote[:_LONGEST_QUOTE]}…"
    expected = sentence.format(name=line.question.document_name, first=wanted.first, quote=" ".join(quote.split()))
    return joined(shown(line_words(line)), expected)


def run_words(run: PastRun) -> str:
    """Return a run in a line, for example "14:02: 12 of 14 right"."""
    return translate("Questions", "{time}: {right} of {total} right").format(
        time=time_words(run.ran_at), right=run.right, total=run.total
    )


def time_words(moment: datetime) -> str:
    """Return the time of a moment of today, of another day the day too."""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    short = QLocale.FormatType.ShortFormat
    if local.date() == QDateTime.currentDateTime().date():
        return QLocale().toString(local.time(), short)
    return QLocale().toString(local, short)


_MOST_NAMED = 3
_LONGEST_QUOTE = 200


def _named(lines: Sequence[Line]) -> str:
    names = [f"“{line.question.wanted.query}”" for line in lines[:_MOST_NAMED]]
    if len(lines) > _MOST_NAMED:
        names.append("…")
    return ", ".join(names)


def _rank(result: Result | None) -> int:
    return _NOWHERE if result is None or result.rank is None else result.rank


def _cell(line: Line, column: Column) -> str:
    match column:
        case Column.QUESTION:
            return line.question.wanted.query
        case Column.DOCUMENT:
            return line.question.document_name
        case Column.RESULT:
            return shown(line_words(line))
        case Column.RANK:
            return _rank_words(line.now)
        case Column.BEFORE:
            return _rank_words(line.before)


def _rank_words(result: Result | None) -> str:
    return "–" if result is None or result.rank is None else QLocale().toString(result.rank)


def _tool_tip(line: Line, column: Column) -> str:
    words = [_cell(line, column)]
    if column is Column.DOCUMENT and line.question.wanted.quote:
        words.append(line.question.wanted.quote)
    return "".join(f"<p>{escape(each)}</p>" for each in words)  # else Qt takes some texts for HTML


def _alignment(column: int) -> Qt.AlignmentFlag:
    is_number = column in (Column.RANK, Column.BEFORE)
    return Qt.AlignmentFlag.AlignVCenter | (Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft)
