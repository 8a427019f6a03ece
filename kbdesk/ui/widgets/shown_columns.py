"""Which columns of the list of documents are shown: what a person chose, and of the others those that find room."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QTableView

from kbdesk.ui.models.documents import Column, column_title
from kbdesk.ui.translate import translate

_SAMPLE_TEXTS = {
    Column.KIND: "JPEG picture",
    Column.STATE: "      Failed: not supported",
    Column.PASSAGES: "Passages",
    Column.SIZE: "1023 bytes",
    Column.ADDED: "12/31/2026",
    Column.TAGS: "travel, business trips",
    Column.OWNER: "Maria González",
    Column.REVIEW: "      Due since 12/31/2026",
}
"""Texts as wide as most of a column, so that widths follow the font."""

_SHORTEST_NAME = "Notice of departure.docx"
"""A name that must find room; columns that nobody chose give way to it."""

_GIVING_WAY = (Column.KIND, Column.SIZE, Column.ADDED, Column.REVIEW, Column.OWNER, Column.TAGS)
"""Columns that can be missing in a narrow window; the last gives way first."""


class ShownColumns(QObject):
    """Shows and hides the columns of a table; the menu of its header says which.

    A column that a person chose is there however narrow the window is; then the table can be scrolled sideways.

    Attributes:
        actions: One for each column that can be hidden, and one that leaves all to the room there is.
    """

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._chosen: dict[Column, bool] = {}
        self._needed: frozenset[Column] = frozenset()
        self._by_column = {column: self._make_action(column) for column in _SAMPLE_TEXTS}
        self._reset = QAction(translate("Documents", "As many as find &room"), self)
        self._reset.triggered.connect(self._forget)
        separator = QAction(self)
        separator.setSeparator(True)
        self.actions = [*self._by_column.values(), separator, self._reset]
        for column, sample in _SAMPLE_TEXTS.items():
            table.setColumnWidth(column, self._width_of(sample))

    @property
    def choices(self) -> str:
        """What was chosen, as `restore` takes it at the next start."""
        return json.dumps({column.name: is_shown for column, is_shown in self._chosen.items()})

    def restore(self, choices: str) -> None:
        """Take what was chosen before."""
        chosen = cast("dict[str, bool]", json.loads(choices))
        self._chosen = {column: chosen[column.name] for column in _SAMPLE_TEXTS if column.name in chosen}
        self.fit()

    def choose(self, column: Column, *, is_shown: bool) -> None:
        """Show or hide a column, however much room there is."""
        self._chosen[column] = is_shown
        self._needed -= {column}
        self.fit()

    def need(self, columns: Iterable[Column]) -> None:
        """Show these columns for as long as the list is about them, whatever was chosen before."""
        self._needed = frozenset(columns)
        self.fit()

    def fit(self) -> None:
        """Show what was chosen, and of the other columns as many as leave room for the names."""
        name_width = self._width_of(_SHORTEST_NAME)
        always = [column for column in _SAMPLE_TEXTS if self._is_always_shown(column)]
        room = self._table.viewport().width() - name_width - sum(map(self._width, always))
        mode = QHeaderView.ResizeMode
        self._table.horizontalHeader().setSectionResizeMode(Column.NAME, mode.Stretch if room >= 0 else mode.Fixed)
        if room < 0:
            self._table.setColumnWidth(Column.NAME, name_width)
        shown = set(always)
        for column in _GIVING_WAY:
            if column not in shown and column not in self._chosen:
                room -= self._width(column)
                shown |= {column} if room >= 0 else set()
        for column, action in self._by_column.items():
            self._table.setColumnHidden(column, column not in shown)
            action.setChecked(column in shown)

    def _is_always_shown(self, column: Column) -> bool:
        return column in self._needed or self._chosen.get(column, column not in _GIVING_WAY)

    def _forget(self) -> None:
        self._chosen.clear()
        self.fit()

    def _make_action(self, column: Column) -> QAction:
        action = QAction(column_title(column), self)
        action.setCheckable(True)
        action.triggered.connect(lambda: self.choose(column, is_shown=action.isChecked()))
        return action

    def _width(self, column: Column) -> int:
        return self._table.columnWidth(column) or self._width_of(_SAMPLE_TEXTS[column])

    def _width_of(self, sample: str) -> int:
        return self._table.fontMetrics().horizontalAdvance(sample) + 18
