"""What can be done with the passages that are chosen, as actions for menus and tools."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence

from kbdesk.ui.models.chosen import Chosen
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.passage_view import PassageView


class PassageActs(QObject):
    """Each action is enabled while it is for the passages chosen in a view; its key works in that view.

    All signals give what is chosen (`Chosen`).

    Signals:
        correct_requested, note_requested, add_requested: The text or the note of the passage is to be written, or a
            passage after the last one.
        switch_requested: They are to answer no longer, or again if all of them are off.
        merge_requested: They are to be one passage, a single one with the next.
        split_requested: The passage is to be cut.
        revert_requested: The passage is to be as the file has it.
    """

    correct_requested = Signal(Chosen)
    switch_requested = Signal(Chosen)
    note_requested = Signal(Chosen)
    merge_requested = Signal(Chosen)
    split_requested = Signal(Chosen)
    add_requested = Signal(Chosen)
    revert_requested = Signal(Chosen)

    def __init__(self, view: PassageView, theme: Theme) -> None:
        super().__init__(view)
        self._view = view
        self._theme = theme
        self.correct = self._action("pencil", translate("PassageActs", "&Correct…"), "Ctrl+E", self.correct_requested)
        self.switch = self._action("eye-off", translate("PassageActs", "&Turn off"), "Ctrl+D", self.switch_requested)
        self.note = self._action(
            "message-square", translate("PassageActs", "&Note…"), "Ctrl+Shift+E", self.note_requested
        )
        self.merge = self._action(
            "fold-vertical", translate("PassageActs", "&Merge with the next"), "Ctrl+M", self.merge_requested
        )
        self.split = self._action("scissors", translate("PassageActs", "&Split…"), "Ctrl+Return", self.split_requested)
        self.add = self._action(
            "plus", translate("PassageActs", "&Add a passage after this…"), "Ctrl+Shift+A", self.add_requested
        )
        self.revert = self._action(
            "rotate-ccw", translate("PassageActs", "&Back to what the file says"), "Ctrl+R", self.revert_requested
        )
        view.addActions(self.all)
        view.chosen_changed.connect(self._follow)
        self._follow()

    @property
    def all(self) -> list[QAction]:
        """All of them in their order."""
        return [self.correct, self.switch, self.note, self.merge, self.split, self.add, self.revert]

    def _emit(self, signal: SignalInstance) -> None:
        chosen = self._view.chosen
        if chosen is not None:
            signal.emit(chosen)

    def _follow(self) -> None:
        chosen = self._view.chosen
        self.correct.setEnabled(chosen is not None and chosen.is_one)
        self.switch.setEnabled(chosen is not None)
        self.note.setEnabled(chosen is not None and chosen.is_one)
        self.merge.setEnabled(chosen is not None and chosen.can_be_merged)
        self.split.setEnabled(chosen is not None and chosen.is_text)
        self.add.setEnabled(chosen is not None)
        self.revert.setEnabled(chosen is not None and chosen.can_be_reverted)
        if chosen is not None:
            self._name(chosen)

    def _name(self, chosen: Chosen) -> None:
        if chosen.are_off:
            self.switch.setText(translate("PassageActs", "&Turn on"))
        else:
            self.switch.setText(translate("PassageActs", "&Turn off"))
        self.switch.setIcon(self._theme.icon("eye" if chosen.are_off else "eye-off"))
        if chosen.is_one:
            self.merge.setText(translate("PassageActs", "&Merge with the next"))
        else:
            self.merge.setText(translate("PassageActs", "&Merge the chosen passages"))

    def _action(self, icon: str, label: str, key: str, signal: SignalInstance) -> QAction:
        action = QAction(self._theme.icon(icon), label, self)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(partial(self._emit, signal))
        return action
