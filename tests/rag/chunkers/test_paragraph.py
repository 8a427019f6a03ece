"""The chunker that keeps paragraphs whole."""

from __future__ import annotations

from kbdesk.rag.chunkers.paragraph import ParagraphChunker

from .contract import ChunkerContract, texts_of


def chunker(size: int, overlap: int = 0) -> ParagraphChunker:
    return ParagraphChunker(ParagraphChunker.Parameters(chunk_size=size, overlap=overlap))


class TestContract(ChunkerContract):
    def make(self, size: int, overlap: int) -> ParagraphChunker:
        return chunker(size, overlap)


async def test_paragraphs_that_fit_go_together() -> None:
    text = "First one.\n\nSecond one.\n\nA third one, longer. It has two sentences."
    assert await texts_of(chunker(11), text) == [
        "First one.\n\nSecond one.\n\n",
        "A third one, longer. It has two sentences.",
    ]


async def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = "Short one.\n\nHere we go on. And on we go. Then comes the end of it."
    assert await texts_of(chunker(8), text) == [
        "Short one.\n\nHere we go on. ",
        "And on we go. ",
        "Then comes the end of it.",
    ]


async def test_neighbours_share_whole_sentences() -> None:
    text = "We begin here. It ends soon.\n\nThe next paragraph is here."
    assert await texts_of(chunker(12, 4), text) == [
        "We begin here. It ends soon.\n\n",
        "It ends soon.\n\nThe next paragraph is here.",
    ]
