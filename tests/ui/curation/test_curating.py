"""Passages are turned off, merged and put back in the window, by click, menu or key, with undo."""

from __future__ import annotations

from PySide6.QtCore import Qt

from .conftest import CONTROL, RULES, SHIFT, click, pane, words


async def test_a_passage_is_turned_off_at_its_card_and_on_again_by_key(curated, library, qtbot, idle):
    click(qtbot, pane(curated).tools.switch_button)
    await idle(curated)
    assert "Passage 2 of 4  ·  page 2  ·  25 character(s)  ·  turned off: does not answer" in words(curated)
    assert pane(curated).tools.switch_button.accessibleName() == "Turn on"
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_D, CONTROL)
    await idle(curated)
    assert "turned off" not in words(curated)
    assert library.curation.acts == [("off", [1]), ("on", [1])]


async def test_what_is_to_be_turned_on_is_never_turned_off(curated, library, document, idle):
    [passage] = await library.chunks(document.id, offset=1, limit=1)
    for _ in range(2):  # two clicks, the second one on an answer that is out of date by then
        curated.presenters.curation.turn_on(document, passage)
        await idle(curated)
    assert library.curation.acts == [("on", [1]), ("on", [1])]


async def test_several_neighbours_are_turned_off_at_once(curated, library, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_Down, CONTROL | SHIFT)
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert library.curation.acts == [("off", [1, 2])]
    assert words(curated).count("turned off: does not answer") == 2


async def test_turning_off_is_undone_with_the_bar(curated, qtbot, idle):
    pane(curated).acts.switch.trigger()
    await idle(curated)
    bar = curated.window.undo_bar
    assert bar.label.text() == "A passage was turned off."
    click(qtbot, bar.undo_button)
    await idle(curated)
    assert "turned off" not in words(curated)


async def test_what_was_done_before_the_start_is_shown_when_it_is_undone(curated, library, document, qtbot, idle):
    library.curation.done_before_the_start = await library.curation.turn_off(document.id, [1])
    await curated._curating.offer_last()
    curated.presenters.passages.clear()
    qtbot.keySequence(curated.window, curated._menus.undo_action.shortcut())
    await idle(curated)
    assert curated.presenters.passages.document.id == document.id
    assert RULES[1] in words(curated)
    assert "turned off" not in words(curated)


async def test_a_passage_is_merged_with_the_next(curated, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_M, CONTROL)
    await idle(curated)
    assert "Passage 2 of 3  ·  page 2  ·  50 character(s)  ·  merged\nTaxis are not. Bikes are.\nFlights" in words(
        curated
    )


async def test_chosen_passages_are_merged(curated, library, qtbot, idle):
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_Down, CONTROL | SHIFT)
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_Down, CONTROL | SHIFT)
    pane(curated).acts.merge.trigger()
    await idle(curated)
    assert library.curation.acts == [("merge", 1, 3)]


async def test_a_passage_goes_back_to_what_the_file_says(curated, library, qtbot, idle):
    await library.curation.correct(curated.presenters.passages.document.id, 1, "Wrong.")
    curated.presenters.passages.refresh()
    await idle(curated)
    qtbot.keyClick(pane(curated).view, Qt.Key.Key_R, CONTROL)
    await idle(curated)
    assert RULES[1] in words(curated)
    assert "Wrong." not in words(curated)


async def test_acts_are_done_one_after_the_other_on_the_passages_that_were_meant(curated, library, idle):
    library.curation.gate.clear()
    pane(curated).acts.merge.trigger()
    pane(curated).view.choose(3)
    pane(curated).acts.switch.trigger()
    library.curation.gate.set()
    await idle(curated)
    assert library.curation.acts == [("merge", 1, 2), ("off", [2])]


async def test_a_passage_that_is_no_longer_there_is_left_alone_and_said(curated, library, document, idle, message):
    library.passages[document.id][1] = "Another text."
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert library.curation.acts == []
    assert message(curated) == "The passage is not what it was when it was shown."
    assert "Another text." in words(curated)


async def test_the_screen_stays_where_it_is_after_an_act(curated, library, document, idle):
    library.passages[document.id][:] = ["word " * 150 + str(number) for number in range(20)]
    curated.presenters.passages.follow(library.put(document, library.passages[document.id]), 0)
    await idle(curated)
    view = pane(curated).view
    view.choose(10)
    view.verticalScrollBar().setValue(int(view.card_rect(10).top()) - 40)
    before = view.verticalScrollBar().value()
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert view.verticalScrollBar().value() == before


async def test_every_act_is_in_the_edit_menu_with_a_key_of_its_own(curated):
    edit = curated.window.menuBar().actions()[1].menu()
    passage = next(each.menu() for each in edit.actions() if each.text() == "&Passage")
    assert passage.actions()[:7] == pane(curated).acts.all
    keys = [each.shortcut().toString() for each in pane(curated).acts.all]
    others = [
        action.shortcut().toString()
        for action in curated.window.findChildren(type(pane(curated).acts.add))
        if action.shortcutContext() == Qt.ShortcutContext.WindowShortcut
    ]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(others)


async def test_letters_of_the_edit_menu_and_of_passages_are_used_once(curated):
    edit = curated.window.menuBar().actions()[1].menu()
    for menu in (edit, next(each.menu() for each in edit.actions() if each.text() == "&Passage")):
        letters = [each.text()[each.text().index("&") + 1].lower() for each in menu.actions() if "&" in each.text()]
        assert len(letters) == len(set(letters)), letters


async def test_what_is_turned_off_leaves_the_results_and_comes_back(curated, qtbot, idle):
    search = curated.window.panes.search
    search.search_for("Taxis")
    await idle(curated)
    assert search.list.hits.rowCount() == 1
    pane(curated).acts.switch.trigger()
    await idle(curated)
    assert search.list.hits.rowCount() == 0
    qtbot.keySequence(curated.window, curated._menus.undo_action.shortcut())
    await idle(curated)
    assert search.list.hits.rowCount() == 1


async def test_the_documents_list_follows(curated, idle):
    model = curated.window.panes.documents.table.model()
    pane(curated).acts.merge.trigger()
    await idle(curated)
    cells = [model.index(0, column).data() for column in range(model.columnCount())]
    assert "3" in [str(cell) for cell in cells]
    assert curated.presenters.passages.document.passage_count == 3
