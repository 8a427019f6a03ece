"""The trash: look into it, restore, delete for good, give back space."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QItemSelectionModel, QLocale, Qt, QTime, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.types import Space
from kbdesk.ui.dialogs.question import ask
from kbdesk.ui.models.trash import Column, TrashModel, size_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.state_page import StatePage

_SIZE = (860, 520)
_CELL_MARGINS = 32
_NAME_LETTERS = 12


class TrashDialog(QDialog):
    """Shows what is in the trash and says what is wanted with it.

    Signals:
        restore_requested, purge_requested: These entries (a list of ids) are to come back, or to be deleted for good.
        empty_requested: Everything is to be deleted for good.
        reclaim_requested: What nobody needs is to be given back to the disk.
    """

    restore_requested = Signal(list)
    purge_requested = Signal(list)
    empty_requested = Signal()
    reclaim_requested = Signal()

    def __init__(self, model: TrashModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Trash", "Trash"))
        self._model = model
        self._is_busy = False
        self._free = 0
        self._make_filter(theme)
        self._make_table()
        self._make_buttons(theme)
        self._make_labels(theme)
        self._arrange()
        model.modelReset.connect(self._follow)
        self.table.selectionModel().selectionChanged.connect(self._follow)
        self._follow()

    @property
    def selected_ids(self) -> list[str]:
        """The entries that are selected."""
        selection = self.table.selectionModel().selection()  # its ranges; selectedRows() is slow with many rows
        ranges = [selection.at(number) for number in range(selection.count())]
        return [self._model.entry_at(row).id for each in ranges for row in range(each.top(), each.bottom() + 1)]

    def show_space(self, space: Space) -> None:
        """Say what takes up how much."""
        self._free = space.free
        sentence = translate(
            "Trash",
            "On the disk: documents {documents}, copies of their files {copies}, trash {trash}, "
            "results kept to save time {cache}, backups {backups}.",
        )
        sizes = {
            "documents": space.documents,
            "copies": space.copies,
            "trash": space.trash,
            "cache": space.cache,
            "backups": space.backups,
        }
        self.space_label.setText(sentence.format(**{name: size_words(size) for name, size in sizes.items()}))
        self.reclaim_button.setText(translate("Trash", "Re&claim {size}").format(size=size_words(space.free)))
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

    def _make_filter(self, theme: Theme) -> None:
        self.filter_field = QLineEdit()
        self.filter_field.setPlaceholderText(translate("Trash", "Filter by name or knowledge base"))
        self.filter_field.setAccessibleName(translate("Trash", "Filter the trash"))
        self.filter_field.setClearButtonEnabled(True)
        self.filter_field.addAction(theme.icon("filter", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.filter_field.textChanged.connect(self._model.set_filter)

    def _make_table(self) -> None:
        table = self.table = QTableView()
        table.setModel(self._model)
        table.setAccessibleName(translate("Trash", "What is in the trash"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        table.setSortingEnabled(True)
        table.sortByColumn(Column.DELETED, Qt.SortOrder.DescendingOrder)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        # Its own, always empty: else it asks each of 10,000 rows whether the columns are selected.
        header.setSelectionModel(QItemSelectionModel(self._model, self))
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        for column, samples in _sample_cells().items():
            width = max(self.fontMetrics().horizontalAdvance(sample) for sample in samples)
            table.setColumnWidth(column, width + _CELL_MARGINS)

    def _make_buttons(self, theme: Theme) -> None:
        self.restore_button = make_button(translate("Trash", "&Restore"), theme.icon("undo-2"))
        self.restore_button.clicked.connect(lambda: self.restore_requested.emit(self.selected_ids))
        self.purge_button = make_button(translate("Trash", "&Delete for good…"))
        self.purge_button.clicked.connect(self._ask_to_purge)
        self.empty_button = make_button(translate("Trash", "&Empty trash…"), theme.icon("trash-2"))
        self.empty_button.clicked.connect(self._ask_to_empty)
        self.reclaim_button = make_button(translate("Trash", "Re&claim space"), theme.icon("hard-drive"))
        self.reclaim_button.clicked.connect(self.reclaim_requested)
        self.reclaim_button.setToolTip(
            translate("Trash", "Makes the files of the library as small as what is in them.")
        )
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table, self.purge_button.click)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)

    def _make_labels(self, theme: Theme) -> None:
        self.note_label = QLabel(
            translate(
                "Trash",
                "What is deleted is kept for 30 days and then deleted for good. Backups made before still contain it.",
            )
        )
        self.space_label = QLabel()
        self.result_label = ResultLabel(translate("Trash", "Result"))
        for label in (self.note_label, self.space_label):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", "muted")
        self.empty_page = StatePage(theme)
        self.empty_page.show_state("trash-2", translate("Trash", "The trash is empty."))
        self.no_match_label = QLabel(translate("Trash", "Nothing in the trash matches the filter."))
        self.no_match_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.no_match_label.setProperty("role", "muted")

    def _arrange(self) -> None:
        self._stack = QStackedWidget()
        for page in (self.table, self.empty_page, self.no_match_label):
            self._stack.addWidget(page)
        row = QHBoxLayout()
        for button in (self.restore_button, self.purge_button, self.empty_button):
            row.addWidget(button)
        row.addStretch()
        row.addWidget(self.reclaim_button)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (self.note_label, self.filter_field):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        layout.addLayout(row)
        for widget in (self.result_label, self.space_label, buttons):
            layout.addWidget(widget)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter in the filter must do nothing to what is selected
        fit_to_screen(self, *_SIZE)
        self.filter_field.setFocus()

    def _follow(self) -> None:
        is_empty = self._model.total_count == 0
        page = self.empty_page if is_empty else self.table if self._model.rowCount() else self.no_match_label
        self._stack.setCurrentWidget(page)
        has_selection = self.table.selectionModel().hasSelection()
        for button in (self.restore_button, self.purge_button):
            button.setEnabled(has_selection and not self._is_busy)
        self.empty_button.setEnabled(not is_empty and not self._is_busy)
        self.reclaim_button.setEnabled(self._free > 0 and not self._is_busy)

    def _ask_to_purge(self) -> None:
        chosen = self.selected_ids
        question = translate("Trash", "Delete %n selected entry(s) for good?", None, len(chosen))
        self._ask(question, translate("Trash", "Delete for good")).connect(lambda: self.purge_requested.emit(chosen))

    def _ask_to_empty(self) -> None:
        question = translate("Trash", "Delete all %n entry(s) in the trash for good?", None, self._model.total_count)
        self._ask(question, translate("Trash", "Empty trash")).connect(self.empty_requested)

    def _ask(self, question: str, label: str) -> SignalInstance:
        consequence = translate("Trash", "This cannot be undone. Backups made before still contain it.")
        return ask(self, question, consequence, label=label)


def _sample_cells() -> dict[Column, tuple[str, ...]]:
    """Return texts as wide as most of a column, so that widths follow the font and the language."""
    late = QDateTime(QDate(2028, 12, 28), QTime(22, 58))
    form = QLocale.FormatType.ShortFormat
    return {
        Column.BASE: (translate("Trash", "The whole knowledge base"), "m" * _NAME_LETTERS),
        Column.DELETED: (translate("Trash", "Deleted"), QLocale().toString(late, form)),
        Column.KEPT_UNTIL: (translate("Trash", "Kept until"), QLocale().toString(late.date(), form)),
        Column.SIZE: (translate("Trash", "Size"), size_words(999_999)),
    }
