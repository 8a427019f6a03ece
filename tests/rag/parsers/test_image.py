from __future__ import annotations

import base64
import io
import struct
import sys
import zlib

import pytest
from PIL import Image, ImageDraw

from kbdesk.errors import DamagedError, EmptyFileError, LimitError, UnsupportedError
from kbdesk.rag.document import Section
from kbdesk.rag.parsers.base import PageState
from kbdesk.rag.parsers.image import ImageParser
from kbdesk.rag.parsers.ocr import recognize_text

# "First aid", as a phone would save it; nothing that may be shipped writes this format.
HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWl4AAAAAG1pZjFoZWl4bWlhZgAAAXhtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAA"
    "AERAAAEAAQAAAAABnAABAAAAAAAAA1oAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA+GlwcnAAAADY"
    "aXBjbwAAAHNodmNDAQQIAAAAn/gAAAAAHvAA/Pz4+AAADwNgAAEAF0ABDAH//wQIAAADAJ/4AAADAAAeugJAYQABAChCAQEECAAAAwCf+AAAAwAA"
    "HsAhIEHL5bq5Ka5sCAAAAwDIAAADAAhAYgABAAZEAcFzwYkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAABBAAAAEAAAAAoY2xhcAAA"
    "AQQAAAABAAAAOAAAAAEAAAAAAAAAAv////gAAAACAAAADnBpeGkAAAAAAQgAAAAYaXBtYQAAAAAAAAABAAEFgQIDBYQAAANibWRhdAAAA1YoAa4y"
    "hPSg4sn2nXDKHVWHUUvYc3B2+HVCZ2Rc+ZFvtpc7ohx6mdjb9iJzDXTC2gylLje9QZXeOK5/D1hGhR3UG8jSQRvXbUy5cArxk6NEmcelZ5uPhb1e"
    "lPe/8e2ncBG1wRIj9mzBb4eYZ4nHKUMgP6J4kiYAohY8+1yw5Ch55XYAPoGGFEl8ZY4LxAYW/QgtZbONfQD4dovkGdM2C7Z/ncw7XNprZoojhPQF"
    "+CGzqeDsLOr8hflaJz+0Oq1MSx9EQ8eJItClyT1NwhV0lNwH6EBz+2tvAtCHWnWrm8tHOK+HXbUO6sTDM5hqqLScHsnLNbHyCVslDJ1fGlE0BXua"
    "DkH5xi7M19vdYWGkfvjdfcg2aG483QFL9pQwjJhiJlTcSBLR9GWcWxidrQATniCXx7GEg1gb5Yx8zIfEVUl6Vk6/9f2+EoXLHGfg8QwdFOCmPBwi"
    "BDpjtrHlq1oapXDTDwuyJl20TdRAFXvZI9GRfahQRmdfqGcX6k7iNqVXgSUoF/e1eKtya7kVqERqqI9Cx3grMBJoGIoI19YaWOUcBNAkaYG/wW0l"
    "uQ2KKGE9fs7tKYcn8hszE3othDT8YCalRkasbf2hUM39isBaoF4SPxcIA+ZOxjMLjojIyVUhGCnEHphzqOTlUBnyk+zckrjlTsNL6/actoDzYZWh"
    "tJC63K0PN3t/Kh3xy3h3uwJ2516LO5m21gs+42PjQL2ajXi2xQ/+LLdwI2qmCxMsrESx7fHRnWS34xINm5CMrUirm5atYjNTwe+jtRzABN5mSBZD"
    "zlYK+hFKACaSLrBtk02Z9Eo5hpKb9F1qcxb6h1aAyjpb5O8IXfIbQ5qdmaVb6leyROhoNPjb67YOcVDMMPNa61Gcs6DJ6txs4rhsQF8XkKOGdOTo"
    "kJVvQBlDkOq7Iub/6ZZznvRi+Xm8vqeHzuqVVU10HtECXjUfMH+PMHczcYF/yLmpzKg29ukDzSx46IjIGCcFGgeqTRsfsn+/YopxwI0IU6URH8Et"
    "8F6+s/Wa6BICzAE1OAG3Xd87th1IvcQMsPy2BIF31842L1AIVDD2Eia8JGg/8roP45++UcEaTYD0Lpmdfox86mLQIeu5/D9Jmv/j2BSEl3wn0lMU"
    "lQrrzdRi+brgwA=="
)


def encoded(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, form, **options)
    return target.getvalue()


def stored(section: Section) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(section.content.source.data)))


@pytest.fixture(scope="module")
def notice() -> Image.Image:
    image = Image.new("RGB", (900, 260), "white")
    draw = ImageDraw.Draw(image)
    draw.text((40, 40), "Eye wash bottles", "black", font_size=60)
    draw.text((40, 150), "stand at the sink", "black", font_size=60)
    return image


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF"])
async def test_a_picture_is_a_data_section_of_the_same_bytes(form: str):
    data = encoded(Image.new("RGB", (3, 2), "red"), form)
    (section,) = await ImageParser().parse(data, "red.bin")
    assert base64.b64decode(section.content.source.data) == data
    assert section.content.name == "red.bin"
    assert (
        section.metadata == {"media_type": section.content.source.media_type} == {"media_type": f"image/{form.lower()}"}
    )


