"""The chunker that cuts where the meaning changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kbdesk.embedding.base import Content, EmbeddingModelBase, EmbeddingResponse
from kbdesk.rag.chunkers.semantic import SemanticChunker, distances, topic_borders

from .contract import ChunkerContract, section_of, texts_of

TRAINS = "The train is at nine. The train is cheap. The train is the best. "
LEAVE = "Ask for leave early. Leave of ten days. Ask for paid leave. "


class WordsInCommon(EmbeddingModelBase):
    """Texts with the same words lie near each other.

    Attributes:
        calls: How many texts each call had.
    """

    def __init__(self) -> None:
        super().__init__(None, "words in common", 64)
        self.calls: list[int] = []

    async def _call_api(self, inputs: Sequence[Content], **kwargs: object) -> EmbeddingResponse:
        self.calls.append(len(inputs))
        return EmbeddingResponse(embeddings=[self._vector(str(each)) for each in inputs])

    def _vector(self, text: str) -> list[float]:
        vector = [0.01] * self.dimensions
        for word in text.lower().split():
            vector[sum(word.encode("utf-8", "surrogatepass")) % self.dimensions] += 1.0
        return vector


def chunker(size: int, model: EmbeddingModelBase | None = None) -> SemanticChunker:
    return SemanticChunker(model or WordsInCommon(), SemanticChunker.Parameters(chunk_size=size))


class TestContract(ChunkerContract):
    overlaps = False

    def make(self, size: int, overlap: int) -> SemanticChunker:
        return chunker(size)


async def test_a_text_is_cut_where_its_topic_changes() -> None:
    assert await texts_of(chunker(40), TRAINS + LEAVE) == [TRAINS, LEAVE]


async def test_a_topic_too_large_is_cut_at_its_widest_gaps() -> None:
    texts = await texts_of(chunker(20), TRAINS * 3 + LEAVE * 3)
    assert "".join(texts) == TRAINS * 3 + LEAVE * 3
    assert not any("train" in text and "leave" in text for text in texts)


async def test_every_sentence_is_asked_for_once_and_in_steps() -> None:
    model, told = WordsInCommon(), list[tuple[int, int]]()
    sentences = [section_of(" ".join(f"This is sentence {number}." for number in range(300)))]
    cutter = SemanticChunker(model, on_step=lambda done, count: told.append((done, count)))
    await cutter.chunk(sentences)
    assert model.calls == [256, 44]
    assert told == [(256, 300), (300, 300)]


async def test_blank_texts_are_not_embedded() -> None:
    model = WordsInCommon()
    assert await chunker(10, model).chunk([section_of(" \n"), section_of("")]) == []
    assert model.calls == []


def test_the_distance_is_that_of_the_sentences_around_a_gap() -> None:
    vectors = np.array([[1, 0]] * 3 + [[0, 2]] * 3, np.float32)
    near, far = 1 - 2 / 5**0.5, 1 - 1 / 5**0.5
    assert distances(vectors) == pytest.approx([near, far, 1, far, near])
    assert len(distances(vectors[:1])) == 0


def test_the_widest_gap_is_taken_first_and_leaves_no_scrap() -> None:
    apart = np.array([0.9, 0.1, 0.5, 0.2, 0.8])
    assert topic_borders(apart, [10] * 6, least=20, most=40) == [3]
    assert topic_borders(apart, [10] * 6, least=1, most=20) == [1, 3, 5]


def test_what_is_still_too_large_is_filled_up() -> None:
    assert topic_borders(np.array([0.5, 0.4]), [10, 10, 10], least=30, most=20) == [2]
