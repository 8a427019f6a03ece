"""Takes knowledge bases to files and in from files."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.library.names import file_name
from kbdesk.library.packs.types import PackInfo
from kbdesk.library.provider import remote_host
from kbdesk.library.types import KnowledgeBaseInfo
from kbdesk.ui.choosers import choose_pack_to_write, choose_packs
from kbdesk.ui.dialogs.pack import PackDialog
from kbdesk.ui.dialogs.pack_progress import PackProgressDialog
from kbdesk.ui.drops import PACK, is_pack
from kbdesk.ui.presenters.adding import answer_of
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown, translate
from kbdesk.ui.work import Work


class PacksPresenter(QObject):
    """Takes one file after the other; each has its own dialogs, and the next one waits until they are closed.

    Signals:
        arrived: The knowledge base of this id is there; "" where one may be, since a person broke it off at the end.
    """

    arrived = Signal(str)

    def __init__(
        self, window: QWidget, library: Library, scope: TaskScope, *, work: Work, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._window = window
        self._library = library
        self._scope = scope
        self._numbers = itertools.count()
        self._turn = asyncio.Lock()

    def take(self, paths: Sequence[Path]) -> list[Path]:
        """Ask about each file that is called like a knowledge base, and take it in; return the other paths."""
        self.ask(list(filter(is_pack, paths)))
        return [path for path in paths if not is_pack(path)]

    def choose(self) -> None:
        """Let a person choose files, and ask about each."""
        choose_packs(self._window, self.ask)

    def ask(self, paths: Sequence[Path]) -> None:
        """Ask about each file, and take it in."""
        for path in paths:
            key = self._next_key()
            self._scope.start(self._add(path, key), key=key)

    def export(self, base: KnowledgeBaseInfo) -> None:
        """Let a person choose a file, and write a knowledge base to it."""
        name = f"{file_name(base.name, otherwise='kbdesk')}.kbpack"
        choose_pack_to_write(self._window, name, lambda path: self._start_export(base, path))

    def _start_export(self, base: KnowledgeBaseInfo, path: Path) -> None:
        key = self._next_key()
        self._scope.start(self._export(base, path, key), key=key)

    def _next_key(self) -> str:
        return f"packs.{next(self._numbers)}"

    async def _add(self, path: Path, key: str) -> None:
        async with self._turn:
            info = await self._library.packs.look_into(path)
            dialog = PackDialog(info, remote_host(None, self._library.settings.embedding), self._window)
            if await answer_of(dialog, lambda: True):
                await self._take_in(info, key)

    async def _take_in(self, info: PackInfo, key: str) -> None:
        heading = translate("Pack", "“{name}” is being added.").format(name=info.name)
        dialog = self._open_progress(translate("Pack", "Add a knowledge base"), heading, key)
        kb_id, said = "", ""
        try:
            base = await self._library.packs.take_in(info.path, on_progress=dialog.show_progress)
            kb_id = base.id
            said = translate("Pack", "“{name}” was added.").format(name=base.name)
            dialog.accept()
        except KbError as error:
            said = shown(error.title)
            dialog.show_problem(shown(error.title), shown(error.remedy))
        finally:
            self.arrived.emit(kb_id)
            self._work.end(key, said)

    async def _export(self, base: KnowledgeBaseInfo, path: Path, key: str) -> None:
        async with self._turn:
            path = await asyncio.to_thread(_with_ending, path)
            heading = translate("Pack", "“{name}” is being exported.").format(name=base.name)
            dialog = self._open_progress(translate("Pack", "Export a knowledge base"), heading, key)
            said = ""
            try:
                exported = await self._library.packs.export(base.id, path, on_progress=dialog.show_progress)
                said = translate("Pack", "“{name}” was exported.").format(name=base.name)
                dialog.show_exported(exported)
            except KbError as error:
                said = shown(error.title)
                dialog.show_problem(shown(error.title), shown(error.remedy))
            finally:
                self._work.end(key, said)

    def _open_progress(self, title: str, heading: str, key: str) -> PackProgressDialog:
        dialog = PackProgressDialog(title, heading, self._window)
        dialog.rejected.connect(lambda: self._scope.cancel(key))
        dialog.open()
        self._work.tell(key, heading)
        return dialog


def _with_ending(path: Path) -> Path:
    """Return a path that ends like a knowledge base; where a person typed another one, of a file that is not there."""
    if is_pack(path):
        return path
    names = (f"{path.name}{PACK}" if number == 1 else f"{path.name} ({number}){PACK}" for number in itertools.count(1))
    return next(free for free in map(path.with_name, names) if not free.exists())
