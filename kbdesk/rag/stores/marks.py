"""One small number for each passage: that it is turned off, or which language it is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kbdesk.rag.document import OFF, Chunk
from kbdesk.rag.language import LANGUAGES, UNKNOWN, languages_of

Marks = NDArray[np.uint8]
"""uint8, one dimension."""

OFF_MARK = 0
_FIRST = 1  # that of LANGUAGES[0], which is that of passages of no language
UNKNOWN_MARK = _FIRST + LANGUAGES.index(UNKNOWN)


def is_off(metadata: Mapping[str, Any]) -> bool:
    """Return whether a person turned off the chunk with this metadata."""
    return metadata.get(OFF) is True


def marks_in(languages: Iterable[str], are_off: Iterable[bool]) -> bytes:
    """Return the marks of chunks in some languages, a byte each."""
    return bytes(
        OFF_MARK if off else _FIRST + LANGUAGES.index(language)
        for language, off in zip(languages, are_off, strict=True)
    )


def marks_of(texts: Sequence[str], metadata: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the marks of all chunks of a document, a byte each."""
    return marks_in(languages_of(texts), map(is_off, metadata))


def marks_of_chunks(chunks: Sequence[Chunk]) -> bytes:
    """Return the marks of all chunks of a document, a byte each."""
    return marks_of([chunk.text for chunk in chunks], (chunk.metadata for chunk in chunks))


def language_of_mark(mark: bytes) -> str:
    """Return the language that a mark stands for; "" for no language, a chunk that is turned off, and no mark."""
    return LANGUAGES[mark[0] - _FIRST] if mark.strip(bytes([OFF_MARK])) else UNKNOWN


def in_languages(marks: Marks, languages: Iterable[str]) -> NDArray[np.bool_]:
    """Return for each mark whether that passage can be found when these languages are searched."""
    wanted = np.zeros(1 << 8, np.bool_)
    wanted[UNKNOWN_MARK] = True
    wanted[[_FIRST + LANGUAGES.index(language) for language in languages if language in LANGUAGES]] = True
    return wanted[marks]


def is_in(marks: Marks, language: str) -> NDArray[np.bool_]:
    """Return for each mark whether it is that of a language."""
    return marks == _FIRST + LANGUAGES.index(language)


def counted(marks: Marks) -> dict[str, int]:
    """Return how many passages that can be found are in each language that occurs."""
    counts = np.bincount(marks, minlength=_FIRST + len(LANGUAGES)).tolist()
    return {language: count for language, count in zip(LANGUAGES, counts[_FIRST:], strict=True) if count}
