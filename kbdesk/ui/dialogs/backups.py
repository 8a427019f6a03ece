"""Backups: a list of them, and what can be done with one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.backup_folder import BackupInfo, Reason
from kbdesk.ui.dialogs.question import ask
from kbdesk.ui.models.trash import size_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel

_SIZE = (680, 420)
_ID = Qt.ItemDataRole.UserRole


class BackupsDialog(QDialog):
    """Shows the backups and says what is wanted with them.

    Signals:
        make_requested: A backup is to be made.
        restore_requested, delete_requested: This backup (its id) is to take the place of the library, or to go.
    """

    make_requested = Signal()
    restore_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, theme: Theme, open_url: Callable[[QUrl], bool], parent: QWidget | None = None) -> None:
        """`open_url` opens a folder in the file manager and returns whether it could."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Backups", "Backups"))
        self._open_url = open_url
        self._is_busy = False
        self._backups: dict[str, BackupInfo] = {}
        self._make_labels()
        self._make_list()
        self._make_buttons(theme)
        self._arrange()
        self.list.itemSelectionChanged.connect(self._follow)
        self._follow()

    def show_backups(self, backups: Sequence[BackupInfo]) -> None:
        """Show these, newest first; the first one is selected."""
        self._backups = {each.id: each for each in backups}
        self.list.clear()
        items = [_item(each) for each in backups]
        self.list.addTopLevelItems(items)
        if items:
            self.list.setCurrentItem(items[0])
        self.list.setVisible(bool(backups))
        self.none_label.setVisible(not backups)
        self._follow()

    def show_busy(self, sentence: str) -> None:
        """Say what is being done, and take no other wish until `show_result`."""
        self._is_busy = True
        self.result_label.say(sentence)
        self._follow()

    def show_result(self, sentence: str, *, is_problem: bool = False) -> None:
        """Say how it ended."""
        self._is_busy = False
        self.result_label.say(sentence, is_problem=is_problem)
        self._follow()

    def _make_labels(self) -> None:
        self.note_label = QLabel(
            translate(
                "Backups",
                "A backup holds your knowledge bases, the documents with their passages, the trash and the settings as "
                "they were at one moment; keys for models are not in it. kbdesk makes one by itself before an update "
                "and before a backup is restored, and keeps at most five of these. Those you make stay until you "
                "delete them.",
            )
        )
        self.none_label = QLabel(translate("Backups", "There are no backups yet."))
        self.none_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.result_label = ResultLabel(translate("Backups", "Result"))
        for label in (self.note_label, self.none_label):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", "muted")

    def _make_list(self) -> None:
        self.list = QTreeWidget()
        self.list.setAccessibleName(translate("Backups", "Backups"))
        self.list.setRootIsDecorated(False)
        self.list.setItemDelegate(RowDelegate(self.list))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setHeaderLabels(
            [
                translate("Backups", "Made"),
                translate("Backups", "Why"),
                translate("Backups", "Documents"),
                translate("Backups", "Takes up"),
            ]
        )
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.list.hide()

    def _make_buttons(self, theme: Theme) -> None:
        self.make_button = make_button(translate("Backups", "&Back up now"), theme.icon("plus"))
        self.make_button.clicked.connect(self.make_requested)
        self.restore_button = make_button(translate("Backups", "&Restore…"), theme.icon("undo-2"))
        self.restore_button.clicked.connect(self._ask_to_restore)
        self.delete_button = make_button(translate("Backups", "&Delete…"), theme.icon("trash-2"))
        self.delete_button.clicked.connect(self._ask_to_delete)
        self.show_button = make_button(translate("Backups", "&Show folder"), theme.icon("folder-open"))
        self.show_button.clicked.connect(self._show_folder)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        for button in (self.make_button, self.restore_button, self.delete_button, self.show_button):
            row.addWidget(button)
        row.addStretch()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.note_label)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.none_label, 1)
        layout.addLayout(row)
        layout.addWidget(self.result_label)
        layout.addWidget(buttons)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        fit_to_screen(self, *_SIZE)

    @property
    def _selected(self) -> BackupInfo | None:
        items = self.list.selectedItems()
        return self._backups.get(items[0].data(0, _ID)) if items else None

    def _follow(self) -> None:
        selected = self._selected
        self.make_button.setEnabled(not self._is_busy)
        for button in (self.restore_button, self.delete_button):
            button.setEnabled(selected is not None and not self._is_busy)
        self.show_button.setEnabled(selected is not None)

    def _show_folder(self) -> None:
        if (selected := self._selected) is not None:
            self._open_url(QUrl.fromLocalFile(str(selected.path)))

    def _ask_to_restore(self) -> None:
        if (selected := self._selected) is None:
            return
        question = translate("Backups", "Restore the backup of {when}?").format(when=_when(selected))
        consequence = translate(
            "Backups",
            "kbdesk closes. When you start it again, your library is as it was then. "
            "What is there now becomes a backup first, so that you can go back to it.",
        )
        agreed = ask(self, question, consequence, label=translate("Backups", "Restore and close kbdesk"))
        agreed.connect(lambda: self.restore_requested.emit(selected.id))

    def _ask_to_delete(self) -> None:
        if (selected := self._selected) is None:
            return
        question = translate("Backups", "Delete the backup of {when}?").format(when=_when(selected))
        consequence = translate("Backups", "This cannot be undone. Your library stays as it is.")
        agreed = ask(self, question, consequence, label=translate("Backups", "Delete"))
        agreed.connect(lambda: self.delete_requested.emit(selected.id))


def _item(backup: BackupInfo) -> QTreeWidgetItem:
    count = translate("Backups", "unknown") if backup.document_count is None else str(backup.document_count)
    item = QTreeWidgetItem([_when(backup), _why(backup.reason), count, size_words(backup.size_bytes)])
    item.setData(0, _ID, backup.id)
    if backup.left_out:
        sentence = translate(
            "Backups",
            "The passages of these knowledge bases are not in it, since they have a folder of their own: {names}.",
        )
        item.setToolTip(0, sentence.format(names=", ".join(backup.left_out)))
    return item


def _when(backup: BackupInfo) -> str:
    moment = QDateTime.fromSecsSinceEpoch(int(backup.made_at.timestamp()))
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def _why(reason: Reason) -> str:
    return {
        Reason.ON_REQUEST: translate("Backups", "You made it"),
        Reason.BEFORE_UPDATE: translate("Backups", "Before an update"),
        Reason.BEFORE_RESTORE: translate("Backups", "Before a backup was restored"),
    }[reason]
