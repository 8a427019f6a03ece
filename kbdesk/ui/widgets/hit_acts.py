"""What can be done with the hit that is chosen, as actions for a menu and a bar of buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from kbdesk.library.types import DocumentInfo, Hit
from kbdesk.ui.models.hit_words import citation
from kbdesk.ui.models.reading_acts import has_health
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.hit_list import HitList


class HitActs(QObject):
    """Each action is enabled while there is a hit it is for; its key works in the list.

    Signals:
        page_requested: The place of this hit (`Hit`) in its document is to be shown as it looks.
        program_requested: The document of this hit (`Hit`) is to be opened there with its own program.
        why_requested: What speaks for the hit is to be shown.
        expected_requested: The person misses a passage.
        check_question_requested: This hit (`Hit`) is to be what this question (str) finds from now on.
        only_requested: Only this document (`DocumentInfo`) is to be searched.
        off_requested: This passage (`Hit`) is to answer no longer.
    """

    page_requested = Signal(Hit)
    program_requested = Signal(Hit)
    why_requested = Signal()
    expected_requested = Signal()
    check_question_requested = Signal(Hit, str)
    only_requested = Signal(DocumentInfo)
    off_requested = Signal(Hit)

    def __init__(self, hits: HitList, theme: Theme) -> None:
        super().__init__(hits)
        self._list = hits
        self._theme = theme
        self._make_reading_actions()
        self._make_more_actions()
        self.menu = self._make_menu()
        hits.addActions([action for action in self.menu.actions() if not action.isSeparator()])
        hits.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        hits.customContextMenuRequested.connect(self._show_menu)
        hits.current_changed.connect(self._follow)
        self._follow()

    def _make_reading_actions(self) -> None:
        self.open = self._action("book-open", translate("HitActs", "&Open among its neighbours"), "", self._open)
        self.page = self._action(
            "image", translate("HitActs", "Show the &page as it looks…"), "Ctrl+Return", self._emit(self.page_requested)
        )
        self.program = self._action(
            "external-link", translate("HitActs", "Open in its own p&rogram"), "", self._emit(self.program_requested)
        )
        self.copy = self._action(
            "copy", translate("HitActs", "&Copy with citation"), QKeySequence.StandardKey.Copy, self._copy_citation
        )
        self.copy_text = self._action("", translate("HitActs", "Copy &text"), "Ctrl+Shift+C", self._copy_text)

    def _make_more_actions(self) -> None:
        self.why = self._action("info", translate("HitActs", "&Why this hit?"), "Ctrl+I", self.why_requested.emit)
        self.expected = self._action(
            "", translate("HitActs", "I e&xpected another passage…"), "", self.expected_requested.emit
        )
        self.question = self._action("", translate("HitActs", "&Save as check question…"), "", self._save_question)
        self.only = self._action("filter", translate("HitActs", "Search in this &document only"), "", self._search_only)
        self.off = self._action(
            "eye-off", translate("HitActs", "Tur&n this passage off"), "Ctrl+D", self._emit(self.off_requested)
        )

    def _make_menu(self) -> QMenu:
        menu = QMenu(self._list)
        groups = (
            (self.open, self.page, self.program),
            (self.copy, self.copy_text),
            (self.why, self.expected, self.question),
            (self.only, self.off),
        )
        for number, group in enumerate(groups):
            if number:
                menu.addSeparator()
            menu.addActions(group)
        return menu

    def _action(self, icon: str, label: str, key: str | QKeySequence.StandardKey, act: Callable[[], object]) -> QAction:
        action = QAction(label, self)
        if icon:
            action.setIcon(self._theme.icon(icon))
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: act())
        return action

    def _emit(self, signal: SignalInstance) -> Callable[[], None]:
        return lambda: signal.emit(self._list.current_hit)

    def _open(self) -> None:
        self._list.opened.emit(self._list.current_hit)

    def _copy_citation(self) -> None:
        if (hit := self._list.current_hit) is not None:
            QGuiApplication.clipboard().setText(citation(hit))

    def _copy_text(self) -> None:
        if (hit := self._list.current_hit) is not None:
            QGuiApplication.clipboard().setText(hit.chunk.text)

    def _save_question(self) -> None:
        if (hit := self._list.current_hit) is not None:
            self.check_question_requested.emit(hit, hit.why.query)

    def _search_only(self) -> None:
        self.only_requested.emit(self._list.current_document)

    def _show_menu(self, position: QPoint) -> None:
        if self._list.current_document is not None:
            self.menu.popup(self._list.viewport().mapToGlobal(position))

    def _follow(self) -> None:
        hit, document = self._list.current_hit, self._list.current_document
        for action in self.menu.actions():
            action.setEnabled(hit is not None)
        self.only.setEnabled(document is not None)
        self.page.setEnabled(hit is not None and has_health(hit.document))
        self.question.setEnabled(hit is not None and bool(hit.why.query))
        self.expected.setEnabled(True)
