"""The check questions of a knowledge base: how they stand, and what has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from kbdesk.library.questions.types import Line, Report
from kbdesk.ui.models.lamps import SIGNS
from kbdesk.ui.models.questions import (
    LINE_ROLE,
    Column,
    QuestionsModel,
    detail_words,
    difference_words,
    run_words,
    state_words,
)
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.flow_layout import FlowLayout
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.state_page import StatePage
from kbdesk.ui.widgets.undo_bar import UndoBar

_SIZE = (960, 600)
_CELL_MARGINS = 36


class CheckQuestionsDialog(QDialog):
    """Shows the questions and says what is wanted with them.

    Signals:
        add_requested, run_requested: A new question is wanted; all are to be asked now.
        edit_requested, open_requested: This question (`Question`) is to be changed, its passage to be shown.
        delete_requested: These questions (a list of ids) are to be deleted.
        undo_requested: The last deletion is to be undone.
        import_requested, export_requested: A file (`Path`) is to be taken in, or written.
        compare_requested: They are to be compared with this run (its id).
    """

    add_requested = Signal()
    run_requested = Signal()
    edit_requested = Signal(object)
    open_requested = Signal(object)
    delete_requested = Signal(list)
    undo_requested = Signal()
    import_requested = Signal(Path)
    export_requested = Signal(Path)
    compare_requested = Signal(int)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        """`name` is that of the knowledge base."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Questions", "Check questions of “{name}”").format(name=name))
        self._model = QuestionsModel(self)
        self._is_busy = False
        self._make_labels(theme)
        self._make_table(theme)
        self._make_buttons(theme)
        self._arrange()
        self._follow()

    @property
    def selected(self) -> list[Line]:
        """The questions that are selected, in their order."""
        return [self._model.line_at(index.row()) for index in self.table.selectionModel().selectedRows()]

    def show_report(self, report: Report) -> None:
        """Show how the questions stand; what is selected stays so."""
        chosen = {line.question.id for line in self.selected}
        self._model.set_lines(report.lines)
        for row in range(self._model.rowCount()):
            if self._model.line_at(row).question.id in chosen:
                flags = self.table.selectionModel().SelectionFlag
                self.table.selectionModel().select(self._model.index(row, 0), flags.Select | flags.Rows)
        self.state_label.setText(state_words(report))
        self.difference_label.setText(difference_words(report))
        for label in (self.state_label, self.difference_label):
            label.setVisible(bool(label.text()))
        self.note_label.setText(_note(report))
        self._show_runs(report)
        self._stack.setCurrentWidget(self.table if report.lines else self.empty_page)
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

    def _show_runs(self, report: Report) -> None:
        self.run_field.blockSignals(True)
        self.run_field.clear()
        for run in report.earlier:
            self.run_field.addItem(run_words(run), run.id)
        if report.before is not None:
            self.run_field.setCurrentIndex(self.run_field.findData(report.before.id))
        self.run_field.blockSignals(False)
        for widget in (self.run_field, self.run_label):
            widget.setVisible(bool(report.earlier))

    def _make_labels(self, theme: Theme) -> None:
        self.state_label, self.difference_label, self.note_label = (
            QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText) for _ in range(3)
        )
        self.detail_label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.detail_label.setAccessibleName(translate("Questions", "The selected question"))
        self.difference_label.setProperty("role", "heading")
        self.note_label.setProperty("role", "muted")
        self.run_label = QLabel(translate("Questions", "&Compared with"))
        self.run_field = QComboBox()
        self.run_field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.run_label.setBuddy(self.run_field)
        self.run_field.activated.connect(self._compare)
        self.result_label = ResultLabel(translate("Questions", "Result"))
        self.undo_bar = UndoBar(theme)
        self.undo_bar.undo_requested.connect(self.undo_requested)
        self.empty_page = StatePage(theme)
        self.empty_page.show_state(
            "circle-check",
            translate("Questions", "There are no check questions yet"),
            translate(
                "Questions",
                "Save a few questions that your handbook must answer, each with the passage that is the right answer. "
                "They are asked again after every change, and you see at once which are no longer answered.",
            ),
        )

    def _make_table(self, theme: Theme) -> None:
        table = self.table = QTableView()
        table.setModel(self._model)
        table.setItemDelegateForColumn(Column.RESULT, _VerdictDelegate(theme, table))
        table.setAccessibleName(translate("Questions", "Check questions"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        table.setSortingEnabled(True)
        table.sortByColumn(Column.RESULT, Qt.SortOrder.AscendingOrder)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        for column in (Column.QUESTION, Column.RESULT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.setColumnWidth(Column.DOCUMENT, self.fontMetrics().horizontalAdvance("m" * 14))
        for column in (Column.RANK, Column.BEFORE):
            title = str(self._model.headerData(column, Qt.Orientation.Horizontal))
            table.setColumnWidth(column, self.fontMetrics().horizontalAdvance(title) + _CELL_MARGINS)
        table.selectionModel().selectionChanged.connect(self._follow)
        table.activated.connect(self._open)

    def _make_buttons(self, theme: Theme) -> None:
        self.add_button = make_button(translate("Questions", "&Add…"), theme.icon("plus"))
        self.add_button.clicked.connect(self.add_requested)
        self.edit_button = make_button(translate("Questions", "C&hange…"), theme.icon("pencil"))
        self.edit_button.clicked.connect(lambda: self.edit_requested.emit(self.selected[0].question))
        self.delete_button = make_button(translate("Questions", "&Delete"), theme.icon("trash-2"))
        self.delete_button.clicked.connect(self._delete)
        self.open_button = make_button(translate("Questions", "&Show passage"), theme.icon("book-open"))
        self.open_button.clicked.connect(self._open)
        self.import_button = make_button(translate("Questions", "&Import…"), theme.icon("download"))
        self.import_button.clicked.connect(self._choose_import)
        self.export_button = make_button(translate("Questions", "E&xport…"), theme.icon("upload"))
        self.export_button.clicked.connect(self._choose_export)
        self.run_button = make_button(
            translate("Questions", "As&k all now"), theme.icon("refresh-cw", "on_accent"), primary=True
        )
        self.run_button.clicked.connect(self.run_requested)
        self._add_key(QKeySequence.StandardKey.Delete, self.table, self.delete_button.click)
        self._add_key(QKeySequence.StandardKey.Undo, self, self._undo)

    def _add_key(self, key: QKeySequence.StandardKey, where: QWidget, act: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(key), where, act)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def _arrange(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty_page)
        compared = QHBoxLayout()
        compared.addWidget(self.run_label)
        compared.addWidget(self.run_field)
        compared.addStretch()
        acts = FlowLayout(spacing=8)
        for button in (self.add_button, self.edit_button, self.delete_button, self.open_button):
            acts.addWidget(button)
        for button in (self.import_button, self.export_button):
            acts.addWidget(button)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.run_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (self.difference_label, self.state_label):
            layout.addWidget(widget)
        layout.addLayout(compared)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.detail_label)
        layout.addWidget(self.undo_bar)
        layout.addLayout(acts)
        for widget in (self.result_label, self.note_label, buttons):
            layout.addWidget(widget)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        fit_to_screen(self, *_SIZE)
        self.table.setFocus()

    def _follow(self) -> None:
        count = len(self.selected)
        self.detail_label.setText(detail_words(self.selected[0]) if count == 1 else "")
        self.detail_label.setVisible(count == 1)
        for button in (self.edit_button, self.open_button):
            button.setEnabled(count == 1 and not self._is_busy)
        self.delete_button.setEnabled(count > 0 and not self._is_busy)
        for button in (self.run_button, self.export_button):
            button.setEnabled(self._model.rowCount() > 0 and not self._is_busy)
        for button in (self.add_button, self.import_button):
            button.setEnabled(not self._is_busy)

    def _open(self) -> None:
        if len(self.selected) == 1:
            self.open_requested.emit(self.selected[0].question)

    def _delete(self) -> None:
        self.delete_requested.emit([line.question.id for line in self.selected])

    def _compare(self) -> None:
        self.compare_requested.emit(self.run_field.currentData())

    def _import(self, name: str) -> None:
        self.import_requested.emit(Path(name))

    def _export(self, name: str) -> None:
        self.export_requested.emit(Path(name))

    def _undo(self) -> None:
        if self.undo_bar.isVisible():  # else it would take back what was done elsewhere
            self.undo_requested.emit()

    def _choose_import(self) -> None:
        dialog = QFileDialog(self, translate("Questions", "Import check questions"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([translate("Questions", "Tables (*.csv *.tsv *.txt)"), _all_files()])
        dialog.fileSelected.connect(self._import)
        _open(dialog)

    def _choose_export(self) -> None:
        dialog = QFileDialog(self, translate("Questions", "Export check questions"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile("check-questions.csv")
        dialog.setNameFilters([translate("Questions", "Tables (*.csv)"), _all_files()])
        dialog.fileSelected.connect(self._export)
        _open(dialog)


class _VerdictDelegate(QStyledItemDelegate):
    """Adds the sign of a verdict to the words beside it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        line: Line = index.data(LINE_ROLE)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        option.icon = self._theme.icon(*SIGNS[line.verdict])
        option.decorationSize = QSize(16, 16)


def _note(report: Report) -> str:
    if report.host is None:
        return translate(
            "Questions",
            "They are asked by themselves after every change of documents, model or settings, on this computer.",
        )
    return translate(
        "Questions",
        "Each question is sent to {host}, so they are asked only when you want it: press Ask all now after a change.",
    ).format(host=report.host)


def _all_files() -> str:
    return translate("Questions", "All files (*)")


def _open(dialog: QFileDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
