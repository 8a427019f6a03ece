"""What an empty knowledge base shows instead of an empty table."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.scroll_page import ScrollPage


class EmptyState(ScrollPage):
    """Says what to do first.

    Signals:
        files_requested, folder_requested, sample_requested: A button was pressed.
    """

    files_requested = Signal()
    folder_requested = Signal()
    sample_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(QWidget(), parent)
        self.setProperty("dropzone", True)
        self._icon = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._theme = theme
        self._title = self._line(translate("EmptyState", "Drop your handbook here"))
        self._title.setProperty("role", "title")
        self.setAccessibleName(self._title.text())
        self._hint = self._line(
            translate(
                "EmptyState",
                "Files and whole folders: PDF, Word, PowerPoint, Excel, Markdown, web pages, pictures and text. "
                "Your files are never changed, and nothing leaves this computer unless you choose so in the settings.",
            )
        )
        self._hint.setProperty("role", "muted")
        self.files_button = make_button(
            translate("EmptyState", "Choose files…"), theme.icon("file-plus", "on_accent"), primary=True
        )
        self.files_button.clicked.connect(self.files_requested)
        self.folder_button = make_button(translate("EmptyState", "Choose folder…"), theme.icon("folder-plus"))
        self.folder_button.clicked.connect(self.folder_requested)
        self.sample_button = make_button(translate("EmptyState", "Open the sample handbook"), theme.icon("book-open"))
        self.sample_button.clicked.connect(self.sample_requested)
        self._arrange()
        theme.changed.connect(self._draw_icon)
        self._draw_icon()

    def _line(self, words: str) -> QLabel:
        label = QLabel(words, alignment=Qt.AlignmentFlag.AlignCenter)
        label.setWordWrap(True)
        return label

    def _arrange(self) -> None:
        layout = QVBoxLayout(self.content)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(14)
        layout.addStretch(2)
        layout.addWidget(self._icon)
        layout.addWidget(self._title)
        layout.addWidget(self._hint)
        layout.addSpacing(6)
        for button in (self.files_button, self.folder_button, self.sample_button):
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def _draw_icon(self) -> None:
        self._icon.setPixmap(self._theme.icon("upload", "muted").pixmap(48, 48))
