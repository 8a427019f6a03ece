"""A picture as a question: what is shown of it, with a way to take it away."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kbdesk.message import DataBlock
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.chips import Chip
from kbdesk.ui.widgets.pictures import AskedPicture

_SIZE = QSize(56, 40)


class QueryPicture(QWidget):
    """A thumbnail and a chip with the picture's name; there only while there is a picture.

    Signals:
        removed: The person took it away.
    """

    removed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.block: DataBlock | None = None
        self.thumbnail = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.chip: Chip | None = None
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.thumbnail)
        self._layout.addStretch(1)
        self.hide()

    def show_picture(self, picture: AskedPicture | None) -> None:
        """Show another picture, or none."""
        if self.chip is not None:
            self.chip.hide()
            self.chip.deleteLater()
            self.chip = None
        self.block = picture.block if picture is not None else None
        self.setVisible(picture is not None)
        if picture is not None:
            self._show(picture)

    def _show(self, picture: AskedPicture) -> None:
        name = picture.block.name or ""
        ratio = self.devicePixelRatioF()
        size = picture.image.size().scaled(_SIZE, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
        scaled = picture.image.scaled(
            size * ratio, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        scaled.setDevicePixelRatio(ratio)
        self.thumbnail.setPixmap(QPixmap.fromImage(scaled))
        self.thumbnail.setAccessibleName(translate("QueryPicture", "Picture: {name}").format(name=name))
        self.chip = Chip(self._theme, name)
        self.chip.removed.connect(self._remove)
        self._layout.insertWidget(1, self.chip)

    def _remove(self) -> None:
        self.show_picture(None)
        self.removed.emit()
