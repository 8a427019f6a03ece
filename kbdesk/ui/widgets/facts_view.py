"""What people say of the selected document."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from kbdesk.library.facts.days import today
from kbdesk.library.types import Facts
from kbdesk.ui.models.fact_words import day_words, is_due, owner_words, review_words
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.flow_layout import FlowLayout

_LONGEST_DESCRIPTION = 200


class FactsView(QWidget):
    """Its tags are buttons that show all documents with the tag; there only while there is something to say.

    Signals:
        tag_chosen: Only documents with this tag are to be shown.
    """

    tag_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts = Facts()
        self._tags = QWidget()
        self._flow = FlowLayout(self._tags, spacing=4)
        self._due_icon = QLabel()
        self.label = ElidedLabel()
        self.description = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.description.setProperty("role", "muted")
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self._due_icon)
        line.addWidget(self.label, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._tags)
        layout.addLayout(line)
        layout.addWidget(self.description)
        theme.changed.connect(self._show)
        self.hide()

    @property
    def tag_buttons(self) -> list[QToolButton]:
        """A button for each tag."""
        items = (self._flow.itemAt(index) for index in range(self._flow.count()))
        return [found for item in items if item is not None and isinstance(found := item.widget(), QToolButton)]

    def show_facts(self, facts: Facts) -> None:
        """Show what is said of one document, or nothing."""
        if facts != self._facts:
            self._facts = facts
            self._show_tags()
        self._show()

    def _show(self) -> None:
        facts, day = self._facts, today()
        words = [owner_words(facts)] if facts.responsible else []
        if facts.review_by is not None:
            due = review_words(facts, day, QLocale())
            later = translate("Facts", "To be reviewed by {day}").format(day=day_words(facts.review_by, QLocale()))
            words.append(due if is_due(facts, day) else later)
        self.label.setText(" · ".join(words))
        self.label.setVisible(bool(words))
        self._due_icon.setPixmap(self._theme.icon("clock", "warning").pixmap(16, 16))
        self._due_icon.setVisible(is_due(facts, day))
        short = facts.description[:_LONGEST_DESCRIPTION].rstrip()
        self.description.setText(short if short == facts.description else f"{short}…")
        self.description.setToolTip(facts.description if short != facts.description else "")
        self.description.setVisible(bool(short))
        self._tags.setVisible(bool(facts.tags))
        self.setVisible(facts != Facts())

    def _show_tags(self) -> None:
        for button in self.tag_buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        for tag in self._facts.tags:
            button = QToolButton()
            button.setText(tag.replace("&", "&&"))
            name = translate("Facts", "Show all documents with the tag “{tag}”").format(tag=tag)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setProperty("inner", True)
            button.clicked.connect(partial(self.tag_chosen.emit, tag))
            self._flow.addWidget(button)
            button.show()
