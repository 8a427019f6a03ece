"""A model that sees colours: small, real, and it takes pictures."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse
from kbdesk.library.library import Library
from kbdesk.message import DataBlock


class ColourModel(EmbeddingModelBase):
    """A picture is its mean colour; a text is the colours that it names."""

    supports_multimodal = True

    def __init__(self) -> None:
        super().__init__(None, "colours", 4)

    async def _call_api(self, inputs: Sequence[Any], **kwargs: Any) -> EmbeddingResponse:
        return EmbeddingResponse(embeddings=[[*_colour(each), 0.05] for each in inputs])


def _colour(content: str | DataBlock) -> list[float]:
    if isinstance(content, str):
        return [float(name in content.lower()) for name in ("red", "green", "blue")]
    with Image.open(io.BytesIO(base64.b64decode(content.source.data))) as picture:
        return [part / 255 for part in picture.convert("RGB").resize((1, 1)).getpixel((0, 0))]


def see_colours(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill the knowledge bases of a library with this model from now on."""

    async def make(*_: Any, **__: Any) -> ColourModel:
        return ColourModel()

    async def has_local() -> bool:
        return True

    monkeypatch.setattr(library._parts.models, "make", make)
    monkeypatch.setattr(library._parts.models, "has_local", has_local)


def draw(path: Path, colour: str, size: tuple[int, int] = (80, 60)) -> Path:
    """Write a picture of one colour."""
    path.parent.mkdir(exist_ok=True)
    Image.new("RGB", size, colour).save(path)
    return path
