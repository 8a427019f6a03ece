"""The folders kept in sync, and the changes of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListView,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.folder_rows import FolderInfo
from kbdesk.library.sync_plan import SyncPlan
from kbdesk.ui.models.folders import FOLDER_ROLE, ChangesModel, FoldersModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate, TwoLineDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen

_TELL_TIME_MS = 30_000


class FoldersDialog(QDialog):
    """Lists the folders; what its buttons ask for is done by its owner.

    Signals:
        look_requested, changes_requested, leave_requested: The current folder (its id) is to be looked at, its changes
            are to be shown, it is to be kept in sync no longer.
    """

    look_requested = Signal(str)
    changes_requested = Signal(str)
    leave_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Folders", "Synced folders"))
        self.model = FoldersModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(TwoLineDelegate(theme, self.view))
        self.view.setAccessibleName(translate("Folders", "Synced folders"))
        self.details = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.look_button = make_button(translate("Folders", "&Look now"), theme.icon("refresh-cw"))
        self.changes_button = make_button(translate("Folders", "Show &changes…"), theme.icon("list"))
        self.leave_button = make_button(translate("Folders", "&Stop syncing"), theme.icon("circle-stop"))
        self.leave_button.setToolTip(translate("Folders", "Its documents stay in the knowledge base"))
        self._connect()
        self._lay_out()
        clock = QTimer(self, interval=_TELL_TIME_MS)
        clock.timeout.connect(self.model.refresh)
        clock.start()

    @property
    def current(self) -> FolderInfo | None:
        """The folder that the buttons are for."""
        index = self.view.currentIndex()
        return index.data(FOLDER_ROLE) if index.isValid() else None

    def show_folders(self, folders: Sequence[FolderInfo]) -> None:
        """Show these; the current one stays current if it is among them."""
        before = self.current
        self.model.set_folders(folders)
        row = self.model.row_of(before.id) if before else 0
        if folders:
            index = self.model.index(row or 0)
            self.view.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._follow()

    def show_looking(self) -> None:
        """Say that the current folder is being looked at; the next `show_folders` says what came of it."""
        self.details.setText(translate("Folders", "Looking at its files…"))
        self.look_button.setEnabled(False)

    def _connect(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._follow)
        self.look_button.clicked.connect(lambda: self.look_requested.emit(self._current_id))
        self.changes_button.clicked.connect(lambda: self.changes_requested.emit(self._current_id))
        self.leave_button.clicked.connect(lambda: self.leave_requested.emit(self._current_id))

    @property
    def _current_id(self) -> str:
        return self.current.id if self.current else ""

    def _follow(self) -> None:
        folder = self.current
        for button in (self.look_button, self.changes_button, self.leave_button):
            button.setEnabled(folder is not None)
        if folder is None:
            self.details.setText(
                translate(
                    "Folders", "No folder is kept in sync. Drop a folder on the window and choose “Keep in sync”."
                )
            )
        else:
            self.details.setText("\n".join([str(folder.path), *map(shown, folder.remarks)]))

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        for button in (self.look_button, self.changes_button, self.leave_button):
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.details)
        layout.addLayout(row)
        layout.addWidget(buttons)
        fit_to_screen(self, 640, 420)
        self.view.setFocus()


class ChangesDialog(QDialog):
    """Shows what bringing a folder in step would do; accepted means: do it."""

    def __init__(self, plan: SyncPlan, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Changes", "Changes in a folder"))
        self.heading = QLabel(changes_words(plan, folder.name), wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.heading.setProperty("role", "heading")
        self.view = _list(ChangesModel(plan, self))
        self.note = QLabel(
            translate("Changes", "What is removed goes to the trash and can be brought back from there."), wordWrap=True
        )
        self.note.setVisible(bool(plan.removed))
        self.apply_button = make_button(translate("Changes", "&Apply"), primary=not plan.removed)
        self.apply_button.setEnabled(not plan.is_empty)
        self.later_button = make_button(translate("Changes", "&Not now"))
        self._lay_out(is_default=not plan.removed)

    def _lay_out(self, *, is_default: bool) -> None:
        buttons = QDialogButtonBox()
        buttons.addButton(self.apply_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.later_button, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.note)
        layout.addWidget(buttons)
        default, other = self.apply_button, self.later_button
        if not is_default:  # what deletes is never done by a mere Enter
            default, other = other, default
        other.setAutoDefault(False)
        default.setDefault(True)
        fit_to_screen(self, 620, 440)


def changes_words(plan: SyncPlan, folder: str) -> str:
    """Return how much has changed in a folder, in one line."""
    if plan.is_empty:
        return translate("Changes", "Nothing has changed in “{folder}”.").format(folder=folder)
    counts = (
        (translate("Changes", "%n new", None, len(plan.added)), plan.added),
        (translate("Changes", "%n changed", None, len(plan.changed)), plan.changed),
        (translate("Changes", "%n removed", None, len(plan.removed)), plan.removed),
        (translate("Changes", "%n moved or renamed", None, len(plan.moved)), plan.moved),
    )
    parts = translate("Changes", ", ").join(words for words, changes in counts if changes)
    return translate("Changes", "In “{folder}”: {changes}").format(folder=folder, changes=parts)


def _list(model: ChangesModel) -> QTreeView:
    view = QTreeView()
    view.setModel(model)
    view.setRootIsDecorated(False)
    view.setUniformRowHeights(True)
    view.setItemDelegate(RowDelegate(view))
    view.setAccessibleName(translate("Changes", "Changes"))
    view.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    view.setCurrentIndex(model.index(0, 0))
    return view
