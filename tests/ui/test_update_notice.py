"""Whoever comes back to a window whose program was updated is told to start it again."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kbdesk.ui.errors import ErrorReporter, Message
from kbdesk.ui.update_notice import UpdateNotice

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a program that runs cannot be replaced")


def come_back(app: QApplication) -> None:
    for state in (Qt.ApplicationState.ApplicationInactive, Qt.ApplicationState.ApplicationActive):
        app.applicationStateChanged.emit(state)


def test_it_is_told_once_and_only_then(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    reporter, told = ErrorReporter(), list[Message]()
    reporter.raised.connect(told.append)
    reporter.listen()
    notice = UpdateNotice(qapp, reporter)
    come_back(qapp)
    assert told == []
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/usr/lib/kbdesk/gone")
    come_back(qapp)
    come_back(qapp)
    assert [message.title for message in told] == ["kbdesk was updated while it was open."]
    notice.deleteLater()
