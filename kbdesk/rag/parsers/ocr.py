"""Text in pictures, read on this computer: PP-OCR's networks, nothing is fetched."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kbdesk.rag.parsers.faults import LIBRARY_FAULTS
from kbdesk.rag.parsers.ocr_sheet import on_paper
from kbdesk.rag.parsers.reading_order import Piece, lines_in_order

if TYPE_CHECKING:
    from PIL.Image import Image

    from kbdesk.rag.parsers.ocr_engine import Engine, Line

MIN_LINE_CONFIDENCE = 0.65
"""Lines below are what textures and ornaments are mistaken for."""
MIN_CHARACTERS = 2

_SURE = 0.85
"""Mean confidence of a page that stands upright."""
_SAMPLE = 12
"""Lines that are read first, to tell how the page lies."""
_THREADS = 2
"""Each reads a line of its own; several for one line wait for each other more than they read."""
_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class RecognizedText:
    """What was read in a picture.

    Attributes:
        text: Lines from top to bottom, or "" when the picture shows no text.
        confidence: Mean over the characters, 0 to 1.
    """

    text: str
    confidence: float


NOTHING = RecognizedText("", 0.0)


def recognize_text(image: Image, on_step: Callable[[], None] = lambda: None) -> RecognizedText | None:
    """Return the text in a picture, Latin letters and Chinese; None when OCR is not installed or fails.

    A picture that lies on its side or upside down is turned. Columns are read one after the other.

    The first call in a process loads the models, which takes about two seconds and 150 MB. A full page takes seconds.

    Args:
        image: The picture.
        on_step: Called several times a page, for those who watch whether it goes on.
    """
    try:
        engine = _engine()
        if engine is None:
            return None
        return _in_lines(_upright_pieces(engine, on_paper(image), on_step))
    except _ocr_faults() as exc:
        _logger.info("OCR failed: %s", type(exc).__name__)
        return None


@functools.lru_cache(maxsize=1)
def _engine() -> Engine | None:
    """Return the loaded networks, or None where they or onnxruntime (on Windows: what it needs) are not installed."""
    try:
        from kbdesk.rag.parsers.ocr_engine import Engine
        from kbdesk.rag.parsers.ocr_models import find_models
    except ImportError:
        return None
    files = find_models()
    return Engine(files) if files is not None else None


def _ocr_faults() -> tuple[type[Exception], ...]:
    from kbdesk.rag.parsers.ocr_models import MODEL_FAULTS

    return (*MODEL_FAULTS, *LIBRARY_FAULTS)


def _upright_pieces(engine: Engine, sheet: Image, on_step: Callable[[], None]) -> list[Piece]:
    """Read a picture, or the picture turned if a few of its lines can be read only then."""
    lines = _longest_first(engine.lines(sheet))
    sample = _read(engine, lines[:_SAMPLE], on_step)
    turns = _quarter_turns(lines, sample)
    if turns:
        turned = _longest_first(engine.lines(sheet.rotate(90 * turns, expand=True)))
        turned_sample = _read(engine, turned[:_SAMPLE], on_step)
        least = _SURE if turns == 1 else _mean_confidence(sample)
        if turned_sample and _mean_confidence(turned_sample) > least:
            lines, sample = turned, turned_sample
    return sample + _read(engine, lines[_SAMPLE:], on_step)


def _longest_first(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: -line.length)


def _read(engine: Engine, lines: list[Line], on_step: Callable[[], None]) -> list[Piece]:
    def read(line: Line) -> Piece:
        text, confidence = engine.read(line)
        return Piece(line.box, text.strip(), confidence)

    pieces: list[Piece] = []
    with ThreadPoolExecutor(_THREADS) as threads:
        for piece in threads.map(read, lines):
            pieces.append(piece)
            on_step()
    return pieces


def _quarter_turns(lines: list[Line], sample: list[Piece]) -> int:
    """Return how many times a picture has to be turned to the left, judged by some of its lines.

    Lines that are taller than wide are turned to the left before they are read: those of a page that lies on its
    right side are read well then, those of one that lies on its left side stand on their heads. What stands on its head
    is read with a confidence of about 0.65 (0.61 to 0.73 on ten pages), what stands upright with 0.97 and more.
    """
    is_sure = _mean_confidence(sample) >= _SURE
    if 2 * sum(line.length for line in lines if line.is_tall) > sum(line.length for line in lines):
        return 1 if is_sure else 3
    return 0 if is_sure else 2


def _mean_confidence(pieces: list[Piece]) -> float:
    characters = sum(len(piece.text) for piece in pieces)
    return sum(len(piece.text) * piece.confidence for piece in pieces) / characters if characters else 1.0


def _is_sure(piece: Piece) -> bool:
    return piece.confidence >= MIN_LINE_CONFIDENCE and any(map(str.isalnum, piece.text))


def _in_lines(pieces: list[Piece]) -> RecognizedText:
    kept = [piece for piece in pieces if _is_sure(piece)]
    text = "\n".join(" ".join(piece.text for piece in line) for line in lines_in_order(kept))
    if sum(map(str.isalnum, text)) < MIN_CHARACTERS:
        return NOTHING
    return RecognizedText(text, round(_mean_confidence(kept), 3))
