from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from kbdesk.rag.parsers.ocr_engine import Engine, Line
from kbdesk.rag.parsers.ocr_models import find_models
from kbdesk.rag.parsers.reading_order import Box

WORDS = "Accidents reported per year"

pytestmark = pytest.mark.skipif(find_models() is None, reason="the models are not here")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(find_models())


def written(words: str, *, height: int = 40) -> Image.Image:
    image = Image.new("RGB", (17 * len(words) + 20, height), "white")
    ImageDraw.Draw(image).text((10, 2), words, "black", font_size=30)
    return image


def line_of(image: Image.Image) -> Line:
    return Line(Box(0, 0, *image.size), image)


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_line_is_read_whichever_way_it_runs(engine: Engine, turns: int):
    reading = engine.read(line_of(written(WORDS).rotate(-90 * turns, expand=True)))
    assert (reading.text, reading.turns) == (WORDS, turns)
    assert reading.confidence > 0.95


@pytest.mark.parametrize("height", [45, 60, 100, 300])
def test_a_stroke_is_no_character_that_lies_on_its_side(engine: Engine, height: int):
    image = Image.new("RGB", (30, height), "white")
    ImageDraw.Draw(image).rectangle((14, 4, 16, height - 5), "black")
    assert engine.read(line_of(image)).turns == 0


def test_a_narrow_letter_stands_upright(engine: Engine):
    image = Image.new("RGB", (26, 48), "white")
    ImageDraw.Draw(image).text((4, 0), "4", "black", font_size=34)
    line = line_of(image)
    assert line.is_tall
    assert engine.read(line)[::2] == ("4", 0)


def test_what_shows_nothing_says_nothing(engine: Engine):
    assert engine.read(line_of(Image.new("RGB", (200, 30), "white")))[:2] == ("", 0.0)
    assert engine.read(line_of(Image.new("RGB", (30, 200), "white")))[:2] == ("", 0.0)


def test_lines_stand_where_they_are(engine: Engine):
    image = Image.new("RGB", (800, 400), "white")
    image.paste(written(WORDS), (40, 60))
    image.paste(written("Eye wash").rotate(90, expand=True), (700, 150))
    level, tall = sorted(engine.lines(image), key=lambda line: line.is_tall)
    assert (level.box.left, level.box.top) == pytest.approx((46, 60), abs=8)
    assert level.length == pytest.approx(420, abs=40)
    assert (tall.box.left, tall.box.bottom) == pytest.approx((700, 300), abs=16)


def test_the_boxes_of_a_page_that_leans_are_those_of_the_page_turned_back(engine: Engine):
    image = Image.new("RGB", (900, 400), "white")
    for row in range(4):
        image.paste(written(WORDS), (60, 40 + 80 * row))
    leaning = image.rotate(6, Image.Resampling.BICUBIC, fillcolor="white")
    lefts = [line.box.left for line in engine.lines(leaning)]
    assert len(lefts) == 4
    assert max(lefts) - min(lefts) < 6
