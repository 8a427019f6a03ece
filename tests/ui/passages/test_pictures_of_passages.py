"""Pictures among passages: upright, in their place, as large as there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QTextDocument

from kbdesk.library.types import DocumentInfo
from kbdesk.message import Base64Source, DataBlock
from kbdesk.ui.models.passages import PassagePage
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.pictures import decode_picture, picture_size

from .conftest import chunk, picture, shown_words


def test_a_picture_takes_the_place_kept_for_it(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], theme: Theme
) -> None:
    page = PassagePage(make_document(passage_count=1), 1, [chunk(0, picture(40, 20), caption="Exit")])
    pane.show_page(page, {0: QSize(40, 20)})
    height = pane.view.document().size().height()
    blue = QImage(40, 20, QImage.Format.Format_RGB32)
    blue.fill("#336699")
    pane.set_picture(0, blue)
    theme.set_mode("dark")
    assert pane.view.document().size().height() == height
    kept = pane.view.document().resource(QTextDocument.ResourceType.ImageResource.value, "picture:0")
    assert kept.pixelColor(5, 5).name() == "#336699"


def test_a_picture_shrinks_with_the_pane(
    pane: PassagesPane, make_document: Callable[..., DocumentInfo], qapp: Any
) -> None:
    page = PassagePage(make_document(passage_count=1), 1, [chunk(0, picture(480, 240))])
    pane.show_page(page, {0: QSize(480, 240)})
    height = pane.view.document().size().height()
    pane.resize(380, 600)
    qapp.processEvents()
    assert pane.view.document().idealWidth() <= pane.view.viewport().width()
    assert pane.view.document().size().height() < height


def test_a_damaged_picture_is_named_as_such(pane: PassagesPane, make_document: Callable[..., DocumentInfo]) -> None:
    damaged = DataBlock(source=Base64Source(data="aGVsbG8=", media_type="image/png"))
    assert picture_size(damaged, QSize(400, 400)) is None
    pane.show_page(PassagePage(make_document(passage_count=1), 1, [chunk(0, damaged)]), {})
    assert "This picture cannot be shown." in shown_words(pane)


def test_a_picture_is_turned_upright_and_fits() -> None:
    sideways = picture(1000, 500, orientation=6)
    size = picture_size(sideways, QSize(400, 400))
    assert size == QSize(200, 400)
    assert decode_picture(sideways, size, 2.0).size() == QSize(400, 800)
