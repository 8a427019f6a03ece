"""The hits of one search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from kbdesk.library.types import Hit
from kbdesk.ui.models.how_read import how_read
from kbdesk.ui.translate import shown, translate

HIT_ROLE = Qt.ItemDataRole.UserRole
"""The row's `Hit`."""

SHARE_ROLE = Qt.ItemDataRole.UserRole + 1
"""Length of the row's score bar, 0 to 1: a cosine as it is, a word score as a share of the best one."""


_ROOT = QModelIndex()


class HitsModel(QAbstractListModel):
    """The hits of one search, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: Sequence[Hit] = ()
        self._best_word_score = 0.0

    def set_hits(self, hits: Sequence[Hit]) -> None:
        """Show the hits of another search."""
        self.beginResetModel()
        self._hits = tuple(hits)
        self._best_word_score = max((hit.score for hit in hits if hit.score_kind == "words"), default=0.0)
        self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._hits)

    @override
    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit = self._hits[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return _sentence(hit)
            case Qt.ItemDataRole.ToolTipRole:
                return f"{_source(hit)}\n\n{_score_meaning(hit)}"
            case _ if role == HIT_ROLE:
                return hit
            case _ if role == SHARE_ROLE:
                return self._share(hit)
            case _:
                return None

    def _share(self, hit: Hit) -> float:
        whole = 1.0 if hit.score_kind == "meaning" else self._best_word_score
        return min(max(hit.score / whole, 0.0), 1.0) if whole > 0 else 0.0


def place_words(hit: Hit) -> str:
    """Return where a hit stands and how it was read, for example "page 12 · read by OCR, 87 %"."""
    return " · ".join(each for each in (shown(hit.place), *how_read(hit.chunk.metadata)) if each)


def _sentence(hit: Hit) -> str:
    """Return the row in words: what a screen reader says."""
    place = place_words(hit)
    if place:
        return translate("HitsModel", "Score {score}, {document}, {place}: {text}").format(
            score=f"{hit.score:.2f}", document=hit.document.name, place=place, text=hit.chunk.text
        )
    return translate("HitsModel", "Score {score}, {document}: {text}").format(
        score=f"{hit.score:.2f}", document=hit.document.name, text=hit.chunk.text
    )


def _source(hit: Hit) -> str:
    return "\n".join(each for each in (hit.document.name, place_words(hit)) if each)


def _score_meaning(hit: Hit) -> str:
    if hit.score_kind == "meaning":
        return translate(
            "HitsModel",
            "How near the passage is to your question in meaning. Scores go from -1.00 to 1.00; higher is better, "
            "and 1.00 means the same words.",
        )
    return translate(
        "HitsModel",
        "How well the words of the passage match your question. Scores begin at 0 and have no upper end; higher is "
        "better. Compare them within one search only. The bar shows the share of the best hit.",
    )
