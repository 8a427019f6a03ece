"""What was read, page by page, and reading it again in another way."""

from __future__ import annotations

import asyncio
import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.rereading import _page_texts
from kbdesk.library.types import State
from kbdesk.message import TextBlock
from kbdesk.paths import DataFolder
from kbdesk.rag.document import Chunk
from kbdesk.rag.parsers import ole
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


async def test_the_picture_of_a_page_is_drawn_from_the_kept_copy(library: Library, kb_id: str, tmp_path: Path) -> None:
    path = tmp_path / "travel.pdf"
    path.write_bytes(pdf_of("Travel is booked by the office.", password="secret"))
    document = (await library.add(kb_id, [path]))[0].document
    path.unlink()
    assert await library.reading.picture(document.id, 1, 300) is None
    await library.reading.unlock([document.id], "secret", remember=False)
    picture = await library.reading.picture(document.id, 1, 300)
    assert picture is not None
    with Image.open(io.BytesIO(picture)) as image:
        assert (image.format, max(image.size)) == ("PNG", 300)
    assert await library.reading.picture(document.id, 2, 300) is None


async def test_there_is_no_picture_of_what_has_no_pages(library: Library, kb_id: str, handbook: Path) -> None:
    document = (await library.add(kb_id, [handbook / "travel.txt"]))[0].document
    assert await library.reading.picture(document.id, 1, 300) is None
    assert document.original is not None
    document.original.unlink()
    assert await library.reading.picture(document.id, 1, 300) is None


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of an old Word."""
    path = tmp_path / "plan.doc"
    path.write_bytes(ole.SIGNATURE + b"\0" * 600)
    return path


@pytest.fixture
def soffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A stand-in for LibreOffice that does what a line of Python says."""

    def install(line: str) -> None:
        program = tmp_path / "bin" / "soffice"
        program.parent.mkdir()
        program.write_text(f"#!{sys.executable}\nimport pathlib, sys, time\nto = pathlib.Path(sys.argv[-2])\n{line}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)

    if os.name != "posix":
        pytest.skip("the stand-in for LibreOffice is a script")
    return install


async def test_an_old_file_is_converted_only_when_a_person_asks(
    folder: DataFolder, without_model: None, old: Path, soffice: Callable[[str], None]
) -> None:
    soffice(
        "import docx; made = docx.Document(); made.add_paragraph('Fly in economy.'); made.save(to / 'document.docx')"
    )
    async with await Library.open(folder) as library:
        assert library.reading.can_convert
        [base] = await library.knowledge_bases()
        [result] = await library.add(base.id, [old])
        assert (result.document.state, result.document.outcome) == (State.FAILED, "unsupported_legacy")
        [result] = await library.reading.convert([result.document.id])
        document = result.document
        assert (document.state, document.kind, document.name, document.path) == (State.DONE, "Word", "plan.doc", old)
        assert document.original is not None
        assert document.original.suffix == ".doc"
        assert [str(warning) for warning in document.warnings] == [
            "LibreOffice converted it, so that it could be read."
        ]
        [result] = await library.retry([document.id])
        assert result.document == document
        assert list(folder.spool.iterdir()) == []


async def test_what_cannot_be_converted_says_why(
    folder: DataFolder, without_model: None, old: Path, soffice: Callable[[str], None]
) -> None:
    soffice("sys.exit(1)")
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        [result] = await library.add(base.id, [old])
        [result] = await library.reading.convert([result.document.id])
        assert (result.document.state, result.document.outcome) == (State.FAILED, "damaged")
        assert "LibreOffice could not convert" in str(result.message)


async def test_closing_ends_a_conversion(
    folder: DataFolder, without_model: None, old: Path, soffice: Callable[[str], None], tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    soffice(f"pathlib.Path({str(begun)!r}).touch(); time.sleep(60)")
    library = await Library.open(folder)
    [base] = await library.knowledge_bases()
    [result] = await library.add(base.id, [old])
    converting = asyncio.create_task(library.reading.convert([result.document.id]))
    async with asyncio.timeout(60):
        await asyncio.to_thread(wait_for, begun)
    await library.aclose()
    with pytest.raises(asyncio.CancelledError):
        await converting


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)
