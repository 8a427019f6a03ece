"""The left pane: the knowledge bases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListView, QMenu, QVBoxLayout, QWidget

from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.ui.models.knowledge_bases import KnowledgeBasesModel
from kbdesk.ui.models.lamps import Lamp
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button
from kbdesk.ui.widgets.due_line import DueLine
from kbdesk.ui.widgets.lamp_delegate import LampDelegate


class KnowledgeBasesPane(QWidget):
    """Lists the knowledge bases; exactly one is current as long as there is one.

    Signals:
        chosen: The person clicked a knowledge base, pressed Enter on it, or wants to see what is due.
        current_changed: Another one is current (`KnowledgeBaseInfo`), or none (None), or this one was changed.
        create_requested: A new one is wanted.
        edit_requested, delete_requested: The current one (`KnowledgeBaseInfo`) is to be changed or deleted.
        questions_requested: The check questions of one (`KnowledgeBaseInfo`) are to be shown.
        export_requested: The current one (`KnowledgeBaseInfo`) is to be written to a file.
        cut_requested: How the current one (`KnowledgeBaseInfo`) cuts its documents is to be looked at.
    """

    chosen = Signal()
    current_changed = Signal(object)
    create_requested = Signal()
    edit_requested = Signal(object)
    delete_requested = Signal(object)
    export_requested = Signal(object)
    cut_requested = Signal(object)
    questions_requested = Signal(object)

    def __init__(self, model: KnowledgeBasesModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.view = QListView()
        self.view.setProperty("sidebar", True)
        self.view.setModel(model)
        lamps = LampDelegate(theme, self.view)
        lamps.lamp_clicked.connect(self._request_questions)
        self.view.setItemDelegate(lamps)
        self.view.setMouseTracking(True)
        self.view.setAccessibleName(translate("KnowledgeBases", "Knowledge bases"))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.view.selectionModel().currentChanged.connect(self._announce_current)
        self.view.clicked.connect(self.chosen)
        self.view.activated.connect(self.chosen)
        self.due_line = DueLine(theme)
        self.due_line.show_requested.connect(self.chosen)
        self._make_actions(theme)
        self._arrange(theme)

    @property
    def current(self) -> KnowledgeBaseInfo | None:
        """The knowledge base whose documents are shown."""
        index = self.view.currentIndex()
        return self._model.knowledge_base_at(index.row()) if index.isValid() else None

    @property
    def actions_of_current(self) -> list[QAction]:
        """What can be done with the knowledge base whose documents are shown."""
        return [self.edit_action, self.cut_action, self.questions_action, self.delete_action]

    def show_knowledge_bases(self, bases: list[KnowledgeBaseInfo], current_id: str | None) -> None:
        """Show these; `current_id` becomes current if it is among them, else what was current, else the first."""
        before = self.current
        wanted = current_id or (before.id if before else None)
        self._model.set_knowledge_bases(bases)
        row = self._model.row_of(wanted) if wanted else None
        if bases:
            index = self._model.index(row or 0)
            if index == self.view.currentIndex() and not _same_but_for_counts(before, self.current):
                self._announce_current(index)
            self.view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            self._announce_current(QModelIndex())

    def choose(self, base_id: str) -> None:
        """Make a knowledge base current, if it is there."""
        row = self._model.row_of(base_id)
        if row is not None:
            self.view.setCurrentIndex(self._model.index(row))

    def show_lamps(self, lamps: Mapping[str, Lamp]) -> None:
        """Show how check questions stand, by the id of their knowledge base."""
        self._model.set_lamps(lamps)

    def _make_actions(self, theme: Theme) -> None:
        self.create_action = QAction(theme.icon("plus"), translate("KnowledgeBases", "&New knowledge base…"), self)
        self.create_action.setShortcut(QKeySequence.StandardKey.New)
        self.create_action.triggered.connect(self.create_requested)
        self.edit_action = QAction(theme.icon("pencil"), translate("KnowledgeBases", "&Rename or describe…"), self)
        self.edit_action.setShortcut(QKeySequence(Qt.Key.Key_F2))
        self.edit_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.edit_action.triggered.connect(lambda: self.edit_requested.emit(self.current))
        self.delete_action = QAction(theme.icon("trash-2"), translate("KnowledgeBases", "Delete &knowledge base"), self)
        # Not the action's own shortcut: the Edit menu would list Del twice, for documents and for this.
        delete_key = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.view)
        delete_key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        delete_key.activated.connect(self.delete_action.trigger)
        self.delete_action.triggered.connect(lambda: self.delete_requested.emit(self.current))
        self.cut_action = QAction(
            theme.icon("text-search"), translate("KnowledgeBases", "How passages are &cut…"), self
        )
        self.cut_action.triggered.connect(lambda: self.cut_requested.emit(self.current))
        self.questions_action = QAction(
            theme.icon("circle-check"), translate("KnowledgeBases", "Check &questions…"), self
        )
        self.questions_action.triggered.connect(lambda: self.questions_requested.emit(self.current))
        self.export_action = QAction(theme.icon("upload"), translate("KnowledgeBases", "E&xport knowledge base…"), self)
        self.export_action.triggered.connect(lambda: self.export_requested.emit(self.current))
        self.view.addActions([*self.actions_of_current, self.export_action])

    def _arrange(self, theme: Theme) -> None:
        heading = QLabel(translate("KnowledgeBases", "Knowledge &bases"))
        heading.setProperty("role", "heading")
        heading.setBuddy(self.view)
        create_button = make_icon_button(theme.icon("plus"), translate("KnowledgeBases", "New knowledge base"))
        create_button.clicked.connect(self.create_requested)
        self.more_button = make_icon_button(
            theme.icon("ellipsis"), translate("KnowledgeBases", "More for the selected knowledge base")
        )
        menu = QMenu(self.more_button)
        menu.addActions([*self.actions_of_current, self.export_action])
        self.more_button.setMenu(menu)
        self.more_button.setPopupMode(self.more_button.ToolButtonPopupMode.InstantPopup)
        header = QHBoxLayout()
        header.setContentsMargins(14, 10, 6, 6)
        header.setSpacing(2)
        header.addWidget(heading, 1)
        header.addWidget(self.more_button)
        header.addWidget(create_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(header)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.due_line)

    def _request_questions(self, row: int) -> None:
        self.questions_requested.emit(self._model.knowledge_base_at(row))

    def _announce_current(self, index: QModelIndex) -> None:
        for action in (*self.actions_of_current, self.export_action):
            action.setEnabled(index.isValid())
        self.more_button.setEnabled(index.isValid())
        self.current_changed.emit(self.current)


def _same_but_for_counts(one: KnowledgeBaseInfo | None, other: KnowledgeBaseInfo | None) -> bool:
    if one is None or other is None:
        return one is other
    return one == replace(other, document_count=one.document_count, passage_count=one.passage_count)
