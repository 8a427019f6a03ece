"""What is searched when, and what comes of it: while typing, on Enter, when something changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt

from kbdesk.errors import StoreError
from kbdesk.library.search.types import Request, Results
from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo
from kbdesk.settings import Settings
from kbdesk.texts import text
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.search import SearchPresenter
from kbdesk.ui.tasks import TaskScope

TypeText = Callable[..., None]
Found = Callable[[], list[str]]
REMOTE = "https://api.example.org/v1|embedder|8"

pytestmark = pytest.mark.usefixtures("presenter", "handbook")


def enter(pane: SearchPane, qtbot: Any, words: str) -> None:
    pane.form.field.setText(words)
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)


def modes(library: Any) -> list[str]:
    return [request.mode for request in library.searching.requests]


async def test_a_search_shows_its_hits(pane: SearchPane, found: Found, wait: Any, qtbot: Any) -> None:
    enter(pane, qtbot, "travel")
    await wait.until(lambda: len(found()) == 2)
    assert "2 passage" in pane.status


async def test_several_queries_are_asked_at_once(pane: SearchPane, found: Found, wait: Any, qtbot: Any) -> None:
    enter(pane, qtbot, "train\n年假")
    await wait.until(lambda: len(found()) == 2)
    assert "Question: 年假" in pane.list.hits.index(1).data()


async def test_the_newest_question_wins(
    pane: SearchPane, library: Any, found: Found, wait: Any, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    gates = {"travel": asyncio.Event(), "年假": asyncio.Event()}
    find = library.find

    async def gated(request: Request) -> Results:
        await gates[str(request.queries[0])].wait()
        return await find(request)

    monkeypatch.setattr(library, "find", gated)
    enter(pane, qtbot, "travel")
    enter(pane, qtbot, "年假")
    gates["年假"].set()
    await wait.until(lambda: found() == ["每位员工享有年假。"])
    gates["travel"].set()
    await asyncio.sleep(0)
    assert found() == ["每位员工享有年假。"]


async def test_words_are_searched_while_typing_and_all_on_a_pause(
    pane: SearchPane, library: Any, found: Found, type_text: TypeText, wait: Any
) -> None:
    type_text(pane.form.field, "tra")
    type_text(pane.form.field, "vel")
    await wait.until(lambda: modes(library) == ["words"])
    await wait.until(lambda: len(found()) == 2)
    await wait.until(lambda: modes(library) == ["words", "hybrid"])
    assert {request.queries for request in library.searching.requests} == {("travel",)}


async def test_by_words_alone_one_search_is_enough(
    pane: SearchPane, library: Any, scope: TaskScope, type_text: TypeText, wait: Any
) -> None:
    pane.form.mode.choose("words")
    type_text(pane.form.field, "travel")
    await wait.until(lambda: not scope.is_busy)
    assert modes(library) == ["words"]


async def test_hits_stay_until_there_are_new_ones(
    pane: SearchPane, library: Any, found: Found, type_text: TypeText, wait: Any, qtbot: Any
) -> None:
    enter(pane, qtbot, "train")
    await wait.until(lambda: found() == ["Travel by train."])
    seen: list[list[str]] = []
    pane.list.hits.modelReset.connect(lambda: seen.append(found()))
    pane.form.focus_field()
    type_text(pane.form.field, "no such word")
    await wait.until(lambda: modes(library)[1:] == ["words"])
    assert (seen, pane.list.isVisible()) == ([], True), "words alone found nothing, but the rest is still to come"
    await wait.until(lambda: seen)
    assert seen == [[]]


@pytest.fixture
def remote(pane: SearchPane, library: Any, monkeypatch: pytest.MonkeyPatch, make_base: Any) -> KnowledgeBaseInfo:
    """The knowledge base has a model on another computer."""
    base = make_base(0, "Team handbook", embedding=REMOTE)
    monkeypatch.setitem(library._bases, "kb0", base)
    pane.form.where.show_knowledge_bases([base], base)
    return base


@pytest.mark.usefixtures("remote")
async def test_nothing_is_sent_while_typing(
    pane: SearchPane, library: Any, scope: TaskScope, found: Found, type_text: TypeText, wait: Any, qtbot: Any
) -> None:
    type_text(pane.form.field, "travel")
    await wait.until(lambda: scope.is_busy)
    await wait.until(lambda: not scope.is_busy)
    assert modes(library) == ["words"]
    assert len(found()) == 2
    assert pane.status == "Press Enter to search by meaning too; that sends your question to api.example.org."
    qtbot.keyClick(pane.form.field, Qt.Key.Key_Return)
    await wait.until(lambda: modes(library) == ["words", "hybrid"])


@pytest.mark.usefixtures("remote")
async def test_what_was_only_typed_is_not_sent_when_something_changes_either(
    pane: SearchPane, presenter: SearchPresenter, library: Any, scope: TaskScope, type_text: TypeText, wait: Any
) -> None:
    type_text(pane.form.field, "travel")
    await wait.until(lambda: not scope.is_busy)
    presenter.refresh()
    await wait.until(lambda: not scope.is_busy)
    assert modes(library) == ["words", "words"]


@pytest.mark.usefixtures("remote")
async def test_nothing_is_sent_by_a_search_everywhere_either(
    pane: SearchPane, library: Any, scope: TaskScope, type_text: TypeText, wait: Any
) -> None:
    pane.form.where.choose(None)
    type_text(pane.form.field, "travel")
    await wait.until(lambda: not scope.is_busy)
    assert modes(library) == ["words"]


async def test_deleted_documents_leave_the_hits(
    pane: SearchPane,
    presenter: SearchPresenter,
    library: Any,
    handbook: DocumentInfo,
    found: Found,
    wait: Any,
    qtbot: Any,
) -> None:
    enter(pane, qtbot, "travel")
    await wait.until(found)
    await library.delete_documents([handbook.id])
    presenter.refresh()
    await wait.until(lambda: not found())


async def test_a_change_does_not_bring_back_an_older_question(
    pane: SearchPane,
    presenter: SearchPresenter,
    library: Any,
    found: Found,
    scope: TaskScope,
    type_text: TypeText,
    wait: Any,
    qtbot: Any,
) -> None:
    enter(pane, qtbot, "train")
    await wait.until(found)
    pane.form.focus_field()
    type_text(pane.form.field, "年假")
    presenter.refresh()
    await wait.until(lambda: not scope.is_busy)
    assert found() == ["每位员工享有年假。"]


async def test_a_question_that_was_asked_is_remembered_though_something_changes_meanwhile(
    pane: SearchPane, presenter: SearchPresenter, library: Any, scope: TaskScope, wait: Any, qtbot: Any
) -> None:
    enter(pane, qtbot, "train")
    presenter.refresh()
    await wait.until(lambda: not scope.is_busy)
    assert [request.queries for request in await library.searches.recent()] == [("train",)]


async def test_a_blank_question_ends_the_search(pane: SearchPane, scope: TaskScope, wait: Any, qtbot: Any) -> None:
    enter(pane, qtbot, "travel")
    enter(pane, qtbot, "  ")
    await wait.until(lambda: not scope.is_busy)
    assert pane.state_page.title == "Search your handbook"


async def test_a_field_that_is_emptied_ends_the_search(pane: SearchPane, found: Found, wait: Any, qtbot: Any) -> None:
    enter(pane, qtbot, "travel")
    await wait.until(found)
    qtbot.mouseClick(pane.form.field.clear_button, Qt.MouseButton.LeftButton)
    assert pane.state_page.title == "Search your handbook"


async def test_an_error_says_what_happened_and_can_be_tried_again(
    pane: SearchPane, library: Any, found: Found, wait: Any, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    async def broken(_request: Request) -> Results:
        raise StoreError(text("stores", "The store is broken."), text("stores", "Mend it."))

    with monkeypatch.context() as patch:
        patch.setattr(library, "find", broken)
        enter(pane, qtbot, "travel")
        await wait.until(lambda: pane.state_page.title == "The store is broken.")
    assert pane.state_page.body == "Mend it."
    qtbot.mouseClick(pane.state_page.retry_button, Qt.MouseButton.LeftButton)
    await wait.until(found)


async def test_options_come_from_the_settings_and_go_back_to_them(
    pane: SearchPane, presenter: SearchPresenter, library: Any, wait: Any
) -> None:
    library.settings = Settings(top_k=25, min_score=0.2, search_mode="words")
    presenter.apply_settings()
    assert (pane.form.request.top_k, pane.form.request.min_score, pane.form.request.mode) == (25, 0.2, "words")
    pane.form.options.top_k_field.setValue(5)
    pane.form.options.min_score_field.setValue(0.0)
    pane.form.mode.actions_by_mode["meaning"].trigger()
    await wait.until(lambda: library.settings == Settings(top_k=5, min_score=None, search_mode="meaning"))
    library.settings = replace(library.settings, top_k=7)
    presenter.apply_settings()
    assert pane.form.request.top_k == 7
