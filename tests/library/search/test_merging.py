from __future__ import annotations

from kbdesk.library.search.merging import Answer, ScoreKind, merge
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorSearchResult


def answer(embedding: str, kind: ScoreKind, **scores: float) -> Answer:
    results = [
        VectorSearchResult(
            score=score,
            document_id=name,
            chunk=Chunk(content=TextBlock(text=name), source=name, chunk_index=0, total_chunks=1),
        )
        for name, score in scores.items()
    ]
    return Answer(embedding, kind, results)


def order(*answers: Answer) -> list[str]:
    return [ranked.result.document_id for ranked in merge(answers)]


def test_scores_of_one_model_are_compared() -> None:
    assert order(answer("m", "meaning", a=0.9, b=0.2), answer("m", "meaning", c=0.5)) == ["a", "c", "b"]


def test_different_models_take_turns_by_rank() -> None:
    assert order(answer("m", "meaning", a=0.9, b=0.8), answer("n", "meaning", c=0.1, d=0.05)) == ["a", "c", "b", "d"]


def test_words_and_meaning_are_never_compared() -> None:
    assert order(answer("m", "meaning", a=0.9, b=0.8), answer("words", "words", c=31.0, d=30.0)) == [*"acbd"]
