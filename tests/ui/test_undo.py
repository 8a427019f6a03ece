"""Acts of any kind are undone by the bar, the menu and its key, the newest first."""

import pytest
from PySide6.QtCore import Qt

from kbdesk.errors import InputError, StoreError
from kbdesk.texts import text

BUSY = StoreError(text("library", "The disk is busy."), text("library", "Try again."))
CONTROL = Qt.KeyboardModifier.ControlModifier
GONE = InputError(text("library", "It is gone."), text("library", "Add it again."))


class Act:
    """Something that was done.

    Attributes:
        problem: What undoing it raises.
        is_possible: Whether it can be undone.
        was_undone: Whether it was.
    """

    def __init__(self, name):
        self.label = text("library", "{name} was done.", name=name)
        self.problem = None
        self.is_possible = True
        self.was_undone = False

    async def undo(self):
        if self.problem is not None:
            raise self.problem
        self.was_undone = True

    async def look(self):
        return self.is_possible


@pytest.fixture
def acts(desk):
    made = [Act("The first"), Act("The second")]
    for act in made:
        desk.presenters.undo.offer(act.label, act.undo, is_possible=act.look)
    return made


async def test_the_newest_act_is_undone_first_by_the_bar(desk, acts, qtbot, idle):
    first, second = acts
    bar = desk.window.undo_bar
    assert bar.label.text() == "The second was done."
    qtbot.mouseClick(bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert (first.was_undone, second.was_undone) == (False, True)
    assert bar.label.text() == "The first was done."


async def test_the_key_undoes_one_after_the_other(desk, acts, qtbot, idle):
    for _ in acts:
        qtbot.keyClick(desk.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        await idle(desk)
    assert all(act.was_undone for act in acts)
    assert not desk.window.undo_bar.isVisible()
    assert not desk._menus.undo_action.isEnabled()


async def test_what_the_store_refused_can_be_undone_again(desk, acts, qtbot, idle, message):
    acts[1].problem = BUSY
    qtbot.mouseClick(desk.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert message(desk) == "The disk is busy."
    assert desk.window.undo_bar.label.text() == "The second was done."


async def test_what_has_become_impossible_says_why_and_is_offered_no_longer(desk, acts, qtbot, idle, message):
    acts[1].problem = GONE
    qtbot.mouseClick(desk.window.undo_bar.undo_button, Qt.MouseButton.LeftButton)
    await idle(desk)
    assert message(desk) == "It is gone."
    assert desk.window.undo_bar.label.text() == "The first was done."


async def test_what_was_undone_elsewhere_is_offered_no_longer(desk, acts, idle):
    acts[1].is_possible = False
    desk.presenters.undo.look()
    await idle(desk)
    assert desk.window.undo_bar.label.text() == "The first was done."


async def test_the_edit_menu_names_what_is_undone_and_redone(desk, acts, qtbot, idle):
    first, second = acts
    undo, redo = desk._menus.undo_action, desk._menus.redo_action
    assert (undo.text(), redo.text()) == ("&Undo: The second was done", "Redo")
    desk.presenters.undo.offer(text("library", "“R&D” was corrected."), first.undo, redo=second.undo)
    assert undo.text() == "&Undo: “R&&D” was corrected"
    undo.trigger()
    await idle(desk)
    assert (undo.text(), redo.text()) == ("&Undo: The second was done", "Redo: “R&&D” was corrected")
    assert first.was_undone


async def test_what_was_undone_is_redone_with_its_key(desk, acts, qtbot, idle):
    first, second = acts
    desk.presenters.undo.offer(first.label, first.undo, redo=second.undo)
    qtbot.keyClick(desk.window, Qt.Key.Key_Z, CONTROL)
    await idle(desk)
    qtbot.keySequence(desk.window, desk._menus.redo_action.shortcut())
    await idle(desk)
    assert second.was_undone  # what does the first again
    assert desk.window.undo_bar.label.text() == "The first was done."
    assert not desk._menus.redo_action.isEnabled()


async def test_nothing_is_redone_after_something_else_was_done(desk, acts, idle):
    first, second = acts
    desk.presenters.undo.offer(first.label, first.undo, redo=second.undo)
    desk.presenters.undo.undo()
    await idle(desk)
    desk.presenters.undo.offer(second.label, second.undo)
    assert not desk._menus.redo_action.isEnabled()


async def test_what_was_done_before_the_start_is_in_the_menu_but_not_in_the_bar(desk, idle):
    act = Act("Something")
    desk.presenters.undo.offer(act.label, act.undo, is_new=False)
    assert not desk.window.undo_bar.isVisible()
    desk._menus.undo_action.trigger()
    await idle(desk)
    assert act.was_undone
