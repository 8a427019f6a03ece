"""The system's dialogs for choosing what to add."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from kbdesk.ui.drops import PICTURES
from kbdesk.ui.translate import translate

Take = Callable[[Sequence[Path]], object]


def choose_files(window: QWidget, take: Take) -> None:
    """Let a person choose files, and hand them to `take`."""
    dialog = QFileDialog(window, translate("Desk", "Add files"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    _open(dialog, take)


def choose_folder(window: QWidget, take: Take) -> None:
    """Let a person choose a folder, and hand it to `take`."""
    dialog = QFileDialog(window, translate("Desk", "Add a folder"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    _open(dialog, take)


def choose_picture(window: QWidget, take: Callable[[Path], object]) -> None:
    """Let a person choose a picture, and hand it to `take`."""
    dialog = QFileDialog(window, translate("QueryPicture", "Search with a picture"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    patterns = " ".join(f"*{suffix}" for suffix in sorted(PICTURES))
    pictures = translate("QueryPicture", "Pictures ({patterns})").format(patterns=patterns)
    dialog.setNameFilters([pictures, translate("QueryPicture", "All files (*)")])
    _open(dialog, lambda paths: take(paths[0]))


def choose_packs(window: QWidget, take: Take) -> None:
    """Let a person choose files that are knowledge bases, under whatever names, and hand them to `take`."""
    dialog = QFileDialog(window, translate("Pack", "Open a knowledge base"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters([translate("Pack", "Knowledge bases (*.kbpack)"), translate("Pack", "All files (*)")])
    _open(dialog, take)


def choose_pack_to_write(window: QWidget, name: str, take: Callable[[Path], object]) -> None:
    """Let a person choose the file that a knowledge base is written to, and hand it to `take`."""
    dialog = QFileDialog(window, translate("Pack", "Export a knowledge base"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("Pack", "Knowledge bases (*.kbpack)")])
    dialog.setDefaultSuffix("kbpack")
    dialog.selectFile(name)
    _open(dialog, lambda paths: take(paths[0]))


def _open(dialog: QFileDialog, take: Take) -> None:
    def take_names(names: list[str]) -> None:
        take([Path(name) for name in names])

    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.filesSelected.connect(take_names)
    dialog.open()
