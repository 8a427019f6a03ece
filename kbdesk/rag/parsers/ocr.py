"""Text in pictures, read on this computer: RapidOCR with the models of its own package, nothing is fetched."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kbdesk.rag.parsers.faults import LIBRARY_FAULTS
from kbdesk.rag.parsers.reading_order import Box, Piece, lines_in_order

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE = 2_000
"""Pixels; a page of A4 then has 170 dots per inch, and more takes only longer."""
MIN_LINE_CONFIDENCE = 0.65
"""Lines below are what textures and ornaments are mistaken for."""
MIN_CHARACTERS = 2

_SURE = 0.85
"""Mean confidence of a page that stands upright."""
_TALL = 1.5
"""Times its width: a line of so much height runs down or up, a single character is nearly square."""
_SAMPLE = 12
"""Lines that are read first, to tell how the page lies."""
_THREADS = 2
"""Each reads a line of its own; several for one line wait for each other more than they read."""
_MOST_SLENDER = 60
"""Times its shorter side: what is longer, RapidOCR would blow up to gigabytes."""
_DETECTION_SIDE = 1_600
_MODELS = {
    "Det.model_path": "PP-OCRv6_det_small.onnx",
    "Cls.model_path": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
    "Rec.model_path": "PP-OCRv6_rec_small.onnx",
}
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
    engine = _engine()
    if engine is None:
        return None
    try:
        return _in_lines(_upright_pieces(engine, _pixels(image), on_step))
    except _ocr_faults() as exc:
        _logger.info("OCR failed: %s", type(exc).__name__)
        return None


@functools.lru_cache(maxsize=1)
def _engine() -> Any:
    """Return the loaded recogniser, or None when it or one of its models is not installed."""
    try:
        import rapidocr
    except ImportError:
        return None
    folder = Path(rapidocr.__file__).parent / "models"
    models = {key: str(folder / name) for key, name in _MODELS.items()}
    if not all(Path(model).is_file() for model in models.values()):  # without a path, RapidOCR would fetch it
        return None
    return rapidocr.RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.text_score": 0.0,  # what is read badly tells how the page lies
            "Global.use_cls": False,  # turns single lines; here whole pages are turned
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.limit_type": "max",
            "Det.limit_side_len": _DETECTION_SIDE,
            "Rec.rec_batch_num": 1,
            **models,
        }
    )


def _ocr_faults() -> tuple[type[Exception], ...]:
    import cv2
    from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError
    from rapidocr.utils.load_image import LoadImageError

    return (cv2.error, ONNXRuntimeError, LoadImageError, *LIBRARY_FAULTS)


def _pixels(image: Image) -> Any:
    """Return the picture as an array of height x width x 3, uint8, blue first, on white, within the longest side."""
    import numpy as np
    from PIL import Image as Images

    image = image.copy()
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    if image.has_transparency_data:
        paper = Images.new("RGBA", image.size, "white")
        paper.alpha_composite(image.convert("RGBA"))
        image = paper
    least = max(image.size) // _MOST_SLENDER
    margins = [(0, max(0, least - side)) for side in (image.height, image.width)]
    return np.pad(np.asarray(image.convert("RGB"))[:, :, ::-1], [*margins, (0, 0)], mode="edge")


@dataclass(frozen=True)
class _Strip:
    """A line that was found and not read yet."""

    box: Box
    pixels: Any

    @property
    def length(self) -> float:
        return max(self.box.width, self.box.height)

    @property
    def is_tall(self) -> bool:
        return self.box.height > _TALL * self.box.width


def _upright_pieces(engine: Any, pixels: Any, on_step: Callable[[], None]) -> list[Piece]:
    """Read a picture, or the picture turned if a few of its lines can be read only then."""
    import numpy as np

    strips = _strips(engine, pixels)
    sample = _read(engine, strips[:_SAMPLE], on_step)
    turns = _quarter_turns(strips, sample)
    if turns:
        turned = _strips(engine, np.ascontiguousarray(np.rot90(pixels, turns)))
        turned_sample = _read(engine, turned[:_SAMPLE], on_step)
        least = _SURE if turns == 1 else _mean_confidence(sample)
        if turned_sample and _mean_confidence(turned_sample) > least:
            strips, sample = turned, turned_sample
    return sample + _read(engine, strips[_SAMPLE:], on_step)


def _strips(engine: Any, pixels: Any) -> list[_Strip]:
    """Find the lines of a picture, the longest first."""
    corners = engine(pixels, use_rec=False).boxes
    if corners is None:
        return []
    corners = corners.astype("float32")
    found = [
        _Strip(_box(box), line) for box, line in zip(corners, engine.crop_text_regions(pixels, corners), strict=True)
    ]
    return sorted(found, key=lambda strip: -strip.length)


def _box(corners: Any) -> Box:
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return Box(float(left), float(top), float(right), float(bottom))


def _read(engine: Any, strips: list[_Strip], on_step: Callable[[], None]) -> list[Piece]:
    def read(strip: _Strip) -> Piece:
        output = engine.recognize_txt([strip.pixels])
        return Piece(strip.box, str(output.txts[0]).strip(), float(output.scores[0]))

    pieces: list[Piece] = []
    with ThreadPoolExecutor(_THREADS) as threads:
        for piece in threads.map(read, strips):
            pieces.append(piece)
            on_step()
    return pieces


def _quarter_turns(strips: list[_Strip], sample: list[Piece]) -> int:
    """Return how many times a picture has to be turned to the left, judged by some of its lines.

    RapidOCR turns lines that are taller than wide to the left before it reads them: those of a page that lies on its
    right side are read well then, those of one that lies on its left side stand on their heads. What stands on its head
    is read with a confidence of about 0.65 (0.61 to 0.73 on ten pages), what stands upright with 0.97 and more.
    """
    is_sure = _mean_confidence(sample) >= _SURE
    if 2 * sum(strip.length for strip in strips if strip.is_tall) > sum(strip.length for strip in strips):
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
