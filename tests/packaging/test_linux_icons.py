"""The icon of the program is seen on light and dark ground, also at its smallest, and every system gets its kind."""

import importlib.util
from pathlib import Path

import pytest
from PIL import Image

from kbdesk.ui.theme import DARK, LIGHT

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module")
def icons():
    spec = importlib.util.spec_from_file_location("icons", PACKAGING / "icons.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def luminance(color):
    parts = [part / 255 for part in color[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_the_tile_stands_out_from_the_window(icons, tokens):
    ground = bytes.fromhex(tokens.window[1:])
    assert contrast(icons.draw(16).getpixel((8, 1)), ground) >= 3


def test_each_book_stands_out_from_the_tile_at_16_pixels(icons):
    picture = icons.draw(16)
    tile = picture.getpixel((1, 8))
    gap, *books = (picture.getpixel((x, 8)) for x in (5, 3, 6, 10))
    assert contrast(gap, tile) < 1.1
    assert all(contrast(book, tile) >= 3 for book in books)


def test_every_system_gets_its_kind_in_every_size(icons, tmp_path):
    icons.write_icons(tmp_path)
    for size in icons.LINUX_SIZES:
        (file,) = (tmp_path / "hicolor" / f"{size}x{size}" / "apps").iterdir()
        with Image.open(file) as picture:
            assert picture.size == (size, size)
    with Image.open(tmp_path / "kbdesk.ico") as picture:
        assert picture.info["sizes"] == {(size, size) for size in icons.WINDOWS_SIZES}
    with Image.open(tmp_path / "kbdesk.icns") as picture:
        assert {width * scale for width, _, scale in picture.info["sizes"]} == set(icons.MACOS_SIZES)


def test_the_same_drawing_gives_the_same_files(icons, tmp_path):
    made = []
    for name in ("one", "two"):
        icons.write_icons(tmp_path / name)
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        made.append([file.read_bytes() for file in files])
    assert made[0] == made[1]
