"""The window: three panes side by side, menus, bars, and everything that can be dropped on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import QLabel, QMainWindow, QTabWidget, QVBoxLayout, QWidget
from typing_extensions import override

from kbdesk.ui.drops import Offer, announcement, read_offer
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.drop_overlay import DropOverlay
from kbdesk.ui.widgets.pane_splitter import PaneSplitter

if TYPE_CHECKING:  # the window is there before what stands in it is loaded
    from kbdesk.ui.furniture import Bars, Panes
    from kbdesk.ui.widgets.conflicts_button import ConflictsButton
    from kbdesk.ui.widgets.look_line import LookLine
    from kbdesk.ui.widgets.message_bar import MessageBar
    from kbdesk.ui.widgets.privacy_note import PrivacyNote
    from kbdesk.ui.widgets.status_line import StatusLine
    from kbdesk.ui.widgets.undo_bar import UndoBar

_FIRST_SIZE = QSize(1270, 790)
_FRAME = QSize(4, 34)
"""What the system draws around the window."""

_FIRST_WIDTHS = (185, 690, 395)
_LEAST_WIDTHS = (200, 300, 300)


class MainWindow(QMainWindow):
    """Lays out the panes; it knows no library.

    It can be shown at once, and is furnished when the library is open. Until then closing it needs nobody's leave.

    Signals:
        offered: Files were dropped or pasted (`Offer`).
        close_requested: The person wants to quit; the owner calls `close_now` when everything is put away.
    """

    offered = Signal(Offer)
    close_requested = Signal()

    panes: Panes
    message_bar: MessageBar
    undo_bar: UndoBar
    look_line: LookLine
    status_line: StatusLine
    conflicts_button: ConflictsButton
    privacy_note: PrivacyNote

    def __init__(self, theme: Theme, places: QSettings) -> None:
        """`places` remembers sizes from one start to the next."""
        super().__init__()
        self._places = places
        self._target = ""
        self._may_close = True
        self.setWindowTitle(translate("MainWindow", "Opening…"))
        self.setCentralWidget(_opening_page())
        self.setAcceptDrops(False)  # nobody could take anything yet
        self.overlay = DropOverlay(theme, self)
        self.resize(_FIRST_SIZE.boundedTo(self.screen().availableSize() - _FRAME))
        self._restore("geometry", self.restoreGeometry)

    def furnish(self, panes: Panes, bars: Bars) -> None:
        """Put in everything that stands in the window."""
        self.panes = panes
        self.message_bar = bars.message_bar
        self.undo_bar = bars.undo_bar
        self.look_line = bars.look_line
        self.status_line = bars.status_line
        self.conflicts_button = bars.conflicts_button
        self.privacy_note = bars.privacy_note
        self._may_close = False
        self.setWindowTitle("kbdesk")
        self._arrange()
        self.overlay.raise_()
        self.setAcceptDrops(True)
        self._restore("splitter", self._splitter.restoreState)
        self._restore("columns", panes.documents.table.horizontalHeader().restoreState)
        self._restore("shown_columns", panes.documents.table.columns.restore)
        panes.knowledge_bases.view.setFocus()

    def set_target(self, knowledge_base: str) -> None:
        """Name the knowledge base that takes what is dropped."""
        self._target = knowledge_base

    def show_passages(self) -> None:
        """Bring the passages to the front."""
        self._right.setCurrentWidget(self.panes.passages)

    def go_to_passages(self) -> None:
        """Go to the passages."""
        self.show_passages()
        self.panes.passages.view.setFocus()

    def show_knowledge_bases(self) -> None:
        """Go to the knowledge bases."""
        self._splitter.show_first()
        self.panes.knowledge_bases.view.setFocus()

    def show_documents(self) -> None:
        """Go to the documents."""
        self._splitter.show_second()
        self.panes.documents.table.setFocus()

    def filter_documents(self) -> None:
        """Be ready for typing which documents are shown."""
        self._splitter.show_second()
        self.panes.documents.focus_filter()

    def show_search(self) -> None:
        """Bring the search to the front, ready for typing."""
        self._right.setCurrentWidget(self.panes.search)
        self.panes.search.form.focus_field()

    def paste(self) -> None:
        """Take files from the clipboard."""
        self.offered.emit(read_offer(QGuiApplication.clipboard().mimeData()))

    def come_to_front(self) -> None:
        """Show the window above all others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def close_now(self) -> None:
        """Close without asking anybody."""
        self._remember_places()
        self._may_close = True
        self.close()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
        else:  # this also holds back the system's own wish to quit until our work is put away
            event.ignore()
            self.close_requested.emit()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        offer = read_offer(event.mimeData())
        if not (offer.paths or offer.refused):
            event.ignore()
            return
        self.overlay.announce(announcement(offer, self._target))
        _accept_copy(event)

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        _accept_copy(event)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        offer = read_offer(event.mimeData())  # now or never: the data is gone after this call
        _accept_copy(event)
        self.offered.emit(offer)

    def _arrange(self) -> None:
        self._right = QTabWidget()
        self._right.setDocumentMode(True)
        self._right.setAccessibleName(translate("MainWindow", "Passages and search"))
        self._right.addTab(self.panes.passages, translate("MainWindow", "Passages"))
        self._right.addTab(self.panes.search, translate("MainWindow", "Search"))
        panes = (self.panes.knowledge_bases, self.panes.documents, self._right)
        self._splitter = PaneSplitter(panes, _LEAST_WIDTHS)
        self._splitter.narrowed.connect(self.panes.documents.set_narrow)
        self.panes.documents.bases_button.clicked.connect(self.show_knowledge_bases)
        self.panes.knowledge_bases.chosen.connect(self._splitter.show_second)
        self.panes.documents.filter_changed.connect(self._splitter.show_second)
        self.panes.knowledge_bases.setFocusProxy(self.panes.knowledge_bases.view)
        self.panes.documents.setFocusProxy(self.panes.documents.table)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 3)
        self._splitter.setStretchFactor(2, 2)
        self._splitter.setSizes(list(_FIRST_WIDTHS))
        center = QWidget()
        layout = QVBoxLayout(center)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.message_bar)
        layout.addWidget(self._splitter, 1)
        layout.addWidget(self.undo_bar)
        self.setCentralWidget(center)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.look_line)
        self.statusBar().addWidget(self.status_line, 1)
        self.statusBar().addPermanentWidget(self.conflicts_button)
        self.statusBar().addPermanentWidget(self.privacy_note)

    def _restore(self, key: str, restore: Callable[[Any], object]) -> None:
        state = self._places.value(key)
        if state is not None:
            restore(state)

    def _remember_places(self) -> None:
        self._places.setValue("geometry", self.saveGeometry())
        if not self._splitter.is_narrow:
            self._places.setValue("splitter", self._splitter.saveState())
        table = self.panes.documents.table
        self._places.setValue("columns", table.horizontalHeader().saveState())
        self._places.setValue("shown_columns", table.columns.choices)
        self._places.sync()


def _accept_copy(event: QDropEvent) -> None:
    event.setDropAction(Qt.DropAction.CopyAction)  # never Move: its source would delete the originals
    event.accept()


def _opening_page() -> QLabel:
    page = QLabel(translate("MainWindow", "Opening your documents…"))
    page.setAlignment(Qt.AlignmentFlag.AlignCenter)
    page.setProperty("role", "muted")
    return page
