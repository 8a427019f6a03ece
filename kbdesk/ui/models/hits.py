"""What the list of a search shows: hits, the line above the weak ones, and the names of documents above their hits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.ui.models.hit_words import document_sentence, hit_sentence, hit_tip, place_words, weak_line
from kbdesk.ui.models.marks import Span

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The `Row`."""

HIT_ROLE = Qt.ItemDataRole.UserRole
"""The row's `Hit`, or None."""

_ROOT = QModelIndex()
_NO_NAMES: Mapping[str, str] = {}

Key = tuple[str, int]
"""A passage: the id of its document, its index."""


@dataclass(frozen=True)
class Row:
    """A row of the list.

    Attributes:
        kind: What it is: a hit, the name of a document above its hits, or the line above the weak ones.
        hit: The hit, or None.
        document: The document that the row names, or None.
        count: Number of hits below the name.
        is_open: Whether they are shown.
        is_weak: Whether it stands below the line.
    """

    kind: Literal["hit", "document", "weak"]
    hit: Hit | None = None
    document: DocumentInfo | None = None
    count: int = 0
    is_open: bool = True
    is_weak: bool = False


class HitsModel(QAbstractListModel):
    """The hits of one search, best first; weak ones below a line, never between the others.

    Attributes:
        is_grouped: Whether hits stand under the names of their documents.
        names_queries: Whether each hit says which query it answers.
        base_names: The names of the knowledge bases by their ids, where each hit says in which it is; else empty.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_grouped = False
        self.names_queries = False
        self.base_names: Mapping[str, str] = {}
        self._hits: Sequence[Hit] = ()
        self._weak: Sequence[Hit] = ()
        self._closed: set[tuple[str, bool]] = set()
        self._sentences: Mapping[Key, Span] = {}
        self._rows: Sequence[Row] = ()

    @property
    def hits(self) -> list[Hit]:
        """All hits, also those of documents that are folded."""
        return [*self._hits, *self._weak]

    def set_hits(
        self,
        hits: Sequence[Hit],
        weak: Sequence[Hit] = (),
        *,
        names_queries: bool = False,
        base_names: Mapping[str, str] = _NO_NAMES,
    ) -> None:
        """Show the hits of another search."""
        self._hits, self._weak = tuple(hits), tuple(weak)
        self.names_queries, self.base_names = names_queries, base_names
        self._closed.clear()
        self._sentences = {}
        self._arrange()

    def set_grouped(self, is_grouped: bool) -> None:
        """Put hits under the names of their documents, or not."""
        if is_grouped != self.is_grouped:
            self.is_grouped = is_grouped
            self._arrange()

    def set_open(self, index: QModelIndex, is_open: bool) -> None:
        """Show or fold the hits of a document."""
        row = self._rows[index.row()]
        if row.document is not None and row.is_open != is_open:
            key = row.document.id, row.is_weak
            (self._closed.discard if is_open else self._closed.add)(key)
            self._arrange()

    def set_sentences(self, hits: Sequence[Hit], sentences: Sequence[Span | None]) -> None:
        """Mark in each hit the sentence that is nearest in meaning."""
        found = {_key(hit): span for hit, span in zip(hits, sentences, strict=True) if span is not None}
        if found != self._sentences and self._rows:
            self._sentences = found
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def sentence_of(self, hit: Hit) -> Span | None:
        """Return where the sentence of a hit is that is nearest in meaning, or None."""
        return self._sentences.get(_key(hit))

    def place_of(self, hit: Hit) -> str:
        """Return where a hit stands, in words; with its knowledge base if several were searched."""
        base = self.base_names.get(hit.document.knowledge_base_id, "")
        return " · ".join(part for part in (base, place_words(hit)) if part)

    def index_of(self, hit: Hit) -> QModelIndex:
        """Return where a passage is in the list; no valid index if it is not."""
        rows = (row for row, each in enumerate(self._rows) if each.hit is not None and _key(each.hit) == _key(hit))
        return self.index(next(rows, -1))

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        is_line = index.isValid() and self._rows[index.row()].kind == "weak"
        return Qt.ItemFlag.NoItemFlags if is_line else super().flags(index)

    @override
    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._words(row)
            case Qt.ItemDataRole.ToolTipRole:
                return hit_tip(row.hit, self.place_of(row.hit)) if row.hit else None
            case _ if role == HIT_ROLE:
                return row.hit
            case _ if role == ROW_ROLE:
                return row
            case _:
                return None

    def _words(self, row: Row) -> str:
        if row.hit is not None:
            return hit_sentence(row.hit, self.place_of(row.hit), names_query=self.names_queries)
        return document_sentence(row.document, row.count, is_open=row.is_open) if row.document else weak_line()

    def _arrange(self) -> None:
        self.beginResetModel()
        self._rows = [*self._listed(self._hits, is_weak=False)]
        if self._weak:
            self._rows += [Row("weak"), *self._listed(self._weak, is_weak=True)]
        self.endResetModel()

    def _listed(self, hits: Sequence[Hit], *, is_weak: bool) -> Iterator[Row]:
        if not self.is_grouped:
            yield from (Row("hit", hit, is_weak=is_weak) for hit in hits)
            return
        groups: dict[str, list[Hit]] = {}
        for hit in hits:
            groups.setdefault(hit.document.id, []).append(hit)
        for document_id, group in groups.items():
            is_open = (document_id, is_weak) not in self._closed
            yield Row("document", None, group[0].document, len(group), is_open, is_weak)
            if is_open:
                yield from (Row("hit", hit, is_weak=is_weak) for hit in group)


def _key(hit: Hit) -> Key:
    return hit.document.id, hit.chunk.chunk_index
