from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kbdesk.library.library import Library
from kbdesk.library.search.sentences import MOST_SENTENCES
from kbdesk.library.types import Hit

Write = Callable[[str, str], Path]

PAGE = "Our office.\n\nHolidays are thirty days. 年假有三十天。 Flights are booked early! See a doctor when ill.\n"


async def sentences(library: Library, hits: Sequence[Hit]) -> list[str | None]:
    found = await library.sentences(hits)
    return [None if span is None else hit.chunk.text[slice(*span)] for hit, span in zip(hits, found, strict=True)]


async def test_the_nearest_sentence_of_each_hit_is_found(library: Library, bases: Any, write: Write) -> None:
    await bases.meaning("Meaning", write("page.txt", PAGE))
    for query, sentence in (("by train", "Flights are booked early!"), ("vacation", "Holidays are thirty days.")):
        assert await sentences(library, await library.search([query])) == [sentence]


async def test_sentences_are_embedded_once(library: Library, bases: Any, service: Any, write: Write) -> None:
    await bases.meaning("Meaning", write("page.txt", PAGE))
    hits = await library.search(["by train"])
    await library.sentences(hits)
    before = len(service.asked)
    await library.sentences(hits)
    assert len(service.asked) == before


async def test_a_passage_of_one_sentence_and_one_found_by_words_have_none(
    library: Library, bases: Any, service: Any, write: Write
) -> None:
    await bases.meaning("Meaning", write("short.txt", "Holidays are thirty days."))
    await bases.words("Words", write("page.txt", PAGE))
    before = len(service.asked)
    hits = await library.search(["holidays"])
    assert await sentences(library, hits) == [None, None]
    assert len(service.asked) == before + 1  # the query


async def test_where_the_model_is_away_there_are_none(library: Library, bases: Any, service: Any, write: Write) -> None:
    await bases.meaning("Meaning", write("page.txt", PAGE))
    hits = await library.search(["by train"])
    service.status = 401
    assert await sentences(library, hits) == [None]


async def test_the_work_is_bounded(library: Library, bases: Any, service: Any, write: Write) -> None:
    for number in range(8):
        write(f"many/{number}.txt", "\n".join(f"- Holiday {number} of {line}" for line in range(30)))
    await bases.meaning("Meaning", write("many/long.txt", "A holiday. " * 700).parent)
    before = len(service.asked)
    found = await library.sentences(await library.search(["holidays"], top_k=20))
    assert 0 < sum(span is not None for span in found) < len(found)
    assert len(service.asked) - before <= MOST_SENTENCES + 1
