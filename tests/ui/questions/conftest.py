"""A window over a real library, with check questions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit

from kbdesk.library.library import Library
from kbdesk.library.questions.types import Wanted
from kbdesk.paths import DataFolder
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.check_question import CheckQuestionDialog
from kbdesk.ui.dialogs.check_questions import CheckQuestionsDialog
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.models.knowledge_bases import LAMP_ROLE
from kbdesk.ui.models.questions import Column
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

Idle = Callable[[Desk], Awaitable[None]]

Open = Callable[[], Awaitable[CheckQuestionsDialog]]

LEFT = Qt.MouseButton.LeftButton

QUOTE = "The travel.md passage about trains."


@pytest.fixture
async def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Library]:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(DataFolder(tmp_path / "data")) as opened:

        async def skip(_: float) -> None:
            await asyncio.sleep(0)

        opened.questions.following.sleep = skip
        yield opened


@pytest.fixture
async def kb_id(library: Library) -> str:
    return (await library.knowledge_bases())[0].id


@pytest.fixture
async def desk(
    library: Library, kb_id: str, theme: Theme, handbook: Path, tmp_path: Path, idle: Idle
) -> AsyncIterator[Desk]:
    """The window with leave.md, travel.md and broken.md."""
    await library.add(kb_id, [handbook])
    around = Surroundings(tmp_path, Any, handbook, lambda _: True)
    desk = Desk(library, theme, ErrorReporter(), around)
    desk.window.resize(1280, 800)
    desk.window.show()
    desk.start()
    await idle(desk)
    yield desk
    await desk.scope.aclose()
    desk.window.close_now()


async def save(library: Library, kb_id: str, query: str = "trains in travel", **changes: Any) -> None:
    [travel] = [each for each in await library.documents(kb_id) if each.name == "travel.md"]
    await library.questions.save(kb_id, Wanted(query, travel.id, **{"quote": QUOTE, **changes}))


@pytest.fixture
async def asked(desk: Desk, library: Library, kb_id: str, settled: Callable[[], Awaitable[None]]) -> None:
    """Two check questions, both right."""
    await save(library, kb_id)
    await save(library, kb_id, "which passage of travel is about trains", first=50)
    await settled()


@pytest.fixture
def settled(desk: Desk, library: Library, kb_id: str, idle: Idle) -> Callable[[], Awaitable[None]]:
    """Wait until all questions were asked after the last change, and the window shows it."""

    async def settled() -> None:
        await idle(desk)
        changed = asyncio.Event()
        stop = library.questions.watch(changed.set)
        async with asyncio.timeout(20):
            while (report := await library.questions.report(kb_id)).is_outdated or report.is_running:
                await changed.wait()
                changed.clear()
        stop()
        await idle(desk)

    return settled


@pytest.fixture
def open_questions(desk: Desk, idle: Idle) -> Open:
    """Open the list by the menu."""

    async def open_dialog() -> CheckQuestionsDialog:
        [menu] = [action.menu() for action in desk.window.menuBar().actions() if action.text() == "&Edit"]
        [action] = [action for action in menu.actions() if action.text() == "Check &questions…"]
        action.trigger()
        await idle(desk)
        assert desk.presenters.questions.dialog is not None
        return desk.presenters.questions.dialog

    return open_dialog


def cells(dialog: CheckQuestionsDialog) -> list[tuple[str, ...]]:
    model = dialog.table.model()
    return [tuple(model.index(row, column).data() for column in Column) for row in range(model.rowCount())]


def lamp(desk: Desk) -> Any:
    return desk.window.panes.knowledge_bases.view.model().index(0, 0).data(LAMP_ROLE)


def spoken(desk: Desk) -> str:
    return desk.window.panes.knowledge_bases.view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


async def choose_file(dialog: CheckQuestionsDialog, wait: Any, path: Path) -> None:
    """Type the name of a file in the chooser that is open, and agree."""
    await wait.until(lambda: any(each.isVisible() for each in dialog.findChildren(QFileDialog)))
    [chooser] = [each for each in dialog.findChildren(QFileDialog) if each.isVisible()]
    chooser.setDirectory(str(path.parent))
    field = chooser.findChild(QLineEdit, "fileNameEdit")
    assert field is not None
    field.setText(str(path))
    chooser.accept()


def question_dialog(desk: Desk) -> CheckQuestionDialog:
    dialog = desk.presenters.questions.question_dialog
    assert dialog is not None
    return dialog
