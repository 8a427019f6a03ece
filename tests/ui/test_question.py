"""Questions before what a person may not want."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from kbdesk.ui.dialogs.question import ask


async def test_names_are_shown_letter_by_letter_and_enter_agrees_to_nothing(qtbot: Any) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    agreed: list[bool] = []
    ask(parent, "Delete “<b>Travel</b>”?", "<i>All</i> of it.", label="Delete").connect(agreed.append)
    [box] = parent.findChildren(QMessageBox)
    shown = {label.text(): label.textFormat() for label in box.findChildren(QLabel)}
    for words in ("Delete “<b>Travel</b>”?", "<i>All</i> of it."):
        assert shown[words] == Qt.TextFormat.PlainText
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert agreed == []
