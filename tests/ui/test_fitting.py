"""Dialogs on a small screen: never larger than it, and all that stands in them can be reached."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialogButtonBox

from kbdesk.settings import Settings
from kbdesk.ui.dialogs.check_questions import CheckQuestionsDialog
from kbdesk.ui.dialogs.gaps import GapsDialog
from kbdesk.ui.dialogs.knowledge_base import KnowledgeBaseDialog
from kbdesk.ui.dialogs.settings import SettingsDialog
from kbdesk.ui.widgets.scroll_page import ScrollPage

SCREEN = QSize(640, 400)
DIALOGS = {
    SettingsDialog: lambda kind, theme: kind(theme, Settings()),
    GapsDialog: lambda kind, theme: kind(theme, remembers=True),
    CheckQuestionsDialog: lambda kind, theme: kind("Team handbook", theme),
    KnowledgeBaseDialog: lambda kind, _: kind(None),
}


@pytest.fixture(params=DIALOGS, ids=lambda kind: kind.__name__)
async def small(request, theme, qtbot):
    """A dialog on a screen of 1280 x 800 pixels at 200 %."""

    class OnSmallScreen(request.param):
        def screen(self):
            return SimpleNamespace(availableSize=lambda: QSize(SCREEN))

    dialog = DIALOGS[request.param](OnSmallScreen, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


async def test_a_dialog_is_no_larger_than_the_screen_and_needs_no_scrolling_sideways(small):
    assert small.width() <= SCREEN.width()
    assert small.height() <= SCREEN.height() - 40
    [page] = [each for each in small.findChildren(ScrollPage) if each.parent() is small]
    assert page.horizontalScrollBar().maximum() == 0


async def test_keys_bring_its_last_button_into_sight(small, qtbot):
    box = small.findChildren(QDialogButtonBox)[-1]
    last = [each for each in box.buttons() if each.isEnabled()][-1]
    for _ in range(60):
        if last.hasFocus():
            break
        qtbot.keyClick(small.focusWidget() or small, Qt.Key.Key_Tab)
    assert last.hasFocus()
    assert last.visibleRegion().boundingRect().height() > last.height() // 2


async def test_on_a_large_screen_a_dialog_opens_as_large_as_it_is_drawn(theme, qtbot):
    class OnLargeScreen(GapsDialog):
        def screen(self):
            return SimpleNamespace(availableSize=lambda: QSize(1920, 1080))

    dialog = OnLargeScreen(theme, remembers=True)
    qtbot.addWidget(dialog)
    assert dialog.size() == QSize(780, 500)
    assert not [each for each in dialog.findChildren(ScrollPage) if each.parent() is dialog]
