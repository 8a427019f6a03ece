"""Tags, owner, review date and description: changed in the dialog, shown, filtered by and undone."""

from datetime import timedelta

import pytest
from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox

from kbdesk.errors import StoreError
from kbdesk.library.facts.days import months_after, today
from kbdesk.library.types import Facts
from kbdesk.texts import text
from kbdesk.ui.models.documents import Column
from kbdesk.ui.models.fact_words import day_words

# What the off-screen platform says of every popup.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

LEFT = Qt.MouseButton.LeftButton
FUTURE = months_after(today(), 2)
PAST = today() - timedelta(days=3)
SAID = {
    "a.md": Facts(("HR", "travel"), "Ann", FUTURE, "For all."),
    "b.md": Facts(("travel",), "Bo", PAST),
    "c.md": Facts(),
}


@pytest.fixture
async def three(desk, library, make_document, idle):
    """The window with three documents of which something is said."""
    for name, facts in SAID.items():
        library.put(make_document(name, facts=facts))
    desk.presenters.documents.refresh()
    desk.presenters.due.look()
    await idle(desk)
    return desk


@pytest.fixture
def pane(three):
    return three.window.panes.documents


@pytest.fixture
def open_dialog(three, pane, idle):
    """Select documents by their rows, open the dialog and return it."""

    async def open_dialog(*rows):
        pane.table.clearSelection()
        pane.table.selectAll() if len(rows) == 3 else [pane.table.selectRow(row) for row in rows]
        await idle(three)
        pane.facts_action.trigger()
        await idle(three)
        return three.presenters.facts.dialog

    return open_dialog


@pytest.fixture
def save(three, qtbot, idle):
    async def save(dialog):
        qtbot.mouseClick(dialog.save_button, LEFT)
        await idle(three)

    return save


def said(library):
    return {each.name: each.facts for each in library.facts._documents.values()}


def chips(dialog):
    return [chip.label.text() for chip in dialog.tag_field.chips]


def chip(dialog, words):
    [found] = [each for each in dialog.tag_field.chips if each.label.text() == words]
    return found


def choose(dialog, words):
    """Choose a line of the review field as a person does."""
    box = dialog.review_field.choice
    box.setCurrentIndex(box.findText(words))
    box.activated.emit(box.currentIndex())


