"""The middle pane: the documents of the current knowledge base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from kbdesk.library.listing import Remark
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo, State
from kbdesk.ui.models.documents import Column, DocumentsModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button
from kbdesk.ui.widgets.document_details import DocumentDetails
from kbdesk.ui.widgets.documents_filter import DocumentsFilter
from kbdesk.ui.widgets.documents_table import DocumentsTable
from kbdesk.ui.widgets.empty_state import EmptyState
from kbdesk.ui.widgets.pane_title import PaneTitle
from kbdesk.ui.widgets.queue_actions import QueueActions
from kbdesk.ui.widgets.reading_actions import ReadingActions

_HOLD_MS = 100
"""How long what was shown may stay while another list is on its way."""


class DocumentsPane(QWidget):
    """Shows the documents and says what is wanted with them.

    Lists in signals are ids of documents.

    Signals:
        files_requested, folder_requested, sample_requested: Something is to be added.
        filter_changed: Only documents with the words in the filter field, the remark and the tag beside it are to be
            shown.
        states_requested: The states of these documents, which are selected, are not known.
        document_selected: This document alone is selected now (`DocumentInfo`).
        passages_requested: A person wants to go to the passages of what is selected.
        facts_requested: What is said of these documents is to be changed.
        delete_requested: These documents are to be deleted.
        open_requested, reveal_requested: The file of this document (`DocumentInfo`) is to be opened or shown.
    """

    files_requested = Signal()
    folder_requested = Signal()
    sample_requested = Signal()
    filter_changed = Signal()
    states_requested = Signal(list)
    document_selected = Signal(object)
    passages_requested = Signal()
    facts_requested = Signal(list)
    delete_requested = Signal(list)
    open_requested = Signal(object)
    reveal_requested = Signal(object)

    def __init__(self, model: DocumentsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self._theme = theme
        self._announced_id = ""
        self._hold = QTimer(self, interval=_HOLD_MS, singleShot=True)
        self._hold.timeout.connect(self._release)
        self.table = DocumentsTable(model, theme)
        self.empty_state = EmptyState(theme)
        self._make_actions(theme)
        self.details = DocumentDetails(
            theme, [self.queue.retry, self.facts_action, self.open_action, self.reveal_action, self.delete_action]
        )
        self._head = PaneTitle(theme)
        self.bases_button = self._head.bases_button
        self._make_filter(theme)
        self._stack = QStackedWidget()
        self._arrange(theme)
        self._connect()
        self.show_knowledge_base(None)

    @property
    def title(self) -> str:
        """Whose documents these are."""
        return self._head.title

    def show_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        """Show whose documents these are."""
        name = base.name if base else translate("Documents", "No knowledge base")
        self._head.say(name, base.description if base else "")
        self.setEnabled(base is not None)

    def set_narrow(self, is_narrow: bool) -> None:
        """Show a way to the knowledge bases, which have no room beside this, or no longer."""
        self._head.bases_button.setVisible(is_narrow)
        self.add_button.setText("" if is_narrow else self.add_button.accessibleName())

    @property
    def filter(self) -> str:
        """What documents must have, as typed."""
        return self.filter_field.text()

    def set_filter(self, words: str) -> None:
        """Show only documents with these words, and say so in the filter field."""
        self._filter.show_words(words)

    @property
    def only(self) -> Remark | None:
        """What documents must be remarkable for, or None."""
        return self.remark_filter.remark

    def show_only(self, remark: Remark) -> None:
        """Show only documents with this remark, and say so beside the filter field."""
        self._filter.show_remark(remark)

    def hold(self) -> None:
        """Let the screen show what it shows until the next list comes, if it comes soon: an empty one would flash."""
        self.setUpdatesEnabled(False)
        self._hold.start()

    def show_counts(self, counts: Mapping[State, int]) -> None:
        """Take how many documents are in each state."""
        self.queue.show_failed(counts.get(State.FAILED, 0))

    def show_documents(self, document_ids: Sequence[str]) -> None:
        """Select these documents; a filter that may hide them is taken away."""
        self.set_filter("")
        self.table.select_documents(document_ids)

    def follow_opened(self, document: DocumentInfo) -> None:
        """Select what was opened elsewhere, so that acts are about what a person reads; else select nothing."""
        if self.table.selected_ids() == [document.id]:
            return
        self.table.clearSelection()
        if self.model.row_of(document.id) is not None:
            self._announced_id = document.id  # it is open already, at the passage that was asked for
            self.table.select_document(document.id)

    def focus_filter(self) -> None:
        """Be ready for typing a filter, with the old one selected."""
        self.filter_field.setFocus()
        self.filter_field.selectAll()

    def _make_actions(self, theme: Theme) -> None:
        self.delete_action = self._action(theme, "trash-2", translate("Documents", "&Delete documents"))
        self.delete_action.setShortcut(QKeySequence.StandardKey.Delete)
        self.delete_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.delete_action.triggered.connect(lambda: self.delete_requested.emit(self.table.selected_ids()))
        self.open_action = self._action(theme, "external-link", translate("Documents", "&Open original"))
        self.open_action.triggered.connect(lambda: self._emit_document(self.open_requested))
        self.reveal_action = self._action(theme, "folder-open", translate("Documents", "Show in &folder"))
        self.reveal_action.triggered.connect(lambda: self._emit_document(self.reveal_requested))
        self.facts_action = self._action(theme, "tag", translate("Documents", "Tags, owner and &more…"))
        self.facts_action.setShortcut(QKeySequence("Ctrl+T"))
        self.facts_action.triggered.connect(lambda: self.facts_requested.emit(self.table.selected_ids()))
        self.select_all_action = self._action(theme, "list", translate("Documents", "Select &all"))
        self.select_all_action.setShortcut(QKeySequence.StandardKey.SelectAll)
        self.select_all_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.select_all_action.triggered.connect(self.table.selectAll)
        self.queue = QueueActions(theme, self)
        self.reading = ReadingActions(theme, self)
        groups = (
            [self.open_action, self.reveal_action],
            [self.facts_action],
            self.reading.all,
            self.queue.of_work,
            self.queue.of_failures,
            [self.delete_action, self.select_all_action],
        )
        for group in groups:
            self.table.addActions(group if group is groups[-1] else [*group, _separator(self)])

    def _emit_document(self, signal: SignalInstance) -> None:
        document = self._selected_document()
        if document is not None:
            signal.emit(document)

    def _action(self, theme: Theme, icon: str, label: str) -> QAction:
        return QAction(theme.icon(icon), label, self)

    def _make_filter(self, theme: Theme) -> None:
        self._filter = DocumentsFilter(theme)
        self.filter_field = self._filter.field
        self.remark_filter = self._filter.remark
        self.tag_filter = self._filter.tag
        self._no_match = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._no_match.setProperty("role", "muted")

    def _arrange(self, theme: Theme) -> None:
        self.add_button = make_button(
            translate("Documents", "Add files…"), theme.icon("file-plus", "on_accent"), primary=True
        )
        self.add_button.setAccessibleName(self.add_button.text())
        self.add_button.setToolTip(self.add_button.text())
        self.add_button.clicked.connect(self.files_requested)
        folder_button = make_icon_button(theme.icon("folder-plus"), translate("Documents", "Add a folder"))
        folder_button.clicked.connect(self.folder_requested)
        self._tools = QWidget()
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.addWidget(self._filter, 1)
        tools.addWidget(self.add_button)
        tools.addWidget(folder_button)
        header = QVBoxLayout()
        header.setContentsMargins(14, 10, 12, 10)
        header.setSpacing(8)
        header.addWidget(self._head)
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
        self._filter.changed.connect(self.filter_changed)
        self.remark_filter.changed.connect(self._choose_columns)
        self.details.facts.tag_chosen.connect(self._filter.show_tag)
        self.empty_state.files_requested.connect(self.files_requested)
        self.empty_state.folder_requested.connect(self.folder_requested)
        self.empty_state.sample_requested.connect(self.sample_requested)
        self.table.doubleClicked.connect(self.open_action.trigger)
        self.table.entered_by_key.connect(self.passages_requested)
        self.table.selection_changed.connect(self._follow_selection)
        self.model.modelReset.connect(self._choose_page)
        self.model.states_taken.connect(self._follow_selection)
        self.model.order_completed.connect(self._choose_page)  # rows may also come one by one, without a reset
        self.model.order_completed.connect(self._follow_selection)
        self._theme.changed.connect(self._follow_selection)
        self._choose_page()

    def _choose_columns(self) -> None:
        self.table.columns.need([Column.REVIEW] if self.only == Remark.DUE else [])

    def _choose_page(self) -> None:
        total_count = self.model.total_count
        is_empty = total_count == 0
        has_rows = total_count is None or self.model.rowCount() > 0
        page = self.empty_state if is_empty else self.table if has_rows else self._no_match
        nothing_due = translate("Documents", "No document is due for review.")
        no_match = translate("Documents", "No document matches the filter.")
        self._no_match.setText(nothing_due if self.only == Remark.DUE and not self.filter else no_match)
        self._stack.setCurrentWidget(page)
        self._tools.setVisible(not is_empty)
        self.details.setVisible(not is_empty)
        if total_count is not None:
            self._release()

    def _release(self) -> None:
        self._hold.stop()
        self.setUpdatesEnabled(True)

    def _selected_document(self) -> DocumentInfo | None:
        """Return the document that alone is selected, as soon as it is known."""
        ids = self.table.selected_ids()
        return self.model.find(ids[0]) if len(ids) == 1 else None

    def _follow_selection(self) -> None:
        ids = self.table.selected_ids()
        states = {each: state for each in ids if (state := self.model.state_of(each)) is not None}
        if len(states) < len(ids):
            states.clear()  # an act is for all that are selected
            self.states_requested.emit(ids)
        document = self._selected_document()
        self._show_details(len(ids), states, document)
        self.delete_action.setEnabled(bool(ids))
        self.facts_action.setEnabled(bool(ids))
        self.queue.show_selection(states)
        self.reading.show_selection([each for each in map(self.model.find, ids) if each is not None])
        for action in (self.open_action, self.reveal_action):
            action.setEnabled(document is not None)
        if document is not None or len(ids) != 1:  # else it is not known yet
            self._announce(document)

    def _show_details(self, count: int, states: Mapping[str, State], document: DocumentInfo | None) -> None:
        if document is not None:
            self.details.show_document(document)
        elif count:
            self.details.show_selection(count, states.values())
        elif self.model.total_count is not None and self.model.is_counted:
            self.details.show_list(self.model.rowCount(), self.model.total_count)

    def _announce(self, document: DocumentInfo | None) -> None:
        document_id = document.id if document else ""
        if document_id != self._announced_id:
            self._announced_id = document_id
            if document:
                self.document_selected.emit(document)


def _separator(parent: QWidget) -> QAction:
    separator = QAction(parent)
    separator.setSeparator(True)
    return separator
