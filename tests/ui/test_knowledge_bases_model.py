from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.ui.models.knowledge_bases import SUBTITLE_ROLE, KnowledgeBasesModel


@pytest.fixture
def model(qtmodeltester):
    model = KnowledgeBasesModel()
    yield model
    qtmodeltester.check(model)


@pytest.fixture
def two():
    return [KnowledgeBaseInfo(f"kb{n}", f"Base {n}", "", "this-computer", None, "words", n, n) for n in range(2)]


def test_it_shows_names_and_counts(model, two):
    model.set_knowledge_bases(two)
    assert model.index(1).data() == "Base 1"
    assert model.index(1).data(SUBTITLE_ROLE).startswith("1 document")
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Base 1, 1 document")


def test_new_counts_do_not_reset_the_rows(model, two, qtbot):
    model.set_knowledge_bases(two)
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_knowledge_bases([two[0], replace(two[1], document_count=9)])


def test_another_list_replaces_the_rows(model, two):
    model.set_knowledge_bases(two)
    model.set_knowledge_bases(two[1:])
    assert model.row_of("kb1") == 0
    assert model.row_of("kb0") is None


def test_an_empty_list_is_fine(model):
    model.set_knowledge_bases([])
    assert model.rowCount() == 0
