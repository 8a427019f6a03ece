"""What is shown before many files are added, or any that are paid for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from kbdesk.settings import EmbeddingChoice, Settings
from kbdesk.ui.dialogs.conflicts import ConflictsDialog
from kbdesk.ui.dialogs.plan import PlanDialog, time_words

from ..test_accessibility import unnamed  # noqa: TID252  # the tests are no package that could be named
from .conftest import KB, cancel, click, names

OPENAI = EmbeddingChoice("openai", "text-embedding-3-small", 1536)
SPACE = Qt.Key.Key_Space


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


async def test_what_a_document_is_called_here_is_said_beside_its_file(adding, opened, quiet, here, files, qtbot):
    document = here("travel.md")
    adding.add(KB, [*files, document.path])
    dialog = await opened(PlanDialog)
    here_group = dialog.model.index(1, 0)
    assert here_group.data() == "1 file(s) already here"
    assert dialog.model.index(0, 1, here_group).data() == "Document “travel.md”"
    cancel(qtbot, dialog)
    await quiet()
