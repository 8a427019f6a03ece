"""Finds and reads the lines of a picture, with networks that are run on this computer."""

from __future__ import annotations

from dataclasses import dataclass

from PIL.Image import Image

from kbdesk.rag.parsers.ocr_detection import LineDetector, paper_colour
from kbdesk.rag.parsers.ocr_models import ModelFiles
from kbdesk.rag.parsers.ocr_recognition import TALL, LineReader, straightened
from kbdesk.rag.parsers.ocr_rectangles import common_lean
from kbdesk.rag.parsers.reading_order import Box


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
        """Whether it runs down or up."""
        return self.box.height >= TALL * self.box.width


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

    def read(self, line: Line) -> tuple[str, float]:
        """Return what a line says, and how sure that is, 0 to 1."""
        return self._reader.read(line.image)
