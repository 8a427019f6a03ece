"""Help > Look for a new version, before a computer that answers like GitHub."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QDialogButtonBox

from kbdesk import __version__
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.new_version import NewVersionDialog
from kbdesk.updates import newest_release

from ..releases import Releases, served  # noqa: TID252  # the tests are no package that could be named
from .test_accessibility import unnamed

LEFT = Qt.MouseButton.LeftButton
PAGE = "https://github.com/kbdesk/kbdesk/releases"

Idle = Callable[[Desk], Awaitable[None]]


@pytest.fixture
def releases() -> Iterator[Releases]:
    with served() as releases:
        yield releases


@pytest.fixture
def opened(desk: Desk, releases: Releases) -> list[str]:
    """Open the dialog; return the pages that are opened in the browser."""
    pages: list[str] = []

    def open_url(url: QUrl) -> bool:
        pages.append(url.toString())
        return True

    presenter = desk.presenters.new_version
    presenter._open_url = open_url
    presenter._ask_for_newest = partial(newest_release, releases.address)
    choose(desk)
    return pages


@pytest.fixture
def dialog(desk: Desk, opened: list[str]) -> NewVersionDialog:
    return dialog_of(desk)


def choose(desk: Desk) -> None:
    [menu] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == "&Help"]
    [action] = [action for action in menu.actions() if action.text() == "Look for a new &version…"]
    action.trigger()


def dialog_of(desk: Desk) -> NewVersionDialog:
    assert desk.presenters.new_version.dialog is not None
    return desk.presenters.new_version.dialog


async def test_who_will_be_asked_is_said_before_anybody_is(
    desk: Desk, dialog: NewVersionDialog, releases: Releases, idle: Idle
) -> None:
    await idle(desk)
    assert dialog.note_label.text() == (
        "kbdesk asks api.github.com for the newest version that was released. As with every page you open, the network "
        "address of this computer can be seen there; nothing else is sent. kbdesk never asks by itself."
    )
    assert releases.asked == []
    assert not dialog.page_button.isVisible()
    assert unnamed(dialog) == []


async def test_a_newer_version_is_shown_with_what_changed_and_its_page(
    desk: Desk, dialog: NewVersionDialog, releases: Releases, opened: list[str], idle: Idle, qtbot: Any
) -> None:
    releases.releases("v99.0.0", "- Faster\n- **Packs**")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.result_label.text() == "Asking…"
    assert not dialog.ask_button.isEnabled()
    await idle(desk)
    assert dialog.result_label.text() == "kbdesk 99.0.0 is there. What changed:"
    assert dialog.changes_view.toPlainText() == "- Faster\n- **Packs**"
    qtbot.keyClick(dialog.page_button, Qt.Key.Key_Return)
    assert opened == [f"{PAGE}/tag/v99.0.0"]


async def test_a_newer_version_that_does_not_say_what_changed(
    desk: Desk, dialog: NewVersionDialog, releases: Releases, idle: Idle, qtbot: Any
) -> None:
    releases.releases("v99.0.0", None)
    qtbot.mouseClick(dialog.ask_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text() == "kbdesk 99.0.0 is there."
    assert not dialog.changes_view.isVisible()


@pytest.mark.parametrize(
    ("status", "said"), [(200, f"Your kbdesk {__version__} is up to date."), (404, "No version was released yet.")]
)
async def test_that_there_is_nothing_newer_is_said(
    desk: Desk, dialog: NewVersionDialog, releases: Releases, idle: Idle, qtbot: Any, status: int, said: str
) -> None:
    releases.releases("v0.0.1", "- Old")
    releases.status = status
    qtbot.mouseClick(dialog.ask_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text() == said
    assert not dialog.changes_view.isVisible()
    assert not dialog.page_button.isVisible()


async def test_a_failure_is_said_in_the_dialog_and_the_page_can_be_opened(
    desk: Desk, dialog: NewVersionDialog, releases: Releases, opened: list[str], idle: Idle, qtbot: Any
) -> None:
    releases.content = b"<html>"
    qtbot.mouseClick(dialog.ask_button, LEFT)
    await idle(desk)
    assert dialog.result_label.text() == (
        f"api.github.com gave an answer that kbdesk does not understand. Try again later, or look at {PAGE} yourself."
    )
    assert dialog.result_label.property("role") == "error"
    qtbot.mouseClick(dialog.page_button, LEFT)
    assert opened == [PAGE]
    releases.releases("v0.0.1")
    qtbot.mouseClick(dialog.ask_button, LEFT)
    await idle(desk)
    assert "up to date" in dialog.result_label.text()


async def test_closing_takes_the_question_back(
    desk: Desk, dialog: NewVersionDialog, releases: Releases, idle: Idle, wait: Any, qtbot: Any
) -> None:
    releases.wait.clear()
    qtbot.mouseClick(dialog.ask_button, LEFT)
    await wait.until(lambda: releases.asked)
    qtbot.mouseClick(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close), LEFT)
    await idle(desk)
    assert desk.presenters.new_version.dialog is None


async def test_there_is_one_dialog_at_a_time(desk: Desk, dialog: NewVersionDialog) -> None:
    choose(desk)
    assert dialog_of(desk) is dialog
