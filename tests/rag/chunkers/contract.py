"""What every chunker keeps, whatever it is given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.spans import BYTES_PER_TOKEN
from kbdesk.rag.document import Chunk, Section

PICTURE = DataBlock(source=Base64Source(data="aGVsbG8=", media_type="image/png"))

_MARKS = [
    ". ",
    "! ",
    "。",
    "，",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "# Travel\n",
    "## 出差\n",
    "```\n",
    "- item\n",
    "Title\n===\n",
    "|",
]
_WORDS = st.sampled_from(
    [*_MARKS, "leave", "policy", "年假", "员工", "e\u0301", "\U0001f1e8\U0001f1f3", "\ud800", "a", "---"]
)
_TABLE = "| Name | City |\n| --- | --- |\n| Anna | Bonn |\n| Bo | Rome |\n| 李 | 上海 |\n"
_TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.one_of(_WORDS, st.just(_TABLE)), max_size=80).map("".join),
)
_SECTIONS = st.lists(
    st.builds(
        lambda content, page: Section(content=content, source="a.pdf", metadata={"page": page}),
        st.one_of(_TEXTS.map(lambda text: TextBlock(text=text)), st.just(PICTURE)),
        st.integers(1, 99),
    ),
    max_size=4,
)
_SIZES = st.integers(1, 40)
# Every class that inherits a test makes another chunker: that is meant, and an example that fails for one is tried for
# the others as well.
_EXAMPLES = settings(suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow])


class ChunkerContract(ABC):
    """The tests that every chunker inherits."""

    overlaps = True
    """Whether neighbours can share text."""

    @abstractmethod
    def make(self, size: int, overlap: int) -> ChunkerBase:
        """Return the chunker with these settings."""

    @given(_SECTIONS, _SIZES)
    @_EXAMPLES
    async def test_no_chunk_spans_two_sections(self, sections: list[Section], size: int) -> None:
        chunker = self.make(size, size // 2)
        apart = [chunk for section in sections for chunk in await chunker.chunk([section])]
        assert [essence(chunk) for chunk in await chunker.chunk(sections)] == [essence(chunk) for chunk in apart]

    @given(_SECTIONS, _SIZES)
    @_EXAMPLES
    async def test_a_picture_is_one_chunk(self, sections: list[Section], size: int) -> None:
        chunks = await self.make(size, 0).chunk(sections)
        pictures = [section for section in sections if section.content is PICTURE]
        assert [chunk.metadata for chunk in chunks if chunk.content is PICTURE] == [each.metadata for each in pictures]

    @given(_SECTIONS, _SIZES)
    @_EXAMPLES
    async def test_chunks_are_numbered_densely(self, sections: list[Section], size: int) -> None:
        chunks = await self.make(size, size // 2).chunk(sections)
        assert [chunk.chunk_index for chunk in chunks] == list(range(len(chunks)))
        assert {chunk.total_chunks for chunk in chunks} <= {len(chunks)}
        assert {chunk.source for chunk in chunks} <= {"a.pdf"}

    @given(_TEXTS, _SIZES)
    @_EXAMPLES
    async def test_no_text_is_lost_and_none_doubled_without_overlap(self, text: str, size: int) -> None:
        places = spans(await self.make(size, 0).chunk([section_of(text)]), text)
        covered = 0
        for start, end in places:
            assert start >= covered
            assert not text[covered:start].strip()
            covered = end
        assert not text[covered:].strip()

    @given(_TEXTS, _SIZES)
    @_EXAMPLES
    async def test_with_overlap_no_text_is_lost_and_neighbours_share_no_more(self, text: str, size: int) -> None:
        overlap = size // 2 if self.overlaps else 0
        places = spans(await self.make(size, overlap).chunk([section_of(text)]), text)
        covered = before = 0
        for start, end in places:
            assert not text[covered:start].strip()
            assert byte_length(text[start:covered]) <= overlap * BYTES_PER_TOKEN
            assert start >= before
            assert end > covered
            covered, before = end, start
        assert not text[covered:].strip()

    @given(_TEXTS, _SIZES)
    @_EXAMPLES
    async def test_chunks_keep_to_the_size_unless_they_are_one_grapheme(self, text: str, size: int) -> None:
        for chunk in await self.make(size, size // 2).chunk([section_of(text)]):
            own = text[chunk.metadata["start"] : chunk.metadata["end"]]
            is_one = len(regex.findall(r"\X", own)) == 1
            assert byte_length(chunk.text) // BYTES_PER_TOKEN <= size or is_one

    @given(_TEXTS, _SIZES)
    @_EXAMPLES
    async def test_no_grapheme_is_cut(self, text: str, size: int) -> None:
        borders = {0, len(text), *(match.end() for match in regex.finditer(r"\X", text))}
        chunks = await self.make(size, size // 2).chunk([section_of(text)])
        assert {place for span in spans(chunks, text) for place in span} <= borders

    @given(_SECTIONS, _SIZES)
    @_EXAMPLES
    async def test_the_same_texts_give_the_same_chunks_and_are_not_changed(
        self, sections: list[Section], size: int
    ) -> None:
        before = [section.model_copy(deep=True) for section in sections]
        first = await self.make(size, size // 2).chunk(sections)
        second = await self.make(size, size // 2).chunk(sections)
        assert [essence(chunk) for chunk in first] == [essence(chunk) for chunk in second]
        assert [section.metadata for section in sections] == [section.metadata for section in before]

    def test_the_fingerprint_tells_sizes_apart(self) -> None:
        assert self.make(10, 0).fingerprint != self.make(11, 0).fingerprint
        assert self.make(10, 0).fingerprint == self.make(10, 0).fingerprint


def section_of(text: str, **metadata: object) -> Section:
    return Section(content=TextBlock(text=text), source="a.pdf", metadata=dict(metadata))


async def texts_of(chunker: ChunkerBase, text: str) -> list[str]:
    return [chunk.text for chunk in await chunker.chunk([section_of(text)])]


def spans(chunks: Sequence[Chunk], text: str) -> list[tuple[int, int]]:
    """Return where chunks stand, and assert that each holds what stands there, if need be behind what is repeated."""
    places = [(int(chunk.metadata["start"]), int(chunk.metadata["end"])) for chunk in chunks]
    for chunk, (start, end) in zip(chunks, places, strict=True):
        assert chunk.text.endswith(text[start:end])
    return places


def essence(chunk: Chunk) -> tuple[str, str, object]:
    return chunk.text, chunk.content.type, chunk.metadata


def byte_length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
