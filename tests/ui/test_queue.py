"""What a person can order while files are read, by the buttons and menus of the window."""

from __future__ import annotations

import pytest

from kbdesk.library.types import State
from kbdesk.ui.desk import Desk


@pytest.fixture
async def waiting(desk, library, make_document, wait):
    """A window that shows one document in the queue and one that is paused."""
    [base] = await library.knowledge_bases()
    for number, state in enumerate((State.QUEUED, State.PAUSED)):
        library.put(make_document(f"{number}.md", id=f"{number:032x}", knowledge_base_id=base.id, state=state))
    desk.presenters.documents.refresh()
    table = desk.window.panes.documents.table
    await wait.until(lambda: table.model().rowCount() == 2)
    return desk


async def test_each_order_goes_to_the_queue_with_the_selected_documents(waiting: Desk, library, wait):
    actions = waiting.window.panes.documents.queue
    waiting.window.panes.documents.table.select_document(f"{0:032x}")
    await wait.until(actions.pause.isEnabled)
    for action, order in (
        (actions.pause, "pause"),
        (actions.stop, "stop"),
        (actions.cancel, "cancel"),
        (actions.read_next, "move to the front"),
        (actions.read_last, "move to the back"),
    ):
        action.trigger()
        await wait.until(lambda order=order: library.queue.orders[-1] == (order, [f"{0:032x}"]))


async def test_what_is_paused_is_counted_and_goes_on_by_a_button(waiting: Desk, library, qtbot, wait):
    line = waiting.window.status_line
    await wait.until(line.go_on_button.isVisible)
    assert line.label.text() == "1 document(s) paused"
    line.go_on_button.click()
    await wait.until(lambda: library.queue.orders[-1] == ("resume", None))
