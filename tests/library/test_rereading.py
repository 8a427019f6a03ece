"""What was read, page by page, and reading it again in another way."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.rereading import _page_texts
from kbdesk.library.types import State
from kbdesk.message import TextBlock
from kbdesk.paths import DataFolder
from kbdesk.rag.document import Chunk
from kbdesk.rag.parsers.base import PageState

from .conftest import Write, pdf_of


def passage(text: str, **metadata: object) -> Chunk:
    return Chunk(content=TextBlock(text=text), source="a", chunk_index=0, total_chunks=1, metadata=metadata)


async def test_each_page_shows_what_was_read_from_it(library: Library, kb_id: str, tmp_path: Path) -> None:
    path = tmp_path / "travel.pdf"
    path.write_bytes(pdf_of("Travel is booked by the office.", "", "Flights are in economy."))
    [result] = await library.add(kb_id, [path])
    pages = await library.reading.sections(result.document.id)
    assert [(page.number, page.text) for page in pages] == [
        (1, "Travel is booked by the office."),
        (2, ""),
        (3, "Flights are in economy."),
    ]
    assert {page.ocr_confidence for page in pages} == {None}


async def test_a_file_without_pages_is_one_page_in_which_nothing_stands_twice(
    library: Library, kb_id: str, write: Write
) -> None:
    told = " ".join(f"Rule {number} is about travel." for number in range(400))
    [result] = await library.add(kb_id, [write("rules.txt", told)])
    assert result.document.passage_count > 2
    [page] = await library.reading.sections(result.document.id)
    assert (page.number, page.label, page.state) == (1, "", PageState.TEXT)
    assert page.text.split() == told.split()


async def test_a_file_without_pages_is_shown_by_its_headings(library: Library, kb_id: str, write: Write) -> None:
    told = "Before all.\n\n# Travel\n\nBook early.\n\n## Flights\n\nFly economy.\n"
    [result] = await library.add(kb_id, [write("travel.md", told)])
    pages = await library.reading.sections(result.document.id)
    assert [(page.number, page.label) for page in pages] == [(1, ""), (2, "Travel"), (3, "Travel > Flights")]
    assert "Fly economy." in pages[2].text


async def test_a_document_that_could_not_be_read_shows_nothing(library: Library, kb_id: str, write: Write) -> None:
    [result] = await library.add(kb_id, [write("empty.txt", "")])
    assert await library.reading.sections(result.document.id) == []
    with pytest.raises(InputError):
        await library.reading.sections("nothing")


def test_sheets_tell_their_names_and_skip_those_without_text() -> None:
    states = [PageState.TABLE, PageState.BLANK, PageState.TABLE]
    passages = [passage("Anna", sheet="People"), passage("Bern", sheet="Places"), passage("Rome", sheet="Places")]
    assert [(page.number, page.label, page.text) for page in _page_texts(states, passages)] == [
        (1, "People", "Anna"),
        (2, "", ""),
        (3, "Places", "Bern\n\nRome"),
    ]


def test_the_confidence_of_ocr_is_the_mean_of_a_page() -> None:
    passages = [passage("a", page=1, ocr=True, ocr_confidence=0.5), passage("b", page=1, ocr=True, ocr_confidence=1.0)]
    [page] = _page_texts([PageState.OCR], passages)
    assert page.ocr_confidence == pytest.approx(0.75)


def test_printed_page_numbers_are_told() -> None:
    [page] = _page_texts([PageState.TEXT], [passage("Preface", page=1, page_label="iv")])
    assert page.label == "iv"


async def test_pages_chosen_for_ocr_stay_chosen_at_every_reading(
    folder: DataFolder, without_model: None, tmp_path: Path
) -> None:
    path = tmp_path / "travel.pdf"
    path.write_bytes(pdf_of("One.", "Two.", "Three.", "Four."))
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        document = (await library.add(base.id, [path]))[0].document
        [result] = await library.reading.read_again(document.id, [2])
        assert (result.document.id, result.document.state) == (document.id, State.DONE)
        await library.reading.read_again(document.id, [4, 3])
    async with await Library.open(folder) as library:  # in which nobody works yet
        rows = library._parts.rows
        await rows.retry([document.id])
        job = await rows.take_next([])
        assert job is not None
        assert job.options.ocr_pages == {2, 3, 4}


async def test_what_is_not_there_cannot_be_read_again(library: Library) -> None:
    with pytest.raises(InputError):
        await library.reading.read_again("nothing", [1])
