"""Light and dark from one set of tokens, on Fusion, so that the window looks the same on every system.

Every colour pair that carries text reaches a contrast of 4.5 to 1 (WCAG 2.2, AA); a test measures it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication

Mode = Literal["system", "light", "dark"]

ICON_SIZES = (16, 18, 20, 36, 48, 56)
"""The sizes in use, before the scale of the screen."""

_DISABLED_OPACITY = 0.4


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
QPushButton:checked, QToolButton:checked, QToolButton[flat="true"]:checked {
    border-color: $accent; background: $selection; color: $on_selection;
}
QToolButton[inner="true"], QToolButton[inner="true"]:focus { padding: 2px; }
QToolButton[flat="true"] { border-color: transparent; background: transparent; }
QToolButton[flat="true"]:hover { background: $raised; }
QToolButton[flat="true"]:focus { border: 2px solid $accent; }
QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QDateEdit, QComboBox {
    padding: 4px 8px; border: 1px solid $border; border-radius: 6px; background: $base; color: $text;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QDateEdit:focus, QComboBox:focus {
    border: 2px solid $accent; padding: 3px 7px;
}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 20px; border: none; }
QAbstractSpinBox::up-arrow { image: url("$icons/field-up.svg"); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url("$icons/field-down.svg"); width: 12px; height: 12px; }
QComboBox QLineEdit, QComboBox QLineEdit:focus { padding: 0; border: none; background: transparent; }
QComboBox { combobox-popup: 0; }  /* the other kind hides its last line under an arrow */
QComboBox QAbstractItemView { border: 1px solid $border; padding: 4px; }
QComboBox::drop-down, QDateEdit::drop-down { width: 26px; border: none; }
QComboBox::down-arrow, QDateEdit::down-arrow { image: url("$icons/field-down.svg"); width: 14px; height: 14px; }
QRadioButton { spacing: 8px; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $muted; border-radius: 8px; background: $base; }
QRadioButton::indicator:hover, QRadioButton::indicator:focus { border-color: $accent; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid $accent; }
QListView, QTableView { border: none; background: $base; outline: 0; }
QTreeView { border: 2px solid $border; border-radius: 6px; background: $base; outline: 0; }
QTreeView:focus { border-color: $accent; }
QTreeView::item { border: none; }
QTreeView::item:selected { background: $selection; color: $on_selection; }
QTreeView::indicator, QCheckBox::indicator {
    width: 14px; height: 14px; border: 1px solid $muted; border-radius: 3px; background: $base;
}
QTreeView::indicator:checked, QCheckBox::indicator:checked { border-color: $accent; image: url("$icons/tick.svg"); }
QTextBrowser { border: none; background: $window; }
DocumentsTable, HitList { border: 2px solid $base; }
PassageView, CutsView { border: 2px solid $window; }
DocumentsTable:focus, HitList:focus, PassageView:focus, CutsView:focus { border-color: $accent; }
QListView[sidebar="true"] { background: $window; }
QHeaderView { background: $base; }
QHeaderView::section {
    background: $base; color: $muted; border: none; border-bottom: 1px solid $border; padding: 6px 8px;
}
QTableView { selection-background-color: $selection; selection-color: $on_selection; }
QTableView::item { padding: 0 5px; border: none; }
QAbstractScrollArea::corner { border: none; background: transparent; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
QTabBar::tab { padding: 8px 14px; border: none; border-bottom: 2px solid transparent; color: $muted; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:selected:focus { background: $selection; color: $on_selection; }
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
QMenuBar { border-bottom: 1px solid $border; }
QMenuBar::item { padding: 5px 9px; margin-bottom: 1px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $selection; color: $on_selection; }
QMenu { background: $base; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 8px; border-radius: 4px; }
QMenu::item:selected { background: $selection; color: $on_selection; }
QMenu::item:disabled { color: $muted; background: transparent; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip { padding: 4px 6px; border: 1px solid $border; background: $raised; color: $text; }
*[role="title"] { font-size: 15pt; font-weight: 600; }
*[role="heading"] { font-weight: 600; }
*[role="muted"] { color: $muted; }
*[role="error"] { color: $error; }
*[role="success"] { color: $success; }
QFrame[banner="true"] { border: none; border-bottom: 1px solid $border; background: $raised; }
QFrame[dropzone="true"] { border: 2px dashed $border; border-radius: 12px; margin: 0 14px 14px 14px; }
QFrame[chip="true"] { border: 1px solid $border; border-radius: 6px; background: $raised; }
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
        self._folder = icons
        self._icons: dict[tuple[str, str], QIcon] = {}
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
        """Return the icon of this name in the token `color`; buttons and actions that show it follow the theme."""
        key = name, color
        if key not in self._icons:
            svg = (self._folder / f"{name}.svg").read_text("utf-8")
            scales = {screen.devicePixelRatio() for screen in self._app.screens()}
            self._icons[key] = draw_icon(svg, getattr(self.tokens, color), scales)
        return self._icons[key]

    def _apply(self) -> None:
        self._app.setPalette(make_palette(self.tokens))
        self._app.setStyleSheet(STYLE.substitute(asdict(self.tokens), icons=self._folder.as_posix()))
        self._exchange_icons()
        self.changed.emit()

    def _exchange_icons(self) -> None:
        """Give every button and action that shows one of our icons the same one in the colours of now."""
        shown = {icon.cacheKey(): key for key, icon in self._icons.items()}
        self._icons.clear()
        for widget in self._app.allWidgets():
            buttons = [widget] if isinstance(widget, QAbstractButton) else []
            for target in (*buttons, *widget.actions()):
                key = shown.get(target.icon().cacheKey())
                if key is not None:
                    target.setIcon(self.icon(*key))


def draw_icon(svg: str, color: str, scales: Iterable[float]) -> QIcon:
    """Return an icon drawn in "currentColor" in every size in use at these scales, so that none is blurred.

    (An icon engine of our own would draw in the colour of the moment; but Qt and Python both delete it when Python's
    collector of reference cycles comes first, and the process crashes at its end.)
    """
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", color).encode()))
    icon = QIcon()
    for size in {round(size * scale) for size in ICON_SIZES for scale in scales}:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        icon.addPixmap(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)  # else Qt makes a paler one for selected rows
        icon.addPixmap(_faded(pixmap), QIcon.Mode.Disabled)  # else Qt makes one that is hardly paler on dark ground
    return icon


def _faded(pixmap: QPixmap) -> QPixmap:
    faded = QPixmap(pixmap.size())
    faded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(faded)
    painter.setOpacity(_DISABLED_OPACITY)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return faded
