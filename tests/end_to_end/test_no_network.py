"""Whatever is chosen in the window, nobody on the network is asked anything, unless to look for a new version."""

from __future__ import annotations

import asyncio
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

import kbdesk
from kbdesk.ui.desk import Desk

ASKING = "Look for a new &version…"
LEAVING = "&Quit"

LISTENER = """
import socket, sys

def listen(event, arguments):
    if event in ("socket.connect", "socket.sendto") and arguments[0].family != socket.AF_UNIX:
        note(f"{event} {arguments[1]}")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.bind") and not isinstance(arguments[-1], str):
        note(f"{event} {arguments}")

def note(what):
    with open(__file__ + ".heard", "a") as file:
        print(what, file=file)

sys.addaudithook(listen)
"""


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Listen in this process and in all that it starts; return what was asked of the network so far."""
    listener = tmp_path / "listening" / "sitecustomize.py"
    listener.parent.mkdir()
    listener.write_text(LISTENER, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(listener.parent))
    runpy.run_path(str(listener))
    notes = Path(f"{listener}.heard")
    return lambda: notes.read_text(encoding="utf-8") if notes.exists() else ""


def actions(menu: Any) -> Iterator[QAction]:
    for action in menu.actions():
        if isinstance(action.menu(), QMenu):
            yield from actions(action.menu())
        elif action.isEnabled() and action.text():
            yield action


async def idle(desk: Desk) -> None:
    async with asyncio.timeout(90):
        while desk.scope.is_busy or desk.work.is_going:  # noqa: ASYNC110  (tasks start others: no one event tells it)
            await asyncio.sleep(0.02)


def close_all_but(window: QWidget) -> None:
    for each in QApplication.topLevelWidgets():
        if each is not window:
            each.close()


async def test_every_menu_and_no_network(
    open_desk: Callable[[], Any], heard: Callable[[], str], tmp_path: Path
) -> None:
    desk: Desk = await open_desk()
    await idle(desk)
    (tmp_path / "travel.md").write_text("# Travel\n\nTrains are preferred.", encoding="utf-8")
    desk.take_paths([tmp_path / "travel.md"])
    await idle(desk)
    desk.window.panes.documents.table.selectRow(0)
    await idle(desk)
    QApplication.clipboard().setText("Something to paste.")
    chosen: list[str] = []
    for action in list(actions(desk.window.menuBar())):
        if action.text() not in (ASKING, LEAVING):
            action.trigger()
            chosen.append(action.text())
            await asyncio.sleep(0.05)
            close_all_but(desk.window)
            await idle(desk)
    assert len(chosen) > 40
    assert heard() == ""


async def test_looking_for_a_new_version_is_heard(open_desk: Callable[[], Any], heard: Callable[[], str]) -> None:
    """That nothing is heard above would otherwise mean nothing."""
    desk: Desk = await open_desk()
    [action] = [action for action in actions(desk.window.menuBar()) if action.text() == ASKING]
    action.trigger()
    dialog = desk.presenters.new_version.dialog
    assert dialog is not None
    assert heard() == ""
    dialog.ask_button.click()
    await idle(desk)
    assert "api.github.com" in heard()


def test_nothing_goes_to_the_network_by_way_of_qt() -> None:
    """Its own sockets would not be heard above; those to the same computer carry files from a second window."""
    words = ("QNetworkAccessManager", "QTcpSocket", "QSslSocket", "QUdpSocket", "QHttp", "QDnsLookup", "QWebSocket")
    sources = [path.read_text(encoding="utf-8") for path in Path(kbdesk.__file__).parent.rglob("*.py")]
    assert not [word for word in words for source in sources if word in source]
