"""Files whose name or path a document has already, and which of the two is to stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum, auto
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QDateTime, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from kbdesk.library.known import Known
from kbdesk.library.plan import Fate, PlannedFile
from kbdesk.ui.models.trash import size_words
from kbdesk.ui.translate import translate

Index = QModelIndex | QPersistentModelIndex


class Answer(Enum):
    """What to do with a file whose name a document has."""

    REPLACE = auto()
    KEEP_BOTH = auto()
    LEAVE_OUT = auto()


class Column(IntEnum):
    """The columns, in their order on screen."""

    NAME = 0
    FILE = 1
    DOCUMENT = 2
    ANSWER = 3


class ConflictsModel(QAbstractTableModel):
    """One row a file. Without an answer the next version of the same file replaces, and another one is kept beside."""

    def __init__(self, files: Sequence[PlannedFile], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._locale = QLocale()
        self._answers = [Answer.REPLACE if file.fate is Fate.CHANGED else Answer.KEEP_BOTH for file in files]

    @property
    def answers(self) -> list[tuple[PlannedFile, Answer]]:
        """Every file with its answer."""
        return list(zip(self._files, self._answers, strict=True))

    def answer(self, rows: Iterable[int], answer: Answer) -> None:
        """Give an answer for some rows."""
        for row in rows:
            self._answers[row] = answer
        self.dataChanged.emit(self.index(0, Column.ANSWER), self.index(len(self._files) - 1, Column.ANSWER))

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(self._files)

    @override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as above)
        return 0 if parent.isValid() else len(Column)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        return _title(Column(section)) if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        file = self._files[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(file, index.row(), Column(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            return _places(file)
        return None

    def _cell(self, file: PlannedFile, row: int, column: Column) -> str:
        if column is Column.NAME:
            return file.found.name
        if column is Column.ANSWER:
            return _answer_words(self._answers[row])
        document = file.document
        changed_ns = _changed_ns(document) if document is not None else 0
        if column is Column.FILE or document is None:
            is_newer = file.found.modified_ns > changed_ns
            return self._words(file.found.size_bytes, file.found.modified_ns, is_newer=is_newer)
        # The file of an old document may have been changed long before it was taken in.
        is_newer = document.modified_ns > file.found.modified_ns
        return self._words(document.size_bytes, changed_ns, is_newer=is_newer)

    def _words(self, size_bytes: int, changed_ns: int, *, is_newer: bool) -> str:
        date = self._locale.toString(
            QDateTime.fromMSecsSinceEpoch(changed_ns // 1_000_000), QLocale.FormatType.ShortFormat
        )
        newer = translate("Conflicts", "{size}, {date}, newer")
        words = newer if is_newer else translate("Conflicts", "{size}, {date}")
        return words.format(size=size_words(size_bytes), date=date)


def _changed_ns(document: Known) -> int:
    """Return when a document's file was last changed or, where that was not noted, when it was taken in."""
    return document.modified_ns or int(document.added_at.timestamp() * 1e9)


def _title(column: Column) -> str:
    titles = {
        Column.NAME: translate("Conflicts", "Name"),
        Column.FILE: translate("Conflicts", "The file"),
        Column.DOCUMENT: translate("Conflicts", "The document here"),
        Column.ANSWER: translate("Conflicts", "What happens"),
    }
    return titles[column]


def _answer_words(answer: Answer) -> str:
    words = {
        Answer.REPLACE: translate("Conflicts", "The file replaces it"),
        Answer.KEEP_BOTH: translate("Conflicts", "Both are kept"),
        Answer.LEAVE_OUT: translate("Conflicts", "The file is left out"),
    }
    return words[answer]


def _places(file: PlannedFile) -> str:
    document = file.document
    return f"{file.found.path}\n{document.path if document else ''}".strip()
