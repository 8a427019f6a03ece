import asyncio
import sys
import threading

import pytest
from PySide6.QtCore import QTimer

from kbdesk.errors import InputError
from kbdesk.texts import text
from kbdesk.ui.errors import ErrorReporter, Message

TAKEN = InputError(text("library", "The name {name} is taken.", name="HR"), text("library", "Choose another name."))


@pytest.fixture
def shown_messages():
    return []


@pytest.fixture
async def reporter(shown_messages):
    reporter = ErrorReporter()
    reporter.raised.connect(shown_messages.append)
    reporter.listen()
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield reporter
    reporter.uninstall()
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks


async def test_our_errors_are_shown_in_their_own_words(reporter, shown_messages):
    reporter.report(TAKEN)
    assert shown_messages == [Message("The name HR is taken.", "Choose another name.", level="error")]


@pytest.mark.logs_warnings
async def test_other_errors_are_shown_with_details_but_without_content(reporter, shown_messages):
    reporter.report(ValueError("a line of a file"))
    (message,) = shown_messages
    assert message.title == "Something went wrong."
    assert "ValueError" in message.details
    assert "a line of a file" not in message.details


async def test_cancelling_is_silent(reporter, shown_messages):
    reporter.report(asyncio.CancelledError())
    reporter.report(KeyboardInterrupt())
    assert shown_messages == []


async def test_every_error_of_a_group_is_shown(reporter, shown_messages):
    reporter.report(ExceptionGroup("both", [TAKEN, TAKEN]))
    assert len(shown_messages) == 2


async def test_messages_before_the_window_wait(qapp):
    reporter, late = ErrorReporter(), []
    reporter.report(TAKEN)
    reporter.raised.connect(late.append)
    reporter.listen()
    assert [each.title for each in late] == ["The name HR is taken."]


async def test_an_error_in_a_thread_is_shown(reporter, shown_messages, wait):
    reporter.install(asyncio.get_running_loop())

    def fail() -> None:
        raise TAKEN

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    await wait.until(lambda: shown_messages)
    assert shown_messages[0].title == "The name HR is taken."


async def test_an_error_in_a_callback_of_the_loop_is_shown(reporter, shown_messages, wait):
    reporter.install(asyncio.get_running_loop())

    def fail() -> None:
        raise TAKEN

    asyncio.get_running_loop().call_soon(fail)
    await wait.until(lambda: shown_messages)


@pytest.mark.qt_no_exception_capture
async def test_an_error_in_a_slot_is_shown(reporter, shown_messages, wait):
    reporter.install(asyncio.get_running_loop())

    def fail() -> None:
        raise TAKEN

    QTimer.singleShot(0, fail)
    await wait.until(lambda: shown_messages)
