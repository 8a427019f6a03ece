"""The list of knowledge bases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.ui.models.lamps import Lamp
from kbdesk.ui.translate import translate

Index = QModelIndex | QPersistentModelIndex

KNOWLEDGE_BASE_ROLE = Qt.ItemDataRole.UserRole
"""The `KnowledgeBaseInfo` of a row."""

SUBTITLE_ROLE = Qt.ItemDataRole.UserRole + 1
"""How much is in it, in words."""

LAMP_ROLE = Qt.ItemDataRole.UserRole + 2
"""How its check questions stand (`Lamp`), or None where there are none."""


def subtitle(base: KnowledgeBaseInfo) -> str:
    """Return how much is in a knowledge base."""
    return translate("KnowledgeBases", "%n document(s)", "", base.document_count)


class KnowledgeBasesModel(QAbstractListModel):
    """Holds the knowledge bases in order of creation."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bases: list[KnowledgeBaseInfo] = []
        self._lamps: Mapping[str, Lamp] = {}

    @property
    def knowledge_bases(self) -> list[KnowledgeBaseInfo]:
        """All of them."""
        return list(self._bases)

    def set_knowledge_bases(self, bases: Sequence[KnowledgeBaseInfo]) -> None:
        """Show these; rows stay as they are when only their contents changed."""
        same_rows = [each.id for each in bases] == [each.id for each in self._bases]
        if same_rows:
            self._bases = list(bases)
            if bases:
                self.dataChanged.emit(self.index(0), self.index(len(bases) - 1))
            return
        self.beginResetModel()
        self._bases = list(bases)
        self.endResetModel()

    def set_lamps(self, lamps: Mapping[str, Lamp]) -> None:
        """Show how the check questions stand, by the id of their knowledge base."""
        if lamps != self._lamps:
            self._lamps = lamps
            if self._bases:
                self.dataChanged.emit(self.index(0), self.index(len(self._bases) - 1))

    def knowledge_base_at(self, row: int) -> KnowledgeBaseInfo:
        """Return the knowledge base in a row."""
        return self._bases[row]

    def row_of(self, kb_id: str) -> int | None:
        """Return the row of a knowledge base, or None."""
        return next((row for row, each in enumerate(self._bases) if each.id == kb_id), None)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own default; it is never changed)
        return 0 if parent.isValid() else len(self._bases)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        base = self._bases[index.row()]
        lamp = self._lamps.get(base.id)
        if role == Qt.ItemDataRole.DisplayRole:
            return base.name
        if role == KNOWLEDGE_BASE_ROLE:
            return base
        if role == SUBTITLE_ROLE:
            return subtitle(base)
        if role == LAMP_ROLE:
            return lamp
        said = lamp.sentence if lamp else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(str(each) for each in (base.name, base.description, base.store_path, said) if each)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(each for each in (base.name, subtitle(base), said) if each)
        return None
