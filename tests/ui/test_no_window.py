"""Why there can be no window is shown where the window would be."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from kbdesk.errors import StoreError
from kbdesk.texts import text
from kbdesk.ui.no_window import show_error

ERROR = StoreError(text("library", "It is {what}.", what="<b>newer</b>"), text("library", "Install the newest kbdesk."))


async def shown_box(wait: Any, qapp: QApplication) -> QMessageBox:
    await wait.until(lambda: qapp.activeModalWidget())
    box = qapp.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


async def test_it_is_shown_with_what_to_do_until_it_is_closed(wait: Any, qtbot: Any, qapp: QApplication) -> None:
    showing = asyncio.create_task(show_error(ERROR, asyncio.Event()))
    box = await shown_box(wait, qapp)
    assert (box.text(), box.informativeText()) == ("It is <b>newer</b>.", "Install the newest kbdesk.")
    assert not showing.done()
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Close), Qt.MouseButton.LeftButton)
    await asyncio.wait_for(showing, 10)


async def test_names_are_shown_letter_by_letter_and_what_is_to_be_typed_can_be_copied(
    wait: Any, qtbot: Any, qapp: QApplication
) -> None:
    showing = asyncio.create_task(show_error(ERROR, asyncio.Event()))
    box = await shown_box(wait, qapp)
    labels = {label.text(): label for label in box.findChildren(QLabel) if label.text()}
    for words in (box.text(), box.informativeText()):
        assert labels[words].textFormat() == Qt.TextFormat.PlainText
        assert labels[words].textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    await asyncio.wait_for(showing, 10)


async def test_the_end_of_the_program_ends_it_too(wait: Any, qapp: QApplication) -> None:
    stop = asyncio.Event()
    showing = asyncio.create_task(show_error(ERROR, stop))
    await shown_box(wait, qapp)
    stop.set()
    await asyncio.wait_for(showing, 10)
