"""A field that finds one document among many while its name is typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget

from kbdesk.library.types import DocumentInfo
from kbdesk.ui.translate import translate


class DocumentField(QComboBox):
    """Offers documents; its owner finds those that fit what is typed.

    Signals:
        typed: Documents are wanted whose names have these words.
        chosen: This document (`DocumentInfo`) was chosen.
    """

    typed = Signal(str)
    chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents: Sequence[DocumentInfo] = ()
        self._names = QStringListModel(self)
        self.setModel(self._names)
        self._line = QLineEdit()
        self._line.setPlaceholderText(translate("DocumentField", "Type words of its name"))
        self.setLineEdit(self._line)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._completer = QCompleter(self._names, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(self._completer)
        self.activated.connect(self._choose)
        self._line.textEdited.connect(self.typed)

    def show_documents(self, documents: Sequence[DocumentInfo]) -> None:
        """Offer these documents, in their order; what is typed stays."""
        words, place = self.currentText(), self._line.cursorPosition()
        self.blockSignals(True)
        self._documents = documents
        self._names.setStringList([document.name for document in documents])
        self.setEditText(words)
        self._line.setCursorPosition(place)
        self.blockSignals(False)
        if self._line.isModified() and self.hasFocus():
            self._completer.complete()

    def show_document(self, document: DocumentInfo) -> None:
        """Show that this document is chosen."""
        self.setEditText(document.name)
        self._line.setCursorPosition(0)
        self._line.setModified(False)

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._documents):
            self.show_document(self._documents[row])
            self.chosen.emit(self._documents[row])
