"""Orders by the buttons of the real window over the real queue, while it reads."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

FILES = 12
PASSAGES = 30


@pytest.fixture
def handbook(tmp_path: Path) -> list[Path]:
    """Files that take a while, each with its own content."""
    files = [tmp_path / f"rule-{number:02}.md" for number in range(FILES)]
    for file in files:
        rules = (f"## Rule {n}\n\nRule {n} of {file.stem}: keep every receipt." for n in range(PASSAGES))
        file.write_text("\n\n".join(rules), "utf-8")
    return files


@pytest.fixture
async def desk(open_desk):
    desk = await open_desk()
    await until(lambda: not desk.scope.is_busy)
    return desk


async def until(condition):
    async with asyncio.timeout(90):
        while not condition():  # noqa: ASYNC110  (a widget has no event to wait for)
            await asyncio.sleep(0.01)


def states(desk):
    model = desk.window.panes.documents.table.model()
    return [model.index(row, 2).data() for row in range(model.rowCount())]


def is_resting(desk):
    return not desk.window.status_line.pause_button.isVisible() and not desk.scope.is_busy


async def at_work(desk):
    bar = desk.window.status_line.bar
    await until(lambda: bar.isVisible() and bar.value() > 0)


async def press(desk, qtbot, button, words):
    """Press a button of the status line and wait until the line says what came of it."""
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: is_resting(desk) and words in desk.window.status_line.label.text())


async def test_work_is_paused_stopped_and_goes_on(desk, handbook, qtbot):
    line = desk.window.status_line
    desk.take_paths(handbook)
    await at_work(desk)
    await press(desk, qtbot, line.pause_button, "paused")
    paused = states(desk).count("Paused")
    assert paused
    assert states(desk).count("Ready") == FILES - paused
    assert line.label.text() == f"{paused} document(s) paused"

    qtbot.mouseClick(line.go_on_button, Qt.MouseButton.LeftButton)
    await at_work(desk)
    await press(desk, qtbot, line.stop_button, "stopped")
    stopped = states(desk).count("Stopped")
    assert states(desk).count("Ready") == FILES - stopped
    assert line.label.text() == f"{stopped} document(s) stopped before they were ready"

    await press(desk, qtbot, line.go_on_button, "Ready")
    assert states(desk) == ["Ready"] * FILES
    assert line.label.text() == f"Ready: {stopped}"
    assert not line.go_on_button.isVisible()


async def test_files_that_are_still_being_looked_at_are_paused_too(desk, handbook, qtbot):
    base = desk.window.panes.knowledge_bases.current
    desk.presenters.intake.add(base.id, handbook)
    assert desk.window.status_line.label.text() == "Looking for files…"
    await press(desk, qtbot, desk.window.status_line.pause_button, "paused")
    assert "Paused" in states(desk)
    await press(desk, qtbot, desk.window.status_line.go_on_button, "Ready")
    assert states(desk) == ["Ready"] * FILES


async def test_what_is_cancelled_is_gone_and_the_rest_is_read(desk, handbook, qtbot):
    ended = []
    desk.presenters.intake.ended.connect(ended.append)
    pane = desk.window.panes.documents
    desk.take_paths(handbook)
    await at_work(desk)
    pane.table.selectRow(FILES - 1)
    await until(pane.queue.cancel.isEnabled)
    pane.queue.cancel.trigger()
    await until(lambda: is_resting(desk) and len(states(desk)) == FILES - 1)
    assert desk.window.status_line.label.text() == f"Ready: {FILES - 1}"
    assert ended == [f"All {FILES - 1} file(s) are done and ready."]


async def test_of_the_only_file_nothing_untrue_is_said_once_it_is_cancelled(desk, handbook):
    ended = []
    desk.presenters.intake.ended.connect(ended.append)
    pane = desk.window.panes.documents
    desk.take_paths(handbook[:1])
    await until(lambda: states(desk))
    pane.table.selectAll()
    await until(pane.queue.cancel.isEnabled)
    pane.queue.cancel.trigger()
    await until(lambda: is_resting(desk) and not states(desk))
    assert desk.window.status_line.label.text() == ""
    assert ended == [""]


async def test_a_pause_of_single_documents_is_said_as_such(desk, handbook, qtbot):
    ended = []
    desk.presenters.intake.ended.connect(ended.append)
    pane = desk.window.panes.documents
    desk.take_paths(handbook[:1])
    await until(lambda: states(desk))
    pane.table.selectAll()
    await until(pane.queue.pause.isEnabled)
    pane.queue.pause.trigger()
    await until(lambda: is_resting(desk) and states(desk) == ["Paused"])
    assert desk.window.status_line.label.text() == "1 document(s) paused"
    assert ended == [""]
    await press(desk, qtbot, desk.window.status_line.go_on_button, "Ready")
