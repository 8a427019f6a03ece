"""Finds and reads the lines of a picture, with networks that are run on this computer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PIL.Image import Image, Transpose

from kbdesk.rag.parsers.ocr_detection import LineDetector, paper_colour
from kbdesk.rag.parsers.ocr_models import ModelFiles
from kbdesk.rag.parsers.ocr_recognition import LineReader, straightened
from kbdesk.rag.parsers.ocr_rectangles import common_lean
from kbdesk.rag.parsers.reading_order import Box

_TALL = 1.5
"""Times its width: a line of so much height may run down or up."""
_DOWN = 2.4
"""Times its width: a line of so much height does; a narrow letter by itself may have nearly as much."""
_SURE = 0.85
"""Confidence of a line that was read the right way."""
_TURNS = {1: Transpose.ROTATE_90, 3: Transpose.ROTATE_270}


@dataclass(frozen=True)
class Line:
    """A line that was found and not read yet.

    Attributes:
        box: Where it stands; if all lines lean, on the page turned back.
        image: The line cut out, straight.
    """

    box: Box
    image: Image

    @property
    def length(self) -> float:
        """Of its longer side."""
        return max(self.box.width, self.box.height)

    @property
    def is_tall(self) -> bool:
        """Whether it runs down or up, or is a narrow letter."""
        return self.box.height >= _TALL * self.box.width

    @property
    def ways(self) -> tuple[int, ...]:
        """How many quarter turns to the left may make it level, the likeliest first."""
        if not self.is_tall:
            return (0,)
        return (1, 3) if self.box.height >= _DOWN * self.box.width else (0, 1, 3)


class Reading(NamedTuple):
    """What a line says.

    Attributes:
        text: Its characters.
        confidence: How sure that is, 0 to 1.
        turns: After how many quarter turns to the left it was read.
    """

    text: str
    confidence: float
    turns: int = 0


class Engine:
    """Finds lines and reads them; several threads may read at once."""

    def __init__(self, files: ModelFiles) -> None:
        """Load the networks; see `Model`."""
        self._detector = LineDetector(files.detection)
        self._reader = LineReader(files.recognition)

    def lines(self, image: Image) -> list[Line]:
        """Return the lines of a picture in mode RGB, in no order."""
        found = self._detector.lines(image)
        lean, paper = common_lean(found), paper_colour(image)
        return [Line(line.levelled(lean), straightened(image, line, paper)) for line in found]

    def read(self, line: Line) -> Reading:
        """Return what a line says, read in the first of its ways that is sure, or in the surest one."""
        best = Reading("", 0.0)
        for turns in line.ways:
            image = line.image.transpose(_TURNS[turns]) if turns else line.image
            reading = Reading(*self._reader.read(image), turns)
            is_stroke = turns and len(reading.text) == 1  # upright it is a narrow letter, or the border of a table
            if reading.confidence > best.confidence and not is_stroke:
                best = reading
            if best.confidence >= _SURE:
                break
        return best
