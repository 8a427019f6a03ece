"""Dialogs on small screens."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QLayout, QVBoxLayout, QWidget

from kbdesk.ui.widgets.scroll_page import ScrollPage

_FRAME = QSize(20, 48)
"""What the system draws around a dialog."""

_SMALL = QSize(700, 560)
"""On a screen with less room, dialogs are scrolled."""


def fit_to_screen(dialog: QDialog, width: int = 0, height: int = 0) -> None:
    """Give a dialog, which is laid out by now, this size at most, and never more than the screen has.

    Args:
        dialog: The dialog.
        width: How wide it opens; 0: as wide as it needs to be.
        height: How high it opens; 0: as high as it needs to be.
    """
    room = dialog.screen().availableSize() - _FRAME
    if room.width() < _SMALL.width() or room.height() < _SMALL.height():
        _scroll(dialog)
        dialog.setMinimumSize(dialog.minimumSize().boundedTo(room))
        dialog.setMaximumSize(room)
    wanted = dialog.sizeHint().expandedTo(dialog.minimumSize())
    if width or height or dialog.maximumSize() == room:
        dialog.resize(QSize(width or wanted.width(), height or wanted.height()).boundedTo(room))


def _scroll(dialog: QDialog) -> None:
    """Put all that stands in a dialog on a page that is scrolled."""
    content = QWidget()
    content.setLayout(cast("QLayout", dialog.layout()))
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(ScrollPage(content))
