"""What people looked for in vain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
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

from kbdesk.library.search.gaps import Gap
from kbdesk.ui.dialogs.question import ask
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.flow_layout import FlowLayout
from kbdesk.ui.widgets.result_label import ResultLabel

_SIZE = (780, 500)
_GAP = Qt.ItemDataRole.UserRole


class GapsDialog(QDialog):
    """Lists the questions that the handbook does not answer, and says what is wanted with them.

    Signals:
        note_requested: A note is to be written that answers this question (`Gap`).
        search_requested: This question (`Gap`) is to be searched again.
        dismiss_requested: These questions (a list of `Gap`) are to be listed no longer.
        look_requested: All questions are to be asked again, to see which are answered by now.
        clear_requested: All questions are to be forgotten, and the last searches with them.
        remembering_changed: Whether searches may be kept from now on.
    """

    note_requested = Signal(object)
    search_requested = Signal(object)
    dismiss_requested = Signal(list)
    look_requested = Signal()
    clear_requested = Signal()
    remembering_changed = Signal(bool)

    def __init__(self, theme: Theme, *, remembers: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_busy = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Gaps", "Your handbook does not answer"))
        self.label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.list = _make_list()
        self.list.itemSelectionChanged.connect(self._follow)
        self.list.itemActivated.connect(self._search)
        self.remember_box = QCheckBox(translate("Gaps", "&Keep searches on this computer"))
        self.remember_box.setChecked(remembers)
        self.remember_box.setToolTip(
            translate("Gaps", "The last searches and the questions in this list; they never leave this computer.")
        )
        self.remember_box.toggled.connect(self.remembering_changed)
        self.result_line = ResultLabel(translate("Gaps", "Result"))
        self._make_buttons(theme)
        self._lay_out()
        self.show_gaps((), {})

    @property
    def selected(self) -> list[Gap]:
        """The questions that are selected, in their order."""
        items = [self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())]
        return [item.data(0, _GAP) for item in items if item is not None and item.isSelected()]

    def show_gaps(self, gaps: Sequence[Gap], names: Mapping[str, str]) -> None:
        """List questions; `names` has the name of each knowledge base by its id."""
        self.list.clear()
        items = [_item(gap, names) for gap in gaps]
        self.list.addTopLevelItems(items)
        if items:
            self.list.setCurrentItem(items[0])
            words = translate(
                "Gaps", "%n question(s) found nothing good, those asked most often first.", None, len(gaps)
            )
        else:
            words = translate("Gaps", "Every question that was searched for has found something good.")
        self.label.setText(words)
        self._follow()

    def show_busy(self, sentence: str) -> None:
        """Say what is being done, and take no other wish until `show_result`."""
        self._is_busy = True
        self.result_line.say(sentence)
        self._follow()

    def show_result(self, sentence: str, *, is_problem: bool = False) -> None:
        """Say how it ended."""
        self._is_busy = False
        self.result_line.say(sentence, is_problem=is_problem)
        self._follow()

    def _make_buttons(self, theme: Theme) -> None:
        self.note_button = make_button(
            translate("Gaps", "&Write a note…"), theme.icon("file-plus", "on_accent"), primary=True
        )
        self.note_button.clicked.connect(lambda: self.note_requested.emit(self.selected[0]))
        self.search_button = make_button(translate("Gaps", "&Search again"), theme.icon("search"))
        self.search_button.clicked.connect(self._search)
        self.dismiss_button = make_button(translate("Gaps", "&Remove from the list"), theme.icon("x"))
        self.dismiss_button.clicked.connect(lambda: self.dismiss_requested.emit(self.selected))
        self.look_button = make_button(translate("Gaps", "Which are &answered by now?"), theme.icon("refresh-cw"))
        self.look_button.clicked.connect(self.look_requested)
        self.clear_button = make_button(translate("Gaps", "&Forget all searches…"))
        self.clear_button.clicked.connect(self._ask_to_clear)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list, self.dismiss_button.click)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)

    def _search(self) -> None:
        if self.selected:
            self.search_requested.emit(self.selected[0])

    def _ask_to_clear(self) -> None:
        ask(
            self,
            translate("Gaps", "Forget all searches?"),
            translate(
                "Gaps", "This list and the last searches are emptied. Saved searches stay. This cannot be undone."
            ),
            label=translate("Gaps", "Forget"),
        ).connect(self.clear_requested)

    def _follow(self) -> None:
        count = len(self.list.selectedItems())
        for button in (self.note_button, self.search_button):
            button.setEnabled(count == 1 and not self._is_busy)
        self.dismiss_button.setEnabled(count > 0 and not self._is_busy)
        self.look_button.setEnabled(self.list.topLevelItemCount() > 0 and not self._is_busy)
        self.clear_button.setEnabled(not self._is_busy)

    def _lay_out(self) -> None:
        acts = FlowLayout(spacing=8)
        for button in (self.note_button, self.search_button, self.dismiss_button, self.look_button):
            acts.addWidget(button)
        keeping = QHBoxLayout()
        keeping.addWidget(self.remember_box)
        keeping.addStretch()
        keeping.addWidget(self.clear_button)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.label)
        layout.addWidget(self.list, 1)
        layout.addLayout(acts)
        layout.addWidget(self.result_line)
        layout.addLayout(keeping)
        layout.addWidget(buttons)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        fit_to_screen(self, *_SIZE)


def _make_list() -> QTreeWidget:
    made = QTreeWidget()
    made.setAccessibleName(translate("Gaps", "Questions without an answer"))
    made.setHeaderLabels(
        [
            translate("Gaps", "Question"),
            translate("Gaps", "Knowledge base"),
            translate("Gaps", "Asked"),
            translate("Gaps", "Last time"),
        ]
    )
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    made.setItemDelegate(RowDelegate(made))
    made.header().setStretchLastSection(False)
    made.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    made.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return made


def _item(gap: Gap, names: Mapping[str, str]) -> QTreeWidgetItem:
    asked_in = names.get(gap.kb_id, "") if gap.kb_id else translate("Gaps", "Several")
    last = QLocale().toString(
        QDateTime.fromSecsSinceEpoch(round(gap.last_at.timestamp())), QLocale.FormatType.ShortFormat
    )
    times = translate("Gaps", "%n time(s)", None, gap.count)
    item = QTreeWidgetItem([" ".join(gap.query.split()), asked_in, times, last])
    item.setToolTip(0, gap.query)
    item.setData(0, _GAP, gap)
    return item
