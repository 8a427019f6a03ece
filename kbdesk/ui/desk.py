"""Puts panes, presenters and menus together over one library; the whole window without the program around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings

from kbdesk.library.library import Library
from kbdesk.library.listing import Remark
from kbdesk.library.provider import remote_host
from kbdesk.library.types import Deletion, DocumentInfo, KnowledgeBaseInfo, State
from kbdesk.ui.answering import Answering
from kbdesk.ui.choosers import choose_files, choose_folder
from kbdesk.ui.curating import Curating
from kbdesk.ui.dialogs.about import AboutDialog, DataFolderDialog
from kbdesk.ui.drops import Offer, refusal
from kbdesk.ui.errors import ErrorReporter, Message
from kbdesk.ui.furniture import Bars, Panes
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.menus import Acts, Menus
from kbdesk.ui.models.documents import DocumentsModel
from kbdesk.ui.models.knowledge_bases import KnowledgeBasesModel
from kbdesk.ui.panes.documents import DocumentsPane
from kbdesk.ui.panes.knowledge_bases import KnowledgeBasesPane
from kbdesk.ui.panes.passages import PassagesPane
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.presenters.window import Presenters, Surroundings
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


class Desk(QObject):
    """Owns the window and its presenters.

    Attributes:
        window: The window.
        scope: All tasks of the window; close it before the library.
        work: What goes on behind the window.
        leaving: Tells when the program is to end.
    """

    def __init__(
        self,
        library: Library,
        theme: Theme,
        reporter: ErrorReporter,
        around: Surroundings,
        *,
        window: MainWindow | None = None,
    ) -> None:
        """`window` is the one that is shown already, without anything in it."""
        super().__init__()
        self._library = library
        self._theme = theme
        self._reporter = reporter
        self.around = around
        self._places = QSettings(str(around.data_folder / "window.ini"), QSettings.Format.IniFormat)
        self.scope = TaskScope(self)
        self._early: list[Path] | None = []  # files wait until there are knowledge bases to take them
        self._bases_model = KnowledgeBasesModel(self)
        self._documents_model = DocumentsModel(self)
        panes = Panes(
            KnowledgeBasesPane(self._bases_model, theme),
            DocumentsPane(self._documents_model, theme),
            PassagesPane(theme),
            SearchPane(theme),
        )
        self.window = window or MainWindow(theme, self._places)
        self.window.furnish(panes, Bars(theme))
        self.work = Work(parent=self)
        self.presenters = Presenters(
            self.window, library, self.scope, work=self.work, theme=theme, around=around, parent=self
        )
        self._curating = Curating(self.window, self.presenters, library, self)
        self._answering = Answering(self.window, self.presenters, reporter, target=self._target, parent=self)
        self.acts = self._make_acts()
        self._menus = Menus(self.window, theme, self.acts)
        self._connect(panes)

    def start(self, paths: Sequence[Path] = ()) -> None:
        """Load what the window shows first, and take in these files."""
        self._reporter.listen()
        self.take_paths(paths)
        self.scope.start(self._load())

    def take_paths(self, paths: Sequence[Path]) -> None:
        """Take in files and folders, into the current knowledge base; what is a knowledge base becomes one."""
        if self._early is not None:
            self._early += paths
            return
        files = self.presenters.packs.take(paths)
        base = self._target() if files else None
        if base is not None:
            self.presenters.adding.add(base.id, files)

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

    async def _load(self) -> None:
        remembered = self._places.value(_CURRENT)
        bases = await self._library.knowledge_bases()
        self.window.panes.knowledge_bases.show_knowledge_bases(bases, remembered)
        await self._curating.offer_last()
        for notice in await self._library.notices():
            self._reporter.show(Message(shown(notice)))
        self.presenters.questions.refresh()
        self.presenters.intake.go_on(paused=self.around.safe_mode)
        early, self._early = self._early or [], None
        self.take_paths(early)
        if self.around.safe_mode:
            self._reporter.show(_safe_mode_notice())
        else:
            await self.presenters.folders.start()

    def _make_acts(self) -> Acts:
        return Acts(
            add_files=self._choose_files,
            add_folder=self._choose_folder,
            open_packs=self.presenters.packs.choose,
            show_folders=self.presenters.folders.open,
            open_sample=self._open_sample,
            undo=self.presenters.undo.undo,
            redo=self.presenters.undo.redo,
            show_trash=lambda: self.presenters.trash.open(self.window),
            show_backups=lambda: self.presenters.backups.open(self.window),
            show_similar=self._show_similar,
            show_edit_conflicts=self.presenters.edits.open_conflicts,
            write_note=self._answering.write_note,
            show_gaps=self._answering.show_gaps,
            show_settings=lambda: self.presenters.settings.open(self.window),
            show_data_folder=self._show_data_folder,
            check=lambda: self.presenters.check.open(self.window),
            show_new_version=lambda: self.presenters.new_version.open(self.window),
            show_licences=lambda: self.presenters.licences.open(self.window),
            show_about=lambda: AboutDialog(self.window).open(),
        )

    def _connect(self, panes: Panes) -> None:
        self.scope.failed.connect(self._reporter.report)
        self._reporter.raised.connect(self.window.message_bar.show_message)
        self.window.offered.connect(self._take_offer)
        panes.knowledge_bases.current_changed.connect(self._follow_knowledge_base)
        self._bases_model.dataChanged.connect(self._offer_knowledge_bases)
        panes.documents.files_requested.connect(self._choose_files)
        panes.documents.folder_requested.connect(self._choose_folder)
        panes.documents.sample_requested.connect(self._open_sample)
        panes.documents.document_selected.connect(self.presenters.passages.show_document)
        self.presenters.passages.opened.connect(self._follow_opened)
        panes.documents.passages_requested.connect(self.window.go_to_passages)
        self.presenters.documents.retry_requested.connect(self.presenters.intake.retry)
        self.presenters.documents.count_changed.connect(self.presenters.bases.refresh)
        self.presenters.documents.counted.connect(self._count_stopped)
        self.presenters.adding.accepted.connect(self.presenters.intake.add)
        self.presenters.adding.sync_requested.connect(self.presenters.folders.keep)
        self.presenters.adding.said.connect(self._reporter.show)
        self.presenters.adding.show_requested.connect(panes.documents.show_documents)
        self.presenters.adding.restore_requested.connect(self.presenters.undo.restore)
        self.presenters.folders.said.connect(self._reporter.show)
        self.presenters.folders.deleted.connect(self._follow_deletion)
        self.presenters.folders.applied.connect(self.presenters.documents.refresh)
        self.presenters.folders.applied.connect(self.presenters.bases.refresh)
        self._connect_work()
        self._connect_changes(panes)

    def _connect_work(self) -> None:
        self.presenters.intake.documents_changed.connect(self._follow_documents)
        self.presenters.intake.documents_removed.connect(self.presenters.documents.remove)
        self.presenters.intake.said.connect(self._reporter.show)
        self.presenters.intake.already_here.connect(self.window.panes.documents.table.select_document)
        self.presenters.intake.finished.connect(self.presenters.bases.refresh)
        self.presenters.intake.locked.connect(self.presenters.closed_files.offer)
        self.presenters.closed_files.said.connect(self._reporter.show)
        self.presenters.check.progressed.connect(partial(self.work.tell, _CHECK))
        self.presenters.check.ended.connect(partial(self.work.end, _CHECK))
        self.presenters.intake.progressed.connect(partial(self.work.tell, _INTAKE))
        self.presenters.intake.progressed.connect(self.presenters.health.show_progress)
        self.presenters.intake.ended.connect(partial(self.work.end, _INTAKE))
        self.presenters.leaving.pause_requested.connect(self.presenters.intake.pause)
        self.presenters.leaving.go_on_requested.connect(self.presenters.intake.resume)
        self.window.status_line.resume_requested.connect(self.presenters.intake.resume)
        show_only, retry_all = self.window.panes.documents.show_only, self.presenters.documents.retry_all
        self.window.status_line.failures_requested.connect(partial(show_only, Remark.FAILED))
        self.window.status_line.go_on_requested.connect(partial(retry_all, State.STOPPED))

    def _connect_changes(self, panes: Panes) -> None:
        self.presenters.bases.deleted.connect(self.presenters.undo.offer_deletion)
        self.presenters.bases.deleted.connect(self.presenters.search.refresh)
        self.presenters.settings.saved.connect(self.presenters.search.apply_settings)
        self.presenters.settings.saved.connect(self._show_privacy)
        self.presenters.documents.deleted.connect(self._follow_deletion)
        self.presenters.undo.undone.connect(self.presenters.bases.refresh)
        self.presenters.undo.undone.connect(self.presenters.documents.refresh)
        self.presenters.undo.undone.connect(self.presenters.search.refresh)
        self.presenters.undo.undone.connect(self.presenters.similar.refresh)
        self.presenters.undo.said.connect(self._reporter.show)
        self.presenters.trash.restored.connect(self.presenters.undo.undone)
        self.presenters.trash.changed.connect(self.presenters.undo.look)
        self.presenters.documents.deleted.connect(self.presenters.similar.refresh)
        self.presenters.facts.described.connect(self.presenters.documents.refresh)
        for told in (
            self.presenters.facts.described,
            self.presenters.documents.count_changed,
            self.presenters.undo.undone,
            panes.knowledge_bases.current_changed,
        ):
            told.connect(self.presenters.due.look)
        self.presenters.similar.document_requested.connect(panes.documents.table.select_document)
        self.presenters.similar.trash_requested.connect(self.presenters.documents.delete)
        panes.documents.document_selected.connect(self.presenters.similar.look_at)
        self.presenters.undo.available_changed.connect(self._menus.name_undo)

    def _follow_knowledge_base(self, base: KnowledgeBaseInfo | None) -> None:
        self.window.set_target(base.name if base else "")
        self.presenters.documents.show_knowledge_base(base)
        self._show_privacy()
        self._offer_knowledge_bases()
        shown_document = self.presenters.passages.document
        if shown_document and (base is None or shown_document.knowledge_base_id != base.id):
            self.presenters.passages.clear()
        if base is not None:
            self._places.setValue(_CURRENT, base.id)

    def _offer_knowledge_bases(self) -> None:
        current = self.window.panes.knowledge_bases.current
        self.window.panes.search.form.where.show_knowledge_bases(self._bases_model.knowledge_bases, current)
        self.presenters.picture_query.look()

    def _show_privacy(self) -> None:
        base = self.window.panes.knowledge_bases.current
        self.window.privacy_note.show_host(remote_host(base, self._library.settings.embedding))

    def _follow_opened(self, document: DocumentInfo) -> None:
        self.window.show_passages()
        self.window.panes.documents.follow_opened(document)

    def _follow_documents(self, documents: list[DocumentInfo]) -> None:
        self.presenters.documents.take_changes(documents)
        for document in documents:
            self.presenters.passages.update_document(document)
        self.presenters.similar.take_changes(documents)

    def _follow_deletion(self, deletion: Deletion, ids: list[str]) -> None:
        if self.presenters.passages.document and self.presenters.passages.document.id in ids:
            self.presenters.passages.clear()
        self.presenters.intake.forget(ids)
        self.presenters.undo.offer_deletion(deletion)
        self.presenters.bases.refresh()
        self.presenters.search.refresh()

    def _show_similar(self) -> None:
        base = self.window.panes.knowledge_bases.current
        if base is not None:
            self.presenters.similar.open(base, self.window)

    def _count_stopped(self, counts: dict[State, int]) -> None:
        self.window.status_line.show_unread(stopped=counts.get(State.STOPPED, 0), paused=counts.get(State.PAUSED, 0))

    def _take_offer(self, offer: Offer) -> None:
        if offer.refused or not offer.paths:
            self._reporter.show(Message(*refusal(offer)))
        self.take_paths(offer.paths)

    def _open_sample(self) -> None:
        base = self._target()
        if base is not None:  # a few files of our own: there is nothing to ask
            self.presenters.intake.add(base.id, [self.around.sample])

    def _choose_files(self) -> None:
        choose_files(self.window, self.take_paths)

    def _choose_folder(self) -> None:
        choose_folder(self.window, self.take_paths)

    def _show_data_folder(self) -> None:
        DataFolderDialog(self.around.data_folder, self.around.open_url, self.window).open()


def _safe_mode_notice() -> Message:
    return Message(
        translate("Desk", "kbdesk was started in safe mode: nothing is read by itself."),
        translate(
            "Desk",
            "What was left to read is paused until you use Go on. "
            "Synced folders are followed again when kbdesk is started as usual.",
        ),
    )
