"""One place for every error of the window, whichever way it arrives."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, cast

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from kbdesk.errors import KbError
from kbdesk.logs import describe
from kbdesk.ui.translate import shown, translate

log = logging.getLogger(__name__)

_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


@dataclass(frozen=True)
class Message:
    """What the message bar shows.

    Attributes:
        title: What happened, one sentence, already translated.
        remedy: What to do next, or "".
        details: What a maker of kbdesk wants to know, offered for copying, or "".
        level: How it looks.
        action: The words of a button that does something about it, or "".
        act: What that button does.
    """

    title: str
    remedy: str = ""
    details: str = ""
    level: Literal["info", "error"] = "info"
    action: str = ""
    act: Callable[[], object] | None = field(default=None, compare=False)


class ErrorReporter(QObject):
    """Turns exceptions into messages; what no border foresaw is also logged with its traceback.

    Signals:
        raised: Something to show (`Message`). Without a listener it waits in `pending`.
    """

    raised = Signal(Message)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pending: list[Message] = []
        self._listening = False

    def listen(self) -> None:
        """Emit what has been waiting, and everything from now on; call it once `raised` is connected."""
        self._listening = True
        waiting, self.pending = self.pending, []
        for message in waiting:
            self.raised.emit(message)

    def show(self, message: Message) -> None:
        """Show a message that is not an exception. Any thread may call it."""
        if self._listening:
            self.raised.emit(message)
        else:
            self.pending.append(message)

    def report(self, error: BaseException, where: str = "") -> None:
        """Show an exception. Cancelling and quitting are silent; of a group every member is shown."""
        if isinstance(error, BaseExceptionGroup):
            group = cast("BaseExceptionGroup[BaseException]", error)
            for member in group.exceptions:
                self.report(member, where)
        elif isinstance(error, KbError):
            log.info("%s: %s", type(error).__name__, error.title.template)
            self.show(Message(shown(error.title), shown(error.remedy), level="error"))
        elif isinstance(error, Exception):
            log.error("%s", where or "unexpected error", exc_info=error)
            self.show(_unexpected(error))

    def install(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send here what Python, its threads, the loop and Qt would only print."""
        sys.excepthook = self._excepthook
        threading.excepthook = self._thread_hook
        sys.unraisablehook = self._unraisable_hook
        loop.set_exception_handler(self._loop_handler)
        qInstallMessageHandler(_log_qt)

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__
        qInstallMessageHandler(None)

    def _excepthook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.report(error, "an error in a slot")

    def _thread_hook(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.report(args.exc_value, f"an error in thread {args.thread and args.thread.name}")

    def _unraisable_hook(self, args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            self.report(args.exc_value, args.err_msg or "an error while cleaning up")

    def _loop_handler(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            log.error("asyncio: %s", context.get("message"))
        else:
            self.report(error, str(context.get("message")))


def _unexpected(error: Exception) -> Message:
    return Message(
        translate("Errors", "Something went wrong."),
        translate("Errors", "Try again. If it happens again, copy the details for the makers of kbdesk."),
        describe(error),
        "error",
    )


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    log.log(_QT_LEVELS[kind], "Qt: %s", message)
