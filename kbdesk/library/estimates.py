"""What reading a file will give, before it is read: from its kind, its bytes, and how fast this computer was before."""

from __future__ import annotations

import math
import sqlite3
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kbdesk.library.database import Database
from kbdesk.library.provider import Provider, model_key

PICTURES = frozenset({"png", "jpeg", "gif", "bmp", "webp", "tiff"})
"""Types whose text is read by OCR."""

_PICTURE_S = 2.0
"""Seconds for one picture; at most 2.6 for those of ../shared/corpus."""


@dataclass(frozen=True)
class _Ratio:
    bytes_per_passage: float
    tokens_per_passage: float
    text_parts: tuple[str, ...] = ()


# Sums over ../shared/corpus (1,300 Markdown files, 124 others) and a table of 5,000 rows, cut by the chunker of the
# library; `tests/benchmarks/estimates.py` measures them again. A token is four bytes of text, as for the chunker.
# In a packed format the packed bytes of those parts count that hold text: pictures would hide how little there is.
_RATIOS = {
    "md": _Ratio(810, 205),
    "html": _Ratio(3250, 280),
    "mhtml": _Ratio(1380, 75),
    "eml": _Ratio(1200, 60),
    "csv": _Ratio(1350, 395),
    "tsv": _Ratio(1350, 395),
    "json": _Ratio(1760, 480),
    "pdf": _Ratio(18200, 330),
    "docx": _Ratio(400, 90, ("word/document.", "word/footnotes.", "word/endnotes.")),
    "pptx": _Ratio(845, 50, ("ppt/slides/", "ppt/notesSlides/")),
    "xlsx": _Ratio(925, 85, ("xl/worksheets/", "xl/sharedStrings.")),
    "ods": _Ratio(925, 85, ("content.xml",)),
    "epub": _Ratio(640, 375, (".xhtml", ".html", ".htm")),
    "xlsb": _Ratio(12100, 85),
    "xls": _Ratio(12100, 85),
    **dict.fromkeys(PICTURES, _Ratio(math.inf, 50)),
}
_TEXT = _Ratio(1810, 500)


@dataclass(frozen=True)
class Work:
    """What there is to do, about.

    Attributes:
        passages: Passages.
        tokens: Tokens of all passages.
        reading_s: Seconds for what takes long before there is any passage: OCR.
    """

    passages: int = 0
    tokens: int = 0
    reading_s: float = 0.0


def work_of(path: Path, type_id: str, size_bytes: int) -> Work:
    """Return what reading a file will give; of a packed format its directory is read, else nothing.

    Args:
        path: The file.
        type_id: Its sniffed type, one that can be read.
        size_bytes: Its size.
    """
    ratio = _RATIOS.get(type_id, _TEXT)
    size = _text_bytes(path, ratio.text_parts) if ratio.text_parts else size_bytes
    passages = max(1, round(size / ratio.bytes_per_passage))
    tokens = round(passages * ratio.tokens_per_passage)
    return Work(passages, tokens, reading_s=_PICTURE_S if type_id in PICTURES else 0.0)


def _text_bytes(path: Path, parts: tuple[str, ...]) -> int:
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(
                member.compress_size
                for member in archive.infolist()
                if member.filename.startswith(parts) or member.filename.endswith(parts)
            )
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        return 0  # reading it will say what is wrong with it


@dataclass(frozen=True)
class Estimate:
    """What a number of files will take, about.

    Attributes:
        file_count: Files to read.
        size_bytes: Their bytes.
        passages: Passages they give.
        tokens: Tokens of the passages.
        seconds: Time.
        usd: Price, 0 on this computer, None where it is not known.
    """

    file_count: int
    size_bytes: int
    passages: int
    tokens: int
    seconds: float
    usd: float | None


def estimate(works: Iterable[tuple[int, Work]], provider: Provider, passages_per_s: float) -> Estimate:
    """Return the sum over files, each with its size in bytes and its work."""
    listed = list(works)
    passages = sum(work.passages for _, work in listed)
    tokens = sum(work.tokens for _, work in listed)
    price = provider.usd_per_million_tokens
    return Estimate(
        file_count=len(listed),
        size_bytes=sum(size for size, _ in listed),
        passages=passages,
        tokens=tokens,
        seconds=passages / passages_per_s + sum(work.reading_s for _, work in listed),
        usd=None if price is None else price * tokens / 1e6,
    )


_FEWEST_PASSAGES = 100
_FIRST_LOCAL = 10.0
_FIRST_REMOTE = 20.0
_FIRST_WORDS = 100.0


class Rates:
    """Passages a second that models really reached on this computer, in library.sqlite3."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def note(self, model: str, *, passages: int, seconds: float) -> None:
        """Keep how fast a piece of work was; a short one says nothing.

        Args:
            model: See `Provider.model`.
            passages: Passages that were embedded, not found in the cache.
            seconds: How long it took, with reading and storing.
        """
        if passages < _FEWEST_PASSAGES or seconds <= 0:
            return
        values = (model, passages / seconds)
        await self._database.write(
            lambda connection: connection.execute("INSERT OR REPLACE INTO rates VALUES (?, ?)", values)
        )

    async def of(self, provider: Provider) -> float:
        """Return the passages a second to reckon with; before the first piece of work a cautious number."""

        def work(connection: sqlite3.Connection) -> float | None:
            row = connection.execute("SELECT passages_per_s FROM rates WHERE model = ?", (provider.model,)).fetchone()
            return None if row is None else row[0]

        first = _FIRST_REMOTE if provider.host else _FIRST_LOCAL if "|" in provider.model else _FIRST_WORDS
        return await self._database.read(work) or first


class RunClock:
    """Takes the time of a run of work, from its first file until there is nothing more to do."""

    def __init__(self, rates: Rates, clock: Callable[[], float]) -> None:
        """Start at nothing.

        Args:
            rates: Where the speed is kept.
            clock: Seconds, only ever growing.
        """
        self._rates = rates
        self._clock = clock
        self._began: float | None = None
        self._passages: Counter[str] = Counter()

    def begin(self) -> None:
        """Note that work on a file begins."""
        if self._began is None:
            self._began = self._clock()

    def count(self, identity: str, passages: int) -> None:
        """Note that a model has read so many passages."""
        self._passages[model_key(identity)] += passages

    async def end(self) -> None:
        """Keep the speed of the run, and be ready for the next; with several models each looks slower than it is."""
        began, counted = self._began, self._passages
        self._began, self._passages = None, Counter()
        for model, passages in counted.items():
            if began is not None:
                await self._rates.note(model, passages=passages, seconds=self._clock() - began)
