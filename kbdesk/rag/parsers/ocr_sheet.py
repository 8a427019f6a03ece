"""A picture made ready to be read: upright, in plain colours, no larger than its letters need, on paper."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from kbdesk.rag.parsers.faults import LIBRARY_FAULTS

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 2_800_000
"""A page of A4 then has 170 dots per inch, and more takes only longer. It bounds the area and not a side, so that long
receipts and screenshots keep their letters."""
_MOST_SIDE = 10_000
"""Pixels; what is longer is a stroke."""
_BRIGHT = 170
"""Of 255: what is brighter can hardly be seen on white."""

_ORIENTATION = 0x0112  # the EXIF tag
_UPRIGHT = 1


def longest_side(width: float, height: float) -> int:
    """Return how many pixels long a picture of such a shape may be, and need not be longer."""
    shorter, longer = sorted((max(width, 1e-6), max(height, 1e-6)))
    return min(_MOST_SIDE, round(math.sqrt(MOST_PIXELS * longer / shorter)))


def is_turned(frame: Image) -> bool:
    """Tell whether a picture whose pixels are not loaded yet is to be turned; not where what says so is damaged."""
    try:
        return frame.getexif().get(_ORIENTATION, _UPRIGHT) != _UPRIGHT
    except (SyntaxError, *LIBRARY_FAULTS):  # SyntaxError: Pillow's word for it
        return False


def plain(frame: Image) -> Image:
    """Return a new picture, upright, in mode L, RGB or RGBA, no larger than `longest_side`.

    Args:
        frame: A picture as Pillow opened it, so that a JPEG is decoded no larger than is needed.
    """
    size = _fitting(*frame.size)
    turned = is_turned(frame)
    frame.draft(None, size)
    frame.load()
    return _fitted(_plain_colours(_upright(frame) if turned else frame))


def on_paper(image: Image) -> Image:
    """Return a picture in mode RGB, no larger than `longest_side`.

    Where it is transparent it lies on white, or on black if its edges are bright.
    """
    from PIL import Image as Images

    image = _fitted(image)
    if not image.has_transparency_data:
        return image.convert("RGB")
    layers = image.convert("RGBA")
    paper = Images.new("RGBA", image.size, "black" if _edge_brightness(layers) > _BRIGHT else "white")
    paper.alpha_composite(layers)
    return paper.convert("RGB")


def _fitting(width: int, height: int) -> tuple[int, int]:
    scale = min(1.0, longest_side(width, height) / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def _fitted(image: Image) -> Image:
    """Return a copy that is not too large."""
    from PIL import Image as Images

    return image.resize(_fitting(*image.size), Images.Resampling.BICUBIC, reducing_gap=2.0)


def _upright(frame: Image) -> Image:
    from PIL import ImageOps

    return ImageOps.exif_transpose(frame)


def _plain_colours(image: Image) -> Image:
    """Return a picture in mode L, RGB or RGBA.

    Samples of 16 bits keep their upper half; of samples without a range of their own the darkest becomes black, the
    brightest white.
    """
    if image.mode in {"L", "RGB", "RGBA"}:
        return image
    if image.mode.startswith("I;16"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in {"I", "F"}:
        return _stretched(image)
    if image.mode == "1":
        return image.convert("L")
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _stretched(image: Image) -> Image:
    low, high = cast("tuple[float, float]", image.getextrema())  # of one channel
    factor = 255 / (high - low) if high > low else 0.0
    return image.point(lambda value: value * factor - low * factor).convert("L")


def _edge_brightness(layers: Image) -> float:
    """Return how bright a picture in mode RGBA is where it ends, 0 to 255: there its paper shows beside it."""
    import numpy as np

    pixels = np.asarray(layers.convert("LA"), np.int16)
    total = brightness = 0
    for shade, alpha in ((pixels[..., 0], pixels[..., 1]), (pixels[..., 0].T, pixels[..., 1].T)):
        steps = np.diff(alpha, axis=1)
        total += int(abs(steps).sum())
        brightness += int((abs(steps).astype(np.int64) * np.where(steps > 0, shade[:, 1:], shade[:, :-1])).sum())
    return brightness / total if total else 0.0
