from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kbdesk.library.database import Database
from kbdesk.library.estimates import Estimate, Rates, RunClock, Work, estimate, work_of
from kbdesk.library.library import Library
from kbdesk.library.provider import Provider
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.watchers import Watcher
from kbdesk.paths import DataFolder

HERE = Provider("local|e5", None, 0.0)
PAID = Provider("https://api.openai.com/v1|small", "api.openai.com", 0.02)


@pytest.fixture
async def rates(tmp_path: Path) -> AsyncIterator[Rates]:
    database = Database(tmp_path / "library.sqlite3", MIGRATIONS)
    await database.open()
    yield Rates(database)
    await database.aclose()


def test_every_file_gives_at_least_one_passage(tmp_path: Path) -> None:
    assert work_of(tmp_path / "a.md", "md", 10).passages == 1
    assert work_of(tmp_path / "a.md", "md", 8100).passages == 10


def test_pictures_in_a_packed_file_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "deck.pptx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ppt/slides/slide1.xml", b"x" * 8450)
        archive.writestr("ppt/media/image1.png", b"x" * 900_000)
    assert work_of(path, "pptx", path.stat().st_size).passages == 10


def test_a_damaged_packed_file_is_not_the_estimates_business(tmp_path: Path) -> None:
    path = tmp_path / "broken.docx"
    path.write_bytes(b"PK\x03\x04 and no more")
    assert work_of(path, "docx", 17).passages == 1


def test_a_picture_is_one_passage_that_takes_its_time(tmp_path: Path) -> None:
    work = work_of(tmp_path / "a.png", "png", 3_000_000)
    assert work.passages == 1
    assert work.reading_s > 0


def test_the_sum_has_a_time_and_a_price() -> None:
    works = [(1000, Work(10, 2000)), (5000, Work(1, 50, 2.0))]
    assert estimate(works, PAID, 10.0) == Estimate(2, 6000, 11, 2050, pytest.approx(3.1), pytest.approx(0.000041))
    assert estimate(works, HERE, 10.0).usd == 0.0
    assert estimate(works, Provider("m", "models.example.com", None), 10.0).usd is None


async def test_what_was_measured_counts_from_then_on(rates: Rates) -> None:
    before = await rates.of(HERE)
    assert 0 < before < 25, "slower than any computer it was tried on"
    await rates.note(HERE.model, passages=1000, seconds=10)
    assert await rates.of(HERE) == 100.0
    await rates.note(HERE.model, passages=500, seconds=10)
    assert await rates.of(HERE) == 50.0


async def test_a_short_piece_of_work_says_nothing_about_speed(rates: Rates) -> None:
    before = await rates.of(PAID)
    await rates.note(PAID.model, passages=3, seconds=30)
    assert await rates.of(PAID) == before


async def test_a_run_is_timed_from_its_first_file_to_its_end(rates: Rates) -> None:
    now = 0.0
    run = RunClock(rates, lambda: now)
    for _ in range(2):
        run.begin()
        now += 10
        run.count("local|e5|384|1", 200)
    await run.end()
    assert await rates.of(HERE) == 20.0
    now += 1000
    run.begin()
    now += 10
    run.count("local|e5|384|1", 500)
    await run.end()
    assert await rates.of(HERE) == 50.0


async def test_a_run_of_work_teaches_how_fast_the_model_is_and_the_cache_does_not(
    folder: DataFolder, without_model: None, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    for number in range(120):
        (tmp_path / "rules" / f"{number}.txt").write_text(f"Rule {number}.")
    words = Provider("words", None, 0.0)
    async with await Library.open(folder) as library:
        kb_id = (await library.knowledge_bases())[0].id
        idle = asyncio.Event()
        library.watch(Watcher(on_idle=idle.set))
        results = await library.add(kb_id, [tmp_path / "rules"])
        await idle.wait()
        rates = Rates(library._parts.listing._database)
        measured = await rates.of(words)
        assert measured != 100.0
        idle.clear()
        await library.retry([result.document.id for result in results[:5]])
        await idle.wait()
        assert await rates.of(words) == measured