async def test_what_is_typed_is_said_of_the_document(three, pane, library, open_dialog, save, qtbot, idle):
    dialog = await open_dialog(2)
    assert dialog.windowTitle() == "Tags, owner and more"
    assert dialog.heading.text() == "c.md"
    qtbot.keyClicks(dialog.tag_field.line, "Leave")
    qtbot.keyClick(dialog.tag_field.line, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClicks(dialog.owner_line, "Cleo")
    choose(dialog, "In 6 months")
    qtbot.keyClicks(dialog.description_edit, "For parents.")
    await save(dialog)
    assert said(library)["c.md"] == Facts(("Leave",), "Cleo", months_after(today(), 6), "For parents.")
    assert three.presenters.facts.dialog is None
    pane.table.columns.choose(Column.TAGS, is_shown=True)
    assert pane.model.index(2, Column.TAGS).data() == "Leave"
    details = pane.details.facts
    assert [button.text() for button in details.tag_buttons] == ["Leave"]
    day = day_words(months_after(today(), 6), QLocale())
    assert details.label.text() == f"Owner: Cleo · To be reviewed by {day}"
    assert details.description.text() == "For parents."


async def test_a_change_is_undone_by_the_bar(three, library, open_dialog, save, qtbot, idle):
    dialog = await open_dialog(0, 1, 2)
    qtbot.keyClicks(dialog.tag_field.line, "new")
    await save(dialog)
    bar = three.window.undo_bar
    assert bar.label.text() == "3 documents were changed."
    qtbot.mouseClick(bar.undo_button, LEFT)
    await idle(three)
    assert said(library) == SAID
    assert not bar.isVisible()


async def test_what_differs_is_shown_as_such_and_left_alone(three, library, open_dialog, save):
    dialog = await open_dialog(0, 1, 2)
    assert dialog.heading.text() == "3 document(s)"
    assert chips(dialog) == ["HR: 1 of 3", "travel: 2 of 3"]
    assert dialog.owner_line.placeholderText() == "Different owners, left as they are"
    assert dialog.review_field.choice.currentText() == "Different days, left as they are"
    assert not dialog.review_field.day_edit.isVisible()
    assert dialog.description_edit.placeholderText() == "Different descriptions, left as they are"
    await save(dialog)
    assert said(library) == SAID
    assert not three.window.undo_bar.isVisible()


async def test_what_differs_can_be_made_alike(library, open_dialog, save, qtbot):
    dialog = await open_dialog(0, 1, 2)
    qtbot.mouseClick(chip(dialog, "HR: 1 of 3").spread_button, LEFT)
    qtbot.mouseClick(chip(dialog, "travel: 2 of 3").remove_button, LEFT)
    assert chips(dialog) == ["HR"]
    qtbot.keyClicks(dialog.owner_line, "x")
    qtbot.keyClick(dialog.owner_line, Qt.Key.Key_Backspace)
    assert dialog.owner_line.placeholderText() == "Nobody"
    choose(dialog, "No day")
    await save(dialog)
    expected = [Facts(("HR",), description=each.description) for each in SAID.values()]
    assert list(said(library).values()) == expected


async def test_several_tags_are_typed_with_commas_and_the_last_needs_no_enter(library, open_dialog, save, qtbot):
    dialog = await open_dialog(2)
    qtbot.keyClicks(dialog.tag_field.line, "one, TRAVEL,two  words")
    assert chips(dialog) == ["one", "travel"]
    await save(dialog)
    assert said(library)["c.md"].tags == ("one", "travel", "two words")


async def test_tags_of_the_knowledge_base_are_offered(three, open_dialog, qtbot, wait):
    dialog = await open_dialog(2)
    qtbot.keyClicks(dialog.tag_field.line, "av")
    popup = dialog.tag_field.line.completer().popup()
    await wait.until(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    assert dialog.tag_field.line.text() == "travel"
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    await wait.until(lambda: chips(dialog) == ["travel"])
    assert dialog.tag_field.line.text() == ""
    assert not popup.isVisible()


async def test_a_tag_that_is_offered_can_be_clicked(three, open_dialog, wait):
    dialog = await open_dialog(2)
    dialog.tag_field.line.setFocus()
    dialog.tag_field.line.completer().activated.emit("HR")
    dialog.tag_field.line.setText("HR")  # as the completer does at a click
    await wait.until(lambda: chips(dialog) == ["HR"])


async def test_owners_of_the_knowledge_base_are_offered(open_dialog, save, library, qtbot, wait):
    dialog = await open_dialog(2)
    dialog.owner_line.setFocus()
    qtbot.keyClicks(dialog.owner_line, "an")
    popup = dialog.owner_line.completer().popup()
    await wait.until(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert dialog.owner_line.text() == "Ann"
    await save(dialog)
    assert said(library)["c.md"].responsible == "Ann"


async def test_a_tag_that_is_too_long_is_refused_with_the_reason(three, library, open_dialog, save, qtbot):
    dialog = await open_dialog(2)
    qtbot.keyClicks(dialog.tag_field.line, "x" * 51)
    await save(dialog)
    assert "is too long. Use at most 50 characters." in dialog.result_line.text()
    assert dialog.isVisible()
    dialog.tag_field.line.clear()
    qtbot.keyClicks(dialog.tag_field.line, "ok,")
    assert not dialog.result_line.isVisible()
    await save(dialog)
    assert said(library)["c.md"].tags == ("ok",)


async def test_what_the_library_refuses_is_said_and_can_be_tried_again(three, library, open_dialog, save, qtbot):
    library.facts.problem = StoreError(text("library", "The disk is busy."), text("library", "Try again."))
    dialog = await open_dialog(0)
    qtbot.keyClicks(dialog.owner_line, "e")
    await save(dialog)
    assert dialog.result_line.text() == "The disk is busy. Try again."
    library.facts.problem = None
    await save(dialog)
    assert said(library)["a.md"].responsible == "Anne"


async def test_enter_saves_and_escape_does_not(three, library, open_dialog, qtbot, idle):
    dialog = await open_dialog(0)
    qtbot.keyClicks(dialog.owner_line, "e")
    qtbot.keyClick(dialog.owner_line, Qt.Key.Key_Escape)
    [box] = dialog.findChildren(QMessageBox)
    assert (box.text(), dialog.isVisible()) == ("Throw away what you typed?", True)
    [agree] = [button for button in box.buttons() if button.text() == "Throw away"]
    qtbot.mouseClick(agree, LEFT)
    await idle(three)
    assert said(library) == SAID
    dialog = await open_dialog(0)
    qtbot.keyClick(dialog.owner_line, Qt.Key.Key_Escape)
    assert three.presenters.facts.dialog is None, "nothing was typed, so nothing is asked"
    dialog = await open_dialog(0)
    qtbot.mouseClick(chip(dialog, "HR").remove_button, LEFT)
    assert dialog.tag_field.line.hasFocus()
    qtbot.keyClick(dialog.tag_field.line, Qt.Key.Key_Return)
    await idle(three)
    assert said(library)["a.md"].tags == ("travel",)


async def test_the_key_opens_the_dialog_once_and_cancel_closes_it(three, pane, qtbot, idle):
    pane.table.selectRow(0)
    pane.table.setFocus()
    qtbot.keyClick(pane.table, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    await idle(three)
    dialog = three.presenters.facts.dialog
    three.presenters.facts.open(["another"])
    assert three.presenters.facts.dialog is dialog
    [buttons] = dialog.findChildren(QDialogButtonBox)
    qtbot.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Cancel), LEFT)
    assert three.presenters.facts.dialog is None


async def test_without_a_selection_there_is_nothing_to_say(pane):
    pane.table.clearSelection()
    assert not pane.facts_action.isEnabled()
    assert pane.facts_action in pane.table.actions()


@pytest.mark.parametrize(
    ("words", "months"), [("In 3 months", 3), ("In 6 months", 6), ("In 1 year", 12), ("In 2 years", 24)]
)
async def test_usual_days_are_a_choice_away(library, open_dialog, save, words, months):
    dialog = await open_dialog(0)
    choose(dialog, words)
    assert dialog.review_field.day_edit.isVisible()
    await save(dialog)
    assert said(library)["a.md"].review_by == months_after(today(), months)


async def test_any_other_day_can_be_typed(library, open_dialog, save, qtbot):
    dialog = await open_dialog(0)
    edit = dialog.review_field.day_edit
    assert edit.date() == QDate(FUTURE.year, FUTURE.month, FUTURE.day)
    choose(dialog, "In 1 year")
    edit.setFocus()
    edit.setSelectedSection(edit.Section.YearSection)
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert dialog.review_field.choice.currentText() == "On this day:"
    await save(dialog)
    assert said(library)["a.md"].review_by == months_after(today(), 24)


async def test_overdue_documents_say_so_in_words_and_with_a_sign(three, pane, idle):
    pane.table.selectRow(1)
    await idle(three)
    view = pane.details.facts
    assert view.label.text() == f"Owner: Bo · Due since {day_words(PAST, QLocale())}"
    assert view._due_icon.isVisible()
    pane.table.selectRow(0)
    await idle(three)
    assert not view._due_icon.isVisible()
    pane.table.selectRow(2)
    await idle(three)
    assert not view.isVisible()


async def test_a_long_description_is_shortened(three, pane, library, make_document, idle):
    library.put(make_document("a.md", facts=Facts(description="word " * 100)))
    three.presenters.documents.refresh()
    pane.table.selectRow(0)
    await idle(three)
    label = pane.details.facts.description
    assert (len(label.text()), label.toolTip()) == (200, "word " * 100)


async def test_a_click_on_a_tag_shows_all_documents_with_it(three, pane, rows, qtbot, idle):
    qtbot.keyClicks(pane.filter_field, "a.md")
    await idle(three)
    pane.table.selectRow(0)
    await idle(three)
    button = pane.details.facts.tag_buttons[1]
    assert button.accessibleName() == "Show all documents with the tag “travel”"
    qtbot.mouseClick(button, LEFT)
    await idle(three)
    assert list(rows(three)) == ["a.md", "b.md"]
    assert pane.filter_field.text() == ""
    assert pane.tag_filter.text() == "travel"
    assert pane.tag_filter.accessibleName() == "Only: travel"


async def test_the_menu_of_tags_counts_and_chooses(three, pane, rows, idle):
    actions = {action.text(): action for action in pane.tag_filter.popup.actions()}
    assert list(actions) == ["All documents", "HR: 1", "travel: 2"]
    actions["HR: 1"].trigger()
    await idle(three)
    assert list(rows(three)) == ["a.md"]
    pane.tag_filter.popup.actions()[0].trigger()
    await idle(three)
    assert len(rows(three)) == 3


async def test_the_menu_of_tags_opens_by_key(three, pane, qtbot, wait):
    pane.tag_filter.setFocus()
    qtbot.keyClick(pane.tag_filter, Qt.Key.Key_Space)
    await wait.until(pane.tag_filter.popup.isVisible)
    qtbot.keyClick(pane.tag_filter.popup, Qt.Key.Key_Escape)


async def test_without_tags_there_is_nothing_to_choose(desk, library, make_document, idle):
    library.put(make_document())
    desk.presenters.documents.refresh()
    await idle(desk)
    assert not desk.window.panes.documents.tag_filter.isVisible()


@pytest.mark.parametrize(("words", "names"), [("ann", ["a.md"]), ("travel", ["a.md", "b.md"]), ("for all", ["a.md"])])
async def test_words_are_found_in_what_is_said(three, pane, rows, qtbot, idle, words, names):
    qtbot.keyClicks(pane.filter_field, words)
    await idle(three)
    assert list(rows(three)) == names


async def test_the_line_below_the_knowledge_bases_shows_what_is_due(
    three, pane, library, rows, open_dialog, save, idle
):
    line = three.window.panes.knowledge_bases.due_line
    assert line.label.text() == "1 document(s) due for review"
    line.show_button.click()
    await idle(three)
    assert list(rows(three)) == ["b.md"]
    assert pane.remark_filter.text() == "Due for review"
    dialog = await open_dialog(0)
    choose(dialog, "In 1 year")
    await save(dialog)
    assert not line.isVisible()
    assert pane._no_match.text() == "No document is due for review."


async def test_what_is_due_in_another_knowledge_base_is_told_too(three, library, make_document, rows, idle):
    other = await library.create_knowledge_base("Forms")
    library.put(make_document("form.md", knowledge_base_id=other.id, facts=Facts(review_by=PAST)))
    library.put(make_document("b.md"))
    three.presenters.bases.refresh()
    three.presenters.due.look()
    await idle(three)
    line = three.window.panes.knowledge_bases.due_line
    assert line.label.text() == "1 document(s) due for review in “Forms”"
    line.show_button.click()
    await idle(three)
    assert three.window.panes.knowledge_bases.current.id == other.id
    assert list(rows(three)) == ["form.md"]


async def test_the_view_menu_shows_what_is_due(three, rows, idle):
    [view] = [each.menu() for each in three.window.menuBar().actions() if each.text() == "&View"]
    [action] = [each for each in view.actions() if each.text() == "Due for re&view"]
    action.trigger()
    await idle(three)
    assert list(rows(three)) == ["b.md"]
