"""The chunker that cuts tables into rows."""

from __future__ import annotations

from kbdesk.rag.chunkers.table_rows import TableRowsChunker
from kbdesk.rag.document import Chunk

from .contract import ChunkerContract, section_of

HEAD = "| Name | City |\n| --- | --- |\n"
ROWS = [f"| Anna {number} | Bonn |\n" for number in range(1, 8)]


def chunker(size: int, overlap: int = 0, rows: int = 3) -> TableRowsChunker:
    return TableRowsChunker(TableRowsChunker.Parameters(chunk_size=size, overlap=overlap, rows=rows))


class TestContract(ChunkerContract):
    def make(self, size: int, overlap: int) -> TableRowsChunker:
        return chunker(size, overlap)


async def chunks_of(text: str, size: int = 100, rows: int = 3, **metadata: object) -> list[Chunk]:
    return await chunker(size, rows=rows).chunk([section_of(text, **metadata)])


async def test_a_few_rows_go_together_below_the_headings() -> None:
    chunks = await chunks_of(HEAD + "".join(ROWS))
    assert [chunk.text for chunk in chunks] == [
        HEAD + "".join(ROWS[:3]),
        HEAD + "".join(ROWS[3:6]),
        HEAD + ROWS[6],
    ]


async def test_the_title_of_a_table_is_repeated_with_its_headings() -> None:
    chunks = await chunks_of(f"Budget\n\n{HEAD}{''.join(ROWS[:2])}", rows=1)
    assert [chunk.text for chunk in chunks] == [f"Budget\n\n{HEAD}{row}" for row in ROWS[:2]]


async def test_fewer_rows_go_together_where_the_size_is_reached() -> None:
    chunks = await chunks_of(HEAD + "".join(ROWS), size=18)
    assert [chunk.text.count("Anna") for chunk in chunks] == [2, 2, 2, 1]


async def test_text_around_tables_becomes_paragraphs() -> None:
    before, after = "Much is said before it. " * 6 + "\n\n", "\nThat was all."
    chunks = await chunks_of(before + HEAD + ROWS[0] + after)
    assert [chunk.text for chunk in chunks] == [before, HEAD + ROWS[0] + "\n", "That was all."]


async def test_rows_are_numbered_as_in_the_sheet() -> None:
    chunks = await chunks_of(HEAD + "".join(ROWS[:4]), rows=2, sheet="Staff", rows_of_section=0)
    assert all("rows" not in chunk.metadata for chunk in chunks)
    numbers = [
        [chunk.metadata["rows"] for chunk in await chunker(100, rows=2).chunk([section_of(text, rows=rows)])]
        for text, rows in ((HEAD + "".join(ROWS[:4]), [1, 5]), (HEAD + "".join(ROWS[:4]), [22, 25]))
    ]
    assert numbers == [[[2, 3], [4, 5]], [[22, 23], [24, 25]]]


async def test_a_row_too_large_is_cut_and_each_part_has_the_headings() -> None:
    chunks = await chunks_of(HEAD + "| Anna | " + "Bonn and Rome, " * 20 + "|\n", size=30)
    assert len(chunks) > 2
    assert all(chunk.text.startswith(HEAD) for chunk in chunks)


async def test_headings_that_fill_a_chunk_are_not_repeated() -> None:
    chunks = await chunks_of(HEAD + "".join(ROWS), size=12)
    assert [chunk.text.startswith(HEAD) for chunk in chunks] == [True] + [False] * (len(chunks) - 1)
