"""Files read and cut in a worker process."""

from __future__ import annotations

import asyncio
import logging
from email.message import EmailMessage
from pathlib import Path
from types import ModuleType

import pytest

from kbdesk.errors import WorkerError, WorkerLimitError
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker
from kbdesk.rag.parsers.base import Progress
from kbdesk.rag.parsers.registry import parse_file
from kbdesk.texts import text
from kbdesk.workers.pool import WorkerPool
from kbdesk.workers.process import Limits
from kbdesk.workers.reading import unread

CHUNKER = ApproxTokenChunker(ApproxTokenChunker.Parameters(chunk_size=20, overlap=4, boundaries="sentence"))


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    path = tmp_path / "travel.txt"
    path.write_text("We travel by train. " * 50, encoding="utf-8")
    return path


async def test_a_file_is_read_as_in_this_process(pool: WorkerPool, handbook: Path) -> None:
    parsed = await pool.parse(handbook, "travel.txt")
    here = parse_file(handbook, "travel.txt")
    assert (parsed.outcome, parsed.kind, parsed.units) == (here.outcome, here.kind, here.units)
    assert [section.metadata for section in parsed.sections] == [section.metadata for section in here.sections]


async def test_a_file_is_read_and_cut_at_once(pool: WorkerPool, handbook: Path) -> None:
    cut = await pool.parse_and_chunk(handbook, "travel.txt", CHUNKER)
    here = await CHUNKER.chunk(parse_file(handbook, "travel.txt").sections)
    assert cut.parsed.outcome == "text"
    assert [(chunk.text, chunk.metadata) for chunk in cut.chunks] == [(chunk.text, chunk.metadata) for chunk in here]


async def test_what_cannot_be_read_is_told_not_raised(pool: WorkerPool, tmp_path: Path) -> None:
    cut = await pool.parse_and_chunk(tmp_path / "missing.txt", "missing.txt", CHUNKER)
    assert (cut.parsed.outcome, cut.chunks) == ("damaged", [])
    assert "not there any more" in str(cut.parsed.message)


async def test_pages_are_counted_while_they_are_read(pool: WorkerPool, shared: Path) -> None:
    seen: list[Progress] = []
    path = next(iter(sorted((shared / "corpus").rglob("*.pdf"))))
    await pool.parse_and_chunk(path, path.name, CHUNKER, on_progress=seen.append)
    assert seen
    assert {type(progress) for progress in seen} == {Progress}


async def test_a_file_that_needs_too_much_memory_is_told_as_such(pool: WorkerPool, handbook: Path) -> None:
    cut = await pool.parse_and_chunk(handbook, "travel.txt", CHUNKER, limits=Limits(memory_bytes=1))
    assert cut.parsed.outcome == "limit"
    assert (await pool.parse(handbook, "travel.txt")).outcome == "text"


async def test_files_inside_a_file_are_put_in_a_folder_under_numbers(pool: WorkerPool, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Travel"
    mail.set_content("See the rules.")
    mail.add_attachment(b"Fly in economy.", maintype="application", subtype="octet-stream", filename="../rules.txt")
    path, folder = tmp_path / "travel.eml", tmp_path / "files"
    path.write_bytes(mail.as_bytes())
    folder.mkdir()
    cut = await pool.parse_and_chunk(path, path.name, CHUNKER, files=folder)
    [inside] = cut.files
    assert (inside.name, inside.path.read_bytes()) == ("rules.txt", b"Fly in economy.")
    assert inside.path.parent == folder
    assert cut.parsed.attachments == []
    assert (await pool.parse_and_chunk(path, path.name, CHUNKER)).files == []


@pytest.mark.slow
async def test_a_manual_of_5000_pages_is_read_and_counted_in_little_memory(
    pool: WorkerPool, tmp_path: Path, large_pdf: ModuleType
) -> None:
    path = tmp_path / "manual.pdf"
    large_pdf.write_pdf(path, 5_000)
    seen: list[Progress] = []
    chunker, limits = ApproxTokenChunker(), Limits(memory_bytes=400 << 20)
    cut = await pool.parse_and_chunk(path, path.name, chunker, on_progress=seen.append, limits=limits)
    assert (cut.parsed.outcome, cut.parsed.units) == ("text", {"pages": 5_000})
    assert {chunk.metadata["page"] for chunk in cut.chunks} == set(range(1, 5_001))
    assert {(progress.unit, progress.total) for progress in seen} == {("page", 5_000)}
    assert [progress.done for progress in seen] == sorted({progress.done for progress in seen})


def test_the_end_of_a_process_becomes_the_outcome_of_the_file() -> None:
    title, remedy = text("test", "It ended."), text("test", "Try again.")
    assert unread(WorkerError(title, remedy)).outcome == "damaged"
    limit = unread(WorkerLimitError(title, remedy))
    assert (limit.outcome, str(limit.message)) == ("limit", "It ended. Try again.")


async def test_closing_the_pool_is_no_fault_of_a_file(handbook: Path) -> None:
    async with WorkerPool() as pool:
        call = asyncio.create_task(pool.parse(handbook, "travel.txt"))
        await asyncio.sleep(0)
    with pytest.raises(WorkerError):
        await call


@pytest.mark.slow
async def test_no_hard_file_stops_the_reading(pool: WorkerPool, shared: Path) -> None:
    """Every file of the hard corpus gets an outcome; none ends the process, hangs or takes 2 GiB."""
    paths = sorted(path for path in (shared / "corpus" / "hard").rglob("*") if path.is_file())
    for path in paths:
        parsed = await pool.parse(path, path.name)
        assert "ended before" not in str(parsed.message), path
        assert "Stopped" not in str(parsed.message), path
    logging.getLogger(__name__).info("read %d files", len(paths))
