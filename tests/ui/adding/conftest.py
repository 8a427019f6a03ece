"""A window that takes drops, and files to drop on it."""

from __future__ import annotations

import hashlib

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from kbdesk.ui.presenters.adding import AddingPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.widgets.look_line import LookLine

KB = "kb0"


@pytest.fixture
async def adding(library, theme, qtbot, wait):
    """The presenter over a window of its own; `accepted` and the like are what it said."""
    window = QWidget()
    qtbot.addWidget(window)
    line = LookLine(theme, window)
    window.show()
    scope = TaskScope()
    presenter = AddingPresenter(window, line, library=library, scope=scope)
    presenter.window, presenter.line, presenter.scope = window, line, scope
    presenter.errors = []
    scope.failed.connect(presenter.errors.append)
    presenter.got = {
        name: spy_on(getattr(presenter, name))
        for name in ("accepted", "sync_requested", "said", "show_requested", "restore_requested")
    }
    yield presenter
    await scope.aclose()


def spy_on(signal):
    got = []
    signal.connect(lambda *arguments: got.append(arguments))
    return got


def dialog_of(adding, kind):
    found = [each for each in adding.window.findChildren(kind) if each.isVisible()]
    return found[0] if found else None


@pytest.fixture
def opened(adding, wait):
    """Wait for a dialog."""

    async def wait_for(kind):
        await wait.until(lambda: dialog_of(adding, kind) is not None)
        return dialog_of(adding, kind)

    return wait_for


@pytest.fixture
def quiet(adding, wait):
    """Wait until nothing is going on any more."""

    async def wait_until_quiet():
        await wait.until(lambda: not adding.scope.is_busy)

    return wait_until_quiet


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def cancel(qtbot, dialog):
    click(qtbot, dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Cancel))


@pytest.fixture
def write(tmp_path):
    def write(name, content="Some words about trains."):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.fixture
def files(write):
    return [write(f"file {number}.md", f"File {number}.") for number in range(25)]


@pytest.fixture
def here(library, make_document, write):
    """A document that was made from a file, which is still there."""

    def put(name="travel.md", content="Old words.", **changes):
        path = write(name, content)
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        size = path.stat().st_size
        return library.put(make_document(name, path=path, sha256=sha256, size_bytes=size, **changes))

    return put


def names(adding):
    ((_, files, _),) = adding.got["accepted"]
    return [file.name for file in files]
