"""Where lines of text stand in a picture.

Source: Liao et al., "Real-time scene text detection with differentiable binarization" (2020; "DB"): a network says of
each pixel how likely it lies in the core of a line; a connected core, grown by a measure of its thickness ("unclip"),
is a line. Thresholds and growth are those of PP-OCR (Du et al., "PP-OCR: A practical ultra lightweight OCR system",
2020).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from kbdesk.rag.parsers.ocr_models import Floats, Model, give_memory_back, model_values
from kbdesk.rag.parsers.ocr_rectangles import Rectangle, smallest_rectangle
from kbdesk.rag.parsers.ocr_regions import regions

MAX_LINES = 1_000

_MOST_PIXELS = 1_810_000
"""Of what the network is shown: 1,600 by 1,131, a page. It takes about 160 bytes for each."""
_LARGE = 1_000_000
"""Pixels; what fewer took is not worth the time that it takes to have it again."""
_SIDES = 32
"""Sides of what the network takes are a multiple of this."""
_LEAST_SIDE = 64
_MARGIN = 16
"""Pixels around a picture: at its very edge the network overlooks letters."""
_CORE = 0.3
"""A pixel is in a core from this on ("thresh")."""
_MIN_SCORE = 0.5
"""Mean of a core's pixels ("box_thresh"); below, it is a texture."""
_GROWTH = 1.6
"""Times area by perimeter: how much smaller than their lines cores were drawn when the network was taught
("unclip_ratio")."""
_MIN_CORE_HEIGHT = 3.0
_MIN_LINE_HEIGHT = 5.0


class LineDetector:
    """Finds lines of text that lean by any angle; those that run up or down are taller than wide."""

    def __init__(self, path: Path) -> None:
        """Load the network; see `Model`."""
        self._model = Model(path)

    def lines(self, image: Image.Image) -> list[Rectangle]:
        """Return the lines of a picture in mode RGB, in no order, `MAX_LINES` at most."""
        view = _view(image)
        likely = self._model(model_values(view.image))[0]
        if likely.size >= _LARGE:
            give_memory_back()
        found = islice(lines_of(likely), MAX_LINES)
        return [line.moved(0.5 - view.left, 0.5 - view.top).scaled(1 / view.scale) for line in found]


class _View(NamedTuple):
    """What the network is shown of a picture; left and top say where the picture stands in it."""

    image: Image.Image
    left: int
    top: int
    scale: float


def _view(image: Image.Image) -> _View:
    scale = min(1.0, math.sqrt(_MOST_PIXELS / math.prod(side + 2 * _MARGIN for side in image.size)))
    width, height = (max(1, round(side * scale)) for side in image.size)
    sides = [max(_LEAST_SIDE, math.ceil((side + 2 * _MARGIN) / _SIDES) * _SIDES) for side in (width, height)]
    sheet = Image.new("RGB", (sides[0], sides[1]), paper_colour(image))
    left, top = (sides[0] - width) // 2, (sides[1] - height) // 2
    sheet.paste(image.resize((width, height), Image.Resampling.BILINEAR), (left, top))
    return _View(sheet, left, top, scale)


def paper_colour(image: Image.Image) -> tuple[int, ...]:
    """Return the commonest colour at the edges of a picture, its channels each by itself."""
    pixels = np.asarray(image)
    edges = np.concatenate((pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))
    return tuple(int(value) for value in np.median(edges, axis=0))


def lines_of(likely: Floats) -> Iterator[Rectangle]:
    """Yield the lines of what the network says, from the uppermost; places are middles of pixels."""
    mask = likely > _CORE
    mask[1:] |= mask[:-1]  # cores that a pixel's gap cuts are one
    mask[:, 1:] |= mask[:, :-1]
    for outline in regions(mask):
        core = smallest_rectangle(outline)
        if core.shorter >= _MIN_CORE_HEIGHT and score(likely, core) >= _MIN_SCORE:
            line = core.grown(_GROWTH * core.width * core.height / (2 * (core.width + core.height)))
            if line.shorter >= _MIN_LINE_HEIGHT:
                yield line


def score(likely: Floats, core: Rectangle) -> float:
    """Return how likely the pixels in a core are, on average."""
    (cos, sin), (x, y) = core.along, core.centre
    reach_x = (core.width * cos + core.height * abs(sin)) / 2
    reach_y = (core.width * abs(sin) + core.height * cos) / 2
    left, top = max(0, math.floor(x - reach_x)), max(0, math.floor(y - reach_y))
    part = likely[top : math.ceil(y + reach_y) + 1, left : math.ceil(x + reach_x) + 1]
    ys, xs = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
    xs, ys = xs - x, ys - y
    inside = (abs(cos * xs + sin * ys) <= core.width / 2 + 0.5) & (abs(cos * ys - sin * xs) <= core.height / 2 + 0.5)
    return float(part[inside].mean())
