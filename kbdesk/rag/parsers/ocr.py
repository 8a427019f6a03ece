"""Text in pictures, read on this computer: RapidOCR with the models of its own package, nothing is fetched."""

from __future__ import annotations

import functools
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kbdesk.rag.parsers.faults import LIBRARY_FAULTS

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE = 2_000
"""Pixels; a page of A4 then has 170 dots per inch, and more takes only longer."""
MIN_LINE_CONFIDENCE = 0.65
"""Lines below are what textures and ornaments are mistaken for."""
MIN_CHARACTERS = 2

_THREADS = 2
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


def recognize_text(image: Image) -> RecognizedText | None:
    """Return the text in an upright picture, Latin letters and Chinese; None when OCR is not installed or fails.

    The first call in a process loads the models, which takes about two seconds and 150 MB.
    """
    engine = _engine()
    if engine is None:
        return None
    try:
        output = engine(_pixels(image))
    except _ocr_faults() as exc:
        _logger.info("OCR failed: %s", type(exc).__name__)
        return None
    if output.boxes is None or output.txts is None:
        return NOTHING
    return _in_lines([_Piece.of(*found) for found in zip(output.boxes, output.txts, output.scores, strict=True)])


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
            "EngineConfig.onnxruntime.intra_op_num_threads": _THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.limit_type": "max",
            "Det.limit_side_len": _DETECTION_SIDE,
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
    return np.asarray(image.convert("RGB"))[:, :, ::-1].copy()


@dataclass(frozen=True)
class _Piece:
    """A run of text and where it stands, in pixels from the upper left."""

    left: float
    top: float
    bottom: float
    text: str
    confidence: float

    @classmethod
    def of(cls, corners: Any, text: str, confidence: float) -> _Piece:
        xs, ys = [float(corner[0]) for corner in corners], [float(corner[1]) for corner in corners]
        return cls(min(xs), min(ys), max(ys), text.strip(), float(confidence))

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def _in_lines(pieces: list[_Piece]) -> RecognizedText:
    """Put pieces whose middles lie on one line beside each other, lines from top to bottom."""
    kept = [piece for piece in pieces if piece.confidence >= MIN_LINE_CONFIDENCE and any(map(str.isalnum, piece.text))]
    lines: list[list[_Piece]] = []
    for piece in sorted(kept, key=lambda piece: piece.middle):
        if lines and lines[-1][0].top < piece.middle < lines[-1][0].bottom:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    text = "\n".join(" ".join(p.text for p in sorted(line, key=lambda piece: piece.left)) for line in lines)
    characters = sum(len(piece.text) for piece in kept)
    if sum(map(str.isalnum, text)) < MIN_CHARACTERS:
        return NOTHING
    return RecognizedText(text, round(sum(piece.confidence * len(piece.text) for piece in kept) / characters, 3))
