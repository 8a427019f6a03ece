"""Buttons as the whole window uses them."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QPushButton, QToolButton


def plain_label(label: str) -> str:
    """Return a menu's label without its mark of a letter, which is "(&D)" in Chinese."""
    return re.sub(r"\(&.\)|&|…$", "", label)


def make_button(label: str, icon: QIcon | None = None, *, primary: bool = False) -> QPushButton:
    """Return a button with words; one in a place may be the primary one."""
    button = QPushButton(label)
    button.setProperty("primary", primary)
    if icon is not None:
        button.setIcon(icon)
        button.setIconSize(QSize(16, 16))
    return button


def make_icon_button(icon: QIcon, name: str) -> QToolButton:
    """Return a button that shows only an icon; its name is its tooltip and what a screen reader says."""
    button = QToolButton()
    button.setIcon(icon)
    button.setIconSize(QSize(18, 18))
    button.setToolTip(name)
    button.setAccessibleName(name)
    button.setProperty("flat", True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
