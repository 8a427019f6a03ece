"""The middle pane: the documents of the current knowledge base."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo, State
from kbdesk.ui.models.documents import DocumentsModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button
from kbdesk.ui.widgets.document_details import DocumentDetails
from kbdesk.ui.widgets.documents_table import DocumentsTable
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.empty_state import EmptyState

_NOT_READY = (State.FAILED, State.STOPPED)


class DocumentsPane(QWidget):
    """Shows the documents and says what is wanted with them.

    Signals:
        files_requested, folder_requested, sample_requested: Something is to be added.
        document_selected: This document alone is selected now (`DocumentInfo`).
        delete_requested, retry_requested: These documents (a list of `DocumentInfo`) are to be deleted or read again.
        open_requested, reveal_requested: The file of this document (`DocumentInfo`) is to be opened or shown.
    """

    files_requested = Signal()
    folder_requested = Signal()
    sample_requested = Signal()
    document_selected = Signal(object)
    delete_requested = Signal(list)
    retry_requested = Signal(list)
    open_requested = Signal(object)
    reveal_requested = Signal(object)

    def __init__(self, model: DocumentsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self._announced_id = ""
        self.table = DocumentsTable(model, theme)
        self.empty_state = EmptyState(theme)
        self._make_actions(theme)
        self.details = DocumentDetails(
            theme, [self.retry_action, self.open_action, self.reveal_action, self.delete_action]
        )
        self._title = ElidedLabel()
        self._title.setProperty("role", "title")
        self._description = ElidedLabel()
        self._description.setProperty("role", "muted")
        self._make_filter(theme)
        self._stack = QStackedWidget()
        self._arrange(theme)
        self._connect()
        self.show_knowledge_base(None)

    @property
    def title(self) -> str:
        """Whose documents these are."""
        return self._title.text()

    def show_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        """Show whose documents these are."""
        self._title.setText(base.name if base else translate("Documents", "No knowledge base"))
        self._description.setText(base.description if base else "")
        self._description.setVisible(bool(base and base.description))
        self.setEnabled(base is not None)

    def set_filter(self, words: str) -> None:
        """Show only documents with these words, and say so in the filter field."""
        self.filter_field.setText(words)

    def show_documents(self, document_ids: Sequence[str]) -> None:
        """Select these documents; a filter that may hide them is taken away."""
        self.set_filter("")
        self.table.select_documents(document_ids)

    def focus_filter(self) -> None:
        """Be ready for typing a filter, with the old one selected."""
        self.filter_field.setFocus()
        self.filter_field.selectAll()

    def _make_actions(self, theme: Theme) -> None:
        self.delete_action = self._action(theme, "trash-2", translate("Documents", "&Delete documents"))
        self.delete_action.setShortcut(QKeySequence.StandardKey.Delete)
        self.delete_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.delete_action.triggered.connect(lambda: self.delete_requested.emit(self.table.selected_documents()))
        self.retry_action = self._action(theme, "refresh-cw", translate("Documents", "&Try again"))
        self.retry_action.triggered.connect(
            lambda: self.retry_requested.emit(_to_retry(self.table.selected_documents()))
        )
        self.open_action = self._action(theme, "external-link", translate("Documents", "&Open original"))
        self.open_action.triggered.connect(lambda: self.open_requested.emit(self.table.selected_documents()[0]))
        self.reveal_action = self._action(theme, "folder-open", translate("Documents", "Show in &folder"))
        self.reveal_action.triggered.connect(lambda: self.reveal_requested.emit(self.table.selected_documents()[0]))
        self.select_all_action = self._action(theme, "list", translate("Documents", "Select &all"))
        self.select_all_action.setShortcut(QKeySequence.StandardKey.SelectAll)
        self.select_all_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.select_all_action.triggered.connect(self.table.selectAll)
        self.table.addActions(
            [self.open_action, self.reveal_action, self.retry_action, self.delete_action, self.select_all_action]
        )

    def _action(self, theme: Theme, icon: str, label: str) -> QAction:
        return QAction(theme.icon(icon), label, self)

    def _make_filter(self, theme: Theme) -> None:
        self.filter_field = QLineEdit()
        self.filter_field.setPlaceholderText(translate("Documents", "Filter by name, kind or state"))
        self.filter_field.setAccessibleName(translate("Documents", "Filter documents"))
        self.filter_field.setClearButtonEnabled(True)
        self.filter_field.setAcceptDrops(False)
        self.filter_field.addAction(theme.icon("filter", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self._no_match = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._no_match.setText(translate("Documents", "No document matches the filter."))
        self._no_match.setProperty("role", "muted")

    def _arrange(self, theme: Theme) -> None:
        self.add_button = make_button(
            translate("Documents", "Add files…"), theme.icon("file-plus", "on_accent"), primary=True
        )
        self.add_button.clicked.connect(self.files_requested)
        folder_button = make_icon_button(theme.icon("folder-plus"), translate("Documents", "Add a folder"))
        folder_button.clicked.connect(self.folder_requested)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self._title)
        titles.addWidget(self._description)
        self._tools = QWidget()
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.addWidget(self.filter_field, 1)
        tools.addWidget(self.add_button)
        tools.addWidget(folder_button)
        header = QVBoxLayout()
        header.setContentsMargins(14, 10, 12, 10)
        header.setSpacing(8)
        header.addLayout(titles)
        header.addWidget(self._tools)
        for page in (self.table, self.empty_state, self._no_match):
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(header)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.details)

    def _connect(self) -> None:
        self.filter_field.textChanged.connect(self._model.set_filter)
        self.empty_state.files_requested.connect(self.files_requested)
        self.empty_state.folder_requested.connect(self.folder_requested)
        self.empty_state.sample_requested.connect(self.sample_requested)
        self.table.doubleClicked.connect(self.open_action.trigger)
        self.table.selection_changed.connect(self._follow_selection)
        self._model.modelReset.connect(self._choose_page)
        self._theme.changed.connect(self._follow_selection)
        self._choose_page()

    def _choose_page(self) -> None:
        is_empty = self._model.total_count == 0
        page = self.empty_state if is_empty else self.table if self._model.rowCount() else self._no_match
        self._stack.setCurrentWidget(page)
        self._tools.setVisible(not is_empty)
        self.details.setVisible(not is_empty)

    def _follow_selection(self) -> None:
        documents = self.table.selected_documents()
        self.details.show_documents(documents, self._model)
        self.delete_action.setEnabled(bool(documents))
        self.retry_action.setEnabled(bool(_to_retry(documents)))
        for action in (self.open_action, self.reveal_action):
            action.setEnabled(len(documents) == 1)
        self._announce(documents[0] if len(documents) == 1 else None)

    def _announce(self, document: DocumentInfo | None) -> None:
        document_id = document.id if document else ""
        if document_id != self._announced_id:
            self._announced_id = document_id
            if document:
                self.document_selected.emit(document)


def _to_retry(documents: list[DocumentInfo]) -> list[DocumentInfo]:
    """Return what Try again reads: what is not ready, so that a failure among many is mended; else what is."""
    not_ready = [each for each in documents if each.state in _NOT_READY]
    return not_ready or [each for each in documents if each.state == State.DONE]
