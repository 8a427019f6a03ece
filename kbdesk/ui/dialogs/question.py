"""Asking before what a person may not want."""

from __future__ import annotations

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QMessageBox, QWidget


def ask(parent: QWidget, question: str, consequence: str, *, label: str) -> SignalInstance:
    """Ask above a dialog, whose title the question gets; a mere Enter or Escape agrees to nothing.

    Args:
        parent: The dialog.
        question: What is asked.
        consequence: What comes of it.
        label: What the button says that agrees.

    Returns:
        The signal of that button.
    """
    box = QMessageBox(QMessageBox.Icon.Warning, parent.windowTitle(), question, parent=parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setInformativeText(consequence)
    agree = box.addButton(label, QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.open()
    return agree.clicked
