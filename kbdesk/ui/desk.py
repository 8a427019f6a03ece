"""Puts panes, presenters and menus together over one library; the whole window without the program around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QUrl

from kbdesk.library.library import Library
from kbdesk.library.listing import Remark
from kbdesk.library.provider import remote_host
from kbdesk.library.types import Deletion, DocumentInfo, KnowledgeBaseInfo, State
from kbdesk.secrets import SecretStore
from kbdesk.ui.choosers import choose_files, choose_folder
from kbdesk.ui.dialogs.about import AboutDialog, DataFolderDialog
from kbdesk.ui.drops import Offer, refusal
from kbdesk.ui.errors import ErrorReporter, Message
from kbdesk.ui.main_window import MainWindow, Panes
from kbdesk.ui.menus import Acts, Menus
from kbdesk.ui.models.documents import DocumentsModel
from kbdesk.ui.models.knowledge_bases import KnowledgeBasesModel
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.panes.knowledge_bases import KnowledgeBasesPane
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.adding import AddingPresenter
from kbdesk.ui.presenters.attached import AttachedPresenter
from kbdesk.ui.presenters.backups import BackupsPresenter
from kbdesk.ui.presenters.check import CheckPresenter
from kbdesk.ui.presenters.closed_files import ClosedFilesPresenter
from kbdesk.ui.presenters.cuts import CutsPresenter
from kbdesk.ui.presenters.documents import DocumentsPresenter
from kbdesk.ui.presenters.folders import FoldersPresenter
from kbdesk.ui.presenters.health import HealthPresenter
from kbdesk.ui.presenters.intake import IntakePresenter
from kbdesk.ui.presenters.knowledge_bases import KnowledgeBasesPresenter
from kbdesk.ui.presenters.leaving import LeavingPresenter
from kbdesk.ui.presenters.passages import PassagesPresenter
from kbdesk.ui.presenters.queue import QueuePresenter
from kbdesk.ui.presenters.search import SearchPresenter
from kbdesk.ui.presenters.settings import SettingsPresenter
from kbdesk.ui.presenters.similar import SimilarPresenter
from kbdesk.ui.presenters.trash import TrashPresenter
from kbdesk.ui.presenters.undo import UndoPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.work import Work

_CURRENT = "knowledge_base"
"""Key under which the current knowledge base is remembered."""

_INTAKE = "intake"
"""Key of the work of taking files in."""

_CHECK = "check"
"""Key of the work of checking the library."""


@dataclass(frozen=True)
class Surroundings:
    """What the window is given.

    Attributes:
        data_folder: Where everything is kept.
        secrets: Where API keys are kept.
        sample: The folder of the sample handbook.
        open_url: Opens a file or folder with its own program; returns whether it could.
        safe_mode: Whether what was left to read rests until a person wants it, and no folder is followed.
    """

    data_folder: Path
    secrets: SecretStore
    sample: Path
    open_url: Callable[[QUrl], bool]
    safe_mode: bool = False


class Desk(QObject):
    """Owns the window and its presenters.

    Attributes:
        window: The window, not yet shown.
        scope: All tasks of the window; close it before the library.
        work: What goes on behind the window.
        leaving: Tells when the program is to end.
    """

    def __init__(self, library: Library, theme: Theme, reporter: ErrorReporter, around: Surroundings) -> None:
        super().__init__()
        self._library = library
        self._theme = theme
        self._reporter = reporter
        self.around = around
        self._places = QSettings(str(around.data_folder / "window.ini"), QSettings.Format.IniFormat)
        self.scope = TaskScope(self)
        self._bases_model = KnowledgeBasesModel(self)
        self._documents_model = DocumentsModel(self)
        panes = Panes(
            KnowledgeBasesPane(self._bases_model, theme),
            DocumentsPane(self._documents_model, theme),
            PassagesPane(theme),
            SearchPane(theme),
        )
        self.window = MainWindow(panes, theme, self._places)
        self._make_presenters(panes)
        self.acts = self._make_acts()
        self._menus = Menus(self.window, theme, self.acts)
        self._connect(panes)

    def start(self, paths: Sequence[Path] = ()) -> None:
        """Load what the window shows first, and take in these files."""
        self._reporter.listen()
        self.scope.start(self._load(paths))

    def take_paths(self, paths: Sequence[Path]) -> None:
        """Take in files and folders, into the current knowledge base."""
        base = self._target() if paths else None
        if base is not None:
            self.adding.add(base.id, paths)

    def _target(self) -> KnowledgeBaseInfo | None:
        """Return the knowledge base that takes files; say so if there is none."""
        base = self.window.panes.knowledge_bases.current
        if base is None:
            self._reporter.show(
                Message(
                    translate("Desk", "There is no knowledge base to add to."),
                    translate("Desk", "Make one with File > New knowledge base, then add the files again."),
                )
            )
        return base

    async def _load(self, paths: Sequence[Path]) -> None:
        remembered = self._places.value(_CURRENT)
        bases = await self._library.knowledge_bases()
        self.window.panes.knowledge_bases.show_knowledge_bases(bases, remembered)
        for notice in await self._library.notices():
            self._reporter.show(Message(shown(notice)))
        self.intake.go_on(paused=self.around.safe_mode)
        self.take_paths(paths)
        if self.around.safe_mode:
            self._reporter.show(
                Message(
                    translate("Desk", "kbdesk was started in safe mode: nothing is read by itself."),
                    translate(
                        "Desk",
                        "What was left to read is paused until you use Go on. "
                        "Synced folders are followed again when kbdesk is started as usual.",
                    ),
                )
            )
        else:
            await self.folders.start()

    def _make_presenters(self, panes: Panes) -> None:
        library, scope, window = self._library, self.scope, self.window
        self.bases = KnowledgeBasesPresenter(panes.knowledge_bases, library, scope, self)
        self.documents = DocumentsPresenter(
            panes.documents, self._documents_model, library, scope, open_url=self.around.open_url, parent=self
        )
        self.passages = PassagesPresenter(panes.passages, library, scope, self)
        self.search = SearchPresenter(panes.search, library, scope, self)
        self.settings = SettingsPresenter(library, self.around.secrets, scope, theme=self._theme, parent=self)
        self.intake = IntakePresenter(window.status_line, library, scope, self)
        self.queue = QueuePresenter(panes.documents.queue, library, scope, self)
        self.adding = AddingPresenter(window, window.look_line, library=library, scope=scope, parent=self)
        self.folders = FoldersPresenter(window, library.folders, scope, theme=self._theme, parent=self)
        self.undo = UndoPresenter(window.undo_bar, library, scope, self)
        self.work = Work(parent=self)
        self.cuts = CutsPresenter(window, library, scope, theme=self._theme, parent=self)
        self.leaving = LeavingPresenter(window, self.work, self._theme, self)
        self.trash = TrashPresenter(library, scope, theme=self._theme, parent=self)
        self.check = CheckPresenter(library, scope, self)
        self.check.mended.connect(self.undo.undone)
        self.backups = BackupsPresenter(library, scope, theme=self._theme, open_url=self.around.open_url, parent=self)
        self.backups.restart_requested.connect(self.leaving.left)
        self.similar = SimilarPresenter(panes.documents.details.similar, library, scope, theme=self._theme, parent=self)
        self.attached = AttachedPresenter(panes.documents, library, scope, self)
        self.closed_files = ClosedFilesPresenter(window, library, scope, theme=self._theme, parent=self)
        self.health = HealthPresenter(window, library, scope, theme=self._theme, parent=self)

    def _make_acts(self) -> Acts:
        return Acts(
            add_files=self._choose_files,
            add_folder=self._choose_folder,
            show_folders=self.folders.open,
            open_sample=self._open_sample,
            undo=self.undo.undo,
            show_trash=lambda: self.trash.open(self.window),
            show_backups=lambda: self.backups.open(self.window),
            show_similar=self._show_similar,
            show_settings=lambda: self.settings.open(self.window),
            show_data_folder=self._show_data_folder,
            check=lambda: self.check.open(self.window),
            show_about=lambda: AboutDialog(self.window).open(),
        )

    def _connect(self, panes: Panes) -> None:
        self.scope.failed.connect(self._reporter.report)
        self._reporter.raised.connect(self.window.message_bar.show_message)
        self.window.offered.connect(self._take_offer)
        panes.knowledge_bases.current_changed.connect(self._follow_knowledge_base)
        panes.documents.files_requested.connect(self._choose_files)
        panes.documents.folder_requested.connect(self._choose_folder)
        panes.documents.sample_requested.connect(self._open_sample)
        panes.documents.document_selected.connect(self._show_document)
        self.documents.retry_requested.connect(self.intake.retry)
        self.documents.count_changed.connect(self.bases.refresh)
        self.documents.counted.connect(self._count_stopped)
        panes.search.hit_activated.connect(self.passages.show_hit)
        panes.search.hit_activated.connect(self.window.show_passages)
        self.adding.accepted.connect(self.intake.add)
        self.adding.sync_requested.connect(self.folders.keep)
        self.adding.said.connect(self._reporter.show)
        self.adding.show_requested.connect(panes.documents.show_documents)
        self.adding.restore_requested.connect(self.undo.restore)
        self.folders.said.connect(self._reporter.show)
        self.folders.deleted.connect(self._follow_deletion)
        self.folders.applied.connect(self.documents.refresh)
        self.folders.applied.connect(self.bases.refresh)
        self._connect_work()
        self._connect_changes(panes)

    def _connect_work(self) -> None:
        self.intake.documents_changed.connect(self._follow_documents)
        self.intake.documents_removed.connect(self.documents.remove)
        self.intake.said.connect(self._reporter.show)
        self.intake.already_here.connect(self.window.panes.documents.table.select_document)
        self.intake.finished.connect(self.bases.refresh)
        self.intake.locked.connect(self.closed_files.offer)
        self.closed_files.said.connect(self._reporter.show)
        self.check.progressed.connect(partial(self.work.tell, _CHECK))
        self.check.ended.connect(partial(self.work.end, _CHECK))
        self.intake.progressed.connect(partial(self.work.tell, _INTAKE))
        self.intake.progressed.connect(self.health.show_progress)
        self.intake.ended.connect(partial(self.work.end, _INTAKE))
        self.leaving.pause_requested.connect(self.intake.pause)
        self.leaving.go_on_requested.connect(self.intake.resume)
        self.window.status_line.resume_requested.connect(self.intake.resume)
        self.window.status_line.failures_requested.connect(self._show_failures)
        self.window.status_line.go_on_requested.connect(self._go_on)

    def _connect_changes(self, panes: Panes) -> None:
        self.bases.deleted.connect(self.undo.offer)
        self.bases.deleted.connect(self.search.refresh)
        self.settings.saved.connect(self.search.apply_settings)
        self.settings.saved.connect(self._show_privacy)
        self.documents.deleted.connect(self._follow_deletion)
        self.undo.undone.connect(self.bases.refresh)
        self.undo.undone.connect(self.documents.refresh)
        self.undo.undone.connect(self.search.refresh)
        self.undo.undone.connect(self.similar.refresh)
        self.undo.said.connect(self._reporter.show)
        self.trash.restored.connect(self.undo.undone)
        self.trash.changed.connect(self.undo.look)
        self.documents.deleted.connect(self.similar.refresh)
        self.similar.document_requested.connect(panes.documents.table.select_document)
        self.similar.trash_requested.connect(self.documents.delete)
        panes.documents.document_selected.connect(self.similar.look_at)
        self.undo.available_changed.connect(self._menus.undo_action.setEnabled)

    def _follow_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        self.window.set_target(base.name if base else "")
        self.documents.show_knowledge_base(base)
        self._show_privacy()
        self.window.panes.search.set_knowledge_base(base, has_others=self._bases_model.rowCount() > 1)
        shown_document = self.passages.document
        if shown_document and (base is None or shown_document.knowledge_base_id != base.id):
            self.passages.clear()
        if base is not None:
            self._places.setValue(_CURRENT, base.id)

    def _show_privacy(self) -> None:
        base = self.window.panes.knowledge_bases.current
        self.window.privacy_note.show_host(remote_host(base, self._library.settings.embedding))

    def _show_document(self, document: DocumentInfo) -> None:
        self.passages.show_document(document)
        self.window.show_passages()

    def _follow_documents(self, documents: list[DocumentInfo]) -> None:
        self.documents.take_changes(documents)
        for document in documents:
            self.passages.update_document(document)
        self.similar.take_changes(documents)

    def _follow_deletion(self, deletion: Deletion, ids: list[str]) -> None:
        if self.passages.document and self.passages.document.id in ids:
            self.passages.clear()
        self.intake.forget(ids)
        self.undo.offer(deletion)
        self.bases.refresh()
        self.search.refresh()

    def _show_similar(self) -> None:
        base = self.window.panes.knowledge_bases.current
        if base is not None:
            self.similar.open(base, self.window)

    def _show_failures(self) -> None:
        self.window.panes.documents.show_only(Remark.FAILED)

    def _go_on(self) -> None:
        self.documents.retry_all(State.STOPPED)

    def _count_stopped(self, counts: dict[State, int]) -> None:
        self.window.status_line.show_unread(stopped=counts.get(State.STOPPED, 0), paused=counts.get(State.PAUSED, 0))

    def _take_offer(self, offer: Offer) -> None:
        if offer.refused or not offer.paths:
            self._reporter.show(Message(*refusal(offer)))
        self.take_paths(offer.paths)

    def _open_sample(self) -> None:
        base = self._target()
        if base is not None:  # a few files of our own: there is nothing to ask
            self.intake.add(base.id, [self.around.sample])

    def _choose_files(self) -> None:
        choose_files(self.window, self.take_paths)

    def _choose_folder(self) -> None:
        choose_folder(self.window, self.take_paths)

    def _show_data_folder(self) -> None:
        DataFolderDialog(self.around.data_folder, self.around.open_url, self.window).open()
