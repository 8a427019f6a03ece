"""Text in pictures, read on this computer: PP-OCR's networks, nothing is fetched."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kbdesk.rag.parsers.ocr_sheet import on_paper
from kbdesk.rag.parsers.reading_order import Piece, lines_in_order
from kbdesk.texts import Text, text

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

    A picture that lies on its side or upside down is turned. Columns are read one after the other; what runs up or down
    beside lines is read last.

    The first call in a process loads the models, which takes about a second and 100 MB. A full page takes seconds, and
    300 MB on the way.

    Args:
        image: The picture; one larger than `longest_side` says is made smaller.
        on_step: Called several times a page, for those who watch whether it goes on.
    """
    engine = _engine()
    if engine is None:
        return None
    from kbdesk.rag.parsers.ocr_models import ModelError

    try:
        return _in_lines(_upright_pieces(engine, on_paper(image), on_step))
    except ModelError as exc:
        _logger.warning("A picture could not be read: %s", exc.__cause__)
        return None


def is_available() -> bool:
    """Tell whether pictures can be read at all; the first call in a process loads the models."""
    return _engine() is not None


def not_available() -> Text:
    """Return what a person should know about a file that has text beside the pictures that could not be read."""
    return text(
        "parsing",
        "Text in pictures was not read, because the part of kbdesk that reads pictures (OCR) is missing or damaged. "
        "Install kbdesk again, then read this file again.",
    )


@functools.lru_cache(maxsize=1)
def _engine() -> Engine | None:
    """Return the loaded networks; None where they or onnxruntime are missing, damaged, or lack what they need."""
    try:
        from kbdesk.rag.parsers.ocr_engine import Engine
        from kbdesk.rag.parsers.ocr_models import ModelError, find_models
    except ImportError:
        return None
    files = find_models()
    if files is None:
        return None
    try:
        return Engine(files)
    except ModelError as exc:
        _logger.warning("The models that read pictures cannot be loaded: %s", exc.__cause__)
        return None


@dataclass(frozen=True)
class _Read(Piece):
    """A line that was read.

    Attributes:
        turns: After how many quarter turns to the left.
    """

    turns: int = 0

    @property
    def runs_down(self) -> bool:
        """Whether it runs down or up beside the other lines."""
        return self.turns != 0


def _upright_pieces(engine: Engine, sheet: Image, on_step: Callable[[], None]) -> list[_Read]:
    """Read a picture, or the picture turned if a few of its lines are read better then."""
    lines = _longest_first(engine.lines(sheet))
    sample = _read(engine, lines[:_SAMPLE], on_step)
    turns = _quarter_turns(sample)
    if turns:
        turned = _longest_first(engine.lines(sheet.rotate(90 * turns, expand=True)))
        turned_sample = _read(engine, turned[:_SAMPLE], on_step)
        if turned_sample and _mean_confidence(turned_sample) > min(_SURE, _mean_confidence(sample)):
            lines, sample = turned, turned_sample
    return sample + _read(engine, lines[_SAMPLE:], on_step)


def _longest_first(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: -line.length)


def _read(engine: Engine, lines: list[Line], on_step: Callable[[], None]) -> list[_Read]:
    pieces: list[_Read] = []
    with ThreadPoolExecutor(_THREADS) as threads:
        for line, reading in zip(lines, threads.map(engine.read, lines), strict=True):
            pieces.append(_Read(line.box, reading.text.strip(), reading.confidence, reading.turns))
            on_step()
    return pieces


def _quarter_turns(sample: list[_Read]) -> int:
    """Return how many times a picture has to be turned to the left, so that most of its text is level and upright.

    What stands on its head is read with a confidence of about 0.65 (0.61 to 0.73 on ten pages), what stands upright
    with 0.97 and more. Lines that run down or up are read both ways.
    """
    characters = {turns: sum(len(piece.text) for piece in sample if piece.turns == turns) for turns in (0, 1, 3)}
    turns = max(characters, key=lambda turns: characters[turns])
    return 2 if turns == 0 and _mean_confidence(sample) < _SURE else turns


def _mean_confidence(pieces: Sequence[Piece]) -> float:
    characters = sum(len(piece.text) for piece in pieces)
    return sum(len(piece.text) * piece.confidence for piece in pieces) / characters if characters else 1.0


def _is_sure(piece: Piece) -> bool:
    return piece.confidence >= MIN_LINE_CONFIDENCE and any(map(str.isalnum, piece.text))


def _in_lines(pieces: list[_Read]) -> RecognizedText:
    """Return the text of lines in their order; those that run down or up beside the others are the last."""
    kept = [piece for piece in pieces if _is_sure(piece)]
    lines = lines_in_order([piece for piece in kept if not piece.runs_down])
    lines += [[piece] for piece in sorted(kept, key=lambda piece: piece.box) if piece.runs_down]
    said = "\n".join(" ".join(piece.text for piece in line) for line in lines)
    if sum(map(str.isalnum, said)) < MIN_CHARACTERS:
        return NOTHING
    return RecognizedText(said, round(_mean_confidence(kept), 3))
