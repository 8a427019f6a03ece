"""How is searched: by meaning and words, by meaning, or by words."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from kbdesk.library.search.types import Mode
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.menu_button import MenuButton

_WORDS: dict[Mode, object] = {
    "hybrid": QT_TRANSLATE_NOOP("SearchPane", "Meaning and words"),
    "meaning": QT_TRANSLATE_NOOP("SearchPane", "Meaning"),
    "words": QT_TRANSLATE_NOOP("SearchPane", "Words"),
}


class ModeButton(MenuButton):
    """Names the way, and offers the others.

    Signals:
        changed: The person chose another way.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(QMenu(), theme, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.mode: Mode = "hybrid"
        group = QActionGroup(self)
        self.actions_by_mode = {mode: self._add_action(group, mode) for mode in _WORDS}
        self.choose("hybrid")

    def choose(self, mode: Mode) -> None:
        """Search this way; nothing is announced by this."""
        self.mode = mode
        self.actions_by_mode[mode].setChecked(True)
        self.say(translate("SearchPane", "How to search"), self.actions_by_mode[mode].text())

    def _add_action(self, group: QActionGroup, mode: Mode) -> QAction:
        action = group.addAction(translate("SearchPane", str(_WORDS[mode])))
        action.setCheckable(True)
        action.triggered.connect(lambda: self._pick(mode))
        self.popup.addAction(action)
        return action

    def _pick(self, mode: Mode) -> None:
        if mode != self.mode:
            self.choose(mode)
            self.changed.emit()
