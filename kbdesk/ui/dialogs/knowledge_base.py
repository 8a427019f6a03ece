"""Make a knowledge base, or rename and describe one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.types import KnowledgeBaseInfo, StoreKind
from kbdesk.ui.translate import joined, translate
from kbdesk.ui.widgets.fitting import fit_to_screen

MAX_NAME_LENGTH = 100


class KnowledgeBaseDialog(QDialog):
    """Asks for name and description and, of a new one, where it is kept.

    It stays open until its owner accepts it, so that a name that is taken can be mended.

    Signals:
        submitted: The answers are given; the owner calls `accept` or `show_problem`.
    """

    submitted = Signal()

    def __init__(
        self,
        base: KnowledgeBaseInfo | None,
        parent: QWidget | None = None,
        *,
        stores: Sequence[StoreKind] = ("this-computer", "milvus-lite"),
    ) -> None:
        """`stores` can be chosen for a new one; of a single one nothing is asked."""
        super().__init__(parent)
        self._asks_for_place = base is None and len(stores) > 1
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._is_new = base is None
        self._add_fields(base)
        self.place = StorePlace()
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "error")
        self.problem.hide()
        self._add_buttons()
        self._arrange()
        self._check()

    @property
    def name(self) -> str:
        """The name, without blanks around it."""
        return self.name_field.text().strip()

    @property
    def description(self) -> str:
        """What it is for; may be empty."""
        return self.description_field.toPlainText().strip()

    @property
    def store(self) -> StoreKind:
        """Where it is to be kept."""
        return "milvus-lite" if self.place.folder_choice.isChecked() else "this-computer"

    @property
    def store_path(self) -> Path | None:
        """The folder of one's own, or None."""
        return self.place.folder

    def show_problem(self, title: str, remedy: str) -> None:
        """Say why the answers cannot be taken, and let them be mended."""
        self.problem.setText(joined(title, remedy))
        self.problem.show()
        self.name_field.setFocus()
        self.name_field.selectAll()

    def _add_fields(self, base: KnowledgeBaseInfo | None) -> None:
        self.name_field = QLineEdit(base.name if base else "")
        self.name_field.setMaxLength(MAX_NAME_LENGTH)
        self.name_field.textChanged.connect(self._check)
        self.description_field = QPlainTextEdit(base.description if base else "")
        self.description_field.setTabChangesFocus(True)
        self.description_field.setFixedHeight(self.fontMetrics().height() * 4 + 16)

    def _add_buttons(self) -> None:
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        label = translate("KnowledgeBaseDialog", "Create") if self._is_new else translate("KnowledgeBaseDialog", "Save")
        self.submit_button = QPushButton(label)
        self.submit_button.setProperty("primary", True)
        self.buttons.addButton(self.submit_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.submit_button.clicked.connect(self.submitted)
        self.buttons.rejected.connect(self.reject)
        self.place.changed.connect(self._check)

    def _arrange(self) -> None:
        new_title = translate("KnowledgeBaseDialog", "New knowledge base")
        self.setWindowTitle(
            new_title if self._is_new else translate("KnowledgeBaseDialog", "Rename or describe knowledge base")
        )
        name_label = QLabel(translate("KnowledgeBaseDialog", "&Name"))
        name_label.setBuddy(self.name_field)
        description_label = QLabel(translate("KnowledgeBaseDialog", "&What it is for (optional)"))
        description_label.setBuddy(self.description_field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(6)
        for widget in (name_label, self.name_field, description_label, self.description_field):
            layout.addWidget(widget)
        layout.addWidget(self.place)
        self.place.setVisible(self._asks_for_place)
        layout.addWidget(self.problem)
        layout.addSpacing(8)
        layout.addWidget(self.buttons)
        self.submit_button.setDefault(True)  # only now does the dialog hear of it
        self.setMinimumWidth(460)
        fit_to_screen(self)

    def _check(self) -> None:
        self.submit_button.setEnabled(bool(self.name) and self.place.is_complete)


class StorePlace(QWidget):
    """Where a new knowledge base is kept.

    Signals:
        changed: Another answer.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.computer_choice = QRadioButton(translate("KnowledgeBaseDialog", "On &this computer, with all the others"))
        self.computer_choice.setChecked(True)
        self.folder_choice = QRadioButton(
            translate(
                "KnowledgeBaseDialog", "In a Milvus Lite &folder of its own (slower; other Milvus programs read it)"
            )
        )
        self.folder_field = QLineEdit()
        self.folder_field.setAccessibleName(translate("KnowledgeBaseDialog", "Folder of the knowledge base"))
        self.folder_field.setPlaceholderText(translate("KnowledgeBaseDialog", "Choose a folder"))
        self.choose_button = QPushButton(translate("KnowledgeBaseDialog", "Choose f&older…"))
        self.choose_button.clicked.connect(self._choose_folder)
        self.folder_choice.toggled.connect(self._follow_choice)
        self.folder_field.textChanged.connect(self.changed)
        self._arrange()
        self._follow_choice()

    @property
    def folder(self) -> Path | None:
        """The folder of one's own, or None."""
        words = self.folder_field.text().strip()
        return Path(words).expanduser() if self.folder_choice.isChecked() and words else None

    @property
    def is_complete(self) -> bool:
        """Whether the answer can be taken."""
        return self.computer_choice.isChecked() or (self.folder is not None and self.folder.is_absolute())

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(24, 0, 0, 0)
        row.addWidget(self.folder_field, 1)
        row.addWidget(self.choose_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(QLabel(translate("KnowledgeBaseDialog", "Where it is kept")))
        layout.addWidget(self.computer_choice)
        layout.addWidget(self.folder_choice)
        layout.addLayout(row)

    def _follow_choice(self) -> None:
        for widget in (self.folder_field, self.choose_button):
            widget.setEnabled(self.folder_choice.isChecked())
        self.changed.emit()

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, translate("KnowledgeBaseDialog", "Folder of the knowledge base"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.folder_field.setText)
        dialog.open()
