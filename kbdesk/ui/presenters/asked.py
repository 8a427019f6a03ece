"""What an open dialog asks for is done, and the dialog says so; it may be closed meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from kbdesk.errors import KbError
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.translate import shown


class AskingDialog(Protocol):
    """A dialog that says what is being done, and then how it ended."""

    def show_busy(self, sentence: str) -> None:
        """Say what is being done, and take no other wish until `show_result`."""
        ...

    def show_result(self, sentence: str, *, is_problem: bool = False) -> None:
        """Say how it ended."""
        ...


class Asked:
    """Does what a dialog asks for, one thing after the other."""

    def __init__(
        self, scope: TaskScope, dialog: Callable[[], AskingDialog | None], reload: Callable[[], Awaitable[None]]
    ) -> None:
        """Nothing is done yet.

        Args:
            scope: Owns the tasks; it is told of errors when the dialog is closed.
            dialog: Gives the dialog while it is open.
            reload: Shows in it what there is now; also after an error.
        """
        self._scope = scope
        self._dialog = dialog
        self._reload = reload

    def start(self, sentence: str, work: Callable[[], Awaitable[str]]) -> None:
        """Do something that gives a sentence about how it ended, and say `sentence` meanwhile."""
        dialog = self._dialog()
        if dialog is not None:
            dialog.show_busy(sentence)
        self._scope.start(self._do(work))

    async def _do(self, work: Callable[[], Awaitable[str]]) -> None:
        sentence, is_problem = "", False
        try:
            try:
                sentence = await work()
            except KbError as error:
                if self._dialog() is None:
                    raise
                sentence, is_problem = shown(error.sentence), True
            await self._reload()
        finally:  # whatever happens, the dialog takes wishes again
            if (dialog := self._dialog()) is not None:
                dialog.show_result(sentence, is_problem=is_problem)
