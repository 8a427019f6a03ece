"""What can be done with documents that are to be read, as actions for menus."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from kbdesk.library.types import State
from kbdesk.ui.models.queue_acts import Act, targets
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate


class QueueActions(QObject):
    """Each action is enabled while it is for one of the selected documents at least.

    Signals:
        pause_requested, go_on_requested, stop_requested, cancel_requested, read_next_requested, read_last_requested,
            retry_requested: This is wanted of these documents (a list of ids).
        retry_failed_requested: All that failed are to be read again.
    """

    pause_requested = Signal(list)
    go_on_requested = Signal(list)
    stop_requested = Signal(list)
    cancel_requested = Signal(list)
    read_next_requested = Signal(list)
    read_last_requested = Signal(list)
    retry_requested = Signal(list)
    retry_failed_requested = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._selected: Mapping[str, State] = {}
        self.pause = self._action("circle-pause", translate("Documents", "&Pause"))
        self.go_on = self._action("circle-play", translate("Documents", "&Go on"))
        self.stop = self._action("circle-stop", translate("Documents", "&Stop"))
        self.cancel = self._action("x", translate("Documents", "&Cancel and take out"))
        self.read_next = self._action("arrow-up-to-line", translate("Documents", "Read &next"))
        self.read_last = self._action("arrow-down-to-line", translate("Documents", "Read &last"))
        self.retry = self._action("refresh-cw", translate("Documents", "&Try again"))
        self.retry_failed = self._action("refresh-cw", translate("Documents", "Try again all that fail&ed"))
        self.retry_failed.triggered.connect(self.retry_failed_requested)
        self._acts = {
            Act.PAUSE: (self.pause, self.pause_requested),
            Act.GO_ON: (self.go_on, self.go_on_requested),
            Act.STOP: (self.stop, self.stop_requested),
            Act.CANCEL: (self.cancel, self.cancel_requested),
            Act.READ_NEXT: (self.read_next, self.read_next_requested),
            Act.READ_LAST: (self.read_last, self.read_last_requested),
            Act.TRY_AGAIN: (self.retry, self.retry_requested),
        }
        for act, (action, _) in self._acts.items():
            action.triggered.connect(partial(self._emit, act))
        self.show_selection({})
        self.show_failed(0)

    @property
    def of_work(self) -> list[QAction]:
        """What is done with work that is under way or waits."""
        return [self.pause, self.go_on, self.stop, self.cancel, self.read_next, self.read_last]

    @property
    def of_failures(self) -> list[QAction]:
        """What is done with what was not read."""
        return [self.retry, self.retry_failed]

    def show_selection(self, states: Mapping[str, State]) -> None:
        """Take the selected documents, by id."""
        self._selected = states
        for act, (action, _) in self._acts.items():
            action.setEnabled(bool(targets(act, states)))

    def show_failed(self, count: int) -> None:
        """Take how many documents failed, selected or not."""
        self.retry_failed.setEnabled(count > 0)

    def _emit(self, act: Act) -> None:
        _, signal = self._acts[act]
        signal.emit(targets(act, self._selected))

    def _action(self, icon: str, label: str) -> QAction:
        return QAction(self._theme.icon(icon), label, self)
