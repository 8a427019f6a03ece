"""The choice of how documents are cut into passages, with its numbers."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFormLayout, QLabel, QRadioButton, QSpinBox, QVBoxLayout, QWidget

from kbdesk.library.chunking import LARGEST, MOST_ROWS, SMALLEST, Chunking, Way
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.forms import add_row
from kbdesk.ui.widgets.number_fields import make_number_field

CHARACTERS = 4
"""Characters of Latin text in one unit of size of the library."""

_STEP = 100
_USUAL_PART = 10
"""What neighbours share is usually this part of a passage."""


class WayChoice(QWidget):
    """Asks for a way of cutting.

    Signals:
        changed: Another way or another number was chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ways: dict[Way, QRadioButton] = {way: QRadioButton(words) for way, words in _names().items()}
        self._group = QButtonGroup(self)
        for button in self.ways.values():
            self._group.addButton(button)
        self.explanation = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.explanation.setProperty("role", "muted")
        self.size_field = _characters_field(translate("Cuts", "Most characters of a passage"), SMALLEST, LARGEST)
        self.overlap_field = _characters_field(translate("Cuts", "Most characters that neighbours share"), 0, LARGEST)
        self.rows_field = make_number_field(translate("Cuts", "Most rows of a table in a passage"), 1, MOST_ROWS)
        self._form = QFormLayout()
        self._arrange()
        self._group.idClicked.connect(self._follow_way)
        for field in (self.size_field, self.overlap_field, self.rows_field):
            field.valueChanged.connect(self._follow_numbers)
        self.show_chunking(Chunking())

    @property
    def chunking(self) -> Chunking:
        """What is chosen."""
        return Chunking(
            self._way,
            chunk_size=self.size_field.value() // CHARACTERS,
            overlap=self.overlap_field.value() // CHARACTERS,
            rows=self.rows_field.value(),
        )

    def show_chunking(self, chunking: Chunking) -> None:
        """Show this choice; `changed` tells nothing of it."""
        with QSignalBlocker(self):
            self.ways[chunking.way].setChecked(True)
            self.size_field.setValue(chunking.chunk_size * CHARACTERS)
            self.overlap_field.setValue(chunking.overlap * CHARACTERS)
            self.rows_field.setValue(chunking.rows)
            self._follow_way()

    @property
    def _way(self) -> Way:
        chosen: list[Way] = [way for way, button in self.ways.items() if button.isChecked()]
        return chosen[0]

    def _arrange(self) -> None:
        heading = QLabel(translate("Cuts", "How documents are cut"))
        heading.setProperty("role", "heading")
        note = QLabel(translate("Cuts", "A Chinese or Japanese character counts as three."))
        note.setWordWrap(True)
        note.setProperty("role", "muted")
        for words, field in (
            (translate("Cuts", "Passage, &characters"), self.size_field),
            (translate("Cuts", "&Shared, characters"), self.overlap_field),
            (translate("Cuts", "Table &rows"), self.rows_field),
        ):
            add_row(self._form, words, field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(heading)
        for button in self.ways.values():
            layout.addWidget(button)
        layout.addWidget(self.explanation)
        layout.addLayout(self._form)
        layout.addWidget(note)

    def _follow_way(self) -> None:
        way = self._way
        self.explanation.setText(_explanations()[way])
        self._form.setRowVisible(self.overlap_field, way != "semantic")
        self._form.setRowVisible(self.rows_field, way == "table_rows")
        self._follow_numbers()

    def _follow_numbers(self) -> None:
        size = self.size_field.value()
        if self.overlap_field.value() >= size:  # cut down to just below it, every text would be in many passages
            self.overlap_field.setValue(size // _USUAL_PART)
        self.overlap_field.setMaximum(size - CHARACTERS)
        self.changed.emit()


def _characters_field(name: str, lowest: int, highest: int) -> QSpinBox:
    field = make_number_field(name, lowest * CHARACTERS, highest * CHARACTERS)
    field.setSingleStep(_STEP)
    return field


def _names() -> dict[Way, str]:
    return {
        "approx_token": translate("Cuts", "By si&ze"),
        "sentence": translate("Cuts", "By s&entences"),
        "paragraph": translate("Cuts", "By &paragraphs"),
        "markdown": translate("Cuts", "By &headings"),
        "table_rows": translate("Cuts", "By &table rows"),
        "semantic": translate("Cuts", "By &meaning"),
    }


def _explanations() -> dict[Way, str]:
    return {
        "approx_token": translate("Cuts", "Passages of much the same size, which end where a sentence ends."),
        "sentence": translate("Cuts", "As many whole sentences as fit."),
        "paragraph": translate("Cuts", "As many whole paragraphs as fit; long ones are cut between sentences."),
        "markdown": translate("Cuts", "Never across a heading; tables and code stay whole where they fit."),
        "table_rows": translate(
            "Cuts", "A few rows of a table with its headings above them; other text is cut by paragraphs."
        ),
        "semantic": translate(
            "Cuts", "Where the topic changes. The model reads every sentence for this, which takes its time."
        ),
    }
