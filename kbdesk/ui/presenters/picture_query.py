"""Lets a picture be the question, where the model of a knowledge base takes pictures."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.ui.choosers import choose_picture
from kbdesk.ui.panes.search import SearchPane
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.pictures import read_picture

_LOOK = "picture_query.look"
_READ = "picture_query.read"


class PictureQueryPresenter(QObject):
    """Knows whether pictures can be asked, and reads those that are brought."""

    def __init__(self, pane: SearchPane, library: Library, scope: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._scope = scope
        pane.form.where.changed.connect(self.look)
        pane.form.picture_button.clicked.connect(lambda: choose_picture(pane.window(), self._take))
        pane.form.field.picture_offered.connect(self._take)

    def look(self) -> None:
        """Look whether any knowledge base that is searched takes pictures."""
        self._scope.start(self._look(), key=_LOOK)

    async def _look(self) -> None:
        try:
            can_be_asked = await self._library.takes_pictures(self._pane.form.where.kb_ids)
        except InputError:  # one of them is gone, which is shown in a moment
            can_be_asked = False
        self._pane.form.offer_pictures(can_be_asked)

    def _take(self, source: Path | QImage) -> None:
        if self._pane.form.picture_button.isEnabled():
            self._scope.start(self._read(source), key=_READ)
        else:
            self._pane.show_hint(self._pane.form.picture_button.toolTip())

    async def _read(self, source: Path | QImage) -> None:
        name = source.name if isinstance(source, Path) else translate("QueryPicture", "Pasted picture")
        picture = await asyncio.to_thread(read_picture, source, name)
        if picture is None:
            sentence = translate("QueryPicture", "“{name}” cannot be shown. Use a PNG or JPEG picture.")
            self._pane.show_hint(sentence.format(name=name))
        else:
            self._pane.form.show_picture(picture)
