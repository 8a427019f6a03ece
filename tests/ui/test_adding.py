"""From a drop to the library: what is asked, and what is not."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from kbdesk.errors import InputError
from kbdesk.library.types import Choices
from kbdesk.settings import EmbeddingChoice, Settings
from kbdesk.ui.dialogs.conflicts import ConflictsDialog
from kbdesk.ui.dialogs.folder_drop import FolderDropDialog
from kbdesk.ui.dialogs.plan import PlanDialog, time_words
from kbdesk.ui.models.conflicts import Column
from kbdesk.ui.presenters.adding import AddingPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.widgets.look_line import LookLine

from .test_accessibility import unnamed

KB = "kb0"
OPENAI = EmbeddingChoice("openai", "text-embedding-3-small", 1536)
SPACE = Qt.Key.Key_Space


@pytest.fixture
async def adding(library, theme, qtbot, wait):
    """The presenter over a window of its own; `accepted` and the like are what it said."""
    window = QWidget()
    qtbot.addWidget(window)
    line = LookLine(theme, window)
    window.show()
    scope = TaskScope()
    presenter = AddingPresenter(window, line, library=library, scope=scope)
    presenter.window, presenter.line, presenter.scope = window, line, scope
    presenter.errors = []
    scope.failed.connect(presenter.errors.append)
    presenter.got = {
        name: spy_on(getattr(presenter, name))
        for name in ("accepted", "sync_requested", "said", "show_requested", "restore_requested")
    }
    yield presenter
    await scope.aclose()


def spy_on(signal):
    got = []
    signal.connect(lambda *arguments: got.append(arguments))
    return got


def dialog_of(adding, kind):
    found = [each for each in adding.window.findChildren(kind) if each.isVisible()]
    return found[0] if found else None


@pytest.fixture
def opened(adding, wait):
    """Wait for a dialog."""

    async def wait_for(kind):
        await wait.until(lambda: dialog_of(adding, kind) is not None)
        return dialog_of(adding, kind)

    return wait_for


@pytest.fixture
def quiet(adding, wait):
    """Wait until nothing is going on any more."""

    async def wait_until_quiet():
        await wait.until(lambda: not adding.scope.is_busy)

    return wait_until_quiet


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def cancel(qtbot, dialog):
    click(qtbot, dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Cancel))


@pytest.fixture
def write(tmp_path):
    def write(name, content="Some words about trains."):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.fixture
def files(write):
    return [write(f"file {number}.md", f"File {number}.") for number in range(25)]


@pytest.fixture
def here(library, make_document, write):
    """A document that was made from a file, which is still there."""

    def put(name="travel.md", content="Old words.", **changes):
        path = write(name, content)
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        size = path.stat().st_size
        return library.put(make_document(name, path=path, sha256=sha256, size_bytes=size, **changes))

    return put


def names(adding):
    ((_, files, _),) = adding.got["accepted"]
    return [file.name for file in files]


async def test_a_few_files_are_added_without_a_question(adding, quiet, files):
    adding.add(KB, files[:20])
    await quiet()
    ((kb_id, found, choices),) = adding.got["accepted"]
    assert (kb_id, [file.path for file in found], choices) == (KB, files[:20], Choices())


async def test_more_files_are_shown_as_a_plan_first(adding, opened, quiet, files, qtbot):
    adding.add(KB, files)
    dialog = await opened(PlanDialog)
    assert dialog.heading.text() == "What adding 25 file(s) to “Team handbook” will do"
    assert dialog.amount.text().startswith("25 file(s) will be read: about 25 passages, in about ")
    assert dialog.privacy.text() == "Nothing leaves this computer."
    assert dialog.add_button.isDefault()
    assert not adding.got["accepted"]
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    await quiet()
    assert len(names(adding)) == 25


async def test_cancel_adds_nothing(adding, opened, quiet, files, qtbot):
    adding.add(KB, files)
    cancel(qtbot, await opened(PlanDialog))
    await quiet()
    assert not any(adding.got.values())


async def test_the_plan_counts_by_kind_and_names_the_files_behind_each(adding, opened, quiet, files, write, qtbot):
    adding.add(KB, [*files, write("empty.md", ""), write("again.md", "File 3.")])
    dialog = await opened(PlanDialog)
    tree, model = dialog.tree, dialog.model
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == [
        "25 new file(s)",
        "1 file(s) that cannot be read; each gets its reason",
        "1 file(s) with the same content as another of these",
    ]
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    group = tree.currentIndex()
    assert tree.isExpanded(group)
    assert model.index(0, 0, group).data() == "empty.md"
    assert model.index(0, 1, group).data().startswith("This file is empty.")
    assert str(files[0].parent) in model.index(0, 0, group).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(0, 1, model.index(2, 0)).data() == "The same as file 3.md."
    cancel(qtbot, dialog)
    await quiet()


async def test_a_group_can_be_left_out_by_the_keyboard(adding, opened, quiet, files, write, qtbot):
    adding.add(KB, [*files, write("empty.md", "")])
    dialog = await opened(PlanDialog)
    qtbot.keyClick(dialog.tree, SPACE)
    assert dialog.amount.text() == "Nothing has to be read."
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.tree, SPACE)
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Up)
    qtbot.keyClick(dialog.tree, SPACE)
    assert dialog.amount.text().startswith("25 file(s) will be read")
    click(qtbot, dialog.add_button)
    await quiet()
    assert "empty.md" not in names(adding)
    assert len(names(adding)) == 25


async def test_what_is_paid_for_is_always_shown(adding, library, opened, quiet, files, qtbot):
    library.settings = Settings(embedding=OPENAI)
    library._bases[KB] = replace(library._bases[KB], embedding="")
    adding.add(KB, files[:1])
    dialog = await opened(PlanDialog)
    assert dialog.privacy.text() == (
        "The text of these files goes to api.openai.com: about 205 tokens. That costs less than 0.01 USD, by estimate."
    )
    cancel(qtbot, dialog)
    await quiet()


async def test_a_price_nobody_knows_is_not_guessed(adding, library, opened, quiet, files, qtbot):
    library._bases[KB] = replace(library._bases[KB], embedding="https://models.example.com/v1|m|8|1")
    adding.add(KB, files[:1])
    dialog = await opened(PlanDialog)
    assert "goes to models.example.com" in dialog.privacy.text()
    assert dialog.privacy.text().endswith("Its price is not known to kbdesk.")
    cancel(qtbot, dialog)
    await quiet()


async def test_above_the_cap_enter_does_not_add(adding, library, opened, quiet, files, qtbot):
    library.settings = Settings(embedding=OPENAI, ask_above_tokens=1000)
    library._bases[KB] = replace(library._bases[KB], embedding="")
    adding.add(KB, files)
    dialog = await opened(PlanDialog)
    assert dialog.cap_note.isVisible()
    assert dialog.cap_note.text().startswith("This is more than the 1000 tokens")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    await quiet()
    assert not adding.got["accepted"]


async def test_a_small_group_left_out_goes_below_the_cap(adding, library, opened, quiet, files, qtbot):
    library.settings = Settings(embedding=OPENAI, ask_above_tokens=1000)
    library._bases[KB] = replace(library._bases[KB], embedding="")
    adding.add(KB, files)
    dialog = await opened(PlanDialog)
    qtbot.keyClick(dialog.tree, SPACE)
    assert not dialog.cap_note.isVisible()
    assert dialog.add_button.isDefault()
    cancel(qtbot, dialog)
    await quiet()


async def test_a_folder_is_asked_about_once(adding, opened, quiet, write, qtbot):
    folder = write("handbook/leave/sick.md").parent.parent
    adding.add(KB, [folder])
    dialog = await opened(FolderDropDialog)
    assert dialog.heading.text() == "The folder “handbook”"
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    await quiet()
    assert names(adding) == ["leave/sick.md"]
    assert not adding.got["sync_requested"]


async def test_a_folder_is_kept_in_sync_and_files_beside_it_are_added(adding, opened, quiet, write, qtbot):
    folder, single = write("handbook/sick.md").parent, write("travel.md", "Trains.")
    adding.add(KB, [folder, single])
    dialog = await opened(FolderDropDialog)
    click(qtbot, dialog.sync_button)
    await quiet()
    assert adding.got["sync_requested"] == [(KB, [folder])]
    assert names(adding) == ["travel.md"]


async def test_a_folder_is_not_added_when_its_question_is_cancelled(adding, opened, quiet, write, qtbot):
    adding.add(KB, [write("handbook/sick.md").parent])
    qtbot.keyClick(await opened(FolderDropDialog), Qt.Key.Key_Escape)
    await quiet()
    assert not any(adding.got.values())


async def test_a_large_folder_that_is_kept_in_sync_shows_its_plan_without_choices(adding, opened, quiet, files, qtbot):
    adding.add(KB, [files[0].parent])
    click(qtbot, (await opened(FolderDropDialog)).sync_button)
    dialog = await opened(PlanDialog)
    assert dialog.model.index(0, 0).data(Qt.ItemDataRole.CheckStateRole) is None
    click(qtbot, dialog.add_button)
    await quiet()
    assert len(adding.got["sync_requested"]) == 1
    assert not adding.got["accepted"]


async def test_a_file_with_the_name_of_a_document_asks_replace_or_keep_both(adding, opened, quiet, here, write, qtbot):
    document = here()
    other = write("elsewhere/travel.md", "New words.")
    adding.add(KB, [other])
    dialog = await opened(ConflictsDialog)
    assert dialog.heading.text() == "1 file(s) have the name of a document, but another content."
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


async def test_a_folder_replaces_without_asking(adding, opened, quiet, here, qtbot):
    document = here("handbook/travel.md")
    document.path.write_text("New words.", "utf-8")
    adding.add(KB, [document.path.parent])
    click(qtbot, (await opened(FolderDropDialog)).once_button)
    await quiet()
    assert adding.got["accepted"][0][2] == Choices()


async def test_files_that_are_here_are_one_click_away(adding, quiet, here, write):
    documents = [here(name, f"Words of {name}.") for name in ("a.md", "b.md")]
    adding.add(KB, [*(document.path for document in documents), write("new.md")])
    await quiet()
    ((message,),) = adding.got["said"]
    assert (message.title, message.action) == ("2 of the files are already here.", "Show them")
    message.act()
    assert adding.got["show_requested"] == [([document.id for document in documents],)]


async def test_files_in_the_trash_are_offered_to_be_restored_and_not_read(adding, library, quiet, here):
    document = here()
    library.trash_documents([document.id])
    adding.add(KB, [document.path])
    await quiet()
    assert not adding.got["accepted"]
    ((message,),) = adding.got["said"]
    assert (message.title, message.action) == ("1 of the files are in the trash.", "Restore")
    message.act()
    assert adding.got["restore_requested"] == [([document.id],)]


async def test_what_is_only_in_the_cloud_is_left_out_and_said(adding, opened, quiet, write, qtbot):
    folder = write("handbook/.report.pdf.icloud").parent
    write("handbook/travel.md")
    adding.add(KB, [folder])
    click(qtbot, (await opened(FolderDropDialog)).once_button)
    await quiet()
    assert names(adding) == ["travel.md"]
    ((message,),) = adding.got["said"]
    assert message.title == "1 file(s) were left out: they are only in the cloud."


async def test_an_empty_folder_is_still_said(adding, opened, quiet, tmp_path, qtbot):
    (tmp_path / "empty").mkdir()
    adding.add(KB, [tmp_path / "empty"])
    click(qtbot, (await opened(FolderDropDialog)).once_button)
    await quiet()
    assert names(adding) == []


async def test_drops_wait_for_each_other_and_none_is_lost(adding, opened, quiet, files, write, qtbot):
    adding.add(KB, files)
    adding.add(KB, [write("second.md", "The second.")])
    adding.add(KB, [write("third.md", "The third.")])
    dialog = await opened(PlanDialog)
    await asyncio.sleep(0)
    assert not adding.got["accepted"]
    cancel(qtbot, dialog)
    await quiet()
    assert [[file.name for file in each[1]] for each in adding.got["accepted"]] == [["second.md"], ["third.md"]]


async def test_a_drop_that_fails_does_not_hold_up_the_next(adding, quiet, tmp_path, write):
    adding.add(KB, [tmp_path / "missing.md"])
    adding.add(KB, [write("second.md")])
    await quiet()
    assert [type(error) for error in adding.errors] == [InputError]
    assert names(adding) == ["second.md"]


async def test_a_long_look_is_said_and_can_be_cancelled(adding, library, quiet, files, wait, qtbot):
    library.plan_gate.clear()
    adding.add(KB, files)
    await wait.until(adding.line.isVisible)
    assert adding.line.label.text() == "Looking at the files…"
    adding.line.show_count(1250)
    assert adding.line.label.text() == "Looking at the files… 1250"
    click(qtbot, adding.line.cancel_button)
    await quiet()
    assert not adding.line.isVisible()
    assert not any(adding.got.values())


async def test_closing_the_window_takes_its_question_away(adding, opened, files):
    adding.add(KB, files)
    await opened(PlanDialog)
    await adding.scope.aclose()
    assert dialog_of(adding, PlanDialog) is None


async def test_every_part_of_the_dialogs_has_a_name_and_long_names_are_cut(adding, opened, quiet, here, write, qtbot):
    document = here("a rather long name of a document about travelling " * 3 + ".md")
    document.path.write_text("New words.", "utf-8")
    adding.add(KB, [document.path])
    dialog = await opened(ConflictsDialog)
    assert unnamed(dialog) == []
    assert dialog.table.horizontalScrollBar().maximum() == 0
    cancel(qtbot, dialog)
    adding.add(KB, [document.path, *(write(f"{number}.md", str(number)) for number in range(30))])
    plan = await opened(PlanDialog)
    assert unnamed(plan) == []
    assert plan.tree.horizontalScrollBar().maximum() == 0
    cancel(qtbot, plan)
    await quiet()


async def test_a_large_file_says_its_price_and_its_time(adding, library, opened, quiet, write, qtbot):
    library.settings = Settings(embedding=OPENAI)
    library._bases[KB] = replace(library._bases[KB], embedding="")
    adding.add(KB, [write("large.md", "Keep every receipt. " * 150_000)])
    dialog = await opened(PlanDialog)
    assert dialog.amount.text() == "1 file(s) will be read: about 3704 passages, in about 6 minute(s)."
    assert dialog.privacy.text().endswith("That costs about 0.02 USD, by estimate.")
    cancel(qtbot, dialog)
    await quiet()


@pytest.mark.parametrize(
    ("seconds", "words"), [(3, "a minute"), (700, "12 minute(s)"), (5300, "88 minute(s)"), (7000, "2 hour(s)")]
)
async def test_the_time_is_said_in_round_numbers(seconds, words):
    assert time_words(seconds) == words


async def test_of_a_pdf_nobody_knows_before_whether_it_is_a_scan(adding, opened, quiet, files, write, qtbot):
    adding.add(KB, [*files, write("rules.pdf", "%PDF-1.7 and more")])
    dialog = await opened(PlanDialog)
    assert dialog.amount.text().endswith("Whether a PDF is a scan without text shows only when it is read.")
    cancel(qtbot, dialog)
    await quiet()


async def test_the_places_of_both_are_told_where_the_mouse_rests(adding, opened, quiet, here, write, qtbot):
    document, other = here(), write("elsewhere/travel.md", "New words.")
    adding.add(KB, [other])
    dialog = await opened(ConflictsDialog)
    tip = dialog.model.index(0, Column.NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == f"{other}\n{document.path}"
    cancel(qtbot, dialog)
    await quiet()


async def test_what_a_document_is_called_here_is_said_beside_its_file(adding, opened, quiet, here, files, qtbot):
    document = here("travel.md")
    adding.add(KB, [*files, document.path])
    dialog = await opened(PlanDialog)
    here_group = dialog.model.index(1, 0)
    assert here_group.data() == "1 file(s) already here"
    assert dialog.model.index(0, 1, here_group).data() == "Document “travel.md”"
    cancel(qtbot, dialog)
    await quiet()
