"""What a document came with, in the real window over a library in memory."""

import pytest
from PySide6.QtCore import Qt


@pytest.fixture
async def line(desk, library, make_document, idle):
    """A message with two attachments, an archive and its file; the first attachment is selected."""
    mail = library.put(make_document("offer.eml", media_type="message/rfc822"))
    archive = library.put(make_document("all.zip", media_type="application/zip", passage_count=0))
    library.put(make_document("price.pdf", parent_id=mail.id), ["A price."])
    library.put(make_document("rules.md", parent_id=archive.id), ["A rule."])
    library.put(make_document("stray.md", parent_id="0" * 32), ["It was with what was deleted."])
    desk.presenters.documents.refresh()
    await idle(desk)
    await select(desk, "price.pdf", idle)
    return desk.window.panes.documents.details.attached


async def select(desk, name, idle):
    table = desk.window.panes.documents.table
    names = [table.model().index(row, 0).data() for row in range(table.model().rowCount())]
    table.selectRow(names.index(name))
    await idle(desk)


async def test_an_attachment_says_what_it_came_with(line):
    assert line.isVisible()
    assert line.label.text() == "Attached to “offer.eml”"


async def test_one_goes_to_the_message_also_where_a_filter_hides_it(line, desk, qtbot, idle):
    desk.window.panes.documents.set_filter("price")
    await idle(desk)
    assert line.isVisible()
    qtbot.mouseClick(line.go_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert [each.name for each in desk.window.panes.documents.table.selected_documents()] == ["offer.eml"]
    assert not line.isVisible()


@pytest.mark.parametrize(("name", "words"), [("rules.md", "Out of “all.zip”"), ("all.zip", ""), ("stray.md", "")])
async def test_the_line_is_about_what_is_selected(line, desk, idle, name, words):
    await select(desk, name, idle)
    assert line.isVisible() == bool(words)
    assert not words or line.label.text() == words


async def test_of_several_it_says_nothing(line, desk, idle):
    desk.window.panes.documents.table.selectAll()
    await idle(desk)
    assert not line.isVisible()


async def test_what_is_found_late_is_not_said_of_another_selection(line, desk, library, idle):
    table = desk.window.panes.documents.table
    [attachment] = [each.id for each in table.selected_documents()]
    await select(desk, "offer.eml", idle)
    library.listing.gate.clear()
    table.select_document(attachment)
    table.selectAll()
    library.listing.gate.set()
    await idle(desk)
    assert not line.isVisible()
