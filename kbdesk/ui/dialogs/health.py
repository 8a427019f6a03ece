"""What was read of a document: its pages in a strip, and beside each other a page's picture and the text of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.rereading import PageText
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.pages import WITHOUT_TEXT, PagesModel, counts, coverage_words, page_name, page_words, unit_of
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.page_legend import PageLegend
from kbdesk.ui.widgets.page_picture import PagePicture
from kbdesk.ui.widgets.page_strip import PageStrip
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.state_page import StatePage

_GAP = 10


class HealthDialog(QDialog):
    """Shows how the pages of a document were read.

    Signals:
        picture_requested: The picture of the page of this number is wanted.
        reading_requested: These pages (a list of numbers) are to be read again by OCR.
    """

    picture_requested = Signal(int)
    reading_requested = Signal(list)

    def __init__(self, document: DocumentInfo, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._has_pictures = False
        self._is_reading = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Health", "What was read"))
        self.model = PagesModel(self)
        self.model.set_pages(unit_of(document), ())
        self.name = _heading(document.name)
        self.coverage = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.coverage.setText(translate("Health", "What was read is being gathered…"))
        self.strip = PageStrip(self.model, theme)
        self.legend = PageLegend(theme)
        self.headings = self._make_headings()
        self.picture = PagePicture()
        self.no_picture = StatePage(theme)
        self.page_label = _heading("")
        self.text_view = QPlainTextEdit(readOnly=True)
        self.text_view.setTabChangesFocus(True)
        self.text_view.setAccessibleName(translate("Health", "Text that was read"))
        self.text_view.setPlaceholderText(translate("Health", "Nothing was read from it."))
        self.result_line = ResultLabel(translate("Health", "How far the reading is"))
        self._make_buttons(theme)
        self._arrange()
        self.strip.selectionModel().currentChanged.connect(self._show_current)
        self.strip.selectionModel().selectionChanged.connect(self._follow)
        self._show_pages_or_headings()
        self._follow()

    @property
    def current(self) -> PageText | None:
        """The page whose picture and text are shown."""
        row = self.strip.currentIndex().row()
        return self.model.pages[row] if row >= 0 else None

    @property
    def selected(self) -> list[int]:
        """Numbers of the pages that are selected."""
        rows = sorted(index.row() for index in self.strip.selectionModel().selectedIndexes())
        return [self.model.pages[row].number for row in rows]

    def show_pages(self, document: DocumentInfo, pages: Sequence[PageText], number: int = 0) -> None:
        """Show what was read, at the page of this `number`; 0: what was current and selected stays so."""
        row, numbers = max(self.strip.currentIndex().row(), 0), set(self.selected)
        row = next((index for index, page in enumerate(pages) if page.number == number), row)
        self.model.set_pages(unit_of(document), pages)
        self.coverage.setText(coverage_words(self.model.unit, pages))
        self.legend.show_counts(counts(pages))
        self._show_pages_or_headings()
        self.strip.setCurrentIndex(self.model.index(min(row, len(pages) - 1), 0))
        if numbers:
            self._select({index for index, page in enumerate(pages) if page.number in numbers})
        self._follow()

    def show_picture(self, image: QImage) -> None:
        """Show the picture of the current page."""
        self._has_pictures = True
        self.picture.show_image(image)
        self._left.setCurrentWidget(self.picture)
        self._follow()

    def show_no_picture(self, reason: str = "") -> None:
        """Show that the current page has no picture, and why if something went wrong."""
        title = translate("Health", "There is no picture of it")
        hint = translate("Health", "Pictures are shown of PDF files and of pictures. Beside is the text that was read.")
        self.no_picture.show_state("image", title, reason or hint)
        self._left.setCurrentWidget(self.no_picture)
        self._has_pictures = self._has_pictures or bool(reason)
        self._follow()

    def show_reading(self, words: str) -> None:
        """Say how far the reading is."""
        self._is_reading = True
        self.result_line.say(words)
        self._follow()

    def show_result(self, words: str, *, is_problem: bool = False) -> None:
        """Say how the reading ended."""
        self._is_reading = False
        self.result_line.say(words, is_problem=is_problem)
        self._follow()

    def show_problem(self, words: str) -> None:
        """Say why what was read cannot be shown."""
        self.coverage.setText(words)

    def _make_headings(self) -> QListView:
        headings = QListView()
        headings.setModel(self.model)
        headings.setSelectionModel(self.strip.selectionModel())
        headings.setUniformItemSizes(True)
        headings.setItemDelegate(RowDelegate(headings))
        headings.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        headings.setAccessibleName(translate("Health", "Headings"))
        return headings

    def _make_buttons(self, theme: Theme) -> None:
        self.select_button = make_button(translate("Health", "&All pages without text"))
        self.select_button.setToolTip(translate("Health", "Select them"))
        self.select_button.clicked.connect(self._select_without_text)
        self.read_button = make_button(translate("Health", "&Read these pages by OCR"), theme.icon("text-search"))
        self.read_button.clicked.connect(lambda: self.reading_requested.emit(self.selected))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        for button in (self.select_button, self.read_button):
            button.setAutoDefault(False)

    def _arrange(self) -> None:
        self._left = QStackedWidget()
        self._left.setContentsMargins(0, 0, _GAP, 0)
        for widget in (self.picture, self.no_picture, self.headings):
            self._left.addWidget(widget)
        right = QWidget()
        words = QVBoxLayout(right)
        words.setContentsMargins(_GAP, 0, 0, 0)
        words.addWidget(self.page_label)
        words.addWidget(self.text_view, 1)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(1)
        for half in (self._left, right):
            half.setMinimumWidth(240)
            halves.addWidget(half)
        halves.setSizes([480, 480])
        row = QHBoxLayout()
        row.addWidget(self.select_button)
        row.addWidget(self.read_button)
        row.addWidget(self.result_line, 1)
        row.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (self.name, self.coverage, self.strip, self.legend):
            layout.addWidget(widget)
        layout.addWidget(halves, 1)
        layout.addLayout(row)
        fit_to_screen(self, 1000, 680)

    def _show_pages_or_headings(self) -> None:
        has_pages = bool(self.model.unit)
        for widget in (self.strip, self.legend, self.select_button, self.read_button):
            widget.setVisible(has_pages)
        self._left.setCurrentWidget(self.picture if has_pages else self.headings)
        (self.strip if has_pages else self.headings).setFocus()

    def _show_current(self) -> None:
        page, unit = self.current, self.model.unit
        if page is None:
            return
        self.page_label.setText(page_words(unit, page))
        self.text_view.setPlainText(page.text)
        if unit:
            self.picture.show_waiting(translate("Health", "Picture of {page}").format(page=page_name(unit, page)))
            self.picture_requested.emit(page.number)

    def _select_without_text(self) -> None:
        self._select({row for row, page in enumerate(self.model.pages) if page.state in WITHOUT_TEXT})

    def _select(self, rows: Collection[int]) -> None:
        """Select these pages; the first of them becomes current unless one of them is."""
        flag = QItemSelectionModel.SelectionFlag
        selection = QItemSelection()
        for row in rows:
            selection.select(self.model.index(row, 0), self.model.index(row, 0))
        if rows and self.strip.currentIndex().row() not in rows:
            self.strip.setCurrentIndex(self.model.index(min(rows), 0))
        self.strip.selectionModel().select(selection, flag.ClearAndSelect)

    def _follow(self) -> None:
        """Offer what can be done with what is selected."""
        has_gaps = any(page.state in WITHOUT_TEXT for page in self.model.pages)
        self.select_button.setEnabled(has_gaps)
        can_read = self._has_pictures and not self._is_reading
        self.read_button.setEnabled(can_read and self.strip.selectionModel().hasSelection())


def _heading(words: str) -> ElidedLabel:
    heading = ElidedLabel(words)  # a long name without blanks would make the dialog wider than the screen
    heading.setProperty("role", "heading")
    return heading
