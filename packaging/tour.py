"""The window without a screen: takes in the sample handbook, asks three questions, prints what a user would see.

Called by packaging/run, with its --data-dir, where there is no screen. The window is the real one on Qt's off-screen
platform; the files are dropped on it and the questions typed into it. The data folder is a temporary one unless one is
named.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_API", "pyside6")

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.types import DocumentInfo, Hit, State
from kbdesk.logs import logging_to
from kbdesk.paths import DataFolder, resources
from kbdesk.secrets import SecretStore
from kbdesk.ui.desk import Desk
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.language import install_language
from kbdesk.ui.loop import EventLoop
from kbdesk.ui.models.document_words import state_words
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme

QUESTIONS = (
    "How much do I get per day when I travel abroad?",
    "Where is the first aid box?",
    "When do I need a doctor's note?",
)
PATIENCE_S = 300
SIZE = (1280, 800)
FINAL = (State.DONE, State.FAILED, State.STOPPED)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110  # what a window shows announces itself to eyes only
            await asyncio.sleep(0.05)


def drop(desk: Desk, files: list[Path]) -> None:
    """Drop files on the window as a file manager would."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    middle = desk.window.rect().center()
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(desk.window, QDragEnterEvent(middle, *how))
    QApplication.sendEvent(desk.window, QDropEvent(QPointF(middle), *how))


def rows(desk: Desk) -> list[DocumentInfo]:
    model = desk.window.panes.documents.table.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]


async def ask(desk: Desk, question: str) -> list[Hit]:
    """Type a question into the search and return what the list shows."""
    pane = desk.window.panes.search
    desk.window.show_search()
    pane.list.hits.set_hits(())
    QTest.keyClicks(pane.form.field, question)
    QTest.keyClick(pane.form.field, Qt.Key.Key_Return)
    await until(lambda: pane.list.hits.rowCount())
    return pane.list.hits.hits


def print_documents(documents: list[DocumentInfo]) -> None:
    print("\nDocuments")
    for document in documents:
        print(f"  {document.name:28} {document.kind:16} {state_words(document):18} {document.passage_count:3} passages")


def print_hits(question: str, hits: list[Hit]) -> None:
    print(f"\nSearch: {question}")
    for hit in hits[:3]:
        where = ", ".join(filter(None, (hit.document.name, str(hit.place))))
        print(f"  {hit.rank}  {hit.score:5.2f}  {where}")
        print(f"           {' '.join(hit.chunk.text.split())[:100]}")


async def tour(app: QApplication, folder: DataFolder, picture: Path) -> None:
    secrets = SecretStore()
    reporter = ErrorReporter()
    reporter.install(asyncio.get_running_loop())
    async with await Library.open(folder, secrets=secrets) as library:
        theme = Theme(app, resources() / "icons", "light")
        around = Surroundings(folder.root, secrets, resources() / "sample", lambda url: False)
        desk = Desk(library, theme, reporter, around)
        desk.window.resize(*SIZE)
        desk.window.show()
        desk.start()
        await until(lambda: desk.window.panes.knowledge_bases.current)
        files = [path for path in (resources() / "sample").iterdir() if path.is_file()]
        drop(desk, files)
        await until(lambda: len(rows(desk)) >= len(files) and all(row.state in FINAL for row in rows(desk)))
        print_documents(rows(desk))
        for question in QUESTIONS:
            print_hits(question, await ask(desk, question))
        desk.window.grab().save(str(picture))
        print(f"\nA picture of the window: {picture}")
        await desk.scope.aclose()
        desk.window.close_now()
    secrets.close()
    reporter.uninstall()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir", type=Path)
    chosen: Path | None = parser.parse_args().data_dir
    print("There is no screen here, so kbdesk opens its window off-screen and tells what it shows.")
    app = QApplication(["kbdesk"])
    app.setQuitOnLastWindowClosed(False)
    install_language(app, "system", resources() / "translations")
    try:
        with tempfile.TemporaryDirectory(prefix="kbdesk-") as temporary:
            folder = DataFolder((chosen or Path(temporary)).absolute()).prepare()
            picture = Path(tempfile.gettempdir()) / "kbdesk-window.png"
            with logging_to(folder.logs), asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
                runner.run(tour(app, folder, picture))
    except KbError as error:
        sys.stderr.write(f"kbdesk: {error}\n")
        return 1
    return 0
