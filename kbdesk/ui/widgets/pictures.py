"""Decoding of the pictures of passages and questions. It may run in any thread, and should not run in the window's."""

from __future__ import annotations

import base64
import binascii
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QImageWriter

from kbdesk.message import Base64Source, ContentBlock, DataBlock

_LONGEST_SIDE = 1024
"""Pixels of a picture that is a question; models look at fewer."""


@dataclass(frozen=True)
class AskedPicture:
    """A picture that is a question.

    Attributes:
        block: What is asked: the picture alone, without what a camera noted in its file.
        image: The same for the screen.
    """

    block: DataBlock
    image: QImage


def read_picture(source: Path | QImage, name: str) -> AskedPicture | None:
    """Return a picture, upright and not too large, as a question; None for what cannot be shown.

    Args:
        source: A file, or what was copied of a picture.
        name: What it is called.
    """
    image = source if isinstance(source, QImage) else _read(str(source))
    if image.isNull():
        return None
    if max(image.width(), image.height()) > _LONGEST_SIDE:
        image = image.scaled(
            QSize(_LONGEST_SIDE, _LONGEST_SIDE),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    for key in image.textKeys():
        image.setText(key, "")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"PNG").write(image)
    data = base64.b64encode(buffer.data().data()).decode()
    return AskedPicture(DataBlock(source=Base64Source(data=data, media_type="image/png"), name=name), image)


def _read(path: str) -> QImage:
    reader = QImageReader(path)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader.read()


def picture_size(content: ContentBlock, limit: QSize) -> QSize | None:
    """Return the size in which a picture is shown, at most its own and `limit`; None for what cannot be shown.

    Only the head of the picture is read.
    """
    buffer = _buffer(content)
    reader = QImageReader(buffer)
    size = reader.size()
    if size.isEmpty():
        return None
    if reader.transformation().value & QImageIOHandler.Transformation.TransformationRotate90.value:
        size.transpose()
    if size.width() > limit.width() or size.height() > limit.height():
        size.scale(limit, Qt.AspectRatioMode.KeepAspectRatio)
    return size.expandedTo(QSize(1, 1))


def decode_picture(content: ContentBlock, size: QSize, pixel_ratio: float) -> QImage:
    """Return a picture, upright, for showing in `size` on a screen of that many pixels to a point; null if damaged."""
    buffer = _buffer(content)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        return image
    return image.scaled(
        size * pixel_ratio, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _buffer(content: ContentBlock) -> QBuffer:
    """Return the bytes of a picture, opened for reading; empty for what is no picture.

    A reader does not keep its buffer alive: hold on to both.
    """
    data = b""
    if isinstance(content, DataBlock) and isinstance(content.source, Base64Source):
        with suppress(binascii.Error):
            data = base64.b64decode(content.source.data)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return buffer
