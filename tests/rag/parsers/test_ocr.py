from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from kbdesk.rag.parsers import ocr, ocr_models
from kbdesk.rag.parsers.ocr import NOTHING, is_available, recognize_text
from kbdesk.rag.parsers.ocr_models import find_models

pytestmark = pytest.mark.skipif(find_models() is None, reason="the models are not here")


def drawn(*columns: list[str]) -> Image.Image:
    """Draw columns of lines on a sheet."""
    image = Image.new("L", (100 + 900 * len(columns), 120 + 90 * max(map(len, columns))), "white")
    draw = ImageDraw.Draw(image)
    for number, lines in enumerate(columns):
        for row, line in enumerate(lines):
            draw.text((60 + 900 * number, 60 + 90 * row), line, "black", font_size=52)
    return image


def fonts_with_signs() -> ImageFont.FreeTypeFont:
    for name in ("wqy-microhei.ttc", "NotoSansCJK-Regular.ttc", "msyh.ttc", "PingFang.ttc"):
        try:
            return ImageFont.truetype(name, 44)
        except OSError:
            continue
    pytest.skip("no font with Chinese signs is here")


NOTICE = ["Visitors sign in at the front desk", "Badges are returned every evening", "Lost badges cost ten euros"]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_page_is_read_however_it_lies(degrees: int):
    found = recognize_text(drawn(NOTICE).rotate(degrees, expand=True))
    assert found is not None
    assert found.text.splitlines() == NOTICE
    assert found.confidence > 0.9


def test_a_page_that_leans_is_read_line_by_line():
    lines = [f"{line}, as everybody here knows by now" for line in NOTICE * 2]
    sheet = drawn(lines, [""])
    found = recognize_text(sheet.rotate(5, Image.Resampling.BICUBIC, expand=True, fillcolor="white"))
    assert found is not None
    assert found.text.splitlines() == lines


def test_a_strip_that_is_all_letters_is_read():
    strip = Image.new("L", (236, 20), "white")
    ImageDraw.Draw(strip).text((2, 0), NOTICE[2], "black", font_size=17)
    found = recognize_text(strip)
    assert found is not None
    assert found.text == NOTICE[2]


def test_every_line_of_a_long_receipt_is_read():
    receipt = Image.new("L", (330, 9_000), "white")
    for row in range(0, 280, 7):
        ImageDraw.Draw(receipt).text((20, 20 + 32 * row), f"Lunch number {row}", "black", font_size=22)
    found = recognize_text(receipt)
    assert found is not None
    assert found.text.splitlines() == [f"Lunch number {row}" for row in range(0, 280, 7)]


def test_who_watches_is_told_after_every_line():
    told: list[None] = []
    recognize_text(drawn(NOTICE), lambda: told.append(None))
    assert len(told) == len(NOTICE)


def test_columns_are_read_one_after_the_other():
    left = [
        "The office opens at eight in the",
        "morning and closes at six. Who",
        "stays longer tells the guard and",
        "leaves by the back door.",
    ]
    right = [
        "Bicycles stand in the yard. The",
        "gate to it is locked at night and",
        "on weekends. A key hangs in the",
        "kitchen beside the window.",
    ]
    found = recognize_text(drawn(left, right))
    assert found is not None
    assert found.text.splitlines() == left + right


def test_rows_of_a_table_stay_rows():
    found = recognize_text(drawn(["Name", "Anna", "Boris", "Clara", "Dora"], ["Desk", "12", "14", "17", "19"]))
    assert found is not None
    assert found.text.splitlines()[1] == "Anna 12"


@pytest.mark.parametrize("degrees", [90, 270])
def test_words_that_run_up_or_down_beside_lines_are_read_after_them(degrees: int):
    lines = [f"{line}, as everybody knows" for line in NOTICE * 2]
    sheet = drawn(["", *lines], [""])
    label = Image.new("L", (420, 40), "white")
    ImageDraw.Draw(label).text((4, 2), "Accidents reported per year", "black", font_size=30)
    sheet.paste(label.rotate(degrees, expand=True), (8, 180))
    found = recognize_text(sheet)
    assert found is not None
    assert found.text.splitlines() == [*lines, "Accidents reported per year"]


@pytest.mark.parametrize("column", ["員工請假須提前", "会議室予約受付"])
def test_columns_of_signs_are_read_from_the_right(column: str):
    font = fonts_with_signs()
    sheet = Image.new("L", (400, 500), "white")
    for number, signs in enumerate((column, column[::-1], column[2:])):
        for row, sign in enumerate(signs):
            ImageDraw.Draw(sheet).text((300 - 100 * number, 40 + 52 * row), sign, "black", font=font)
    found = recognize_text(sheet)
    assert found is not None
    assert found.text.splitlines() == [column, column[::-1], column[2:]]


def test_an_empty_sheet_holds_nothing():
    assert recognize_text(Image.new("L", (400, 300), "white")) == NOTHING


@pytest.mark.parametrize("size", [(2000, 1), (1, 2000)])
def test_a_stroke_is_not_blown_up_to_a_page(size: tuple[int, int]):
    recognize_text(Image.new("L", (100, 100), "white"))
    tracemalloc.start()
    try:
        recognize_text(Image.new("L", size, "white"))
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()


@pytest.fixture
def fresh_engine() -> Iterator[None]:
    ocr._engine.cache_clear()
    yield
    ocr._engine.cache_clear()


@pytest.mark.usefixtures("fresh_engine")
def test_without_models_nothing_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ocr_models, "find_models", lambda: None)
    assert recognize_text(drawn(NOTICE)) is None


@pytest.mark.logs_warnings
@pytest.mark.usefixtures("fresh_engine")
def test_damaged_models_are_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "damaged.onnx"
    file.write_bytes(b"no model")
    monkeypatch.setattr(ocr_models, "find_models", lambda: ocr_models.ModelFiles(file, file))
    assert recognize_text(drawn(NOTICE)) is None
    assert not is_available()
    assert [record.message[:47] for record in caplog.records] == ["The models that read pictures cannot be loaded:"]
