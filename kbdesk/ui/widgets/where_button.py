"""Which knowledge bases are searched: one, several, or all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.check_menu import CheckMenu
from kbdesk.ui.widgets.menu_button import MenuButton


class WhereButton(MenuButton):
    """Names what is searched, and has a box to tick for each knowledge base and one for all.

    Until the person ticks something, the knowledge base that is open is the one that is searched.

    Signals:
        changed: Other knowledge bases are searched now.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(CheckMenu(), theme, parent)
        self._bases: Sequence[KnowledgeBaseInfo] = ()
        self._chosen: frozenset[str] | None = frozenset()
        self._current: str | None = None
        self.all_action = self._add_action(translate("SearchPane", "All knowledge bases"))
        self.all_action.triggered.connect(self._tick_all)
        self.popup.addSeparator()
        self.actions_by_base: dict[str, QAction] = {}
        self._follow()

    @property
    def kb_ids(self) -> tuple[str, ...] | None:
        """The knowledge bases to search, in their order; None for all of them."""
        if not self._chosen:
            return None
        return tuple(base.id for base in self._bases if base.id in self._chosen)

    @property
    def bases(self) -> list[KnowledgeBaseInfo]:
        """The knowledge bases to search."""
        return [base for base in self._bases if not self._chosen or base.id in self._chosen]

    def names(self, kb_ids: Sequence[str] | None) -> dict[str, str]:
        """Return the names of these knowledge bases by their ids; None for all of them."""
        return {base.id: base.name for base in self._bases if kb_ids is None or base.id in kb_ids}

    @property
    def is_everywhere(self) -> bool:
        """Whether no knowledge base is left out."""
        return len(self.bases) == len(self._bases)

    def show_knowledge_bases(self, bases: Sequence[KnowledgeBaseInfo], current: KnowledgeBaseInfo | None) -> None:
        """Offer these knowledge bases; the `current` one is searched if the one before it was, and no other."""
        before = self.kb_ids
        self._bases = bases
        if self._chosen is not None:
            kept = self._chosen & {base.id for base in bases}
            follows = self._chosen == frozenset({self._current}) or not kept
            self._chosen = frozenset({current.id} if current else ()) if follows else kept
        self._current = current.id if current else None
        self._fill()
        if self.kb_ids != before:
            self.changed.emit()

    def choose(self, kb_ids: Sequence[str] | None) -> None:
        """Search these knowledge bases, or all; those that are not there any more are left out."""
        before = self.kb_ids
        known = frozenset(kb_ids or ()) & {base.id for base in self._bases}
        self._chosen = known or frozenset({self._current} if self._current else ()) if kb_ids is not None else None
        self._follow()
        if self.kb_ids != before:
            self.changed.emit()

    def _tick_all(self) -> None:
        self.choose(None if self.all_action.isChecked() else [self._current or ""])

    def _tick(self, kb_id: str) -> None:
        chosen = set(self.kb_ids or ())  # from "all", a tick chooses that one alone
        self.choose([*(chosen ^ {kb_id})] or [kb_id])

    def _fill(self) -> None:
        for action in self.actions_by_base.values():
            self.popup.removeAction(action)
            action.deleteLater()
        self.actions_by_base = {}
        for base in self._bases:
            action = self._add_action(base.name.replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, kb_id=base.id: self._tick(kb_id))
            self.actions_by_base[base.id] = action
        self._follow()

    def _add_action(self, words: str) -> QAction:
        action = self.popup.addAction(words)
        action.setCheckable(True)
        return action

    def _follow(self) -> None:
        self.all_action.setChecked(self.kb_ids is None)
        for kb_id, action in self.actions_by_base.items():
            action.setChecked(self._chosen is not None and kb_id in self._chosen)
        self.say(translate("SearchPane", "Where to search"), self._words())

    def _words(self) -> str:
        bases = self.bases
        if self.kb_ids is None:
            return translate("SearchPane", "All knowledge bases")
        return bases[0].name if len(bases) == 1 else translate("SearchPane", "%n knowledge bases", None, len(bases))
