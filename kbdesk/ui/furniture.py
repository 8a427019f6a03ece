"""What stands in the window once the library is open."""

from __future__ import annotations

from dataclasses import dataclass

from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.panes.knowledge_bases import KnowledgeBasesPane
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.theme import Theme
from kbdesk.ui.widgets.conflicts_button import ConflictsButton
from kbdesk.ui.widgets.look_line import LookLine
from kbdesk.ui.widgets.message_bar import MessageBar
from kbdesk.ui.widgets.privacy_note import PrivacyNote
from kbdesk.ui.widgets.status_line import StatusLine
from kbdesk.ui.widgets.undo_bar import UndoBar


@dataclass(frozen=True)
class Panes:
    """What stands in the window, from left to right."""

    knowledge_bases: KnowledgeBasesPane
    documents: DocumentsPane
    passages: PassagesPane
    search: SearchPane


class Bars:
    """What stands around the panes."""

    def __init__(self, theme: Theme) -> None:
        self.message_bar = MessageBar(theme)
        self.undo_bar = UndoBar(theme)
        self.look_line = LookLine(theme)
        self.status_line = StatusLine(theme)
        self.conflicts_button = ConflictsButton(theme)
        self.privacy_note = PrivacyNote(theme)
