"""Similar documents in the real window over a real library: the line below the list, and its dialogs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from kbdesk.library.difference import Change, Difference
from kbdesk.library.library import Library
from kbdesk.library.similar import Relation, Similar
from kbdesk.library.types import DocumentInfo
from kbdesk.paths import DataFolder
from kbdesk.secrets import SecretStore
from kbdesk.texts import text
from kbdesk.ui.desk import Desk
from kbdesk.ui.dialogs.compare import CompareDialog
from kbdesk.ui.dialogs.similar import SimilarDialog
from kbdesk.ui.errors import ErrorReporter
from kbdesk.ui.presenters.window import Surroundings
from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.difference_view import MOST_SHOWN

LAST_YEAR, THIS_YEAR = 1_700_000_000, 1_730_000_000
RULES = [
    f"Rule {number}: whoever works in the office asks colleague {number * 7} about matter {number * 11} first."
    for number in range(40)
]

Add = Callable[..., Awaitable[None]]


@pytest.fixture
async def desk(theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wait) -> AsyncIterator[Desk]:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    secrets = SecretStore()
    async with await Library.open(DataFolder(tmp_path / "data"), secrets=secrets) as library:
        around = Surroundings(tmp_path, secrets, tmp_path, lambda _: True)
        desk = Desk(library, theme, ErrorReporter(), around)
        desk.window.resize(1280, 800)
        desk.window.show()
        desk.start()
        await wait.until(lambda: not desk.scope.is_busy)
        desk.window.message_bar.hide()  # it says that the built-in model is missing
        yield desk
        await desk.scope.aclose()
        desk.window.close_now()
    secrets.close()


@pytest.fixture
def add(desk: Desk, tmp_path: Path, idle) -> Add:
    async def add(name: str, rules: list[str], modified: int = THIS_YEAR) -> None:
        path = tmp_path / "drop" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n\n".join(rules), "utf-8")
        os.utime(path, (modified, modified))
        desk.take_paths([path])
        await idle(desk)

    return add


@pytest.fixture
async def two(desk: Desk, add: Add) -> Desk:
    await add("travel-2024.md", RULES, LAST_YEAR)
    await add("travel.md", [*RULES[:5], RULES[5].replace("matter 55", "matter 56"), *RULES[6:], "A new rule."])
    return desk


def line(desk: Desk):
    return desk.window.panes.documents.details.similar


def select(desk: Desk, name: str) -> None:
    table = desk.window.panes.documents.table
    names = [table.model().index(row, 0).data() for row in range(table.model().rowCount())]
    table.selectRow(names.index(name))


def press(qtbot, button: QPushButton) -> None:
    assert button.isVisible()
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


async def compare(desk: Desk, qtbot, idle) -> CompareDialog:
    select(desk, "travel.md")
    await idle(desk)
    press(qtbot, line(desk).differences_button)
    await idle(desk)
    return desk.window.findChild(CompareDialog)


async def test_a_new_document_that_is_mostly_known_is_pointed_out_by_name(two):
    assert line(two).isVisible()
    assert line(two).label.text() == "“travel.md”: Most of it (98 %) is also in “travel-2024.md”, which is older."


async def test_the_selected_document_says_what_it_shares(two, idle):
    select(two, "travel-2024.md")
    await idle(two)
    assert line(two).label.text() == "Most of it (98 %) is also in “travel.md”, which is newer."


async def test_the_line_goes_away_with_its_document(two, add, idle):
    await add("other.md", ["Nothing of this is anywhere else, and it is a short document."])
    select(two, "travel.md")
    await idle(two)
    assert line(two).isVisible()
    select(two, "other.md")
    assert not line(two).isVisible()
    await idle(two)
    assert not line(two).isVisible()


@pytest.fixture
def gate(two, monkeypatch) -> asyncio.Event:
    """Looking for what is similar to travel.md waits for it."""
    gate = asyncio.Event()
    gate.is_reached = False
    similar = two.presenters.similar._library.similar
    look = similar.of

    async def gated(document_id):
        found = await look(document_id)
        if found and found[0].document.name == "travel.md":
            gate.is_reached = True
            await gate.wait()
        return found

    monkeypatch.setattr(similar, "of", gated)
    return gate


async def ready(desk: Desk, name: str) -> DocumentInfo:
    base = desk.window.panes.knowledge_bases.current
    [document] = [each for each in await desk._library.documents(base.id) if each.name == name]
    return document


async def test_what_is_found_of_a_new_document_leaves_the_selected_one_alone(two, gate, qtbot, idle, wait):
    two.presenters.similar.take_changes([await ready(two, "travel.md")])
    await wait.until(lambda: gate.is_reached)
    select(two, "travel-2024.md")
    await wait.until(lambda: "is also in “travel.md”" in line(two).label.text())
    gate.set()
    await idle(two)
    press(qtbot, line(two).other_button)
    assert [each.name for each in two.window.panes.documents.table.selected_documents()] == ["travel.md"]
    await idle(two)


async def test_each_of_several_new_documents_is_looked_at(two, gate, idle, wait):
    line(two).clear()
    two.presenters.similar.take_changes([await ready(two, "travel.md")])
    await wait.until(lambda: gate.is_reached)
    two.presenters.similar.take_changes([replace(await ready(two, "travel.md"), id="another one, which is gone")])
    gate.set()
    await idle(two)
    assert line(two).isVisible()


async def test_one_can_go_to_the_other_document(two, qtbot, idle):
    select(two, "travel.md")
    await idle(two)
    press(qtbot, line(two).other_button)
    await idle(two)
    assert [each.name for each in two.window.panes.documents.table.selected_documents()] == ["travel-2024.md"]
    assert line(two).label.text().endswith("is also in “travel.md”, which is newer.")


async def test_the_differences_are_shown_with_signs_and_places(two, qtbot, idle):
    dialog = await compare(two, qtbot, idle)
    assert dialog.names.text() == "− travel-2024.md\n+ travel.md"
    assert dialog.summary.text() == "2 difference(s). 39 sentence(s) are the same."
    assert dialog.view.toPlainText().splitlines() == [
        "~ Changed",
        f"− {RULES[5]}",
        f"+ {RULES[5].replace('matter 55', 'matter 56')}",
        "+ Only in “travel.md”",
        "+ A new rule.",
    ]


async def test_one_walks_from_difference_to_difference(two, qtbot, idle, wait):
    dialog = await compare(two, qtbot, idle)
    assert dialog.view.hasFocus()
    assert not dialog.previous_button.isEnabled()
    press(qtbot, dialog.next_button)
    assert dialog.view.current == 1
    assert dialog.view.textCursor().block().text() == "+ Only in “travel.md”"
    assert not dialog.next_button.isEnabled()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    await wait.until(lambda: dialog.view.current == 0)


async def test_the_differences_can_be_copied(two, qtbot, idle):
    dialog = await compare(two, qtbot, idle)
    press(qtbot, dialog.copy_button)
    assert QGuiApplication.clipboard().text() == dialog.view.toPlainText()


async def test_the_older_one_goes_to_the_trash_and_comes_back(two, qtbot, idle, rows):
    dialog = await compare(two, qtbot, idle)
    assert dialog.trash_button.text() == "&Move the older one to the trash"
    assert not dialog.trash_button.isDefault()
    press(qtbot, dialog.trash_button)
    await idle(two)
    assert list(rows(two)) == ["travel.md"]
    assert not line(two).isVisible()
    press(qtbot, two.window.undo_bar.undo_button)
    await idle(two)
    assert len(rows(two)) == 2
    assert line(two).isVisible()


async def test_who_wants_both_is_not_told_again(two, qtbot, idle):
    dialog = await compare(two, qtbot, idle)
    press(qtbot, dialog.keep_button)
    await idle(two)
    assert not line(two).isVisible()
    select(two, "travel-2024.md")
    await idle(two)
    assert not line(two).isVisible()


def open_list(desk: Desk) -> SimilarDialog:
    menus = [action.menu() for action in desk.window.menuBar().actions()]
    [action] = [each for menu in menus for each in menu.actions() if each.text() == "S&imilar documents…"]
    action.trigger()
    return desk.window.findChild(SimilarDialog)


async def test_all_pairs_are_listed_and_compared(two, qtbot, idle):
    dialog = open_list(two)
    await idle(two)
    assert dialog.label.text() == "1 pair(s) of documents say much the same."
    row = dialog.list.topLevelItem(0)
    assert row.text(0) == "travel.md"
    assert row.text(1) == "Most of it (98 %) is also in “travel-2024.md”, which is older."
    press(qtbot, dialog.differences_button)
    await idle(two)
    press(qtbot, dialog.findChild(CompareDialog).keep_button)
    await idle(two)
    assert dialog.list.topLevelItemCount() == 0
    assert dialog.label.text() == "No two documents of this knowledge base say much the same."
    assert not dialog.differences_button.isEnabled()


async def test_a_list_without_pairs_says_so(desk, idle):
    dialog = open_list(desk)
    await idle(desk)
    assert dialog.label.text() == "No two documents of this knowledge base say much the same."


def a_pair(make_document, relation: Relation) -> Similar:
    return Similar(make_document("a.pdf"), make_document("b.pdf"), relation, 0.9, 0.4, 6)


def removed(number: int) -> Change:
    return Change("removed", f"Sentence {number}.", "", text("place", "page {page}", page=number), text("place", ""))


async def test_which_one_goes_to_the_trash_is_said(theme, make_document):
    def words(relation: Relation) -> tuple[str, str]:
        dialog = CompareDialog(a_pair(make_document, relation), theme)
        return dialog.trash_button.text(), dialog.names.text()

    assert words(Relation.OLDER) == ("&Move the older one to the trash", "− b.pdf\n+ a.pdf")
    assert words(Relation.NEWER) == ("&Move the older one to the trash", "− a.pdf\n+ b.pdf")
    assert words(Relation.CONTAINED) == ("&Move the smaller one to the trash", "− a.pdf\n+ b.pdf")
    assert words(Relation.CONTAINS) == ("&Move the smaller one to the trash", "− b.pdf\n+ a.pdf")
    assert words(Relation.SAME) == ("&Move “b.pdf” to the trash", "− b.pdf\n+ a.pdf")


async def test_two_of_the_same_differ_in_layout_only(theme, make_document):
    dialog = CompareDialog(a_pair(make_document, Relation.SAME), theme)
    assert dialog.summary.text() == "Comparing…"
    dialog.show_difference(Difference((), 12))
    assert dialog.summary.text() == "Nothing differs but the layout."
    assert not dialog.next_button.isEnabled()


async def test_of_very_many_differences_the_first_are_shown(theme, make_document):
    dialog = CompareDialog(a_pair(make_document, Relation.OLDER), theme)
    dialog.show_difference(Difference(tuple(removed(number) for number in range(1, MOST_SHOWN + 9)), 0))
    assert dialog.view.count == MOST_SHOWN
    assert dialog.summary.text().endswith("Only the first 500 differences are shown.")
    assert "− Only in “b.pdf”: page 7" in dialog.view.toPlainText()


async def test_only_words_that_changed_are_struck_out_not_the_sign_before_them(theme, make_document):
    dialog = CompareDialog(a_pair(make_document, Relation.OLDER), theme)
    place = text("place", "page {page}", page=1)
    change = Change("changed", "Five days.", "Six days.", place, place, ((0, 4),), ((0, 3),))
    dialog.show_difference(Difference((change,), 0))
    cursor = dialog.view.document().find("Five days")
    cursor.setPosition(cursor.selectionStart() - 1)
    assert not cursor.charFormat().fontStrikeOut()
    cursor.movePosition(cursor.MoveOperation.NextCharacter, n=2)
    assert cursor.charFormat().fontStrikeOut()


async def test_differences_take_the_colours_of_the_theme(theme, make_document):
    dialog = CompareDialog(a_pair(make_document, Relation.OLDER), theme)
    dialog.show_difference(Difference((removed(1), removed(2)), 0))
    dialog.view.go_on(1)
    theme.set_mode("dark")
    block = dialog.view.document().findBlockByNumber(1)
    assert block.begin().fragment().charFormat().foreground().color().name() == theme.tokens.error
    assert dialog.view.current == 1
