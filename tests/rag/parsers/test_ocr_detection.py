from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from kbdesk.rag.parsers import ocr_detection
from kbdesk.rag.parsers.ocr_detection import LineDetector, _view, lines_of, paper_colour, score
from kbdesk.rag.parsers.ocr_models import find_models
from kbdesk.rag.parsers.ocr_rectangles import Rectangle


def map_of(*cores: tuple[int, int, int, int], value: float = 0.9) -> np.ndarray:
    likely = np.zeros((100, 200), np.float32)
    for left, top, right, bottom in cores:
        likely[top:bottom, left:right] = value
    return likely


def test_a_core_is_grown_by_its_area_to_its_perimeter():
    (line,) = lines_of(map_of((20, 30, 120, 40)))
    distance = 1.6 * 100 * 10 / 220  # a pixel's gap is closed, so 101 pixels, whose middles are 100 apart
    assert (line.width, line.height) == pytest.approx((100 + 2 * distance, 10 + 2 * distance))
    assert line.centre == pytest.approx((70, 35))


def test_lines_come_from_the_uppermost():
    middles = [line.centre[1] for line in lines_of(map_of((20, 60, 90, 70), (20, 10, 90, 20), (110, 30, 190, 40)))]
    assert middles == sorted(middles)
    assert len(middles) == 3


@pytest.mark.parametrize(
    ("core", "value"), [((20, 30, 120, 32), 0.9), ((20, 30, 120, 40), 0.4), ((20, 30, 120, 40), 0.2)]
)
def test_what_is_thin_or_unlikely_is_no_line(core: tuple[int, int, int, int], value: float):
    assert list(lines_of(map_of(core, value=value))) == []


def test_a_gap_of_a_pixel_is_closed():
    assert len(list(lines_of(map_of((20, 30, 70, 40), (71, 30, 120, 40))))) == 1
    assert len(list(lines_of(map_of((20, 30, 70, 40), (73, 30, 120, 40))))) == 2


def test_a_score_is_the_mean_of_the_pixels_inside():
    likely = map_of((20, 30, 60, 40)) + map_of((60, 30, 100, 40), value=0.5)
    assert score(likely, Rectangle((59.5, 34.5), 0.0, 79, 9)) == pytest.approx(0.7)
    assert score(likely, Rectangle((0.0, 0.0), 0.3, 8, 8)) == 0


def test_paper_is_the_commonest_colour_at_the_edges():
    image = Image.new("RGB", (50, 40), (250, 240, 200))
    ImageDraw.Draw(image).rectangle((10, 0, 20, 39), "black")
    assert paper_colour(image) == (250, 240, 200)


def test_so_many_lines_are_taken_and_no_more(monkeypatch: pytest.MonkeyPatch):
    likely = np.zeros((2_400, 2_400), np.float32)
    likely.reshape(40, 60, 40, 60)[:, 10:20, :, 10:50] = 0.9
    monkeypatch.setattr(ocr_detection, "Model", lambda path: lambda values: likely[None])
    assert len(list(lines_of(likely))) == 1_600
    assert len(LineDetector(Path()).lines(Image.new("RGB", (100, 100)))) == 1_000


@pytest.mark.parametrize("size", [(2_000, 1_414), (1_600, 1_600), (300, 9_000), (10_000, 280), (30, 10), (1, 1)])
def test_what_the_network_is_shown_is_bounded_by_its_area(size: tuple[int, int]):
    view = _view(Image.new("RGB", size, "white"))
    assert view.image.width * view.image.height <= 2_300_000
    assert {side % 32 for side in view.image.size} == {0}
    assert min(view.image.width - size[0] * view.scale, view.image.height - size[1] * view.scale) >= 31


@pytest.mark.skipif(find_models() is None, reason="the models are not here")
@pytest.mark.parametrize("size", [(600, 40), (600, 2000)])
def test_a_line_is_found_where_it_is(size: tuple[int, int]):
    """In a strip, which gets margins, and on a sheet that is made smaller."""
    image = Image.new("RGB", size, "#203864")
    ImageDraw.Draw(image).text((40, size[1] - 36), "Badges are returned", "white", font_size=30)
    (line,) = LineDetector(find_models().detection).lines(image)
    assert line.centre == pytest.approx((40 + 276 / 2, size[1] - 18), abs=6)
    assert (line.width, line.height) == (pytest.approx(284, abs=10), pytest.approx(38, abs=8))
