"""The chunker that keeps sentences whole."""

from __future__ import annotations

from kbdesk.rag.chunkers.sentence import SentenceChunker

from .contract import ChunkerContract, texts_of


def chunker(size: int, overlap: int = 0) -> SentenceChunker:
    return SentenceChunker(SentenceChunker.Parameters(chunk_size=size, overlap=overlap))


class TestContract(ChunkerContract):
    def make(self, size: int, overlap: int) -> SentenceChunker:
        return chunker(size, overlap)


async def test_as_many_whole_sentences_as_fit_go_together() -> None:
    text = "One is here. Two is there! Is three? Yes, it is. Five."
    assert await texts_of(chunker(7), text) == ["One is here. Two is there! ", "Is three? Yes, it is. Five."]


async def test_neighbours_share_whole_sentences() -> None:
    text = "Alpha one. Beta two. Gamma three. Delta four."
    assert await texts_of(chunker(6, 3), text) == [
        "Alpha one. Beta two. ",
        "Beta two. Gamma three. ",
        "Delta four.",
    ]


async def test_a_sentence_too_large_is_cut_between_words() -> None:
    assert await texts_of(chunker(4), "the leave policy of the company") == ["the leave ", "policy of the ", "company"]


async def test_items_of_a_list_are_kept_apart() -> None:
    text = "Pack:\n- a lamp and oil\n- some bread\n- a coat"
    assert await texts_of(chunker(6), text) == ["Pack:\n- a lamp and oil\n", "- some bread\n- a coat"]


async def test_chinese_sentences_are_kept_whole() -> None:
    text = "员工每年享有十天年假。病假另算。工资照发。"
    assert await texts_of(chunker(10), text) == ["员工每年享有十天年假。", "病假另算。工资照发。"]
