"""The password question and the conversion of old formats, in the real window over a library in memory."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit

from kbdesk.errors import SecretError
from kbdesk.library.types import State
from kbdesk.rag.parsers.refusals import refusal
from kbdesk.rag.parsers.types import FileType
from kbdesk.texts import text
from kbdesk.ui.dialogs.password import PasswordDialog

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def put_locked(desk, library, make_document, idle):
    """Have protected documents of these names, selected."""

    async def put(*names):
        library.reading.password = " open sesame "
        documents = [
            library.put(make_document(each, state=State.FAILED, outcome="password", passage_count=0)) for each in names
        ]
        desk.presenters.documents.refresh()
        await idle(desk)
        desk.window.panes.documents.table.select_documents([each.id for each in documents])
        await idle(desk)
        return documents

    return put


@pytest.fixture
def ask(desk, put_locked, idle):
    """Ask for the password of these documents by the menu."""

    async def ask(*names):
        await put_locked(*names)
        action = desk.window.panes.documents.reading.password
        assert action in desk.window.panes.documents.table.actions()
        assert action.isEnabled()
        action.trigger()
        return desk.presenters.closed_files.dialog

    return ask


def press(qtbot, button):
    assert button.isVisible()
    assert button.isEnabled()
    qtbot.mouseClick(button, LEFT)


def tick(qtbot, box: QCheckBox):
    qtbot.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))


async def test_the_right_password_opens_the_file(ask, desk, library, type_text, qtbot, idle, rows):
    dialog = await ask("pay.pdf")
    assert dialog.heading.text() == "“pay.pdf” is protected by a password."
    assert not dialog.names.isVisible()
    assert not dialog.same_box.isVisible()
    assert not dialog.open_button.isEnabled()
    assert dialog.focusWidget() is dialog.field.line
    type_text(dialog.field.line, " open sesame ")
    press(qtbot, dialog.open_button)
    assert dialog.result_line.text() == "Trying…"
    assert not dialog.open_button.isEnabled()
    await idle(desk)
    assert rows(desk) == {"pay.pdf": "Ready"}
    assert desk.presenters.closed_files.dialog is None
    [wanted] = library.reading.wanted
    assert wanted[2:] == (" open sesame ", False)  # blanks are part of it


async def test_a_wrong_password_is_said_and_asked_for_again(ask, desk, library, type_text, qtbot, idle, rows):
    dialog = await ask("pay.pdf")
    type_text(dialog.field.line, "sesame")
    qtbot.keyClick(dialog.field.line, Qt.Key.Key_Return)
    await idle(desk)
    assert dialog.result_line.text() == (
        "This password does not open “pay.pdf”. Look whether Caps Lock is on, and try again."
    )
    assert dialog.field.line.selectedText()
    type_text(dialog.field.line, " open sesame ")
    qtbot.keyClick(dialog.field.line, Qt.Key.Key_Return)
    await idle(desk)
    assert rows(desk) == {"pay.pdf": "Ready"}


async def test_leaving_it_leaves_the_file_as_it_is(ask, desk, library, type_text, qtbot, idle, rows):
    dialog = await ask("pay.pdf")
    type_text(dialog.field.line, "sesame")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    await idle(desk)
    assert rows(desk) == {"pay.pdf": "Failed: password"}
    assert library.reading.wanted == []
    assert desk.window.panes.documents.reading.password.isEnabled()


async def test_what_is_typed_is_hidden_until_it_is_to_be_seen(ask, type_text, qtbot):
    dialog = await ask("pay.pdf")
    type_text(dialog.field.line, "sesame")
    assert "s" not in dialog.field.line.displayText()
    press(qtbot, dialog.field.reveal_button)
    assert dialog.field.line.displayText() == "sesame"
    press(qtbot, dialog.field.reveal_button)
    assert dialog.field.line.echoMode() == QLineEdit.EchoMode.Password


async def test_it_is_kept_in_the_keyring_only_where_that_is_wished(ask, desk, library, type_text, qtbot, idle):
    dialog = await ask("pay.pdf")
    assert not dialog.keep_box.isChecked()
    tick(qtbot, dialog.keep_box)
    type_text(dialog.field.line, " open sesame ")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert library.reading.wanted[0][3] is True


@pytest.mark.parametrize(("typed", "said"), [(" open sesame ", "The keyring is locked."), ("wrong", "")])
async def test_what_the_keyring_could_not_keep_is_said(
    ask, desk, library, type_text, qtbot, idle, message, typed, said
):
    library.reading.keyring_problem = text("secrets", "The keyring is locked.")
    dialog = await ask("pay.pdf")
    tick(qtbot, dialog.keep_box)
    type_text(dialog.field.line, typed)
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert message(desk) == said


async def test_one_password_is_for_all(ask, desk, library, type_text, qtbot, idle, rows):
    dialog = await ask("a.pdf", "b.pdf", "c.pdf")
    assert dialog.heading.text() == "3 file(s) are protected by a password."
    assert dialog.names.text() == "a.pdf\nb.pdf\nc.pdf"
    assert dialog.same_box.text() == "The &same for all 3 file(s)"
    type_text(dialog.field.line, " open sesame ")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert set(rows(desk).values()) == {"Ready"}
    assert len(library.reading.wanted) == 1


async def test_each_file_can_have_its_own(ask, desk, library, type_text, qtbot, idle, rows):
    dialog = await ask("a.pdf", "b.pdf")
    tick(qtbot, dialog.same_box)
    assert dialog.heading.text() == "“a.pdf” is protected by a password."
    type_text(dialog.field.line, " open sesame ")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert rows(desk) == {"a.pdf": "Ready", "b.pdf": "Failed: password"}
    assert dialog.heading.text() == "“b.pdf” is protected by a password."
    assert dialog.password == ""
    type_text(dialog.field.line, " open sesame ")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert set(rows(desk).values()) == {"Ready"}


async def test_those_that_stay_locked_are_asked_for_again(ask, desk, library, type_text, qtbot, idle):
    dialog = await ask("a.pdf", "b.pdf", "c.pdf")
    type_text(dialog.field.line, "wrong")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert dialog.result_line.text().startswith("This password does not open 3 of the files.")
    assert len(dialog.locked) == 3


async def test_many_files_are_not_all_named(theme, make_document, qtbot):
    dialog = PasswordDialog([make_document(f"{number}.pdf") for number in range(8)], theme)
    assert dialog.names.text().splitlines() == ["0.pdf", "1.pdf", "2.pdf", "3.pdf", "4.pdf", "and 3 more"]


async def test_of_a_long_name_beginning_and_end_are_seen(theme, make_document, qtbot):
    name = "minutes_of_the_meeting_" * 12 + ".pdf"
    dialog = PasswordDialog([make_document(name)], theme)
    dialog.show_wrong([make_document(name)], dialog.locked)
    for label in (dialog.heading, dialog.result_line):
        assert label.minimumSizeHint().width() <= dialog.width()
        assert "_.pdf”" in label.text()
    assert dialog.heading.toolTip() == name


async def test_why_a_password_could_not_be_tried_is_said(ask, desk, library, type_text, qtbot, idle):
    library.reading.problem = SecretError(
        text("secrets", "The keyring did not answer."), text("secrets", "Unlock it and try again.")
    )
    dialog = await ask("pay.pdf")
    type_text(dialog.field.line, "sesame")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert dialog.result_line.text() == "The keyring did not answer. Unlock it and try again."
    assert dialog.open_button.isEnabled()


async def test_who_leaves_while_it_is_tried_is_not_asked_again(
    ask, desk, library, type_text, qtbot, idle, rows, wait, message
):
    dialog = await ask("pay.pdf")
    library.reading.gate.clear()
    type_text(dialog.field.line, "wrong")
    press(qtbot, dialog.open_button)
    await wait.until(lambda: library.reading.wanted)
    dialog.close()
    library.reading.gate.set()
    await idle(desk)
    assert rows(desk) == {"pay.pdf": "Failed: password"}
    assert desk.presenters.closed_files.dialog is None
    assert message(desk) == ""


async def test_after_a_drop_protected_files_are_named_and_asked_for_once(
    desk, library, handbook_files, type_text, qtbot, idle, message, rows
):
    library.locked = {"leave.md", "travel.md"}
    library.reading.password = "sesame"
    desk.take_paths(handbook_files)
    await idle(desk)
    assert message(desk) == "“leave.md”, “travel.md” are protected by a password."
    press(qtbot, desk.window.message_bar.action_button)
    dialog = desk.presenters.closed_files.dialog
    assert [each.name for each in dialog.wanted] == ["leave.md", "travel.md"]
    type_text(dialog.field.line, "wrong")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert message(desk) == ""
    type_text(dialog.field.line, "sesame")
    press(qtbot, dialog.open_button)
    await idle(desk)
    assert set(rows(desk).values()) == {"Ready"}


async def test_a_file_that_is_tried_again_is_not_offered_twice(desk, library, handbook_files, qtbot, idle, message):
    library.locked = {"leave.md"}
    desk.take_paths(handbook_files)
    await idle(desk)
    assert message(desk) == "“leave.md” is protected by a password."
    qtbot.mouseClick(desk.window.message_bar.close_button, LEFT)
    desk.presenters.documents.retry_all(State.FAILED)
    await idle(desk)
    assert message(desk) == ""


@pytest.mark.parametrize(("count", "more"), [(3, ""), (5, " and 2 more")])
async def test_of_many_protected_files_the_first_are_named(desk, make_document, message, count, more):
    desk.presenters.closed_files.offer([make_document(f"{number}.md") for number in range(count)])
    assert message(desk) == f"“0.md”, “1.md”, “2.md”{more} are protected by a password."


async def test_what_needs_no_password_is_not_asked_for_one(desk, library, make_document, idle):
    library.put(make_document("a.pdf"))
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.selectAll()
    assert not desk.window.panes.documents.reading.password.isEnabled()


async def test_without_a_program_for_old_formats_nothing_is_offered(desk):
    assert not desk.window.panes.documents.reading.convert.isVisible()


OLD = {"state": State.FAILED, "outcome": "unsupported_legacy", "passage_count": 0}


@pytest.fixture
def with_converter(library):
    library.reading.can_convert = True


async def test_an_old_format_is_converted_where_a_program_for_it_is_there(
    with_converter, desk, library, make_document, idle, rows
):
    actions = desk.window.panes.documents.reading
    assert actions.convert.isVisible()
    ids = [
        library.put(make_document(name, media_type=media_type, **OLD)).id
        for name, media_type in (("a.doc", "application/msword"), ("b.ppt", "application/vnd.ms-powerpoint"))
    ]
    library.put(make_document("c.pdf"))
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.selectAll()
    await idle(desk)
    assert actions.convert.isEnabled()
    actions.convert.trigger()
    await idle(desk)
    assert library.reading.wanted == [("convert", ids)]
    assert set(rows(desk).values()) == {"Ready"}


async def test_an_old_format_that_is_not_converted_is_not_offered(with_converter, desk, library, make_document, idle):
    library.put(make_document("a.wpd", media_type="application/vnd.wordperfect", **OLD))
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.selectAll()
    await idle(desk)
    assert not desk.window.panes.documents.reading.convert.isEnabled()


@pytest.mark.parametrize(("file_type", "act"), [("encrypted", "password"), ("doc", "convert"), ("ppt", "convert")])
async def test_what_a_refused_file_advises_is_in_the_menu(desk, file_type, act):
    action = getattr(desk.window.panes.documents.reading, act)
    advice = refusal(FileType(file_type, "", "", ())).remedy
    assert f"({action.text().replace('&', '')})" in str(advice)
