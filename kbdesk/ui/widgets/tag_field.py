"""A field for the tags of one document or of many at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from kbdesk.errors import InputError
from kbdesk.library.facts.rules import COMMAS, tag_of
from kbdesk.library.names import folded, natural_key
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.widgets.flow_layout import FlowLayout
from kbdesk.ui.widgets.tag_chip import TagChip

_SEPARATORS = re.compile(f"[{COMMAS}\n]")


class _Line(QLineEdit):
    """Takes what is typed at Enter, and lets Enter through to its dialog where nothing is.

    Signals:
        entered: What is typed is a whole tag.
    """

    entered = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class TagField(QWidget):
    """Shows each tag as a chip above a line in which more can be typed, also several with commas between them.

    Signals:
        changed: Tags were added or taken away.
        refused: What was typed is no tag, with the reason.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._total = 1
        self._before: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._known: list[str] = []
        self._offered = QStringListModel(self)
        self.line = _Line()
        self.line.setPlaceholderText(translate("Facts", "Add a tag"))
        self.line.setAccessibleName(translate("Facts", "Add a tag"))
        self.line.entered.connect(self.take_typed)
        self.line.textEdited.connect(self._take_whole_ones)
        self._completer = QCompleter(self._offered, self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        # Queued: the completer writes its choice into the line after it has told of it.
        self._completer.activated.connect(self.take_typed, Qt.ConnectionType.QueuedConnection)
        self.line.setCompleter(self._completer)
        self.setFocusProxy(self.line)
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.line)
        layout.addWidget(self._chips)
        self._chips.hide()

    @property
    def added(self) -> tuple[str, ...]:
        """Tags that all documents are to have and not all of them had."""
        return tuple(tag for tag, count in self._counts.items() if count > self._before.get(tag, 0))

    @property
    def removed(self) -> tuple[str, ...]:
        """Tags that no document is to have any more."""
        return tuple(tag for tag in self._before if tag not in self._counts)

    @property
    def chips(self) -> list[TagChip]:
        """What is shown."""
        items = (self._flow.itemAt(index) for index in range(self._flow.count()))
        return [chip for item in items if item is not None and isinstance(chip := item.widget(), TagChip)]

    def show_tags(self, counts: Mapping[str, int], total: int) -> None:
        """Show how many of `total` documents have each tag."""
        self._total = total
        self._before, self._counts = dict(counts), dict(counts)
        self._show()

    def offer(self, tags: Sequence[str]) -> None:
        """Offer these tags while one is typed."""
        self._known = list(tags)
        self._show()

    def take_typed(self) -> bool:
        """Add what is typed; return whether nothing of it was refused."""
        return self._take(self.line.text())

    def _take_whole_ones(self, typed: str) -> None:
        if _SEPARATORS.search(typed):
            self._take(typed)

    def _take(self, typed: str) -> bool:
        try:
            tags = [tag_of(each) for each in _SEPARATORS.split(typed) if each.strip()]
        except InputError as error:
            self.refused.emit(shown(error.sentence))
            return False
        self.line.clear()
        if (popup := self._completer.popup()) is not None:
            popup.hide()
        for tag in tags:
            self._spread(tag)
        return True

    def _spread(self, tag: str) -> None:
        spelled = {folded(each): each for each in (*self._known, *self._before, *self._counts)}
        self._counts[spelled.get(folded(tag), tag)] = self._total
        self._follow()

    def _remove(self, tag: str) -> None:
        self._counts.pop(tag, None)
        self._follow()
        self.line.setFocus()  # the button that had it is gone

    def _follow(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for tag in sorted(self._counts, key=natural_key):
            chip = TagChip(self._theme, tag, count=self._counts[tag], total=self._total)
            chip.remove_requested.connect(partial(self._remove, tag))
            chip.spread_requested.connect(partial(self._spread, tag))
            self._flow.addWidget(chip)
            chip.show()  # at once: what is not shown yet takes no room
        self._chips.setVisible(bool(self._counts))
        self._offered.setStringList([tag for tag in self._known if self._counts.get(tag, 0) < self._total])
