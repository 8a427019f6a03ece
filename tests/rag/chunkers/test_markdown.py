"""The chunker that goes by headings."""

from __future__ import annotations

from kbdesk.rag.chunkers.markdown import MarkdownChunker
from kbdesk.rag.document import Chunk

from .contract import ChunkerContract, section_of, texts_of


def chunker(size: int, overlap: int = 0) -> MarkdownChunker:
    return MarkdownChunker(MarkdownChunker.Parameters(chunk_size=size, overlap=overlap))


class TestContract(ChunkerContract):
    def make(self, size: int, overlap: int) -> MarkdownChunker:
        return chunker(size, overlap)


async def chunks_of(text: str, size: int = 100, **metadata: object) -> list[Chunk]:
    return await chunker(size).chunk([section_of(text, **metadata)])


async def test_no_chunk_goes_across_a_heading() -> None:
    chunks = await chunks_of("# Travel\n\nBook early.\n\n## Trains\n\nSecond class.\n\n# Leave\n\nTen days.")
    assert [(chunk.text.strip(), chunk.metadata["heading_path"]) for chunk in chunks] == [
        ("# Travel\n\nBook early.", ["Travel"]),
        ("## Trains\n\nSecond class.", ["Travel", "Trains"]),
        ("# Leave\n\nTen days.", ["Leave"]),
    ]


async def test_the_path_that_the_parser_found_is_kept() -> None:
    [chunk] = await chunks_of("## Trains\n\nSecond class.", heading_path=["Handbook", "Travel", "Trains"])
    assert chunk.metadata["heading_path"] == ["Handbook", "Travel", "Trains"]


async def test_text_without_headings_has_no_path() -> None:
    [chunk] = await chunks_of("Second class.")
    assert "heading_path" not in chunk.metadata


async def test_code_is_kept_whole_where_it_fits() -> None:
    code = "```\na = 1. \n\nb = 2. \n```\n"
    assert await texts_of(chunker(8), f"Some words go before it.\n\n{code}\nAnd after it.") == [
        "Some words go before it.\n\n",
        f"{code}\n",
        "And after it.",
    ]


async def test_a_table_that_does_not_fit_is_cut_between_rows() -> None:
    rows = "".join(f"| Anna {number} | Bonn |\n" for number in range(8))
    texts = await texts_of(chunker(16), f"| Name | City |\n| --- | --- |\n{rows}")
    assert len(texts) > 2
    assert all(text.endswith("|\n") for text in texts)


async def test_a_heading_is_not_left_alone_before_a_long_paragraph() -> None:
    texts = await texts_of(chunker(10), "# Travel\n\n" + "We go on and on. " * 9)
    assert texts[0].startswith("# Travel\n\nWe go on")


async def test_what_neighbours_share_does_not_begin_inside_code() -> None:
    code = "```\nOne. Two. Three.\n```\n\n"
    texts = await texts_of(chunker(12, 5), code + "Many more words come behind the code here.")
    assert texts == [code, "Many more words come behind the code here."]
