"""The chunker that cuts where the meaning changes."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from kbdesk.embedding.base import EmbeddingModelBase
from kbdesk.message import TextBlock
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.chunkers.packing import refined, tokens
from kbdesk.rag.chunkers.pieces import assemble, placed
from kbdesk.rag.chunkers.spans import Span, sentence_spans, sentences
from kbdesk.rag.document import Chunk, Section

Vectors = NDArray[np.float32]

_SENTENCES_A_CALL = 256
_NEIGHBOURS = 3
"""Sentences on each side of a gap whose mean is compared: one alone says too little."""

_TOPIC_PERCENTILE = 95
"""A gap as wide as the widest twentieth of a section begins a topic of its own."""

_SMALLEST_SHARE = 8
"""A piece has at least this part of the size, so that no sentence stands alone."""


class SemanticChunker(ChunkerBase):
    """Cuts each text between the sentences whose meanings lie farthest apart, into pieces up to `chunk_size`.

    Every sentence is embedded once; the same texts, settings and model give the same chunks. The metadata of a chunk
    gets "start" and "end", the characters of the section's text that it holds.

    Source: the gaps and blocks of TextTiling (M. A. Hearst, "TextTiling: Segmenting Text into Multi-paragraph Subtopic
    Passages", Computational Linguistics 23(1), 1997), with embeddings in place of counts of words, and the percentile
    of the distances from the semantic chunking of G. Kamradt, "5 Levels of Text Splitting", 2023.
    """

    chunker_type: ClassVar[str] = "semantic"

    class Parameters(ChunkerBase.Parameters):
        """The settings of the chunker.

        Attributes:
            chunk_size: Tokens of a chunk, at most; four bytes of UTF-8 count as one.
        """

        chunk_size: int = Field(default=512, ge=1)

    # Set once, in the base class.
    parameters: Parameters  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        model: EmbeddingModelBase,
        parameters: Parameters | None = None,
        *,
        on_step: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> None:
        """Set up the chunker.

        Args:
            model: Embeds the sentences.
            parameters: The settings.
            on_step: Told how many sentences of how many are embedded.
            settings: The same as `parameters`, by keyword.
        """
        super().__init__(parameters, **settings)
        self._model = model
        self._on_step = on_step

    async def chunk(self, sections: Sequence[Section]) -> list[Chunk]:
        """Return the chunks of one document, in reading order.

        Args:
            sections: The sections of one document; they are not changed.

        Raises:
            EmbeddingError: The model cannot be reached or answers nonsense.
        """
        units = await asyncio.to_thread(lambda: [self._units(section) for section in sections])
        vectors = await self._embed(
            [
                section.content.text[start:end].strip()
                for section, spans in zip(sections, units, strict=True)
                if isinstance(section.content, TextBlock)
                for start, end in spans
            ]
        )
        return await asyncio.to_thread(self._cut, sections, units, vectors)

    def _units(self, section: Section) -> list[Span]:
        """Return the sentences of a section, those of a picture or a blank text being none."""
        if not isinstance(section.content, TextBlock) or not section.content.text.strip():
            return []
        text, size = section.content.text, self.parameters.chunk_size
        return refined(text, sentences(text), lambda long: sentence_spans(long, size=size, overlap=0), size=size)

    async def _embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text; that of a blank one is zero."""
        vectors = np.zeros((len(texts), self._model.dimensions), np.float32)
        asked = [index for index, text in enumerate(texts) if text]
        for start in range(0, len(asked), _SENTENCES_A_CALL):
            step = asked[start : start + _SENTENCES_A_CALL]
            answer = await self._model([texts[index] for index in step])
            vectors[step] = await asyncio.to_thread(np.asarray, answer.embeddings, np.float32)
            if self._on_step is not None:
                self._on_step(start + len(step), len(asked))
        return vectors

    def _cut(self, sections: Sequence[Section], units: Sequence[list[Span]], vectors: Vectors) -> list[Chunk]:
        firsts = [0, *accumulate(len(spans) for spans in units)]
        parts = iter([self._spans(*each) for each in self._texts(sections, units, vectors, firsts)])
        return assemble(sections, lambda _, text: placed(text, next(parts)))

    def _texts(
        self, sections: Sequence[Section], units: Sequence[list[Span]], vectors: Vectors, firsts: Sequence[int]
    ) -> list[tuple[str, list[Span], Vectors]]:
        return [
            (section.content.text, spans, vectors[first : first + len(spans)])
            for section, spans, first in zip(sections, units, firsts, strict=False)
            if isinstance(section.content, TextBlock)
        ]

    def _spans(self, text: str, units: Sequence[Span], vectors: Vectors) -> list[Span]:
        if not units:
            return []
        most = self.parameters.chunk_size
        sizes = [tokens(text, unit) + 1 for unit in units]  # rounded up, so that no sum is above `most`
        borders = topic_borders(distances(vectors), sizes, least=most // _SMALLEST_SHARE, most=most)
        edges = [0, *borders, len(units)]
        return [(units[first][0], units[last - 1][1]) for first, last in pairwise(edges)]


def distances(vectors: Vectors) -> NDArray[np.float64]:
    """Return how far apart the sentences before and behind each gap are: 1 - the cosine of their means.

    Args:
        vectors: One for each sentence, shape (count, dimensions); count at least 1.

    Returns:
        One for each gap, shape (count - 1,), 0 to 2.
    """
    count = len(vectors)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    sums = np.zeros((count + 1, vectors.shape[1]))
    np.cumsum(vectors / np.maximum(norms, 1e-12), axis=0, dtype=np.float64, out=sums[1:])
    gaps = np.arange(1, count)
    before = sums[gaps] - sums[np.maximum(gaps - _NEIGHBOURS, 0)]
    behind = sums[np.minimum(gaps + _NEIGHBOURS, count)] - sums[gaps]
    lengths = np.linalg.norm(before, axis=1) * np.linalg.norm(behind, axis=1)
    return 1.0 - (before * behind).sum(axis=1) / np.maximum(lengths, 1e-12)


def topic_borders(apart: NDArray[np.float64], sizes: Sequence[int], *, least: int, most: int) -> list[int]:
    """Return the sentences, from 1, with which a piece begins that is not the first.

    The widest gap is taken first. A gap is taken if what it parts is too large or it is among the widest of all, and
    if neither side becomes smaller than `least`. What is still too large then is filled up from its beginning.

    Args:
        apart: How far apart what is before and behind each gap is.
        sizes: Of each sentence, none above `most`.
        least: Size of a piece, unless it is all there is.
        most: The largest size of a piece.
    """
    ends = [0, *accumulate(sizes)]
    widest = np.percentile(apart, _TOPIC_PERCENTILE) if len(apart) else 0.0
    edges = [0, len(sizes)]
    for gap in np.argsort(-apart, kind="stable"):
        border = int(gap) + 1
        place = bisect_left(edges, border)
        first, last = edges[place - 1], edges[place]
        is_wanted = ends[last] - ends[first] > most or apart[gap] > widest
        if is_wanted and min(ends[border] - ends[first], ends[last] - ends[border]) >= least:
            insort(edges, border)
    return [border for first, last in pairwise(edges) for border in _filled(ends, first, last, most)]


def _filled(ends: Sequence[int], first: int, last: int, most: int) -> list[int]:
    """Return where the pieces begin that some sentences are put together to, the first of all left out."""
    borders = [first] if first else []
    begin = first
    for sentence in range(first + 1, last):
        if ends[sentence + 1] - ends[begin] > most:
            borders.append(sentence)
            begin = sentence
    return borders
