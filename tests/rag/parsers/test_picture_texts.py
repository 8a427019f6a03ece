from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw

from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.ocr import NOTHING
from kbdesk.rag.parsers.picture_texts import PictureTexts


def drawn(words: str, form: str = "PNG") -> bytes:
    image = Image.new("RGB", (500, 120), "white")
    ImageDraw.Draw(image).text((20, 30), words, "black", font_size=40)
    target = io.BytesIO()
    image.save(target, form)
    return target.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF"])
def test_the_text_of_a_picture_is_read(form: str):
    assert PictureTexts().text_of(drawn("Emergency exit", form)).text == "Emergency exit"


def test_a_picture_of_16_bits_is_read():
    target = io.BytesIO()
    Image.open(io.BytesIO(drawn("Emergency exit"))).convert("L").convert("I").point(lambda value: value * 128).convert(
        "I;16"
    ).save(target, "PNG")
    assert PictureTexts().text_of(target.getvalue()).text == "Emergency exit"


def test_the_same_picture_is_read_once():
    texts = PictureTexts()
    assert [bool(texts.text_of(drawn("Emergency exit")).text) for _ in range(2)] == [True, False]


def test_beyond_so_many_pictures_the_others_are_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_OCR_PICTURES", 1)
    texts = PictureTexts()
    read = [texts.text_of(drawn(words)).text for words in ("first aid", "fire alarm", "fire alarm")]
    assert read == ["first aid", "", ""]
    assert [str(warning) for warning in texts.warnings] == [
        "Pictures whose text was not read because there are too many: 1."
    ]


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n broken", drawn("cut")[:200]])
def test_what_cannot_be_decoded_has_no_text(data: bytes):
    assert PictureTexts().text_of(data) == NOTHING


def test_a_picture_of_too_many_pixels_is_not_decoded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_PIXELS", 100)
    assert PictureTexts().text_of(drawn("Emergency exit")) == NOTHING


@pytest.mark.usefixtures("without_ocr")
def test_pictures_that_could_not_be_read_at_all_are_told_once():
    texts = PictureTexts()
    assert [texts.text_of(drawn(words)) for words in ("first aid", "fire alarm")] == [NOTHING] * 2
    (warning,) = texts.warnings
    assert "Install kbdesk again" in str(warning)
