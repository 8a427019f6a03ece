"""What a line of text says.

Source: Graves et al., "Connectionist temporal classification" (2006): the network says for each step along a line how
likely each character is, or that there is none; the same one in steps side by side is one character. Of each step the
likeliest is taken ("best path"). Height, grey margin and characters are those of PP-OCR.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from kbdesk.rag.parsers.ocr_models import Floats, Model, model_values
from kbdesk.rag.parsers.ocr_rectangles import Rectangle

_HEIGHT = 48
_LEAST_WIDTH = 224
"""The network was taught on 320 and takes time with the width; below 200 it begins to overlook single digits."""
_MOST_WIDTH = 6_400
"""Of about 250 letters; more is a stroke, and takes a gigabyte. Longer lines are squeezed."""
_NONE = 0
_LEVEL = 1.0
"""Pixels: a line whose ends differ less in height is level."""


class LineReader:
    """Reads lines, each by itself: a step takes the same time in any company, and rather more memory."""

    def __init__(self, path: Path) -> None:
        """Load the network; see `Model`."""
        self._model = Model(path)
        self._characters = ["", *self._model.metadata("character").splitlines(), " "]

    def read(self, line: Image.Image) -> tuple[str, float]:
        """Return what a straightened line says, and how sure that is, 0 to 1."""
        return decoded(self._model(line_values(line)), self._characters)


def line_values(line: Image.Image) -> Floats:
    """Return a line as the network was taught to see it, at the left of a grey margin."""
    width = min(_MOST_WIDTH, math.ceil(_HEIGHT * line.width / line.height))
    values = np.zeros((3, _HEIGHT, max(width, _LEAST_WIDTH)), np.float32)
    values[:, :, :width] = model_values(line.resize((width, _HEIGHT), Image.Resampling.BILINEAR))
    return values


def straightened(image: Image.Image, line: Rectangle, paper: tuple[int, ...]) -> Image.Image:
    """Return a line cut out of a picture.

    Args:
        image: The picture.
        line: Where the line is.
        paper: The colour of what lies outside the picture.
    """
    line = _on_whole_pixels(line)
    width, height = (max(1, round(side)) for side in (line.width, line.height))
    (cos, sin), (left, top) = line.along, line.top_left
    x, y = line.width / width, line.height / height
    affine = (cos * x, -sin * y, left, sin * x, cos * y, top)
    return image.transform((width, height), Image.Transform.AFFINE, affine, Image.Resampling.BICUBIC, fillcolor=paper)


def _on_whole_pixels(line: Rectangle) -> Rectangle:
    """Return the pixels that a level line touches, which are copied as they are: small letters stay sharp."""
    if abs(math.sin(line.lean)) * line.longer > _LEVEL:
        return line
    box = line.levelled(0)
    left, top, right, bottom = math.floor(box.left), math.floor(box.top), math.ceil(box.right), math.ceil(box.bottom)
    return Rectangle(((left + right) / 2, (top + bottom) / 2), 0.0, right - left, bottom - top)


def decoded(likely: Floats, characters: list[str]) -> tuple[str, float]:
    """Return the text of a line, and the mean of how likely its characters are.

    Args:
        likely: One row per step, one column per character; the first column stands for none.
        characters: Those of the columns.
    """
    best: NDArray[np.int64] = likely.argmax(axis=1)
    is_new = (best != _NONE) & (np.diff(best, prepend=_NONE) != 0)
    if not is_new.any():
        return "", 0.0
    text = "".join(characters[int(number)] for number in best[is_new])
    return text, float(likely.max(axis=1)[is_new].mean())
