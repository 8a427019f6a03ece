"""A few buttons at the upper edge of the passage that is chosen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_icon_button, plain_label
from kbdesk.ui.widgets.passage_acts import PassageActs
from kbdesk.ui.widgets.passage_cards import PADDING
from kbdesk.ui.widgets.passage_view import PassageView

_BUTTON_SIZE = QSize(30, 26)


class PassageTools(QFrame):
    """What is done most often, and a menu with the rest; half above the edge, so that no text is hidden."""

    def __init__(self, view: PassageView, acts: PassageActs, theme: Theme) -> None:
        super().__init__(view.viewport())
        self._view = view
        self.setProperty("card", True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.correct_button = self._button(acts.correct)
        self.switch_button = self._button(acts.switch)
        self.note_button = self._button(acts.note)
        self.more_button = make_icon_button(theme.icon("ellipsis"), translate("PassageTools", "More for this passage"))
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more_button)
        menu.addActions(acts.all)
        self.more_button.setMenu(menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for button in (self.correct_button, self.switch_button, self.note_button, self.more_button):
            button.setIconSize(QSize(16, 16))
            button.setFixedSize(_BUTTON_SIZE)
            layout.addWidget(button)
        view.chosen_moved.connect(self._place)
        self._place()

    def _place(self) -> None:
        rect = self._view.chosen_rect
        self.setVisible(not rect.isEmpty())
        self.adjustSize()
        self.move(int(rect.right()) - self.width() - PADDING, int(rect.top()) - self.height() // 2)

    def _button(self, action: QAction) -> QToolButton:
        button = make_icon_button(action.icon(), "")
        button.clicked.connect(action.trigger)

        def follow() -> None:
            name = plain_label(action.text())
            key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            button.setIcon(action.icon())
            button.setAccessibleName(name)
            button.setToolTip(translate("PassageTools", "{act} ({key})").format(act=name, key=key))
            button.setEnabled(action.isEnabled())

        action.changed.connect(follow)
        follow()
        return button
