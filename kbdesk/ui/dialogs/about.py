"""Where the data is, and what kbdesk is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from kbdesk import __version__
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.fitting import fit_to_screen


class DataFolderDialog(QDialog):
    """Shows the one folder that holds everything, to be opened or copied."""

    def __init__(self, folder: Path, open_url: Callable[[QUrl], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("DataFolder", "Where is my data"))
        words = QLabel(
            translate(
                "DataFolder",
                "Knowledge bases, copies of the files you added, and settings are in this one folder on your computer; "
                "only a knowledge base with a folder of its own is where you put it. "
                "File > Backups makes a copy of it that you can go back to.",
            )
        )
        words.setWordWrap(True)
        path_field = QLineEdit(str(folder))
        path_field.setReadOnly(True)
        path_field.setAccessibleName(translate("DataFolder", "Data folder"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy_button = buttons.addButton(translate("DataFolder", "Copy path"), QDialogButtonBox.ButtonRole.ActionRole)
        copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(folder)))
        open_button = buttons.addButton(translate("DataFolder", "Open folder"), QDialogButtonBox.ButtonRole.ActionRole)
        open_button.clicked.connect(lambda: open_url(QUrl.fromLocalFile(str(folder))))
        buttons.rejected.connect(self.reject)
        _stack(self, words, path_field, buttons)


class AboutDialog(QDialog):
    """Version, licence and thanks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("About", "About kbdesk"))
        name = QLabel(f"kbdesk {__version__}")
        name.setProperty("role", "title")
        what = QLabel(translate("About", "Curate and search your team's handbook on your own computer."))
        what.setWordWrap(True)
        licences = QLabel(
            translate(
                "About",
                "kbdesk is free software under the MIT licence. It uses Qt {version} under the LGPL-3.0 "
                "and icons of Lucide under the ISC licence.",
            ).format(version=qVersion())
        )
        licences.setWordWrap(True)
        licences.setProperty("role", "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        _stack(self, name, what, licences, buttons)


def _stack(dialog: QDialog, *widgets: QWidget) -> None:
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 18, 20, 16)
    layout.setSpacing(12)
    for widget in widgets:
        layout.addWidget(widget)
    dialog.setMinimumWidth(480)
    fit_to_screen(dialog)
