"""The presenters of the window: one for each thing it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QUrl

from kbdesk.library.library import Library
from kbdesk.secrets import SecretStore
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.presenters.adding import AddingPresenter
from kbdesk.ui.presenters.attached import AttachedPresenter
from kbdesk.ui.presenters.backups import BackupsPresenter
from kbdesk.ui.presenters.check import CheckPresenter
from kbdesk.ui.presenters.closed_files import ClosedFilesPresenter
from kbdesk.ui.presenters.curation import CurationPresenter
from kbdesk.ui.presenters.curation_dialogs import CurationDialogs
from kbdesk.ui.presenters.cuts import CutsPresenter
from kbdesk.ui.presenters.documents import DocumentsPresenter
from kbdesk.ui.presenters.due import DuePresenter
from kbdesk.ui.presenters.edits import EditsPresenter
from kbdesk.ui.presenters.expected import ExpectedPresenter
from kbdesk.ui.presenters.facts import FactsPresenter
from kbdesk.ui.presenters.filters import FiltersPresenter
from kbdesk.ui.presenters.folders import FoldersPresenter
from kbdesk.ui.presenters.gaps import GapsPresenter
from kbdesk.ui.presenters.health import HealthPresenter
from kbdesk.ui.presenters.history import HistoryPresenter
from kbdesk.ui.presenters.intake import IntakePresenter
from kbdesk.ui.presenters.knowledge_bases import KnowledgeBasesPresenter
from kbdesk.ui.presenters.leaving import LeavingPresenter
from kbdesk.ui.presenters.licences import LicencesPresenter
from kbdesk.ui.presenters.new_version import AskForNewest, NewVersionPresenter
from kbdesk.ui.presenters.notes import NotesPresenter
from kbdesk.ui.presenters.originals import OriginalsPresenter
from kbdesk.ui.presenters.packs import PacksPresenter
from kbdesk.ui.presenters.passages import PassagesPresenter
from kbdesk.ui.presenters.picture_query import PictureQueryPresenter
from kbdesk.ui.presenters.questions import QuestionsPresenter
from kbdesk.ui.presenters.queue import QueuePresenter
from kbdesk.ui.presenters.search import SearchPresenter
from kbdesk.ui.presenters.settings import SettingsPresenter
from kbdesk.ui.presenters.similar import SimilarPresenter
from kbdesk.ui.presenters.trash import TrashPresenter
from kbdesk.ui.presenters.undo import UndoPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.work import Work
from kbdesk.updates import newest_release


@dataclass(frozen=True)
class Surroundings:
    """What the window is given.

    Attributes:
        data_folder: Where everything is kept.
        secrets: Where API keys are kept.
        sample: The folder of the sample handbook.
        open_url: Opens a file or folder with its own program; returns whether it could.
        safe_mode: Whether what was left to read rests until a person wants it, and no folder is followed.
        ask_for_newest: Asks the network for the newest kbdesk; only when a person wants it.
    """

    data_folder: Path
    secrets: SecretStore
    sample: Path
    open_url: Callable[[QUrl], bool]
    safe_mode: bool = False
    ask_for_newest: AskForNewest = newest_release


class Presenters(QObject):
    """Makes all presenters; who listens to whom is the business of `Desk`."""

    def __init__(
        self,
        window: MainWindow,
        library: Library,
        scope: TaskScope,
        *,
        work: Work,
        theme: Theme,
        around: Surroundings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        panes = window.panes
        self.bases = KnowledgeBasesPresenter(panes.knowledge_bases, library, scope, self)
        self.documents = DocumentsPresenter(
            panes.documents, panes.documents.model, library=library, scope=scope, parent=self
        )
        self.originals = OriginalsPresenter(panes.documents, scope, open_url=around.open_url, parent=self)
        self.passages = PassagesPresenter(panes.passages, library, scope, self)
        self.curation = CurationPresenter(panes.passages.acts, library, scope, self)
        self.curation_dialogs = CurationDialogs(self.curation, library, scope, theme=theme, window=window, parent=self)
        self.edits = EditsPresenter(self.curation, library, scope, theme=theme, window=window, parent=self)
        self.search = SearchPresenter(panes.search, library, scope, self)
        self.history = HistoryPresenter(panes.search, library, scope, self)
        self.filters = FiltersPresenter(panes.search, library, scope, theme=theme, parent=self)
        self.picture_query = PictureQueryPresenter(panes.search, library, scope, self)
        self.settings = SettingsPresenter(library, around.secrets, scope, theme=theme, parent=self)
        self.intake = IntakePresenter(window.status_line, library, scope, self)
        self.queue = QueuePresenter(panes.documents.queue, library, scope, self)
        self.adding = AddingPresenter(window, window.look_line, library=library, scope=scope, parent=self)
        self.packs = PacksPresenter(window, library, scope, work=work, parent=self)
        self.packs.arrived.connect(self.bases.refresh)
        panes.knowledge_bases.export_requested.connect(self.packs.export)
        self.folders = FoldersPresenter(window, library.folders, scope, theme=theme, parent=self)
        self.undo = UndoPresenter(window.undo_bar, library, scope, self)
        self.facts = FactsPresenter(panes.documents, library, scope, undo=self.undo, theme=theme, parent=self)
        self.due = DuePresenter(panes.knowledge_bases, panes.documents, library, scope, self)
        self.questions = QuestionsPresenter(
            panes.knowledge_bases, library, scope, undo=self.undo, theme=theme, parent=self
        )
        self.similar = SimilarPresenter(panes.documents.details.similar, library, scope, theme=theme, parent=self)
        self.attached = AttachedPresenter(panes.documents, library, scope, self)
        self.leaving = LeavingPresenter(window, work, theme, self)
        self._make_dialogs(window, library, scope, theme=theme, around=around)

    def _make_dialogs(
        self, window: MainWindow, library: Library, scope: TaskScope, *, theme: Theme, around: Surroundings
    ) -> None:
        """Make those that do all their work in dialogs."""
        self.cuts = CutsPresenter(window, library, scope, theme=theme, parent=self)
        self.trash = TrashPresenter(library, scope, theme=theme, parent=self)
        self.check = CheckPresenter(library, scope, self)
        self.check.mended.connect(self.undo.undone)
        self.backups = BackupsPresenter(library, scope, theme=theme, open_url=around.open_url, parent=self)
        self.backups.restart_requested.connect(self.leaving.left)
        self.closed_files = ClosedFilesPresenter(window, library, scope, theme=theme, parent=self)
        self.health = HealthPresenter(window, library, scope, theme=theme, parent=self)
        self.expected = ExpectedPresenter(library, scope, theme=theme, parent=self)
        self.new_version = NewVersionPresenter(
            scope, ask_for_newest=around.ask_for_newest, open_url=around.open_url, parent=self
        )
        self.licences = LicencesPresenter(scope, open_url=around.open_url, parent=self)
        self.notes = NotesPresenter(library, scope, self)
        self.gaps = GapsPresenter(library, scope, notes=self.notes, undo=self.undo, theme=theme, parent=self)
