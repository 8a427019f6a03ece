"""Sections that are left whole."""

from __future__ import annotations

from kbdesk.rag.chunkers.whole import WholeSectionChunker, sections_of
from kbdesk.rag.document import Section

from .contract import PICTURE, section_of


async def test_sections_come_back_as_they_were_but_for_blank_ones() -> None:
    sections = [section_of("x" * 5000, page=1), Section(content=PICTURE, source="a.pdf", metadata={"page": 2})]
    chunks = await WholeSectionChunker().chunk([*sections, section_of(" ")])
    assert [chunk.chunk_index for chunk in chunks] == [0, 1]
    again = sections_of(chunks)
    assert again[0].content.text == "x" * 5000
    assert again[1].content is PICTURE
    assert [each.metadata for each in again] == [each.metadata for each in sections]
