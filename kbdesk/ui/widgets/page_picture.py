"""The picture of a page, as wide as there is room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from kbdesk.ui.translate import translate

_PAPER = QSize(210, 297)
"""The shape of a page that was not drawn yet: A4."""

_MOST_TIMES_AS_HIGH = 12
"""What is higher is drawn narrower than there is room: a strip in full width would fill the memory."""


class PagePicture(QScrollArea):
    """Fits the width of a page and scrolls its height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet = _Sheet()
        self.setAccessibleName(translate("Health", "Picture of the page"))
        self.setWidget(self._sheet)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # else the width depends on the height
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def image(self) -> QImage:
        """What is shown; null while a page is being drawn."""
        return self._sheet.image

    def show_waiting(self, name: str) -> None:
        """Show empty paper for a page until it is drawn; `name` is what a screen reader says of it."""
        self.setAccessibleName(name)
        self._sheet.show_image(QImage())
        self.verticalScrollBar().setValue(0)

    def show_image(self, image: QImage) -> None:
        """Show the page."""
        self._sheet.show_image(image)


class _Sheet(QWidget):
    """Keeps the shape of its picture, and of the one before while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self._shape = _PAPER
        self._fitted = QImage()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_image(self, image: QImage) -> None:
        self.image, self._fitted = image, QImage()
        self._shape = self._shape if image.isNull() else image.size()
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.heightForWidth(self.width()))

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        times = min(self._shape.height() / self._shape.width(), _MOST_TIMES_AS_HIGH)
        return max(round(width * times), 1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        room = QSize(self.width(), self.heightForWidth(self.width()))
        area = self._shape.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
        painter = QPainter(self)
        painter.fillRect(0, 0, area.width(), area.height(), QColor(Qt.GlobalColor.white))
        if not self.image.isNull():
            painter.drawImage(0, 0, self._fit(area * self.devicePixelRatioF()))
        painter.end()

    def _fit(self, pixels: QSize) -> QImage:
        """Return the picture in these pixels; a painter that scales leaves holes in small print."""
        if self._fitted.size() != pixels:
            smooth = Qt.TransformationMode.SmoothTransformation
            self._fitted = self.image.scaled(pixels, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
            self._fitted.setDevicePixelRatio(self.devicePixelRatioF())
        return self._fitted
