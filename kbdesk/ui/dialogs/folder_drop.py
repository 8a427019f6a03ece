"""A folder was dropped: is it to be taken in once, or kept in sync?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.fitting import fit_to_screen


class FolderDropDialog(QDialog):
    """Asks once for all folders of a drop; accepted means that they are taken in.

    Attributes:
        keeps_in_sync: The answer.
    """

    def __init__(self, folders: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.keeps_in_sync = False
        self.setWindowTitle(translate("FolderDrop", "Add a folder"))
        one = translate("FolderDrop", "The folder “{name}”").format(name=folders[0].name)
        several = translate("FolderDrop", "%n folder(s)", None, len(folders))
        self.heading = ElidedLabel(one if len(folders) == 1 else several)
        self.heading.setProperty("role", "heading")
        self.words = QLabel(
            translate(
                "FolderDrop",
                "Add its files once, or keep it in sync: then kbdesk follows what is added, changed or removed in it. "
                "What is removed goes to the trash.",
            ),
            wordWrap=True,
        )
        self.once_button = make_button(translate("FolderDrop", "&Add once"), primary=True)
        self.sync_button = make_button(translate("FolderDrop", "&Keep in sync"))
        self._lay_out()

    def _keep_in_sync(self) -> None:
        self.keeps_in_sync = True
        self.accept()

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        for button in (self.sync_button, self.once_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.once_button.clicked.connect(self.accept)
        self.sync_button.clicked.connect(self._keep_in_sync)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.words)
        layout.addSpacing(8)
        layout.addWidget(buttons)
        self.once_button.setDefault(True)  # only now does the dialog hear of it
        self.once_button.setFocus()
        self.setFixedWidth(480)
        fit_to_screen(self)
