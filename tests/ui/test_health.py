"""What was read of a document, in the real window over a library in memory."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QAccessible, QImage

from kbdesk.errors import InputError
from kbdesk.library.rereading import PageText
from kbdesk.library.types import PageState, State
from kbdesk.texts import text
from kbdesk.ui.dialogs.health import HealthDialog

LEFT, NONE, SHIFT, CONTROL = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
SORRY = InputError(text("library", "The copy of the file is gone."), text("library", "Add it again."))


def png(color, width=30, height=40):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(color)
    buffer = QBuffer()
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def put(library, make_document, letters, read=(), **changes):
    states = tuple(map(PageState, letters))
    document = library.put(make_document(pages=states, **changes), ["A passage."])
    library.reading.pages[document.id] = read or [
        PageText(number, "", state, f"Text of {number}", 0.91 if state == PageState.OCR else None)
        for number, state in enumerate(states, 1)
    ]
    return document


@pytest.fixture
def open_health(desk, library, make_document, idle):
    """Have a document with these pages and open what was read of it by the menu."""

    async def open_dialog(letters="ttoppe", **changes):
        document = put(library, make_document, letters, **changes)
        desk.presenters.documents.refresh()
        await idle(desk)
        desk.window.panes.documents.table.select_document(document.id)
        await idle(desk)
        action = desk.window.panes.documents.reading.health
        assert action.isEnabled()
        action.trigger()
        await idle(desk)
        return desk.window.findChild(HealthDialog)

    return open_dialog


@pytest.fixture
async def dialog(open_health, library):
    library.reading.pictures = {number: png(0x100000 * number) for number in range(1, 7)}
    return await open_health()


def click(qtbot, strip, row, modifier=NONE):
    qtbot.mouseClick(strip.viewport(), LEFT, modifier, strip.visualRect(strip.model().index(row, 0)).center())


def press(qtbot, button):
    assert button.isVisible()
    assert button.isEnabled()
    qtbot.mouseClick(button, LEFT)


def color(image, x=5, y=5):
    return image.pixel(x, y) & 0xFFFFFF


async def test_the_first_page_is_shown_beside_its_picture(dialog):
    assert dialog.name.text() == "travel.pdf"
    assert dialog.coverage.text() == "Text was read from 3 of 5 page(s) (60 %). 1 page(s) are blank."
    assert dialog.legend.words == ["text: 2", "read by OCR: 1", "picture without text: 2", "blank: 1"]
    assert dialog.page_label.text() == "Page 1: text"
    assert dialog.text_view.toPlainText() == "Text of 1"
    assert dialog.picture.isVisible()
    assert color(dialog.picture.image) == 0x100000
    assert dialog.picture.accessibleName() == "Picture of Page 1"


async def test_a_long_name_makes_no_dialog_wider_than_the_screen(open_health):
    dialog = await open_health(name="minutes_of_the_meeting_" * 12 + ".pdf")
    assert dialog.minimumSizeHint().width() <= 1000
    assert dialog.name.text().endswith("_.pdf")


@pytest.mark.parametrize(("width", "height"), [(30, 40), (1, 1600), (1600, 1)])
async def test_a_strip_of_a_page_is_shown_in_its_shape_and_takes_no_memory(open_health, library, width, height):
    library.reading.pictures = {1: png(0x204060, width, height)}
    dialog = await open_health("t")
    seen = dialog.picture.widget().grab().toImage()
    assert dialog.picture.image.width() == width
    assert seen.height() <= 12 * seen.width()
    assert color(seen, 0, 0) == 0x204060
    fitted = dialog.picture.widget()._fitted
    assert fitted.sizeInBytes() < 50_000_000


async def test_the_keys_go_from_page_to_page(dialog, desk, qtbot, idle):
    strip = dialog.strip
    assert strip.hasFocus()
    for key, number in (
        (Qt.Key.Key_Right, 2),
        (Qt.Key.Key_Right, 3),
        (Qt.Key.Key_Left, 2),
        (Qt.Key.Key_End, 6),
        (Qt.Key.Key_Right, 6),
        (Qt.Key.Key_Home, 1),
        (Qt.Key.Key_Left, 1),
    ):
        qtbot.keyClick(strip, key)
        assert dialog.current.number == number
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    await idle(desk)
    assert dialog.page_label.text() == "Page 3: read by OCR, 91 %"
    assert dialog.text_view.toPlainText() == "Text of 3"
    assert color(dialog.picture.image) == 0x300000


async def test_right_goes_on_in_the_next_row(open_health, qtbot):
    dialog = await open_health("t" * 200)
    strip = dialog.strip
    rows = [strip.visualRect(strip.model().index(row, 0)).top() for row in range(60)]
    last = next(row for row, top in enumerate(rows) if top > rows[0]) - 1
    click(qtbot, strip, last)
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert dialog.current.number == last + 2


async def test_of_pages_gone_over_quickly_only_the_last_is_drawn(dialog, desk, library, qtbot, idle):
    library.reading.drawn.clear()
    for _ in range(5):
        qtbot.keyClick(dialog.strip, Qt.Key.Key_Right)
    assert dialog.picture.image.isNull()
    await idle(desk)
    assert library.reading.drawn == [6]


async def test_a_picture_that_comes_late_is_not_shown_for_another_page(dialog, desk, library, qtbot, idle, wait):
    library.reading.gate.clear()
    click(qtbot, dialog.strip, 1)
    await wait.until(lambda: library.reading.drawn[-1] == 2)
    click(qtbot, dialog.strip, 3)
    library.reading.gate.set()
    await idle(desk)
    assert color(dialog.picture.image) == 0x400000


async def test_thousands_of_pages_scroll_in_a_few_rows(open_health, qtbot):
    dialog = await open_health("tttttttttp" * 300)
    strip = dialog.strip
    assert strip.height() <= 5 * strip.visualRect(strip.model().index(0, 0)).height()
    qtbot.keyClick(strip, Qt.Key.Key_End)
    assert dialog.current.number == 3000
    assert strip.viewport().rect().contains(strip.visualRect(strip.currentIndex()))


async def test_a_screen_reader_hears_how_a_page_was_read(dialog):
    strip = QAccessible.queryAccessibleInterface(dialog.strip)
    assert strip.text(QAccessible.Text.Name) == "Pages"
    assert strip.child(2).text(QAccessible.Text.Name) == "Page 3: read by OCR, 91 %"


async def test_pages_without_text_are_selected_and_read_by_ocr(dialog, desk, library, qtbot, idle):
    press(qtbot, dialog.select_button)
    assert dialog.selected == [4, 5]
    await idle(desk)
    library.reading.gate.clear()
    press(qtbot, dialog.read_button)
    assert dialog.result_line.text() == "2 page(s) are being read by OCR…"
    assert not dialog.read_button.isEnabled()
    desk.presenters.intake.progressed.emit("Reading 1 of 1: travel.pdf, page 4 of 6")
    assert dialog.result_line.text() == "Reading 1 of 1: travel.pdf, page 4 of 6"
    library.reading.gate.set()
    await idle(desk)
    [wanted] = library.reading.wanted
    assert wanted[2] == [4, 5]
    assert dialog.result_line.text() == "2 page(s) were read by OCR."
    assert dialog.coverage.text() == "Text was read from 5 of 5 page(s) (100 %). 1 page(s) are blank."
    assert dialog.page_label.text() == "Page 4: read by OCR, 87 %"
    assert dialog.text_view.toPlainText() == "OCR of 4"
    assert dialog.selected == [4, 5]
    assert not dialog.select_button.isEnabled()


async def test_pages_are_selected_as_files_are(dialog, qtbot):
    click(qtbot, dialog.strip, 1)
    click(qtbot, dialog.strip, 3, SHIFT)
    assert dialog.selected == [2, 3, 4]
    click(qtbot, dialog.strip, 5, CONTROL)
    assert dialog.selected == [2, 3, 4, 6]


async def test_why_pages_could_not_be_read_again_is_said(dialog, desk, library, qtbot, idle):
    library.reading.problem = SORRY
    press(qtbot, dialog.read_button)
    await idle(desk)
    assert dialog.result_line.text() == "The copy of the file is gone. Add it again."
    assert dialog.result_line.property("role") == "error"
    assert dialog.read_button.isEnabled()


async def test_a_reading_that_fails_after_the_dialog_is_gone_is_still_said(
    dialog, desk, library, qtbot, idle, wait, message
):
    library.reading.problem = SORRY
    library.reading.gate.clear()
    press(qtbot, dialog.read_button)
    await wait.until(lambda: library.reading.wanted)
    dialog.close()
    library.reading.gate.set()
    await idle(desk)
    assert message(desk) == "The copy of the file is gone."


@pytest.mark.parametrize(
    ("state", "why"), [(State.FAILED, "It takes too long."), (State.PAUSED, "Paused."), (State.STOPPED, "Stopped.")]
)
async def test_a_document_that_is_not_read_again_to_the_end_says_why(
    dialog, desk, library, qtbot, idle, monkeypatch, state, why
):
    async def read_again(document_id, ocr_pages):
        changes = {"state": state, "message": text("library", why)}
        return [library.reading._ended(replace(library.known(document_id), **changes))]

    monkeypatch.setattr(library.reading, "read_again", read_again)
    press(qtbot, dialog.read_button)
    await idle(desk)
    assert dialog.result_line.text() == why
    assert dialog.result_line.property("role") == "error"


async def test_what_fails_of_the_files_inside_is_no_failure_of_the_pages(
    dialog, desk, library, make_document, qtbot, idle, monkeypatch
):
    read_again = library.reading.read_again

    async def with_attachment(document_id, ocr_pages):
        attached = make_document("inside.doc", state=State.FAILED, message=text("parsing", "An old format."))
        return [*await read_again(document_id, ocr_pages), library.reading._ended(attached)]

    monkeypatch.setattr(library.reading, "read_again", with_attachment)
    press(qtbot, dialog.read_button)
    await idle(desk)
    assert dialog.result_line.text() == "1 page(s) were read by OCR."


async def test_opened_again_it_still_says_how_far_the_reading_is(dialog, desk, library, qtbot, idle, wait):
    library.reading.gate.clear()
    press(qtbot, dialog.read_button)
    await wait.until(lambda: library.reading.wanted)
    dialog.close()
    desk.window.panes.documents.reading.health.trigger()
    again = desk.presenters.health.dialog
    assert again.result_line.text() == "1 page(s) are being read by OCR…"
    assert not again.read_button.isEnabled()
    library.reading.gate.set()
    await idle(desk)
    assert again.result_line.text() == "1 page(s) were read by OCR."
    assert again.read_button.isEnabled()


async def test_a_kind_without_pictures_says_so_and_is_not_read_by_ocr(open_health, desk, qtbot, idle):
    dialog = await open_health(
        "tp", media_type="application/vnd.openxmlformats-officedocument.presentationml.presentation"
    )
    assert dialog.no_picture.isVisible()
    assert dialog.no_picture.title == "There is no picture of it"
    assert dialog.page_label.text() == "Slide 1: text"
    assert not dialog.read_button.isEnabled()


async def test_a_picture_that_cannot_be_drawn_says_why(dialog, desk, library, qtbot, idle):
    library.reading.pictures[2] = SORRY
    click(qtbot, dialog.strip, 1)
    await idle(desk)
    assert dialog.no_picture.isVisible()
    assert dialog.no_picture.body == "The copy of the file is gone. Add it again."
    click(qtbot, dialog.strip, 2)
    await idle(desk)
    assert dialog.picture.isVisible()


async def test_a_file_without_pages_is_shown_by_its_headings(open_health, library, qtbot):
    headings = [
        PageText(1, "", PageState.TEXT, "Before all.", None),
        PageText(2, "Travel > Flights", PageState.TEXT, "Book early.", None),
    ]
    dialog = await open_health("", name="travel.md", media_type="text/markdown", read=headings)
    assert dialog.coverage.text() == "2 part(s), as its headings divide it."
    assert not dialog.strip.isVisible()
    assert not dialog.read_button.isVisible()
    assert dialog.text_view.toPlainText() == "Before all."
    qtbot.keyClick(dialog.headings, Qt.Key.Key_Down)
    assert dialog.headings.currentIndex().data() == "Travel > Flights"
    assert dialog.text_view.toPlainText() == "Book early."
    assert library.reading.drawn == []


async def test_it_opens_from_the_open_document_too(desk, library, make_document, qtbot, idle):
    document = put(library, make_document, "t")
    desk.presenters.passages.show_document(document)
    await idle(desk)
    press(qtbot, desk.window.panes.passages.health_button)
    await idle(desk)
    assert desk.presenters.health.dialog.name.text() == "travel.pdf"
    desk.presenters.health.dialog.close()
    assert desk.presenters.health.dialog is None


async def test_what_waits_to_be_read_has_nothing_to_show(desk, library, make_document, idle):
    document = library.put(make_document(state=State.QUEUED, passage_count=0))
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.select_document(document.id)
    await idle(desk)
    assert not desk.window.panes.documents.reading.health.isEnabled()
    assert not desk.window.panes.passages.health_button.isVisible()


async def test_an_archive_has_nothing_to_show_of_its_own(desk, library, make_document, idle):
    document = library.put(make_document("all.zip", media_type="application/zip", passage_count=0))
    desk.presenters.documents.refresh()
    await idle(desk)
    desk.window.panes.documents.table.select_document(document.id)
    await idle(desk)
    assert not desk.window.panes.documents.reading.health.isEnabled()


async def test_why_nothing_can_be_shown_is_said(open_health, library, monkeypatch):
    async def sections(document_id):
        await asyncio.sleep(0)
        raise SORRY

    monkeypatch.setattr(library.reading, "sections", sections)
    dialog = await open_health()
    assert dialog.coverage.text() == "The copy of the file is gone. Add it again."


async def test_the_strip_follows_the_theme(dialog, theme):
    before = dialog.strip.grab().toImage()
    theme.set_mode("dark")
    assert dialog.strip.grab().toImage() != before
    theme.set_mode("light")
