"""What a passage is made of: a text or a piece of data such as a picture."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

__all__ = ["Base64Source", "ContentBlock", "DataBlock", "TextBlock", "URLSource"]


def _new_id() -> str:
    return uuid.uuid4().hex


def _now() -> str:
    return datetime.now(UTC).isoformat()


class TextBlock(BaseModel):
    """A text.

    Attributes:
        text: The text itself; may be empty.
        id: 32 hexadecimal digits.
        created_at: ISO 8601, UTC.
        finished_at: ISO 8601, or None while the text is still being made.
    """

    type: Literal["text"] = "text"
    text: str
    id: str = Field(default_factory=_new_id)
    created_at: str = Field(default_factory=_now)
    finished_at: str | None = None


class Base64Source(BaseModel):
    """Bytes carried along as base64.

    Attributes:
        data: The bytes in base64, no line breaks.
        media_type: For example "image/png".
    """

    type: Literal["base64"] = "base64"
    data: str
    media_type: str


class URLSource(BaseModel):
    """Bytes that live at an address; kbdesk never fetches it.

    Attributes:
        url: The address.
        media_type: For example "image/png".
    """

    type: Literal["url"] = "url"
    url: str
    media_type: str


class DataBlock(BaseModel):
    """A piece of data such as a picture.

    Attributes:
        source: The bytes or their address.
        name: A name for people, for example the file's.
        id: 32 hexadecimal digits.
        created_at: ISO 8601, UTC.
        finished_at: ISO 8601, or None.
    """

    type: Literal["data"] = "data"
    source: Annotated[Base64Source | URLSource, Field(discriminator="type")]
    name: str | None = None
    id: str = Field(default_factory=_new_id)
    created_at: str = Field(default_factory=_now)
    finished_at: str | None = None


ContentBlock = Annotated[TextBlock | DataBlock, Field(discriminator="type")]
