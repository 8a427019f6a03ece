from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from kbdesk.ui.errors import Message
from kbdesk.ui.widgets.buttons import plain_label
from kbdesk.ui.widgets.drop_overlay import DropOverlay
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.message_bar import MessageBar
from kbdesk.ui.widgets.privacy_note import PrivacyNote

FIRST, SECOND = Message("First.", "Do this."), Message("Second.", details="trace", level="error")


@pytest.fixture
def bar(theme, qtbot):
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    return bar


def test_closing_a_message_shows_the_one_before(bar, qtbot):
    bar.show_message(FIRST)
    bar.show_message(SECOND)
    assert bar.title.text() == "Second."
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert (bar.title.text(), bar.remedy.text()) == ("First.", "Do this.")
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def test_the_same_message_is_not_shown_twice(bar, qtbot):
    bar.show_message(FIRST)
    bar.show_message(FIRST)
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def test_the_sign_of_a_message_follows_the_theme(bar, theme):
    bar.show_message(FIRST)
    before = bar.icon.pixmap().toImage()
    theme.set_mode("dark")
    assert bar.icon.pixmap().toImage() != before
    theme.set_mode("light")


def test_details_can_be_copied(bar, qtbot):
    bar.show_message(SECOND)
    qtbot.mouseClick(bar.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "trace"


def test_a_message_is_plain_text_whatever_is_in_it(bar):
    bar.show_message(Message("The file <b>a</b>.pdf"))
    assert bar.title.textFormat() == Qt.TextFormat.PlainText


def test_where_texts_go_is_always_said(theme, qtbot):
    note = PrivacyNote(theme)
    qtbot.addWidget(note)
    assert note.label.text() == "Everything stays on this computer"
    note.show_host("api.openai.com")
    assert "api.openai.com" in note.label.text()


def test_a_label_without_room_has_its_whole_text_as_tooltip(qtbot):
    label = ElidedLabel("a very long name of a document.pdf")
    qtbot.addWidget(label)
    label.resize(80, 20)
    label.grab()
    assert label.toolTip() == label.text()
    label.resize(800, 20)
    label.grab()
    assert label.toolTip() == ""


def test_the_overlay_covers_the_window_in_every_size(theme, qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    overlay = DropOverlay(theme, window)
    window.resize(400, 300)
    overlay.announce("Add 2 files to HR")
    window.show()
    window.resize(500, 350)
    assert overlay.geometry() == window.rect()
    assert not overlay.grab().isNull()


@pytest.mark.parametrize(
    ("label", "plain"),
    [
        ("&Delete documents", "Delete documents"),
        ("删除文档(&D)", "删除文档"),
        ("Add files…", "Add files"),
        ("新建(&N)…", "新建"),
    ],
)
def test_marks_of_letters_are_not_read_aloud(label, plain):
    assert plain_label(label) == plain


def test_icons_come_with_their_licence():
    folder = Path(__file__).resolve().parents[2] / "resources" / "icons"
    assert "ISC" in (folder / "LICENSE").read_text("utf-8")
