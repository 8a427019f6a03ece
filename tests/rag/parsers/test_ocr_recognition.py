from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from kbdesk.rag.parsers.ocr_models import find_models
from kbdesk.rag.parsers.ocr_recognition import LineReader, decoded, line_values, straightened
from kbdesk.rag.parsers.ocr_rectangles import Rectangle

CHARACTERS = ["", "a", "b", " "]
WHITE = (255, 255, 255)


def steps(text: str, likely: float = 0.8) -> np.ndarray:
    """Return what the network would say, one step per character; "-" stands for none."""
    rows = np.full((len(text), len(CHARACTERS)), (1 - likely) / (len(CHARACTERS) - 1), np.float32)
    for row, character in zip(rows, text, strict=True):
        row[0 if character == "-" else CHARACTERS.index(character)] = likely
    return rows


@pytest.mark.parametrize(
    ("said", "text"),
    [("aab", "ab"), ("a-a", "aa"), ("--a--b b-", "ab b"), ("---", ""), ("", "")],
)
def test_steps_become_characters(said: str, text: str):
    assert decoded(steps(said), CHARACTERS)[0] == text


def test_confidence_is_the_mean_over_characters_at_their_first_step():
    likely = np.concatenate((steps("a", 0.9), steps("a", 0.4), steps("-", 0.99), steps("b", 0.7)))
    assert decoded(likely, CHARACTERS) == ("ab", pytest.approx(0.8))
    assert decoded(steps("--"), CHARACTERS) == ("", 0.0)


@given(st.text("ab ", max_size=12), st.integers(1, 3))
def test_a_text_said_with_pauses_is_read_as_it_is(text: str, times: int):
    said = "-".join(character * times for character in text)
    assert decoded(steps(said), CHARACTERS)[0] == text


@pytest.fixture(scope="module")
def reader() -> LineReader:
    files = find_models()
    if files is None:
        pytest.skip("the models are not here")
    return LineReader(files.recognition)


def line_of(words: str, size: int) -> Image.Image:
    image = Image.new("RGB", (round(0.62 * size * len(words)) + size, round(1.3 * size)), WHITE)
    ImageDraw.Draw(image).text((size // 2, 0), words, "black", font_size=size)
    return image


@pytest.mark.parametrize("size", [14, 30, 48, 120])
@pytest.mark.parametrize("words", ["7", "Exit 12", "Badges are returned every evening to the guard at the front desk"])
def test_a_line_says_what_stands_in_it(reader: LineReader, words: str, size: int):
    text, confidence = reader.read(line_of(words, size))
    assert text == words
    assert confidence > 0.9


def test_an_empty_line_says_nothing(reader: LineReader):
    assert reader.read(Image.new("RGB", (300, 30), WHITE)) == ("", 0.0)


@pytest.mark.parametrize(
    ("size", "width"), [((1, 1), 224), ((1, 400), 224), ((200, 20), 480), ((400, 1), 6_400), ((10_000, 5), 6_400)]
)
def test_what_the_network_is_shown_is_48_high_and_bounded(size: tuple[int, int], width: int):
    assert line_values(Image.new("RGB", size, WHITE)).shape == (3, 48, width)


def test_beside_a_short_line_the_network_sees_grey():
    values = line_values(Image.new("RGB", (60, 30), WHITE))
    assert (set(values[:, :, :96].ravel()), set(values[:, :, 96:].ravel())) == ({1.0}, {0.0})


def sheet_with(line: Rectangle) -> Image.Image:
    """Draw a leaning bar: red at its left end, blue at its right one."""
    image = Image.new("RGB", (400, 300), WHITE)
    (cos, sin), (x, y) = line.along, line.top_left

    def place(across: float, down: float) -> tuple[float, float]:
        return x + cos * across - sin * down, y + sin * across + cos * down

    for start, end, colour in ((0, line.width / 2, "red"), (line.width / 2, line.width, "blue")):
        corners = [place(start, 0), place(end, 0), place(end, line.height), place(start, line.height)]
        ImageDraw.Draw(image).polygon(corners, colour)
    return image


@pytest.mark.parametrize("degrees", [-30, -3, 0, 4, 20])
def test_a_leaning_line_is_cut_out_straight(degrees: float):
    line = Rectangle((200.0, 150.0), math.radians(degrees), 200.0, 40.0)
    cut = straightened(sheet_with(line), line, WHITE)
    assert cut.size == (200, 40)
    assert {cut.getpixel(place) for place in ((5, 5), (90, 5), (5, 34), (90, 34))} == {(255, 0, 0)}
    assert {cut.getpixel(place) for place in ((110, 5), (194, 5), (110, 34), (194, 34))} == {(0, 0, 255)}


@pytest.mark.parametrize("lean", [0.0, 0.02])
def test_a_level_line_is_cut_out_pixel_by_pixel(lean: float):
    image = Image.effect_noise((60, 50), 90).convert("RGB")
    cut = straightened(image, Rectangle((30.0, 20.2), lean, 39.4, 9.2), WHITE)
    assert cut.tobytes() == image.crop((10, 15, 50, 25)).tobytes()


def test_a_line_that_runs_down_is_cut_out_as_it_stands():
    line = Rectangle((200.0, 150.0), 0.0, 40.0, 200.0)
    image = Image.new("RGB", (400, 300), "red")
    image.paste("blue", (0, 150, 400, 300))
    cut = straightened(image, line, WHITE)
    assert cut.size == (40, 200)
    assert (cut.getpixel((20, 10)), cut.getpixel((20, 190))) == ((255, 0, 0), (0, 0, 255))


def test_outside_of_the_picture_is_paper():
    cut = straightened(Image.new("RGB", (50, 50), "black"), Rectangle((0.0, 25.0), 0.0, 60.0, 10.0), WHITE)
    assert (cut.getpixel((10, 5)), cut.getpixel((50, 5))) == (WHITE, (0, 0, 0))
