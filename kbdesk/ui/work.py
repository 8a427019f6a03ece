"""What goes on behind the window, whoever does it: taking files in, a long check."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass
class _Piece:
    began: float
    words: str


class Work(QObject):
    """Knows what goes on and for how long, for whoever is asked to leave or looks elsewhere.

    Signals:
        changed: Something goes on, goes further or has ended.
        ended: A piece of work has ended: a sentence of what came of it, or ""; and the seconds it took.
    """

    changed = Signal()
    ended = Signal(str, float)

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._pieces: dict[str, _Piece] = {}

    @property
    def is_going(self) -> bool:
        """Whether something goes on."""
        return bool(self._pieces)

    @property
    def words(self) -> str:
        """How far the newest piece of work is, or ""."""
        return list(self._pieces.values())[-1].words if self._pieces else ""

    def tell(self, key: str, words: str) -> None:
        """Note how far a piece of work is; the first time, that it has begun."""
        self._pieces.setdefault(key, _Piece(self._clock(), "")).words = words
        self.changed.emit()

    def end(self, key: str, words: str = "") -> None:
        """Note that a piece of work has ended, and what came of it; nothing happens if it never began."""
        piece = self._pieces.pop(key, None)
        if piece is not None:
            self.changed.emit()
            self.ended.emit(words, self._clock() - piece.began)
