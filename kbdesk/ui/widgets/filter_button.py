"""A button with a menu of what a search can be narrowed to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from kbdesk.library.search.types import Filters, FilterValues, Occurrence
from kbdesk.ui.models.filters import FACETS, Facet, chosen_of, facet_name, value_name, values_of
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.check_menu import CheckMenu

_MOST_IN_MENU = 12


class FilterButton(QPushButton):
    """Asks for what there is to choose from, and then shows its menu.

    Signals:
        values_requested: What can be chosen is to be shown: see `show_values`.
        toggled_value: This value (str) of a facet (str) is to narrow the search, or no longer.
        more_requested: A facet (str) has more values than a menu holds; all are to be shown.
        documents_requested: Documents are to be chosen.
        dates_requested: Days are to be chosen.
    """

    values_requested = Signal()
    toggled_value = Signal(str, str)
    more_requested = Signal(str)
    documents_requested = Signal()
    dates_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme.icon("filter"), translate("Filters", "Filter"), parent)
        self.setIconSize(QSize(16, 16))
        self.setToolTip(translate("Filters", "Search only some documents"))
        self.popup = QMenu(self)
        self.clicked.connect(self.values_requested)

    def show_values(self, values: FilterValues, filters: Filters) -> None:
        """Open the menu with these values; those that narrow the search have a tick."""
        for old in self.popup.findChildren(QMenu):
            old.deleteLater()
        self.popup.clear()
        self.popup.addAction(translate("Filters", "&Document…"), self.documents_requested.emit)
        for facet in FACETS:
            self._add_facet(facet, values_of(values, facet), chosen_of(filters, facet))
        self.popup.addAction(translate("Filters", "&Added…"), self.dates_requested.emit)
        self.popup.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _add_facet(self, facet: Facet, occurrences: Sequence[Occurrence], chosen: tuple[str, ...]) -> None:
        menu = CheckMenu(facet_name(facet), self.popup)
        menu.setEnabled(bool(occurrences))
        self.popup.addMenu(menu)
        line = translate("Filters", "{value} ({count})")
        for each in occurrences[:_MOST_IN_MENU]:
            words = line.format(value=value_name(facet, each.value), count=each.count)
            action = menu.addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(each.value in chosen)
            action.triggered.connect(partial(self.toggled_value.emit, facet, each.value))
        if len(occurrences) > _MOST_IN_MENU:
            menu.addSeparator()
            menu.addAction(translate("Filters", "&More…"), partial(self.more_requested.emit, facet))
