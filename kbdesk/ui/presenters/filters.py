"""Finds out what a search can be narrowed to, and lets it be chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

from PySide6.QtCore import QObject

from kbdesk.library.facts.days import today
from kbdesk.library.library import Library
from kbdesk.library.listing import ListQuery
from kbdesk.library.search.types import FilterValues
from kbdesk.ui.dialogs.choose import ChooseDialog
from kbdesk.ui.dialogs.days import DaysDialog
from kbdesk.ui.models.document_words import filter_words
from kbdesk.ui.models.filters import Facet, chosen_of, facet_name, value_name, values_of, with_chosen
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_VALUES = "filters.values"
_DOCUMENTS = "filters.documents"

_MOST_DOCUMENTS = 100
"""Documents that are offered at a time; more are found by typing."""


class FiltersPresenter(QObject):
    """Owns the menu's values and the dialogs."""

    def __init__(
        self, pane: SearchPane, library: Library, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        self._theme = theme
        self._values = FilterValues()
        self.dialog: ChooseDialog | DaysDialog | None = None
        button = pane.form.filters.button
        button.values_requested.connect(lambda: scope.start(self._load(), key=_VALUES))
        button.more_requested.connect(self._choose_values)
        button.documents_requested.connect(self._choose_documents)
        button.dates_requested.connect(self._choose_days)

    async def _load(self) -> None:
        filters = self._pane.form.filters
        self._values = await self._library.filter_values(self._pane.form.where.kb_ids)
        filters.button.show_values(self._values, filters.value)

    def _choose_values(self, name: str) -> None:
        facet = cast("Facet", name)
        filters = self._pane.form.filters
        names = {each.value: value_name(facet, each.value) for each in values_of(self._values, facet)}
        chosen = {value: value_name(facet, value) for value in chosen_of(filters.value, facet)}
        dialog = ChooseDialog(facet_name(facet), chosen, self._theme, self._pane.window())

        def find(words: str) -> None:
            fitting = {value: name for value, name in names.items() if words.casefold() in name.casefold()}
            dialog.show_choices(fitting)

        dialog.typed.connect(find)
        dialog.accepted.connect(lambda: filters.narrow(with_chosen(filters.value, facet, list(dialog.chosen))))
        find("")
        self._open(dialog)

    def _choose_documents(self) -> None:
        filters = self._pane.form.filters
        title = translate("Filters", "Search only in these documents")
        dialog = ChooseDialog(title, filters.documents, self._theme, self._pane.window())
        dialog.typed.connect(partial(self._offer_documents, dialog))
        dialog.accepted.connect(lambda: filters.choose_documents(dialog.chosen))
        dialog.finished.connect(lambda: self._scope.cancel(_DOCUMENTS))
        self._open(dialog)
        self._offer_documents(dialog, "")

    def _choose_days(self) -> None:
        filters = self._pane.form.filters
        dialog = DaysDialog(filters.value.added_from, filters.value.added_to, today(), self._pane.window())
        dialog.accepted.connect(
            lambda: filters.narrow(replace(filters.value, added_from=dialog.first, added_to=dialog.last))
        )
        self._open(dialog)

    def _offer_documents(self, dialog: ChooseDialog, words: str) -> None:
        self._scope.start(self._find(dialog, words), key=_DOCUMENTS)

    def _open(self, dialog: ChooseDialog | DaysDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(self._close)
        dialog.open()

    def _close(self) -> None:
        self.dialog = None

    async def _find(self, dialog: ChooseDialog, words: str) -> None:
        listing, names = self._library.listing, dict[str, str]()
        for base in self._pane.form.where.bases:
            wanted = filter_words(words, await listing.values(base.id)) if words.strip() else ()
            room = _MOST_DOCUMENTS - len(names)
            found = await listing.page(base.id, ListQuery(wanted), offset=0, limit=room) if room else []
            names |= {document.id: document.name for document in found}
        dialog.show_choices(names)