def test_text_in_a_picture_becomes_its_caption(notice: Image.Image):
    result = ImageParser(ocr=True).read(encoded(notice), "notice.png")
    (section,) = result.sections
    assert section.metadata["caption"] == "Eye wash bottles\nstand at the sink"
    assert section.metadata["ocr"] is True
    assert 0.8 < section.metadata["ocr_confidence"] <= 1
    assert (result.outcome, result.pages) == ("text", [PageState.OCR])
    assert "OCR" in str(result.warnings[0])


def test_a_sideways_photo_is_read_and_stored_upright(notice: Image.Image):
    exif = Image.Exif()
    exif[0x0112] = 6  # "turn by 90 degrees to the right to see it"
    data = encoded(notice.rotate(90, expand=True), "JPEG", exif=exif, quality=95)
    (section,) = ImageParser(ocr=True, longest_side=1600).read(data, "a.jpg").sections
    assert "Eye wash bottles" in section.metadata["caption"]
    assert stored(section).size == notice.size


def test_letters_on_a_transparent_ground_are_read(notice: Image.Image):
    layers = notice.convert("RGBA")
    layers.putalpha(notice.convert("L").point(lambda value: 255 - value))
    assert recognize_text(layers).text.startswith("Eye wash")


def test_a_picture_without_text_says_so():
    result = ImageParser(ocr=True).read(encoded(Image.effect_noise((200, 200), 90)), "noise.png")
    assert result.outcome == "no_text"
    assert "caption" not in result.sections[0].metadata


def test_a_large_picture_is_stored_smaller():
    (section,) = ImageParser(longest_side=500).read(encoded(Image.new("L", (2000, 1000))), "a.png").sections
    assert stored(section).size == (500, 250)
    data = encoded(Image.new("RGB", (2000, 1000)), "JPEG")
    assert stored(ImageParser(longest_side=500).read(data, "a.jpg").sections[0]).format == "JPEG"


def test_a_small_picture_is_stored_as_it_is():
    data = encoded(Image.new("P", (20, 10)), "GIF")
    (section,) = ImageParser(longest_side=500).read(data, "a.gif").sections
    assert base64.b64decode(section.content.source.data) == data


def test_every_page_of_a_tiff_counts():
    pages = [Image.new("1", (30, 20), value) for value in (0, 1, 0)]
    data = encoded(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    result = ImageParser(longest_side=500).read(data, "fax.tif")
    assert [section.metadata["page"] for section in result.sections] == [1, 2, 3]
    assert result.units == {"pages": 3}
    assert result.pages == [PageState.PICTURE] * 3
    assert {section.metadata["media_type"] for section in result.sections} == {"image/png"}
    assert len(ImageParser().read(data, "fax.tif").sections) == 1


@pytest.mark.parametrize("mode", ["I;16", "F", "CMYK", "LA", "P", "1", "YCbCr"])
def test_every_kind_of_colour_can_be_stored(mode: str):
    data = encoded(Image.new(mode, (20, 10)), "TIFF")
    assert stored(ImageParser(longest_side=10).read(data, "a.tif").sections[0]).size == (10, 5)


def test_a_cut_off_picture_is_damaged(notice: Image.Image):
    for form in ("PNG", "JPEG"):
        with pytest.raises(DamagedError):
            ImageParser().read(encoded(notice, form)[:2000], "a.png")


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><text>x</text></svg>",
        b"\x00\x00\x01\x00\x01\x00",
        b"random words",
        b"%PDF-1.7",
    ],
)
def test_what_is_no_picture_is_refused_whatever_its_name(data: bytes):
    with pytest.raises(UnsupportedError):
        ImageParser().read(data, "a.png")


def test_nothing_is_no_picture():
    with pytest.raises(EmptyFileError):
        ImageParser().read(b"", "a.png")


@pytest.mark.parametrize("size", [(10_000, 9_000), (60_000, 60_000)])
def test_a_bomb_is_not_opened(size: tuple[int, int]):
    header = b"IHDR" + struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)
    pixels = b"IDAT" + zlib.compress(b"\0" * 1000)
    chunks = [
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (header, pixels)
    ]
    with pytest.raises(LimitError):
        ImageParser().read(b"\x89PNG\r\n\x1a\n" + b"".join(chunks), "a.png")


def test_a_picture_of_a_phone_is_read():
    (section,) = ImageParser(ocr=True, longest_side=200).read(HEIC, "a.heic").sections
    assert section.metadata["caption"] == "First aid"
    assert stored(section).format == "JPEG"


def test_a_cut_off_picture_of_a_phone_is_damaged():
    with pytest.raises(DamagedError):
        ImageParser(ocr=True).read(HEIC[:700], "a.heic")


def test_a_photo_of_a_phone_says_what_to_do_where_its_library_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(UnsupportedError, match=r"HEIC.*Save it as PNG or JPEG"):
        ImageParser(ocr=True).read(HEIC, "a.heic")


def test_an_avif_picture_is_read(notice: Image.Image):
    data = encoded(notice, "AVIF")
    assert stored(ImageParser(longest_side=100).read(data, "a.heic").sections[0]).format == "JPEG"
