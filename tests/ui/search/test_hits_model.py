"""The rows of the list, and what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt

from kbdesk.library.types import Hit, Why
from kbdesk.ui.models.hit_words import citation, place_words, score_share
from kbdesk.ui.models.hits import ROW_ROLE, HitsModel

MakeHit = Callable[..., Hit]


@pytest.fixture
def model() -> HitsModel:
    return HitsModel()


def kinds(model: HitsModel) -> list[str]:
    return [model.index(row).data(ROW_ROLE).kind for row in range(model.rowCount())]


def words(model: HitsModel, row: int = 0) -> str:
    return model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_model_holds_the_hits(model: HitsModel, make_hit: MakeHit, qtmodeltester: Any) -> None:
    for hits in ((), (make_hit("one"), make_hit("two")), (make_hit("three"),), ()):
        model.set_hits(hits, [make_hit("weak", is_weak=True)] if len(hits) > 1 else ())
        qtmodeltester.check(model)
        assert model.hits[: len(hits)] == list(hits)


def test_weak_hits_stand_below_a_line_that_cannot_be_chosen(model: HitsModel, make_hit: MakeHit) -> None:
    model.set_hits([make_hit("strong")], [make_hit("weak", is_weak=True)])
    assert kinds(model) == ["hit", "weak", "hit"]
    assert model.flags(model.index(1)) == Qt.ItemFlag.NoItemFlags
    assert words(model, 1) == "Weak: nothing here speaks clearly for an answer"
    assert words(model, 2).startswith("Weak: Score 0.80")


def test_hits_stand_under_the_names_of_their_documents(model: HitsModel, make_hit: MakeHit) -> None:
    hits = [make_hit("a", name="one.pdf"), make_hit("b", name="two.pdf"), make_hit("c", name="one.pdf", index=1)]
    model.set_hits(hits, [make_hit("d", name="one.pdf", index=2, is_weak=True)])
    model.set_grouped(True)
    assert kinds(model) == ["document", "hit", "hit", "document", "hit", "weak", "document", "hit"]
    assert words(model) == "one.pdf, 2 passage(s), shown"
    model.set_open(model.index(0), False)
    assert kinds(model) == ["document", "document", "hit", "weak", "document", "hit"]
    assert words(model) == "one.pdf, 2 passage(s), folded"
    assert len(model.hits) == 4


@pytest.mark.parametrize(("score", "share"), [(0.8, 0.8), (-0.2, 0.0), (1.0, 1.0)])
def test_the_bar_is_as_long_as_the_score(make_hit: MakeHit, score: float, share: float) -> None:
    assert score_share(make_hit("text", score=score)) == share


@pytest.mark.parametrize(
    ("kind", "spoken", "scale"),
    [
        ("meaning", "Score 0.75 of -1.00 to 1.00, travel.pdf: Ride.", "from -1.00 to 1.00"),
        ("words", "Share of your words 75 %, travel.pdf: Ride.", "share of your words"),
    ],
)
def test_a_score_says_its_range(model: HitsModel, make_hit: MakeHit, kind: str, spoken: str, scale: str) -> None:
    model.set_hits([make_hit("Ride.", score=0.75, kind=kind)])
    assert words(model) == spoken
    assert scale in model.index(0).data(Qt.ItemDataRole.ToolTipRole)


def test_a_screen_reader_hears_score_document_place_and_text(model: HitsModel, make_hit: MakeHit) -> None:
    model.set_hits([make_hit("Ride the train.", score=0.834, place="page 12")])
    assert words(model) == "Score 0.83 of -1.00 to 1.00, travel.pdf, page 12: Ride the train."


def test_each_hit_names_its_query_when_there_are_several(model: HitsModel, make_hit: MakeHit) -> None:
    hit = make_hit("Ride.", why=Why(query="how do I travel", language="en"))
    model.set_hits([hit])
    assert "how do I travel" not in words(model)
    model.set_hits([hit], names_queries=True)
    assert "Question: how do I travel" in words(model)


def test_each_hit_names_its_knowledge_base_when_several_are_searched(model: HitsModel, make_hit: MakeHit) -> None:
    hit = make_hit("Ride.", place="page 12")
    model.set_hits([hit], base_names={hit.document.knowledge_base_id: "Contracts"})
    assert model.place_of(hit) == "Contracts · page 12"
    assert "Contracts · page 12" in words(model)


def test_a_hit_read_by_ocr_says_so_beside_its_place(model: HitsModel, make_hit: MakeHit) -> None:
    hit = make_hit("Ride the train.", place="page 12")
    hit.chunk.metadata.update(ocr=True, ocr_confidence=0.876)
    model.set_hits([hit])
    assert place_words(hit) == "page 12 · read by OCR, 87 %"
    assert place_words(hit) in words(model)
    assert place_words(hit) in model.index(0).data(Qt.ItemDataRole.ToolTipRole)


def test_a_language_is_named_only_where_the_question_has_another_one(make_hit: MakeHit) -> None:
    def place(asked: str, language: str, query: str = "leave") -> str:
        return place_words(make_hit("text", place="page 1", why=Why(query, language, query_language=asked)))

    assert place("en", "zh") == "page 1 · Chinese"
    assert place("", "zh") == "page 1 · Chinese", "the script tells it"
    assert place("zh", "zh") == "page 1"
    assert place("", "en") == "page 1", "HP-417 is of no language"
    assert place("", "zh", query="") == "page 1", "so is a picture"


def test_what_comes_first_because_it_is_found_as_written_says_so(make_hit: MakeHit) -> None:
    hit = make_hit("Form REQ-0417.", score=0.2, place="page 3", why=Why("REQ-0417", "en", 4, 1, ("REQ-0417",)))
    assert place_words(hit) == "page 3 · found as written"


def test_a_copy_says_where_it_comes_from(make_hit: MakeHit) -> None:
    assert citation(make_hit("Ride.", place="page 12")) == "Ride. (travel.pdf, page 12)"
    assert citation(make_hit("Ride.")) == "Ride. (travel.pdf)"


def test_sentences_are_marked_in_the_hits_they_are_of(model: HitsModel, make_hit: MakeHit) -> None:
    hits = [make_hit("a"), make_hit("b", index=1)]
    model.set_hits(hits)
    model.set_sentences(hits, [None, (0, 1)])
    assert [model.sentence_of(hit) for hit in hits] == [None, (0, 1)]
    model.set_hits(hits)
    assert model.sentence_of(hits[1]) is None
