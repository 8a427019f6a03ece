"""The pane of passages alone, over the library in memory."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.message import Base64Source, DataBlock, TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.texts import text
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.presenters.passages import PassagesPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme

LEAVE = "每位员工每年享有十五天带薪年假。"


def picture(width: int, height: int, orientation: int = 1) -> DataBlock:
    buffer = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.new("RGB", (width, height), "#336699").save(buffer, "JPEG", exif=exif)
    data = base64.b64encode(buffer.getvalue()).decode()
    return DataBlock(source=Base64Source(data=data, media_type="image/jpeg"))


def chunk(number: int, content: str | DataBlock, **metadata: Any) -> Chunk:
    block = TextBlock(text=content) if isinstance(content, str) else content
    return Chunk(content=block, source="travel.pdf", chunk_index=number, total_chunks=208, metadata=metadata)


def hit_of(document: DocumentInfo, found: Chunk, *words: str) -> Hit:
    spans = tuple((found.text.index(word), found.text.index(word) + len(word)) for word in words)
    return Hit(1, 0.8, "meaning", document, found, text("place", "page {page}", page=1), spans)


@pytest.fixture
async def pane(theme: Theme, qtbot: Any) -> PassagesPane:
    pane = PassagesPane(theme)
    qtbot.addWidget(pane)
    pane.resize(560, 600)
    pane.show()
    return pane


@pytest.fixture
def scope() -> TaskScope:
    return TaskScope()


@pytest.fixture
def document(library: Any, make_document: Callable[..., DocumentInfo]) -> DocumentInfo:
    passages = [f"Passage about topic {number}." for number in range(208)]
    return library.put(make_document(passage_count=208), passages)


@pytest.fixture
def presenter(pane: PassagesPane, library: Any, scope: TaskScope) -> PassagesPresenter:
    return PassagesPresenter(pane, library, scope)


def shown_words(pane: PassagesPane) -> str:
    return pane.view.toPlainText()


def marked_words(pane: PassagesPane, theme: Theme) -> list[str]:
    words: list[str] = []
    block = pane.view.document().begin()
    while block.isValid():
        for part in block.textFormats():
            if part.format.background().color().name() == theme.tokens.mark:
                utf16 = block.text().encode("utf-16-le")
                words.append(utf16[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le"))
        block = block.next()
    return words
