"""Light and dark from one set of tokens, on Fusion, so that the window looks the same on every system.

Every colour pair that carries text reaches a contrast of 4.5 to 1 (WCAG 2.2, AA); a test measures it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
from typing_extensions import override

Mode = Literal["system", "light", "dark"]


@dataclass(frozen=True)
class Tokens:
    """The colours of the window, "#rrggbb".

    Attributes:
        window: Behind everything.
        base: Lists, tables and fields.
        raised: Cards, the message bar, hovered rows.
        text: Text on window, base and raised.
        muted: Less important text on the same three.
        border: Hairlines.
        button: Ordinary buttons.
        accent: What is focused or wanted; also links.
        on_accent: Text on accent.
        selection: The selected row.
        on_selection: Text on selection.
        mark: Behind words that matched.
        on_mark: Text on mark.
        error: Text of what failed.
        warning: Text of what needs a look.
        success: Text of what is ready.
    """

    window: str
    base: str
    raised: str
    text: str
    muted: str
    border: str
    button: str
    accent: str
    on_accent: str
    selection: str
    on_selection: str
    mark: str
    on_mark: str
    error: str
    warning: str
    success: str


LIGHT = Tokens(
    window="#f5f6f8",
    base="#ffffff",
    raised="#eef1f5",
    text="#1b1f24",
    muted="#57606a",
    border="#d4d9e0",
    button="#ffffff",
    accent="#2459c9",
    on_accent="#ffffff",
    selection="#dbe7ff",
    on_selection="#10213f",
    mark="#ffe58a",
    on_mark="#1b1f24",
    error="#b3261e",
    warning="#8a5300",
    success="#1a6e37",
)

DARK = Tokens(
    window="#17191d",
    base="#1e2126",
    raised="#272b32",
    text="#e6e9ee",
    muted="#a0a9b6",
    border="#3a414c",
    button="#2a2f37",
    accent="#7da7ff",
    on_accent="#0c1220",
    selection="#2b4374",
    on_selection="#f2f6ff",
    mark="#6b5500",
    on_mark="#fff3c4",
    error="#ff8f86",
    warning="#f0b35a",
    success="#6fd08c",
)

STYLE = Template("""
QPushButton, QToolButton {
    padding: 5px 12px; border: 1px solid $border; border-radius: 6px; background: $button; color: $text;
}
QToolButton { padding: 5px; }
QPushButton:hover, QToolButton:hover { border-color: $accent; }
QPushButton:pressed, QToolButton:pressed { background: $raised; }
QPushButton:disabled, QToolButton:disabled { color: $muted; background: $window; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: 4px 11px; }
QToolButton:focus { padding: 4px; }
QToolButton::menu-indicator { image: none; }
QPushButton[primary="true"] { background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[primary="true"]:focus { border: 2px solid $text; }
QPushButton[primary="true"]:disabled { background: $raised; color: $muted; border-color: $border; }
QToolButton[flat="true"] { border-color: transparent; background: transparent; }
QToolButton[flat="true"]:hover { background: $raised; }
QToolButton[flat="true"]:focus { border: 2px solid $accent; }
QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QComboBox {
    padding: 4px 8px; border: 1px solid $border; border-radius: 6px; background: $base; color: $text;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {
    border: 2px solid $accent; padding: 3px 7px;
}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 20px; border: none; }
QAbstractSpinBox::up-arrow { image: url("$icons/field-up.svg"); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url("$icons/field-down.svg"); width: 12px; height: 12px; }
QComboBox::drop-down { width: 26px; border: none; }
QComboBox::down-arrow { image: url("$icons/field-down.svg"); width: 14px; height: 14px; }
QListView, QTableView { border: none; background: $base; outline: 0; }
QTextBrowser { border: none; background: $window; }
QListView[sidebar="true"] { background: $window; }
QHeaderView { background: $base; }
QHeaderView::section {
    background: $base; color: $muted; border: none; border-bottom: 1px solid $border; padding: 6px 8px;
}
QTableView { selection-background-color: $selection; selection-color: $on_selection; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
QTabBar::tab { padding: 8px 14px; border: none; border-bottom: 2px solid transparent; color: $muted; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; }
QScrollBar { border: none; background: transparent; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { border: 3px solid transparent; border-radius: 6px; background: $border; background-clip: padding; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $border; }
QStatusBar { border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QProgressBar { border: none; border-radius: 3px; background: $border; max-height: 6px; }
QProgressBar::chunk { border-radius: 3px; background: $accent; }
QToolTip { padding: 4px 6px; border: 1px solid $border; background: $raised; color: $text; }
*[role="title"] { font-size: 15pt; font-weight: 600; }
*[role="heading"] { font-weight: 600; }
*[role="muted"] { color: $muted; }
*[role="error"] { color: $error; }
*[role="success"] { color: $success; }
QFrame[card="true"] { border: 1px solid $border; border-radius: 8px; background: $raised; }
""")


def make_palette(tokens: Tokens) -> QPalette:
    """Return the palette of these tokens."""
    role = QPalette.ColorRole
    palette = QPalette()
    for color, roles in (
        (tokens.window, (role.Window,)),
        (tokens.base, (role.Base, role.Light)),
        (tokens.raised, (role.AlternateBase, role.Midlight, role.ToolTipBase)),
        (tokens.text, (role.WindowText, role.Text, role.ButtonText, role.ToolTipText)),
        (tokens.muted, (role.PlaceholderText,)),
        (tokens.button, (role.Button,)),
        (tokens.border, (role.Mid, role.Dark, role.Shadow)),
        (tokens.accent, (role.Accent, role.Link, role.LinkVisited)),
        (tokens.selection, (role.Highlight,)),
        (tokens.on_selection, (role.HighlightedText,)),
        (tokens.error, (role.BrightText,)),
    ):
        for each in roles:
            palette.setColor(each, QColor(color))
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, QColor(tokens.muted))
    return palette


class Theme(QObject):
    """Sets the look of the whole program and hands out icons that follow it.

    Signals:
        changed: The tokens are others now. Palette, style and icons follow by themselves; only who paints with tokens
            needs it.
    """

    changed = Signal()

    def __init__(self, app: QApplication, icons: Path, mode: Mode = "system") -> None:
        """Make the look of `app`; `icons` is a folder of SVG files drawn in "currentColor"."""
        super().__init__(app)
        self._app = app
        self._icons = icons
        self._colors: dict[str, str] = {}  # shared with all icons
        self._cache: dict[tuple[str, str], QIcon] = {}
        self._mode: Mode = mode
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self.set_mode(mode)

    @property
    def is_dark(self) -> bool:
        """Whether the window is dark now."""
        if self._mode == "system":
            return self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._mode == "dark"

    @property
    def tokens(self) -> Tokens:
        """The colours now."""
        return DARK if self.is_dark else LIGHT

    def set_mode(self, mode: Mode) -> None:
        """Choose light, dark, or what the system has."""
        self._mode = mode
        hints = self._app.styleHints()  # native title bars and dialogs follow these
        if mode == "system":
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if mode == "dark" else Qt.ColorScheme.Light)
        self._apply()

    def icon(self, name: str, color: str = "text") -> QIcon:
        """Return the icon of this name in the token `color`; it changes with the theme by itself."""
        key = name, color
        if key not in self._cache:
            svg = (self._icons / f"{name}.svg").read_text("utf-8")
            self._cache[key] = QIcon(SvgIconEngine(svg, color, self._colors))
        return self._cache[key]

    def _apply(self) -> None:
        self._colors.update(asdict(self.tokens))
        self._app.setPalette(make_palette(self.tokens))
        self._app.setStyleSheet(STYLE.substitute(asdict(self.tokens), icons=self._icons.as_posix()))
        self.changed.emit()


class SvgIconEngine(QIconEngine):
    """Paints an SVG in the colour that holds at that moment, sharp at every scale.

    It must not refer back to the theme or a widget: Qt owns it, and the process crashes when Python's collector of
    reference cycles takes it first.
    """

    def __init__(self, svg: str, color: str, colors: dict[str, str]) -> None:
        super().__init__()
        self._svg = svg
        self._color = color
        self._colors = colors
        self._pixmaps: dict[tuple[int, int, str], QPixmap] = {}

    @override
    def clone(self) -> QIconEngine:
        return SvgIconEngine(self._svg, self._color, self._colors)

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        svg = self._svg.replace("currentColor", self._colors[self._color])
        painter.save()
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(0.5)
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(rect))
        painter.restore()

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if size.isEmpty():
            return QPixmap()
        key = size.width(), mode.value, self._colors[self._color]
        if key not in self._pixmaps:
            pixmap = QPixmap(size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
            painter.end()
            self._pixmaps[key] = pixmap
        return self._pixmaps[key]
