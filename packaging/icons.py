"""Makes the icons of the program for the three systems from resources/icons/kbdesk.svg.

    python packaging/icons.py FOLDER

Writes FOLDER/hicolor (the icon theme of Linux desktops), FOLDER/kbdesk.ico (Windows) and FOLDER/kbdesk.icns (macOS).
The same drawing always gives the same files.
"""

from __future__ import annotations

import argparse
import io
import shutil
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from kbdesk import APPLICATION_ID

DRAWING = Path(__file__).resolve().parent.parent / "resources" / "icons" / "kbdesk.svg"
LINUX_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
MACOS_SIZES = (32, 64, 128, 256, 512, 1024)
MACOS_MARGIN = 100 / 1024
"""What Apple's template leaves free at each side."""


def write_icons(folder: Path) -> None:
    """Write all icons into a folder, which is made."""
    write_hicolor(folder / "hicolor")
    pictures = [draw(size) for size in WINDOWS_SIZES]
    pictures[-1].save(folder / "kbdesk.ico", sizes=[each.size for each in pictures], append_images=pictures)
    pictures = [draw(size, margin=MACOS_MARGIN) for size in MACOS_SIZES]
    pictures[-1].save(folder / "kbdesk.icns", append_images=pictures)


def write_hicolor(folder: Path) -> None:
    """Write the icon theme of Linux desktops: a picture for each usual size, and the drawing."""
    for size in LINUX_SIZES:
        apps = folder / f"{size}x{size}" / "apps"
        apps.mkdir(parents=True, exist_ok=True)
        draw(size).save(apps / f"{APPLICATION_ID}.png", optimize=True)
    scalable = folder / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(DRAWING, scalable / f"{APPLICATION_ID}.svg")


def draw(size: int, *, margin: float = 0.0) -> Image.Image:
    """Return the icon as a picture of size x size, with this share of it left free at each side."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    free = round(size * margin)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(free, free, size - 2 * free, size - 2 * free))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return Image.open(io.BytesIO(buffer.data().data()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the icons of the program.")
    parser.add_argument("folder", type=Path)
    write_icons(parser.parse_args().folder)


if __name__ == "__main__":
    main()
