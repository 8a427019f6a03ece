"""The chunker that counts four bytes as a token."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker, cost_factor
from kbdesk.rag.document import Chunk, Section

Parameters = ApproxTokenChunker.Parameters
PICTURE = DataBlock(source=Base64Source(data="aGVsbG8=", media_type="image/png"))

chunkers = st.builds(
    lambda size, overlap, boundaries: ApproxTokenChunker(
        Parameters(chunk_size=size, overlap=min(overlap, size // 2), boundaries=boundaries)
    ),
    st.integers(1, 20),
    st.integers(0, 5),
    st.sampled_from(["window", "sentence"]),
)
sections = st.lists(
    st.builds(
        lambda content, page: Section(content=content, source="a.pdf", metadata={"page": page}),
        st.one_of(st.text(max_size=200).map(lambda text: TextBlock(text=text)), st.just(PICTURE)),
        st.integers(1, 99),
    ),
    max_size=5,
)


def section(text: str, **metadata: object) -> Section:
    return Section(content=TextBlock(text=text), source="a.txt", metadata=dict(metadata))


async def texts_of(chunker: ApproxTokenChunker, text: str) -> list[str]:
    return [chunk.text for chunk in await chunker.chunk([section(text)])]


async def test_the_default_cuts_2052_bytes_as_the_reference_does() -> None:
    assert [len(text) for text in await texts_of(ApproxTokenChunker(), "x" * 2052)] == [2048, 204]


async def test_chunks_inherit_source_and_a_copy_of_the_metadata() -> None:
    original = section("x" * 100, page=3)
    chunks = await ApproxTokenChunker(Parameters(chunk_size=10, overlap=2)).chunk([original])
    assert {chunk.source for chunk in chunks} == {"a.txt"}
    assert all(chunk.metadata == {"page": 3} for chunk in chunks)
    assert chunks[0].metadata is not original.metadata


async def test_sentence_chunks_say_where_they_stand_in_the_section() -> None:
    text = "员工每年享有十天年假。病假另算，需要证明；工资照发。"
    chunks = await ApproxTokenChunker(Parameters(chunk_size=8, overlap=2, boundaries="sentence")).chunk([section(text)])
    assert len(chunks) > 2
    assert all(chunk.text == text[chunk.metadata["start"] : chunk.metadata["end"]] for chunk in chunks)


async def test_blank_texts_give_no_chunk() -> None:
    assert await ApproxTokenChunker().chunk([section(""), section(" \n\t"), section("\u3000")]) == []


async def test_a_picture_passes_through_as_the_same_object() -> None:
    chunks = await ApproxTokenChunker().chunk([Section(content=PICTURE, source="a.png"), section("text")])
    assert chunks[0].content is PICTURE
    assert [(chunk.chunk_index, chunk.total_chunks) for chunk in chunks] == [(0, 2), (1, 2)]


@given(chunkers, sections)
async def test_chunks_are_numbered_and_never_span_sections(chunker: ApproxTokenChunker, given: list[Section]) -> None:
    chunks = await chunker.chunk(given)
    assert [chunk.chunk_index for chunk in chunks] == list(range(len(chunks)))
    assert {chunk.total_chunks for chunk in chunks} <= {len(chunks)}
    apart = [chunk for one in given for chunk in await chunker.chunk([one])]
    assert [essence(chunk) for chunk in chunks] == [essence(chunk) for chunk in apart]


def essence(chunk: Chunk) -> tuple[str, str, object]:
    return chunk.text, chunk.content.type, chunk.metadata


async def test_the_old_keywords_still_work_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="Parameters"):
        chunker = ApproxTokenChunker(chunk_size=10, overlap=2)
    assert chunker.parameters == Parameters(chunk_size=10, overlap=2)


@pytest.mark.parametrize("settings", [{"chunk_size": 0}, {"overlap": -1}, {"chunk_size": 5, "overlap": 5}])
def test_impossible_settings_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Parameters(**settings)


def test_another_object_than_parameters_is_refused() -> None:
    with pytest.raises(TypeError):
        ApproxTokenChunker(512)


def test_the_fingerprint_tells_settings_apart() -> None:
    assert ApproxTokenChunker().fingerprint != ApproxTokenChunker(Parameters(boundaries="sentence")).fingerprint


def test_the_cost_of_an_overlap_is_known() -> None:
    assert cost_factor(Parameters(chunk_size=512, overlap=0)) == 1
    assert cost_factor(Parameters(chunk_size=512, overlap=511)) == 512


@pytest.mark.logs_warnings
def test_an_exploding_overlap_is_warned_about(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        ApproxTokenChunker(Parameters(chunk_size=512, overlap=511))
    assert "512 times" in caplog.text
