from __future__ import annotations

import io
import warnings

import numpy as np
import pytest
from PIL import Image, ImageDraw, PngImagePlugin

from kbdesk.rag.parsers.ocr_sheet import MOST_PIXELS, is_turned, longest_side, on_paper, plain

ORIENTATION = 0x0112


def opened(image: Image.Image, form: str = "PNG", **options: object) -> Image.Image:
    target = io.BytesIO()
    image.save(target, form, **options)
    return Image.open(target)


def halves(mode: str, dark: float, bright: float, kind: str) -> Image.Image:
    """Return a picture that is dark on its left half and bright on its right one."""
    pixels = np.full((20, 40), dark, kind)
    pixels[:, 20:] = bright
    image = Image.fromarray(pixels)
    assert image.mode == mode
    return image


@pytest.mark.parametrize("shape", [(210, 297), (297, 210), (80, 2000), (100, 100)])
def test_a_picture_has_as_many_pixels_whatever_its_shape(shape: tuple[int, int]):
    side = longest_side(*shape)
    assert side * side * min(shape) / max(shape) == pytest.approx(MOST_PIXELS, rel=0.01)


def test_a_page_of_a4_has_2_000_pixels_and_a_stroke_is_no_book():
    assert longest_side(210, 297) == pytest.approx(2_000, abs=15)
    assert longest_side(0, 297) == longest_side(1, 1_000_000) == 10_000


def test_a_long_receipt_keeps_its_letters():
    assert plain(opened(Image.new("L", (400, 6_000)))).size == (400, 6_000)
    assert plain(opened(Image.new("L", (2_000, 6_000)))).size == pytest.approx((966, 2_898), abs=1)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF", "WEBP"])
@pytest.mark.parametrize(("orientation", "corner"), [(3, (38, 28)), (6, (28, 1)), (8, (1, 38))])
def test_a_picture_is_turned_upright(form: str, orientation: int, corner: tuple[int, int]):
    image = Image.new("RGB", (40, 30), "white")
    image.paste("black", (0, 0, 8, 8))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    frame = opened(image, form, exif=exif)
    assert is_turned(frame)
    assert plain(frame).convert("L").getpixel(corner) < 50


def raw_exif(text: str) -> PngImagePlugin.PngInfo:
    info = PngImagePlugin.PngInfo()
    info.add_text("Raw profile type exif", text)
    return info


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("PNG", {"exif": b"Exif\0\0garbage here"}),
        ("WEBP", {"exif": b"Exif\0\0garbage here"}),
        ("PNG", {"pnginfo": raw_exif("\nexif\n 4\nzz zz\n")}),
        ("JPEG", {"exif": b"Exif\0\0II*\0\x08\0\0\0\x05\0"}),
    ],
)
def test_a_damaged_exif_block_does_not_spoil_the_picture(form: str, options: dict[str, object]):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's, of the block
        frame = opened(Image.new("RGB", (40, 30)), form, **options)
        assert not is_turned(frame)
        assert plain(frame).size == (40, 30)


@pytest.mark.parametrize(
    ("mode", "dark", "bright", "kind"),
    [("I;16", 0, 65_535, "uint16"), ("F", 0.0, 1.0, "float32"), ("F", -80.0, 900.0, "float32"), ("I", 7, 9, "int32")],
)
def test_deep_samples_keep_dark_dark_and_bright_bright(mode: str, dark: float, bright: float, kind: str):
    image = plain(opened(halves(mode, dark, bright, kind), "TIFF"))
    assert (image.mode, image.getpixel((5, 5)), image.getpixel((35, 5))) == ("L", 0, 255)


def test_samples_that_are_all_the_same_are_a_sheet():
    assert plain(opened(halves("F", 0.5, 0.5, "float32"), "TIFF")).getextrema() == (0, 0)


@pytest.mark.parametrize("mode", ["1", "P"])
def test_thin_strokes_are_not_lost_when_a_picture_is_made_smaller(mode: str):
    image = Image.new("L", (4_000, 4_000), 255)
    ImageDraw.Draw(image).line((0, 2_001, 4_000, 2_001), fill=0)
    row = np.asarray(plain(opened(image.convert(mode))).convert("L"))[:, 100]
    assert row.min() < 220


@pytest.mark.parametrize("ink", ["black", "white", "#ffe97f", "#203864"])
def test_ink_on_nothing_can_be_seen(ink: str):
    layers = Image.new("RGBA", (200, 60), (0, 0, 0, 0))
    ImageDraw.Draw(layers).text((10, 10), "Emergency exit", ink, font_size=24)
    low, high = on_paper(layers).convert("L").getextrema()
    assert high - low > 150


def test_dark_words_beside_pale_boxes_lie_on_white():
    layers = Image.new("RGBA", (400, 200), (0, 0, 0, 0))
    draw = ImageDraw.Draw(layers)
    draw.rectangle((10, 10, 180, 90), "#eaf2ff")
    draw.text((10, 120), "Every order is answered within a day", "black", font_size=20)
    assert on_paper(layers).getpixel((395, 195)) == (255, 255, 255)


def test_what_is_transparent_all_over_is_white_paper():
    assert on_paper(Image.new("RGBA", (9, 9))).getcolors() == [(81, (255, 255, 255))]
