"""Why there can be no window is shown where the window would be."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from kbdesk.errors import StoreError
from kbdesk.session import _show_fatal
from kbdesk.texts import text


async def test_it_is_shown_with_what_to_do_until_it_is_closed(
    wait: Any, qtbot: Any, capsys: Any, qapp: QApplication
) -> None:
    error = StoreError(text("library", "It is {what}.", what="newer"), text("library", "Install the newest kbdesk."))
    showing = asyncio.create_task(_show_fatal(error, asyncio.Event()))
    await wait.until(lambda: qapp.activeModalWidget())
    box = qapp.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert (box.text(), box.informativeText()) == ("It is newer.", "Install the newest kbdesk.")
    assert not showing.done()
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Close), Qt.MouseButton.LeftButton)
    await asyncio.wait_for(showing, 10)
    assert capsys.readouterr().err == "kbdesk: It is newer. Install the newest kbdesk.\n"
