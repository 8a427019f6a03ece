"""Commands about the queue: what is still to be read."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kbdesk.cli.session import SOME_FAILED, check_documents, open_library, print_row, state_word
from kbdesk.terminal import ProgressBar, remark

if TYPE_CHECKING:
    from kbdesk.library.library import Library
    from kbdesk.library.types import DocumentInfo


async def queue(options: argparse.Namespace) -> int:
    """List what is to be read, or let it rest, go on or be left out."""
    async with open_library(options, write=options.action != "list") as library:
        orders = {
            "pause": library.queue.pause,
            "resume": library.queue.resume,
            "stop": library.queue.stop,
            "cancel": library.queue.cancel,
        }
        if options.action != "list":
            await check_documents(library, options.id)
            await orders[options.action](options.id or None)
        _print(options, await _unfinished(library))
    return 0


async def resume(options: argparse.Namespace) -> int:
    """Read everything that is still to be read, and wait for it."""
    from kbdesk.library.types import State
    from kbdesk.library.watchers import Watcher

    async with open_library(options, write=True) as library:
        left = await _unfinished(library)
        if not left:
            remark("There is nothing to do.")
            return 0
        idle = asyncio.Event()
        with ProgressBar(sys.stderr) as bar:
            library.watch(Watcher(on_progress=bar.show, on_notice=remark, on_idle=idle.set))
            await library.queue.resume()
            await idle.wait()
        ended = {each.id: each for each in await _documents(library)}
        now = [ended[each.id] for each in left if each.id in ended]  # the others were here already
        _print(options, now)
    return 0 if all(each.state is State.DONE for each in now) else SOME_FAILED


async def _unfinished(library: Library) -> list[DocumentInfo]:
    """Return what is to be read in the order of work, then what is paused."""
    from kbdesk.library.types import State

    paused = [each for each in await _documents(library) if each.state is State.PAUSED]
    return [*await library.queue.waiting(), *paused]


async def _documents(library: Library) -> list[DocumentInfo]:
    return [each for kb in await library.knowledge_bases() for each in await library.documents(kb.id)]


def _print(options: argparse.Namespace, documents: Sequence[DocumentInfo]) -> None:
    for document in documents:
        values = {
            "document_id": document.id,
            "name": document.name,
            "state": document.state.value,
            "chunks": document.passage_count,
            "message": None if document.message is None else str(document.message),
        }
        said = document.message or state_word(document.state)
        print_row(options, values, f"{document.id}  {document.name}: {said}")
