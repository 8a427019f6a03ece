"""How many passages a search shows, and from which score on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.number_fields import make_number_field, make_score_field

MOST_HITS = 50

_FIELD_MARGINS = 40
"""Room in points for the buttons and edges of a number field."""


class SearchOptions(QWidget):
    """Two fields for numbers, beside each other.

    Signals:
        changed: The person chose another number.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.top_k_field = make_number_field(translate("SearchPane", "Most passages to show"), 1, MOST_HITS)
        self.top_k_field.setPrefix(translate("SearchPane", "Show") + " ")
        self.top_k_field.setToolTip(translate("SearchPane", "How many passages are shown at most"))
        self.min_score_field = make_score_field(
            translate("SearchPane", "Least score"), translate("SearchPane", "Any score")
        )
        self.min_score_field.setPrefix("≥ ")
        self.min_score_field.setToolTip(translate("SearchPane", "Passages with a lower score by meaning are left out"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        longest = self.top_k_field.prefix() + "00", max("≥ 0.00", self.min_score_field.specialValueText(), key=len)
        for field, words in zip((self.top_k_field, self.min_score_field), longest, strict=True):
            field.setFixedWidth(field.fontMetrics().horizontalAdvance(words) + _FIELD_MARGINS)
            field.valueChanged.connect(self.changed)
            layout.addWidget(field)
        layout.addStretch(1)

    @property
    def top_k(self) -> int:
        """The most hits to show."""
        return self.top_k_field.value()

    @property
    def min_score(self) -> float | None:
        """The least score of a hit, or None for any."""
        return round(self.min_score_field.value(), 2) or None

    def set_values(self, top_k: int, min_score: float | None) -> None:
        """Show these numbers; nothing is announced by this."""
        for field in (self.top_k_field, self.min_score_field):
            field.blockSignals(True)
        self.top_k_field.setValue(top_k)
        self.min_score_field.setValue(min_score or 0.0)
        for field in (self.top_k_field, self.min_score_field):
            field.blockSignals(False)
