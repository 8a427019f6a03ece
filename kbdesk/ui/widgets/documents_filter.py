"""What the list of documents is filtered by: words, a remark, a tag."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from kbdesk.library.listing import Remark
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.remark_filter import RemarkFilter
from kbdesk.ui.widgets.tag_filter import TagFilter

_LONGEST = 200


class DocumentsFilter(QWidget):
    """A field with buttons beside it.

    Signals:
        changed: Something else was chosen.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setPlaceholderText(translate("Documents", "Filter by name, tag, kind or state"))
        self.field.setAccessibleName(translate("Documents", "Filter documents"))
        self.field.setClearButtonEnabled(True)
        self.field.setMaxLength(_LONGEST)
        self.field.setAcceptDrops(False)
        self.field.addAction(theme.icon("filter", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.remark = RemarkFilter(theme)
        self.tag = TagFilter(theme)
        self.field.textChanged.connect(self.changed)
        self.remark.changed.connect(self.changed)
        self.tag.changed.connect(self.changed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.remark)
        layout.addWidget(self.tag)

    def show_words(self, words: str) -> None:
        """Choose these words and nothing else."""
        self.remark.choose(None)
        self.tag.choose("")
        self.field.setText(words)

    def show_remark(self, remark: Remark) -> None:
        """Choose this remark and nothing else."""
        self.field.clear()
        self.tag.choose("")
        self.remark.choose(remark)

    def show_tag(self, tag: str) -> None:
        """Choose this tag and nothing else."""
        self.field.clear()
        self.remark.choose(None)
        self.tag.choose(tag)
