from __future__ import annotations

from kbdesk.message import Base64Source, DataBlock, TextBlock, URLSource
from kbdesk.rag.document import Chunk, Section


def test_every_block_has_its_own_id() -> None:
    first, second = TextBlock(text="a"), TextBlock(text="a")

    assert len(first.id) == 32
    assert first.id != second.id


def test_a_source_is_told_by_its_type_when_read_back() -> None:
    for source in (Base64Source(data="AA==", media_type="image/png"), URLSource(url="file:a", media_type="image/png")):
        block = DataBlock(source=source, name="a.png")
        assert DataBlock.model_validate_json(block.model_dump_json()) == block


def test_a_section_keeps_the_kind_of_its_content() -> None:
    data = DataBlock(source=Base64Source(data="AA==", media_type="image/png"))
    section = Section(content=data, source="deck.pptx", metadata={"slide": 2})

    assert isinstance(Section.model_validate_json(section.model_dump_json()).content, DataBlock)


def test_a_picture_is_read_through_its_caption() -> None:
    data = DataBlock(source=Base64Source(data="AA==", media_type="image/png"))
    chunk = Chunk(content=data, source="a.png", chunk_index=0, total_chunks=1, metadata={"caption": "First aid"})

    assert chunk.text == "First aid"
    assert chunk.model_copy(update={"metadata": {}}).text == ""


def test_metadata_is_never_shared_between_sections() -> None:
    first = Section(content=TextBlock(text="a"), source="a")
    first.metadata["page"] = 1

    assert Section(content=TextBlock(text="b"), source="b").metadata == {}
