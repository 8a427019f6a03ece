"""What a search is narrowed to: chips, and the button with which more is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from kbdesk.library.search.types import Filters
from kbdesk.library.types import DocumentInfo
from kbdesk.ui.models.filters import Facet, chips_of, toggled
from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.chips import ChipRow
from kbdesk.ui.widgets.filter_button import FilterButton


class SearchFilters(QObject):
    """Holds what is chosen and keeps chips and button true to it.

    Signals:
        changed: The search is narrowed otherwise.

    Attributes:
        value: What the search is narrowed to.
        button: Has the menu.
        row: Has the chips.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.value = Filters()
        self._names: dict[str, str] = {}
        self.button = FilterButton(theme)
        self.row = ChipRow(theme)
        self.button.toggled_value.connect(self._toggle)
        self.row.changed.connect(self.narrow)

    @property
    def documents(self) -> dict[str, str]:
        """Names by id of the documents that alone are searched; none: all are."""
        return {each: self._names.get(each, each) for each in self.value.document_ids}

    def narrow(self, filters: Filters) -> None:
        """Narrow the search to this."""
        if filters != self.value:
            self.value = filters
            self.row.show_chips(chips_of(filters, self._names))
            self.changed.emit()

    def name_documents(self, names: Mapping[str, str]) -> None:
        """Take what documents are called, by id."""
        self._names |= names

    def choose_documents(self, documents: Mapping[str, str]) -> None:
        """Search only in these documents (names by id); in all if there are none."""
        self.name_documents(documents)
        self.narrow(replace(self.value, document_ids=tuple(documents)))

    def choose_document(self, document: DocumentInfo) -> None:
        """Search only in this document."""
        self.choose_documents({document.id: document.name})

    def _toggle(self, facet: Facet, value: str) -> None:
        self.narrow(toggled(self.value, facet, value))
