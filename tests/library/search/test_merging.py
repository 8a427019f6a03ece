from __future__ import annotations

from dataclasses import replace

from kbdesk.library.search.merging import Answer, ScoreKind, merge
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorSearchResult
from kbdesk.rag.retrieval.fusion import Ranked


def hit(name: str, score: float, *, exact: bool = False, weak: bool = False, **metadata: object) -> Ranked:
    chunk = Chunk(content=TextBlock(text=name), source=name, chunk_index=0, total_chunks=1, metadata=metadata)
    result = VectorSearchResult(score=score, document_id=str(metadata.get("of", name)), chunk=chunk)
    return Ranked(result, 0, "en", 1, None, is_exact=exact, is_weak=weak)


def answer(embedding: str, *hits: Ranked, kind: ScoreKind = "meaning") -> Answer:
    return Answer(embedding, kind, hits)


def order(*answers: Answer) -> list[str]:
    return [scored.ranked.result.chunk.source for scored in merge(answers)]


def test_one_knowledge_base_keeps_its_order() -> None:
    assert order(answer("m", hit("a", 0.1), hit("b", 0.9), hit("c", 0.5))) == ["a", "b", "c"]


def test_scores_of_one_model_are_compared() -> None:
    assert order(answer("m", hit("a", 0.9), hit("b", 0.2)), answer("m", hit("c", 0.5))) == ["a", "c", "b"]


def test_another_knowledge_base_of_the_model_does_not_turn_the_order_of_one() -> None:
    by_words = answer("m", hit("a", 0.1), hit("b", 0.9), hit("c", 0.5))
    assert order(by_words, answer("m", hit("far", 0.05))) == ["a", "b", "c", "far"]


def test_scores_are_compared_within_a_language() -> None:
    chinese = replace(hit("zh", 0.3), language="zh")
    assert order(answer("m", hit("a", 0.9), hit("b", 0.8)), answer("m", chinese)) == ["a", "zh", "b"]


def test_different_models_take_turns_by_rank() -> None:
    found = order(answer("m", hit("a", 0.9), hit("b", 0.8)), answer("n", hit("c", 0.1), hit("d", 0.05)))
    assert found == ["a", "c", "b", "d"]


def test_words_and_meaning_are_never_compared() -> None:
    found = order(answer("m", hit("a", 0.4), hit("b", 0.3)), answer("words", hit("c", 1), hit("d", 1), kind="words"))
    assert found == ["a", "c", "b", "d"]


def test_what_two_models_find_comes_before_what_one_finds() -> None:
    first = answer("m", hit("a", 0.9), hit("b", 0.8, sha256="1"))
    second = answer("n", hit("c", 0.9), hit("b", 0.8, sha256="1", of="another"))
    assert order(first, second) == ["b", "a", "c"]


def test_the_same_passage_of_the_same_content_is_there_once() -> None:
    same = [hit("a", 0.9 - n / 10, sha256="1", of=str(n)) for n in range(3)]
    assert order(answer("m", *same), answer("m", hit("a", 0.8, sha256="1", of="4"))) == ["a"]
    assert order(answer("m", hit("a", 0.9, sha256="1"), hit("b", 0.8, sha256="1"))) == ["a", "b"]
    assert len(order(answer("m", hit("a", 0.9, sha256="1"), hit("a", 0.8, sha256="2")))) == 2


def test_pictures_without_a_text_are_told_apart_by_their_place() -> None:
    first, second = hit("", 0.9, sha256="1"), hit("", 0.8, sha256="1")
    second.result.chunk.chunk_index = 1
    assert len(order(answer("m", first, second))) == 2


def test_exact_ones_come_first_and_weak_ones_last() -> None:
    first = answer("m", hit("a", 0.9), hit("b", 0.8), hit("weak", 0.7, weak=True))
    second = answer("n", hit("exact", 0.1, exact=True), hit("c", 0.1))
    assert order(first, second) == ["exact", "a", "b", "c", "weak"]


def test_what_is_strong_in_one_knowledge_base_is_not_weak() -> None:
    weak, strong = hit("a", 0.1, weak=True, sha256="1"), hit("a", 0.9, sha256="1", of="2")
    [scored] = merge([answer("m", weak), answer("n", strong)])
    assert scored.ranked is strong
