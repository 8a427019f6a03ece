"""What can be done with the passages that are chosen, as actions for menus and tools."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence

from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.ui.models.passage_marks import edit_of, is_off, note_of
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.passage_view import PassageView


class PassageActs(QObject):
    """Each action is enabled while it is for the passages chosen in a view; its key works in that view.

    Signals:
        switch_requested: These passages (a list of `Chunk`) are to be off (True) or to answer again.
        correct_requested, note_requested, add_requested: The text or the note of this passage (`Chunk`) is to be
            written, or a passage after it.
        split_requested: This passage is to be cut, perhaps before the character of this number.
        merge_requested: These passages (a list of `Chunk`) are to be one; a single one with the next.
        revert_requested: These passages (a list of `Chunk`) are to be as the file has them.
    """

    switch_requested = Signal(list, bool)
    correct_requested = Signal(Chunk)
    note_requested = Signal(Chunk)
    add_requested = Signal(Chunk)
    split_requested = Signal(Chunk, int)
    merge_requested = Signal(list)
    revert_requested = Signal(list)

    def __init__(self, view: PassageView, theme: Theme) -> None:
        super().__init__(view)
        self._view = view
        self._theme = theme
        self.correct = self._action("pencil", translate("PassageActs", "&Correct…"), "Ctrl+E")
        self.switch = self._action("eye-off", translate("PassageActs", "&Turn off"), "Ctrl+D")
        self.note = self._action("message-square", translate("PassageActs", "&Note…"), "Ctrl+Shift+E")
        self.merge = self._action("fold-vertical", translate("PassageActs", "&Merge with the next"), "Ctrl+M")
        self.split = self._action("scissors", translate("PassageActs", "&Split…"), "Ctrl+Return")
        self.add = self._action("plus", translate("PassageActs", "&Add a passage after this…"), "Ctrl+Shift+A")
        self.revert = self._action("rotate-ccw", translate("PassageActs", "&Back to what the file says"), "Ctrl+R")
        self.correct.triggered.connect(lambda: self.correct_requested.emit(view.chosen[0]))
        self.note.triggered.connect(lambda: self.note_requested.emit(view.chosen[0]))
        self.add.triggered.connect(lambda: self.add_requested.emit(view.chosen[-1]))
        self.split.triggered.connect(lambda: self.split_requested.emit(view.chosen[0], view.position))
        self.merge.triggered.connect(lambda: self.merge_requested.emit(view.chosen))
        self.switch.triggered.connect(lambda: self.switch_requested.emit(view.chosen, not self._are_off))
        self.revert.triggered.connect(lambda: self.revert_requested.emit(view.chosen))
        view.addActions(self.all)
        view.chosen_changed.connect(self._follow)
        self._follow()

    @property
    def all(self) -> list[QAction]:
        """All of them in their order."""
        return [self.correct, self.switch, self.note, self.merge, self.split, self.add, self.revert]

    @property
    def _are_off(self) -> bool:
        return bool(self._view.chosen) and all(is_off(chunk.metadata) for chunk in self._view.chosen)

    def _follow(self) -> None:
        chosen = self._view.chosen
        is_one, are_texts = len(chosen) == 1, all(isinstance(each.content, TextBlock) for each in chosen)
        self.correct.setEnabled(is_one and are_texts)
        self.note.setEnabled(is_one)
        self.split.setEnabled(is_one and are_texts)
        self.add.setEnabled(bool(chosen))
        self.switch.setEnabled(bool(chosen))
        self.merge.setEnabled(are_texts and (len(chosen) > 1 or (is_one and _has_next(chosen[0]))))
        self.revert.setEnabled(any(_is_changed(chunk) for chunk in chosen))
        self._name(is_many=len(chosen) > 1)

    def _name(self, *, is_many: bool) -> None:
        if self._are_off:
            self.switch.setText(translate("PassageActs", "&Turn on"))
            self.switch.setIcon(self._theme.icon("eye"))
        else:
            self.switch.setText(translate("PassageActs", "&Turn off"))
            self.switch.setIcon(self._theme.icon("eye-off"))
        if is_many:
            self.merge.setText(translate("PassageActs", "&Merge the chosen passages"))
        else:
            self.merge.setText(translate("PassageActs", "&Merge with the next"))

    def _action(self, icon: str, label: str, key: str) -> QAction:
        action = QAction(self._theme.icon(icon), label, self)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        return action


def _has_next(chunk: Chunk) -> bool:
    return chunk.chunk_index + 1 < chunk.total_chunks


def _is_changed(chunk: Chunk) -> bool:
    return bool(edit_of(chunk.metadata) or note_of(chunk.metadata) or is_off(chunk.metadata))
