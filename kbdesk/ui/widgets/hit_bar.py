"""Buttons below the hits for what is done most with the one that is chosen."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button, plain_label
from kbdesk.ui.widgets.flow_layout import FlowLayout
from kbdesk.ui.widgets.hit_acts import HitActs


class HitBar(QWidget):
    """There only while a hit is chosen."""

    def __init__(self, acts: HitActs, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._acts = acts
        self.why_button = make_button(translate("HitBar", "Why this hit?"))
        self.why_button.setCheckable(True)
        self.why_button.clicked.connect(acts.why_requested)
        self.open_button = _button(acts.open)
        self.page_button = _button(acts.page)
        self.program_button = _button(acts.program)
        self.copy_button = _button(acts.copy)
        self.more_button = make_icon_button(theme.icon("ellipsis"), translate("HitBar", "More for this hit"))
        self.more_button.clicked.connect(self._open_menu)
        self.why_button.setFixedHeight(self.more_button.sizeHint().height())
        layout = FlowLayout(self, spacing=4)
        layout.setContentsMargins(16, 6, 16, 6)
        layout.addWidget(self.why_button)
        for button in (self.open_button, self.page_button, self.program_button, self.copy_button, self.more_button):
            layout.addWidget(button)
        acts.open.enabledChanged.connect(self.setVisible)
        self.setVisible(acts.open.isEnabled())

    def _open_menu(self) -> None:
        button = self.more_button
        self._acts.menu.popup(button.mapToGlobal(button.rect().topLeft()))


def _button(action: QAction) -> QToolButton:
    button = make_icon_button(action.icon(), plain_label(action.text()))
    button.setEnabled(action.isEnabled())
    button.clicked.connect(action.trigger)
    action.enabledChanged.connect(button.setEnabled)
    return button
