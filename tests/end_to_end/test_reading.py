"""What was read, page by page, and protected files, in the real window over the real library."""

import asyncio
import io

import pytest
from PIL import Image, ImageDraw, ImageFont
from pypdf import PdfReader, PdfWriter
from PySide6.QtCore import Qt

from kbdesk.library.listing import Remark

LEFT = Qt.MouseButton.LeftButton
SENTENCES = ("The first aid box hangs beside the kitchen door.", "Keep every receipt of your journey.")


def picture_of(sentence):
    image = Image.new("RGB", (1400, 1000), "white")
    ImageDraw.Draw(image).text((80, 200), sentence, "black", ImageFont.load_default(size=44))
    return image


@pytest.fixture
def scan(tmp_path):
    """A PDF of two scanned pages and a blank one."""
    path = tmp_path / "scan.pdf"
    pages = [*map(picture_of, SENTENCES), Image.new("RGB", (1400, 1000), "white")]
    pages[0].save(path, "PDF", save_all=True, append_images=pages[1:])
    return path


@pytest.fixture
def locked(tmp_path):
    """A scanned page behind a password with blanks around it."""
    scan = io.BytesIO()
    picture_of(SENTENCES[0]).save(scan, "PDF")
    writer = PdfWriter(clone_from=PdfReader(scan))
    writer.encrypt("  four blanks ", algorithm="AES-256")
    path = tmp_path / "locked.pdf"
    with path.open("wb") as target:
        writer.write(target)
    return path


async def idle(desk):
    async with asyncio.timeout(120):
        while desk.scope.is_busy or desk.work.is_going:  # noqa: ASYNC110  (tasks start others: no one event tells it)
            await asyncio.sleep(0.02)


def states(desk):
    model = desk.window.panes.documents.table.model()
    return {model.index(row, 0).data(): model.index(row, 2).data() for row in range(model.rowCount())}


async def add(desk, path):
    desk.take_paths([path])
    await idle(desk)
    desk.window.panes.documents.table.selectRow(0)
    await idle(desk)


async def test_scanned_pages_are_seen_beside_what_was_read_and_read_again(open_desk, scan, qtbot):
    desk = await open_desk()
    await idle(desk)
    await add(desk, scan)
    qtbot.mouseClick(desk.window.panes.passages.health_button, LEFT)
    await idle(desk)
    dialog = desk.presenters.health.dialog
    assert dialog.coverage.text() == "Text was read from 2 of 2 page(s) (100 %). 1 page(s) are blank."
    assert dialog.page_label.text().startswith("Page 1: read by OCR, ")
    assert "first aid box" in dialog.text_view.toPlainText()
    assert dialog.picture.isVisible()
    assert not dialog.picture.image.isNull()
    qtbot.keyClick(dialog.strip, Qt.Key.Key_Right)
    await idle(desk)
    assert "receipt" in dialog.text_view.toPlainText()
    qtbot.mouseClick(dialog.read_button, LEFT)
    await idle(desk)
    assert dialog.result_line.text() == "1 page(s) were read by OCR."
    assert "receipt" in dialog.text_view.toPlainText()
    assert dialog.selected == [2]
    counts = desk.window.panes.documents.remark_filter.actions_by_remark
    assert counts[Remark.OCR].text() == "Read by OCR: 1"


async def test_a_protected_file_opens_with_its_password_and_stays_open_for_its_picture(
    open_desk, locked, qtbot, caplog
):
    desk = await open_desk()
    await idle(desk)
    await add(desk, locked)
    assert states(desk) == {"locked.pdf": "Failed: password"}
    bar = desk.window.message_bar
    assert bar.title.text() == "“locked.pdf” is protected by a password."
    qtbot.mouseClick(bar.action_button, LEFT)
    dialog = desk.presenters.closed_files.dialog
    for password in ("four blanks", "  four blanks "):
        dialog.field.line.setText(password)
        qtbot.mouseClick(dialog.open_button, LEFT)
        await idle(desk)
        if password == "four blanks":
            assert dialog.result_line.text().startswith("This password does not open “locked.pdf”.")
    assert states(desk)["locked.pdf"].startswith("Ready")
    desk.window.panes.documents.reading.health.trigger()
    await idle(desk)
    assert not desk.presenters.health.dialog.picture.image.isNull()
    assert "four blanks" not in caplog.text


async def test_an_old_document_is_read_through_libreoffice_once_a_person_wants_it(open_desk, shared):
    desk = await open_desk()
    await idle(desk)
    convert = desk.window.panes.documents.reading.convert
    if not convert.isVisible():
        pytest.skip("needs LibreOffice")
    await add(desk, shared / "corpus" / "hard" / "legacy" / "sample.doc")
    assert list(states(desk).values()) == ["Failed: old format"]
    assert convert.isEnabled()
    convert.trigger()
    await idle(desk)
    assert list(states(desk).values()) == ["Ready, with a note"]
    assert desk.window.panes.passages.notes == "LibreOffice converted it, so that it could be read."
