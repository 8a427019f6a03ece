"""Rectangles that may lean: the smallest one around points, and how a page leans as a whole."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kbdesk.rag.parsers.reading_order import Box

Point = tuple[float, float]
"""x and y; y grows downwards."""


@dataclass(frozen=True)
class Rectangle:
    """A rectangle that leans by 45 degrees at most.

    Attributes:
        centre: Its middle.
        lean: The angle of its upper side, in radians; above 0 the right end is lower.
        width: From left to right.
        height: From top to bottom.
    """

    centre: Point
    lean: float
    width: float
    height: float

    @property
    def longer(self) -> float:
        """The length of its longer side."""
        return max(self.width, self.height)

    @property
    def shorter(self) -> float:
        """The length of its shorter side."""
        return min(self.width, self.height)

    @property
    def along(self) -> Point:
        """The direction of its upper side, of length 1."""
        return math.cos(self.lean), math.sin(self.lean)

    @property
    def top_left(self) -> Point:
        """Its first corner."""
        (cos, sin), (x, y) = self.along, self.centre
        return (
            x - cos * self.width / 2 + sin * self.height / 2,
            y - sin * self.width / 2 - cos * self.height / 2,
        )

    def grown(self, distance: float) -> Rectangle:
        """Return the rectangle with each side farther from the centre by a distance."""
        return replace(self, width=self.width + 2 * distance, height=self.height + 2 * distance)

    def moved(self, right: float, down: float) -> Rectangle:
        """Return the rectangle at another place."""
        return replace(self, centre=(self.centre[0] + right, self.centre[1] + down))

    def scaled(self, factor: float) -> Rectangle:
        """Return the rectangle on a sheet that is larger by a factor."""
        x, y = self.centre
        return Rectangle((x * factor, y * factor), self.lean, self.width * factor, self.height * factor)

    def levelled(self, lean: float) -> Box:
        """Return where it stands on a page that is turned back by its lean."""
        (x, y), cos, sin = self.centre, math.cos(lean), math.sin(lean)
        left, top = x * cos + y * sin - self.width / 2, y * cos - x * sin - self.height / 2
        return Box(left, top, left + self.width, top + self.height)


def common_lean(rectangles: Sequence[Rectangle]) -> float:
    """Return the lean at which half of the lines' length leans less, half more; 0 for no lines."""
    half = sum(rectangle.longer for rectangle in rectangles) / 2
    for rectangle in sorted(rectangles, key=lambda rectangle: rectangle.lean):
        half -= rectangle.longer
        if half <= 0:
            return rectangle.lean
    return 0.0


def smallest_rectangle(points: NDArray[np.int64]) -> Rectangle:
    """Return the rectangle of least area around points.

    Source: Freeman and Shapira, "Determining the minimum-area encasing rectangle for an arbitrary closed curve" (1975):
    one of its sides lies on a side of the convex hull. All sides are tried at once.

    Args:
        points: x and y of each, at least one, sorted by y, those of one y by x.
    """
    hull = np.array(convex_hull(points.tolist()), float)
    sides = np.roll(hull, -1, axis=0) - hull
    leans = np.arctan2(sides[:, 1], sides[:, 0])
    leans = (leans + math.pi / 4) % (math.pi / 2) - math.pi / 4  # a quarter turn gives the same rectangle
    cos, sin = np.cos(leans), np.sin(leans)
    x, y = np.outer(hull[:, 0], cos) + np.outer(hull[:, 1], sin), np.outer(hull[:, 1], cos) - np.outer(hull[:, 0], sin)
    widths, heights = np.ptp(x, axis=0), np.ptp(y, axis=0)
    best = int(np.argmin(widths * heights))
    across, down = x[:, best].min() + widths[best] / 2, y[:, best].min() + heights[best] / 2
    cos, sin = float(cos[best]), float(sin[best])
    centre = float(across * cos - down * sin), float(across * sin + down * cos)
    return Rectangle(centre, float(leans[best]), float(widths[best]), float(heights[best]))


def convex_hull(points: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """Return the corners of the convex hull, one after the other around it.

    Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979).

    Args:
        points: At least one, sorted by y, those of one y by x.
    """
    return [*_half_hull(points)[:-1], *_half_hull(points[::-1])[:-1]] or [points[0]]


def _half_hull(points: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """Return the corners on one side, from the first point to the last."""
    hull = [points[0]]
    for point in points:
        while len(hull) > 1 and not _bends(hull[-2], hull[-1], point):
            hull.pop()
        if hull[-1] != point:
            hull.append(point)
    return hull


def _bends(one: Sequence[float], two: Sequence[float], three: Sequence[float]) -> bool:
    """Tell whether a way over three points turns at the second one to the side where the hull lies."""
    return (two[0] - one[0]) * (three[1] - two[1]) < (two[1] - one[1]) * (three[0] - two[0])
