"""Says at all times whether texts leave this computer, and to whom."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.elided_label import ElidedLabel


class PrivacyNote(QWidget):
    """An icon and a sentence at the right of the status bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._host: str | None = None
        self._icon = QLabel()
        self.label = ElidedLabel()
        self.label.setProperty("role", "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 12, 0)
        layout.setSpacing(6)
        layout.addWidget(self._icon)
        layout.addWidget(self.label)
        theme.changed.connect(self._draw)
        self.show_host(None)

    def show_host(self, host: str | None) -> None:
        """Say that texts go to this computer on the network, or with None that they go nowhere."""
        self._host = host
        if host is None:
            self.label.setText(translate("Privacy", "Everything stays on this computer"))
        else:
            self.label.setText(translate("Privacy", "Texts and questions are sent to {host}").format(host=host))
        self._draw()

    def _draw(self) -> None:
        name = "globe" if self._host else "hard-drive"
        self._icon.setPixmap(self._theme.icon(name, "muted").pixmap(16, 16))
