"""Where a command starts and how it ends: an exit code, and for errors one line."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable

from kbdesk.cli import documents, folders, licences, parse, questions, queue, search, updates, upkeep
from kbdesk.errors import KbError, unexpected
from kbdesk.terminal import prepare_streams, remark

ERROR = 1
INTERRUPTED = 130

_COMMANDS: dict[str, Callable[[argparse.Namespace], Awaitable[int]]] = {
    "add": documents.add,
    "documents": documents.documents,
    "chunks": documents.chunks,
    "remove": documents.remove,
    "tag": documents.tag,
    "kb": documents.kb,
    "folders": folders.folders,
    "queue": queue.queue,
    "resume": queue.resume,
    "check": upkeep.check,
    "backup": upkeep.backup,
    "backups": upkeep.backups,
    "restore": upkeep.restore,
    "reclaim": upkeep.reclaim,
    "trash": upkeep.trash,
    "search": search.search,
    "parse": parse.parse,
    "check-questions": questions.check_questions,
    "licences": licences.licences,
    "new-version": updates.new_version,
}


def run(options: argparse.Namespace) -> int:
    """Do what a command asks and return the exit code; errors are one line on stderr."""

    async def work() -> int:
        return await _COMMANDS[options.command](options)

    return guarded(lambda: asyncio.run(work()))


def guarded(work: Callable[[], int]) -> int:
    """Do something on the terminal and return its exit code, or that of the way it ended in."""
    prepare_streams()
    try:
        code = work()
        sys.stdout.flush()
    except KbError as exc:
        return _complain(str(exc), ERROR)
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has enough; Python must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as exc:  # noqa: BLE001  # the last border: people get a line, not a traceback
        return _complain(str(unexpected(exc)), ERROR)
    return code


def _complain(what: str, code: int) -> int:
    remark(what)
    return code
