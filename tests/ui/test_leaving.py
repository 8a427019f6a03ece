"""Closing the window while work goes on, the tray, and notifications."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QSystemTrayIcon, QWidget

from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.leaving import LeavingDialog
from kbdesk.ui.notifications import notify_without_tray
from kbdesk.ui.presenters import leaving
from kbdesk.ui.presenters.leaving import end_words

# Of the platform without a screen.
pytestmark = pytest.mark.qt_log_ignore("systemTrayWindowChanged", "does not support raise")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said in the corner of the screen: this platform shows no notifications."""
    words: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _, title, body, icon: words.append(f"tray: {body}"))
    monkeypatch.setattr(leaving, "notify_without_tray", lambda window, body: words.append(f"desktop: {body}"))
    return words


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> None:
    """This platform has no tray."""
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)


@pytest.fixture
async def working(desk: Desk, library, handbook, wait, rows) -> Desk:
    library.gate.clear()
    desk.left = []
    desk.presenters.leaving.left.connect(lambda: desk.left.append(True))
    desk.presenters.intake.add("kb0", [handbook])
    await wait.until(lambda: "Reading" in rows(desk).values())
    return desk


def close(desk: Desk) -> LeavingDialog:
    desk.window.close()
    [dialog] = [each for each in desk.window.findChildren(LeavingDialog) if each.isVisible()]
    return dialog


def press(qtbot, button: QAbstractButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def pass_time(desk: Desk, seconds: float) -> None:
    now = desk.work._clock()
    desk.work._clock = lambda: now + seconds


async def finish(desk: Desk, library, idle) -> None:
    library.gate.set()
    await idle(desk)


async def test_the_window_closes_at_once_when_nothing_goes_on(desk, qtbot):
    with qtbot.waitSignal(desk.presenters.leaving.left):
        desk.window.close()
    assert not desk.window.findChildren(LeavingDialog)


async def test_closing_while_work_goes_on_asks(working, tray, library, idle):
    dialog = close(working)
    assert dialog.text() == "kbdesk is still working."
    assert dialog.informativeText() == (
        "Reading 1 of 3: broken.md, page 1 of 2, about 40 s left\n\n"
        "What is ready stays. What is left goes on at the next start if you stop here."
    )
    assert dialog.keep_button.text() == "Keep working in the &tray"
    assert dialog.stop_button.text() == "&Stop here and go on next time"
    assert dialog.defaultButton() is dialog.cancel_button
    working.window.close()
    assert len(working.window.findChildren(LeavingDialog)) == 1
    dialog.reject()
    await finish(working, library, idle)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
async def test_enter_and_escape_keep_the_window(working, tray, library, qtbot, idle, wait, key):
    dialog = close(working)
    qtbot.keyClick(dialog, key)
    await wait.until(lambda: not dialog.isVisible())
    assert working.window.isVisible()
    assert not working.left
    await finish(working, library, idle)


async def test_stop_here_leaves_and_stops_no_row(working, tray, library, qtbot, idle, rows):
    press(qtbot, close(working).stop_button)
    assert working.left
    assert "Stopped" not in rows(working).values()
    await finish(working, library, idle)


async def test_work_goes_on_in_the_tray_which_tells_of_its_end(working, tray, said, library, qtbot, idle):
    press(qtbot, close(working).keep_button)
    icon = working.presenters.leaving.tray.icon
    assert not working.window.isVisible()
    assert not working.left
    assert icon.isVisible()
    assert icon.toolTip() == "kbdesk\nReading 1 of 3: broken.md, page 1 of 2, about 40 s left"
    library.broken.add("broken.md")
    await finish(working, library, idle)
    assert said == ["tray: All 3 file(s) are done: 2 ready, 1 need(s) you."]
    assert icon.isVisible()
    assert icon.toolTip() == "kbdesk"
    assert not working.window.isVisible()
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert working.window.isVisible()
    assert not icon.isVisible()


async def test_the_tray_shows_pauses_and_goes_on(working, tray, library, qtbot, idle, wait):
    press(qtbot, close(working).keep_button)
    menu = working.presenters.leaving.tray
    assert [each.text() for each in menu.menu.actions() if each.isVisible() and each.text()] == [
        "&Show kbdesk",
        "&Pause",
        "&Quit",
    ]
    menu.pause_action.trigger()
    await wait.until(lambda: library.queue.orders[-1] == ("pause", None))
    menu.go_on_action.trigger()
    await wait.until(lambda: library.queue.orders[-1] == ("resume", None))
    menu.show_action.trigger()
    assert working.window.isVisible()
    await finish(working, library, idle)


async def test_quitting_from_the_tray_asks_nothing(working, tray, library, qtbot, idle):
    press(qtbot, close(working).keep_button)
    working.presenters.leaving.tray.quit_action.trigger()
    assert working.left
    await finish(working, library, idle)


async def test_without_a_tray_the_window_is_minimised(working, said, library, qtbot, idle):
    dialog = close(working)
    assert dialog.keep_button.text() == "Keep working with the window &minimised"
    press(qtbot, dialog.keep_button)
    assert working.window.isMinimized()
    await finish(working, library, idle)
    assert said == ["desktop: All 3 file(s) are done and ready."]
    assert working.window.isMinimized()


async def test_the_end_of_long_work_is_told_to_who_looks_elsewhere(working, said, library, idle):
    working.window.hide()
    pass_time(working, 121)
    await finish(working, library, idle)
    assert said == ["desktop: All 3 file(s) are done and ready."]
    assert not working.window.isVisible()


async def test_the_end_of_short_work_is_not_told(working, said, library, idle):
    working.window.hide()
    pass_time(working, 119)
    await finish(working, library, idle)
    assert said == []


async def test_who_looks_at_the_window_is_not_told(working, said, library, idle, wait):
    await wait.until(working.window.isActiveWindow)
    pass_time(working, 121)
    await finish(working, library, idle)
    assert said == []


async def test_the_end_of_a_long_check_is_told_too(desk, tray, said):
    desk.window.hide()
    desk.work.tell("check", "Checking 3 of 12")
    pass_time(desk, 130)
    desk.work.end("check", "The check is done: all is well.")
    assert said == ["tray: The check is done: all is well."]


async def test_the_end_of_the_session_asks_nothing(working, tray, library, idle):
    working.presenters.leaving.expect_end_of_session()
    working.window.close()
    assert working.left
    assert not working.window.findChildren(LeavingDialog)
    await finish(working, library, idle)


def test_a_desktop_without_a_bus_is_no_error(qtbot, monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    window = QWidget()
    qtbot.addWidget(window)
    notify_without_tray(window, "All is done.")


@pytest.mark.skipif(not shutil.which("dbus-run-session"), reason="needs a D-Bus of its own")
def test_a_desktop_with_a_portal_shows_the_sentence():
    script = Path(__file__).with_name("notification_portal.py")
    command = ["dbus-run-session", "--", sys.executable, str(script)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout == "kbdesk: All is done.\n"


def test_what_came_of_the_work_is_one_sentence(qapp):
    assert end_words(204, 1) == "All 205 file(s) are done: 204 ready, 1 need(s) you."
    assert end_words(3, 0) == "All 3 file(s) are done and ready."
