"""Files whose name or path a document has already."""

from __future__ import annotations

from PySide6.QtCore import Qt

from kbdesk.library.types import Choices
from kbdesk.ui.dialogs.conflicts import ConflictsDialog
from kbdesk.ui.models.conflicts import Column

from .conftest import KB, cancel, click, names

SPACE = Qt.Key.Key_Space


async def test_a_file_with_the_name_of_a_document_asks_replace_or_keep_both(adding, opened, quiet, here, write, qtbot):
    document = here()
    other = write("elsewhere/travel.md", "New words.")
    adding.add(KB, [other])
    dialog = await opened(ConflictsDialog)
    assert dialog.heading.text() == "1 file(s) have the name of a document, but different content."
    assert dialog.model.index(0, Column.ANSWER).data() == "Both are kept"
    click(qtbot, dialog.replace_button)
    assert dialog.model.index(0, Column.ANSWER).data() == "The file replaces it"
    click(qtbot, dialog.add_button)
    await quiet()
    ((_, _, choices),) = adding.got["accepted"]
    assert choices == Choices(replacing={other: document.id})


async def test_a_changed_file_replaces_unless_both_are_to_be_kept(adding, opened, quiet, here, qtbot):
    document = here()
    document.path.write_text("New words.", "utf-8")
    adding.add(KB, [document.path])
    dialog = await opened(ConflictsDialog)
    assert dialog.model.index(0, Column.ANSWER).data() == "The file replaces it"
    click(qtbot, dialog.keep_button)
    click(qtbot, dialog.add_button)
    await quiet()
    ((_, _, choices),) = adding.got["accepted"]
    assert choices == Choices(keep_both=frozenset({document.path}))


async def test_each_file_can_have_its_own_answer(adding, opened, quiet, here, qtbot):
    documents = [here(name) for name in ("a.md", "b.md", "c.md")]
    for document in documents:
        document.path.write_text(f"New words of {document.name}.", "utf-8")
    adding.add(KB, [document.path for document in documents])
    dialog = await opened(ConflictsDialog)
    click(qtbot, dialog.keep_button)
    dialog.table.selectRow(1)
    qtbot.keyClick(dialog.leave_button, SPACE)
    answers = [dialog.model.index(row, Column.ANSWER).data() for row in range(3)]
    assert answers == ["Both are kept", "The file is left out", "Both are kept"]
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    await quiet()
    assert names(adding) == ["a.md", "c.md"]


async def test_the_newer_of_the_two_is_said(adding, opened, quiet, here, qtbot, library):
    document = here()
    document.path.write_text("Newer and longer words.", "utf-8")
    adding.add(KB, [document.path])
    dialog = await opened(ConflictsDialog)
    assert "newer" in dialog.model.index(0, Column.FILE).data()
    assert "newer" not in dialog.model.index(0, Column.DOCUMENT).data()
    assert "10 bytes" in dialog.model.index(0, Column.DOCUMENT).data()
    cancel(qtbot, dialog)
    await quiet()
    assert not adding.got["accepted"]


async def test_the_places_of_both_are_told_where_the_mouse_rests(adding, opened, quiet, here, write, qtbot):
    document, other = here(), write("elsewhere/travel.md", "New words.")
    adding.add(KB, [other])
    dialog = await opened(ConflictsDialog)
    tip = dialog.model.index(0, Column.NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == f"{other}\n{document.path}"
    cancel(qtbot, dialog)
    await quiet()
