"""Asking before what a person may not want."""

from __future__ import annotations

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from kbdesk.ui.translate import translate


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
    box.setTextFormat(Qt.TextFormat.PlainText)  # names may look like anything
    box.setInformativeText(consequence)
    agree = box.addButton(label, QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.open()
    return agree.clicked


def ask_to_throw_away(dialog: QDialog, consequence: str) -> None:
    """Close a dialog in which something was typed only if a person agrees to lose it."""
    ask(
        dialog,
        translate("Question", "Throw away what you typed?"),
        consequence,
        label=translate("Question", "Throw away"),
    ).connect(lambda: dialog.done(QDialog.DialogCode.Rejected))
