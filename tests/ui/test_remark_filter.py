"""The list shows only what is remarkable, in the real window over a library in memory."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.facts.days import months_after, today
from kbdesk.library.listing import Remark
from kbdesk.library.types import Facts, PageState, State
from kbdesk.texts import text

NOTE = text("parsing", "Two pages have no text.")


@pytest.fixture
async def several(desk, library, make_document, idle):
    library.put(make_document("plain.md", facts=Facts(review_by=today())))
    library.put(make_document("scan.pdf", pages=(PageState.OCR,), facts=Facts(review_by=months_after(today(), 1))))
    library.put(make_document("gaps.pdf", pages=(PageState.TEXT, PageState.PICTURE), warnings=(NOTE,)))
    library.put(make_document("locked.pdf", state=State.FAILED, outcome="password"))
    library.put(make_document("broken.pdf", state=State.FAILED, outcome="damaged"))
    desk.presenters.documents.refresh()
    await idle(desk)
    return desk


@pytest.fixture
def choose(several, idle):
    async def choose(words):
        [action] = [each for each in button(several).popup.actions() if each.text() == words]
        assert action.isEnabled()
        action.trigger()
        await idle(several)

    return choose


def button(desk):
    return desk.window.panes.documents.remark_filter


async def test_its_menu_counts_what_there_is(several):
    assert [each.text() for each in button(several).popup.actions()] == [
        "All documents",
        "With remarks: 1",
        "Read by OCR: 1",
        "Pages without text: 1",
        "Needs a password: 1",
        "Failed: 2",
        "Due for review: 1",
    ]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("With remarks: 1", ["gaps.pdf"]),
        ("Read by OCR: 1", ["scan.pdf"]),
        ("Pages without text: 1", ["gaps.pdf"]),
        ("Needs a password: 1", ["locked.pdf"]),
        ("Failed: 2", ["broken.pdf", "locked.pdf"]),
        ("Due for review: 1", ["plain.md"]),
    ],
)
async def test_only_documents_with_the_remark_are_shown(several, choose, rows, words, names):
    await choose(words)
    assert list(rows(several)) == names
    assert button(several).text() == words.partition(":")[0]
    details = several.window.panes.documents.details
    assert details.title.text() == f"{len(names)} of 5 document(s)"
    await choose("All documents")
    assert len(rows(several)) == 5
    assert button(several).text() == ""


async def test_words_narrow_it_down(several, choose, rows, qtbot, idle):
    await choose("Failed: 2")
    qtbot.keyClicks(several.window.panes.documents.filter_field, "lock")
    await idle(several)
    assert list(rows(several)) == ["locked.pdf"]


async def test_rows_and_counts_follow_what_becomes_of_documents(several, library, choose, rows, idle):
    await choose("Needs a password: 1")
    locked = next(each for each in await library.documents("kb0") if each.name == "locked.pdf")
    several.presenters.documents.take_changes([library.put(replace(locked, state=State.DONE, outcome="text"))])
    await idle(several)
    assert rows(several) == {}
    assert button(several).actions_by_remark[Remark.FAILED].text() == "Failed: 1"
    assert button(several).actions_by_remark[Remark.PASSWORD].isEnabled()  # still chosen
    await choose("All documents")
    assert not button(several).actions_by_remark[Remark.PASSWORD].isEnabled()


async def test_a_document_that_matches_again_is_seen_again(several, library, choose, rows, idle):
    await choose("Needs a password: 1")
    locked = next(each for each in await library.documents("kb0") if each.name == "locked.pdf")
    table = several.window.panes.documents.table
    for state, outcome, is_seen in ((State.QUEUED, "", False), (State.FAILED, "password", True)):
        several.presenters.documents.take_changes([library.put(replace(locked, state=state, outcome=outcome))])
        await idle(several)
        assert (list(rows(several)), table.isVisible()) == (["locked.pdf"] * is_seen, is_seen)


async def test_the_status_line_shows_what_failed(several, rows, idle):
    several.window.status_line.failures_requested.emit()
    await idle(several)
    assert list(rows(several)) == ["broken.pdf", "locked.pdf"]
    assert button(several).accessibleName() == "Only: Failed"


async def test_another_knowledge_base_begins_with_all(several, library, choose, idle):
    await choose("Failed: 2")
    other = await library.create_knowledge_base("Other")
    several.presenters.documents.show_knowledge_base(other)
    await idle(several)
    assert button(several).remark is None


@pytest.mark.qt_log_ignore("This plugin does not support")  # what the off-screen platform says of every popup
async def test_it_opens_by_key(several, qtbot, wait):
    button(several).setFocus()
    qtbot.keyClick(button(several), Qt.Key.Key_Space)
    await wait.until(button(several).popup.isVisible)
    qtbot.keyClick(button(several).popup, Qt.Key.Key_Escape)
    assert not button(several).popup.isVisible()
