"""Folders kept in sync, over a real library: what is clicked, and every sentence that says how it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from kbdesk.library.library import Library
from kbdesk.library.syncing import SETTLE_S
from kbdesk.paths import DataFolder
from kbdesk.settings import EmbeddingChoice
from kbdesk.ui.errors import Message
from kbdesk.ui.models.folders import SUBTITLE_ROLE, ago
from kbdesk.ui.presenters.folders import FoldersPresenter
from kbdesk.ui.tasks import TaskScope


class Scene:
    """A window with the presenter of the folders, over a library with one folder of three files."""

    def __init__(self, library, kb_id, handbook, theme, wait):
        self.library = library
        self.kb_id = kb_id
        self.handbook = handbook
        self.window = QWidget()
        self.window.show()
        self.scope = TaskScope(self.window)
        self.errors = []
        self.scope.failed.connect(self.errors.append)
        self.presenter = FoldersPresenter(self.window, library.folders, self.scope, theme=theme, parent=self.window)
        self.said = []
        self.presenter.said.connect(self.said.append)
        self._wait = wait

    async def idle(self):
        await self._wait.until(lambda: not self.scope.is_busy)
        assert self.errors == []

    async def names(self):
        await self.library.folders.finished()
        return sorted(each.name for each in await self.library.documents(self.kb_id))

    async def open(self):
        """Open the dialog and return it."""
        self.presenter.open()
        await self.idle()
        return self.presenter.dialog

    def state(self):
        """Return what the first row says."""
        return self.presenter.dialog.model.index(0).data(SUBTITLE_ROLE)


async def at_once(seconds):
    if seconds != SETTLE_S:
        raise AssertionError(seconds)


@pytest.fixture
async def scene(tmp_path, monkeypatch, handbook, theme, wait):
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(DataFolder(tmp_path / "data")) as library:
        library.folders.sleep = at_once
        kb_id = (await library.knowledge_bases())[0].id
        scene = Scene(library, kb_id, handbook, theme, wait)
        folder = await library.folders.keep(kb_id, handbook)
        await library.folders.sync(folder.id)
        await library.folders.finished()
        yield scene
        await scene.scope.aclose()


def write_many(scene, count=21):
    for number in range(count):
        (scene.handbook / f"{number}.md").write_text(f"# Rule {number}")


async def test_a_folder_says_that_it_is_in_step(scene):
    dialog = await scene.open()
    assert dialog.model.index(0).data() == "handbook, in Team handbook"
    assert scene.state() == "In sync, 3 document(s), looked at just now"
    assert dialog.details.text() == str(scene.handbook)


async def test_without_folders_the_dialog_says_how_to_have_one(scene, qtbot):
    dialog = await scene.open()
    qtbot.mouseClick(dialog.leave_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    assert dialog.model.rowCount() == 0
    assert dialog.details.text().startswith("No folder is kept in sync.")
    assert not dialog.look_button.isEnabled()
    assert await scene.names() == ["broken.md", "leave.md", "travel.md"]


async def test_look_now_takes_in_what_is_new(scene, qtbot):
    dialog = await scene.open()
    (scene.handbook / "parking.md").write_text("# Parking is free")
    qtbot.mouseClick(dialog.look_button, Qt.MouseButton.LeftButton)
    assert dialog.details.text() == "Looking at its files…"
    await scene.idle()
    assert "parking.md" in await scene.names()
    assert scene.state().startswith("In sync, 4 document(s)")


async def test_a_folder_that_is_not_there_says_that_nothing_was_removed(scene, qtbot):
    dialog = await scene.open()
    scene.handbook.rename(scene.handbook.with_name("aside"))
    qtbot.mouseClick(dialog.look_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    assert scene.state() == "Not connected; nothing was removed"
    assert "its drive is not connected" in dialog.details.text()
    assert len(await scene.names()) == 3


async def test_what_went_wrong_stands_with_the_folder_and_in_the_message_bar(scene, qtbot):
    without_key = EmbeddingChoice("openai", model="text-embedding-3-small", secret_name="nobody")
    await scene.library.save_settings(replace(scene.library.settings, embedding=without_key))
    other = await scene.library.create_knowledge_base("Other")
    scene.presenter.keep(other.id, [scene.handbook])
    dialog = await scene.open()
    dialog.view.setCurrentIndex(dialog.model.index(1))
    qtbot.mouseClick(dialog.look_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    assert "not in the keyring" in dialog.model.index(1).data(SUBTITLE_ROLE)
    (message,) = scene.said
    assert (message.level, message.remedy) == ("error", dialog.model.index(1).data(SUBTITLE_ROLE))
    assert message.title == "The synced folder “handbook” could not be synced."


async def test_many_changes_wait_and_one_click_shows_and_another_applies_them(scene, qtbot):
    dialog = await scene.open()
    write_many(scene)
    (scene.handbook / "leave.md").unlink()
    qtbot.mouseClick(dialog.look_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    assert scene.state() == "21 new, 0 changed, 1 removed: waits for you."
    (message,) = scene.said
    assert message.title == "Much has changed in the synced folder “handbook”."
    assert message.action == "Show changes…"
    message.act()
    await scene.idle()
    changes = scene.presenter.changes
    assert changes.heading.text() == "In “handbook”: 21 new, 1 removed"
    assert [changes.view.model().index(0, column).data() for column in (0, 1)] == ["Removed", "leave.md"]
    assert changes.note.isVisible()
    assert changes.later_button.isDefault()
    qtbot.mouseClick(changes.apply_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    assert len(await scene.names()) == 23
    assert scene.state().startswith("In sync")


async def test_not_now_changes_nothing_and_the_changes_can_be_shown_again(scene, qtbot):
    write_many(scene)
    dialog = await scene.open()
    qtbot.mouseClick(dialog.look_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    for _ in range(2):
        qtbot.mouseClick(dialog.changes_button, Qt.MouseButton.LeftButton)
        await scene.idle()
        assert scene.presenter.changes.apply_button.isDefault()
        qtbot.mouseClick(scene.presenter.changes.later_button, Qt.MouseButton.LeftButton)
    assert len(await scene.names()) == 3
    assert len(scene.said) == 1


async def test_a_folder_without_changes_says_so(scene, qtbot):
    dialog = await scene.open()
    qtbot.mouseClick(dialog.changes_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    assert scene.presenter.changes.heading.text() == "Nothing has changed in “handbook”."
    assert not scene.presenter.changes.apply_button.isEnabled()


async def test_a_move_is_shown_as_one(scene, qtbot):
    (scene.handbook / "leave.md").rename(scene.handbook / "absence.md")
    dialog = await scene.open()
    qtbot.mouseClick(dialog.changes_button, Qt.MouseButton.LeftButton)
    await scene.idle()
    changes = scene.presenter.changes
    assert changes.heading.text() == "In “handbook”: 1 moved or renamed"
    assert [changes.view.model().index(0, column).data() for column in (0, 1)] == [
        "Moved or renamed",
        "leave.md, now absence.md",
    ]
    assert not changes.note.isVisible()


async def test_what_went_to_the_trash_is_told_so_that_it_can_be_undone(scene, qtbot, wait):
    await scene.presenter.start()
    (scene.handbook / "leave.md").unlink()
    deletion, ids = await wait.signal(scene.presenter.deleted)
    assert (str(deletion.label), len(ids)) == ("“leave.md” was deleted.", 1)
    await scene.library.folders.aclose()


async def test_a_dropped_folder_is_kept_in_sync(scene, tmp_path):
    (tmp_path / "rules").mkdir()
    scene.presenter.keep(scene.kb_id, [tmp_path / "rules"])
    await scene.idle()
    await scene.open()
    assert scene.presenter.dialog.model.index(1).data(SUBTITLE_ROLE) == "Not looked at yet"


async def test_the_dialog_is_usable_by_keys_and_names_its_list(scene, qtbot):
    dialog = await scene.open()
    dialog.activateWindow()
    assert dialog.focusWidget() is dialog.view
    assert dialog.view.accessibleName() == "Synced folders"
    spoken = dialog.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("handbook, in Team handbook, In sync")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert scene.presenter.dialog is None


async def test_the_menu_opens_the_synced_folders(desk, idle):
    (file_menu, *_) = [action.menu() for action in desk.window.menuBar().actions()]
    (action,) = [each for each in file_menu.actions() if each.text() == "S&ynced folders…"]
    action.trigger()
    await idle(desk)
    assert desk.presenters.folders.dialog.isVisible()
    assert desk.presenters.folders.dialog.details.text().startswith("No folder is kept in sync.")


async def test_the_folders_are_followed_as_soon_as_the_window_shows_something(desk, library):
    assert library.folders.has_started


async def test_a_folder_that_was_dropped_to_be_kept_in_sync_is(desk, library, handbook, idle):
    desk.presenters.adding.sync_requested.emit("kb0", [handbook])
    await idle(desk)
    assert library.folders.kept == [("kb0", handbook)]


async def test_what_waits_stands_in_the_message_bar_with_its_button(desk, message):
    pressed = []
    desk.presenters.folders.said.emit(
        Message("Much has changed.", action="Show changes…", act=lambda: pressed.append(True))
    )
    assert message(desk) == "Much has changed."
    desk.window.message_bar.action_button.click()
    assert pressed == [True]


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=5), "5 minute(s) ago"),
        (timedelta(hours=23), "23 hour(s) ago"),
    ],
)
def test_times_are_said_in_words(passed, words):
    now = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
    assert ago(now - passed, now) == words


def test_days_are_said_as_days():
    now = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
    assert ago(now - timedelta(days=3), now).startswith("on ")
    assert ago(None, now) == "never"
